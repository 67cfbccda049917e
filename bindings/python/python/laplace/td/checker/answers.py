"""What comes out of the sandbox, validated before anything else looks at it.

A hostile solution can write whatever it likes to the pipe of its process. Every function here takes a parsed line and returns
only what the checker knows, with texts cut to a length; anything else raises :class:`Malformed`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

MAX_LINE_BYTES = 1 << 20
# Lists and objects in a line: a small text with many of them takes much memory once it is parsed.
MAX_NODES = 20_000
MAX_ITEMS = 4000
MAX_DEPTH = 4
MAX_DIGITS = 160
MAX_TEXT = 400
MAX_SKIPPED = 20
FAILURES = frozenset("exception memory exit read_stdin forbidden".split())
# A statement outside of the functions that takes too long is skipped; a call that does ends the process.
SKIPPED = FAILURES | {"timeout"}
FORBIDDEN = frozenset("network processes files".split())
BOARDS = frozenset("plateau pions".split())


class Malformed(Exception):
    """A line that the checker's own runner does not write."""


def parse(line: bytes) -> dict[str, Any]:
    """A line as an object of JSON."""
    if line.count(b"[") + line.count(b"{") > MAX_NODES:
        raise Malformed
    try:
        answer = json.loads(line, parse_int=_integer, parse_constant=_constant)
    except (ValueError, RecursionError) as error:
        raise Malformed from error
    return _object(answer)


def _integer(digits: str) -> int:
    # Long numbers take quadratic time.
    if len(digits) > MAX_DIGITS:
        raise Malformed
    return int(digits)


def _constant(name: str) -> Any:
    raise Malformed


def description(answer: dict[str, Any]) -> dict[str, Any]:
    """What `syntax` found in the text of a solution, or where the text is not Python."""
    if "syntax_error" in answer:
        error = _object(answer["syntax_error"])
        line = _optional(_number, error.get("line"))
        return {"syntax_error": {"line": line, "message": _text(error.get("message")), "text": _text(error.get("text"))}}
    mapping = _object(answer.get("mapping"))
    return {
        "functions": _list(_function, answer.get("functions")),
        "statements": _list(_statement, answer.get("statements")),
        "mapping": {_text(number): _text(name) for number, name in mapping.items()},
        "unmapped": _list(_text, answer.get("unmapped"))[:MAX_SKIPPED],
        "mapping_line": _number(answer.get("mapping_line")),
    }


def _function(value: Any) -> dict[str, Any]:
    function = _object(value)
    return {
        "name": _text(function.get("name")),
        "line": _number(function.get("line")),
        "top": _truth(function.get("top")),
        "inside": _text(function.get("inside", "")),
        "method": _truth(function.get("method", False)),
        "parameters": _list(_text, function.get("parameters")),
        "defaults": _number(function.get("defaults", 0)),
        "signature": _text(function.get("signature", "")),
        "takes_any": _truth(function.get("takes_any", False)),
        "required_by_name": _truth(function.get("required_by_name", False)),
        "writes": _truth(function.get("writes", False)),
        "iterations": _list(_place, function.get("iterations")),
        "calls": _list(_place, function.get("calls")),
    }


def _place(value: Any) -> tuple[int, str]:
    """A line, and what is there."""
    pair = _list(lambda part: part, value)
    if len(pair) != 2:
        raise Malformed
    return _number(pair[0]), _text(pair[1])


def _statement(value: Any) -> dict[str, Any]:
    statement = _object(value)
    return {
        "board": _one_of(BOARDS, statement.get("board")),
        "variable": _text(statement.get("variable")),
        "nested": _truth(statement.get("nested")),
        "line": _number(statement.get("line")),
        "source": _text(statement.get("source")),
        "constants": _list(_number, statement.get("constants")),
        "setup": _list(_place, statement.get("setup")),
    }


def loaded(answer: dict[str, Any]) -> dict[str, Any]:
    """The statements that failed while the file was loaded, and which limits the system has."""
    limited = {_text(name): _truth(done) for name, done in _object(answer.get("limited")).items()}
    skipped = _list(lambda failure: _failure(failure, SKIPPED), answer.get("skipped"))
    return {"limited": limited, "skipped": skipped[:MAX_SKIPPED]}


def result(answer: dict[str, Any], arguments: int) -> dict[str, Any]:
    """What a call with a number of arguments did."""
    if "failure" in answer:
        return {"failure": _failure(answer["failure"])}
    valid: dict[str, Any] = {
        "type": _text(answer.get("type")),
        "printed": _text(answer.get("printed")),
        "after": _optional(lambda after: _list(_value, after), answer.get("after")),
    }
    if valid["after"] is not None and len(valid["after"]) != arguments:
        raise Malformed
    if "yielded" in answer:
        valid["yielded"] = _list(_value, answer["yielded"])
        valid["endless"] = _truth(answer.get("endless", False))
    elif "returned" in answer:
        valid["returned"] = _value(answer["returned"])
    else:
        raise Malformed
    return valid


def _failure(value: Any, kinds: frozenset[str] = FAILURES) -> dict[str, Any]:
    failure = _object(value)
    kind = _one_of(kinds, failure.get("kind"))
    valid = {
        "kind": kind,
        "line": _optional(_number, failure.get("line")),
        "type": _text(failure.get("type")),
        "message": _text(failure.get("message")),
    }
    if kind == "forbidden":
        valid["what"] = _one_of(FORBIDDEN, failure.get("what"))
    return valid


def _value(value: Any, depth: int = 0) -> Any:
    """A value of Python as the runner encodes it."""
    if depth > MAX_DEPTH:
        raise Malformed
    if value is None or type(value) is int:
        return value
    if isinstance(value, list):
        return _list(lambda item: _value(item, depth + 1), value)
    known = _object(value)
    if "tuple" in known:
        return {"tuple": _list(lambda item: _value(item, depth + 1), known["tuple"])}
    if "big" in known:
        return {"big": _number(known["big"])}
    return {"type": _text(known.get("type")), "text": _text(known.get("text"))}


def _object(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Malformed
    return value


def _list(each: Callable[[Any], Any], value: Any) -> list[Any]:
    if not isinstance(value, list) or len(value) > MAX_ITEMS:
        raise Malformed
    return [each(item) for item in value]


def _optional(check: Callable[[Any], Any], value: Any) -> Any:
    return None if value is None else check(value)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise Malformed
    return value[:MAX_TEXT]


def _number(value: Any) -> int:
    if type(value) is not int:
        raise Malformed
    return value


def _truth(value: Any) -> bool:
    if not isinstance(value, bool):
        raise Malformed
    return value


def _one_of(known: frozenset[str], value: Any) -> str:
    if not isinstance(value, str) or value not in known:
        raise Malformed
    return value
