"""The files of students: which entries of a folder are solutions, and the text of a file.

Links are not followed: what a student's link points to is a file of the teacher, and a message would quote it.
"""

from __future__ import annotations

import codecs
import os
import re
import stat
import unicodedata
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from laplace.td.checker.questions import Finding

MAX_SOURCE_BYTES = 1 << 20
MAX_MODULES = 50
MAX_MODULES_BYTES = 4 << 20
# Entries of a student's folder that are looked at, and those that a message names.
MAX_ENTRIES = 10_000
MAX_NAMED = 5

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    # The mark of UTF-16 is the beginning of that of UTF-32.
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_DECLARATION = re.compile(rb"[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
# What a file may declare. Others are rare, and some of Python's codecs take quadratic time.
_DECLARED = frozenset("utf-8 ascii iso8859-1 iso8859-15 cp1252 mac-roman".split())


@dataclass(frozen=True)
class Source:
    """The text of a file."""

    text: str
    notes: list[Finding] = field(default_factory=list)
    """What a student should know about the file, although it was checked."""


@dataclass(frozen=True)
class Entry:
    """An entry in the folder of a class: a student's solution, or the reason why it is none."""

    name: str
    files: list[Path]
    is_folder: bool = False
    problem: Finding | None = None


def class_entries(folder: Path) -> tuple[list[Entry], list[str]]:
    """The solutions in the folder of a class, and the names of what was passed over: hidden files and those of systems."""
    found = sorted(folder.iterdir(), key=lambda path: alphabetical(path.name))
    passed_over = [path.name for path in found if _is_hidden(path.name)]
    shown = [path for path in found if not _is_hidden(path.name)]
    # A file and a folder of one name are two solutions, and so are two files that differ in their endings.
    stems = Counter(path.stem if is_python_file(path) else path.name for path in shown)
    entries = []
    for path in shown:
        if is_python_file(path):
            name = path.name if stems[path.stem] > 1 else path.stem
            entries.append(Entry(name, [path]))
        elif path.is_dir() and not path.is_symlink():
            entries.append(_folder_entry(path))
        else:
            entries.append(Entry(path.name, [], problem=_why_not_python(path)))
    return entries, passed_over


def alphabetical(name: str) -> tuple[str, str]:
    """The place of a name in a list that a reader looks through: capitals and accents do not matter."""
    return without_accents(name), name


def without_accents(text: str) -> str:
    """A text without accents and capitals."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def is_python_file(path: Path) -> bool:
    """Whether a file is a solution by its name, rather than something else or a link."""
    return path.suffix.lower() == ".py" and path.is_file() and not path.is_symlink()


def _is_hidden(name: str) -> bool:
    """Whether an entry belongs to an editor or a system: `.git`, `._td.py`, `__pycache__`, `__MACOSX`."""
    return name.startswith((".", "__"))


def _why_not_python(path: Path) -> Finding:
    if path.is_symlink():
        return Finding("link")
    if path.suffix.lower() == ".ipynb":
        return Finding("notebook", {"found": path.name})
    return Finding("not_python" if path.is_file() else "not_a_file")


def _folder_entry(folder: Path) -> Entry:
    """A student's folder: the Python files below it."""
    files: list[Path] = []
    others: list[str] = []
    problems: list[OSError] = []
    looked_at = 0
    for place, folders, names in os.walk(folder, followlinks=False, onerror=problems.append):
        folders[:] = sorted(name for name in folders if not _is_hidden(name))
        paths = [Path(place, name) for name in sorted(names) if not _is_hidden(name)]
        files += filter(is_python_file, paths)
        others += [path.name for path in paths if not is_python_file(path)]
        others += [name for name in folders if Path(place, name).is_symlink()]
        looked_at += len(folders) + len(names)
        if looked_at > MAX_ENTRIES:
            break
    if files:
        return Entry(folder.name, sorted(files), is_folder=True)
    if problems:
        return Entry(folder.name, [], True, _unreadable(problems[0]))
    if not others:
        return Entry(folder.name, [], True, Finding("empty_folder"))
    named = ", ".join([*others[:MAX_NAMED], "…"] if len(others) > MAX_NAMED else others)
    is_notebook = any(name.lower().endswith(".ipynb") for name in others)
    return Entry(folder.name, [], True, Finding("notebook" if is_notebook else "no_file", {"found": named}))


def _unreadable(error: OSError) -> Finding:
    return Finding("unreadable", {"error": error.strerror or str(error), "errno": error.errno})


def read(path: Path) -> Source | Finding:
    """The text of a file, or why there is none."""
    if path.suffix.lower() == ".ipynb":
        return Finding("notebook", {"found": path.name})
    try:
        # Opening a pipe of the file system would wait for a writer.
        number = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW)
        with open(number, "rb") as file:
            if not stat.S_ISREG(os.fstat(number).st_mode):
                return Finding("not_a_file")
            data = file.read(MAX_SOURCE_BYTES + 1)
    except OSError as error:
        return _unreadable(error)
    if len(data) > MAX_SOURCE_BYTES:
        return Finding("too_long", {"bytes": MAX_SOURCE_BYTES})
    if not data.strip(b" \t\r\n\f\0"):
        return Finding("empty_file")
    encoding = _encoding(data)
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        # Files of older editors. In the second encoding every byte is a character.
        encoding = "cp1252" if _can_decode(data, "cp1252") else "latin-1"
        text = data.decode(encoding)
    if "\0" in text:
        return Finding("not_text")
    declared = _declared(data)
    is_known_to_python = encoding in ("utf-8", declared)
    return Source(text.removeprefix("\ufeff"), [] if is_known_to_python else [Finding("encoding", {"encoding": encoding})])


def _encoding(data: bytes) -> str:
    """The encoding that a file most likely has."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return encoding
    # Without a mark, UTF-16 has a NUL in every plain letter.
    for encoding, first in (("utf-16-le", 1), ("utf-16-be", 0)):
        if data[first::2].count(0) > len(data) // 4 and _can_decode(data, encoding):
            return encoding
    return _declared(data) or "utf-8"


def _declared(data: bytes) -> str | None:
    """The encoding that one of the first two lines declares, as Python reads it."""
    for line in data.split(b"\n", 2)[:2]:
        declaration = _DECLARATION.match(line)
        if declaration:
            try:
                name = codecs.lookup(declaration[1].decode("ascii", "replace")).name
            except LookupError:
                return None
            return name if name in _DECLARED else None
    return None


def _can_decode(data: bytes, encoding: str) -> bool:
    try:
        data.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True


def modules_beside(path: Path) -> dict[str, str]:
    """The modules beside a file, which it may import. Only their texts leave this process."""
    texts: dict[str, str] = {}
    room = MAX_MODULES_BYTES
    for other in sorted(path.parent.glob("*.py"))[:MAX_MODULES]:
        source = read(other) if other != path else None
        if isinstance(source, Source) and len(source.text) <= room:
            texts[other.stem] = source.text
            room -= len(source.text)
    return texts
