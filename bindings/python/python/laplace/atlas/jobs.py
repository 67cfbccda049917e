"""What is to be done for a number: solve a seed, make a block of training games, play a pair of a match.

A job is a small value that travels to workers; its numbers are done there in any order, each as often as it takes, always with the same
result but for ``seconds``, the processor time it took (a busy machine does not count). Nothing here knows where it runs or what becomes of the rows, and workers need neither
pyarrow nor Ray's own process to import it.
"""

from __future__ import annotations

import functools
import gzip
import hashlib
import io
import struct
import time
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, Protocol

from laplace import __version__, _native, demon
from laplace.blobwar import Position, match
from laplace.errors import InputError

Row = dict[str, Any]
"""A row of the table, by column."""


class Result(NamedTuple):
    """What came out for a number."""

    row: Row
    data: bytes | None = None
    """What is kept beside the table: a move file, a block of games."""


class UnfitWorker(Exception):
    """A worker whose program gives other results than the driver's: no row of it may be mixed with the others."""


class Job(Protocol):
    """What a driver needs to know of a job."""

    name: ClassVar[str]
    """The name in ``run.json``."""
    units: ClassVar[str]
    """What the numbers are, in progress lines."""
    key: ClassVar[str]
    """The column of the number."""
    columns: ClassVar[Mapping[str, str]]
    """The columns with their types in Arrow, without the last one, ``failure``."""
    counted: ClassVar[str]
    """The column whose sum is kept for progress lines."""
    attachment: ClassVar[str]
    """How the files are named that hold what is kept beside the table: a prefix and an extension around the shard's number."""
    shard: ClassVar[int]
    """The numbers of a shard in a new folder."""

    def __hash__(self) -> int:
        """A job is a value: equal ones are checked once in a process."""
        ...

    def settings(self) -> Mapping[str, Any]:
        """What determines the rows: a folder holds rows of the same settings only."""
        ...

    def check(self) -> None:
        """Raises :class:`UnfitWorker` in a process that would give other rows."""
        ...

    def do(self, number: int) -> Result:
        """Does the work of a number."""
        ...

    def pack(self, parts: Mapping[int, bytes]) -> bytes:
        """The file beside a shard from what its numbers left, by number."""
        ...

    def unpack(self, packed: bytes) -> dict[int, bytes]:
        """The parts of such a file."""
        ...


@functools.lru_cache(maxsize=2)
def ready(job: Job) -> Job:
    """The job, checked once in each process."""
    job.check()
    return job


@functools.cache
def solver_fingerprint() -> str:
    """A hash of what the solver answers to a small question: other solvers of the same version answer otherwise, as a rule."""
    answers = (demon.solve(s, moves=200, effort=2).to_text() for s in (231, 1003))
    return hashlib.sha256("".join(answers).encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Seeds:
    """Solves seeds of the demon with a fixed effort."""

    effort: int = demon.DEFAULT_EFFORT
    length: int = demon.MAX_MOVES
    """The moves of each game."""
    keep_moves: bool = False
    fingerprint: str = ""
    """That of the driver's solver."""

    name: ClassVar[str] = "seeds"
    units: ClassVar[str] = "seeds"
    key: ClassVar[str] = "s"
    columns: ClassVar[Mapping[str, str]] = {
        "s": "int32",
        "moves": "int32",
        "score": "int32",
        "plain_bound": "int32",
        "tight_bound": "int32",
        "gap": "int32",
        "proved": "bool",
        "lines": "int32",
        "tetrises": "int32",
        "back_to_backs": "int32",
        "loss_empty": "int32",
        "loss_nearly_empty": "int32",
        "loss_full": "int32",
        "loss_tetris": "int32",
        "loss_lines": "int32",
        "seconds": "float64",
        "effort": "int32",
        "version": "string",
        "moves_hash": "string",
    }
    counted: ClassVar[str] = "proved"
    attachment: ClassVar[str] = "moves-{}.zip"
    shard: ClassVar[int] = 1_000

    @classmethod
    def here(cls, effort: int, length: int, keep_moves: bool) -> Seeds:
        """The job for the solver of this process."""
        return cls(effort, length, keep_moves, solver_fingerprint())

    def settings(self) -> Mapping[str, Any]:
        return {
            "effort": self.effort,
            "length": self.length,
            "keep_moves": self.keep_moves,
            "version": __version__,
            "solver": self.fingerprint,
        }

    def check(self) -> None:
        if solver_fingerprint() != self.fingerprint:
            raise UnfitWorker(
                f"the solver of a worker answers {solver_fingerprint()}, the driver's {self.fingerprint}: "
                "install the same build of laplace everywhere"
            )

    def do(self, number: int) -> Result:
        started = time.process_time()
        solution = demon.solve(number, self.length, effort=self.effort)
        seconds = time.process_time() - started
        text = solution.to_text().encode()
        losses: dict[str, int] = dict.fromkeys(("empty", "nearly-empty", "full", "tetris", "lines"), 0)
        for loss in solution.losses:
            losses[loss.kind] += loss.points
        row = {
            "s": number,
            "moves": len(solution.moves),
            "score": solution.score,
            "plain_bound": solution.plain_bound,
            "tight_bound": solution.bound,
            "gap": solution.gap,
            "proved": solution.is_proved,
            "lines": solution.lines,
            "tetrises": solution.tetrises,
            "back_to_backs": solution.back_to_backs,
            **{f"loss_{kind.replace('-', '_')}": points for kind, points in losses.items()},
            "seconds": seconds,
            "effort": self.effort,
            "version": __version__,
            "moves_hash": hashlib.sha256(text).hexdigest(),
        }
        # The time of the file's making in its head would make equal files differ.
        return Result(row, gzip.compress(text, mtime=0) if self.keep_moves else None)

    def pack(self, parts: Mapping[int, bytes]) -> bytes:
        packed = io.BytesIO()
        # The parts are compressed already, by the workers.
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
            for number in sorted(parts):
                archive.writestr(zipfile.ZipInfo(f"{number}.txt.gz"), parts[number])
        return packed.getvalue()

    def unpack(self, packed: bytes) -> dict[int, bytes]:
        with zipfile.ZipFile(io.BytesIO(packed)) as archive:
            return {int(name.partition(".")[0]): archive.read(name) for name in archive.namelist()}


DEFAULT_MIX = "45,25,20,10"
"""The boards of training games, as ``laplace blobwar datagen`` has them."""


@dataclass(frozen=True)
class Games:
    """Makes blocks of training games, as ``laplace blobwar datagen`` does."""

    nodes: int = 2_000
    seed: int = 1
    mix: str = DEFAULT_MIX
    network: bytes | None = None
    """The file of the network that evaluates, in place of the built-in one."""
    counts: bool = False
    checksum: int = 0
    """That of the driver's network."""

    name: ClassVar[str] = "games"
    units: ClassVar[str] = "blocks"
    key: ClassVar[str] = "block"
    columns: ClassVar[Mapping[str, str]] = {
        "block": "int64",
        "games": "int32",
        "positions": "int32",
        "seconds": "float64",
        "version": "string",
        "hash": "string",
    }
    counted: ClassVar[str] = "positions"
    attachment: ClassVar[str] = "games-{}.bin"
    shard: ClassVar[int] = 100
    _HEAD: ClassVar[struct.Struct] = struct.Struct("<4sQII")

    @classmethod
    def here(cls, nodes: int, seed: int, mix: str, network: bytes | None, counts: bool) -> Games:
        """The job for the network of this process."""
        return cls(nodes, seed, mix, network, counts, cls(nodes, seed, mix, network, counts)._maker().network)

    def _maker(self) -> _native.TrainingGames:
        return _maker_of(self.nodes, self.seed, self.mix, self.network, self.counts)

    def settings(self) -> Mapping[str, Any]:
        return {
            "nodes": self.nodes,
            "seed": self.seed,
            "mix": self.mix,
            "network": f"{self.checksum:08x}",
            "version": __version__,
        }

    def check(self) -> None:
        found = self._maker().network
        if found != self.checksum:
            raise UnfitWorker(
                f"the network of a worker is {found:08x}, the driver's {self.checksum:08x}: "
                "install the same build of laplace everywhere"
            )

    def do(self, number: int) -> Result:
        started = time.process_time()
        block, games, positions = self._maker().block(number)
        row = {
            "block": number,
            "games": games,
            "positions": positions,
            "seconds": time.process_time() - started,
            "version": __version__,
            "hash": hashlib.sha256(block).hexdigest(),
        }
        return Result(row, block)

    def pack(self, parts: Mapping[int, bytes]) -> bytes:
        return self._maker().head() + b"".join(parts[number] for number in sorted(parts))

    def unpack(self, packed: bytes) -> dict[int, bytes]:
        parts = {}
        at = len(self._maker().head())
        while at < len(packed):
            _, number, _, length = self._HEAD.unpack_from(packed, at)
            end = at + self._HEAD.size + length + 4
            parts[number] = packed[at:end]
            at = end
        return parts


@functools.lru_cache(maxsize=1)
def _maker_of(nodes: int, seed: int, mix: str, network: bytes | None, counts: bool) -> _native.TrainingGames:
    return _native.TrainingGames(nodes, seed, mix, network, counts)


@dataclass(frozen=True)
class Pairs:
    """Plays the pairs of a match: an opening with both colours each."""

    a: str
    b: str
    pairs: int
    """The pairs of the whole match, which determine its openings."""
    plies: int = 4
    seed: int = 1
    variant: str = "sheet"
    depth: int | None = None
    nodes: int | None = None
    move_time: float | None = None

    name: ClassVar[str] = "pairs"
    units: ClassVar[str] = "pairs"
    key: ClassVar[str] = "pair"
    columns: ClassVar[Mapping[str, str]] = {
        "pair": "int64",
        "opening": "string",
        "half_points": "int8",
        "result_1": "string",
        "result_2": "string",
        "termination_1": "string",
        "termination_2": "string",
        "forfeits": "int8",
        "moves_1": "string",
        "moves_2": "string",
        "seconds": "float64",
        "version": "string",
    }
    counted: ClassVar[str] = "half_points"
    attachment: ClassVar[str] = ""
    shard: ClassVar[int] = 1_000

    def settings(self) -> Mapping[str, Any]:
        return {
            "a": self.a,
            "b": self.b,
            "pairs": self.pairs,
            "plies": self.plies,
            "seed": self.seed,
            "variant": self.variant,
            "depth": self.depth,
            "nodes": self.nodes,
            "move_time": self.move_time,
            "version": __version__,
            "network": f"{_built_in_network():08x}",
        }

    def check(self) -> None:
        # Results of different machines are not compared: players by the clock play other games anyway. But an engine that is not
        # there would lose every pair, so each is started once.
        start = [Position(variant=self.variant)._position]
        try:
            _native.blobwar_match(self.a, self.b, start, 0, 0, 1, self.depth, self.nodes, self.move_time, None, 1, None)
        except InputError as error:
            raise UnfitWorker(f"a worker cannot play: {error}") from None
        self.openings()

    def openings(self) -> list[_native.BlobwarPosition]:
        """The openings of the whole match; fewer than pairs if there are hardly any, and then they are repeated."""
        return _openings(self.variant, self.pairs, self.plies, self.seed)

    def do(self, number: int) -> Result:
        openings = self.openings()
        opening = openings[number % len(openings)]
        started = time.process_time()
        # Players of chance have the seeds that they would have in one long match.
        played = match(
            self.a,
            self.b,
            games=2,
            starts=[Position._of(opening)],
            plies=0,
            seed=self.seed + 2 * number,
            depth=self.depth,
            nodes=self.nodes,
            move_time=self.move_time,
        )
        first, second = played.games
        row = {
            "pair": number,
            "opening": opening.fen,
            "half_points": played.pairs.index(1),
            "result_1": first.result,
            "result_2": second.result,
            "termination_1": first.termination,
            "termination_2": second.termination,
            "forfeits": int(first.is_forfeit) + int(second.is_forfeit),
            "moves_1": " ".join(first.moves),
            "moves_2": " ".join(second.moves),
            "seconds": time.process_time() - started,
            "version": __version__,
        }
        return Result(row)

    def pack(self, parts: Mapping[int, bytes]) -> bytes:
        raise NotImplementedError("pairs keep nothing beside their table")

    def unpack(self, packed: bytes) -> dict[int, bytes]:
        raise NotImplementedError("pairs keep nothing beside their table")


@functools.lru_cache(maxsize=1)
def _openings(variant: str, pairs: int, plies: int, seed: int) -> list[_native.BlobwarPosition]:
    return _native.blobwar_openings([Position(variant=variant)._position], pairs, plies, seed)


@functools.cache
def _built_in_network() -> int:
    return _native.TrainingGames(1, 1, DEFAULT_MIX, None, False).network
