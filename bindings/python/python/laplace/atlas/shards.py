"""The folder of a run: its settings, journals, and Parquet shards.

======================  ====================================================================================
``run.json``            the job and its settings: a folder holds rows of the same settings only
``shard-N.parquet``     the rows of numbers N to N + shard size - 1, sorted, each number once
``moves-N.zip``         what belongs to a shard beside its rows (or ``games-N.bin``)
``journal-N.jsonl``     rows of a shard that is not complete, as they came
``lock``                held by the driver that writes
======================  ====================================================================================

A row is appended to its journal with a checksum, by one write as soon as it arrives, so a driver that is killed loses only what is under way in workers. A
shard whose numbers are all there is written beside its place and renamed, then its journal is removed; killed in between, both are there,
and rows are taken once, by number. The driver keeps one byte a number of the shards that are open, whatever the size of the run.
"""

from __future__ import annotations

import base64
import contextlib
import gzip
import io
import json
import os
import re
import zlib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from laplace._values import refusal
from laplace.atlas.jobs import Job, Result, Row
from laplace.errors import InputError

FORMAT = 1
_META = b"laplace.atlas"
_PARQUET = re.compile(r"shard-(\d{8})\.parquet")
_JOURNAL = re.compile(r"journal-(\d{8})\.jsonl")


def parquet_files(folder: Path) -> list[Path]:
    """The shards of a folder, in order; an :class:`InputError` if there are none."""
    found = sorted(path for path in folder.glob("shard-*.parquet") if _PARQUET.fullmatch(path.name))
    if not found:
        raise refusal(str(folder), "a folder of `python -m laplace.atlas` with at least one whole shard")
    return found


def read_settings(folder: Path) -> dict[str, Any]:
    """What ``run.json`` holds."""
    path = folder / "run.json"
    try:
        read = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise refusal(str(folder), "a folder of `python -m laplace.atlas`, with a file run.json") from None
    except (ValueError, UnicodeError) as error:
        raise InputError(f"{path}: found no JSON ({error}), expected the settings of a run") from None
    if not isinstance(read, dict) or read.get("format") != FORMAT:
        raise InputError(f"{path}: found another format, expected format {FORMAT} of laplace.atlas")
    return read


def attached(folder: Path, number: int) -> bytes:
    """The move file of a seed."""
    import zipfile

    size = read_settings(folder)["shard"]
    path = folder / f"moves-{number // size * size:08}.zip"
    try:
        with zipfile.ZipFile(path) as archive:
            return gzip.decompress(archive.read(f"{number}.txt.gz"))
    except (FileNotFoundError, KeyError):
        raise KeyError(f"no move file of {number} in {folder}: it was not solved yet, or without --moves") from None


def write_whole(path: Path, data: bytes) -> None:
    """Writes a file as a whole or not at all."""
    beside = path.with_name(f".{path.name}.part")
    try:
        with open(beside, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    except BaseException:
        with contextlib.suppress(OSError):
            beside.unlink()
        raise
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


_CHECKSUM = b',"crc32":'


def _line(row: Mapping[str, Any]) -> bytes:
    """A line of a journal; its last field is the checksum of the others."""
    text = json.dumps(row, separators=(",", ":")).encode()
    return text[:-1] + _CHECKSUM + str(zlib.crc32(text)).encode() + b"}\n"


def _checked(line: bytes) -> dict[str, Any]:
    """What a line of a journal holds; a `ValueError` if somebody else has written or changed it."""
    text, _, checksum = line.rpartition(_CHECKSUM)
    if not checksum or zlib.crc32(text + b"}") != int(checksum.removesuffix(b"}\n")):
        raise ValueError("wrong checksum")
    read = json.loads(text + b"}")
    assert isinstance(read, dict)
    return read


class _OpenShard:
    """A shard that is not complete: which numbers are there, and its journal."""

    def __init__(self, path: Path, wanted: range, done: set[int]) -> None:
        self.path = path
        self.wanted = wanted
        self.is_done = bytearray(len(wanted))
        for number in done:
            if number in wanted:
                self.is_done[number - wanted.start] = 1
        self.left = self.is_done.count(0)
        # Opened at the first row, so that a shard without one leaves no file.
        self._file: int | None = None

    def append(self, number: int, line: bytes) -> None:
        if self._file is None:
            self._file = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
        end = os.fstat(self._file).st_size
        written = os.write(self._file, line)
        if written < len(line):
            # The disk is full: half a row must not be there when the next one is added.
            os.ftruncate(self._file, end)
            raise OSError(f"{self.path}: the disk is full")
        if not self.is_done[number - self.wanted.start]:
            self.is_done[number - self.wanted.start] = 1
            self.left -= 1

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None


class Folder:
    """A folder under the hands of one driver."""

    def __init__(self, path: Path, job: Job, shard: int | None = None) -> None:
        self.path = path
        self._job = job
        self._open: dict[int, _OpenShard] = {}
        types = {**job.columns, "failure": "string"}
        self._schema = pa.schema([(name, pa.type_for_alias(kind)) for name, kind in types.items()])
        if path.exists() and not path.is_dir():
            raise refusal(str(path), "a folder")
        path.mkdir(parents=True, exist_ok=True)
        self._lock = os.open(path / "lock", os.O_RDWR | os.O_CREAT, 0o666)
        try:
            self._take_lock()
            self.size = self._settle(shard)
        except BaseException:
            os.close(self._lock)
            raise

    def _take_lock(self) -> None:
        try:
            import fcntl
        except ImportError:
            # A system without it: two drivers on one folder are not noticed.
            return
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise InputError(f"{self.path}: another run is writing to this folder") from None

    def _settle(self, shard: int | None) -> int:
        """Writes the settings, or compares them with those that are there; the size of a shard."""
        wanted: dict[str, Any] = {"format": FORMAT, "job": self._job.name, "settings": dict(self._job.settings())}
        if not (self.path / "run.json").exists():
            size = shard or self._job.shard
            write_whole(self.path / "run.json", (json.dumps({**wanted, "shard": size}, indent=2) + "\n").encode())
            return size
        found = read_settings(self.path)
        if found["job"] != wanted["job"]:
            raise InputError(f"{self.path}: found a folder of {found['job']}, expected one of {wanted['job']}")
        for name, value in wanted["settings"].items():
            if found["settings"].get(name) != value:
                raise InputError(
                    f"{self.path}: found rows with {name} {found['settings'].get(name)}, expected {name} {value}: "
                    "take another folder, or the same settings"
                )
        size = int(found["shard"])
        if shard not in (None, size):
            raise InputError(f"{self.path}: found shards of {size} numbers, expected {shard}: take another folder, or no --shard")
        return size

    def close(self) -> None:
        """Lets go of the folder."""
        for shard in self._open.values():
            shard.close()
        os.close(self._lock)

    # What is there

    def _parquet(self, start: int) -> Path:
        return self.path / f"shard-{start:08}.parquet"

    def _journal(self, start: int) -> Path:
        return self.path / f"journal-{start:08}.jsonl"

    def _attachment(self, start: int) -> Path | None:
        return self.path / self._job.attachment.format(f"{start:08}") if self._job.attachment else None

    def _meta(self, path: Path) -> dict[str, int]:
        """The counts in the foot of a shard."""
        try:
            foot = pq.read_metadata(path)
            return {"rows": foot.num_rows, **json.loads(foot.metadata[_META])}
        except (pa.ArrowException, KeyError, TypeError, ValueError) as error:
            raise InputError(f"{path}: found a damaged shard ({error}); remove it, and its numbers are done again") from None

    def _journal_lines(self, start: int) -> Iterator[dict[str, Any]]:
        """The rows of a journal; half a row at its end, of a driver that was killed, is cut off."""
        path = self._journal(start)
        with contextlib.suppress(FileNotFoundError), open(path, "r+b") as file:
            while line := file.readline():
                offset = file.tell() - len(line)
                try:
                    if not line.endswith(b"\n"):
                        raise ValueError("half a row")
                    read = _checked(line)
                except ValueError:
                    if file.read(1):
                        raise InputError(
                            f"{path}: found a damaged row at offset {offset}, expected rows that the driver wrote; "
                            "remove the file, and its numbers are done again"
                        ) from None
                    file.truncate(offset)
                    return
                yield read

    def _rows(self, start: int) -> tuple[dict[int, Row], dict[int, bytes]]:
        """All rows of a shard, and what belongs to them, by number. A success is never replaced by a failure."""
        rows: dict[int, Row] = {}
        parts: dict[int, bytes] = {}
        if self._parquet(start).exists():
            for row in pq.read_table(self._parquet(start), schema=self._schema).to_pylist():
                rows[row[self._job.key]] = row
        attachment = self._attachment(start)
        if attachment is not None and attachment.exists():
            parts = self._job.unpack(attachment.read_bytes())
        for line in self._journal_lines(start):
            row = line["row"]
            number = row[self._job.key]
            if row.get("failure") is None or number not in rows:
                rows[number] = row
                if "data" in line:
                    parts[number] = base64.b64decode(line["data"])
        return rows, parts

    def missing(self, numbers: range, found: Callable[[int, int], None]) -> Iterator[int]:
        """The numbers that have to be done, in order; those that failed are among them.

        Opens the shard of each. Calls `found` for each shard, with the number of rows that are there already and the sum of their
        counted column.
        """
        for start in range(numbers.start // self.size * self.size, numbers.stop, self.size):
            wanted = range(max(start, numbers.start), min(start + self.size, numbers.stop))
            parquet = self._parquet(start)
            if parquet.exists() and not self._journal(start).exists():
                meta = self._meta(parquet)
                if len(wanted) == self.size == meta["rows"] and meta["failed"] == 0:
                    found(meta["rows"], meta["counted"])
                    continue
            if parquet.exists() or self._journal(start).exists():
                rows = [row for row in self._rows(start)[0].values() if row.get("failure") is None]
                done = {row[self._job.key] for row in rows if row[self._job.key] in wanted}
                found(len(done), sum(row[self._job.counted] for row in rows if row[self._job.key] in done))
            else:
                done = set()
            shard = _OpenShard(self._journal(start), wanted, done)
            if shard.left == 0:
                if self._journal(start).exists():
                    self._write(start)
                continue
            self._open[start] = shard
            for number in wanted:
                if not shard.is_done[number - wanted.start]:
                    yield number

    def rows(self) -> Iterator[Row]:
        """All rows that are there, in order, one shard in memory at a time."""
        for start in self._starts():
            rows, _ = self._rows(start)
            yield from (rows[number] for number in sorted(rows))

    def _starts(self) -> list[int]:
        """The first numbers of all shards and journals that are there, in order."""
        starts = {
            int(match[1])
            for path in self.path.iterdir()
            for pattern in (_PARQUET, _JOURNAL)
            if (match := pattern.fullmatch(path.name))
        }
        return sorted(starts)

    # What is added

    def add(self, number: int, result: Result) -> None:
        """Keeps a row; the last one of a shard completes it."""
        line: dict[str, Any] = {"row": result.row}
        if result.data is not None:
            line["data"] = base64.b64encode(result.data).decode()
        self._append(number, line)

    def add_failure(self, number: int, reason: str) -> None:
        """Keeps the reason why a number has no values."""
        self._append(number, {"row": {self._job.key: number, "failure": reason}})

    def _append(self, number: int, line: Mapping[str, Any]) -> None:
        start = number // self.size * self.size
        shard = self._open[start]
        shard.append(number, _line(line))
        if shard.left == 0:
            self._complete(start)

    def _complete(self, start: int) -> None:
        self._open.pop(start).close()
        self._write(start)

    def finish(self, keep: Callable[[Row], bool] | None = None) -> None:
        """Turns the journals that are left into shards, which have fewer rows than they could; a later run adds to them.

        With ``keep``, all other rows are dropped, also those of complete shards.
        """
        for shard in self._open.values():
            shard.close()
        self._open.clear()
        for start in self._starts():
            if self._journal(start).exists():
                self._write(start, keep)
            elif keep is not None and not all(keep(row) for row in self._rows(start)[0].values()):
                self._write(start, keep)

    def _write(self, start: int, keep: Callable[[Row], bool] | None = None) -> None:
        rows, parts = self._rows(start)
        kept = [rows[number] for number in sorted(rows) if keep is None or keep(rows[number])]
        attachment = self._attachment(start)
        if attachment is not None and parts:
            write_whole(attachment, self._job.pack(parts))
        if kept:
            failed = sum(row.get("failure") is not None for row in kept)
            counted = sum(int(row.get(self._job.counted) or 0) for row in kept)
            meta = {_META: json.dumps({"failed": failed, "counted": counted}).encode()}
            table = pa.Table.from_pylist(kept, schema=self._schema.with_metadata(meta))
            buffer = io.BytesIO()
            pq.write_table(table, buffer, compression="zstd")
            write_whole(self._parquet(start), buffer.getvalue())
        else:
            self._parquet(start).unlink(missing_ok=True)
        self._journal(start).unlink(missing_ok=True)
