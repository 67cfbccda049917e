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
from laplace.td.checker import check, command, messages, questions, report
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
    return [*problem, *checked.notes, *(finding for answered in checked.answers for finding in answered.findings)]


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


def test_names_may_have_accents_capitals_and_be_shared_by_both_parts():
    source = """
def Score(plateau):
    return sum(plateau)

def score(pions):
    return bin(pions[0]).count("1") - bin(pions[1]).count("1")

def casesAdjacentes(position, distance):
    for autre in range(64):
        if 0 < max(abs(autre // 8 - position // 8), abs(autre % 8 - position % 8)) <= distance:
            yield autre

def générer_coups(plateau, couleur):
    for depart in range(64):
        for arrivee in casesAdjacentes(depart, 2):
            if plateau[depart] == couleur and plateau[arrivee] == 0:
                yield depart, arrivee

def blobs(plateau, couleur):
    yield 0

def blobs(plateau, couleur):
    for position in range(64):
        if plateau[position] == couleur:
            yield position

def blobs(entier):
    for position in range(64):
        if entier >> position & 1:
            yield position

def poser(plateau, ligne, colonne):
    plateau[8 * ligne + colonne] = 1

def poser(pions, position):
    pions[0] |= 1 << position

def enleverPion(pions, position):
    pions[1] &= ~(1 << position)
"""
    checked = check_source(source, "names", QUICK)
    right = {answered.question for answered in checked.answers if answered.status == "right"}
    assert right == {"2.1", "2.2", "2.3", "2.4", "2.5", "3.1", "3.2", "3.3", "3.4"}, codes(checked)
    # The names that the sheet gives have to be those of the sheet.
    checked = check_source("def jouerCoup(plateau, coup):\n    pass\n", "names", Options(questions=("2.6",)))
    assert codes(checked) == ["similar_name"]


def test_single_lines_may_answer_without_boards_of_their_own():
    source = "plateau[3 * 8 + 2] = 1\npions[0] |= 1 << 9\npions[1] &= ~(1 << 12)\n"
    checked = check_source(source, "lines", Options(boards=20, questions=("2.1", "3.1", "3.2")))
    assert checked.right == 3 and codes(checked) == []


def test_lines_that_fail_cost_nothing_but_themselves():
    source = (
        "import numpy as np\n"
        "taille = int(input())\n"
        "open('plateau.txt')\n"
        "table = [[0] * 9999 for _ in range(99999)]\n"
        "exit()\n"
        "@np.vectorize\n"
        "def coups(plateau, couleur):\n"
        "    yield 0, 0\n"
        "if True:\n"
        "    def positions(entier):\n"
        "        yield 0\n"
        "    1 / 0\n"
        f"table = {list(range(2000))}\n"
        "plateau[26] = 1\n"
        "def valeur(plateau):\n"
        "    return sum(plateau)\n"
    )
    checked = check_source(source, "lines", Options(boards=5, limits=Limits(1, 256), questions=("2.1", "2.2", "2.5", "3.3")))
    assert [note.code for note in checked.notes] == [
        "skipped_import", "skipped_input_value", "skipped_forbidden", "skipped_memory", "skipped_exit",
        "skipped_exception", "skipped_exception",
    ]  # fmt: skip
    assert [note.data["line"] for note in checked.notes] == [1, 2, 3, 4, 5, 7, 9]
    assert [answered.status for answered in checked.answers] == ["right", "right", "wrong", "wrong"]
    assert checked.answers[2].findings[0].data["type"] == "NameError"


def test_a_wrong_helper_is_named_also_where_only_one_question_is_checked():
    source = (SOLUTIONS / "wrong" / "helper_is_wrong.py").read_text()
    source += "\n\ndef jouer_coup(plateau, coup):\n    list(voisins(coup[1], 1))\n    plateau[0] = 5\n"
    checked = check_source(source, "helper", QUICK)
    by_question = {answered.question: answered for answered in checked.answers}
    assert [finding.code for finding in by_question["2.6"].findings] == ["broken_cell", "hint_wrong_helper"]
    assert "hint_wrong_helper" not in [finding.code for finding in by_question["2.4"].findings]
    # A list in place of a generator gives the right values.
    source = source.replace("def voisins(", "def voisins(*a):\n    return list(anciens(*a))\n\ndef anciens(")
    source = source.replace("for ligne in (-1, 0, 1)", "for ligne in range(-distance, distance + 1)")
    source = source.replace("for colonne in (-1, 0, 1)", "for colonne in range(-distance, distance + 1)")
    source = source.replace("def voisins(*a):\n    return list(anciens(*a))", "def voisins(position, distance):\n    return list(anciens(position, distance))")
    checked = check_source(source, "helper", QUICK)
    by_question = {answered.question: answered for answered in checked.answers}
    assert [finding.code for finding in by_question["2.4"].findings] == ["not_generator"]
    assert by_question["2.5"].status == "right"
    assert [finding.code for finding in by_question["2.6"].findings] == ["broken_cell"]


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
    alone = check_files([solution], "td.py", options, may_import=False)
    assert codes(alone) == ["skipped_import", "exception", "hint_skipped_name"] and alone.notes[0].data["line"] == 1


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
        ("imports_the_answer", "nothing_to_check skipped_import"),
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
        assert codes(checked) == code.split(), [finding.data for finding in findings(checked)]
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
        assert checked.problem.code in ("syntax_error", "not_parsed", "nothing_to_check", "load_died", "load_memory")


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


def test_answers_are_not_collected(patience):
    # Parsing under tracemalloc is slow.
    patience(120.0)
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
    assert codes(checked) == ["skipped_import"] and checked.notes[0].data["type"] == "ModuleNotFoundError"


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
    assert done.returncode == 0 and "1 of 1 question right" in done.stdout
    done = run("check", "nowhere.py", LC_ALL="C")
    assert (done.returncode, done.stderr) == (4, "laplace.td: nowhere.py: no such file or folder\n")
    done = run("check", "nulle_part.py", "--lang", "fr")
    assert (done.returncode, done.stderr) == (4, "laplace.td: nulle_part.py: ce fichier ou ce dossier n’existe pas\n")
    done = run("check", right, "--map", "9.9=x", "--lang=fr")
    assert done.returncode == 2 and "trouvé 9.9=x, attendu QUESTION=FONCTION" in done.stderr
    done = run("check", right, "--question", "2.2", "--lang", "fr", "--out", "/proc/no/such")
    assert done.returncode == 4 and "ce fichier ou ce dossier n’existe pas" in done.stderr
    assert "2.3  blobs" in run("names").stdout


@pytest.mark.parametrize("arguments", [["--help"], ["check", "--help"], ["names", "--help"]], ids=" ".join)
def test_the_help_is_in_both_languages(arguments):
    english = run(*arguments, LC_ALL="C.UTF-8", COLUMNS="100").stdout
    french = run(*arguments, LC_ALL="fr_FR.UTF-8", COLUMNS="100").stdout
    assert french == run(*arguments, "--lang", "fr", LC_ALL="C.UTF-8", COLUMNS="100").stdout
    assert "show this help" in english and "affiche cette aide" in french
    assert not re.search(r"\b(the|show|usage:|arguments:|of|each)\b", french), french
    assert not re.search(r"\b(les|une|affiche)\b", english), english


def test_wrong_arguments_are_named_in_french():
    for arguments, expected in (
        ([], "arguments manquants"),
        (["chek"], "choix incorrect"),
        (["check"], "arguments manquants"),
        (["check", "x.py", "--boards"], "argument --boards\u00a0: une valeur est attendue"),
        (["check", "x.py", "--boards", "²"], "attendu un nombre de 1 à 100000"),
        (["check", "x.py", "--seed", "x"], "valeur incorrecte"),
        (["check", "x.py", "--time", "nan"], "attendu des secondes"),
        (["check", "x.py", "--memory", "1"], "attendu des mégaoctets de 32"),
        (["check", "x.py", "--colour"], "arguments inconnus"),
    ):
        done = run("--lang", "fr", *arguments)
        assert done.returncode == 2 and expected in done.stderr, done.stderr
        assert "erreur" in done.stderr and "error" not in done.stderr


# The command, with a line on standard error whenever a solution is called.
TELLS_OF_CALLS = """
import os, runpy, signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from laplace.td.checker import sandbox
call = sandbox.Sandbox.call
def told(*arguments):
    os.write(2, b"called\\n")
    return call(*arguments)
sandbox.Sandbox.call = told
runpy.run_module("laplace.td", run_name="__main__")
"""


@pytest.mark.parametrize("is_class", [False, True], ids=["solution", "class"])
def test_ctrl_c_ends_the_checker_without_a_traceback(is_class, tmp_path):
    # The solution tells by its process that it runs, and never ends by itself within the test.
    folder = tmp_path / "class"
    folder.mkdir()
    solution = folder / "td.py"
    solution.write_text("import time\n\ndef valeur(plateau):\n    time.sleep(10**6)\n")
    (folder / "other.py").write_text(solution.read_text())
    command = [sys.executable, "-c", TELLS_OF_CALLS, "check", str(folder if is_class else solution), "--lang", "fr"]
    command += ["--question", "2.2", "--json", str(tmp_path / "all.json")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8") as checker:
        assert checker.stderr.readline() == "called\n"
        checker.send_signal(signal.SIGINT)
        _, complaint = checker.communicate(timeout=120)
    # The other solution of a class may have been called as well.
    assert (checker.returncode, complaint.removeprefix("called\n")) == (130, "\nlaplace.td: interrompu\n")
    assert not (tmp_path / "all.json").exists()


@pytest.mark.parametrize("earlier", [False, True], ids=["new", "again"])
def test_ctrl_c_keeps_what_was_checked_of_a_class(earlier, tmp_path):
    if earlier:
        (tmp_path / "all.json").write_text("an earlier check")
    folder = tmp_path / "class"
    folder.mkdir()
    (folder / "ada.py").write_text("def valeur(plateau):\n    return sum(plateau)\n")
    (folder / "zoe.py").write_text("import time\n\ndef valeur(plateau):\n    time.sleep(10**6)\n")
    command_line = [sys.executable, "-c", TELLS_OF_CALLS, "check", str(folder), "--lang", "en", "--jobs", "1", "--question", "2.2"]
    command_line += ["--json", str(tmp_path / "all.json")]
    with subprocess.Popen(command_line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8") as checker:
        # The second solution is called after the first one was checked.
        assert [checker.stderr.readline() for _ in range(2)] == ["called\n"] * 2
        checker.send_signal(signal.SIGINT)
        printed, complaint = checker.communicate(timeout=120)
    assert checker.returncode == 130 and complaint.endswith("\nlaplace.td: interrupted\n")
    assert printed.splitlines()[1].split() == ["ada", "✓", "1"] and "before the end of this solution" in printed
    if earlier:
        assert (tmp_path / "all.json").read_text() == "an earlier check"
        assert "all.json: kept as it was: the check was interrupted" in complaint
        return
    assert complaint == "\nlaplace.td: interrupted\n"
    ada, zoe = json.loads((tmp_path / "all.json").read_text())["solutions"]
    assert ada["right"] == 1 and zoe["problem"]["code"] == "not_checked"


@pytest.mark.parametrize(
    "number, source, expected",
    [
        ("2.2", "def valeur(plateau):\n    return sum(plateau)\ndef valeur(plateau):\n    return 1 / 0\n", "exception"),
        ("2.4", "def voisins(p, d):\n    yield 0\ndef voisins(p):\n    return 0\n", "wrong_parameters"),
        ("2.1", "def mettre_blob(plateau, position, couleur):\n    plateau[position] = couleur\n", ""),
        ("2.1", "def mettre_blob(plateau, couleur, position):\n    plateau[position] = couleur\n", ""),
        ("2.1", "for i in range(64):\n    if i == 26:\n        plateau[i] = 1\n", ""),
        ("2.1", "try:\n    plateau[26] = 1\nfinally:\n    pass\n", ""),
        ("2.1", "plateau[26] = 'bleu'\n", "broken_cell"),
        ("2.1", "def poser(plateau):\n    plateau.insert(26, 1)\n", "broken_length"),
        ("2.3", "def blobs(*a):\n    for i in range(64):\n        if a[0][i] == a[1]:\n            yield i\n", ""),
        ("2.3", "def blobs(*, plateau, couleur):\n    yield 0\n", "wrong_parameters"),
        ("2.3", "def blobs(plateau, couleur):\n    for i in range(64):\n        if plateau[i] == couleur:\n            return i\n", "wrong_type hint_yield"),
        ("2.4", "def voisins(ligne, colonne, distance):\n    yield 0\n", "wrong_parameters"),
        ("2.5", "def coups(plateau, couleur):\n    for d in range(64):\n        for a in range(64):\n            if plateau[d] == couleur and plateau[a] == 0 and d != a and max(abs(d // 8 - a // 8), abs(d % 8 - a % 8)) <= 2:\n                yield a, d\n", "items_differ hint_reversed_moves"),
        ("3.2", "def enlever_pion(joueur, pions, n):\n    pions[joueur] &= ~(1 << n)\n", ""),
        ("3.2", "def enlever_pion(pions, position):\n    pions[1] = pions[1] & (1 << position)\n", "board_as_before"),
        ("3.3", "def positions(entier):\n    for i in range(64):\n        if entier >> i & 1:\n            yield 2 ** i\n", "items_differ hint_bits_not_positions"),
        ("3.3", "def positions(entier):\n    for i, c in enumerate(bin(entier)[2:]):\n        if c == '1':\n            yield i\n", "items_differ hint_bits_reversed"),
        ("3.3", "def positions(entier):\n    while entier:\n        yield entier % 2\n        entier //= 2\n", "items_differ"),
        ("3.5", "def calcul_voisins(position):\n    return 10 ** position\n", "wrong_value"),
        ("2.2", "T = int(input())\ndef valeur(plateau):\n    return sum(plateau[:T])\n", "skipped_input_value exception hint_skipped_name"),
        ("2.2", "import numpy as np\ndef valeur(plateau):\n    return np.sum(plateau)\n", "skipped_import exception hint_skipped_name"),
        ("2.2", "def somme(p):\n    return 0\ndef valeur(plateau):\n    return somme(plateau)\nsomme = []\n", "exception hint_name_of_two"),
        ("3.6", "def jouer_saut(pions, coup, joueur, voisins):\n    voisins(coup[1])\n", "exception hint_table"),
        ("2.2", "def valeur(plateau):\n    return valeur\n", "wrong_type"),
    ],
    ids=lambda text: text.splitlines()[0][:40] if text else "right",
)  # fmt: skip
def test_what_beginners_write_is_judged_and_explained(number, source, expected):
    checked = check_source(source, "beginner", Options(boards=5, limits=Limits(1, 256), questions=(number,)))
    assert codes(checked) == expected.split(), [finding.data for finding in findings(checked)]


def test_a_reader_that_goes_away_is_no_error(school_class):
    command = [sys.executable, "-m", "laplace.td", "check", str(school_class), "--question", "2.2", "--boards", "2"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as checker:
        checker.stdout.close()
        assert checker.stderr.read() == ""
    assert checker.returncode == 0


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
    assert lines[5].split() == ["emile", "–", "✗", *"–" * 10, "0"]
    assert "No module named 'ada'" in lines[6]
    # Whatever else lies in the folder has a line and a reason.
    assert [line.split()[0] for line in lines[8::2]][:3] == ["folder-link", "link.py", "notes.txt"]
    assert "les liens ne sont pas suivis" in lines[9] and "pas un fichier Python" in lines[13]
    # Links and texts are in the table, but nobody handed them in as solutions.
    assert lines[-2].split()[:2] == ["4", "solutions"]
    assert lines[-1] == "Laissés de côté\u00a0: .hidden.py"
    students = {"ada", "blaise", "charles", "emile", "folder-link", "link.py", "notes.txt"}
    assert {path.name for path in out.glob("*.txt")} == {f"{student}.txt" for student in students}

    document = json.loads((out / "all.json").read_text(encoding="utf-8"))
    assert document["laplace-td-check"] == 1 and all(document["isolation"].values())
    assert document["passed_over"] == [".hidden.py"]
    ada, blaise, charles, emile, *others = document["solutions"]
    assert [other["problem"]["code"] for other in others] == ["link", "link", "not_python"]
    assert (ada["right"], blaise["right"], charles["right"], emile["right"]) == (12, 12, 0, 0)
    assert charles["problem"]["code"] == "syntax_error" and charles["problem"]["data"]["line"] == 1
    suites = ElementTree.fromstring((out / "all.xml").read_text(encoding="utf-8"))
    assert [(suite.get("name"), suite.get("tests"), suite.get("failures")) for suite in suites][:4] == [
        ("ada", "12", "0"), ("blaise", "12", "0"), ("charles", "12", "12"), ("emile", "12", "12"),
    ]  # fmt: skip
    assert (suites.get("tests"), suites.get("failures"), suites.get("errors")) == ("84", "60", "0")
    assert "No module named" in suites[3].findtext("system-out")


def test_a_report_never_replaces_a_solution(tmp_path, capsys):
    from laplace.td.checker.command import main

    folder = tmp_path / "class"
    folder.mkdir()
    path = folder / "alice.py"
    text = "def valeur(plateau):\n    return sum(plateau)\n"
    path.write_text(text)
    for checked in (path, folder):
        for option in ("--json", "--junit"):
            assert main(["check", str(checked), "--question", "2.2", "--lang", "en", option, str(path)]) == 2
            assert "alice.py: is a solution, which the report would replace" in capsys.readouterr().err
    assert path.read_text() == text


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
    assert set(found) == {"ada", "ada.py", "blaise", "link", "eve", "z" * 252, "e\\xff\\x1b[31m"}
    assert found["blaise"]["problem"]["message"] == "There is no Python file (.py) here, only: td.py, more."
    assert (found["ada"]["right"], found["ada.py"]["right"]) == (0, 1)
    assert found["eve"]["problem"]["code"] == "too_many_files"
    written = {path.name for path in out.iterdir()}
    assert len(written) == 7 and {"ada.txt", "ada.py.txt", "eve.txt"} < written
    ElementTree.parse(tmp_path / "x.xml")
    lines = capsysbinary.readouterr().out.decode().splitlines()
    assert lines[0].startswith("solution") and len(lines[0]) < 60
    # A result that cannot be written does not keep the others from being written.
    assert main([*arguments, "--json", "/dev/full", "--junit", "-"]) == 4
    printed = capsysbinary.readouterr()
    ElementTree.fromstring(printed.out)
    assert b"/dev/full: No space left on device" in printed.err


def test_what_cannot_be_written_is_said_before_a_class_is_checked(tmp_path, capsys, monkeypatch):
    folder = tmp_path / "class"
    folder.mkdir()
    (folder / "ada.py").write_text("def valeur(plateau):\n    return sum(plateau)\n")
    (tmp_path / "file").write_text("x")
    monkeypatch.setattr(command, "_class", lambda *arguments: pytest.fail("the class is being checked"))
    for arguments, expected in (
        (["--json", str(tmp_path / "no" / "all.json")], (4, "no: there is no such folder to write into")),
        (["--junit", str(folder)], (4, "class: is a folder; expected a file")),
        (["--out", str(tmp_path / "file")], (4, "file: is a file; expected a folder")),
        (["--json", "-", "--junit", "-"], (2, "only one of them can be written to standard output")),
    ):
        code = main(["check", str(folder), "--lang", "en", *arguments])
        assert code == expected[0] and expected[1] in capsys.readouterr().err


def test_results_that_would_become_students_or_replace_each_other_are_refused(tmp_path, capsys):
    (tmp_path / "ada.py").write_text("def valeur(plateau):\n    return sum(plateau)\n")
    for option in ("--json", "--junit", "--out"):
        assert main(["check", str(tmp_path), "--lang", "en", option, str(tmp_path / "sub" / "all")]) == 2
        assert "lies in the folder of the class" in capsys.readouterr().err
    both = str(tmp_path.parent / "both")
    assert main(["check", str(tmp_path), "--lang", "en", "--json", both, "--junit", both]) == 2
    assert "is the file of both --json and --junit" in capsys.readouterr().err


def test_documents_on_standard_output_are_utf_8_and_a_full_disk_is_an_error(tmp_path):
    solution = tmp_path / "td.py"
    solution.write_text("def valeur(plateau):\n    return '…'\n")
    command_line = [sys.executable, "-m", "laplace.td", "check", str(solution), "--question", "2.2", "--lang", "fr"]
    env = {**os.environ, "PYTHONIOENCODING": "latin-1"}
    for option in ("--json", "--junit"):
        done = subprocess.run([*command_line, option, "-"], capture_output=True, env=env, check=False)
        assert "…" in done.stdout.decode("utf-8")
    with open("/dev/full", "w") as full:
        done = subprocess.run(command_line, stdout=full, stderr=subprocess.PIPE, env=env, check=False)
    assert done.returncode == 4 and b"Traceback" not in done.stderr and b"disque" in done.stderr


def test_a_class_is_in_alphabetical_order_and_its_marks_survive_latin_1(tmp_path):
    for name in ("Zoé", "Émile", "ada", "Blaise"):
        (tmp_path / f"{name}.py").write_text("def valeur(plateau):\n    return sum(plateau)\n")
    (tmp_path / "Zoé.py").write_text("def valeur(plateau):\n    return 0\n")
    command_line = [sys.executable, "-m", "laplace.td", "check", str(tmp_path), "--question", "2.2", "--lang", "fr"]
    env = {**os.environ, "PYTHONIOENCODING": "latin-1"}
    printed = subprocess.run(command_line, capture_output=True, env=env, check=False).stdout.decode("latin-1")
    lines = [line.split() for line in printed.splitlines()[1:-1]]
    assert lines == [["ada", "+", "1"], ["Blaise", "+", "1"], ["Émile", "+", "1"], ["Zoé", "x", "0"]]


def test_of_two_definitions_the_right_one_counts_and_the_other_is_named(tmp_path):
    (tmp_path / "ancien.py").write_text("def valeur(plateau):\n    return 0\n")
    (tmp_path / "td.py").write_text("def valeur(plateau):\n    return sum(plateau)\n")
    checked = check_files(sorted(tmp_path.iterdir()), "ada", Options(boards=2, questions=("2.2",)))
    assert checked.right == 1 and codes(checked) == ["answered_in_two_files"]
    text = report.text(checked, "fr")
    assert "définie dans td.py, où elle est juste, et dans ancien.py, où elle est fausse" in " ".join(text.split())


def test_departure_and_arrival_as_two_parameters_are_told_to_be_one():
    source = (
        "def jouer_coup(plateau, départ, arrivee):\n    pass\n\n"
        "def jouer_saut(pions, depart, arrivee, joueur):\n    pass\n"
    )
    checked = check_source(source, "halves", Options(boards=2, questions=("2.6", "3.6")))
    assert codes(checked) == ["wrong_parameters", "hint_move_is_a_pair"] * 2


def test_lines_that_prepare_a_board_are_not_taken_for_answers():
    options = Options(boards=2, questions=("3.1", "3.2"))
    source = "pions = [0, 0]\npions[1] |= 1 << 12\npions[0] = 1 << 24\npions[0] |= 1 << 10\npions[1] &= ~(1 << 13)\n"
    checked = check_source(source, "lines", options)
    assert [answered.line for answered in checked.answers] == [4, 5]
    checked = check_source(source[: source.index("pions[1] &=")], "lines", options)
    assert [(answered.line, answered.status) for answered in checked.answers] == [(4, "wrong"), (None, "missing")]


def test_entries_of_questions_that_name_nothing_are_reported():
    source = 'def valeur(plateau):\n    return sum(plateau)\n\nQUESTIONS = {"9.9": "valeur", "2.3": 5, "3.4": "valeur"}\n'
    checked = check_source(source, "mapped", Options(boards=2, questions=("2.2", "3.4")))
    assert [(note.code, note.data["line"], note.data["text"]) for note in checked.notes] == [
        ("mapping_ignored", 4, '"9.9": "valeur"'), ("mapping_ignored", 4, "'2.3': 5"),
    ]  # fmt: skip
    # The name is used for another question, so that it is not offered as a typo of itself.
    assert [finding.code for finding in checked.answers[0].findings] == ["not_found"]


def test_several_endless_lines_cost_nothing_but_themselves():
    source = "while True: pass\nfor i in iter(int, 1): pass\ndef valeur(plateau):\n    return sum(plateau)\nwhile 1: pass\n"
    checked = check_source(source, "endless", Options(boards=2, limits=Limits(0.5, 256), questions=("2.2",)))
    assert codes(checked) == ["skipped_timeout"] * 3 and checked.right == 1


def test_another_name_for_a_function_is_found():
    source = "def _b(plateau, couleur):\n    for i in range(64):\n        if plateau[i] == couleur:\n            yield i\n\nblobs = _b\n"
    checked = check_source(source, "alias", Options(boards=2, questions=("2.3",)))
    assert checked.right == 1 and checked.answers[0].name == "blobs"


def test_printing_is_answered_by_what_the_question_asks_for():
    source = (
        "def valeur(plateau):\n    print(1)\n\n"
        "def blobs(plateau, couleur):\n    print(1)\n\n"
        "def voisins(position, distance):\n    return None\n\n"
        "def jouer_coup(plateau, coup):\n    print(1)\n"
    )
    checked = check_source(source, "prints", Options(boards=2, questions=("2.2", "2.3", "2.4", "2.6")))
    assert codes(checked) == ["printed", "printed_not_generated", "generated_none", "printed_board"]


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


def test_no_student_vanishes_from_a_class(tmp_path, capsys):
    right = "def valeur(plateau):\n    return sum(plateau)\n"
    folder = tmp_path / "class"
    for name in ("empty", "notebook", "links", "texts", "capitals", "hidden/.git", "deep/a/b", "both"):
        (folder / name).mkdir(parents=True)
    (folder / "notebook" / "td.ipynb").write_text("{}")
    (folder / "links" / "td.py").symlink_to("/etc/passwd")
    for number in range(7):
        (folder / "texts" / f"{number}.txt").write_text("x")
    (folder / "capitals" / "TD.PY").write_text(right)
    (folder / "deep" / "a" / "b" / "td.py").write_text(right)
    (folder / "both" / "td.py").write_text(right)
    (folder / "both" / "vide.py").write_text("")
    (folder / "ada.PY").write_text(right)
    (folder / "ada.py").write_text(right)
    (folder / "blaise.Py").write_text(right)
    (folder / "carnet.ipynb").write_text("{}")
    (folder / "vide.py").write_text(" \n\n")
    (folder / "utf16.py").write_text(f"# é\n{right}", encoding="utf-16")
    (folder / "zip.zip").write_bytes(b"PK")
    os.mkfifo(folder / "pipe")
    (folder / "__pycache__").mkdir()
    arguments = ["check", str(folder), "--question", "2.2", "--boards", "2", "--lang", "en", "--json", "-"]
    assert main(arguments) == 1
    document = json.loads(capsys.readouterr().out)
    assert document["passed_over"] == ["__pycache__"]
    found = {solution["name"]: solution for solution in document["solutions"]}
    assert {name for name, solution in found.items() if solution["right"] == 1} == {
        "ada.PY", "ada.py", "blaise", "both", "capitals", "deep", "utf16",
    }  # fmt: skip
    problems = {name: solution["problem"]["message"] for name, solution in found.items() if solution["problem"]}
    notebook = "A notebook is not a Python file: export it as a script (jupyter nbconvert --to script). Found: "
    assert problems == {
        "carnet.ipynb": f"{notebook}carnet.ipynb.",
        "empty": "The folder is empty.",
        "hidden": "The folder is empty.",
        "links": "There is no Python file (.py) here, only: td.py.",
        "notebook": f"{notebook}td.ipynb.",
        "pipe": "This is not a regular file, so it was not read.",
        "texts": "There is no Python file (.py) here, only: 0.txt, 1.txt, 2.txt, 3.txt, 4.txt, …",
        "vide": "The file is empty.",
        "zip.zip": "This is not a Python file (.py).",
    }
    assert [note["code"] for note in found["utf16"]["notes"]] == ["encoding"]
    # A question that nothing was found for is missing rather than wrong.
    assert found["empty"]["questions"][0]["status"] == "missing"


@pytest.mark.parametrize(
    "encoding, declared, note",
    [
        ("utf-8", "", False), ("utf-8-sig", "", False), ("latin-1", "", True), ("cp1252", "", True),
        ("latin-1", "# -*- coding: latin-1 -*-", False), ("cp1252", "# vim: set fileencoding=cp1252 :", False),
        ("latin-1", "# coding: utf-8", True), ("latin-1", "# coding: no-such-encoding", True),
        ("utf-16", "", True), ("utf-16-le", "", True), ("utf-16-be", "", True), ("utf-32", "", True),
    ],
)  # fmt: skip
def test_files_of_all_usual_encodings_are_read(encoding, declared, note, tmp_path):
    path = tmp_path / "td.py"
    text = f"{declared}\n# Évalué pour l'élève\ndef évaluer(plateau):\n    return sum(plateau)\n"
    path.write_bytes(text.encode(encoding))
    checked = check_files([path], "td.py", Options(boards=2, questions=("2.2",)))
    assert checked.right == 1, codes(checked)
    assert codes(checked) == ["encoding"] * note
    assert checked.answers[0].name == "évaluer"


def test_the_file_is_named_where_a_solution_has_several(tmp_path):
    (tmp_path / "partie2.py").write_text("def valeur(plateau):\n    return 0\n\n1 / 0\n")
    (tmp_path / "partie3.py").write_text("def positions(:\n")
    checked = check_files(sorted(tmp_path.iterdir()), "ada", Options(boards=2, questions=("2.2",)))
    text = report.text(checked, "fr")
    assert "partie3.py\u00a0: La ligne 1 n’est pas du Python correct" in text
    assert "partie2.py\u00a0: La ligne 4, hors des fonctions, lève ZeroDivisionError" in text
    assert "valeur (partie2.py, ligne 1)" in text


def test_an_empty_folder_and_a_file_that_is_not_text(tmp_path, capsys):
    assert main(["check", str(tmp_path), "--lang", "fr"]) == 4
    assert capsys.readouterr().err.endswith("aucun fichier\u202f; des solutions étaient attendues\n")
    binary = tmp_path / "binary.py"
    binary.write_bytes(bytes(range(256)) * 10)
    assert main(["check", str(binary), "--lang", "en"]) == 1
    assert "not a text" in capsys.readouterr().out
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
