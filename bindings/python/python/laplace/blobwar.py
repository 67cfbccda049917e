"""Blobwar on 8 x 8 and Ataxx on 7 x 7: positions, the engine, players and matches.

A move is a text as in UAI: ``"b7"`` doubles to b7, ``"a8c6"`` jumps, ``"0000"`` passes. A :class:`Position` never changes: playing
gives a new one.

>>> position = Position()
>>> len(position.legal_moves()), position.turn
(16, 'blue')
>>> position = position.play("b7")
>>> position.fen
'x6o/1x6/8/8/8/8/8/o6x o 0 1'
>>> analyse(position, depth=4)[0].pv[0] in position.legal_moves()
True
>>> match("student:2", "random", games=4, depth=1).percent > 50
True
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from laplace import _native
from laplace.errors import IllegalMove, InputError

__all__ = [
    "MAPS",
    "VARIANTS",
    "IllegalMove",
    "InputError",
    "Line",
    "MatchGame",
    "MatchResult",
    "MatchScore",
    "Player",
    "Position",
    "ReviewedMove",
    "analyse",
    "match",
    "play",
    "review",
]

VARIANTS = ("sheet", "course", "ataxx")
"""The games by name: the exercise sheet, the course's project, Ataxx."""
MAPS: tuple[str, ...] = tuple(_native.blobwar_maps())
"""The maps of the course's project."""


class Position:
    """A position and the rule it is played by.

    ``text`` is a FEN, ``"startpos"``, the sheet's ``plateau`` or ``pions``, or a state of the course's project. ``variant`` is one of
    :data:`VARIANTS`; ``rules`` is ``"ends"`` (a player who cannot move ends the game) or ``"passes"``; what is left open follows from the
    board.

    >>> Position(variant="ataxx").size, Position(map="island").rules
    (7, 'passes')
    >>> print(Position([1 << 9, 1 << 11]))
    8  . . . . . . . .
    7  . . . . . . . .
    6  . . . . . . . .
    5  . . . . . . . .
    4  . . . . . . . .
    3  . . . . . . . .
    2  . x . o . . . .
    1  . . . . . . . .
       a b c d e f g h
    >>> Position("x6o/8/8 x 0 1")
    Traceback (most recent call last):
    laplace.errors.InputError: rows: found 3, expected 7 or 8
    """

    __slots__ = ("_position",)

    def __init__(
        self,
        text: str | Sequence[int] = "startpos",
        *,
        variant: str | None = None,
        map: str | None = None,
        rules: str | None = None,
    ) -> None:
        if map is not None and text != "startpos":
            raise InputError("found a position and a map, expected one of them", None, "both", "one of them")
        if map is not None:
            self._position = _native.BlobwarPosition.start(variant, map, rules)
        else:
            written = text if isinstance(text, str) else str([int(number) for number in text])
            self._position = _native.BlobwarPosition.read(written.encode(), variant, rules)

    @classmethod
    def _of(cls, position: _native.BlobwarPosition) -> Position:
        made = cls.__new__(cls)
        made._position = position
        return made

    def __repr__(self) -> str:
        return f"Position({self.fen!r}, rules={self.rules!r})"

    def __str__(self) -> str:
        return self._position.picture().rstrip("\n")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self._position == other._position

    def __hash__(self) -> int:
        return hash(self._position)

    def __reduce__(self) -> tuple[Callable[[str, str], Position], tuple[str, str]]:
        return _position_of, (self.fen, self.rules)

    @property
    def fen(self) -> str:
        return self._position.fen

    @property
    def turn(self) -> str:
        """``"blue"`` or ``"red"``."""
        return self._position.turn

    @property
    def size(self) -> int:
        return self._position.size

    @property
    def rules(self) -> str:
        return self._position.rules

    @property
    def variant(self) -> str | None:
        """The name of the game, if it has one."""
        return self._position.variant

    @property
    def clock(self) -> int:
        """Moves since the last doubling; a hundred are a draw."""
        return self._position.clock

    @property
    def number(self) -> int:
        return self._position.number

    @property
    def value(self) -> int:
        """Blue blobs minus red blobs."""
        return self._position.value

    @property
    def winner(self) -> str | None:
        """``"blue"``, ``"red"`` or ``"draw"``; ``None`` while the game goes on."""
        return self._position.winner

    @property
    def end(self) -> str | None:
        """How the game ended and why; ``None`` while it goes on."""
        return self._position.end

    @property
    def is_over(self) -> bool:
        return self._position.winner is not None

    @property
    def board(self) -> npt.NDArray[np.int8]:
        """A new array, row 0 at the bottom as on the sheet: 1 blue, -1 red, 0 empty, 2 a hole.

        >>> Position().board[0].tolist()
        [-1, 0, 0, 0, 0, 0, 0, 1]
        """
        return self._position.board

    @property
    def pions(self) -> list[int]:
        """The blobs of blue and red as two integers, as in part 3 of the sheet."""
        return list(self._position.pions)

    def legal_moves(self) -> list[str]:
        return self._position.legal_moves()

    def play(self, move: str) -> Position:
        """The position after a move; :class:`IllegalMove` if it cannot be played.

        >>> Position().play("h8")
        Traceback (most recent call last):
        laplace.errors.IllegalMove: h8 is not empty
        """
        return self._of(self._position.play(move)[0])

    def turned(self, move: str) -> list[int]:
        """The cells whose blobs a move turns, numbered as on the sheet."""
        return self._position.play(move)[1]

    def perft(self, depth: int) -> int:
        """The number of paths of that many moves.

        >>> Position().perft(4)
        162628
        """
        return self._position.perft(depth)

    @property
    def action_count(self) -> int:
        """The number of actions on a board of this size: doublings, jumps, and the pass."""
        return self._position.action_count

    def action_mask(self) -> npt.NDArray[np.int8]:
        """Which actions are legal moves."""
        return self._position.action_mask()

    def move_of_action(self, action: int) -> str:
        return self._position.move_of_action(action)

    def action_of_move(self, move: str) -> int:
        return self._position.action_of_move(move)


def _position_of(fen: str, rules: str) -> Position:
    return Position(fen, rules=rules)


@dataclass(frozen=True)
class Line:
    """A line of play that the engine found."""

    rank: int
    """1 for the best."""
    depth: int
    score: int
    """For the player to move, in hundredths of a blob."""
    is_proved: bool
    """Whether the score is a proved win or loss."""
    chance: float
    """The probability of a win, from 0 to 1."""
    nodes: int
    seconds: float
    pv: list[str]
    """The moves, the best one first."""


@dataclass(frozen=True)
class ReviewedMove:
    """What the engine thinks of a move of a game; scores are for blue."""

    number: int
    player: str
    move: str
    best: str | None
    score_before: int
    score_after: int
    loss: float
    """What the move cost its player, as a probability of winning."""
    mark: str
    """``good``, ``inaccuracy``, ``mistake`` or ``blunder``."""


@dataclass(frozen=True)
class MatchScore:
    """The score of a match so far, for its first player."""

    wins: int
    draws: int
    losses: int
    percent: float
    elo: float | None
    """The difference in Elo; infinite if one player won everything."""
    elo_error: float | None
    """Half the width of the interval that covers 95 %."""
    likelihood_of_superiority: float
    pairs: list[int]
    """Pairs of games by their half points, 0 to 4."""

    @property
    def played(self) -> int:
        return self.wins + self.draws + self.losses


@dataclass(frozen=True)
class MatchGame:
    """A game of a match."""

    pair: int
    blue: str
    red: str
    start: str
    moves: list[str]
    result: str
    """``1-0`` if blue won, ``0-1`` or ``1/2-1/2``."""
    termination: str
    is_forfeit: bool
    pgn: str


@dataclass(frozen=True)
class MatchResult(MatchScore):
    """The result of a match."""

    players: list[str]
    games: list[MatchGame]

    @property
    def pgn(self) -> str:
        """All games."""
        return "\n".join(game.pgn for game in self.games)


def analyse(
    position: Position,
    *,
    depth: int | None = None,
    nodes: int | None = None,
    time: float | None = None,
    lines: int = 1,
    threads: int = 1,
    megabytes: int = 64,
    progress: Callable[[Line], object] | None = None,
) -> list[Line]:
    """The best lines of play, the best one first; at least one of ``depth``, ``nodes`` and ``time`` (seconds) is needed.

    The GIL is released; Ctrl-C ends the call, and ``progress`` receives each line as it is found.
    """
    report = None if progress is None else lambda line: progress(Line(**line))
    found = _native.blobwar_analyse(
        position._position, depth, nodes, time, lines, threads, megabytes, report
    )
    return [Line(**line) for line in found]


def review(
    moves: Iterable[str],
    start: Position | None = None,
    *,
    depth: int | None = None,
    nodes: int | None = None,
    time: float | None = None,
    megabytes: int = 64,
    progress: Callable[[ReviewedMove], object] | None = None,
) -> list[ReviewedMove]:
    """What the engine thinks of each move of a game; the limits are for each position.

    >>> [reviewed.player for reviewed in review(["b7", "b1"], depth=2)]
    ['blue', 'red']
    """
    begin = start if start is not None else Position()
    report = None if progress is None else lambda reviewed: progress(ReviewedMove(**reviewed))
    found = _native.blobwar_review(begin._position, list(moves), depth, nodes, time, megabytes, report)
    return [ReviewedMove(**reviewed) for reviewed in found]


class Player:
    """A built-in player, called with a position: ``laplace``, ``level:1`` to ``level:10``, ``student:DEPTH``, ``random`` or ``greedy``.

    ``laplace:hash=16,threads=2`` sets the memory of the engine's table, in MiB, and its threads. A student of depth 6 or more thinks for seconds and cannot be interrupted within a move.

    >>> choose = Player("greedy", seed=1)
    >>> choose(Position()) in Position().legal_moves()
    True
    """

    __slots__ = ("_player",)

    def __init__(
        self,
        name: str,
        *,
        seed: int = 1,
        depth: int | None = None,
        nodes: int | None = None,
        move_time: float | None = None,
    ) -> None:
        if depth is None and nodes is None and move_time is None:
            move_time = 0.1
        self._player = _native.BlobwarPlayer(name, seed, depth, nodes, move_time)

    def __repr__(self) -> str:
        return f"Player({self._player.name!r})"

    def __call__(self, position: Position) -> str:
        """The move to play."""
        return self._player.choose(position._position)


Chooser = Callable[[Position], str]
"""Anything that chooses a move: a :class:`Player`, or a function of your own."""


def play(
    blue: Chooser,
    red: Chooser,
    start: Position | None = None,
    *,
    progress: Callable[[Position, str], object] | None = None,
) -> tuple[Position, list[str]]:
    """Plays a game between two choosers; the last position and the moves.

    An illegal move of a chooser is an :class:`IllegalMove`, and the game is not played on.

    >>> last, moves = play(Player("greedy"), lambda position: position.legal_moves()[0])
    >>> last.is_over
    True
    """
    position = start if start is not None else Position()
    moves: list[str] = []
    while not position.is_over:
        move = (blue if position.turn == "blue" else red)(position)
        position = position.play(move)
        moves.append(move)
        if progress is not None:
            progress(position, move)
    return position, moves


def match(
    a: str,
    b: str,
    *,
    games: int = 20,
    starts: Iterable[Position] | None = None,
    plies: int = 4,
    seed: int = 1,
    depth: int | None = None,
    nodes: int | None = None,
    move_time: float | None = None,
    clock: str | None = None,
    workers: int = 1,
    progress: Callable[[MatchGame, MatchScore], object] | None = None,
) -> MatchResult:
    """Plays a match between two players: pairs of games from random openings, each with both colours.

    A player is built in (see :class:`Player`) or the command of a UAI engine. One of ``depth``, ``nodes``, ``move_time`` (seconds) and
    ``clock`` (``"10+0.1"``) limits its moves; without any it is 0.1 s a move. Openings are ``plies`` random moves from ``starts``.
    """
    if games < 0 or games % 2 != 0:
        raise InputError(f"found {games} games, expected an even number: a pair has two", None, str(games), "an even number")
    if depth is None and nodes is None and move_time is None and clock is None:
        move_time = 0.1
    begin = [start._position for start in (starts if starts is not None else [Position()])]

    def report(game: dict[str, Any], score: dict[str, Any]) -> None:
        if progress is not None:
            progress(MatchGame(**game), MatchScore(**score))

    found = _native.blobwar_match(
        a, b, begin, games // 2, plies, seed, depth, nodes, move_time, clock, workers, report
    )
    return MatchResult(games=[MatchGame(**game) for game in found.pop("games")], **found)
