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

import shlex
import shutil
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from laplace import _native
from laplace._values import MAX_SEED, MAX_THREADS, as_bytes, integer, optional_integer, refusal, seconds
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
_MAX_DEPTH = 64
# A table of 64 GiB, as the engine's own option has it.
_MAX_MEGABYTES = 65_536
_MAX_LINES = 256
_MAX_NODES = 2**63 - 1
_MAX_GAMES = 1_000_000
# No game is longer, so that more random moves never leave an opening.
_MAX_PLIES = 1_000
_MAX_PERFT = 20


def __dir__() -> list[str]:
    # What this module imports is not part of it.
    return sorted(__all__)


def _limits(
    depth: int | None, nodes: int | None, time: float | None
) -> tuple[int | None, int | None, float | None]:
    """The limits of a search, checked."""
    return (
        optional_integer(depth, "a depth", 1, _MAX_DEPTH),
        optional_integer(nodes, "a number of nodes", 1, _MAX_NODES),
        seconds(time),
    )


def _megabytes(megabytes: int) -> int:
    return integer(megabytes, "a size in MiB", 1, _MAX_MEGABYTES)


def _native_position(position: Position) -> _native.BlobwarPosition:
    if not isinstance(position, Position):
        raise TypeError(f"found {type(position).__name__}, expected a laplace.blobwar.Position")
    return position._position


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
        if not isinstance(text, (str, Iterable)):
            raise refusal(text, "startpos, a FEN, plateau (64 values 0, 1 or -1) or pions (two integers)")
        if map is not None and text != "startpos":
            raise refusal((text, map), "either a position or a map")
        if map is not None:
            self._position = _native.BlobwarPosition.start(variant, map, rules)
        else:
            written = text if isinstance(text, str) else str([integer(number, "a number", -1, 2**64 - 1) for number in text])
            self._position = _native.BlobwarPosition.read(as_bytes(written), variant, rules)

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
        return self._position.perft(integer(depth, "a depth", 0, _MAX_PERFT))

    @property
    def action_count(self) -> int:
        """The number of actions on a board of this size: doublings, jumps, and the pass."""
        return self._position.action_count

    def action_mask(self) -> npt.NDArray[np.int8]:
        """Which actions are legal moves."""
        return self._position.action_mask()

    def move_of_action(self, action: int) -> str:
        return self._position.move_of_action(integer(action, "an action", 0, self.action_count - 1))

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
        _native_position(position),
        *_limits(depth, nodes, time),
        integer(lines, "a number of lines", 1, _MAX_LINES),
        integer(threads, "a number of threads", 1, MAX_THREADS),
        _megabytes(megabytes),
        report,
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
    found = _native.blobwar_review(
        _native_position(begin), list(moves), *_limits(depth, nodes, time), _megabytes(megabytes), report
    )
    return [ReviewedMove(**reviewed) for reviewed in found]


class Player:
    """A built-in player, called with a position: ``laplace``, ``level:1`` to ``level:10``, ``student:DEPTH``, ``random`` or ``greedy``.

    ``laplace:hash=16,threads=2`` sets the memory of the engine's table, in MiB, and its threads. Ctrl-C ends a move of any of them.

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
        self._player = _native.BlobwarPlayer(name, integer(seed, "a seed", 0, MAX_SEED), *_limits(depth, nodes, move_time))

    def __repr__(self) -> str:
        return f"Player({self._player.name!r})"

    def __call__(self, position: Position) -> str:
        """The move to play."""
        return self._player.choose(_native_position(position))


Chooser = Callable[[Position], str]
"""Anything that chooses a move: a :class:`Player`, or a function of your own."""


def play(
    blue: Chooser | str,
    red: Chooser | str,
    start: Position | None = None,
    *,
    progress: Callable[[Position, str], object] | None = None,
) -> tuple[Position, list[str]]:
    """Plays a game between two choosers, or built-in players by their names; the last position and the moves.

    An illegal move of a chooser is an :class:`IllegalMove`, and the game is not played on.

    >>> last, moves = play("greedy", lambda position: position.legal_moves()[0])
    >>> last.is_over
    True
    """
    position = start if start is not None else Position()
    choosers = {"blue": _chooser(blue), "red": _chooser(red)}
    moves: list[str] = []
    while not position.is_over:
        move = choosers[position.turn](position)
        position = position.play(move)
        moves.append(move)
        if progress is not None:
            progress(position, move)
    return position, moves


def _chooser(chooser: Chooser | str) -> Chooser:
    if not isinstance(chooser, str) and not callable(chooser):
        raise refusal(chooser, "a function of a position, or the name of a player")
    return Player(chooser) if isinstance(chooser, str) else chooser


def _check_command(player: str) -> None:
    """Refuses a name that is neither a built-in player nor a program: most likely a typo. A path says itself why it cannot start."""
    words = shlex.split(player) or [""]
    if not is_built_in(player) and "/" not in words[0] and shutil.which(words[0]) is None:
        raise refusal(player, "laplace, level:N, student:N, random, greedy or the command of a UAI engine")


def is_built_in(player: str) -> bool:
    """Whether a name means a built-in player, though perhaps with options that it does not have."""
    return player.partition(":")[0] in ("laplace", "level", "student", "random", "greedy")


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
    for player in (a, b):
        _check_command(player)
    if integer(games, "a number of games", 2, _MAX_GAMES) % 2 != 0:
        raise refusal(games, "an even number of games: a pair has two")
    if depth is None and nodes is None and move_time is None and clock is None:
        move_time = 0.1
    begin = [_native_position(start) for start in (starts if starts is not None else [Position()])]

    def report(game: dict[str, Any], score: dict[str, Any]) -> None:
        if progress is not None:
            progress(MatchGame(**game), MatchScore(**score))

    found = _native.blobwar_match(
        a,
        b,
        begin,
        games // 2,
        integer(plies, "a number of plies", 0, _MAX_PLIES),
        integer(seed, "a seed", 0, MAX_SEED),
        *_limits(depth, nodes, move_time),
        clock,
        integer(workers, "a number of workers", 1, MAX_THREADS),
        report,
    )
    return MatchResult(games=[MatchGame(**game) for game in found.pop("games")], **found)
