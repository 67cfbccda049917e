"""Blobwar, the demon and the well: three games in which nothing is hidden.

``laplace.td``
    The exercise sheet "Blobwar" under its own names, and the checker ``python -m laplace.td check``.
``laplace.demon``, ``laplace.well``, ``laplace.blobwar``
    The games: sequences, play, judge, bounds, solvers, analyses, matches; boards are numpy arrays.
``laplace.envs``
    Environments for Gymnasium and PettingZoo (``pip install "laplace[envs]"``).
``laplace.atlas``
    Ranges of seeds, training games and long matches on many cores or a Ray cluster (``pip install "laplace[atlas]"``).

Modules are imported when they are first used, so that ``import laplace`` takes milliseconds.
"""

from __future__ import annotations

from laplace._native import __version__
from laplace.errors import IllegalMove, InputError, LaplaceError

# Type checkers take this name for true. Importing `typing` for it would take longer than everything else here.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from laplace import atlas as atlas
    from laplace import blobwar as blobwar
    from laplace import demon as demon
    from laplace import envs as envs
    from laplace import td as td
    from laplace import well as well

__all__ = [
    "IllegalMove",
    "InputError",
    "LaplaceError",
    "__version__",
    "atlas",
    "blobwar",
    "demon",
    "envs",
    "td",
    "well",
]

_MODULES = ("atlas", "blobwar", "demon", "envs", "td", "well")


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        import importlib

        return importlib.import_module(f"laplace.{name}")
    raise AttributeError(f"module 'laplace' has no attribute {name!r}")


def __dir__() -> list[str]:
    # What this module imports is not part of it.
    return sorted(__all__)
