"""The command line of ``python -m laplace.atlas``."""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType

from laplace import _native, demon
from laplace.atlas.executors import Executor, LocalProcesses, RayCluster, described
from laplace.atlas.jobs import DEFAULT_MIX, Games, Job, Pairs, Row, Seeds, UnfitWorker
from laplace.atlas.tally import Sprt, Tally
from laplace.blobwar import VARIANTS, Player, is_built_in
from laplace.errors import LaplaceError

DONE, INCOMPLETE, REFUSED, INTERRUPTED = 0, 1, 4, 130
_MAX_WORKERS = 4096
_EXIT_CODES = (
    "Exit codes: 0 everything is there; 1 some numbers failed or are missing; 2 wrong arguments; 4 a file, a folder, a worker or the "
    "cluster was refused; 130 interrupted. The same command goes on where a run stopped."
)


# Arguments


def _number(least: int, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not re.fullmatch(r"[0-9]{1,19}", text) or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"found {text!r}, expected a number from {least} to {most}")
        return int(text)

    return read


def _seeds(text: str) -> range:
    found = re.fullmatch(r"([0-9]{1,7})(?:\.\.([0-9]{1,7}))?", text)
    if found:
        first, last = int(found[1]), int(found[2] or found[1])
        if first <= last <= demon.MAX_SEED:
            return range(first, last + 1)
    raise argparse.ArgumentTypeError(f"found {text!r}, expected A..B with 0 <= A <= B <= {demon.MAX_SEED}; both ends belong to it")


def _price(text: str) -> float:
    with contextlib.suppress(ValueError):
        if 0 <= float(text) <= 1e6:
            return float(text)
    raise argparse.ArgumentTypeError(f"found {text!r}, expected a price from 0 to 1000000")


def _even(text: str) -> int:
    games = _number(2, 10_000_000)(text)
    if games % 2:
        raise argparse.ArgumentTypeError(f"found {games}, expected an even number of games: a pair has two")
    return games


def _sprt(text: str) -> Sprt:
    with contextlib.suppress(ValueError):
        numbers = [float(number) for number in text.split(",")]
        if len(numbers) in (2, 4):
            test = Sprt(*numbers)
            if -10_000 < test.elo0 < test.elo1 < 10_000 and 0 < test.alpha < 0.5 and 0 < test.beta < 0.5:
                return test
    raise argparse.ArgumentTypeError(f"found {text!r}, expected ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA, such as 0,5,0.05,0.05")


def _cores() -> int:
    with contextlib.suppress(AttributeError):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _parser() -> argparse.ArgumentParser:
    where = argparse.ArgumentParser(add_help=False)
    where.add_argument("--workers", type=_number(1, _MAX_WORKERS), metavar="N",
                       help="processes of this machine (default: one for each core); with --ray the most tasks at a time")  # fmt: skip
    where.add_argument("--ray", metavar="ADDRESS", help="work on a Ray cluster: HOST:6379, ray://HOST:10001 or auto")
    where.add_argument("--attempts", type=_number(1, 100), default=3, metavar="N",
                       help="how often a number is tried before its failure is recorded (default: 3)")  # fmt: skip
    where.add_argument("--quiet", action="store_true", help="no progress")
    parser = argparse.ArgumentParser(
        prog="python -m laplace.atlas",
        description="What outgrows one machine: solves ranges of seeds, makes training games, plays long matches; on the cores of "
        "this machine, or on a Ray cluster.",
        epilog=_EXIT_CODES,
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    run = commands.add_parser("run", parents=[where], help="solve a range of seeds", epilog=_EXIT_CODES,
                              description="Solves seeds of the demon and keeps a row for each in Parquet shards.")  # fmt: skip
    run.add_argument("--seeds", type=_seeds, required=True, metavar="A..B", help="the seeds, both ends included, or one seed")
    run.add_argument("--effort", type=_number(1, demon.MAX_EFFORT), default=demon.DEFAULT_EFFORT, metavar="N",
                     help=f"rounds of the search (default: {demon.DEFAULT_EFFORT}); the same effort gives the same rows anywhere")  # fmt: skip
    run.add_argument("--length", type=_number(1, demon.MAX_MOVES), default=demon.MAX_MOVES, metavar="N",
                     help=f"moves of each game (default: {demon.MAX_MOVES}, all that count)")  # fmt: skip
    run.add_argument("--moves", action="store_true", help="keep the move files, compressed, beside the shards")
    run.add_argument("--out", type=Path, default=Path("atlas"), metavar="DIR", help="the folder of the shards (default: atlas)")
    run.add_argument("--shard", type=_number(1, 100_000), metavar="N", help="seeds of a shard (default: the folder's, or 1000)")

    games = commands.add_parser("datagen", parents=[where], help="make training games of Blobwar", epilog=_EXIT_CODES,
                                description="Plays the games of `laplace blobwar datagen` with the same options, as shards that "
                                "`laplace blobwar train` reads.")  # fmt: skip
    games.add_argument("--games", type=_number(1, 1_000_000_000), default=10_000, metavar="N",
                       help="games, rounded up to whole blocks of 64 (default: 10000)")  # fmt: skip
    games.add_argument("--nodes", type=_number(1, 1_000_000_000), default=2_000, metavar="N", help="nodes of each search (default: 2000)")
    games.add_argument("--seed", type=_number(0, 2**63), default=1, metavar="N", help="random seed of the starts (default: 1)")
    games.add_argument("--mix", default=DEFAULT_MIX, metavar="SEVEN,EIGHT,MAPS,HOLES",
                       help=f"shares of games on 7 x 7, on 8 x 8, on maps and with random holes (default: {DEFAULT_MIX})")  # fmt: skip
    evaluation = games.add_mutually_exclusive_group()
    evaluation.add_argument("--network", type=Path, metavar="FILE", help="the network that evaluates, in place of the built-in one")
    evaluation.add_argument("--counts", action="store_true", help="evaluate by counts")
    games.add_argument("--out", type=Path, default=Path("games"), metavar="DIR", help="the folder of the shards (default: games)")
    games.add_argument("--shard", type=_number(1, 10_000), metavar="N", help="blocks of a shard (default: the folder's, or 100)")

    match = commands.add_parser("match", parents=[where], help="play a long match of Blobwar", epilog=_EXIT_CODES,
                                description="Plays a match between two players, pair by pair: each opening with both colours.")  # fmt: skip
    match.add_argument("a", metavar="A", help="a built-in player (laplace, level:5, student:2, ...) or the command of a UAI engine")
    match.add_argument("b", metavar="B")
    match.add_argument("--games", type=_even, default=100, metavar="N", help="games, an even number (default: 100)")
    match.add_argument("--sprt", type=_sprt, metavar="ELO0,ELO1[,ALPHA,BETA]", help="end as soon as the test is decided")
    limit = match.add_mutually_exclusive_group(required=True)
    limit.add_argument("--nodes", type=_number(1, 2**62), metavar="N", help="nodes of each move")
    limit.add_argument("--depth", type=_number(1, 64), metavar="N", help="depth of each move")
    limit.add_argument("--move-time", type=_number(1, 3_600_000), metavar="MS", help="milliseconds of each move: results then depend on the machines")
    match.add_argument("--variant", choices=VARIANTS, default="ataxx", help="the game (default: ataxx)")
    match.add_argument("--plies", type=_number(0, 1_000), default=4, metavar="N", help="random moves of an opening (default: 4)")
    match.add_argument("--seed", type=_number(0, 2**63), default=1, metavar="N", help="random seed of the openings (default: 1)")
    match.add_argument("--out", type=Path, default=Path("match"), metavar="DIR", help="the folder of the table (default: match)")
    match.add_argument("--shard", type=_number(1, 100_000), metavar="N", help="pairs of a shard (default: the folder's, or 1000)")

    report = commands.add_parser("report", help="tables and plots of solved seeds, as one page", epilog=_EXIT_CODES,
                                 description="Summarises the shards of `run`: prints the tables and writes a page of one file.")  # fmt: skip
    report.add_argument("shards", type=Path, metavar="SHARDS", help="the folder of a run")
    report.add_argument("--html", type=Path, metavar="FILE", help="the page (default: SHARDS/report.html; - is standard output, without the tables)")
    report.add_argument("--price", type=_price, default=0.05, metavar="P", help="price of a core for an hour, for the extrapolation (default: 0.05)")
    return parser


# A run


class _Stop:
    """Ctrl-C, or the SIGTERM of a batch system, ends a run in order; a second one at once."""

    def __init__(self) -> None:
        self.is_set = False

    def __call__(self) -> bool:
        return self.is_set

    def _set(self, number: int, frame: FrameType | None) -> None:
        if self.is_set:
            os._exit(INTERRUPTED)
        self.is_set = True

    @contextlib.contextmanager
    def watching(self) -> Iterator[None]:
        before = {number: signal.signal(number, self._set) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


class _Status:
    """A progress line: in place on a terminal, now and then elsewhere."""

    def __init__(self, quiet: bool) -> None:
        self._quiet = quiet
        self._is_terminal = sys.stderr.isatty()
        self._shown_at = time.monotonic()
        self._interval = 0.5 if self._is_terminal else 30.0
        self._width = 0

    def show(self, text: Callable[[], str]) -> None:
        now = time.monotonic()
        if self._quiet or now - self._shown_at < self._interval:
            return
        self._shown_at = now
        line = text()
        if self._is_terminal:
            print(f"\r{line:<{self._width}}", end="", file=sys.stderr, flush=True)
            self._width = len(line)
        else:
            print(line, file=sys.stderr, flush=True)

    def log(self, line: str) -> None:
        """A line that stays."""
        if self._width:
            print(f"\r{'':<{self._width}}\r", end="", file=sys.stderr)
            self._width = 0
        print(line, file=sys.stderr, flush=True)


def duration(seconds: float) -> str:
    """A time for people.

    >>> duration(40), duration(600), duration(30_000), duration(3e6)
    ('40 s', '10 min', '8.3 h', '34.7 days')
    """
    for limit, unit, name in ((120, 1, "s"), (7_200, 60, "min"), (172_800, 3_600, "h")):
        if seconds < limit:
            return f"{seconds / unit:.1f} {name}" if unit == 3_600 else f"{seconds / unit:.0f} {name}"
    return f"{seconds / 86_400:.1f} days"


def _executor(job: Job, options: argparse.Namespace) -> Executor:
    if options.ray is None:
        return LocalProcesses(job, options.workers or _cores())
    return RayCluster(job, options.ray, options.workers)


def _drive(
    job: Job,
    numbers: range,
    options: argparse.Namespace,
    on_row: Callable[[Row], bool],
    described_count: Callable[[int, int], str],
    tally: Tally | None = None,
) -> tuple[int, int]:
    """Runs a job; the exit code and the numbers that are there in the end."""
    # These need the libraries of the extra, which workers do not.
    from laplace.atlas import driver
    from laplace.atlas.shards import Folder

    status = _Status(options.quiet)
    stop = _Stop()
    folder = Folder(options.out, job, options.shard)

    def text(progress: driver.Progress) -> str:
        there = progress.found + progress.done
        left = progress.seconds_left
        parts = [f"{there}/{progress.all} {job.units}", f"{progress.rate:.2f} a second", described_count(progress.counted, there)]
        if progress.lost:
            parts.append(f"{progress.lost} attempts failed")
        parts.append("time left unknown" if left is None else f"{duration(left)} left")
        return ", ".join(part for part in parts if part)

    def failed(number: int, attempt: int, reason: str) -> None:
        status.log(f"{job.key} {number}: attempt {attempt} of {options.attempts}: {reason}")

    def is_kept() -> Callable[[Row], bool] | None:
        # A test that is decided has a last pair: what came after it is not part of the match.
        if tally is None or tally.verdict is None:
            return None
        end = tally.counted
        return lambda row: row["pair"] < end

    with contextlib.closing(folder), stop.watching():
        decided = False
        if tally is not None:
            for row in folder.rows():
                decided = tally.add(row)
        progress = driver.Progress(all=len(numbers))
        if not decided:
            executor = _executor(job, options)
            try:
                progress = driver.run(
                    job, numbers, folder, executor,
                    attempts=options.attempts,
                    on_progress=lambda progress: status.show(lambda: text(progress)),
                    on_failure=failed,
                    on_row=on_row,
                    is_stopped=stop,
                )  # fmt: skip
            finally:
                executor.close()
                folder.finish(is_kept())
        else:
            # A driver that was killed after the decision has left its journals.
            folder.finish(is_kept())
    there = progress.found + progress.done
    if not options.quiet and progress.done:
        status.log(text(progress))
    if progress.failed:
        status.log(f"{progress.failed} {job.units} failed {options.attempts} times; their rows have the reason. The same command tries them again.")
    if stop.is_set:
        status.log(f"stopped: {progress.left + progress.failed} {job.units} are missing; the same command goes on")
        return INTERRUPTED, there
    return (INCOMPLETE if progress.failed else DONE), there


def _run(options: argparse.Namespace) -> int:
    job = Seeds.here(options.effort, options.length, options.moves)

    def proved(count: int, there: int) -> str:
        return f"{100 * count / there:.1f} % proved" if there else ""

    code, there = _drive(job, options.seeds, options, lambda row: False, proved)
    print(f"{options.out}: {there} of {len(options.seeds)} seeds")
    return code


def _datagen(options: argparse.Namespace) -> int:
    network = options.network.read_bytes() if options.network else None
    job = Games.here(options.nodes, options.seed, options.mix, network, options.counts)
    blocks = -(-options.games // _native.TrainingGames.BLOCK_GAMES)
    code, there = _drive(job, range(blocks), options, lambda row: False, lambda count, there: f"{count} positions")
    print(f"{options.out}: {there} of {blocks} blocks")
    return code


def _match(options: argparse.Namespace) -> int:
    job = Pairs(
        options.a,
        options.b,
        options.games // 2,
        options.plies,
        options.seed,
        options.variant,
        options.depth,
        options.nodes,
        options.move_time / 1000 if options.move_time else None,
    )
    _try_players(job)
    openings = len(job.openings())
    if openings == 0:
        raise LaplaceError("no opening: random moves always end the game, expected fewer --plies")
    if openings < job.pairs:
        print(f"warning: {openings} different openings for {job.pairs} pairs: they are repeated", file=sys.stderr)
    tally = Tally(options.sprt)

    def score(count: int, there: int) -> str:
        return f"{tally.percent:.1f} %"

    code, _ = _drive(job, range(job.pairs), options, tally.add, score, tally)
    print("\n".join(tally.lines(options.a, options.b)))
    return code


def _try_players(job: Pairs) -> None:
    """Refuses built-in players that do not exist before a worker is started. A command is tried where it plays."""
    for name in (job.a, job.b):
        if is_built_in(name):
            Player(name, depth=1)


def _report(options: argparse.Namespace) -> int:
    from laplace.atlas import report

    target = options.html or options.shards / "report.html"
    summary = report.summarise(options.shards, options.price)
    if str(target) == "-":
        print(report.page(summary), end="")
    else:
        print(report.as_text(summary))
        report.write_page(summary, target)
        print(f"{target}: written")
    return INCOMPLETE if summary.failed or summary.missing else DONE


def main(arguments: list[str] | None = None) -> int:
    """Runs the command; its exit code."""
    options = _parser().parse_args(arguments)
    commands = {"run": _run, "datagen": _datagen, "match": _match, "report": _report}
    try:
        code = commands[options.command](options)
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        # The reader has closed the pipe: `report ... | head` is not an error. Python would complain once more when it closes
        # standard output.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except (LaplaceError, UnfitWorker) as error:
        reason = str(error)
    except ConnectionError as error:
        reason = f"cannot reach the Ray cluster: {' '.join(str(error).split())}"
    except OSError as error:
        reason = f"{error.filename}: {error.strerror}" if error.filename else str(error)
    except ImportError as error:
        name = (error.name or "").partition(".")[0]
        if name not in ("pyarrow", "polars", "matplotlib", "ray"):
            raise
        extra = "ray" if name == "ray" else "atlas"
        reason = f"{name} is not installed: pip install 'laplace[{extra}]'"
    except KeyboardInterrupt:
        reason = "interrupted"
        print(f"\nlaplace.atlas: {reason}", file=sys.stderr)
        return INTERRUPTED
    print(f"laplace.atlas: {reason}", file=sys.stderr)
    return REFUSED
