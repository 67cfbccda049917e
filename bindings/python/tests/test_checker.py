"""The checker of the sheet: a right solution, wrong ones with their messages in both languages, hostile ones.

`LAPLACE_BLESS=1 pytest tests/test_checker.py` writes the snapshots again: read the diff.
"""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import tracemalloc
from pathlib import Path
from xml.etree import ElementTree

import pytest

from laplace import td
from laplace.td.checker import Finding, Limits, Options, check_files, check_source, isolation, sandbox
from laplace.td.checker import check, messages, questions, report
from laplace.td.checker.command import main

SOLUTIONS = Path(__file__).parent / "solutions"
SNAPSHOTS = SOLUTIONS / "snapshots"
WRONG = sorted((SOLUTIONS / "wrong").glob("*.py"))
HOSTILE = SOLUTIONS / "hostile"
QUICK = Options(boards=20, limits=Limits(seconds=1, megabytes=256))


def head(path):
    lines = path.read_text().splitlines()
    return lines[0].removeprefix("# question "), lines[1].removeprefix("# expected: ").split()


def findings(checked):
    problem = [checked.problem] if checked.problem else []
    return [*problem, *(finding for answered in checked.answers for finding in answered.findings)]


def codes(checked):
    return [finding.code for finding in findings(checked)]


def test_a_right_solution_passes():
    checked = check_files([SOLUTIONS / "right.py"], "right.py", Options())
    assert [answered.status for answered in checked.answers] == ["right"] * 12, codes(checked)
    assert all(answered.cases >= 20 for answered in checked.answers)


def test_there_are_many_mistakes():
    assert len(WRONG) >= 30
    assert len({head(path)[0] for path in WRONG}) >= 10


@pytest.mark.parametrize("path", WRONG, ids=lambda path: path.stem)
def test_mistakes_are_told_apart(path):
    number, expected = head(path)
    checked = check_files([path], path.name, Options(boards=20, limits=Limits(1, 256), questions=(number,)), False)
    assert codes(checked) == expected
    for language in messages.LANGUAGES:
        snapshot = SNAPSHOTS / language / f"{path.stem}.txt"
        text = report.text(checked, language)
        # What Python says differs from version to version.
        text = re.sub(r"(?<=\()(expected ':'|invalid syntax)(?=\))", "expected ':'", text)
        if os.environ.get("LAPLACE_BLESS"):
            snapshot.parent.mkdir(parents=True, exist_ok=True)
            snapshot.write_text(text, encoding="utf-8")
        assert text == snapshot.read_text(encoding="utf-8")


def test_every_snapshot_has_its_solution():
    names = {path.stem for path in WRONG}
    for language in messages.LANGUAGES:
        assert {path.stem for path in (SNAPSHOTS / language).glob("*.txt")} == names


def test_every_message_has_both_languages_and_the_same_fields():
    fields = re.compile(r"\{(\w+)\}")
    for code, (english, french) in messages._MESSAGES.items():
        assert english and french, code
        if code != "load_memory":
            assert set(fields.findall(english)) == set(fields.findall(french)), code
        assert "'" not in french.replace('"', ""), f"{code}: a straight apostrophe"
        assert not re.search(r" [:;!?»]|« ", french), f"{code}: a breaking space before a sign"


def test_every_code_that_the_checker_uses_has_a_message():
    source = "".join(path.read_text() for path in Path(questions.__file__).parent.glob("*.py"))
    used = set(re.findall(r'Finding\(\s*"(\w+)"', source))
    used |= {f"hint_{code}" for code in re.findall(r'hint\("(\w+)"', source)}
    assert len(used) > 40 and used <= set(messages._MESSAGES), used - set(messages._MESSAGES)


def test_functions_are_found_by_likely_names_by_the_mapping_and_by_their_part():
    source = """
def valeur(plateau):
    return sum(plateau)

def q2_4(dist, pos):
    yield from ()

def valeur(pions):
    return bin(pions[0]).count("1") - bin(pions[1]).count("1")

def mes_bits(n):
    for i in range(64):
        if n >> i & 1:
            yield i

QUESTIONS = {"3.3": "mes_bits"}
"""
    checked = check_source(source, "names", QUICK)
    found = {answered.question: (answered.name, answered.status) for answered in checked.answers}
    assert found["2.2"] == ("valeur", "right")
    assert found["3.4"] == ("valeur", "right")
    assert found["3.3"] == ("mes_bits", "right")
    assert found["2.4"] == ("q2_4", "wrong")
    assert found["2.3"] == (None, "missing")
    by_option = Options(boards=20, mapping=(("2.2", "combien"),), questions=("2.2",))
    checked = check_source("def combien(p):\n    return sum(p)\n", "mapped", by_option)
    assert checked.right == 1
    checked = check_source("def autre(p):\n    return sum(p)\n", "mapped", by_option)
    assert codes(checked) == ["mapped_name_missing"]


def test_parameters_may_come_in_another_order():
    source = """
def coups(joueur, plateau):
    for depart in range(64):
        if plateau[depart] == joueur:
            for arrivee in range(64):
                lignes = abs(depart // 8 - arrivee // 8)
                colonnes = abs(depart % 8 - arrivee % 8)
                if plateau[arrivee] == 0 and max(lignes, colonnes) <= 2:
                    yield depart, arrivee

def voisins(distance, position):
    for autre in range(64):
        if 0 < max(abs(autre // 8 - position // 8), abs(autre % 8 - position % 8)) <= distance:
            yield autre
"""
    checked = check_source(source, "order", Options(boards=20, questions=("2.4", "2.5")))
    assert checked.right == 2, codes(checked)


def test_statements_may_stand_under_the_main_guard_and_use_names():
    source = """
def autre():
    pass

if __name__ == "__main__":
    plateau = [0] * 64
    ligne, colonne = 3, 2
    plateau[8 * ligne + colonne] = 1
    pions = [0, 4096]
    pions[0] = pions[0] | (1 << 9)
    pions[1] = pions[1] & ~(1 << 12)
"""
    checked = check_source(source, "guard", Options(boards=20, questions=("2.1", "3.1", "3.2")))
    assert checked.right == 3, codes(checked)


def test_a_wrong_question_does_not_harm_the_others():
    source = (SOLUTIONS / "right.py").read_text()
    source += "\n\ndef valeur(plateau):\n    import os\n    os._exit(3)\n\ndef blobs(plateau, couleur):\n    while True: pass\n"
    checked = check_source(source, "mixed", QUICK)
    status = {answered.question: answered.status for answered in checked.answers}
    # The first definition of a name is part 2's; its helpers call the last one.
    assert status["2.4"] == status["2.6"] == status["3.6"] == "right"
    assert status["2.5"] == "wrong"


def test_modules_beside_the_solution_can_be_imported(tmp_path):
    (tmp_path / "outils.py").write_text("def somme(liste):\n    return sum(liste)\n")
    solution = tmp_path / "td.py"
    solution.write_text("from outils import somme\n\ndef valeur(plateau):\n    return somme(plateau)\n")
    options = Options(boards=20, questions=("2.2",))
    assert check_files([solution], "td.py", options).right == 1
    assert codes(check_files([solution], "td.py", options, may_import=False)) == ["load_exception"]


def test_iterations_are_found_wherever_they_hide():
    bodies = {
        "iterates": ["while False: pass", "[1 for _ in coup]", "sum(coup)", "list(map(print, []))", "eval('1')"],
        "iterates_in_helper": ["aide(coup)", "Outil().aide2(coup)", "alias(coup)", "petite(coup)"],
        "recursion": ["jouer_saut(pions, coup, joueur, voisins) if False else None"],
    }
    helpers = """
def aide(coup):
    return {p for p in coup}

class Outil:
    def aide2(self, coup):
        return aide(coup)

alias = aide
petite = lambda coup: [p for p in coup]

def jouer_saut(pions, coup, joueur, voisins):
    depart, arrivee = coup
    t = pions[1 - joueur] & voisins[arrivee]
    pions[joueur] ^= 1 << depart | 1 << arrivee | t
    pions[1 - joueur] ^= t
    BODY
"""
    options = Options(boards=5, questions=("3.6",))
    for code, texts in bodies.items():
        for text in texts:
            checked = check_source(helpers.replace("BODY", text), "hidden", options)
            assert codes(checked) == [code], text
    checked = check_source(helpers.replace("BODY", "min(depart, arrivee)"), "hidden", options)
    assert checked.right == 1


def check_hostile(name, target=None, port=None, boards=5, **replaced):
    source = (HOSTILE / f"{name}.py").read_text()
    source = source.replace("TARGET", str(target)).replace("PORT", str(port))
    for word, text in replaced.items():
        source = source.replace(word, text)
    return check_source(source, name, Options(boards=boards, limits=Limits(1, 256), questions=("2.2",)))


walls = pytest.mark.parametrize("wall", ["all", "without bubblewrap"])


@pytest.fixture
def lower_wall(monkeypatch):
    def lower(wall):
        if wall != "all":
            monkeypatch.setattr(sandbox, "has_bubblewrap", lambda: False)

    return lower


@walls
@pytest.mark.parametrize(
    "name, code",
    [
        ("fork_bomb", "forbidden"),
        ("fork_bomb_by_ctypes", "exception"),
        ("threads", "forbidden"),
        ("runs_a_program", "forbidden"),
        ("writes_a_file", "forbidden"),
        ("writes_a_file_by_ctypes", "exception"),
        ("fills_the_disk", "exception"),
        ("fills_shared_memory_by_ctypes", "exception"),
        ("opens_a_socket_by_ctypes", "exception"),
        ("kills_its_parent", "exception"),
        ("imports_the_answer", "load_exception"),
        ("signals_through_its_pipe", "forbidden"),
    ],
)
def test_hostile_solutions_do_no_harm(wall, name, code, tmp_path, lower_wall):
    lower_wall(wall)
    target = tmp_path / "target"
    checked = check_hostile(name, target)
    if name == "threads":
        # Which of the two comes first depends on the version of Python.
        assert set(codes(checked)) <= {"forbidden", "exception"} and codes(checked)
    else:
        assert codes(checked) == [code], [finding.data for finding in findings(checked)]
    assert not target.exists()
    assert not Path("/dev/shm/laplace-test").exists()


@walls
@pytest.mark.parametrize("name", ["removes_a_file", "removes_a_file_by_ctypes", "reads_a_secret"])
def test_files_of_the_machine_are_out_of_reach(wall, name, tmp_path, lower_wall):
    lower_wall(wall)
    target = tmp_path / "target"
    target.write_text("secret-of-the-teacher")
    checked = check_hostile(name, target)
    assert codes(checked) and checked.right == 0
    assert target.read_text() == "secret-of-the-teacher"
    assert "secret-of-the-teacher" not in report.text(checked, "en")


@walls
def test_no_connection_is_made(wall, lower_wall):
    lower_wall(wall)
    with socket.create_server(("127.0.0.1", 0)) as server:
        checked = check_hostile("opens_a_socket", port=server.getsockname()[1])
        server.setblocking(False)
        with pytest.raises(BlockingIOError):
            server.accept()
    assert codes(checked) == ["forbidden"]


@pytest.mark.parametrize(
    "name", ["forges_answers", "floods_the_output", "claims_to_be_done", "answers_through_frames"]
)
def test_writing_to_the_checkers_pipe_gains_nothing(name):
    checked = check_hostile(name)
    assert checked.right == 0 and codes(checked)


def test_a_text_that_breaks_parsers_is_refused():
    for nested in ("(" * 100_000 + ")" * 100_000, "-" * 200_000 + "1", "[" * 5_000 + "]" * 5_000):
        checked = check_hostile("deep_nesting", NESTED=nested)
        assert checked.problem is not None
        assert checked.problem.code in ("syntax_error", "load_died", "load_memory", "load_exception")


def test_texts_of_a_solution_cannot_steer_a_terminal_or_break_xml():
    checked = check_hostile("steers_the_terminal")
    for text in (report.text(checked, "en"), report.as_junit([checked], "fr")):
        assert "\x1b" not in text and "\x00" not in text and "\\x1b" in text
    ElementTree.fromstring(report.as_junit([checked], "en"))


VALID = {"type": "int", "returned": 0, "printed": "", "after": None}
FAILED = {"kind": "exception", "line": 1, "type": "E", "message": ""}


@pytest.mark.parametrize("name", ["sends_a_line", "sends_a_line_when_loaded"])
@pytest.mark.parametrize(
    "line",
    [
        b"[" * 100_000,
        b'{"a": [' + b"[]," * 300_000 + b"[]]}",
        b"1" * 100_000,
        b"[]",
        b"{}",
        b'{"done": true}',
        b'{"returned": NaN}',
        *(
            json.dumps(answer).encode()
            for answer in (
                {"failure": {"kind": "x"}},
                {"failure": {"a": 1}},
                {"failure": 5},
                {"failure": {**FAILED, "line": "x"}},
                {"failure": {**FAILED, "kind": "forbidden", "what": "x"}},
                {"failure": {**FAILED, "kind": "timeout"}},
                {**VALID, "after": 5},
                {**VALID, "after": [0, 0]},
                {**VALID, "yielded": 5},
                {**VALID, "returned": {"tuple": 5}},
                {**VALID, "returned": {"big": "x"}},
                {**VALID, "returned": True},
                {**VALID, "returned": 1.5},
                {**VALID, "returned": [[[[[[[]]]]]]]},
                {**VALID, "printed": None},
                {"loaded": 1, "limited": {}},
                {"loaded": True, "limited": 5},
            )
        ),
    ],
    ids=lambda line: line[:60].decode(),
)
def test_lines_that_the_runner_does_not_write_end_a_solution(name, line):
    checked = check_hostile(name, LINE=repr(line + b"\n"))
    assert codes(checked) == ["load_died" if name == "sends_a_line_when_loaded" else "died"]


def test_answers_are_not_collected():
    # Two letters take six bytes in the line, and ten times as many once they are parsed.
    answer = json.dumps({**VALID, "returned": [], "more": ["ab"] * 150_000}).encode() + b"\n"
    tracemalloc.start()
    try:
        checked = check_hostile("sends_a_line", boards=20, LINE=repr(answer) + " * 30")
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert checked.answers[0].cases == 30 and codes(checked) == ["wrong_type"]
    assert peak < 100 << 20


def test_whatever_goes_wrong_is_a_result_of_one_solution(monkeypatch):
    def fail(*arguments):
        raise KeyError("a fault of the checker")

    monkeypatch.setattr(check, "judge", fail)
    checked = check_source("def valeur(plateau):\n    return 0\n", "x", QUICK)
    assert codes(checked) == ["load_died"] and checked.right == 0


@pytest.fixture
def patience(monkeypatch):
    """Sets the time of the clock for loading, which a busy machine may need, and then that for a question."""

    def expect(seconds):
        loading = iter([120.0])
        monkeypatch.setattr(Limits, "patience", property(lambda self: next(loading, seconds)))

    return expect


@pytest.mark.parametrize("name", ["sleeps", "never_reads", "answers_slowly"])
def test_a_solution_that_waits_is_ended(name, patience):
    patience(2.0)
    # These boards are larger than the buffer of a pipe, and the solution does not read it.
    assert codes(check_hostile(name, boards=1000, SECONDS="0.5")) == ["timeout"]


def test_a_solution_has_a_time_for_all_its_questions():
    options = Options(boards=5, questions=("2.2",))
    checked = check_source("def valeur(plateau):\n    return 0\n", "late", options, deadline=time.monotonic() - 1)
    assert codes(checked) == ["no_time_left"]


def test_the_timer_of_a_solution_is_not_its_own():
    assert codes(check_hostile("ignores_the_timer")) == ["timeout"]


def test_a_solution_that_closes_its_pipe_is_ended(lower_wall):
    lower_wall("without bubblewrap")
    assert codes(check_hostile("closes_its_pipe")) == ["load_died"]


SLEEPER = {"source": "import time\ntime.sleep(10**6)\n", "modules": {}}


def test_solutions_do_not_look_into_each_other(lower_wall):
    lower_wall("without bubblewrap")
    with sandbox.Sandbox(SLEEPER, Limits(), time.monotonic() + 120) as other:
        other.described()
        checked = check_hostile("looks_into_another_process", port=other._process.pid)
    assert codes(checked) == ["exception"]


def test_a_solution_ends_with_the_checker():
    script = f"""
import time
from laplace.td.checker import sandbox
sandbox.has_bubblewrap = lambda: False
started = sandbox.Sandbox({SLEEPER!r}, sandbox.Limits(), time.monotonic() + 120)
started.described()
print(started._process.pid, flush=True)
time.sleep(10**6)
"""
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as checker:
        solution = int(checker.stdout.readline())
        checker.send_signal(signal.SIGTERM)
    status = Path(f"/proc/{solution}/stat")
    end = time.monotonic() + 60
    # Gone, or dead and not yet collected.
    while status.exists() and ") Z " not in status.read_text():
        assert time.monotonic() < end, "the solution goes on"
        time.sleep(0.05)


@walls
def test_open_files_are_not_changed(wall, tmp_path, lower_wall):
    lower_wall(wall)
    target = tmp_path / "target"
    target.write_text("text")
    assert codes(check_hostile("changes_a_file_by_ioctl", target)) == ["exception"]


def test_installed_packages_are_out_of_sight():
    checked = check_hostile("imports_a_package")
    assert codes(checked) == ["load_exception"] and checked.problem.data["type"] == "ModuleNotFoundError"


def test_bubblewrap_alone_leaves_no_place_to_write():
    places = ["/", "/dev", "/dev/shm", "/usr", "/checker", *sandbox._packages(os.path.realpath(sys.base_prefix))]
    code = f"""
import os
for place in {places!r}:
    try:
        os.mkdir(place + "/laplace-test")
        print(place)
    except OSError:
        pass
print("tried")
"""
    command = sandbox._bubblewrap([sandbox._python(), "-I", "-S", "-c", code])
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "tried\n"


def test_the_isolation_of_this_machine_is_complete():
    # bubblewrap is installed by test.sh, so that nothing is missing where the tests run.
    assert all(isolation().values()), isolation()
    assert messages.not_prevented(isolation(), "fr") is None
    text = messages.not_prevented({**isolation(), "no_network": False, "memory_limit": False}, "fr")
    assert "l’usage du réseau, l’usage de toute la mémoire" in text


def run(*arguments, **environment):
    command = [sys.executable, "-m", "laplace.td", *map(str, arguments)]
    env = {**os.environ, "PYTHONIOENCODING": "utf-8", **environment}
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", env=env, check=False)


def test_the_command_speaks_the_language_of_the_environment():
    right = SOLUTIONS / "right.py"
    done = run("check", right, LC_ALL="fr_FR.UTF-8")
    assert done.returncode == 0 and "12 questions justes sur 12" in done.stdout
    done = run("check", right, "--question", "2.2", LC_ALL="C.UTF-8")
    assert done.returncode == 0 and "1 of 1 questions right" in done.stdout
    assert run("check", "nowhere.py").returncode == 4
    assert run("check", right, "--map", "9.9=x").returncode == 2
    assert "2.3  blobs" in run("names").stdout


@pytest.fixture
def school_class(tmp_path):
    """A folder with one student in a file, one in two files, one with a syntax error, and rubbish."""
    right = (SOLUTIONS / "right.py").read_text()
    (tmp_path / "ada.py").write_text(right)
    parts = right.split("# 3. 2 entiers")
    (tmp_path / "blaise").mkdir()
    (tmp_path / "blaise" / "partie2.py").write_text(parts[0])
    (tmp_path / "blaise" / "partie3.py").write_text("from partie2 import voisins\n" + parts[1])
    (tmp_path / "charles.py").write_text("def valeur(:\n")
    (tmp_path / "emile.py").write_text("import ada\n\ndef valeur(plateau):\n    return ada.valeur(plateau)\n")
    (tmp_path / "notes.txt").write_text("not Python")
    (tmp_path / ".hidden.py").write_text("x")
    # What a link points to is not the student's, and no report may quote it.
    (tmp_path / "link.py").symlink_to("/etc/passwd")
    (tmp_path / "blaise" / "link.py").symlink_to("/etc/passwd")
    (tmp_path / "folder-link").symlink_to(tmp_path / "blaise")
    return tmp_path


def test_a_class_gets_a_table(school_class, capsys, tmp_path_factory):
    out = tmp_path_factory.mktemp("out")
    arguments = ["check", str(school_class), "--lang", "fr", "--boards", "20", "--out", str(out)]
    assert main([*arguments, "--json", str(out / "all.json"), "--junit", str(out / "all.xml")]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["solution", *(question.number for question in questions.QUESTIONS), "justes"]
    assert lines[1].split() == ["ada", *"✓" * 12, "12"]
    assert lines[2].split() == ["blaise", *"✓" * 12, "12"]
    assert lines[3].split() == ["charles", *"✗" * 12, "0"]
    assert "n’est pas du Python correct" in lines[4]
    # A student does not see the file of another one.
    assert lines[5].split() == ["emile", *"✗" * 12, "0"]
    assert lines[-1].split()[:2] == ["4", "solutions"]
    assert {path.name for path in out.glob("*.txt")} == {"ada.txt", "blaise.txt", "charles.txt", "emile.txt"}

    document = json.loads((out / "all.json").read_text(encoding="utf-8"))
    assert document["laplace-td-check"] == 1 and all(document["isolation"].values())
    ada, blaise, charles, emile = document["solutions"]
    assert (ada["right"], blaise["right"], charles["right"], emile["right"]) == (12, 12, 0, 0)
    assert charles["problem"]["code"] == "syntax_error" and charles["problem"]["data"]["line"] == 1
    suites = ElementTree.fromstring((out / "all.xml").read_text(encoding="utf-8"))
    assert [(suite.get("name"), suite.get("tests"), suite.get("failures")) for suite in suites] == [
        ("ada", "12", "0"), ("blaise", "12", "0"), ("charles", "12", "12"), ("emile", "12", "12"),
    ]  # fmt: skip


def test_a_class_with_hostile_files_loses_no_report(tmp_path, capsysbinary):
    folder = tmp_path / "class"
    source = (HOSTILE / "raises_half_a_letter.py").read_text()
    (folder / "ada").mkdir(parents=True)
    (folder / "ada" / "td.py").write_text(source)
    os.mkfifo(folder / "ada" / "pipe.py")
    (folder / "blaise").mkdir()
    (folder / "blaise" / "td.py").symlink_to(folder / "ada.py")
    (folder / "blaise" / "more").symlink_to(folder / "ada")
    (folder / "eve").mkdir()
    for number in range(30):
        (folder / "eve" / f"{number:02}.py").write_text("pass")
    (folder / "link").symlink_to(folder / "ada")
    (folder / "ada.py").write_text("def valeur(plateau):\n    return sum(plateau)\n")
    (folder / ("z" * 252 + ".py")).write_text("pass")
    with open(os.fsencode(folder) + b"/e\xff\x1b[31m.py", "w") as file:
        file.write("pass")
    out = tmp_path / "out"
    arguments = ["check", str(folder), "--boards", "5", "--question", "2.2", "--jobs", "2", "--lang", "en"]
    assert main([*arguments, "--out", str(out), "--json", str(tmp_path / "all.json"), "--junit", str(tmp_path / "x.xml")]) == 1
    text = (tmp_path / "all.json").read_text(encoding="utf-8")
    assert "\x9b" not in text and "\u202e" not in text
    found = {solution["name"]: solution for solution in json.loads(text)["solutions"]}
    assert set(found) == {"ada", "ada.py", "eve", "z" * 252, "e\\xdcff\\x1b[31m"}
    assert (found["ada"]["right"], found["ada.py"]["right"]) == (0, 1)
    assert found["eve"]["problem"]["code"] == "too_many_files"
    written = {path.name for path in out.iterdir()}
    assert len(written) == 5 and {"ada.txt", "ada.py.txt", "eve.txt"} < written
    ElementTree.parse(tmp_path / "x.xml")
    lines = capsysbinary.readouterr().out.decode().splitlines()
    assert lines[0].startswith("solution") and len(lines[0]) < 60
    # A result that cannot be written does not keep the others from being written.
    (tmp_path / "folder").mkdir()
    assert main([*arguments, "--json", str(tmp_path / "folder" / "no" / "all.json"), "--junit", "-"]) == 4
    ElementTree.fromstring(capsysbinary.readouterr().out)


def test_long_type_names_are_cut():
    assert len(report.text(check_hostile("long_type_name"), "en")) < 3000


def test_json_on_standard_output_is_all_there_is(capsys):
    path = SOLUTIONS / "wrong" / "edges_wrap.py"
    assert main(["check", str(path), "--json", "-", "--question", "2.4"]) == 1
    document = json.loads(capsys.readouterr().out)
    [solution] = document["solutions"]
    [question] = solution["questions"]
    assert question["status"] == "wrong" and question["found"] == "voisins" and question["line"] == 4
    assert [found["code"] for found in question["findings"]] == ["items_extra", "hint_wraps"]


def test_an_empty_folder_and_a_file_that_is_not_text(tmp_path, capsys):
    assert main(["check", str(tmp_path)]) == 4
    binary = tmp_path / "binary.py"
    binary.write_bytes(bytes(range(256)) * 10)
    assert main(["check", str(binary)]) == 1
    long = tmp_path / "long.py"
    long.write_bytes(b"#" * ((1 << 20) + 1))
    assert main(["check", str(long), "--lang", "en"]) == 1
    assert "longer than 1048576 bytes" in capsys.readouterr().out


def test_boards_are_drawn_as_the_sheet_numbers_them():
    checked = check_files([SOLUTIONS / "wrong" / "jump_keeps_its_origin.py"], "x", Options(questions=("2.6",)))
    text = report.text(checked, "fr")
    for line in td.dessin(td.en_tableau([1 << 49 | 1 << 42 | 1 << 33, 1 << 24])).split("\n"):
        assert line in text
    assert "attendu\u00a0:" in text and "obtenu\u00a0:" in text


def test_a_seed_gives_the_same_boards():
    def shown(seed):
        options = Options(seed=seed, questions=("2.2",))
        source = "def valeur(plateau):\n    return sum(plateau) if plateau.count(1) < 9 else 0\n"
        return check_source(source, "x", options).answers[0].findings

    assert shown(1) == shown(1) and shown(1) != shown(2)
    assert isinstance(shown(1)[0], Finding)
