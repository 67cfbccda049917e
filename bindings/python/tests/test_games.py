"""The three games: rules, files, judge, bounds, solvers, matches; long calls."""

import copy
import os
import pickle
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest

import laplace
from laplace import blobwar, demon, td, well

ROOT = Path(__file__).parents[3]
SAMPLES = ROOT / "crates" / "games" / "tests" / "data" / "demon"


def test_wrong_values_of_blobwar_are_named():
    for call, expected in (
        (lambda: blobwar.Position(None), "found None, expected startpos"),
        (lambda: blobwar.play(5, "random"), "found 5, expected a function of a position"),
        (lambda: blobwar.play("nobody", "random"), "found nobody, expected laplace"),
        (lambda: blobwar.match("greedy", "nobody-at-all", games=2, depth=1), "or the command of a UAI engine"),
    ):
        with pytest.raises(blobwar.InputError, match=expected):
            call()
    last, _ = blobwar.play("greedy", "random")
    assert last.is_over


def test_the_package_has_its_modules_and_version():
    assert {"td", "demon", "well", "blobwar", "envs", "atlas"} <= set(dir(laplace))
    with pytest.raises(AttributeError):
        laplace.chess  # noqa: B018
    assert laplace.__version__ == "0.1.0"


# The demon


def test_the_contests_samples_come_out_byte_for_byte():
    compared = 0
    for question in (1, 2, 3, 4):
        for path in sorted(SAMPLES.glob(f"q{question}-input-*")):
            output = path.with_name(path.name.replace("input", "output"))
            if output.exists():
                assert demon.answer(question, path.read_bytes()) == output.read_text()
                assert demon.judge(path.read_bytes(), output.read_bytes(), question).is_right
                compared += 1
    assert compared >= 4


def test_a_game_of_the_demon_is_that_of_its_move_file():
    chance = random.Random(5)
    game = demon.Game(4711)
    moves = []
    while not game.is_over:
        move = chance.choice(game.legal_moves())
        before = game.board
        step = game.play(move)
        assert (game.board > 0).sum() == (before > 0).sum() + 4 - 12 * len(step.removed)
        moves.append(move)
    played = demon.play(demon.write_moves(4711, moves))
    assert (played.score, played.placed, played.lines) == (game.score, game.placed, game.lines)
    assert demon.read_moves(demon.write_moves(4711, moves)) == (4711, moves)
    drawn = [[int(cell) if cell != "." else 0 for cell in line] for line in str(game).split()]
    assert game.board.tolist() == drawn
    with pytest.raises(demon.IllegalMove, match="the game is over"):
        game.play(moves[0])


def test_a_copy_of_a_game_goes_on_by_itself():
    for game, move in ((demon.Game(31), (8, 2)), (well.Game([4, 4]), (0, 0))):
        for other in (copy.copy(game), copy.deepcopy(game), game.copy()):
            other.play(move)
            assert (game.placed, other.placed) == (0, 1)
            assert not game.board.any() and other.board.any()


def test_errors_carry_line_found_and_expected():
    with pytest.raises(laplace.InputError) as error:
        demon.answer(3, "1 0 0\n1 0 9\n")
    assert error.value.line == 2 and error.value.found == "1 0 9" and "0 to 3 turns" in error.value.expected
    with pytest.raises(laplace.InputError) as error:
        well.read_figures("3\n1 2\nx")
    assert (error.value.line, error.value.found, error.value.expected) == (3, "x", "a figure from 1 to 7")
    with pytest.raises(laplace.InputError) as error:
        demon.Game(1_000_001)
    assert (error.value.found, error.value.expected) == ("1000001", "a seed from 0 to 1000000")
    with pytest.raises(laplace.IllegalMove) as error:
        demon.Game(31).play((11, 0))
    assert str(error.value) == "piece 1 turned 0 times does not fit at column 11"
    assert error.value.found == "11 0"
    with pytest.raises(laplace.InputError) as error:
        blobwar.Position(variant="chess")
    assert (error.value.found, error.value.expected) == ("chess", "sheet, course or ataxx")
    with pytest.raises(laplace.InputError) as error:
        blobwar.Position().play("z9")
    assert error.value.expected == "a move such as b6, g1g3 or 0000"
    assert isinstance(error.value, ValueError)


def test_a_verdict_has_its_parts():
    verdict = demon.judge("231", "231\n1 2", question=1)
    assert not verdict.is_right and verdict.line == 2 and verdict.found == "1 2" and verdict.expected == "1"
    assert demon.judge("31", "31\n1 8 2\n").game.placed == 1
    with pytest.raises(laplace.InputError):
        demon.judge("x", "31")


def test_a_fixed_effort_gives_the_same_game():
    first = demon.solve(231, 400, effort=2)
    again = demon.solve(231, 400, effort=2, threads=2)
    assert (first.moves == again.moves).all() and first.score == again.score
    assert first.moves.shape == (400, 2) and first.moves.dtype == np.uint8
    assert first.score <= first.bound <= first.plain_bound
    assert (first.plain_bound, first.bound) == demon.bounds(231, 400)
    assert first.gap == sum(loss.points for loss in first.losses) and first.is_proved == (first.gap == 0)
    result = demon.judge("231", first.to_text()).game
    assert (result.score, result.placed) == (first.score, 400)
    assert (result.lines, result.tetrises, result.back_to_backs) == (first.lines, first.tetrises, first.back_to_backs)
    better = demon.solve(231, 400, effort=1, start=first.moves)
    assert better.score >= first.score


def test_an_analysis_accounts_for_every_point():
    chance = random.Random(1)
    game = demon.Game(7)
    moves = []
    while not game.is_over:
        moves.append(chance.choice(game.legal_moves()))
        game.play(moves[-1])
    analysis = demon.analyse(demon.write_moves(7, moves))
    assert analysis.result.score == game.score == analysis.score[-1]
    assert len(analysis.reach) == game.placed + 1 and (np.diff(analysis.reach.astype(int)) <= 0).all()
    assert analysis.reach[0] == analysis.bound
    assert sum(loss.points for loss in analysis.losses) == analysis.bound - analysis.result.score


# The well


def test_the_well_is_played_and_judged():
    figures = well.generate(300, seed=3)
    assert figures.dtype == np.uint8 and (figures == well.generate(300, seed=3)).all()
    solution = well.solve(figures)
    assert solution.placed == 300 and solution.proved_longest
    game = well.Game(figures)
    for move in solution.moves:
        assert tuple(move) in game.legal_moves()
        game.play(move)
    assert game.points == 10 and game.is_over and game.next_figure is None
    verdict = well.judge(well.write_figures(figures), solution.to_text())
    assert (verdict.placed, verdict.points, verdict.ended, verdict.is_fault) == (300, 10, "all-placed", False)
    assert well.read_figures(well.write_figures(figures)) == figures.tolist()
    assert [tuple(move) for move in solution.moves] == well.read_moves(solution.to_text())
    malformed = well.judge("1\n4", "0 x")
    assert (malformed.ended, malformed.line, malformed.is_fault) == ("malformed", 1, True)


def test_the_board_of_the_well_has_its_top_first():
    game = well.Game([1, 4], depth=5)
    game.play((0, 0))
    assert game.board.shape == (5, 10) and game.board[:, 0].tolist() == [0, 1, 1, 1, 1]
    with pytest.raises(well.IllegalMove, match="outside the well on the right"):
        game.play((0, 9))
    assert game.placed == 1


# Blobwar


def test_positions_of_blobwar():
    position = blobwar.Position()
    assert (position.size, position.rules, position.variant, position.value) == (8, "ends", "sheet", 0)
    assert position == blobwar.Position(td.depart()) == blobwar.Position(td.en_entiers(td.depart()))
    assert position.board.reshape(64).tolist() == td.depart()
    assert position.pions == td.en_entiers(td.depart())
    assert hash(position) == hash(blobwar.Position()) and position != position.play("b7")
    assert pickle.loads(pickle.dumps(position)) == position
    assert blobwar.Position(variant="ataxx").perft(4) == 155_888
    island = blobwar.Position(map="island")
    assert (island.board == 2).sum() > 0 and island.variant == "course" and len(blobwar.MAPS) == 14
    assert blobwar.Position("x5o/7/7/7/7/7/o5x o 3 9").turn == "red"
    with pytest.raises(blobwar.InputError):
        blobwar.Position("startpos", map="nowhere")


def test_moves_follow_the_sheet():
    chance = random.Random(2)
    for _ in range(20):
        position = blobwar.Position()
        while not position.is_over and position.number < 40:
            move = chance.choice(position.legal_moves())
            turned = position.turned(move)
            after = position.play(move)
            assert after.value == td.valeur(after.board.reshape(64).tolist())
            assert all(after.board.reshape(64)[cell] == -position.board.reshape(64)[cell] for cell in turned)
            position = after


@pytest.mark.parametrize("start", [{}, {"variant": "ataxx"}, {"map": "island"}], ids=str)
def test_actions_are_moves(start):
    chance = random.Random(3)
    position = blobwar.Position(**start)
    while not position.is_over and position.number < 30:
        legal = position.legal_moves()
        mask = position.action_mask()
        assert mask.shape == (position.action_count,) and mask.dtype == np.int8
        assert sorted(position.move_of_action(int(action)) for action in np.flatnonzero(mask)) == sorted(legal)
        assert all(mask[position.action_of_move(move)] for move in legal)
        position = position.play(chance.choice(legal))
    with pytest.raises(blobwar.InputError):
        position.move_of_action(position.action_count)


def test_the_engine_analyses():
    seen = []
    lines = blobwar.analyse(blobwar.Position(), depth=5, lines=3, megabytes=4, progress=seen.append)
    assert [line.rank for line in lines] == [1, 2, 3] and lines[0].depth == 5
    assert lines[0].score >= lines[1].score >= lines[2].score
    assert len({line.pv[0] for line in lines}) == 3 and len(seen) >= 5
    with pytest.raises(blobwar.InputError, match="expected depth, nodes or time"):
        blobwar.analyse(blobwar.Position())
    over = blobwar.Position("xxxxxxxx/8/8/8/8/8/8/8 o 0 1")
    with pytest.raises(blobwar.InputError, match="a game that is over"):
        blobwar.analyse(over, depth=1)
    reviewed = blobwar.review(["b7", "b1", "h1h3"], depth=3)
    assert [move.player for move in reviewed] == ["blue", "red", "blue"]
    assert all(0 <= move.loss <= 1 for move in reviewed)


def test_matches_are_played_in_pairs():
    seen = []
    result = blobwar.match(
        "laplace:hash=1", "random", games=6, depth=2, seed=5, progress=lambda game, score: seen.append(score.played)
    )
    assert seen == [1, 2, 3, 4, 5, 6] and result.played == 6 and len(result.games) == 6
    assert result.percent > 50 and result.players == ["laplace:hash=1", "random"]
    assert [game.pair for game in result.games] == [1, 1, 2, 2, 3, 3]
    assert result.games[0].start == result.games[1].start and result.games[0].blue == result.games[1].red
    assert result.pgn.count("[Result") == 6
    again = blobwar.match("laplace:hash=1", "random", games=6, depth=2, seed=5)
    assert [game.moves for game in again.games] == [game.moves for game in result.games]
    ataxx = blobwar.match("student:1", "greedy", games=2, starts=[blobwar.Position(variant="ataxx")], depth=1)
    assert ataxx.games[0].start.count("/") == 6
    with pytest.raises(blobwar.InputError, match="an even number"):
        blobwar.match("random", "random", games=3)
    with pytest.raises(blobwar.InputError, match="level:1 to level:10"):
        blobwar.match("level:11", "random")
    with pytest.raises(blobwar.InputError, match="found evalfile, expected an option of laplace: hash or threads"):
        blobwar.match("laplace:evalfile=network.bin", "random")
    with pytest.raises(blobwar.InputError, match="cannot start"):
        blobwar.match("/nonexistent/engine", "random", games=2)


def test_anything_that_chooses_can_play():
    def first(position):
        return position.legal_moves()[0]

    last, moves = blobwar.play(first, blobwar.Player("level:2", seed=3, depth=1))
    assert last.is_over and last.end
    position = blobwar.Position()
    for move in moves:
        position = position.play(move)
    assert position == last
    with pytest.raises(blobwar.IllegalMove):
        blobwar.play(lambda position: "0000", first)
    with pytest.raises(blobwar.InputError):
        blobwar.Player("./engine")


# What is refused

REFUSED = [
    # Numbers without an end, negative ones, and what is not a number at all.
    (lambda: demon.bounds(231, moves=10**9), "1000000000", "a number of moves from 0 to 9999"),
    (lambda: demon.bounds(10**30), str(10**30), "a seed from 0 to 1000000"),
    (lambda: demon.bounds(10**5000), "an integer of thousands of digits", "a seed from 0 to 1000000"),
    (lambda: demon.bounds(231, -1), "-1", "a number of moves from 0 to 9999"),
    (lambda: demon.sequence(231, 10**12), "1000000000000", "a number of pieces from 0 to 1000000"),
    (lambda: demon.sequence(231, -1), "-1", "a number of pieces from 0 to 1000000"),
    (lambda: demon.Game(31, limit=-1), "-1", "a number of moves from 0 to 9999"),
    (lambda: demon.Game(31).upcoming(-1), "-1", "a number of pieces from 0 to 1000000"),
    (lambda: demon.Game(31).play((1, 2, 3)), "(1, 2, 3)", "a move of two integers"),
    (lambda: demon.judge("31", "31", question=6), "6", "a question from 1 to 5"),
    (lambda: demon.solve(231, -1), "-1", "a number of moves from 0 to 9999"),
    (lambda: demon.solve(231, 10, time=float("nan")), "nan", "a time in seconds, more than 0 and at most 31622400"),
    (lambda: demon.solve(231, 10, time=-1), "-1", "a time in seconds, more than 0 and at most 31622400"),
    (lambda: demon.solve(231, 10, time=0), "0", "a time in seconds, more than 0 and at most 31622400"),
    (lambda: demon.solve(231, 10, time=float("inf")), "inf", "a time in seconds, more than 0 and at most 31622400"),
    (lambda: demon.solve(231, 10, threads=0), "0", "a number of threads from 1 to 256"),
    (lambda: demon.solve(231, 10, effort=0), "0", "an effort from 1 to 1000000"),
    (lambda: demon.solve(231, 10, effort=1, time=1), "(1, 1)", "either effort or time"),
    (lambda: demon.write_moves(231, [[1.5, 2]]), "[1.5, 2]", "a move of two integers"),
    (lambda: demon.write_moves(231, [[10**30, 2]]), f"[{10**30}, 2]", "a move of two small integers"),
    (lambda: demon.write_moves(231, np.zeros((2, 3), dtype=int)), "array([0, 0, 0])", "a move of two integers"),
    (lambda: demon.write_moves(231, 5), "5", "moves of two integers each"),
    (lambda: well.generate(10**10), "10000000000", "a number of figures from 0 to 1000000"),
    (lambda: well.generate(10, seed=-1), "-1", f"a seed from 0 to {2**64 - 1}"),
    (lambda: well.generate(10, family="x"), "x", None),
    (lambda: well.points(3, 2), "3", "a number of figures placed from 0 to 2"),
    (lambda: well.solve("123"), "'1'", "a figure from 1 to 7"),
    (lambda: well.solve([1], time=float("nan")), "nan", "a time in seconds, more than 0 and at most 31622400"),
    (lambda: well.solve([1], depth=-1), "-1", "a depth from 1 to 20"),
    (lambda: well.Game([8]), "8", "a figure from 1 to 7"),
    (lambda: well.Game(3), "3", "figures: numbers from 1 to 7"),
    (lambda: blobwar.analyse(blobwar.Position(), depth=0), "0", "a depth from 1 to 64"),
    (lambda: blobwar.analyse(blobwar.Position(), depth=True), "True", "a depth from 1 to 64"),
    (lambda: blobwar.analyse(blobwar.Position(), nodes=-1), "-1", f"a number of nodes from 1 to {2**63 - 1}"),
    (lambda: blobwar.analyse(blobwar.Position(), time=float("nan")), "nan", None),
    (lambda: blobwar.analyse(blobwar.Position(), depth=1, lines=0), "0", "a number of lines from 1 to 256"),
    (lambda: blobwar.analyse(blobwar.Position(), depth=1, threads=0), "0", "a number of threads from 1 to 256"),
    (lambda: blobwar.analyse(blobwar.Position(), depth=1, megabytes=10**12), "1000000000000", "a size in MiB from 1 to 65536"),
    (lambda: blobwar.match("random", "random", games=0), "0", "a number of games from 2 to 1000000"),
    (lambda: blobwar.match("random", "random", workers=0), "0", "a number of workers from 1 to 256"),
    (lambda: blobwar.match("random", "random", clock="zz"), "zz", "seconds and an increment, such as 10+0.1"),
    (lambda: blobwar.match("nobody", "random", games=2), "'nobody'", "laplace, level:N, student:N, random, greedy or the command of a UAI engine"),
    (lambda: blobwar.Player("random", seed=-1), "-1", f"a seed from 0 to {2**64 - 1}"),
    (lambda: blobwar.Position().perft(-1), "-1", "a depth from 0 to 20"),
    (lambda: blobwar.Position().move_of_action(-1), "-1", "an action from 0 to 1088"),
    (lambda: blobwar.Position("rubbish"), "rubbish", "startpos, a FEN, plateau (64 values 0, 1 or -1) or pions (two integers)"),
    (lambda: blobwar.Position("x6o/8/8 x 0 1"), "3", "7 or 8"),
    (lambda: blobwar.Position().play("h8"), "h8", "a move of legal_moves()"),
    (lambda: demon.Game(31).play((11, 0)), "11 0", "a move of legal_moves()"),
]  # fmt: skip


@pytest.mark.parametrize("call, found, expected", REFUSED)
def test_what_is_refused_says_what_was_found_and_expected(call, found, expected):
    with pytest.raises(laplace.LaplaceError) as error:
        call()
    assert error.value.found == found
    assert error.value.expected and (expected is None or error.value.expected == expected)


@pytest.mark.parametrize(
    "call",
    [
        lambda: demon.judge(231, "x"),
        lambda: demon.judge("231", 10**10),
        lambda: demon.play(5),
        lambda: demon.analyse(10),
        lambda: demon.answer(1, 231),
        lambda: demon.read_moves(3),
        lambda: well.judge(3, "0 0"),
        lambda: well.read_figures(3),
        lambda: well.read_moves(3),
    ],
)
def test_a_number_is_not_a_text(call):
    with pytest.raises(TypeError, match="found int, expected a text: str or bytes"):
        call()


def test_a_text_is_not_a_position():
    for call in (
        lambda: blobwar.analyse("startpos", depth=1),
        lambda: blobwar.review(["b7"], "startpos", depth=1),
        lambda: blobwar.Player("random")("startpos"),
        lambda: blobwar.match("random", "random", starts=["startpos"]),
    ):
        with pytest.raises(TypeError, match=r"found str, expected a laplace\.blobwar\.Position"):
            call()


def test_numpys_numbers_are_numbers():
    assert demon.bounds(np.int64(231), np.uint16(300)) == demon.bounds(231, 300)
    assert demon.write_moves(np.uint32(31), np.array([[8, 2]], dtype=np.int8)) == "31\n1 8 2\n"
    assert well.write_figures(np.array([6, 1])) == "2\n6 1\n"
    assert well.solve([1], time=np.float32(60)).placed == 1
    assert list(td.voisins(0, 10**30)) == list(td.voisins(0, 7)) and len(list(td.voisins(0, 7))) == 63


def test_modules_offer_what_is_theirs():
    for module in (laplace, demon, well, blobwar):
        assert dir(module) == sorted(module.__all__)


def test_solutions_are_equal_by_their_moves():
    first, again = (demon.solve(231, 50, effort=1) for _ in range(2))
    assert first == again and hash(first) == hash(again)
    assert first != demon.solve(231, 49, effort=1) and first != demon.solve(232, 50, effort=1)
    assert well.solve([1, 4]) == well.solve([1, 4]) and well.solve([1]) != well.solve([4])


# Long calls


def test_progress_is_reported_and_its_exceptions_reach_the_caller():
    seen = []
    demon.solve(31, 2000, effort=1, progress=seen.append)
    assert seen and seen[-1].moves == 2000 and seen[-1].bound == demon.bounds(31, 2000).tight

    class Enough(Exception):
        pass

    def stop(progress):
        raise Enough

    with pytest.raises(Enough):
        demon.solve(31, time=3600, progress=stop)
    with pytest.raises(Enough):
        blobwar.analyse(blobwar.Position(), time=3600, progress=stop)
    with pytest.raises(Enough):
        blobwar.match("random", "random", games=10_000, depth=1, progress=lambda game, score: stop(game))


def test_other_threads_run_during_a_long_call():
    done = threading.Event()
    counted = []

    def count():
        while not done.is_set():
            counted.append(1)
            time.sleep(0.001)

    def enough(progress):
        # The other thread ran while the search did.
        if len(counted) > 20:
            raise StopIteration

    thread = threading.Thread(target=count)
    thread.start()
    try:
        with pytest.raises(StopIteration):
            demon.solve(5, time=3600, progress=enough)
    finally:
        done.set()
        thread.join()


@pytest.mark.parametrize(
    "call",
    [
        "demon.solve(5, time=3600)",
        "blobwar.analyse(blobwar.Position(), time=3600)",
        "blobwar.match('laplace', 'laplace', games=1000, depth=6)",
        "well.solve(well.generate(20_000, family='only-s-and-z'), depth=6, time=3600)",
        "blobwar.Position().perft(12)",
        "blobwar.Player('laplace', move_time=3600.)(blobwar.Position())",
        "blobwar.Player('student:8')(blobwar.Position().play('b7').play('b1').play('c6').play('c2'))",
        "blobwar.play(blobwar.Player('laplace', move_time=3600.), blobwar.Player('random'))",
        "blobwar.match('laplace', 'laplace', games=2, move_time=3600.)",
    ],
)
def test_ctrl_c_ends_a_long_call(call):
    # None of these calls ends by itself within the test.
    # Tests that are started in the background of a script have Ctrl-C switched off, and so would their processes.
    heed = "import signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
    code = f"{heed}from laplace import blobwar, demon, well\nprint('ready', flush=True)\n{call}\n"
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "ready\n"
    # A signal before the call begins would end the process too, with the same exception.
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=120)
    assert process.returncode != 0 and errors.rstrip().endswith("KeyboardInterrupt"), errors


def test_import_is_quick():
    code = (
        "import time\n"
        "begin = time.process_time()\n"
        "import laplace\n"
        "print(time.process_time() - begin)\n"
    )
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}
    seconds = min(float(subprocess.check_output([sys.executable, "-c", code], env=environment)) for _ in range(3))
    assert seconds < 0.1


# What no function takes


def test_odd_texts_and_numbers_are_refused_as_any_other():
    half = "31\ud800"
    for call in (
        lambda: demon.answer(1, half),
        lambda: demon.read_moves(half),
        lambda: well.read_figures(half),
        lambda: well.read_moves(half),
        lambda: blobwar.Position(half),
        lambda: td.valeur(10**5000),
        lambda: td.voisins(10**5000, 1).__next__(),
        lambda: td.valeur_pions([10**5000, 0]),
    ):
        with pytest.raises(laplace.InputError) as error:
            call()
        assert error.value.expected and len(str(error.value)) < 400
