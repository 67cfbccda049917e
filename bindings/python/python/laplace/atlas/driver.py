"""The loop between a folder and an executor: it submits what is missing, keeps what comes back, and tries again what failed.

It is the only one to write, so nothing has to be agreed between machines: a driver that is killed is started again with the same command.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from laplace.atlas.executors import Executor
from laplace.atlas.jobs import Job, Row
from laplace.atlas.shards import Folder

_SECONDS_OF_A_WAIT = 0.2


@dataclass
class Progress:
    """How far a run is."""

    all: int
    """The numbers of the whole run."""
    found: int = 0
    """Those that were there already."""
    done: int = 0
    """Those that this run has done."""
    failed: int = 0
    """Those that were given up, for now."""
    lost: int = 0
    """Attempts without a result, which were repeated or given up."""
    counted: int = 0
    """The sum of the job's counted column, over all rows."""
    started: float = field(default_factory=time.monotonic)

    @property
    def rate(self) -> float:
        """Numbers a second, of this run."""
        return self.done / max(time.monotonic() - self.started, 1e-3)

    @property
    def left(self) -> int:
        """Numbers that have no values yet."""
        return self.all - self.found - self.done - self.failed

    @property
    def seconds_left(self) -> float | None:
        """The time that the rest will take; ``None`` before anything is known."""
        return self.left / self.rate if self.done else None


def run(
    job: Job,
    numbers: range,
    folder: Folder,
    executor: Executor,
    *,
    attempts: int = 3,
    on_progress: Callable[[Progress], None] = lambda progress: None,
    on_failure: Callable[[int, int, str], None] = lambda number, attempt, reason: None,
    on_row: Callable[[Row], bool] = lambda row: False,
    is_stopped: Callable[[], bool] = lambda: False,
) -> Progress:
    """Does all numbers of a range that the folder does not have.

    A number that fails is tried again, ``attempts`` times in all; then its reason is its row, and the next run tries it again. Ends early when
    ``on_row`` returns true, or ``is_stopped`` does: what is under way is then dropped.
    """
    progress = Progress(all=len(numbers))

    def found(rows: int, counted: int) -> None:
        progress.found += rows
        progress.counted += counted

    missing = folder.missing(numbers, found)
    again: deque[int] = deque()
    tried: dict[int, int] = {}
    under_way = 0
    all_submitted = False
    while not is_stopped():
        while not all_submitted and under_way < executor.capacity():
            number = again.popleft() if again else next(missing, None)
            if number is None:
                all_submitted = True
            else:
                executor.submit(number)
                under_way += 1
        if all_submitted and under_way == 0:
            break
        for number, result, failure in executor.wait(_SECONDS_OF_A_WAIT):
            under_way -= 1
            if result is not None:
                tried.pop(number, None)
                folder.add(number, result)
                progress.done += 1
                progress.counted += int(result.row[job.counted])
                if on_row(result.row):
                    on_progress(progress)
                    return progress
                continue
            progress.lost += 1
            attempt = tried[number] = tried.get(number, 0) + 1
            reason = failure or "no reason"
            on_failure(number, attempt, reason)
            if attempt < attempts:
                again.append(number)
                all_submitted = False
            else:
                del tried[number]
                progress.failed += 1
                folder.add_failure(number, f"{reason} (attempt {attempt} of {attempts})")
        on_progress(progress)
    on_progress(progress)
    return progress
