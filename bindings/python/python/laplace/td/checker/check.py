"""Checks one solution: finds the function of each question, runs it in the sandbox, judges what comes back."""

from __future__ import annotations

import difflib
import os
import random
import stat
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from laplace.td.checker.questions import (
    QUESTIONS,
    ROLE_NAMES,
    Case,
    Finding,
    Question,
    arguments_of,
    encoded_case,
    judge,
    likely_names,
    shown_boards,
)
from laplace.td.checker.sandbox import Died, Limits, Sandbox

MAX_SOURCE_BYTES = 1 << 20
MAX_FILES = 20
MAX_MODULES = 50
MAX_MODULES_BYTES = 4 << 20
RIGHT, WRONG, MISSING = "right", "wrong", "missing"


@dataclass
class Answered:
    """The result of a question."""

    question: str
    status: str
    name: str | None = None
    """The function or the statement that was tried."""
    line: int | None = None
    findings: list[Finding] = field(default_factory=list)
    cases: int = 0
    wrong_cases: int = 0


@dataclass
class Report:
    """The result of a solution."""

    name: str
    answers: list[Answered]
    problem: Finding | None = None
    """Why no question could be tried: the file cannot be read or loaded."""

    @property
    def right(self) -> int:
        return sum(answered.status == RIGHT for answered in self.answers)


@dataclass(frozen=True)
class Options:
    """How to check."""

    boards: int = 100
    """Random boards for each question, beside the fixed ones."""
    seed: int = 0
    limits: Limits = Limits()
    mapping: tuple[tuple[str, str], ...] = ()
    """Pairs of a question and the name of its function; they come before those of the file."""
    questions: tuple[str, ...] = ()
    """The questions to check; all if it is empty."""

    def chosen(self) -> list[Question]:
        return [question for question in QUESTIONS if not self.questions or question.number in self.questions]


def check_source(
    source: str, name: str, options: Options, modules: dict[str, str] | None = None, deadline: float | None = None
) -> Report:
    """Checks the text of a solution; `modules` are the texts that it may import, by name.

    All of it ends at the deadline, a time of `time.monotonic`; by default that of `Limits.patience_for_all`.
    """
    if deadline is None:
        deadline = time.monotonic() + options.limits.patience_for_all
    try:
        return _Check(source, name, options, modules or {}, deadline).run()
    except Exception as error:
        # Whatever a solution makes this process stumble over is a result of that solution alone.
        return _failed(name, Finding("load_died", {"status": type(error).__name__}), options)


def check_files(paths: list[Path], name: str, options: Options, may_import: bool = True) -> Report:
    """Checks a solution in one file or several: a question is looked for in each of them, in their order."""
    deadline = time.monotonic() + options.limits.patience_for_all
    reports = []
    for path in paths[:MAX_FILES]:
        source = _read(path)
        if isinstance(source, Finding):
            reports.append(_failed(name, source, options))
            continue
        modules = _modules(path) if may_import else {}
        reports.append(check_source(source, name, options, modules, deadline))
    if len(paths) > MAX_FILES:
        reports.append(_failed(name, Finding("too_many_files", {"most": MAX_FILES}), options))
    return _merged(name, reports, options)


def _merged(name: str, reports: list[Report], options: Options) -> Report:
    """For each question the file that answers it: right before wrong, wrong before missing."""
    if not reports:
        return _failed(name, Finding("no_file", {}), options)
    order = {RIGHT: 0, WRONG: 1, MISSING: 2}
    best = [
        min(answers, key=lambda answered: order[answered.status])
        for answers in zip(*(report.answers for report in reports), strict=True)
    ]
    problems = [report.problem for report in reports if report.problem]
    return Report(name, best, problems[0] if problems else None)


def _read(path: Path) -> str | Finding:
    try:
        # Opening a pipe of the file system would wait for a writer, and what a link points to is not the student's.
        number = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW)
        with open(number, "rb") as file:
            if not stat.S_ISREG(os.fstat(number).st_mode):
                return Finding("not_a_file", {})
            data = file.read(MAX_SOURCE_BYTES + 1)
    except OSError as error:
        return Finding("unreadable", {"error": error.strerror or str(error)})
    if len(data) > MAX_SOURCE_BYTES:
        return Finding("too_long", {"bytes": MAX_SOURCE_BYTES})
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        # Files of older editors; every byte is a character there.
        return data.decode("latin-1")


def _modules(path: Path) -> dict[str, str]:
    """The modules beside a file, which it may import. Only their texts leave this process."""
    texts: dict[str, str] = {}
    room = MAX_MODULES_BYTES
    for other in sorted(path.parent.glob("*.py"))[:MAX_MODULES]:
        text = _read(other) if other != path else None
        if isinstance(text, str) and len(text) <= room:
            texts[other.stem] = text
            room -= len(text)
    return texts


def _failed(name: str, problem: Finding, options: Options) -> Report:
    return Report(name, [Answered(question.number, WRONG) for question in options.chosen()], problem)


class _Check:
    def __init__(self, source: str, name: str, options: Options, modules: dict[str, str], deadline: float) -> None:
        self.source = source
        self.name = name
        self.options = options
        self.modules = modules
        self.deadline = deadline
        self.sandbox: Sandbox | None = None
        self.description: dict[str, Any] = {}

    def run(self) -> Report:
        try:
            if time.monotonic() >= self.deadline:
                return _failed(self.name, self._no_time_left(), self.options)
            problem = self._start(self._deadline())
            if problem is not None:
                return _failed(self.name, problem, self.options)
            answers = [self._answer(question) for question in self.options.chosen()]
            return Report(self.name, answers)
        finally:
            self._end()

    def _deadline(self) -> float:
        """When loading the file, or a question that begins now, has to end."""
        return min(time.monotonic() + self.options.limits.patience, self.deadline)

    def _no_time_left(self) -> Finding:
        return Finding("no_time_left", {"seconds": f"{self.options.limits.patience_for_all:g}"})

    def _end(self) -> None:
        if self.sandbox is not None:
            self.sandbox.end()
            self.sandbox = None

    def _start(self, deadline: float) -> Finding | None:
        """Starts the sandbox and loads the file; what went wrong if it could not be loaded."""
        self._end()
        self.sandbox = Sandbox({"source": self.source, "modules": self.modules}, self.options.limits, deadline)
        try:
            described = self.sandbox.described()
            if "syntax_error" in described:
                return Finding("syntax_error", described["syntax_error"])
            self.description = described
            loaded = self.sandbox.loaded()
        except Died as death:
            return Finding(f"load_{death.kind}", self._died(death))
        if "failure" in loaded:
            failure = loaded["failure"]
            return Finding(f"load_{failure['kind']}", failure)
        return None

    def _died(self, death: Died) -> dict[str, Any]:
        limits = self.options.limits
        return {"seconds": f"{limits.seconds:g}", "megabytes": limits.megabytes, "status": death.status, "line": None}

    def _answer(self, question: Question) -> Answered:
        found = self._find(question)
        if isinstance(found, Finding):
            return Answered(question.number, MISSING, findings=[found])
        if time.monotonic() >= self.deadline:
            return Answered(question.number, WRONG, findings=[self._no_time_left()])
        deadline = self._deadline()
        if "source" in found:
            return self._try_statements(question, found["statements"], deadline)
        roles = _roles(question, found)
        if roles is None:
            wanted = " / ".join(f"({', '.join(signature)})" for signature in question.signatures)
            data = {"name": found["name"], "parameters": ", ".join(found["parameters"]), "wanted": wanted}
            return Answered(question.number, WRONG, found["name"], found["line"], [Finding("wrong_parameters", data)])
        request = {"function": [found["name"], found["line"]]}
        answered = self._try(question, roles, request, found["name"], found["line"], deadline)
        if question.number == "3.6":
            answered.findings += self._iterations(found)
        if answered.findings:
            answered.status = WRONG
        return answered

    def _find(self, question: Question) -> dict[str, Any] | Finding:
        functions = [function for function in self.description["functions"] if function["top"]]
        mapping = {**self.description["mapping"], **dict(self.options.mapping)}
        if question.number in mapping:
            wanted = mapping[question.number]
            named = [function for function in functions if function["name"] == wanted]
            if named:
                return dict(named[-1])
            return Finding("mapped_name_missing", {"name": wanted, "functions": self._names(functions)})
        taken = set(mapping.values())
        for name in likely_names(question):
            named = [f for f in functions if f["name"].lower() == name and name not in taken]
            fitting = [function for function in named if _fits_part(question, function, named)]
            if fitting:
                # Of two functions of one name the first is part 2's, the last part 3's.
                return dict(fitting[0] if question.part == 2 else fitting[-1])
        statements = self._statements(question)
        if statements:
            return {"source": True, "statements": statements}
        names = [function["name"] for function in functions]
        near = difflib.get_close_matches(question.names[0], names, n=1, cutoff=0.75)
        looked_for = ", ".join(question.names)
        data = {"looked_for": looked_for, "functions": self._names(functions), "number": question.number}
        if question.statement:
            return Finding("statement_not_found", {**data, "board": question.statement})
        if near:
            return Finding("similar_name", {**data, "near": near[0], "name": question.names[0]})
        return Finding("not_found", data)

    @staticmethod
    def _names(functions: list[dict[str, Any]]) -> str:
        return ", ".join(dict.fromkeys(function["name"] for function in functions[:20])) or "∅"

    def _statements(self, question: Question) -> list[dict[str, Any]]:
        """The statements that may answer the question: those with its numbers, or all if none has them."""
        written = [found for found in self.description["statements"] if found["board"] == question.statement]
        signed = [found for found in written if set(found["constants"]) & set(question.statement_signs)]
        others = {sign for other in QUESTIONS if other is not question for sign in other.statement_signs}
        plain = [found for found in written if not set(found["constants"]) & others]
        return signed or (plain if question.statement_signs else written)

    def _try_statements(self, question: Question, statements: list[dict[str, Any]], deadline: float) -> Answered:
        """A question is answered if one of the statements does it; else the first one is reported."""
        roles = (question.statement or "plateau",)
        first: Answered | None = None
        for statement in statements[:20]:
            request = {"statement": statement}
            answered = self._try(question, roles, request, statement["source"], statement["line"], deadline)
            if answered.status == RIGHT:
                return answered
            first = first or answered
        assert first is not None
        return first

    def _try(
        self,
        question: Question,
        roles: tuple[str, ...],
        request: dict[str, Any],
        name: str,
        line: int,
        deadline: float,
    ) -> Answered:
        chance = random.Random(f"{self.options.seed} {question.number}")
        cases = list(question.cases(chance, self.options.boards, roles))
        answered = Answered(question.number, WRONG, name, line)
        first: list[Finding] = []
        for case, answer in self._call(request, question, roles, cases, deadline):
            failure = answer.get("failure")
            found = [_failure(failure, question, roles, case)] if failure else judge(question, roles, case, answer)
            answered.cases += 1
            answered.wrong_cases += bool(found)
            # Different mistakes of one function are all reported, each once and on the first board that shows it.
            known = {finding.code for finding in first}
            if not first or (failure and failure["kind"] not in known):
                first += found
        shown = {"name": name, "is_statement": "statement" in request}
        answered.findings = [Finding(f.code, {**shown, **f.data}, f.boards, f.is_hint) for f in first]
        if not first and answered.cases == len(cases):
            answered.status = RIGHT
        return answered

    def _call(
        self,
        request: dict[str, Any],
        question: Question,
        roles: tuple[str, ...],
        cases: list[Case],
        deadline: float,
    ) -> Iterator[tuple[Case, dict[str, Any]]]:
        """Each case with its answer, up to the first that failed. No answer is kept: a hostile one may be large."""
        sent = [encoded_case(question, roles, case) for case in cases]
        count = 0
        try:
            if self.sandbox is None and self._start(deadline) is not None:
                raise Died("died")
            assert self.sandbox is not None
            for answer in self.sandbox.call(request, sent, deadline):
                yield cases[count], answer
                count += 1
        except Died as death:
            # The next question gets a new process.
            self._end()
            yield cases[count], {"failure": {"kind": death.kind, **self._died(death)}}

    def _iterations(self, function: dict[str, Any]) -> list[Finding]:
        """Where question 3.6 iterates: itself, through a function that it calls, or by calling itself."""
        by_name: dict[str, list[dict[str, Any]]] = {}
        for other in self.description["functions"]:
            by_name.setdefault(other["name"], []).append(other)
        if function["iterations"]:
            line, how = function["iterations"][0]
            return [Finding("iterates", {"name": function["name"], "line": line, "how": how})]
        seen = {function["name"]}
        paths = [(function, [function["name"]])]
        while paths:
            current, path = paths.pop(0)
            for line, called in current["calls"]:
                if called in path:
                    data = {"name": called, "line": line, "path": " → ".join([*path, called])}
                    return [Finding("recursion", data)]
                if called in seen:
                    continue
                seen.add(called)
                for helper in by_name.get(called, []):
                    if helper["iterations"]:
                        at, how = helper["iterations"][0]
                        data = {"name": function["name"], "helper": called, "line": at, "how": how,
                                "path": " → ".join([*path, called])}  # fmt: skip
                        return [Finding("iterates_in_helper", data)]
                    paths.append((helper, [*path, called]))
        return []


def _fits_part(question: Question, function: dict[str, Any], named: list[dict[str, Any]]) -> bool:
    """Whether a function whose name both parts may use belongs to the question's part, by its first parameter."""
    if question.number not in ("2.2", "3.4") or function["name"].lower() != "valeur":
        return True
    first = (function["parameters"] or [""])[0].lower()
    if first.startswith("pion") or first.startswith("entier"):
        return question.part == 3
    if first in ROLE_NAMES["plateau"] or len(named) == 1:
        return question.part == 2
    return named.index(function) == (0 if question.part == 2 else len(named) - 1)


def _roles(question: Question, function: dict[str, Any]) -> tuple[str, ...] | None:
    """What each parameter of a function is for, by number and name; `None` if it cannot be called."""
    parameters = [parameter.lower() for parameter in function["parameters"]]
    required = len(parameters) - function["defaults"]
    fitting = [roles for roles in question.signatures if required <= len(roles) <= len(parameters)]
    if not fitting:
        return None
    roles = fitting[-1]
    guessed: list[str] = []
    for parameter in parameters[: len(roles)]:
        meant = [role for role in roles if any(parameter.startswith(name) for name in ROLE_NAMES[role])]
        guessed += meant[:1] if len(meant) == 1 else []
    # Another order counts only if every parameter has a name that says what it is.
    return tuple(guessed) if sorted(guessed) == sorted(roles) else roles


def _failure(failure: dict[str, Any], question: Question, roles: tuple[str, ...], case: Case) -> Finding:
    data = {**failure, "arguments": arguments_of(roles, case)}
    return Finding(failure["kind"], data, shown_boards(question, case))


def looks_like_python(path: Path) -> bool:
    """Whether a file is a solution rather than one of the hidden files of an editor or of a system.

    A link is not: what a student's link points to is a file of the teacher, and a message would quote it.
    """
    return path.suffix == ".py" and not path.name.startswith((".", "__")) and path.is_file() and not path.is_symlink()
