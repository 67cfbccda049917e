"""Checks one solution: finds the function of each question, runs it in the sandbox, judges what comes back."""

from __future__ import annotations

import difflib
import random
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from laplace.td.checker import files
from laplace.td.checker.questions import (
    QUESTIONS,
    MOVE_HALVES,
    ROLE_NAMES,
    Case,
    Finding,
    Question,
    arguments_of,
    encoded_case,
    is_role,
    judge,
    likely_names,
    shown_boards,
)
from laplace.td.checker.sandbox import Died, Limits, Sandbox

MAX_FILES = 20
# Names that a message lists; `python -m laplace.td names` lists all.
MAX_LISTED_NAMES = 8
RIGHT, WRONG, MISSING = "right", "wrong", "missing"
# What may be wrong because a function that is called gives wrong values.
_WRONG_VALUES = frozenset(
    "items_missing items_extra items_differ items_twice wrong_value wrong_board wrong_integers wrong_item board_unchanged "
    "board_as_before broken_board broken_cell broken_length endless_generator exception timeout memory".split()
)
# What is wrong with a function although it gives the values that other functions expect of it.
_RIGHT_VALUES = frozenset("not_generator iterates iterates_in_helper recursion".split())
# Hints about what a function may have from another one that it calls: neighbours, blobs, positions.
_BORROWED_HINTS = frozenset(
    f"hint_{code}" for code in (
        "no_jumps no_doublings wraps off_board itself too_far range_end no_diagonals exact_distance last_bit counted_from_1 other_colour "
        "values_not_positions jump_keeps_origin doubling_loses_origin nothing_turns turns_too_far beyond_64_bits"
    ).split()
)  # fmt: skip


@dataclass
class Answered:
    """The result of a question."""

    question: str
    status: str
    name: str | None = None
    """The function or the statement that was tried."""
    line: int | None = None
    file: str | None = None
    """The file that was tried, if the solution has several."""
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
    notes: list[Finding] = field(default_factory=list)
    """What does not keep the questions from being tried: statements that were skipped, an odd encoding."""

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
    """Checks a solution in one file or several: a question is looked for in each of them, in their order.

    Of two files that answer it, the one whose answer is right counts, and a note names the other.
    """
    deadline = time.monotonic() + options.limits.patience_for_all
    reports = []
    for path in paths[:MAX_FILES]:
        source = files.read(path)
        if isinstance(source, Finding):
            checked = unchecked(name, source, options)
        else:
            modules = files.modules_beside(path) if may_import else {}
            checked = check_source(source.text, name, options, modules, deadline)
            checked.notes[:0] = source.notes
        reports.append(_in_file(checked, path.name) if len(paths) > 1 else checked)
    if len(paths) > MAX_FILES:
        reports.append(_failed(name, Finding("too_many_files", {"most": MAX_FILES}), options))
    return _merged(name, reports, options)


def _in_file(report: Report, file: str) -> Report:
    """The report of one of several files, which its findings name."""

    def named(finding: Finding) -> Finding:
        return replace(finding, data={**finding.data, "file": file})

    for answered in report.answers:
        answered.file = file
    report.problem = named(report.problem) if report.problem else None
    report.notes = [named(note) for note in report.notes]
    return report


def _merged(name: str, reports: list[Report], options: Options) -> Report:
    """For each question the file that answers it: right before wrong, wrong before missing."""
    if not reports:
        return unchecked(name, Finding("empty_folder"), options)
    order = {RIGHT: 0, WRONG: 1, MISSING: 2}
    best = [
        min(answers, key=lambda answered: order[answered.status])
        for answers in zip(*(report.answers for report in reports), strict=True)
    ]
    notes = [note for report in reports for note in report.notes]
    for counted, *answers in zip(best, *(report.answers for report in reports), strict=True):
        other = next((a for a in answers if a.status == WRONG and a.name == counted.name), None)
        if counted.status == RIGHT and other is not None:
            data = {"number": counted.question, "name": counted.name, "file_that_counts": counted.file, "other": other.file}
            notes.append(Finding("answered_in_two_files", data))
    problems = [report.problem for report in reports if report.problem]
    # A file without functions beside others, such as `__init__.py`, is no problem.
    serious = [problem for problem in problems if problem.code not in _HARMLESS_BESIDE_OTHERS]
    if len(problems) == len(reports):
        serious = serious or problems
    return Report(name, best, serious[0] if serious else None, notes)


_HARMLESS_BESIDE_OTHERS = frozenset(("empty_file", "nothing_to_check"))


def unchecked(name: str, problem: Finding, options: Options) -> Report:
    """The report of a solution that has nothing to check."""
    return Report(name, [Answered(question.number, MISSING) for question in options.chosen()], problem)


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
        self.skipped: list[dict[str, Any]] = []
        self.answered: dict[str, Answered] = {}

    def run(self) -> Report:
        try:
            if time.monotonic() >= self.deadline:
                return _failed(self.name, self._no_time_left(), self.options)
            problem = self._start(self._deadline())
            if problem is not None:
                return _failed(self.name, problem, self.options)
            skipped = [(failure, self._skipped(failure)) for failure in self.skipped]
            notes = [Finding(_skipped_code(failure, data["text"]), data) for failure, data in skipped]
            notes += self._ignored_mappings()
            if not self.description["functions"] and not self.description["statements"]:
                report = unchecked(self.name, Finding("nothing_to_check"), self.options)
                report.notes = notes
                return report
            answers = [self._with_causes(question) for question in self.options.chosen()]
            return Report(self.name, answers, notes=notes)
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
                error = described["syntax_error"]
                return Finding("syntax_error" if error["line"] else "not_parsed", error)
            self.description = described
            self.skipped = self.sandbox.loaded()["skipped"]
        except Died as death:
            return Finding(f"load_{death.kind}", self._died(death))
        return None

    def _skipped(self, failure: dict[str, Any]) -> dict[str, Any]:
        """A statement outside of the functions that failed, with its text."""
        lines = self.source.splitlines()
        line = failure["line"] or 0
        text = lines[line - 1].strip() if 0 < line <= len(lines) else ""
        return {**failure, "text": text, "seconds": f"{self.options.limits.seconds:g}"}

    def _skipped_names(self, failure: dict[str, Any]) -> list[Finding]:
        """The line that would have defined a name, if it was skipped."""
        name = re.match(r"name '(\w+)' is not defined", failure.get("message") or "")
        for skipped in self.skipped if name else []:
            line = self._skipped(skipped)
            if name and re.search(rf"\b{name[1]}\b", line["text"]):
                return [Finding("hint_skipped_name", {"defined": name[1], "where": line["line"]}, is_hint=True)]
        return []

    def _ignored_mappings(self) -> list[Finding]:
        """Entries of QUESTIONS that name no question of the sheet, or no function."""
        known = {question.number for question in QUESTIONS}
        mapping: dict[str, str] = self.description["mapping"]
        ignored = [
            f'"{number}": "{name}"' for number, name in mapping.items() if number not in known
        ] + self.description["unmapped"]
        line = self.description["mapping_line"]
        return [Finding("mapping_ignored", {"line": line, "text": text}) for text in ignored]

    def _died(self, death: Died) -> dict[str, Any]:
        limits = self.options.limits
        return {"seconds": f"{limits.seconds:g}", "megabytes": limits.megabytes, "status": death.status, "line": None}

    def _with_causes(self, question: Question) -> Answered:
        """The result of a question. If a function of another question is wrong that it calls, it may be wrong for that reason."""
        answered = self._answer(question)
        function = self._function_of(answered)
        if function is None or not _WRONG_VALUES & {finding.code for finding in answered.findings}:
            return answered
        if any("generator" in finding.data.get("message", "") for finding in answered.findings):
            # It takes the length or an item of a generator: a right helper is a generator, too.
            return answered
        called = {name for _, path in self._called(function) for name in path[1:]}
        for other in QUESTIONS:
            cause = self._answer(other) if other is not question and self._name_found(other) in called else None
            if cause is None or cause.status != WRONG or {f.code for f in cause.findings} <= _RIGHT_VALUES:
                continue
            data = {"name": answered.name, "other": cause.name, "number": other.number}
            findings = [finding for finding in answered.findings if finding.code not in _BORROWED_HINTS]
            return replace(answered, findings=[*findings, Finding("hint_wrong_helper", data, is_hint=True)])
        return answered

    def _function_of(self, answered: Answered) -> dict[str, Any] | None:
        """The function that was tried for a question, if it was one."""
        place = (answered.name, answered.line)
        return next((f for f in self.description["functions"] if (f["name"], f["line"]) == place), None)

    def _name_found(self, question: Question) -> str | None:
        found = self._find(question)
        return None if isinstance(found, Finding) else found.get("name")

    def _answer(self, question: Question) -> Answered:
        if question.number not in self.answered:
            self.answered[question.number] = self._new_answer(question)
        return self.answered[question.number]

    def _new_answer(self, question: Question) -> Answered:
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
            data = {"name": found["name"], "parameters": found["signature"], "wanted": wanted}
            findings = [Finding("wrong_parameters", data)]
            if _has_move_halves(found):
                findings.append(Finding("hint_move_is_a_pair", is_hint=True))
            return Answered(question.number, WRONG, found["name"], found["line"], findings=findings)
        request = {"function": [found["name"], found["line"]]}
        answered = self._try(question, roles, request, found["name"], found["line"], deadline)
        if found["writes"]:
            # It does write into the list, but writes what was there.
            answered.findings = [
                replace(finding, code="board_as_before") if finding.code == "board_unchanged" else finding
                for finding in answered.findings
            ]
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
        free = [function for function in functions if function["name"] not in taken]
        found = self._by_likely_name(question, free)
        if found is not None:
            return dict(found)
        statements = self._statements(question)
        if statements:
            return {"source": True, "statements": statements}
        names = [function["name"] for function in free]
        near = difflib.get_close_matches(question.names[0], names, n=1, cutoff=0.75)
        looked_for = ", ".join([*question.names[:MAX_LISTED_NAMES], *(["…"] if question.names[MAX_LISTED_NAMES:] else [])])
        data = {"looked_for": looked_for, "functions": self._names(functions), "number": question.number}
        inner = [function for function in self.description["functions"] if function["inside"]]
        hidden = self._by_likely_name(question, inner)
        if hidden is not None:
            shown = {key: hidden[key] for key in ("name", "line", "inside")}
            return Finding("is_a_method" if hidden["method"] else "is_an_inner_function", {**data, **shown})
        if question.statement:
            return Finding("statement_not_found", {**data, "board": question.statement})
        if near:
            return Finding("similar_name", {**data, "near": near[0], "name": question.names[0]})
        return Finding("not_found", data)

    def _by_likely_name(self, question: Question, functions: list[dict[str, Any]]) -> dict[str, Any] | None:
        """The function whose name is one of the question's: the likeliest name first, then what can be called."""
        for name in likely_names(question):
            named = [function for function in functions if _is_name(function["name"], name, question)]
            callable_ = [function for function in named if _roles(question, function) is not None]
            if name not in question.shared_names:
                if named:
                    # Of two definitions Python keeps the last one.
                    return named[-1]
                continue
            # Both parts may have a function of this name; of two that belong to one part, Python keeps the last.
            fitting = [function for function in callable_ or named if _fits_part(question, function, named)]
            if fitting:
                return fitting[-1]
        return None

    @staticmethod
    def _names(functions: list[dict[str, Any]]) -> str:
        return ", ".join(dict.fromkeys(function["name"] for function in functions[:20]))

    def _statements(self, question: Question) -> list[dict[str, Any]]:
        """The statements that may answer the question: those with its numbers, or all if none has them.

        A statement that sets a bit is no answer to a question that clears one: it prepares a board for it.
        """
        written = [found for found in self.description["statements"] if found["board"] == question.statement]
        if question.statement_operators:
            every = {operator for other in QUESTIONS for operator in other.statement_operators}
            fitting = [found for found in written if set(question.statement_operators) & set(found["source"])]
            plain_assignments = [found for found in written if not every & set(found["source"])]
            signs = set(question.statement_signs)
            written = fitting or [found for found in plain_assignments if signs & set(found["constants"])]
        signed = [found for found in written if set(found["constants"]) & set(question.statement_signs)]
        others = {sign for other in QUESTIONS if other is not question for sign in other.statement_signs}
        plain = [found for found in written if not set(found["constants"]) & others]
        return signed or (plain if question.statement_signs else written)

    def _try_statements(self, question: Question, statements: list[dict[str, Any]], deadline: float) -> Answered:
        """A question is answered if one of the statements does it; else the first one is reported."""
        roles = (question.statement or "plateau",)
        first: Answered | None = None
        for statement in statements[:20]:
            if statement["nested"]:
                data = {"name": statement["source"], "variable": statement["variable"]}
                finding = Finding("two_dimensions" if question.part == 2 else "bit_of_a_list", data)
                answered = Answered(question.number, WRONG, statement["source"], statement["line"], findings=[finding])
            else:
                request = {"statement": statement}
                first_line, *more = statement["source"].splitlines()
                shown = f"{first_line} …" if more else first_line
                answered = self._try(question, roles, request, shown, statement["line"], deadline)
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
            found = _failure(failure, question, roles, case) if failure else judge(question, roles, case, answer)
            answered.cases += 1
            answered.wrong_cases += bool(found)
            # Different mistakes of one function are all reported, each once and on the first board that shows it.
            known = {finding.code for finding in first}
            if not first or (failure and failure["kind"] not in known):
                first += found + (self._skipped_names(failure) if failure else [])
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
        if function["iterations"]:
            line, how = function["iterations"][0]
            return [Finding("iterates", {"name": function["name"], "line": line, "how": how})]
        for helper, path in self._called(function):
            shown = " → ".join(path)
            if path[-1] in path[:-1]:
                line = next(line for line, called in helper["calls"] if called == path[-1])
                return [Finding("recursion", {"name": path[-1], "line": line, "path": shown})]
            if helper["iterations"]:
                line, how = helper["iterations"][0]
                data = {"name": function["name"], "helper": path[-1], "line": line, "how": how, "path": shown}
                return [Finding("iterates_in_helper", data)]
        return []

    def _called(self, function: dict[str, Any]) -> Iterator[tuple[dict[str, Any], list[str]]]:
        """The functions of the file that a function calls, also through others, with the names on the way, the nearest first.

        A way that ends where it has been comes with the function whose call closes it.
        """
        by_name: dict[str, list[dict[str, Any]]] = {}
        for other in self.description["functions"]:
            by_name.setdefault(other["name"], []).append(other)
        seen = {function["name"]}
        paths = [(function, [function["name"]])]
        while paths:
            current, path = paths.pop(0)
            for _, called in current["calls"]:
                if called in path:
                    yield current, [*path, called]
                if called in seen:
                    continue
                seen.add(called)
                for helper in by_name.get(called, []):
                    yield helper, [*path, called]
                    paths.append((helper, [*path, called]))


def _is_name(name: str, likely: str, question: Question) -> bool:
    """Whether a function has a likely name: accents, capitals and underscores do not matter, but in the sheet's own names."""
    if likely in question.names and len(question.names) == 1:
        return name.lower() == likely
    return _plain_name(name) == _plain_name(likely)


def _plain_name(name: str) -> str:
    return files.without_accents(name).replace("_", "")


def _has_move_halves(function: dict[str, Any]) -> bool:
    """Whether a function takes departure and arrival as two parameters."""
    parameters = [files.without_accents(parameter) for parameter in function["parameters"]]
    return sum(parameter.startswith(MOVE_HALVES) for parameter in parameters) == 2


def _skipped_code(failure: dict[str, Any], text: str) -> str:
    if failure["type"] == "ModuleNotFoundError":
        return "skipped_import"
    if failure["kind"] == "read_stdin" and _ASSIGNED_INPUT.match(text):
        return "skipped_input_value"
    return f"skipped_{failure['kind']}"


# `taille = int(input())`: other lines need its value.
_ASSIGNED_INPUT = re.compile(r"[\w, ]+=[^=].*input")


def _fits_part(question: Question, function: dict[str, Any], named: list[dict[str, Any]]) -> bool:
    """Whether a function whose name both parts may use belongs to the question's part, by its first parameter."""
    first = (function["parameters"] or [""])[0].lower()
    if first.startswith(("pion", "entier", "bits")):
        return question.part == 3
    if first in ROLE_NAMES["plateau"] or len(named) == 1:
        return question.part == 2
    return named.index(function) == (0 if question.part == 2 else len(named) - 1)


def _roles(question: Question, function: dict[str, Any]) -> tuple[str, ...] | None:
    """What each parameter of a function is for, by number and name; `None` if it cannot be called."""
    parameters = [files.without_accents(parameter) for parameter in function["parameters"]]
    required = len(parameters) - function["defaults"]
    if function["required_by_name"] or _has_move_halves(function):
        return None
    if function["takes_any"]:
        return next((roles for roles in question.signatures if required <= len(roles)), None)
    fitting = [roles for roles in question.signatures if required <= len(roles) <= len(parameters)]
    if _has_row_and_column(parameters):
        fitting = [roles for roles in fitting if "ligne" in roles]
    if not fitting:
        return None
    # Another order counts if the names say what the parameters are.
    by_name = [guessed for roles in reversed(fitting) if (guessed := _by_name(parameters[: len(roles)], roles))]
    return by_name[0] if by_name else fitting[-1]


def _by_name(parameters: list[str], roles: tuple[str, ...]) -> tuple[str, ...] | None:
    """The roles of parameters by their names, of which one may say nothing; `None` if the names do not tell."""
    guessed: list[str | None] = []
    for parameter in parameters:
        meant = [role for role in roles if is_role(parameter, role)]
        guessed.append(meant[0] if len(meant) == 1 else None)
    left = [role for role in roles if role not in guessed]
    if len(left) == 1 and guessed.count(None) == 1:
        guessed[guessed.index(None)] = left[0]
    known = [role for role in guessed if role is not None]
    return tuple(known) if sorted(known) == sorted(roles) else None


def _has_row_and_column(parameters: list[str]) -> bool:
    """Whether a cell is passed as two parameters, by names that leave no doubt."""
    return all(any(p.startswith(names) for p in parameters) for names in (("ligne", "row"), ("colonne", "column")))


def _failure(failure: dict[str, Any], question: Question, roles: tuple[str, ...], case: Case) -> list[Finding]:
    data = {**failure, "arguments": arguments_of(roles, case)}
    found = [Finding(failure["kind"], data, shown_boards(question, case))]
    if failure.get("type") == "ModuleNotFoundError":
        found.append(Finding("hint_import", is_hint=True))
    if failure.get("type") == "TypeError" and _NOT_CALLABLE.match(failure["message"]):
        found.append(Finding("hint_table" if question.number == "3.6" else "hint_name_of_two", is_hint=True))
    if failure.get("type") == "TypeError" and any(text in failure["message"] for text in _INDEXED_TWICE):
        found.append(Finding("hint_two_dimensions" if question.part == 2 else "hint_bits", is_hint=True))
    return found


_NOT_CALLABLE = re.compile(r"'(list|tuple|int|dict|set|generator|str)' object is not callable")
# What Python says about `plateau[3][2]`, `plateau[3][2] = 1` and `plateau[3, 2]`.
_INDEXED_TWICE = (
    "'int' object is not subscriptable",
    "'int' object does not support item assignment",
    "list indices must be integers or slices, not tuple",
)

