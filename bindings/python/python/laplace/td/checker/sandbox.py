"""Runs a solution in a process of its own, as far from the teacher's machine as the system allows.

Three walls, each used where it is there:

1. Bubblewrap: other namespaces, so that there is no network, no other process and no file but Python's own.
2. A filter of system calls (Linux on x86-64): no sockets, no new processes or threads, no file written, created or removed.
3. Resource limits: memory, processor time, the size of files (nothing can be written), the number of processes.

This side trusts nothing of the other: every answer is validated, answers are counted here, and reading, writing and waiting
have a deadline.

:func:`isolation` reports which of them this machine has.
"""

from __future__ import annotations

import contextlib
import functools
import glob
import json
import os
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from laplace.td.checker import answers
from laplace.td.checker.answers import MAX_LINE_BYTES, Malformed

INSIDE = Path(__file__).parent / "inside"
# How often the processor time of a solution is looked at, and what may be measured beyond its limit: the start of Python counts.
_LOOK_SECONDS = 0.25
_CPU_SLACK = 0.5
_INSIDE_BUBBLEWRAP = "/checker"
# Statements outside of the functions that may take all of the time for loading; each of them is skipped.
MAX_ENDLESS = 3
DEFAULT_SECONDS = 2.0
DEFAULT_MEGABYTES = 512
MIN_MEGABYTES = 32
"""With less memory Python itself may not start, which would look like a mistake of the solution."""


@dataclass(frozen=True)
class Limits:
    """What a solution may use."""

    seconds: float = DEFAULT_SECONDS
    """Processor time for loading the file, and for each question."""
    megabytes: int = DEFAULT_MEGABYTES

    @property
    def patience(self) -> float:
        """Seconds of the clock for loading the file, and for each question: more, since the machine may be busy."""
        return 30 + 5 * self.seconds

    @property
    def patience_for_all(self) -> float:
        """Seconds of the clock for all questions and files of a solution."""
        return 4 * (30 + 5 * self.seconds)


class Died(Exception):
    """The process ended, or was ended, before it answered."""

    def __init__(self, kind: str, status: int | None = None) -> None:
        super().__init__(kind)
        self.kind = kind
        self.status = status


def _python() -> str:
    """The interpreter itself rather than that of a virtual environment, whose packages a solution does not need."""
    return os.path.realpath(getattr(sys, "_base_executable", None) or sys.executable)


def _packages(prefix: str) -> list[str]:
    """The folders below a prefix of Python that have installed packages: a solution sees the standard library only."""
    patterns = ("lib*/python*/*-packages", "local/lib*/python*/*-packages", "envs", "pkgs")
    found = {os.path.realpath(path) for pattern in patterns for path in glob.glob(os.path.join(prefix, pattern))}
    return sorted(path for path in found if os.path.isdir(path))


def _bubblewrap(command: list[str]) -> list[str]:
    prefix = os.path.realpath(sys.base_prefix)
    bind = ["/usr", "/lib", "/lib64", "/etc/ld.so.cache", prefix]
    bound = [word for path in bind for word in ("--ro-bind-try", path, path)]
    hidden = sorted({*_packages("/usr"), *_packages(prefix)})
    covers = [word for path in hidden for word in ("--tmpfs", path, "--remount-ro", path)]
    isolated = "--unshare-all --die-with-parent --new-session --clearenv --cap-drop ALL".split()
    return [
        shutil.which("bwrap") or "bwrap", *isolated, *bound, *covers, "--ro-bind", str(INSIDE), _INSIDE_BUBBLEWRAP,
        "--proc", "/proc", "--dev", "/dev", "--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/", "--", *command,
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


def _cpu_seconds(root: int) -> float:
    """The processor time of a process and of those below it; 0 where the system has no `/proc`."""
    ticks = 0
    pending = [root]
    while pending:
        pid = pending.pop()
        try:
            status = Path(f"/proc/{pid}/stat").read_bytes()
            children = Path(f"/proc/{pid}/task/{pid}/children").read_bytes()
        except OSError:
            continue
        # The name of the program, in parentheses, may have spaces.
        fields = status.rpartition(b")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
        pending += map(int, children.split())
    return ticks / os.sysconf("SC_CLK_TCK")


class Sandbox:
    """A process that runs one solution. Its methods raise :class:`Died` if no valid answer comes before the deadline."""

    def __init__(self, order: dict[str, Any], limits: Limits, deadline: float) -> None:
        self.limits = limits
        bubblewrap = has_bubblewrap()
        # -I and -S: neither the environment, nor the current folder, nor installed packages. -B: no files are written.
        command = [_python(), "-I", "-S", "-B", f"{_INSIDE_BUBBLEWRAP if bubblewrap else INSIDE}/runner.py"]
        self._process = subprocess.Popen(
            _bubblewrap(command) if bubblewrap else command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={},
            cwd="/",
            start_new_session=True,
            bufsize=0,
        )
        assert self._process.stdin is not None and self._process.stdout is not None
        self._input = self._process.stdin
        self._output = self._process.stdout
        os.set_blocking(self._input.fileno(), False)
        os.set_blocking(self._output.fileno(), False)
        self._unsent = b""
        self._received = bytearray()
        order = {**order, "seconds": limits.seconds, "megabytes": limits.megabytes, "endless": MAX_ENDLESS}
        self._begin(order, deadline, (MAX_ENDLESS + 1) * limits.seconds)

    def __enter__(self) -> Sandbox:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.end()

    def described(self) -> dict[str, Any]:
        """What the text of the solution holds; the first answer of the process."""
        return self._answer(answers.description)

    def loaded(self) -> dict[str, Any]:
        """Which statements of the solution failed while it was loaded; the second answer."""
        return self._answer(answers.loaded)

    def call(
        self, request: dict[str, Any], cases: list[dict[str, Any]], deadline: float
    ) -> Iterator[dict[str, Any]]:
        """The answer to each case of a request, up to the first that failed or never ends."""
        if self._received:
            # An answer that nobody asked for.
            raise Died("died")
        self._begin({**request, "cases": cases}, deadline, self.limits.seconds)
        for number, case in enumerate(cases, start=1):
            arguments = len(case["arguments"])
            answer = self._answer(lambda parsed: answers.result(parsed, arguments))  # noqa: B023
            is_last = number == len(cases) or "failure" in answer or bool(answer.get("endless"))
            if is_last and "failure" not in answer:
                # The solution can switch off the timer of its own process, but not this.
                self._check_cpu()
            yield answer
            if is_last:
                return

    def _begin(self, request: dict[str, Any], deadline: float, cpu_seconds: float) -> None:
        self._unsent += json.dumps(request).encode() + b"\n"
        self._deadline = deadline
        self._cpu_limit = cpu_seconds + _CPU_SLACK
        self._cpu_before = _cpu_seconds(self._process.pid)
        self._looked = time.monotonic()

    def _answer(self, validated: Callable[[dict[str, Any]], dict[str, Any]]) -> dict[str, Any]:
        try:
            return validated(answers.parse(self._line()))
        except Malformed as error:
            # Only a solution that writes to our pipe can cause this.
            raise Died("died") from error

    def _line(self) -> bytes:
        """The next line of the process; meanwhile it gets what was not sent yet."""
        searched = 0
        while (end := self._received.find(b"\n", searched)) < 0:
            searched = len(self._received)
            if searched > MAX_LINE_BYTES:
                raise Died("died")
            self._exchange()
        line = bytes(self._received[:end])
        del self._received[: end + 1]
        return line

    def _exchange(self) -> None:
        """Waits until something can be read or written, and does it."""
        now = time.monotonic()
        if now >= self._deadline:
            raise Died("timeout")
        if now >= self._looked + _LOOK_SECONDS:
            self._looked = now
            self._check_cpu()
        writers = [self._input] if self._unsent else []
        wait = min(self._deadline - now, _LOOK_SECONDS)
        readable, writable, _ = select.select([self._output], writers, [], wait)
        if writable:
            try:
                sent = os.write(self._input.fileno(), self._unsent[: 1 << 16])
                self._unsent = self._unsent[sent:]
            except BlockingIOError:
                pass
            except BrokenPipeError:
                # It ended: reading tells how.
                self._unsent = b""
        if readable:
            part = os.read(self._output.fileno(), 1 << 16)
            if not part:
                raise self._death()
            self._received += part

    def _check_cpu(self) -> None:
        if _cpu_seconds(self._process.pid) - self._cpu_before > self._cpu_limit:
            raise Died("timeout")

    def _death(self) -> Died:
        """How a process ended that closed its pipe. One that only closed its pipe, and goes on, is ended by the caller."""
        try:
            status = self._process.wait(timeout=min(max(self._deadline - time.monotonic(), 0), 5))
        except subprocess.TimeoutExpired:
            return Died("died")
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
        for pipe in (self._input, self._output):
            with contextlib.suppress(BrokenPipeError):
                pipe.close()
        self._process.wait()


@functools.cache
def isolation() -> dict[str, bool]:
    """What this machine keeps a solution from, by name: see docs/python/teachers.md."""
    limits = Limits()
    with Sandbox({"source": "", "modules": {}}, limits, time.monotonic() + limits.patience) as sandbox:
        sandbox.described()
        limited: dict[str, bool] = sandbox.loaded()["limited"]
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
