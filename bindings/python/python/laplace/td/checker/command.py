"""The command line of ``python -m laplace.td``."""

from __future__ import annotations

import argparse
import hashlib
import io
import os
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from laplace.td.checker import report
from laplace.td.checker.check import Options, Report, check_files, looks_like_python
from laplace.td.checker.messages import LANGUAGES, not_prevented, printable
from laplace.td.checker.questions import QUESTIONS, likely_names
from laplace.td.checker.sandbox import DEFAULT_MEGABYTES, DEFAULT_SECONDS, Limits, isolation

DONE, WRONG_ANSWER, UNREADABLE = 0, 1, 4
# Entries of a student's folder that are looked at, and bytes of a file name: systems allow 255.
MAX_ENTRIES = 10_000
MAX_NAME_BYTES = 200


def _language() -> str:
    """The language of the environment, as programs find it: French, or else English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(name):
            return "fr" if os.environ[name].lower().startswith("fr") else "en"
    return "en"


def _pair(text: str) -> tuple[str, str]:
    number, separator, name = text.partition("=")
    if not separator or number not in _numbers() or not name.isidentifier():
        raise argparse.ArgumentTypeError(f"found {text}, expected QUESTION=FUNCTION, such as 2.2=valeur")
    return number, name


def _numbers() -> list[str]:
    return [question.number for question in QUESTIONS]


def _count(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) <= 100_000:
        raise argparse.ArgumentTypeError(f"found {text}, expected a number from 1 to 100000")
    return int(text)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0.1 <= seconds <= 3600:
        raise argparse.ArgumentTypeError(f"found {text}, expected seconds from 0.1 to 3600")
    return seconds


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m laplace.td", description="The exercise sheet Blobwar: checks solutions."
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    check = commands.add_parser(
        "check",
        help="check a solution, or all solutions of a folder",
        description="Checks a solution of the sheet, question by question, in a process with limits. A folder is a class: "
        "each Python file in it, and each of its folders, is one student's solution.",
        epilog="Exit codes: 0 all questions of all solutions are right, 1 something is wrong or missing, 2 wrong arguments, "
        "4 a file cannot be read or written.",
    )
    check.add_argument("solution", type=Path, metavar="SOLUTION.py|DIR")
    check.add_argument("--lang", choices=LANGUAGES, default=_language(), help="language of the messages [by the environment]")
    check.add_argument("--json", type=Path, metavar="FILE", help="write everything as JSON (- is standard output)")
    check.add_argument("--junit", type=Path, metavar="FILE", help="write JUnit XML (- is standard output)")
    check.add_argument("--out", type=Path, metavar="DIR", help="write the report of each solution into this folder")
    check.add_argument("--question", action="append", choices=_numbers(), default=[], metavar="N.N",
                       help="check only this question; can be repeated")  # fmt: skip
    check.add_argument("--map", action="append", type=_pair, default=[], metavar="N.N=NAME",
                       help="the function that answers a question; can be repeated")  # fmt: skip
    check.add_argument("--boards", type=_count, default=100, help="random boards for each question [100]")
    check.add_argument("--seed", type=int, default=0, help="seed of the random boards [0]")
    check.add_argument("--time", type=_seconds, default=DEFAULT_SECONDS, metavar="SECONDS",
                       help=f"processor time for each question [{DEFAULT_SECONDS:g}]")  # fmt: skip
    check.add_argument("--memory", type=_count, default=DEFAULT_MEGABYTES, metavar="MB",
                       help=f"memory of a solution [{DEFAULT_MEGABYTES}]")  # fmt: skip
    check.add_argument("--jobs", type=_count, default=os.cpu_count() or 1, help="solutions at the same time [all cores]")
    commands.add_parser("names", help="list the function names that are looked for, by question")
    return parser


def main(arguments: list[str] | None = None) -> int:
    """Runs the command; its exit code."""
    # Texts have letters that some terminals cannot show: they are replaced rather than lost with everything else.
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    asked = _parser().parse_args(arguments)
    if asked.command == "names":
        for question in QUESTIONS:
            print(f"{question.number}  {', '.join(likely_names(question))}")
        return DONE
    return _check(asked)


def _check(asked: argparse.Namespace) -> int:
    options = Options(
        boards=asked.boards,
        seed=asked.seed,
        limits=Limits(asked.time, asked.memory),
        mapping=tuple(asked.map),
        questions=tuple(asked.question),
    )
    path: Path = asked.solution
    if not path.exists():
        print(f"laplace.td: {path}: no such file or folder", file=sys.stderr)
        return UNREADABLE
    missing = not_prevented(isolation(), asked.lang)
    if missing is not None:
        print(f"laplace.td: {missing}", file=sys.stderr)
    is_class = path.is_dir()
    reports = _class(path, options, asked.jobs) if is_class else [check_files([path.resolve()], path.name, options)]
    if is_class and not reports:
        print(f"laplace.td: {path}: found no Python file, expected solutions", file=sys.stderr)
        return UNREADABLE
    problems = _write(reports, asked, is_class)
    for problem in problems:
        print(f"laplace.td: {problem}", file=sys.stderr)
    if problems:
        return UNREADABLE
    return DONE if all(report.right == len(report.answers) for report in reports) else WRONG_ANSWER


def _class(folder: Path, options: Options, jobs: int) -> list[Report]:
    """Every file of a folder, and every folder in it, is a solution; files of one student do not see those of another."""
    solutions: list[tuple[list[Path], str, bool]] = []
    entries = sorted(folder.iterdir())
    names = {entry.name for entry in entries}
    for entry in entries:
        if looks_like_python(entry):
            # A file and a folder of one name are two solutions.
            name = entry.name if entry.stem in names else entry.stem
            solutions.append(([entry], name, False))
        elif entry.is_dir() and not entry.is_symlink() and not entry.name.startswith((".", "__")):
            files = _python_files(entry)
            if files:
                solutions.append((files, entry.name, True))
    # The threads only wait: each solution runs in a process of its own.
    with ThreadPoolExecutor(max_workers=min(jobs, 64)) as pool:
        return list(pool.map(lambda solution: check_files(solution[0], solution[1], options, solution[2]), solutions))


def _python_files(folder: Path) -> list[Path]:
    """The Python files below a student's folder, without following links."""
    found: list[Path] = []
    looked_at = 0
    for place, folders, files in os.walk(folder, followlinks=False):
        folders.sort()
        found += [path for path in (Path(place, name) for name in sorted(files)) if looks_like_python(path)]
        looked_at += len(folders) + len(files)
        if looked_at > MAX_ENTRIES:
            break
    return sorted(found)


def _write(reports: list[Report], asked: argparse.Namespace, is_class: bool) -> list[OSError]:
    """Writes what was asked for; what could not be written. One file that cannot be written does not lose the others."""
    problems: list[OSError] = []
    silent = False
    for target, text in (
        (asked.json, report.as_json(reports, asked.lang, isolation(), asked.seed) if asked.json else ""),
        (asked.junit, report.as_junit(reports, asked.lang) if asked.junit else ""),
    ):
        if target is not None and str(target) == "-":
            sys.stdout.write(text)
            silent = True
        elif target is not None:
            problems += _write_file(target, text)
    if asked.out is not None:
        for solution in reports:
            problems += _write_file(asked.out / _file_name(solution.name), report.text(solution, asked.lang), make=True)
    if not silent:
        sys.stdout.write(report.table(reports, asked.lang) if is_class else report.text(reports[0], asked.lang))
    return problems


def _file_name(name: str) -> str:
    """The file of a solution's report: its name, or, if that is too long or has odd letters, what is left and a checksum."""
    plain = printable(name)
    data = plain.encode()
    if plain != name or len(data) > MAX_NAME_BYTES:
        checksum = hashlib.sha256(os.fsencode(name)).hexdigest()[:12]
        plain = data[:MAX_NAME_BYTES].decode(errors="ignore") + f"-{checksum}"
    return f"{plain}.txt"


def _write_file(path: Path, text: str, make: bool = False) -> list[OSError]:
    """Writes a file as a whole or not at all: an older one stays until the new one is complete."""
    try:
        if make:
            path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and not path.is_file():
            # A device or a pipe, such as /dev/stderr.
            path.write_text(text, encoding="utf-8", errors="backslashreplace")
            return []
        number, draft = tempfile.mkstemp(dir=path.parent, prefix=".laplace-")
        try:
            with open(number, "w", encoding="utf-8", errors="backslashreplace") as file:
                file.write(text)
            # A draft is private; the result is a file like any other.
            os.chmod(draft, 0o666 & ~_umask())
            os.replace(draft, path)
        except OSError:
            os.unlink(draft)
            raise
    except OSError as error:
        return [error]
    return []


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
