"""The score of a match whose pairs end in any order.

Pairs count in the order of their numbers, each when all before it have ended. So the test sees the same sequence on any cluster, decides
after the same pair, and is not biased towards pairs that end quickly.
"""

from __future__ import annotations

from typing import NamedTuple

from laplace import _native
from laplace.atlas.jobs import Row


class Sprt(NamedTuple):
    """A sequential test: is A stronger than ``elo0`` or ``elo1``?"""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05


class Tally:
    """The pairs that count."""

    def __init__(self, sprt: Sprt | None = None) -> None:
        self.sprt = sprt
        self.pairs = [0, 0, 0, 0, 0]
        """Pairs by the half points of A, 0 to 4."""
        self.counted = 0
        """Every pair below this number counts."""
        self.forfeits = 0
        self.verdict: str | None = None
        """``elo0`` or ``elo1`` once the test is decided."""
        self._early: dict[int, tuple[int, int]] = {}

    def add(self, row: Row) -> bool:
        """Counts a pair as soon as its turn comes; whether the test is decided."""
        if row.get("failure") is not None or row["pair"] < self.counted:
            return self.verdict is not None
        self._early[row["pair"]] = (row["half_points"], row["forfeits"])
        while self.verdict is None and self.counted in self._early:
            half_points, forfeits = self._early.pop(self.counted)
            self.pairs[half_points] += 1
            self.forfeits += forfeits
            self.counted += 1
            if self.sprt is not None:
                self.verdict = _native.blobwar_sprt(self.pairs, *self.sprt)[3]
        return self.verdict is not None

    @property
    def percent(self) -> float:
        """The share of A's points."""
        points = sum(half * count for half, count in enumerate(self.pairs))
        return 100 * points / (4 * self.counted) if self.counted else 50.0

    def lines(self, a: str, b: str) -> list[str]:
        """The result as a table."""
        elo, error, superiority = _native.blobwar_rating(self.pairs)
        known = elo is not None and error is not None
        lines = [
            f"{a} against {b}: {self.counted} pairs, {2 * self.counted} games",
            f"share   {self.percent:.1f} %",
            f"pairs   {' '.join(map(str, self.pairs))} (by the half points of the first player, 0 to 4)",
            f"Elo     {elo:+.0f} ± {error:.0f}" if known else "Elo     n/a",
            f"LOS     {100 * superiority:.1f} %",
            f"forfeits {self.forfeits}",
        ]
        if self.sprt is not None:
            ratio, low, high, verdict = _native.blobwar_sprt(self.pairs, *self.sprt)
            decided = f"{verdict} accepted" if verdict else "inconclusive"
            lines.append(f"SPRT    LLR {ratio:.2f} in ({low:.2f}, {high:.2f}), elo0 {self.sprt.elo0:g}, elo1 {self.sprt.elo1:g}: {decided}")
        return lines
