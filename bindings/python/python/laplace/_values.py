"""Conversions and checks that the modules share: what is refused is an ``InputError`` with what was found and expected."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from laplace.errors import InputError

Moves = Iterable[Sequence[int]] | npt.NDArray[np.uint8]
"""Moves of two numbers each: named tuples, pairs, or the rows of an array."""

MAX_SEED = 2**64 - 1
"""The largest seed of what is drawn."""
MAX_THREADS = 256
"""The largest number of threads of a call."""
MAX_SECONDS = 366 * 24 * 3600
"""The longest time of a call: a year. Without an end there is no limit to give."""
_MAX_SHOWN = 80


def refusal(value: object, expected: str) -> InputError:
    """The exception for a value that is not what was expected."""
    try:
        found = repr(value)
    except ValueError:
        # Python does not write integers of thousands of digits.
        found = "an integer of thousands of digits"
    if len(found) > _MAX_SHOWN:
        found = found[:_MAX_SHOWN] + "..."
    return InputError(f"found {found}, expected {expected}", None, found, expected)


def integer(value: Any, what: str, least: int, most: int) -> int:
    """An integer of Python or numpy within its limits; 1.5, True and texts are none."""
    try:
        number = operator.index(value)
    except TypeError:
        number = None
    if number is None or isinstance(value, bool) or not least <= number <= most:
        raise refusal(value, f"{what} from {least} to {most}")
    return number


def optional_integer(value: Any, what: str, least: int, most: int) -> int | None:
    """An integer within its limits, or ``None``."""
    return None if value is None else integer(value, what, least, most)


def seconds(value: Any) -> float | None:
    """A time, or ``None``; neither NaN nor infinity is one."""
    if value is None:
        return None
    try:
        time = float(value)
    except (TypeError, ValueError, OverflowError):
        time = 0.0
    if isinstance(value, (str, bytes, bool)) or not 0 < time <= MAX_SECONDS:
        raise refusal(value, f"a time in seconds, more than 0 and at most {MAX_SECONDS}")
    return time


def one_of(value: Any, what: str, known: Sequence[str | None]) -> None:
    """Refuses what is not among the known names."""
    if value not in known:
        raise refusal(value, f"{what}: {', '.join(map(str, known))}")


def options_of(options: Mapping[str, Any] | None, *known: str) -> Mapping[str, Any]:
    """The options of a call, without any that it does not know."""
    for name in options or {}:
        one_of(name, "an option", known)
    return options or {}


def as_bytes(text: str | bytes) -> bytes:
    """A text as the native half reads it. ``bytes`` of a number would be as many zeros."""
    if isinstance(text, str):
        # Half a letter, which UTF-8 does not have, is refused with the rest of its line.
        return text.encode(errors="surrogatepass")
    if isinstance(text, (bytes, bytearray, memoryview)):
        return bytes(text)
    raise TypeError(f"found {type(text).__name__}, expected a text: str or bytes")


def as_pair(move: Any) -> tuple[int, int]:
    """A move as a pair of plain integers; whether they are in range is checked with the rules."""
    try:
        first, second = (operator.index(number) for number in move)
    except (TypeError, ValueError):
        raise refusal(move, "a move of two integers") from None
    if max(abs(first), abs(second)) >= 2**63:
        raise refusal(move, "a move of two small integers")
    return first, second


def as_pairs(moves: Moves) -> list[tuple[int, int]]:
    """Moves as pairs of plain integers, in their own order."""
    if not isinstance(moves, Iterable):
        raise refusal(moves, "moves of two integers each")
    return [as_pair(move) for move in moves]
