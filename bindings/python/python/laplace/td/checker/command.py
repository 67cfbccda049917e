"""The command line of ``python -m laplace.td``."""

from __future__ import annotations

import argparse
import contextlib
import gettext
import hashlib
import io
import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import NoReturn

from laplace.td.checker import report
from laplace.td.checker.check import Options, Report, check_files, unchecked
from laplace.td.checker.files import Entry, class_entries
from laplace.td.checker.messages import ARGPARSE_IN_FRENCH, LANGUAGES, help_text, not_prevented, printable, system_error, word
from laplace.td.checker.questions import QUESTIONS, Finding, likely_names
from laplace.td.checker.sandbox import DEFAULT_MEGABYTES, DEFAULT_SECONDS, MIN_MEGABYTES, Limits, isolation

DONE, WRONG_ANSWER, REFUSED, UNREADABLE, INTERRUPTED = 0, 1, 2, 4, 130
# Bytes of a file name: systems allow 255.
MAX_NAME_BYTES = 200
DEFAULT_BOARDS = 100


def language_of(arguments: list[str]) -> str:
    """The language of the messages: the one that the arguments ask for, or that of the environment, French or else English."""
    for index, argument in enumerate(arguments):
        name, _, value = argument.partition("=")
        if name == "--lang":
            asked = value or (arguments[index + 1] if index + 1 < len(arguments) else "")
            return asked if asked in LANGUAGES else "en"
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(name):
            return "fr" if os.environ[name].lower().startswith("fr") else "en"
    return "en"


def _numbers() -> list[str]:
    return [question.number for question in QUESTIONS]


@contextlib.contextmanager
def _argparse_speaks(language: str) -> Iterator[None]:
    """Has argparse say its own texts in a language. It asks gettext for them, which finds no catalogue of its own."""
    ask = argparse._  # type: ignore[attr-defined]
    if language == "fr":
        argparse._ = lambda text: ARGPARSE_IN_FRENCH.get(text, text)  # type: ignore[attr-defined]
    try:
        yield
    finally:
        argparse._ = ask  # type: ignore[attr-defined]


class _Parser(argparse.ArgumentParser):
    """Says which argument is wrong in French, too: before Python 3.12 argparse does not translate these words."""

    def error(self, message: str) -> NoReturn:
        if argparse._ is not gettext.gettext:  # type: ignore[attr-defined]
            message = re.sub("^(argument [^:\u00a0]*): ", "\\1\u00a0: ", message)
        super().error(message)


def _parser(language: str) -> argparse.ArgumentParser:
    def say(code: str, **data: object) -> str:
        return help_text(code, language, **data)

    def checked(fits: Callable[[str], bool], code: str) -> Callable[[str], str]:
        def check(text: str) -> str:
            if not fits(text):
                raise argparse.ArgumentTypeError(say(code, text=text))
            return text

        return check

    def pair(text: str) -> tuple[str, str]:
        number, _, name = checked(_is_pair, "bad_pair")(text).partition("=")
        return number, name

    def count(text: str) -> int:
        return int(checked(_is_count, "bad_count")(text))

    def megabytes(text: str) -> int:
        return int(checked(_is_megabytes, "bad_megabytes")(text))

    def seconds(text: str) -> float:
        return float(checked(_is_seconds, "bad_seconds")(text))

    common = _Parser(add_help=False)
    common.add_argument("--lang", choices=LANGUAGES, default=argparse.SUPPRESS, help=say("lang"))
    parser = _Parser(prog="python -m laplace.td", description=say("program"), parents=[common])
    commands = parser.add_subparsers(dest="command", required=True, metavar=say("COMMAND"))
    check = commands.add_parser(
        "check", help=say("check"), description=say("check_long"), epilog=say("exit_codes"), parents=[common]
    )
    check.add_argument("solution", type=Path, metavar=f"SOLUTION.py|{say('DIR')}")
    check.add_argument("--json", type=Path, metavar=say("FILE"), help=say("json"))
    check.add_argument("--junit", type=Path, metavar=say("FILE"), help=say("junit"))
    check.add_argument("--out", type=Path, metavar=say("DIR"), help=say("out"))
    check.add_argument("--question", action="append", choices=_numbers(), default=[], metavar="N.N", help=say("question"))
    check.add_argument("--map", action="append", type=pair, default=[], metavar=say("N.N=NAME"), help=say("map"))
    check.add_argument("--boards", type=count, default=DEFAULT_BOARDS, metavar="N", help=say("boards", default=DEFAULT_BOARDS))
    check.add_argument("--seed", type=int, default=0, metavar="N", help=say("seed", default=0))
    check.add_argument("--time", type=seconds, default=DEFAULT_SECONDS, metavar=say("SECONDS"),
                       help=say("time", default=f"{DEFAULT_SECONDS:g}"))  # fmt: skip
    check.add_argument("--memory", type=megabytes, default=DEFAULT_MEGABYTES, metavar=say("MB"),
                       help=say("memory", default=DEFAULT_MEGABYTES))  # fmt: skip
    check.add_argument("--jobs", type=count, default=os.cpu_count() or 1, metavar="N", help=say("jobs"))
    commands.add_parser("names", help=say("names"), description=say("names"), parents=[common])
    return parser


def _is_pair(text: str) -> bool:
    number, separator, name = text.partition("=")
    return bool(separator) and number in _numbers() and name.isidentifier()


def _is_count(text: str) -> bool:
    return text.isascii() and text.isdecimal() and 0 < int(text) <= 100_000


def _is_megabytes(text: str) -> bool:
    return _is_count(text) and int(text) >= MIN_MEGABYTES


def _is_seconds(text: str) -> bool:
    try:
        return 0.1 <= float(text) <= 3600
    except ValueError:
        return False


def main(arguments: list[str] | None = None) -> int:
    """Runs the command; its exit code."""
    # Texts have letters that some terminals cannot show: they are replaced rather than lost with everything else.
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    arguments = sys.argv[1:] if arguments is None else arguments
    language = language_of(arguments)
    with _argparse_speaks(language):
        asked = _parser(language).parse_args(arguments)
    if asked.command == "names":
        for question in QUESTIONS:
            print(f"{question.number}  {', '.join(likely_names(question))}")
        return DONE
    return _check(asked, language)


def _check(asked: argparse.Namespace, language: str) -> int:
    options = Options(
        boards=asked.boards,
        seed=asked.seed,
        limits=Limits(asked.time, asked.memory),
        mapping=tuple(asked.map),
        questions=tuple(asked.question),
    )
    path: Path = asked.solution

    def complain(text: str) -> None:
        print(f"laplace.td: {text}", file=sys.stderr)

    if not path.exists():
        complain(f"{printable(str(path))}: {word('no_such_file', language)}")
        return UNREADABLE
    if str(asked.json) == str(asked.junit) == "-":
        complain(word("two_on_stdout", language))
        return REFUSED
    for refused, code in ((_misplaced(asked), REFUSED), (_unwritable(asked), UNREADABLE)):
        if refused is not None:
            complain(f"{printable(str(refused[0]))}: {word(refused[1], language)}")
            return code
    missing = not_prevented(isolation(), language)
    if missing is not None:
        complain(missing)
    passed_over: list[str] = []
    if path.is_dir():
        try:
            entries, passed_over = class_entries(path)
        except OSError as error:
            complain(system_error(error, language))
            return UNREADABLE
        if not entries:
            complain(f"{printable(str(path))}: {word('no_solutions', language)}")
            return UNREADABLE
        reports, was_interrupted = _class(entries, options, asked.jobs)
    else:
        reports, was_interrupted = [check_files([path.resolve()], path.name, options)], False
    if was_interrupted:
        # What an earlier check has found out is worth more than what this one has not.
        for option in ("json", "junit"):
            target: Path | None = getattr(asked, option)
            if target is not None and target.is_file():
                complain(f"{printable(str(target))}: {word('kept', language)}")
                setattr(asked, option, None)
    problems = _write(reports, passed_over, asked, language)
    for failed in problems:
        complain(system_error(failed, language))
    if was_interrupted:
        complain(word("interrupted", language))
        return INTERRUPTED
    if problems:
        return UNREADABLE
    return DONE if all(report.right == len(report.answers) for report in reports) else WRONG_ANSWER


def _targets(asked: argparse.Namespace) -> list[Path]:
    """The files and the folder that will be written."""
    return [target for target in (asked.json, asked.junit, asked.out) if target is not None and str(target) != "-"]


def _misplaced(asked: argparse.Namespace) -> tuple[Path, str] | None:
    """A target that would replace a solution or another target, or be taken for a solution the next time; and why it is refused."""
    checked = asked.solution.resolve()
    for target in _targets(asked):
        place = target.resolve()
        is_inside = checked in place.parents
        if place.is_file() and (place == checked or (is_inside and place.suffix.lower() == ".py")):
            return target, "would_replace"
        if is_inside:
            return target, "in_class"
    return (asked.json, "same_target") if asked.json is not None and asked.json == asked.junit else None


def _unwritable(asked: argparse.Namespace) -> tuple[Path, str] | None:
    """What cannot be written, as far as it shows before a class is checked, which may take minutes; and why."""
    if asked.out is not None and asked.out.exists() and not asked.out.is_dir():
        return asked.out, "is_a_file"
    for target in (asked.json, asked.junit):
        if target is None or str(target) == "-":
            continue
        if target.is_dir():
            return target, "is_a_folder"
        if not target.parent.is_dir() and target.parent != asked.out:
            return target.parent, "no_folder"
    return None


def _class(entries: list[Entry], options: Options, jobs: int) -> tuple[list[Report], bool]:
    """The report of each entry of a class, and whether Ctrl-C ended the check; files of one student do not see those of another."""

    def check(entry: Entry) -> Report:
        if entry.problem is not None:
            return unchecked(entry.name, entry.problem, options)
        return check_files(entry.files, entry.name, options, may_import=entry.is_folder)

    # The threads only wait: each solution runs in a process of its own.
    pool = ThreadPoolExecutor(max_workers=min(jobs, 64))
    pending: list[Future[Report]] = []
    try:
        pending = [pool.submit(check, entry) for entry in entries]
        for count, _ in enumerate(as_completed(pending), start=1):
            if sys.stderr.isatty():
                print(f"\r{count}/{len(entries)}", end="\r\033[K" if count == len(entries) else "", file=sys.stderr, flush=True)
        return [checked.result() for checked in pending], False
    except KeyboardInterrupt:
        # What was checked is kept.
        done = [checked.done() and not checked.cancelled() for checked in pending]
        if not any(done):
            raise
        reports = [
            checked.result() if is_done else unchecked(entry.name, Finding("not_checked"), options)
            for entry, checked, is_done in zip(entries, pending, done, strict=True)
        ]
        print(file=sys.stderr)
        return reports, True
    finally:
        # After an interruption nobody waits for the solutions under way.
        pool.shutdown(wait=False, cancel_futures=True)


def _write(reports: list[Report], passed_over: list[str], asked: argparse.Namespace, language: str) -> list[OSError]:
    """Writes what was asked for; what could not be written. One file that cannot be written does not lose the others."""
    problems: list[OSError] = []
    silent = False
    for target, text in (
        (asked.json, report.as_json(reports, language, isolation(), asked.seed, passed_over) if asked.json else ""),
        (asked.junit, report.as_junit(reports, language) if asked.junit else ""),
    ):
        if target is not None and str(target) == "-":
            problems += _print(text, is_document=True)
            silent = True
        elif target is not None:
            problems += _write_file(target, text)
    if asked.out is not None:
        for solution in reports:
            if solution.problem is not None and solution.problem.code == "not_checked":
                continue
            problems += _write_file(asked.out / _file_name(solution.name), report.text(solution, language), make=True)
    if not silent:
        is_class = asked.solution.is_dir()
        text = report.table(reports, language, passed_over) if is_class else report.text(reports[0], language)
        problems += _print(text)
    return problems


def _print(text: str, is_document: bool = False) -> list[OSError]:
    """Writes to standard output; a document is UTF-8 whatever the terminal has. What could not be written."""
    try:
        if is_document and isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace"))
        else:
            sys.stdout.write(_for_terminal(text))
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        error.filename = "-"
        discard_stdout()
        return [error]
    return []


def discard_stdout() -> None:
    """Gives up standard output once it cannot be written: Python would report it again when it closes the stream."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _for_terminal(text: str) -> str:
    """A report whose marks can be told apart also on a terminal that has only the letters of Latin-1 or ASCII."""
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return text.translate(_PLAIN_SIGNS)
    return text


_PLAIN_SIGNS = str.maketrans({"✓": "+", "✗": "x", "–": "-", "’": "'", "“": '"', "”": '"', "→": ">", "…": "...", "\u202f": "\u00a0"})


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
        except BaseException:
            os.unlink(draft)
            raise
    except OSError as error:
        # The reader knows the file that was asked for, not the draft beside it.
        error.filename = str(path)
        return [error]
    return []


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
