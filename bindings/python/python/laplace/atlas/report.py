"""Tables and plots of an atlas: as text, and as one page that needs nothing else.

All numbers come from aggregations of a lazy frame, so that a million rows are no more work for the reader's memory than a thousand.
"""

from __future__ import annotations

import html
import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from laplace import atlas, demon
from laplace.atlas.command import duration
from laplace.atlas.shards import read_settings, write_whole
from laplace.errors import InputError

LOSSES = {
    "loss_empty": "empty: to leave the board empty",
    "loss_nearly_empty": "nearly-empty: to leave at most one piece's blocks",
    "loss_full": "full: to keep the board as full as it can be",
    "loss_tetris": "tetris: to make a Tetris",
    "loss_lines": "lines: to remove another number of lines",
}
"""What a piece failed to do, where points were lost against the tight bound."""
LISTED = 20
"""Rows of the tables of single seeds."""
CORES = (10, 100, 1_000)
ALL_SEEDS = demon.MAX_SEED + 1
_QUANTILES = (0.0, 0.25, 0.5, 0.75, 0.9, 0.99, 1.0)
_PARTS = 50
"""Parts of the range of seeds in the plot of the proved share."""

Table = tuple[Sequence[str], Sequence[Sequence[object]]]
"""The names of columns, and rows."""


@dataclass(frozen=True)
class Summary:
    """What a page shows."""

    settings: dict[str, Any]
    rows: int
    first: int
    last: int
    failed: int
    missing: int
    proved: int
    seconds: float
    tables: dict[str, Table]
    gaps: list[tuple[int, int]]
    """How many seeds have each gap of a hundred points: its beginning, the number."""
    shares: list[tuple[int, float]]
    """The proved share of each part of the range: its first seed, percent."""
    losses: list[tuple[str, int]]
    times: list[float]
    """Quantiles of the seconds, from 0 to 100 percent."""


def _rows(frame: pl.LazyFrame) -> list[tuple[Any, ...]]:
    try:
        return frame.collect().rows()
    except pl.exceptions.PolarsError as error:
        reason = str(error).splitlines()[0]
        raise InputError(f"found a damaged shard ({reason}); the same `run` command names it") from None


def summarise(folder: Path, price: float) -> Summary:
    """Reads the shards of ``run`` and computes everything that a page shows; ``price`` is for a core and an hour."""
    settings = read_settings(folder)
    if settings["job"] != "seeds":
        raise InputError(f"{folder}: found a folder of {settings['job']}, expected one of `laplace.atlas run`")
    frame = atlas.scan(folder)
    solved = frame.filter(pl.col("failure").is_null())
    counts = _rows(
        frame.select(
            pl.len(),
            pl.col("s").min().alias("first"),
            pl.col("s").max().alias("last"),
            pl.col("failure").is_not_null().sum().alias("failed"),
            pl.col("proved").sum().alias("proved"),
            pl.col("seconds").sum().alias("seconds"),
            *(pl.col(name).sum() for name in LOSSES),
            (pl.col("plain_bound") - pl.col("tight_bound")).sum().alias("tightened"),
            pl.col("gap").sum().alias("lost"),
        )
    )[0]
    rows, first, last, failed, proved, seconds = counts[:6]
    losses = list(zip(LOSSES, counts[6 : 6 + len(LOSSES)], strict=True))
    done = rows - failed
    missing = last - first + 1 - rows
    if done == 0:
        raise InputError(f"{folder}: found no seed that was solved, expected at least one")
    tables: dict[str, Table] = {}
    tables["Seeds"] = (
        ("", ""),
        [
            ("solved", done),
            ("proved optimal", f"{proved} ({100 * proved / done:.2f} %)"),
            ("failed", failed),
            ("missing between the first and the last", missing),
            ("points lost against the tight bound", counts[-1]),
            ("points that the tight bound is below the plain one", counts[-2]),
            ("processor time", f"{seconds:.0f} s, {seconds / done:.3f} s a seed"),
        ],
    )
    tables["Distribution"] = _distribution(solved)
    tables["Losses by kind"] = (
        ("kind", "points", "share"),
        [(LOSSES[name], points, f"{100 * points / max(sum(p for _, p in losses), 1):.1f} %") for name, points in losses],
    )
    columns = ("s", "score", "tight_bound", "gap", "proved", "lines", "tetrises", "back_to_backs", "seconds")
    for title, order in (("Hardest seeds: the largest gaps", "gap"), ("Richest seeds: the highest scores", "score")):
        listed = _rows(solved.sort(order, "s", descending=[True, False]).select(columns).head(LISTED))
        tables[title] = (columns, [[*row[:-1], f"{row[-1]:.2f}"] for row in listed])
    tables[f"All {ALL_SEEDS} seeds at this rate"] = (
        ("cores", "time", f"cost at {price:g} a core and hour"),
        [(cores, duration(ALL_SEEDS * seconds / done / cores), _cost(ALL_SEEDS * seconds / done / 3600 * price)) for cores in CORES],
    )
    if failed:
        listed = _rows(frame.filter(pl.col("failure").is_not_null()).select("s", "failure").head(LISTED))
        tables["Failures"] = (("s", "reason"), listed)
    width = max((last - first + _PARTS) // _PARTS, 1)
    part = ((pl.col("s") - first) // width).alias("part")
    shares = _rows(solved.group_by(part).agg(pl.col("proved").mean()).sort("part"))
    bucket = (pl.col("gap") // 100).alias("bucket")
    gaps = _rows(solved.group_by(bucket).agg(pl.len()).sort("bucket"))
    times = _rows(solved.select([pl.col("seconds").quantile(q / 100).alias(str(q)) for q in range(101)]))[0]
    return Summary(
        settings=settings["settings"],
        rows=rows,
        first=first,
        last=last,
        failed=failed,
        missing=missing,
        proved=proved,
        seconds=seconds,
        tables=tables,
        gaps=[(100 * bucket, count) for bucket, count in gaps],
        shares=[(first + part * width, 100 * share) for part, share in shares],
        losses=losses,
        times=list(times),
    )


def _cost(amount: float) -> str:
    """An amount of money: cents where they matter."""
    return f"{amount:.0f}" if amount >= 100 else f"{amount:.2f}"


def _distribution(solved: pl.LazyFrame) -> Table:
    columns = ("score", "tight_bound", "gap", "lines", "tetrises", "back_to_backs", "seconds")
    names = ("", "least", "25 %", "median", "75 %", "90 %", "99 %", "most", "mean")
    rows = []
    for name in columns:
        values = _rows(
            solved.select(
                *(pl.col(name).quantile(q, interpolation="nearest").alias(str(q)) for q in _QUANTILES),
                pl.col(name).mean().alias("mean"),
            )
        )[0]
        digits = 3 if name == "seconds" else 0
        rows.append([name, *(f"{value:.{digits}f}" for value in values[:-1]), f"{values[-1]:.{max(digits, 1)}f}"])
    return names, rows


def _caption(summary: Summary) -> str:
    settings = ", ".join(f"{name} {value}" for name, value in summary.settings.items())
    return f"Seeds {summary.first} to {summary.last}; {settings}."


def as_text(summary: Summary) -> str:
    """All tables for a terminal."""
    lines = [_caption(summary)]
    for title, (names, rows) in summary.tables.items():
        cells = [[str(cell) for cell in row] for row in ([names, *rows] if any(names) else rows)]
        widths = [max(len(row[column]) for row in cells) for column in range(len(names))]
        lines += ["", title]
        for row in cells:
            first, *others = (
                cell.ljust(width) if column == 0 else cell.rjust(width)
                for column, (cell, width) in enumerate(zip(row, widths, strict=True))
            )
            lines.append("  ".join((first, *others)).rstrip())
    return "\n".join(lines)


# The page

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 62rem; padding: 0 1rem; color: #222; background: #fff }
h1, h2 { line-height: 1.2 } h2 { margin-top: 2.5rem }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; display: block; overflow-x: auto }
th, td { padding: .2rem .8rem; border-bottom: 1px solid #ddd; text-align: right; white-space: nowrap }
th:first-child, td:first-child { text-align: left }
svg { max-width: 100%; height: auto }
@media (prefers-color-scheme: dark) { body { color: #ddd; background: #161616 } th, td { border-color: #444 } svg { background: #fff } }
"""


def _plots(summary: Summary) -> dict[str, str]:
    """The plots as SVG, by title. The same numbers give the same bytes."""
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    plots = {}

    def plot(title: str, description: str, draw: Any, x: str, y: str) -> None:
        with matplotlib.rc_context({"svg.hashsalt": "laplace", "svg.fonttype": "none", "font.family": "sans-serif"}):
            figure, axes = pyplot.subplots(figsize=(8, 3.2), layout="constrained")
            draw(axes)
            axes.set_xlabel(x)
            axes.set_ylabel(y)
            axes.spines[["top", "right"]].set_visible(False)
            written = io.StringIO()
            figure.savefig(written, format="svg", metadata={"Date": None, "Creator": None})
            pyplot.close(figure)
        svg = written.getvalue()
        drawn = svg[svg.index("<svg") :]
        plots[title] = drawn.replace("<svg", f'<svg role="img" aria-label="{html.escape(description, quote=True)}"', 1)

    starts, numbers = zip(*summary.gaps, strict=True)
    plot("Gaps", f"{summary.proved} of {summary.rows - summary.failed} seeds have no gap",
         lambda axes: axes.bar(starts, numbers, width=90, align="edge", log=max(numbers) > 1_000), "gap, points", "seeds")  # fmt: skip
    plot("Proved share along the seeds", "the percentage of proved seeds in each part of the range",
         lambda axes: (axes.step(*zip(*summary.shares, strict=True), where="post"), axes.set_ylim(0, 100)), "s", "proved, %")  # fmt: skip
    names = [name.removeprefix("loss_").replace("_", "-") for name, _ in summary.losses]
    plot("Losses", "points lost by kind", lambda axes: axes.barh(names, [points for _, points in summary.losses]), "points lost", "")
    plot("Time of a seed", "quantiles of the seconds that a seed takes",
         lambda axes: (axes.plot(range(101), summary.times), axes.set_ylim(bottom=0)), "% of the seeds", "seconds")  # fmt: skip
    return plots


def page(summary: Summary) -> str:
    """The page: one file, without scripts or links to other files."""
    parts = [
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>Atlas of the demon: seeds {summary.first} to {summary.last}</title>\n<style>{_STYLE}</style>\n</head>\n<body>",
        f"<h1>Atlas of the demon: seeds {summary.first} to {summary.last}</h1>\n<p>{html.escape(_caption(summary))}</p>",
    ]
    for title, (names, rows) in summary.tables.items():
        parts.append(f"<h2>{html.escape(title)}</h2>\n<table>")
        if any(names):
            parts.append("<tr>" + "".join(f"<th>{html.escape(name)}</th>" for name in names) + "</tr>")
        parts += ["<tr>" + "".join(f"<td>{html.escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows]
        parts.append("</table>")
    for title, svg in _plots(summary).items():
        parts.append(f"<h2>{html.escape(title)}</h2>\n{svg}")
    return "\n".join([*parts, "</body>\n</html>\n"])


def write_page(summary: Summary, path: Path) -> None:
    """Writes the page as a whole or not at all."""
    write_whole(path, page(summary).encode())
