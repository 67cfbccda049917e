"""What the text of a solution holds: its functions, what they call, where they iterate, and the statements of 2.1, 3.1 and 3.2.

Parsing a stranger's text can exhaust memory, so it is done inside the sandbox, before any of that text runs.
"""

from __future__ import annotations

import ast
from typing import Any

# Builtins that run through a whole sequence. Not `len`, `min` or `tuple`: they have uses without iteration.
ITERATING_BUILTINS = frozenset(
    "all any enumerate filter iter map next range reduce reversed sorted sum zip".split()
)
BOARD_NAMES = {
    "plateau": frozenset("plateau board grille jeu tableau tab damier".split()),
    "pions": frozenset(("pions", "pion")),
}
# The second one is a likely typo.
MAPPING_NAMES = ("QUESTIONS", "QUESTION")
MAX_SETUP = 50
MAX_SETUP_TEXT = 300
# A longer text would be cut, and could not be run.
MAX_LOOP_TEXT = 390
# What decides how a function can be called; another name for it is called in the same way.
_CALLED_BY = ("top", "parameters", "defaults", "signature", "takes_any", "required_by_name", "writes")
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def describe(tree: ast.Module) -> dict[str, Any]:
    """Everything that the checker asks about a solution's text, as plain values."""
    functions = [summary for node in tree.body for summary in _functions_of(node)]
    for alias in functions:
        if "alias" in alias:
            target = next((other for other in functions if other["name"] == alias["alias"] and other["top"]), None)
            if target is not None:
                alias.update({key: target[key] for key in _CALLED_BY})
    return {"functions": functions, "statements": _statements(tree), **_mapping(tree)}


def _functions_of(node: ast.stmt) -> list[dict[str, Any]]:
    if isinstance(node, _FUNCTIONS):
        inner = [child for child in ast.walk(node) if isinstance(child, _FUNCTIONS) and child is not node]
        return [
            _summary(node.name, node, node.args),
            *(_summary(child.name, child, child.args, inside=node.name) for child in inner),
        ]
    if isinstance(node, ast.ClassDef):
        methods = [child for child in node.body if isinstance(child, _FUNCTIONS)]
        return [_summary(method.name, method, method.args, inside=node.name, is_method=True) for method in methods]
    if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
        name = node.targets[0].id
        if isinstance(node.value, ast.Lambda):
            return [_summary(name, node, node.value.args)]
        if isinstance(node.value, ast.Name):
            # Another name for a function: `saut = deplacer`.
            alias = {"alias": node.value.id, "calls": [[node.lineno, node.value.id]], "iterations": []}
            return [{"name": name, "line": node.lineno, "top": False, "parameters": [], **alias}]
    if isinstance(node, (ast.If, ast.Try, ast.With)):
        return [summary for child in ast.iter_child_nodes(node) if isinstance(child, ast.stmt)
                for summary in _functions_of(child)]
    return []


def _summary(
    name: str, node: ast.AST, arguments: ast.arguments, inside: str = "", is_method: bool = False
) -> dict[str, Any]:
    """A function; `inside` names the class or the function that it belongs to."""
    iterations: list[list[Any]] = []
    calls: list[list[Any]] = []
    body = [node.value] if isinstance(node, ast.Assign) else getattr(node, "body", [])
    for inner in (inner for part in body for inner in ast.walk(part)):
        line = getattr(inner, "lineno", 0)
        if isinstance(inner, (ast.For, ast.AsyncFor)):
            iterations.append([line, "for"])
        elif isinstance(inner, ast.While):
            iterations.append([line, "while"])
        elif isinstance(inner, _COMPREHENSIONS):
            iterations.append([line, "comprehension"])
        elif isinstance(inner, ast.Call):
            called = _called_name(inner.func)
            if called in ITERATING_BUILTINS:
                iterations.append([line, called])
            elif called in ("eval", "exec"):
                iterations.append([line, called])
            elif called:
                calls.append([line, called])
    positional = [argument.arg for argument in [*arguments.posonlyargs, *arguments.args]]
    return {
        "name": name,
        "line": getattr(node, "lineno", 0),
        "top": not inside,
        "inside": inside,
        "method": is_method,
        "parameters": positional,
        "defaults": len(arguments.defaults),
        "signature": ast.unparse(arguments)[:MAX_SETUP_TEXT],
        "takes_any": arguments.vararg is not None,
        "required_by_name": any(default is None for default in arguments.kw_defaults),
        # Whether it writes into a list at all.
        "writes": any(_is_write(inner) for part in body for inner in ast.walk(part)),
        "iterations": sorted(iterations, key=lambda found: found[0]),
        "calls": calls,
    }


def _is_write(node: ast.AST) -> bool:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AugAssign) else []
    return any(isinstance(target, ast.Subscript) for target in targets)


def _called_name(function: ast.expr) -> str | None:
    if isinstance(function, ast.Name):
        return function.id
    return function.attr if isinstance(function, ast.Attribute) else None


def _statements(tree: ast.Module) -> list[dict[str, Any]]:
    """Statements outside of functions that write into a cell of a board: `plateau[26] = 1`, `pions[0] |= 1 << 9`."""
    found = []
    for block in _blocks(tree.body):
        for index, statement in enumerate(block):
            is_loop = isinstance(statement, (ast.For, ast.While))
            # A loop that writes into the board is one statement.
            parts = list(ast.walk(statement)) if is_loop else [statement]
            written = [place for part in parts for place in _written(part)]
            for board, variable, is_nested in dict.fromkeys(written):
                if not is_loop or len(ast.unparse(statement)) <= MAX_LOOP_TEXT:
                    found.append(_statement(board, variable, is_nested, statement, block[:index]))
    return found


def _written(statement: ast.AST) -> list[tuple[str, str, bool]]:
    """The boards that an assignment writes into: which board, its name, and whether it has two indices."""
    targets: list[ast.expr] = []
    if isinstance(statement, ast.Assign):
        targets = statement.targets
    elif isinstance(statement, ast.AugAssign):
        targets = [statement.target]
    found = []
    for target in targets:
        if not isinstance(target, ast.Subscript):
            continue
        # `plateau[3][2]` and `plateau[3, 2]` are meant to be the board too.
        whole = target.value.value if isinstance(target.value, ast.Subscript) else target.value
        is_nested = whole is not target.value or isinstance(target.slice, ast.Tuple)
        if isinstance(whole, ast.Name):
            found += [(board, whole.id, is_nested) for board, names in BOARD_NAMES.items() if whole.id.lower() in names]
    return found


def _statement(
    board: str, variable: str, is_nested: bool, statement: ast.stmt, before: list[ast.stmt]
) -> dict[str, Any]:
    constants = [node.value for node in ast.walk(statement)
                 if isinstance(node, ast.Constant) and type(node.value) is int]
    setup = [earlier for earlier in before if isinstance(earlier, ast.Assign)
             and all(isinstance(target, (ast.Name, ast.Tuple)) for target in earlier.targets)]
    return {
        "board": board,
        "variable": variable,
        "nested": is_nested,
        "line": statement.lineno,
        "source": ast.unparse(statement)[:MAX_LOOP_TEXT],
        # Numbers are only a sign of which question is meant, so large ones do not matter.
        "constants": [constant for constant in constants if abs(constant) < 2**63],
        # What is assigned to names just before, such as `ligne = 3`. Long tables were loaded with the file.
        "setup": [
            [earlier.lineno, text]
            for earlier in setup[-MAX_SETUP:]
            if len(text := ast.unparse(earlier)) <= MAX_SETUP_TEXT
        ],
    }


def _blocks(body: list[ast.stmt]) -> list[list[ast.stmt]]:
    """The module and the blocks of its `if`, `with` and `try` statements, such as `if __name__ == "__main__":`."""
    blocks = [body]
    for statement in body:
        if isinstance(statement, (ast.If, ast.With, ast.Try)):
            inner = [statement.body, getattr(statement, "orelse", []), getattr(statement, "finalbody", [])]
            blocks += [block for part in inner for block in _blocks(part)]
    return blocks


def _mapping(tree: ast.Module) -> dict[str, Any]:
    """`QUESTIONS = {"2.2": "ma_valeur"}`: which function answers which question, and the texts that name neither."""
    mapping: dict[str, str] = {}
    unmapped: list[str] = []
    line = 0
    for statement in tree.body:
        if not isinstance(statement, ast.Assign):
            continue
        target = statement.targets[0]
        pairs: list[tuple[ast.expr | None, ast.expr]] = []
        if isinstance(target, ast.Name) and target.id in MAPPING_NAMES:
            line = statement.lineno
            if isinstance(statement.value, ast.Dict):
                pairs = list(zip(statement.value.keys, statement.value.values, strict=True))
            else:
                unmapped.append(ast.unparse(statement.value)[:MAX_SETUP_TEXT])
        elif isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name) and target.value.id in MAPPING_NAMES:
            line = statement.lineno
            pairs = [(target.slice, statement.value)]
        for key, value in pairs:
            if isinstance(key, ast.Constant) and _name_of(value):
                mapping[str(key.value)] = _name_of(value)
            else:
                entry = f"{ast.unparse(key)}: {ast.unparse(value)}" if key else f"**{ast.unparse(value)}"
                unmapped.append(entry[:MAX_SETUP_TEXT])
    return {"mapping": mapping, "unmapped": unmapped, "mapping_line": line}


def _name_of(value: ast.expr) -> str:
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        return value.value
    return value.id if isinstance(value, ast.Name) else ""
