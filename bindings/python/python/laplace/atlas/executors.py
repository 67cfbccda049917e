"""Where numbers are done: in processes of this machine, or on a Ray cluster.

Both report every number exactly once for each time it was submitted: with its result, or with the reason why there is none. A worker
that is killed costs the number under way; the driver decides whether it is tried again.
"""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import os
import signal
import socket
import threading
import time
from collections import deque
from collections.abc import Iterator
from multiprocessing.connection import Connection, wait
from typing import Any, NamedTuple, Protocol

from laplace._values import refusal
from laplace.atlas.jobs import Job, Result, UnfitWorker, ready

MAX_FAILED_STARTS = 3
"""Workers that die one after the other before they do anything end the run."""
_SECONDS_OF_A_CONNECTION = 10.0


class Outcome(NamedTuple):
    """What became of a number."""

    number: int
    result: Result | None
    failure: str | None = None
    """Why there is no result."""


class Executor(Protocol):
    """What the driver needs to know of a place where work is done."""

    def capacity(self) -> int:
        """How many numbers may be under way now; nodes come and go."""
        ...

    def submit(self, number: int) -> None:
        """Has a number done."""
        ...

    def wait(self, seconds: float) -> list[Outcome]:
        """What has ended: at least one number, or none when the time is over."""
        ...

    def close(self) -> None:
        """Ends all workers; what is under way is dropped."""
        ...


def described(error: BaseException) -> str:
    """An exception as a reason: one line."""
    return " ".join(f"{type(error).__name__}: {error}".split())


# Processes of this machine


def _end_with_the_driver() -> None:
    """Ends this process as soon as its parent is gone, also in the middle of a long search."""
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent is not None:
            wait([parent.sentinel])
            os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _work(job: Job, connection: Connection) -> None:
    """A worker: does numbers until the driver closes the pipe."""
    # Ctrl-C in a terminal reaches all processes; the driver ends the workers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    _end_with_the_driver()
    try:
        ready(job)
    except Exception as error:
        connection.send(error if isinstance(error, UnfitWorker) else UnfitWorker(described(error)))
        return
    connection.send(None)
    with contextlib.suppress(EOFError, BrokenPipeError):
        while True:
            number = connection.recv()
            try:
                outcome = Outcome(number, job.do(number))
            except Exception as error:
                outcome = Outcome(number, None, described(error))
            connection.send(outcome)


@contextlib.contextmanager
def _no_interrupts() -> Iterator[None]:
    """Starts processes that Ctrl-C does not reach before they can ignore it; this process gets it afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Worker:
    """A process and its end of a pipe."""

    def __init__(self, job: Job) -> None:
        # A forked process would hold the pipes of the others open, so that their end would not be seen.
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.process = context.Process(target=_work, args=(job, theirs), daemon=True)
        with _no_interrupts():
            self.process.start()
        theirs.close()
        self.is_ready = False
        self.number: int | None = None

    def kill(self) -> str:
        """Ends the process; how it ended."""
        self.process.kill()
        self.process.join()
        self.connection.close()
        code = self.process.exitcode or 0
        try:
            return f"the worker was ended by {signal.Signals(-code).name}" if code < 0 else f"the worker ended with code {code}"
        except ValueError:
            return f"the worker was ended by signal {-code}"


class LocalProcesses:
    """Processes of this machine, one number at a time in each. One that dies is replaced."""

    def __init__(self, job: Job, workers: int) -> None:
        self._job = job
        self._failed_starts = 0
        self._waiting: deque[int] = deque()
        self._workers: list[_Worker] = []
        try:
            for _ in range(workers):
                self._workers.append(_Worker(job))
        except BaseException:
            self.close()
            raise

    def capacity(self) -> int:
        return len(self._workers)

    def pids(self) -> list[int]:
        """The processes."""
        return [worker.process.pid or 0 for worker in self._workers]

    def submit(self, number: int) -> None:
        self._waiting.append(number)
        self._assign()

    def _assign(self) -> None:
        for worker in self._workers:
            if self._waiting and worker.is_ready and worker.number is None:
                number = self._waiting.popleft()
                try:
                    worker.connection.send(number)
                except OSError:
                    # It has died, which wait() finds out.
                    self._waiting.appendleft(number)
                    continue
                worker.number = number

    def wait(self, seconds: float) -> list[Outcome]:
        outcomes = []
        by_connection = {worker.connection: worker for worker in self._workers}
        for connection in wait(list(by_connection), seconds):
            worker = by_connection[connection]  # type: ignore[index]
            try:
                message = worker.connection.recv()
            except (EOFError, OSError):
                outcomes += self._replace(worker)
                continue
            if isinstance(message, UnfitWorker):
                raise message
            if message is None:
                worker.is_ready = True
                self._failed_starts = 0
            else:
                worker.number = None
                outcomes.append(message)
        self._assign()
        return outcomes

    def _replace(self, worker: _Worker) -> list[Outcome]:
        # The pipe is closed before the process has ended; its own exit code is worth more than that of our kill.
        worker.process.join(1.0)
        reason = worker.kill()
        if not worker.is_ready:
            self._failed_starts += 1
            if self._failed_starts >= MAX_FAILED_STARTS:
                raise UnfitWorker(f"workers cannot be started: {reason} ({MAX_FAILED_STARTS} times in a row)")
        self._workers[self._workers.index(worker)] = _Worker(self._job)
        return [] if worker.number is None else [Outcome(worker.number, None, reason)]

    def close(self) -> None:
        for worker in self._workers:
            worker.kill()
        self._workers = []


# A Ray cluster


def _remote_work(job: Job, number: int) -> Result:
    """A task of Ray: a worker process of a node does one number after the other."""
    return ready(job).do(number)


def _reach(address: str) -> None:
    """Refuses an address where nothing listens. Ray itself would end this process, with its own messages."""
    if address == "auto" or address.startswith("ray://"):
        return
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal():
        raise refusal(address, "HOST:PORT, ray://HOST:PORT or auto")
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=_SECONDS_OF_A_CONNECTION).close()
    except (OSError, OverflowError) as error:
        raise ConnectionError(f"{address}: {error}") from None


class RayCluster:
    """The cores of a Ray cluster. Ray restarts workers and moves to other nodes; a number that was lost is reported as such."""

    # A task for each core runs and another waits behind it, so that no core waits for the driver.
    _TASKS_PER_CORE = 2
    _SECONDS_BETWEEN_COUNTS = 2.0

    def __init__(self, job: Job, address: str, workers: int | None = None) -> None:
        import ray

        self._ray: Any = ray
        self._limit = workers
        _reach(address)
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR, namespace="laplace")
        try:
            # One core for each, and no retries of Ray's own: the driver counts them.
            self._task = ray.remote(num_cpus=1, max_retries=0)(_remote_work)
            self._job = ray.put(job)
            self._under_way: dict[Any, int] = {}
            self._cores = 0
            self._counted_at = float("-inf")
        except BaseException:
            ray.shutdown()
            raise

    def capacity(self) -> int:
        now = time.monotonic()
        if now - self._counted_at > self._SECONDS_BETWEEN_COUNTS:
            self._cores = int(self._ray.cluster_resources().get("CPU", 0))
            self._counted_at = now
        tasks = self._cores * self._TASKS_PER_CORE
        return tasks if self._limit is None else min(tasks, self._limit)

    def submit(self, number: int) -> None:
        self._under_way[self._task.remote(self._job, number)] = number

    def wait(self, seconds: float) -> list[Outcome]:
        references = list(self._under_way)
        if not references:
            time.sleep(seconds)
            return []
        done, _ = self._ray.wait(references, num_returns=1, timeout=seconds)
        if done:
            # All that have ended by now: one wait for each would walk through the whole list each time.
            done, _ = self._ray.wait(references, num_returns=len(references), timeout=0)
        return [self._outcome(reference) for reference in done]

    def _outcome(self, reference: Any) -> Outcome:
        number = self._under_way.pop(reference)
        try:
            return Outcome(number, self._ray.get(reference))
        except self._ray.exceptions.RayTaskError as error:
            cause = error.cause if isinstance(getattr(error, "cause", None), BaseException) else error
            if isinstance(cause, UnfitWorker):
                raise cause from None
            return Outcome(number, None, described(cause))
        except self._ray.exceptions.RayError as error:
            return Outcome(number, None, f"the worker was lost: {type(error).__name__}")

    def close(self) -> None:
        for reference in self._under_way:
            with contextlib.suppress(Exception):
                self._ray.cancel(reference, force=True)
        self._under_way = {}
        self._ray.shutdown()
