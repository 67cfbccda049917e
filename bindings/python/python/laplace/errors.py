"""The exceptions of the package.

Each of them is a ``ValueError`` whose message is for people, and has the parts of it for programs:

>>> from laplace import td
>>> try:
...     td.calcul_voisins(64)
... except td.InputError as error:
...     print(error)
...     print(error.found, "|", error.expected)
found 64, expected a position from 0 to 63
64 | a position from 0 to 63
"""

from __future__ import annotations

__all__ = ["IllegalMove", "InputError", "LaplaceError"]


class LaplaceError(ValueError):
    """Something that the package refuses."""

    line: int | None
    """The line of the text, from 1; ``None`` if there is no text."""
    found: str | None
    """What was there."""
    expected: str | None
    """What should have been there."""

    def __init__(
        self,
        message: str,
        line: int | None = None,
        found: str | None = None,
        expected: str | None = None,
    ) -> None:
        super().__init__(message)
        self.line = line
        self.found = found
        self.expected = expected

    def __reduce__(self) -> tuple[type[LaplaceError], tuple[str, int | None, str | None, str | None]]:
        # An exception crosses processes by its arguments, and those of the base class are only the message.
        return type(self), (str(self), self.line, self.found, self.expected)


class InputError(LaplaceError):
    """A text or a value that is not what was expected."""


class IllegalMove(LaplaceError):
    """A move that the rules refuse; nothing was changed."""
