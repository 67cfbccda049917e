"""Runs a solution inside the sandbox: `python -I -S -B runner.py`.

It reads one JSON object a line and answers with JSON lines. The first object has the solution's text and the limits; the
answer is what `syntax` finds in it, then which of its statements failed when it was loaded. Every further object names a function or a statement and
the cases to call it on; the answer is one line for each case, up to the first that fails or never ends.

Nothing that the solution prints or reads touches these lines: they go through copies of the two pipes, and the numbers 0, 1
and 2 are the null device. A hostile solution can still find the copies and write lines of its own. The other side therefore
validates every line, counts the answers itself and judges the values: such a solution has to send the right value for every
case, which is what the question asks for.
"""

from __future__ import annotations

import ast
import builtins
import contextlib
import errno
import io
import json
import os
import re
import signal
import sys
import types
from collections.abc import Callable
from typing import Any

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import syntax  # type: ignore[import-not-found]  # noqa: E402
import system_calls  # type: ignore[import-not-found]  # noqa: E402

del sys.path[0]

MAX_ITEMS = 4000
MAX_PRINTED = 300
MAX_TEXT = 200
MAX_NAME = 80
MAX_SKIPPED = 20
# An integer with more bits than this is not shown; turning one into text can take minutes.
MAX_BITS = 512
FILE = "<solution>"
ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
_DEFINITIONS = (ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)


class Forbidden(PermissionError):
    """Raised where a solution reaches for files, processes or the network."""

    def __init__(self, what: str) -> None:
        super().__init__(f"{what}: not allowed here")
        self.what = what


class TimeUp(BaseException):
    """Raised in a statement outside of the functions that takes too long."""


class Printed(io.TextIOBase):
    """Standard output of the solution: the first characters are kept."""

    def __init__(self) -> None:
        self.text = ""

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if len(self.text) < MAX_PRINTED:
            self.text += str(text)[: MAX_PRINTED - len(self.text)]
        return len(text)


class NoInput(io.TextIOBase):
    """Standard input of the solution: there is none, and reading it is remembered."""

    was_read = False

    def readable(self) -> bool:
        return True

    def read(self, size: int | None = -1) -> str:  # type: ignore[override]
        NoInput.was_read = True
        raise EOFError("there is no input: the function receives its values as arguments")

    def readline(self, size: int | None = -1) -> str:  # type: ignore[override]
        return self.read(size)

    def __next__(self) -> str:  # type: ignore[override]
        return self.read()


PRINTED = Printed()

_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_FILES = frozenset(
    "os.remove os.rename os.link os.symlink os.mkdir os.rmdir os.truncate os.chmod os.chown os.mkfifo os.mknod "
    "os.utime os.setxattr os.removexattr shutil.rmtree shutil.move shutil.copyfile tempfile.mkstemp tempfile.mkdtemp".split()
)
_PROCESSES = frozenset(
    "os.fork os.forkpty os.exec os.posix_spawn os.spawn os.system os.kill os.killpg os.startfile subprocess.Popen pty.spawn "
    "_thread.start_new_thread _thread.start_joinable_thread signal.pthread_kill".split()
)


def forbid(event: str, arguments: tuple[Any, ...]) -> None:
    """The audit hook: names what is not allowed before the system refuses it. It is a courtesy, not the wall."""
    if event.startswith("socket."):
        raise Forbidden("network")
    if event in _PROCESSES:
        raise Forbidden("processes")
    if event in _FILES:
        raise Forbidden("files")
    if event == "open":
        path, mode, flags = arguments
        writes = (flags or 0) & _WRITING or any(letter in (mode or "") for letter in "wax+")
        if writes or not _is_library(path):
            raise Forbidden("files")


def _is_library(path: Any) -> bool:
    """Whether a file belongs to Python itself: a solution may import the standard library."""
    if isinstance(path, bytes):
        path = os.fsdecode(path)
    if not isinstance(path, str):
        return True
    roots = (sys.prefix, sys.base_prefix, sys.exec_prefix, sys.base_exec_prefix)
    return os.path.realpath(path).startswith(tuple(os.path.realpath(root) + os.sep for root in roots))


class Modules:
    """Imports the modules that were handed in beside the solution; their text came through the pipe."""

    def __init__(self, texts: dict[str, str]) -> None:
        self.texts = texts

    def find_spec(self, name: str, path: object = None, target: object = None) -> Any:
        if name not in self.texts:
            return None
        import importlib.machinery

        return importlib.machinery.ModuleSpec(name, self)  # type: ignore[arg-type]

    def create_module(self, spec: Any) -> None:
        return None

    def exec_module(self, module: Any) -> None:
        exec(compile(self.texts[module.__name__], f"<{module.__name__}>", "exec"), module.__dict__)


def type_name(value: Any) -> str:
    return str(type(value).__name__)[:MAX_NAME]


def text_of(value: Any) -> str:
    try:
        text = repr(value)
    except BaseException:  # whatever a stranger's __repr__ raises
        text = f"<{type_name(value)}>"
    # An address differs from run to run.
    text = ADDRESS.sub("", text)
    return text if len(text) <= MAX_TEXT else text[:MAX_TEXT] + "…"


def encode(value: Any, depth: int = 0) -> Any:
    """A value as JSON. Only `int`, `list` and `tuple` keep their contents: the sheet has no other."""
    if value is None:
        return None
    kind = type(value)
    if kind is int:
        return value if value.bit_length() <= MAX_BITS else {"big": value.bit_length()}
    if kind in (list, tuple) and depth < 3 and len(value) <= MAX_ITEMS:
        items = [encode(item, depth + 1) for item in value]
        return items if kind is list else {"tuple": items}
    return {"type": type_name(value), "text": text_of(value)}


def decode(value: Any) -> Any:
    if isinstance(value, dict):
        return tuple(decode(item) for item in value["tuple"])
    return [decode(item) for item in value] if isinstance(value, list) else value


def failure_of(error: BaseException) -> dict[str, Any]:
    """What to report about an exception: its kind, and the last line of the solution that it passed through."""
    line = None
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == FILE:
            line = trace.tb_lineno
        trace = trace.tb_next
    found: dict[str, Any] = {"line": line, "type": type_name(error)}
    try:
        found["message"] = ADDRESS.sub("", str(error)[:MAX_TEXT])
    except BaseException:
        found["message"] = ""
    if NoInput.was_read:
        return {**found, "kind": "read_stdin"}
    if isinstance(error, Forbidden):
        return {**found, "kind": "forbidden", "what": error.what}
    if isinstance(error, OSError) and error.errno in (errno.EPERM, errno.EROFS, errno.EFBIG):
        return {**found, "kind": "forbidden", "what": "files"}
    if isinstance(error, MemoryError):
        return {**found, "kind": "memory"}
    if isinstance(error, TimeUp):
        return {**found, "kind": "timeout"}
    if isinstance(error, (SystemExit, KeyboardInterrupt)):
        return {**found, "kind": "exit"}
    return {**found, "kind": "exception"}


def call(function: Any, case: dict[str, Any]) -> dict[str, Any]:
    """Calls a function on a case; what it returned or yielded, printed, and what became of its arguments."""
    PRINTED.text = ""
    NoInput.was_read = False
    arguments = decode(case["arguments"])
    answer: dict[str, Any] = {}
    try:
        result = function(*arguments)
        is_iterator = hasattr(type(result), "__next__")
        answer["type"] = type_name(result)
        if is_iterator:
            items: list[Any] = []
            answer["yielded"] = items
            for item in result:
                if len(items) == MAX_ITEMS:
                    answer["endless"] = True
                    break
                items.append(encode(item))
        elif isinstance(result, (range, set, frozenset, dict)) and case.get("generator"):
            answer["returned"] = encode(list(result)[:MAX_ITEMS])
        else:
            answer["returned"] = encode(result)
        del result
    except BaseException as error:
        answer = {"failure": failure_of(error)}
    if NoInput.was_read and "failure" not in answer:
        answer = {"failure": {"kind": "read_stdin", "line": None, "type": "EOFError", "message": ""}}
    answer["printed"] = PRINTED.text
    try:
        after = encode(list(arguments))
        answer["after"] = None if after == case["arguments"] else after
    except BaseException as error:
        answer = {"failure": failure_of(error), "printed": PRINTED.text}
    return answer


def undefined(name: str) -> Any:
    """Stands in for a function whose definition failed."""

    def function(*arguments: Any) -> None:
        raise NameError(f"name {name!r} is not defined")

    return function


def run_statement(
    found: dict[str, Any], namespace: dict[str, Any], skipped: set[int], case: dict[str, Any]
) -> dict[str, Any]:
    """Runs a statement such as `plateau[26] = 1` by itself on a board, after those that set its names."""

    def function(board: Any) -> None:
        names = dict(namespace)
        for line, earlier in found["setup"]:
            if line not in skipped:
                with contextlib.suppress(Exception):
                    exec(compile(earlier, FILE, "exec"), names)
        NoInput.was_read = False
        # The board stays ours whatever the names before the statement are set to.
        names[found["variable"]] = board
        exec(compile("\n" * (found["line"] - 1) + found["source"], FILE, "exec"), names)

    return call(function, case)


def load(
    tree: ast.Module, namespace: dict[str, Any], skipped: list[dict[str, Any]], is_late: Callable[[], bool]
) -> dict[tuple[str, int], Any]:
    """Runs the file; every function by its name and line, also one whose name is defined again later.

    A statement that fails is skipped and reported: it does not cost the functions around it. Once the file is late, it is only read for
    definitions.
    """
    defined: dict[tuple[str, int], Any] = {}

    def remember(name: str, line: int, function: Any) -> None:
        defined[(name, line)] = function

    class Remember(ast.NodeTransformer):
        def remember(self, node: Any, name: str) -> list[Any]:
            noted = ast.parse(f"__remember__({name!r}, {node.lineno}, {name})").body[0]
            return [node, ast.copy_location(ast.fix_missing_locations(noted), node)]

        def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
            return self.remember(node, node.name)

        def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> Any:
            return node

        def visit_ClassDef(self, node: ast.ClassDef) -> Any:
            return node

        def visit_Assign(self, node: ast.Assign) -> Any:
            target = node.targets[0]
            if isinstance(node.value, ast.Lambda) and isinstance(target, ast.Name):
                return self.remember(node, target.id)
            return node

    namespace["__remember__"] = remember
    for statement in tree.body:
        if is_late() and not isinstance(statement, _DEFINITIONS):
            continue
        instrumented = Remember().visit(statement)
        body = instrumented if isinstance(instrumented, list) else [instrumented]
        NoInput.was_read = False
        try:
            exec(compile(ast.fix_missing_locations(ast.Module(body, [])), FILE, "exec"), namespace)
        except BaseException as error:
            skipped.append({**failure_of(error), "line": statement.lineno})
    namespace.pop("__remember__", None)
    return defined


def main() -> None:
    system_calls.shield()
    requests = os.fdopen(os.dup(0), "r", encoding="utf-8")
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    null = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(null, number)
    os.close(null)

    def send(answer: dict[str, Any]) -> None:
        answers.write(json.dumps(answer) + "\n")
        answers.flush()

    order = json.loads(requests.readline())
    cpu_seconds = order["seconds"]
    limited = system_calls.limit(order["megabytes"], cpu_seconds * 20)

    def start_clock() -> None:
        # Its signal ends the process: the time of the processor counts, so that a busy machine ends no solution.
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_PROF, cpu_seconds)

    endless = 0

    def skip_statement(number: int, frame: object) -> None:
        nonlocal endless
        endless += 1
        signal.setitimer(signal.ITIMER_PROF, cpu_seconds)
        raise TimeUp

    start_clock()
    try:
        tree = ast.parse(order["source"], FILE)
        description = syntax.describe(tree)
    except SyntaxError as error:
        text = (error.text or "").strip("\n")[:MAX_TEXT]
        send({"syntax_error": {"line": error.lineno, "message": str(error.msg), "text": text}, "limited": limited})
        return
    except (ValueError, MemoryError, RecursionError) as error:
        send({"syntax_error": {"line": None, "message": str(error)[:MAX_TEXT], "text": ""}, "limited": limited})
        return
    send({**description, "limited": limited})

    module = types.ModuleType("solution")
    module.__file__ = FILE
    sys.modules["solution"] = module
    namespace = module.__dict__
    sys.stdout = sys.stderr = PRINTED  # type: ignore[assignment]
    sys.stdin = NoInput()  # type: ignore[assignment]
    # Python's option -S leaves them out.
    builtins.exit = builtins.quit = sys.exit  # type: ignore[assignment]
    # Tracebacks would look for the source of `<solution>`.
    sys.tracebacklimit = 0
    sys.meta_path.insert(0, Modules(order["modules"]))  # type: ignore[arg-type]
    limited.update(system_calls.install_filter())
    sys.addaudithook(forbid)
    # The boards that the sheet speaks of, so that an answer to 2.1 or 3.1 may be a single line.
    namespace["plateau"] = [0] * 64
    namespace["pions"] = [0, 0]
    skipped: list[dict[str, Any]] = []
    # A loop that never ends is skipped; the file has the time once more for what is left.
    signal.signal(signal.SIGPROF, skip_statement)
    defined = load(tree, namespace, skipped, lambda: endless >= order["endless"])
    send({"skipped": skipped[:MAX_SKIPPED], "limited": limited})
    skipped_lines = {failure["line"] for failure in skipped}
    for line in requests:
        request = json.loads(line)
        start_clock()
        for case in request["cases"]:
            if "statement" in request:
                answer = run_statement(request["statement"], namespace, skipped_lines, case)
            else:
                name, number = request["function"]
                function = defined.get((name, number)) or namespace.get(name) or undefined(name)
                answer = call(function, case)
            send(answer)
            if "failure" in answer or answer.get("endless"):
                break


if __name__ == "__main__":
    main()
