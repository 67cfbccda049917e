"""The atlas: what outgrows one machine. Solves ranges of seeds, makes training games and plays long matches.

``python -m laplace.atlas run --seeds 0..4999`` works on the cores of this machine, or with ``--ray ADDRESS`` on a Ray cluster
(``pip install "laplace[atlas]"``; with Ray ``"laplace[ray]"``). What comes out is a folder of Parquet shards:

``scan(folder)``
    A lazy polars frame of all rows, for notebooks.
``moves(folder, s)``
    The move file of a seed, if ``run --moves`` kept it.

How it is built:

``jobs``
    What is to be done for a number: a seed, a block of training games, a pair of a match. It runs in workers.
``executors``
    Where it is done: processes of this machine, or a Ray cluster.
``shards``
    The folder: settings, journals, Parquet files, each written whole.
``driver``
    The loop between the two: it owns the folder, and is the only one to write.
``tally``
    The score of a match in the order of its pairs, and the test that ends it.
``report``
    Tables and plots as one page.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import polars

__all__ = ["moves", "scan"]


def __dir__() -> list[str]:
    # What this module imports is not part of it.
    return sorted(__all__)


def scan(folder: str | Path) -> polars.LazyFrame:
    """All rows of a folder as a lazy frame; the query decides what is read.

    A seed that failed has a reason in ``failure`` and no other value, so that sums and means pass over it. Rows of a run that is under way
    appear shard by shard.
    """
    import polars

    from laplace.atlas.shards import parquet_files

    return polars.scan_parquet(parquet_files(Path(folder)))


def moves(folder: str | Path, s: int) -> str:
    """The move file of a seed from a folder of ``run --moves``; ``KeyError`` if it was not kept."""
    from laplace.atlas.shards import attached

    return attached(Path(folder), s).decode()
