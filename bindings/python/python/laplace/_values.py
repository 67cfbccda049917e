"""Conversions that the modules of the games share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

Moves = Iterable[Sequence[int]] | npt.NDArray[np.uint8]
"""Moves of two numbers each: named tuples, pairs, or the rows of an array."""


def as_bytes(text: str | bytes) -> bytes:
    """A text as the native half reads it."""
    return text.encode() if isinstance(text, str) else bytes(text)


def as_pairs(moves: Moves) -> list[tuple[int, int]]:
    """Moves as pairs of plain integers, in their own order."""
    return [(int(first), int(second)) for first, second in moves]
