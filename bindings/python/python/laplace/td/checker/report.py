"""Reports of the checker: text for a student, a table for a class, JSON and JUnit for programs."""

from __future__ import annotations

import json
import textwrap
import unicodedata
from collections.abc import Sequence
from typing import Any
from xml.etree import ElementTree

from laplace import td
from laplace.td.checker.check import MISSING, RIGHT, WRONG, Answered, Report
from laplace.td.checker.messages import message, printable, shortened, title, word
from laplace.td.checker.questions import Finding

VERSION = 1
_WIDTH = 110
_NAME_WIDTH = 40
# Entries in the folder of a class that nobody handed in as a solution. They have a line, since somebody may have meant them.
_NO_SOLUTION = frozenset(("not_python", "not_a_file", "link"))
_MARKS = {RIGHT: "✓", WRONG: "✗", MISSING: "–"}


def text(report: Report, language: str) -> str:
    """The report of one solution, question by question."""
    lines = [printable(report.name)]
    if report.problem is not None:
        lines += _wrapped(message(report.problem, language), "     ")
    for note in report.notes:
        lines += _wrapped(message(note, language), "     ")
    for answered in report.answers:
        if report.problem is not None and not answered.findings:
            continue
        status = word(answered.status, language)
        place = ""
        if answered.name is not None:
            code = "file_line" if answered.file is not None else "line"
            at = word(code, language, line=answered.line, file=printable(answered.file or ""))
            place = f"{printable(answered.name)} ({at})"
        lines.append(f"{answered.question}  {status:<8} {place}".rstrip())
        lines += _details(answered, language)
    total = "total_of_one" if len(report.answers) == 1 else "total_one" if report.right <= 1 else "total"
    lines.append(word(total, language, right=report.right, of=len(report.answers)))
    return "\n".join(lines) + "\n"


def _details(answered: Answered, language: str) -> list[str]:
    lines: list[str] = []
    for finding in answered.findings:
        # Hints stand below what they are about.
        lines += _wrapped(("→ " if finding.is_hint else "") + message(finding, language), "     ")
    for finding in answered.findings:
        lines += _drawings(finding, language)
    if 0 < answered.wrong_cases < answered.cases:
        code = "wrong_cases_one" if answered.wrong_cases == 1 else "wrong_cases"
        count = word(code, language, wrong=answered.wrong_cases, cases=answered.cases)
        lines.append(f"     ({count})")
    return lines


def _wrapped(paragraph: str, indent: str) -> list[str]:
    return textwrap.wrap(
        paragraph, _WIDTH, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False
    )


def _drawings(finding: Finding, language: str) -> list[str]:
    """The boards of a finding, side by side."""
    if not finding.boards:
        return []
    columns = []
    for code, board in finding.boards:
        head = title(code, language)
        drawn = td.dessin(board).split("\n")
        width = max(len(head), *(len(line) for line in drawn))
        columns.append([line.ljust(width) for line in [head, *drawn]])
    return ["     " + "    ".join(parts).rstrip() for parts in zip(*columns, strict=True)]


def table(reports: list[Report], language: str, passed_over: Sequence[str] = ()) -> str:
    """The results of a class: a line for each solution, a column for each question, and the names of what was passed over."""
    if not reports:
        return ""
    numbers = [answered.question for answered in reports[0].answers]
    solutions = sum(report.problem is None or report.problem.code not in _NO_SOLUTION for report in reports)
    count = word("class_one" if solutions == 1 else "class", language, count=solutions)
    labels = [_label(report) for report in reports]
    names = [word("name", language), count, *labels]
    name_width = max(len(name) for name in names)
    head = f"{word('name', language):<{name_width}}  {' '.join(numbers)}  {word('sum', language)}"
    lines = [head]
    for report, label in zip(reports, labels, strict=True):
        marks = " ".join(f" {_MARKS[answered.status]} " for answered in report.answers)
        lines.append(f"{label:<{name_width}}  {marks}  {report.right}".rstrip())
        for finding in [report.problem] if report.problem else report.notes[:1]:
            lines += _wrapped(message(finding, language), "    ")
    sums = [sum(report.answers[index].status == RIGHT for report in reports) for index in range(len(numbers))]
    lines.append(f"{count:<{name_width}}  {' '.join(f'{number:>3}' for number in sums)}")
    if passed_over:
        lines += _wrapped(word("passed_over", language, names=", ".join(map(printable, passed_over))), "")
    return "\n".join(lines) + "\n"


def _label(report: Report) -> str:
    """The name of a solution, cut so that one of them does not widen the whole table."""
    # Some systems write é as two letters, which would shift the columns.
    name = unicodedata.normalize("NFC", printable(report.name))
    return name if len(name) <= _NAME_WIDTH else name[: _NAME_WIDTH - 1] + "…"


def as_json(
    reports: list[Report], language: str, isolation: dict[str, bool], seed: int, passed_over: Sequence[str] = ()
) -> str:
    """All reports as one JSON document."""
    document = {
        "laplace-td-check": VERSION,
        "seed": seed,
        "isolation": isolation,
        "passed_over": list(passed_over),
        "solutions": [_solution(report, language) for report in reports],
    }
    return json.dumps(_clean(document), ensure_ascii=False, indent=2) + "\n"


def _clean(value: Any) -> Any:
    """Without what cannot be written as UTF-8 or could steer a terminal."""
    if isinstance(value, str):
        return printable(value)
    if isinstance(value, dict):
        return {_clean(key): _clean(part) for key, part in value.items()}
    return [_clean(part) for part in value] if isinstance(value, (list, tuple)) else value


def _solution(report: Report, language: str) -> dict[str, Any]:
    return {
        "name": report.name,
        "right": report.right,
        "of": len(report.answers),
        "problem": _finding(report.problem, language) if report.problem else None,
        "notes": [_finding(note, language) for note in report.notes],
        "questions": [
            {
                "question": answered.question,
                "status": answered.status,
                "found": answered.name,
                "file": answered.file,
                "line": answered.line,
                "cases": answered.cases,
                "wrong_cases": answered.wrong_cases,
                "findings": [_finding(finding, language) for finding in answered.findings],
            }
            for answered in report.answers
        ],
    }


def _finding(finding: Finding, language: str) -> dict[str, Any]:
    boards = dict(finding.boards)
    data = {key: shortened(value) if isinstance(value, str) else value for key, value in finding.data.items()}
    return {"code": finding.code, "message": message(finding, language), "data": data, "boards": boards}


def as_junit(reports: list[Report], language: str) -> str:
    """All reports as JUnit XML: a suite for each solution, a test for each question."""
    tests = sum(len(report.answers) for report in reports)
    right = sum(report.right for report in reports)
    root = ElementTree.Element(
        "testsuites", {"name": "laplace.td", "tests": str(tests), "failures": str(tests - right), "errors": "0"}
    )
    for report in reports:
        failures = str(len(report.answers) - report.right)
        name = printable(report.name)
        suite = ElementTree.SubElement(
            root, "testsuite", name=name, tests=str(len(report.answers)), failures=failures, errors="0"
        )
        for answered in report.answers:
            test = ElementTree.SubElement(suite, "testcase", classname=name, name=answered.question)
            if answered.status == RIGHT:
                continue
            findings = answered.findings or ([report.problem] if report.problem else [])
            first = message(findings[0], language) if findings else word(answered.status, language)
            failure = ElementTree.SubElement(test, "failure", type=findings[0].code if findings else "", message=first)
            failure.text = "\n".join(_details(answered, language))
        if report.notes:
            output = ElementTree.SubElement(suite, "system-out")
            output.text = "\n".join(message(note, language) for note in report.notes)
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"
