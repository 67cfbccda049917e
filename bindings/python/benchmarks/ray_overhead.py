"""What Ray costs beside plain processes, when a number takes a second: the same driver, the same job, two workers each, in turns.

    pip install "laplace[ray]"
    python bindings/python/benchmarks/ray_overhead.py [NUMBERS]

A number waits for a second instead of computing, so that a busy machine hardly changes the result: what a run takes beyond NUMBERS / 2
seconds. The medians of three runs count.
"""

from __future__ import annotations

import itertools
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

# Ray's workers give way to all other processes of a machine, ours do not: both are measured at the same priority.
os.environ["RAY_worker_niceness"] = "0"
os.environ["RAY_USAGE_STATS_ENABLED"] = "0"

from ray.cluster_utils import Cluster  # noqa: E402

from laplace.atlas import driver  # noqa: E402
from laplace.atlas.executors import Executor, LocalProcesses, RayCluster  # noqa: E402
from laplace.atlas.jobs import Result, Seeds  # noqa: E402
from laplace.atlas.shards import Folder  # noqa: E402

ROUNDS = 3
WORKERS = 2


class Second(Seeds):
    """A seed that takes a second and no processor time."""

    def do(self, number: int) -> Result:
        time.sleep(1.0)
        row: dict[str, object] = dict.fromkeys(Seeds.columns) | {"s": number, "moves": os.getpid(), "proved": True}
        return Result(row)

    def check(self) -> None:
        pass


def run(executor: Executor, job: Second, numbers: int) -> float:
    """The seconds of a run whose workers are ready."""
    with tempfile.TemporaryDirectory() as folder:
        # Starting a process takes seconds on a busy machine, and is no part of what is measured.
        pids: set[int] = set()
        for attempt in itertools.count():
            warm = Folder(Path(folder) / f"warm-{attempt}", job)
            driver.run(job, range(2 * WORKERS), warm, executor, on_row=lambda row: bool(pids.add(row["moves"])))
            warm.close()
            if len(pids) >= WORKERS:
                break
        shards = Folder(Path(folder) / "run", job)
        started = time.perf_counter()
        driver.run(job, range(numbers), shards, executor)
        seconds = time.perf_counter() - started
        shards.close()
        return seconds


def main() -> None:
    numbers = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    job = Second(1, 1, False, "")
    nodes = Cluster(initialize_head=True, head_node_args={"num_cpus": WORKERS, "include_dashboard": False})
    found: dict[str, list[float]] = {"processes": [], "Ray": []}
    for _ in range(ROUNDS):
        for name, taken in found.items():
            executor = LocalProcesses(job, WORKERS) if name == "processes" else RayCluster(job, nodes.address)
            taken.append(run(executor, job, numbers))
            executor.close()
    nodes.shutdown()
    ideal = numbers / WORKERS
    median = {name: statistics.median(taken) for name, taken in found.items()}
    for name, seconds in median.items():
        print(f"{name:<10} {seconds:8.2f} s for {ideal:.0f} s: {100 * (seconds / ideal - 1):+.2f} %")
    print(f"Ray against processes: {100 * (median['Ray'] / median['processes'] - 1):+.2f} %")


if __name__ == "__main__":
    main()
