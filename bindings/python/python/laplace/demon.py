"""The demon: Tetris on 24 lines by 12 columns with the whole sequence of pieces known in advance.

A seed ``s`` from 0 to 1 000 000 gives the pieces; a move is a :class:`Move`, the column of the leftmost block and the number of
quarter turns. Texts are the contest's files.

>>> game = Game(31)
>>> game.play(Move(column=8, rotation=2))
Step(line=23, removed=[], points=0, back_to_back=False)
>>> game.board.shape, game.board[23].tolist()
((24, 12), [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1])
>>> bounds(231)
Bounds(plain=739300, tight=739200)
>>> solution = solve(231, moves=300, effort=1)
>>> solution.score <= solution.bound and len(solution.moves) == 300
True
>>> judge("231", solution.to_text()).game.score == solution.score
True
"""

from __future__ import annotations

import time as clock
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from laplace import _native
from laplace._values import MAX_THREADS, Moves, as_bytes, as_pair, as_pairs, integer, optional_integer, refusal, seconds
from laplace.errors import IllegalMove, InputError

__all__ = [
    "COLUMNS",
    "DEFAULT_EFFORT",
    "LINES",
    "MAX_EFFORT",
    "MAX_MOVES",
    "MAX_PIECES",
    "MAX_SEED",
    "Analysis",
    "Bounds",
    "Game",
    "GameResult",
    "IllegalMove",
    "InputError",
    "Loss",
    "Move",
    "Progress",
    "Solution",
    "SolutionLoss",
    "Step",
    "Verdict",
    "analyse",
    "answer",
    "bounds",
    "judge",
    "play",
    "read_moves",
    "sequence",
    "solve",
    "write_moves",
]

LINES = 24
"""Lines of the board; line 0 is at the top."""
COLUMNS = 12
"""Columns of the board; column 0 is at the left."""
MAX_MOVES = 9_999
"""The moves that count: a move file has at most 10 000 lines, and the first holds s."""
MAX_PIECES = 1_000_000
"""The longest sequence that a call gives."""
MAX_SEED = 1_000_000
"""The largest seed."""
MAX_EFFORT = 1_000_000
"""The largest number of rounds of a search."""
DEFAULT_EFFORT = 8
"""The rounds of a search without a time limit, as ``laplace demon q5`` has it."""


def __dir__() -> list[str]:
    # What this module imports is not part of it.
    return sorted(__all__)


def _seed(s: int) -> int:
    return integer(s, "a seed", 0, MAX_SEED)


def _move_count(moves: int) -> int:
    return integer(moves, "a number of moves", 0, MAX_MOVES)


class Move(NamedTuple):
    """A move, in the order of the contest's files."""

    column: int
    rotation: int


class Step(NamedTuple):
    """What a move did."""

    line: int
    """Where the top of the piece came to rest."""
    removed: list[int]
    """The lines that were removed."""
    points: int
    back_to_back: bool
    """Whether it was a Tetris just after another."""


class Bounds(NamedTuple):
    """Upper bounds on the score."""

    plain: int
    """By counting blocks."""
    tight: int
    """By counting blocks, without moves that no board allows."""


class Progress(NamedTuple):
    """The state of a search."""

    round: int
    placed: int
    """Pieces placed in the game under way."""
    moves: int
    score: int
    best: int | None
    """The best complete game so far."""
    bound: int


class SolutionLoss(NamedTuple):
    """Points that a solution lost against the tight bound."""

    piece: int
    """The number of the piece, from 1."""
    points: int
    kind: str
    """What the piece failed to do: ``empty``, ``nearly-empty``, ``full``, ``tetris`` or ``lines``."""


class Loss(NamedTuple):
    """A move that lost points, as the judge explains it."""

    piece: int
    """The number of the piece, from 1."""
    kind: int
    """The piece, 1 to 7."""
    points: int
    unavoidable: int
    """Points that only the plain bound takes for lost."""
    reason: str
    """A fixed word for programs."""
    text: str


@dataclass(frozen=True)
class GameResult:
    """How a move file went."""

    s: int
    score: int
    placed: int
    lines: int
    tetrises: int
    back_to_backs: int
    ended: str
    """A fixed word: ``no-more-moves``, ``top-lines``, ``wrong-piece``, ``cannot-drop``, ``line-limit`` or ``malformed``."""
    ended_text: str
    line: int
    """The line that ended the game."""


@dataclass(frozen=True)
class Verdict:
    """The judge's verdict on an answer."""

    is_right: bool
    fault: str | None
    """Where the answer is wrong and why; ``None`` if it is right."""
    line: int | None
    found: str | None
    expected: str | None
    game: GameResult | None
    """The game of question 4's input or question 5's output."""


@dataclass(frozen=True, eq=False)
class Solution:
    """The best game that was found; two are equal if their moves are."""

    s: int
    moves: npt.NDArray[np.uint8]
    """A row for each piece: column and rotation."""
    score: int
    bound: int
    """The tight bound: no game of as many moves scores more."""
    plain_bound: int
    lines: int
    tetrises: int
    back_to_backs: int
    losses: list[SolutionLoss]
    seconds: float

    @property
    def is_proved(self) -> bool:
        """Whether no better game exists."""
        return self.score >= self.bound

    @property
    def gap(self) -> int:
        """The points between the score and the bound."""
        return self.bound - self.score

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Solution):
            return NotImplemented
        return self.s == other.s and np.array_equal(self.moves, other.moves)

    def __hash__(self) -> int:
        return hash((self.s, self.moves.tobytes()))

    def to_text(self) -> str:
        """The move file, question 5's output."""
        return write_moves(self.s, self.moves)


@dataclass(frozen=True, eq=False)
class Analysis:
    """A game compared with the bounds; arrays have a value for each number of pieces, from 0 on."""

    result: GameResult
    plain_bound: int
    bound: int
    score: npt.NDArray[np.uint32]
    reach: npt.NDArray[np.uint32]
    """What the game could still come to, by the tight bound; it never rises."""
    height: npt.NDArray[np.uint32]
    losses: list[Loss]


class Game:
    """A game under way.

    >>> game = Game(31, limit=2)
    >>> game.next_piece, game.upcoming(5)
    (1, [1, 3])
    >>> _ = game.play((8, 2)), game.play((7, 0))
    >>> game.is_over, game.end
    (True, '2 moves played, which is all that count')
    """

    __slots__ = ("_game",)

    def __init__(self, s: int, limit: int = MAX_MOVES) -> None:
        self._game = _native.DemonGame(_seed(s), _move_count(limit))

    def copy(self) -> Game:
        """The same game, which goes on by itself."""
        other = Game.__new__(Game)
        other._game = self._game.copy()
        return other

    __copy__ = copy

    def __repr__(self) -> str:
        return f"<Game of s = {self.s}: {self.placed} placed, score {self.score}>"

    def __str__(self) -> str:
        return self._game.text()

    @property
    def s(self) -> int:
        return self._game.s

    @property
    def limit(self) -> int:
        """The moves of the whole game."""
        return self._game.limit

    @property
    def board(self) -> npt.NDArray[np.uint8]:
        """A new array of 24 by 12: 0 for an empty cell, otherwise the number of the piece. Line 0 is at the top."""
        return self._game.board

    @property
    def next_piece(self) -> int:
        return self._game.next_piece

    def upcoming(self, count: int) -> list[int]:
        """At most ``count`` pieces from the next one on."""
        return self._game.upcoming(integer(count, "a number of pieces", 0, MAX_PIECES))

    @property
    def placed(self) -> int:
        return self._game.placed

    @property
    def lines(self) -> int:
        """The lines removed."""
        return self._game.lines

    @property
    def tetrises(self) -> int:
        return self._game.tetrises

    @property
    def back_to_backs(self) -> int:
        return self._game.back_to_backs

    @property
    def score(self) -> int:
        return self._game.score

    @property
    def is_after_tetris(self) -> bool:
        """Whether a Tetris would earn 1200 points instead of 800."""
        return self._game.is_after_tetris

    @property
    def end(self) -> str | None:
        """Why the game is over; ``None`` while it goes on."""
        return self._game.end

    @property
    def is_over(self) -> bool:
        return self._game.end is not None

    def legal_moves(self) -> list[Move]:
        """Every way to drop the next piece."""
        return [Move(*move) for move in self._game.legal_moves()]

    def play(self, move: Move | Sequence[int]) -> Step:
        """Drops the next piece; an :class:`IllegalMove` changes nothing."""
        return Step(*self._game.play(*as_pair(move)))


def sequence(s: int, count: int = 20) -> npt.NDArray[np.uint8]:
    """The first pieces of a seed, numbers 1 to 7 (question 1); at most :data:`MAX_PIECES`.

    >>> sequence(31, 6).tolist()
    [1, 3, 5, 3, 4, 4]
    """
    return _native.demon_sequence(_seed(s), integer(count, "a number of pieces", 0, MAX_PIECES))


def answer(question: int, text: str | bytes, *, spaced: bool = False) -> str:
    """The answer to an input of questions 1 to 4; ``spaced`` writes boards with blanks between the cells.

    >>> answer(1, "231").split()[:4]
    ['231', '1', '5', '6']
    >>> answer(1, "x")
    Traceback (most recent call last):
    laplace.errors.InputError: line 1: found `x`, expected a number from 0 to 1000000
    """
    return _native.demon_answer(integer(question, "a question", 1, 5), as_bytes(text), spaced)


def play(text: str | bytes) -> GameResult:
    """Plays a move file, question 4's input or question 5's output, to its end.

    >>> play("31\\n1 8 2\\n3 7 0\\n4 0 0\\n").ended_text
    'the piece is 5, found 4'
    """
    return GameResult(**_native.demon_play_file(as_bytes(text)))


def judge(input: str | bytes, output: str | bytes, question: int = 5) -> Verdict:
    """Judges an answer, whatever it holds; only an input that is not one is an :class:`InputError`.

    >>> judge("31", "31\\n1 -1 0\\n").fault
    'line 2: no legal move: piece 1 turned 0 times does not fit at column -1'
    """
    verdict = _native.demon_judge(integer(question, "a question", 1, 5), as_bytes(input), as_bytes(output))
    game = verdict.pop("game")
    return Verdict(**verdict, game=GameResult(**game) if game else None)


def bounds(s: int, moves: int = MAX_MOVES) -> Bounds:
    """Both upper bounds on the score of a game of this number of moves, at most :data:`MAX_MOVES`.

    >>> bounds(231, moves=10_000)
    Traceback (most recent call last):
    laplace.errors.InputError: found 10000, expected a number of moves from 0 to 9999
    """
    return Bounds(*_native.demon_bounds(_seed(s), _move_count(moves)))


def solve(
    s: int,
    moves: int = MAX_MOVES,
    *,
    effort: int | None = None,
    time: float | None = None,
    threads: int = 1,
    start: Moves = (),
    progress: Callable[[Progress], object] | None = None,
) -> Solution:
    """Plays a game as well as the limits allow.

    ``effort`` is a number of rounds, which gives the same moves on every machine and with any number of threads; ``time`` is in
    seconds, and they exclude each other. Without either, ``effort`` is 8. ``start`` is a game to begin with. The GIL is released; Ctrl-C raises
    ``KeyboardInterrupt``, and so does an exception of ``progress`` reach the caller.
    """
    if effort is not None and time is not None:
        raise refusal((effort, time), "either effort or time")
    if effort is None and time is None:
        effort = DEFAULT_EFFORT
    rounds = optional_integer(effort, "an effort", 1, MAX_EFFORT)
    s = _seed(s)
    report = None if progress is None else lambda *state: progress(Progress(*state))
    started = clock.perf_counter()
    found = _native.demon_solve(
        s,
        _move_count(moves),
        rounds,
        seconds(time),
        integer(threads, "a number of threads", 1, MAX_THREADS),
        as_pairs(start),
        report,
    )
    losses = [SolutionLoss(*loss) for loss in found.pop("losses")]
    return Solution(s=s, losses=losses, seconds=clock.perf_counter() - started, **found)


def analyse(text: str | bytes) -> Analysis:
    """Where a game lost points against the bounds, and why.

    >>> analysis = analyse("31\\n1 8 2\\n3 7 0\\n")
    >>> analysis.bound, analysis.score.tolist(), analysis.losses
    (0, [0, 0, 0], [])
    """
    found = _native.demon_analyse(as_bytes(text))
    result = GameResult(**found.pop("result"))
    losses = [Loss(*loss) for loss in found.pop("losses")]
    return Analysis(result=result, losses=losses, **found)


def write_moves(s: int, moves: Moves) -> str:
    """The move file of a game.

    >>> write_moves(31, [Move(8, 2), Move(7, 0)])
    '31\\n1 8 2\\n3 7 0\\n'
    """
    return _native.demon_write_moves(_seed(s), as_pairs(moves))


def read_moves(text: str | bytes) -> tuple[int, list[Move]]:
    """The seed and the moves of a move file; they may be illegal, but not malformed.

    >>> read_moves("31\\n1 8 2\\n")
    (31, [Move(column=8, rotation=2)])
    """
    s, lines = _native.demon_read_moves(as_bytes(text))
    return s, [Move(column, rotation) for _, column, rotation in lines]
