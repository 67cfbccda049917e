"""The well: Tetris on 20 rows by 10 columns with all figures known, where components fall after rows vanish.

A move is a :class:`Move`: the number of quarter turns and the column of the leftmost block. Texts are the task's files.

>>> figures = generate(1000, seed=7)
>>> solution = solve(figures)
>>> solution.placed, solution.proved_longest
(1000, True)
>>> judge(write_figures(figures), solution.to_text()).points
10
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from laplace import _native
from laplace._values import MAX_SEED, Moves, as_bytes, as_pair, as_pairs, integer, refusal, seconds
from laplace.errors import IllegalMove, InputError

__all__ = [
    "COLUMNS",
    "FAMILIES",
    "MAX_FIGURES",
    "ROWS",
    "Game",
    "IllegalMove",
    "InputError",
    "Move",
    "Progress",
    "Solution",
    "Step",
    "Verdict",
    "generate",
    "judge",
    "points",
    "read_figures",
    "read_moves",
    "solve",
    "write_figures",
    "write_moves",
]

ROWS = 20
"""Rows of the task's well."""
COLUMNS = 10
"""Columns of the well; column 0 is at the left."""
MAX_FIGURES = 1_000_000
"""The most figures that :func:`generate` makes."""
FAMILIES: tuple[str, ...] = tuple(_native.well_families())
"""The kinds of input that :func:`generate` makes."""

Figures = Sequence[int] | npt.NDArray[np.uint8]


def __dir__() -> list[str]:
    # What this module imports is not part of it.
    return sorted(__all__)


class Move(NamedTuple):
    """A move, in the order of the task's answers."""

    rotation: int
    column: int


class Step(NamedTuple):
    """What a figure did."""

    landing_row: int
    """The row of its lowest block where it landed, from 0 at the floor."""
    deletions: list[int]
    """The number of rows of each deletion, in order."""
    sticks_out: bool
    """Whether a block stayed above the well: the game is over, and the figure does not count."""


class Progress(NamedTuple):
    """The state of a search."""

    placed: int
    figures: int
    beam_width: int


@dataclass(frozen=True)
class Verdict:
    """The judge's verdict on an answer."""

    placed: int
    figures: int
    points: int
    is_fault: bool
    """Whether the answer itself is at fault: an invalid or unreadable move, or too few."""
    ended: str
    """A fixed word: ``all-placed``, ``outside-right``, ``no-such-rotation``, ``sticking-out``, ``no-more-moves`` or ``malformed``."""
    ended_text: str
    line: int | None


@dataclass(frozen=True, eq=False)
class Solution:
    """The longest game that was found; two are equal if their figures and moves are."""

    figures: list[int]
    moves: npt.NDArray[np.uint8]
    """A row for each figure placed: rotation and column."""
    proved_longest: bool
    """Whether no longer game exists."""

    @property
    def placed(self) -> int:
        return len(self.moves)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Solution):
            return NotImplemented
        return self.figures == other.figures and np.array_equal(self.moves, other.moves)

    def __hash__(self) -> int:
        return hash((tuple(self.figures), self.moves.tobytes()))

    def to_text(self) -> str:
        """The answer: a move for each figure; those after the last that was placed count for nothing."""
        rest = [(0, 0)] * (len(self.figures) - len(self.moves))
        return write_moves([*as_pairs(self.moves), *rest])


class Game:
    """A game under way.

    >>> game = Game([1, 1, 4])
    >>> _ = game.play((1, 0)), game.play((1, 4))
    >>> game.play(Move(rotation=0, column=8))
    Step(landing_row=0, deletions=[1], sticks_out=False)
    >>> game.placed, game.points, game.end
    (3, 10, 'every figure was placed')
    """

    __slots__ = ("_game",)

    def __init__(self, figures: Figures, depth: int = ROWS) -> None:
        self._game = _native.WellGame(_numbers(figures), _depth(depth))

    def copy(self) -> Game:
        """The same game, which goes on by itself."""
        other = Game.__new__(Game)
        other._game = self._game.copy()
        return other

    __copy__ = copy

    def __repr__(self) -> str:
        return f"<Game of the well: {self.placed} of {len(self.figures)} placed>"

    def __str__(self) -> str:
        return self._game.text()

    @property
    def board(self) -> npt.NDArray[np.uint8]:
        """A new array of the rows of the well, the top row first: 0 for an empty cell, otherwise the figure's number."""
        return self._game.board

    @property
    def depth(self) -> int:
        return self._game.depth

    @property
    def figures(self) -> list[int]:
        return self._game.figures

    @property
    def next_figure(self) -> int | None:
        return self._game.next_figure

    def upcoming(self, count: int) -> list[int]:
        """At most ``count`` figures from the next one on."""
        return self._game.upcoming(integer(count, "a number of figures", 0, MAX_FIGURES))

    @property
    def placed(self) -> int:
        return self._game.placed

    @property
    def points(self) -> int:
        return self._game.points

    @property
    def end(self) -> str | None:
        """Why the game is over; ``None`` while it goes on."""
        return self._game.end

    @property
    def is_over(self) -> bool:
        return self._game.end is not None

    def legal_moves(self) -> list[Move]:
        """Every move that stays between the walls."""
        return [Move(*move) for move in self._game.legal_moves()]

    def play(self, move: Move | Sequence[int]) -> Step:
        """Places the next figure; an :class:`IllegalMove` changes nothing."""
        return Step(*self._game.play(*as_pair(move)))


def _numbers(figures: Figures) -> list[int]:
    if not isinstance(figures, Iterable):
        raise refusal(figures, "figures: numbers from 1 to 7")
    return [integer(figure, "a figure", 1, 7) for figure in figures]


def _depth(rows: int) -> int:
    return integer(rows, "a depth", 1, ROWS)


def generate(count: int, seed: int = 0, family: str = "uniform") -> npt.NDArray[np.uint8]:
    """Figures of a family, numbers 1 to 7 and at most :data:`MAX_FIGURES`; the same seed gives the same ones everywhere.

    >>> set(generate(50, family="only-s-and-z").tolist()) == {5, 7}
    True
    """
    return _native.well_generate(
        family, integer(count, "a number of figures", 0, MAX_FIGURES), integer(seed, "a seed", 0, MAX_SEED)
    )


def points(placed: int, figures: int) -> int:
    """The points for placing some of the figures: ten times their share, rounded, halves up.

    >>> points(13, 20)
    7
    """
    figures = integer(figures, "a number of figures", 0, MAX_SEED)
    return _native.well_points(integer(placed, "a number of figures placed", 0, figures), figures)


def judge(input: str | bytes, output: str | bytes, depth: int = ROWS) -> Verdict:
    """Judges an answer, whatever it holds; only an input that is not one is an :class:`InputError`.

    >>> judge("2\\n4 4", "0 0 0 9").ended_text
    'figure 2: kind 4, rotation 0, column 9, line 1: outside the well on the right'
    """
    return Verdict(**_native.well_judge(as_bytes(input), as_bytes(output), _depth(depth)))


def solve(
    figures: Figures,
    depth: int = ROWS,
    *,
    time: float | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Solution:
    """Places every figure, or as many as it can.

    With ``time``, in seconds, the search goes on with ever wider beams until then. The GIL is released and Ctrl-C ends the call.
    """
    numbers = _numbers(figures)
    report = None if progress is None else lambda *state: progress(Progress(*state))
    return Solution(numbers, **_native.well_solve(numbers, _depth(depth), seconds(time), report))


def read_figures(text: str | bytes) -> list[int]:
    """The figures of an input.

    >>> read_figures("2\\n6 8\\n")
    Traceback (most recent call last):
    laplace.errors.InputError: line 2: found `8`, expected a figure from 1 to 7
    """
    return _native.well_read_problem(as_bytes(text))


def write_figures(figures: Figures) -> str:
    """The input of these figures.

    >>> write_figures([6, 1])
    '2\\n6 1\\n'
    """
    return _native.well_write_problem(_numbers(figures))


def read_moves(text: str | bytes) -> list[Move]:
    """The moves of an answer; they may be invalid, but not malformed.

    >>> read_moves("2 1\\n0 3")
    [Move(rotation=2, column=1), Move(rotation=0, column=3)]
    """
    return [Move(*move) for move in _native.well_read_moves(as_bytes(text))]


def write_moves(moves: Moves) -> str:
    """The answer of these moves."""
    return _native.well_write_moves(as_pairs(moves))
