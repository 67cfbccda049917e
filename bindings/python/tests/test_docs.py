"""Every `console` and `sh` block of docs/python, and every `console` block of docs/atlas.md, pasted in order into a shell in a folder of its own.

Commands stand behind `$ `, lines that continue one behind `> `; below them is what they print, where `...` is any text (alone on
a line: any lines). A command succeeds, or names its code: `# exit code 1`.
"""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

DOCUMENTS = Path(__file__).parents[3] / "docs" / "python"
PAGES = sorted(DOCUMENTS.glob("*.md"))
# Its other commands need a cluster.
ATLAS = DOCUMENTS.parent / "atlas.md"


def blocks(text):
    return re.findall(r"^```(console|sh)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def steps(language, block):
    found = []
    for line in block.splitlines():
        if language == "sh":
            found.append((line, None))
        elif line.startswith("$ "):
            found.append((line[2:], []))
        elif line.startswith(">") and not found[-1][1]:
            found[-1] = (f"{found[-1][0]}\n{line[2:]}", [])
        else:
            found[-1][1].append(line)
    return found


def fits(shown, printed):
    pattern = "".join(
        "(.*\n)*" if line == "..." else re.escape(line).replace(r"\.\.\.", ".*") + "\n" for line in shown
    )
    return re.fullmatch(pattern, printed) is not None


@pytest.mark.parametrize("page", [*PAGES, ATLAS], ids=lambda page: page.name)
def test_commands_do_what_the_page_shows(page, tmp_path):
    if page == ATLAS:
        pytest.importorskip("polars")
        pytest.importorskip("pyarrow")
    ran = 0
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    for language, block in blocks(page.read_text(encoding="utf-8")):
        if page == ATLAS and language == "sh":
            continue
        for command, shown in steps(language, block):
            code = re.search(r"# exit code (\d+)", command)
            done = subprocess.run(
                ["bash", "-c", command], cwd=tmp_path, env={**os.environ, "PATH": path, "PYTHONIOENCODING": "utf-8"},
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8", check=False,
            )  # fmt: skip
            assert done.returncode == (int(code[1]) if code else 0), f"{command}\n{done.stdout}"
            assert shown is None or fits(shown, done.stdout), f"{command}\n{done.stdout}"
            ran += 1
    assert ran > 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_in_python_do_what_the_page_shows(page):
    assert doctest.testfile(str(page), module_relative=False, encoding="utf-8").failed == 0


@pytest.mark.parametrize("page", [page for page in PAGES if page.name.endswith(".fr.md")], ids=lambda page: page.name)
def test_french_pages_have_french_spaces_and_apostrophes(page):
    prose = re.sub(r"^```.*?^```$|`[^`\n]*`", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    assert not re.search(r" [:;!?»](\s|$)|« |\w'\w", prose)


def test_every_page_has_its_translation():
    names = {page.name for page in PAGES}
    assert names and all(name.replace(".md", ".fr.md") in names for name in names if not name.endswith(".fr.md"))
