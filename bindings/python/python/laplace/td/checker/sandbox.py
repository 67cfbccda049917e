"""Runs a solution in a process of its own, as far from the teacher's machine as the system allows.

Three walls, each used where it is there:

1. Bubblewrap: other namespaces, so that there is no network, no other process and no file but Python's own.
2. A filter of system calls (Linux on x86-64): no sockets, no new processes or threads, no file written, created or removed.
3. Resource limits: memory, processor time, the size of files (nothing can be written), the number of processes.

:func:`isolation` reports which of them this machine has.
"""

from __future__ import annotations

import contextlib
import functools
import json
import os
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

INSIDE = Path(__file__).parent / "inside"
MAX_ANSWER_BYTES = 32 << 20
MAX_LINE_BYTES = 1 << 20
DEFAULT_SECONDS = 2.0
DEFAULT_MEGABYTES = 512


@dataclass(frozen=True)
class Limits:
    """What a solution may use."""

    seconds: float = DEFAULT_SECONDS
    """Processor time for loading the file, and for each question."""
    megabytes: int = DEFAULT_MEGABYTES

    @property
    def patience(self) -> float:
        """How long to wait by the clock on the wall: much longer, since the machine may be busy."""
        return 30 + 5 * self.seconds


class Died(Exception):
    """The process ended, or was ended, before it answered."""

    def __init__(self, kind: str, status: int | None = None) -> None:
        super().__init__(kind)
        self.kind = kind
        self.status = status


def _python() -> str:
    """The interpreter itself rather than that of a virtual environment, whose packages a solution does not need."""
    return os.path.realpath(getattr(sys, "_base_executable", None) or sys.executable)


def _bubblewrap(command: list[str]) -> list[str]:
    bind = ["/usr", "/lib", "/lib64", "/etc/ld.so.cache", os.path.realpath(sys.base_prefix), str(INSIDE)]
    bound = [word for path in bind for word in ("--ro-bind-try", path, path)]
    isolated = "--unshare-all --die-with-parent --new-session --clearenv --cap-drop ALL".split()
    return [
        shutil.which("bwrap") or "bwrap", *isolated, *bound,
        "--proc", "/proc", "--dev", "/dev", "--remount-ro", "/", "--chdir", "/", "--", *command,
    ]  # fmt: skip


@functools.cache
def has_bubblewrap() -> bool:
    """Whether bubblewrap is installed and may make namespaces here; in containers it often may not."""
    if sys.platform != "linux" or shutil.which("bwrap") is None:
        return False
    tried = subprocess.run(
        _bubblewrap([_python(), "-I", "-S", "-c", "import json"]),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
    )
    return tried.returncode == 0


class Sandbox:
    """A process that runs one solution."""

    def __init__(self, order: dict[str, Any], limits: Limits) -> None:
        self.limits = limits
        # -I and -S: neither the environment, nor the current folder, nor installed packages. -B: no files are written.
        command = [_python(), "-I", "-S", "-B", str(INSIDE / "runner.py")]
        if has_bubblewrap():
            command = _bubblewrap(command)
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={},
            cwd="/",
            start_new_session=True,
        )
        self._buffer = bytearray()
        self._received = 0
        self._send({**order, "seconds": limits.seconds, "megabytes": limits.megabytes})

    def __enter__(self) -> Sandbox:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.end()

    def answer(self) -> dict[str, Any]:
        """The next answer; :class:`Died` if none comes."""
        line = self._line(time.monotonic() + self.limits.patience)
        try:
            answer = json.loads(line)
        except ValueError as error:
            # Only a solution that writes to our pipe can cause this.
            raise Died("died") from error
        if not isinstance(answer, dict):
            raise Died("died")
        return answer

    def call(self, request: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """The answers to the cases of a request."""
        self._send(request)
        while True:
            answer = self.answer()
            if "done" in answer:
                return
            yield answer

    def _send(self, request: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.write(json.dumps(request).encode() + b"\n")
            self._process.stdin.flush()

    def _line(self, deadline: float) -> bytes:
        assert self._process.stdout is not None
        output = self._process.stdout.fileno()
        end = self._buffer.find(b"\n")
        while end < 0:
            left = deadline - time.monotonic()
            ready, _, _ = select.select([output], [], [], max(left, 0))
            if not ready:
                raise Died("timeout")
            part = os.read(output, 1 << 16)
            if not part:
                raise self._death()
            self._received += len(part)
            if self._received > MAX_ANSWER_BYTES or len(self._buffer) > MAX_LINE_BYTES:
                raise Died("died")
            searched = len(self._buffer)
            self._buffer += part
            end = self._buffer.find(b"\n", searched)
        line = bytes(self._buffer[:end])
        del self._buffer[: end + 1]
        return line

    def _death(self) -> Died:
        status = self._process.wait()
        # Bubblewrap reports a signal as a shell does.
        number = -status if status < 0 else status - 128
        if number in (signal.SIGPROF, signal.SIGXCPU):
            return Died("timeout")
        if number == signal.SIGKILL:
            return Died("memory")
        return Died("died", status)

    def end(self) -> None:
        """Ends the process and everything that it started."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with contextlib.suppress(BrokenPipeError):
                    pipe.close()
        self._process.wait()


@functools.cache
def isolation() -> dict[str, bool]:
    """What this machine keeps a solution from, by name: see docs/python/teachers.md."""
    with Sandbox({"source": "", "modules": {}}, Limits()) as sandbox:
        sandbox.answer()
        limited: dict[str, bool] = sandbox.answer()["limited"]
    bubblewrap = has_bubblewrap()
    filtered = limited["system_calls"]
    return {
        "bubblewrap": bubblewrap,
        "system_call_filter": filtered,
        "no_network": bubblewrap or filtered,
        "no_processes": filtered or limited["processes"],
        "no_written_bytes": limited["file_size"],
        "no_new_files": bubblewrap or filtered,
        "no_foreign_files_read": bubblewrap,
        "memory_limit": limited["memory"],
    }
