"""The atlas: shards, workers that fail, drivers that are killed, training games, matches, a Ray cluster of two nodes, the report."""

import contextlib
import hashlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

polars = pytest.importorskip("polars")
pq = pytest.importorskip("pyarrow.parquet")

from laplace import InputError, _native, atlas, blobwar, demon  # noqa: E402
from laplace.atlas import command, driver, jobs, report  # noqa: E402
from laplace.atlas.executors import LocalProcesses, Outcome  # noqa: E402
from laplace.atlas.jobs import Games, Pairs, Result, Seeds, UnfitWorker  # noqa: E402
from laplace.atlas.shards import Folder  # noqa: E402
from laplace.atlas.tally import Sprt, Tally  # noqa: E402

# Short games: a seed takes some milliseconds.
LENGTH = 150
SMALL = ("--effort", "1", "--length", str(LENGTH))
# Events are waited for on machines of any speed; a test that waits longer than this has failed.
PATIENCE = 600


def rows_of(folder):
    """All rows but for their seconds, by number."""
    return atlas.scan(folder).drop("seconds").collect().rows()


def run(*arguments):
    return command.main([*map(str, arguments), "--quiet"])


def start(*arguments):
    # Where SIGINT is ignored, as in the background of a shell, Python would leave it so.
    return subprocess.Popen(
        [sys.executable, "-m", "laplace.atlas", *map(str, arguments)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip


def wait_for(condition, process=None):
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, "nothing happened"
        assert process is None or process.poll() is None, f"the driver ended: {process.communicate()}"
        time.sleep(0.01)


def kept(folder):
    """The number of seeds in shards and journals, as somebody else sees them; for a moment a row may be in both."""
    seeds = set()
    for path in folder.glob("journal-*.jsonl"):
        with contextlib.suppress(FileNotFoundError):
            # The last piece is half a row, or nothing.
            seeds.update(json.loads(line)["row"]["s"] for line in path.read_bytes().split(b"\n")[:-1])
    for path in folder.glob("shard-*.parquet"):
        seeds.update(pq.read_table(path, columns=["s"])["s"].to_pylist())
    return len(seeds)


@pytest.fixture(scope="module")
def reference(tmp_path_factory):
    """200 seeds on one core."""
    folder = tmp_path_factory.mktemp("reference") / "atlas"
    assert run("run", "--seeds", "1000..1199", *SMALL, "--out", folder, "--shard", "50", "--workers", "1") == 0
    return rows_of(folder)


# Shards and drivers


def test_a_row_says_what_the_solver_found(tmp_path, capsys):
    folder = tmp_path / "atlas"
    assert run("run", "--seeds", "230..232", *SMALL, "--moves", "--out", folder, "--workers", "1") == 0
    assert capsys.readouterr().out == f"{folder}: 3 of 3 seeds\n"
    row = atlas.scan(folder).filter(polars.col("s") == 231).collect().row(0, named=True)
    solution = demon.solve(231, LENGTH, effort=1)
    bounds = demon.bounds(231, LENGTH)
    assert row["score"] == solution.score
    assert (row["plain_bound"], row["tight_bound"]) == bounds
    assert row["gap"] == bounds.tight - row["score"] and row["proved"] == (row["gap"] == 0)
    assert sum(row[name] for name in row if name.startswith("loss_")) == row["gap"]
    assert (row["lines"], row["tetrises"], row["back_to_backs"]) == (solution.lines, solution.tetrises, solution.back_to_backs)
    assert row["effort"] == 1 and row["version"] and row["seconds"] > 0 and row["failure"] is None
    text = atlas.moves(folder, 231)
    assert text == solution.to_text()
    assert row["moves_hash"] == hashlib.sha256(text.encode()).hexdigest()
    assert demon.judge("231", text).game.score == row["score"]
    with pytest.raises(KeyError, match="no move file of 7"):
        atlas.moves(folder, 7)


def test_a_range_can_grow_and_nothing_is_done_twice(tmp_path):
    folder = tmp_path / "atlas"
    common = (*SMALL, "--out", folder, "--shard", "10", "--workers", "2")
    assert run("run", "--seeds", "5..14", *common) == 0
    before = {path.name: path.stat().st_mtime_ns for path in folder.glob("shard-*")}
    assert sorted(before) == ["shard-00000000.parquet", "shard-00000010.parquet"]
    assert run("run", "--seeds", "5..14", *common) == 0
    assert {path.name: path.stat().st_mtime_ns for path in folder.glob("shard-*")} == before
    assert run("run", "--seeds", "0..29", *common) == 0
    assert [row[0] for row in rows_of(folder)] == list(range(30))
    assert not list(folder.glob("journal-*"))


def test_other_settings_are_refused_and_nothing_is_lost(tmp_path, capsys):
    folder = tmp_path / "atlas"
    assert run("run", "--seeds", "1..2", *SMALL, "--out", folder, "--workers", "1") == 0
    before = rows_of(folder)
    capsys.readouterr()
    assert run("run", "--seeds", "1..2", "--effort", "2", "--length", str(LENGTH), "--out", folder) == 4
    assert "found rows with effort 1, expected effort 2" in capsys.readouterr().err
    assert run("datagen", "--games", "1", "--out", folder) == 4
    assert "found a folder of seeds, expected one of games" in capsys.readouterr().err
    assert rows_of(folder) == before


@pytest.mark.parametrize(
    "arguments, message",
    [
        (("run", "--seeds", "9..8"), "expected A..B with 0 <= A <= B <= 1000000"),
        (("run", "--seeds", "0..1000001"), "expected A..B"),
        (("run", "--seeds", "x"), "found 'x'"),
        (("run", "--seeds", "1..2", "--effort", "0"), "expected a number from 1"),
        (("run", "--seeds", "1..2", "--workers", "0"), "expected a number from 1"),
        (("match", "random", "greedy", "--games", "3", "--depth", "1"), "expected an even number"),
        (("match", "random", "greedy", "--depth", "1", "--sprt", "5,0"), "expected ELO0,ELO1"),
        (("match", "random", "greedy"), "one of the arguments --nodes --depth --move-time is required"),
    ],
)
def test_wrong_arguments_are_named(arguments, message, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as ended:
        command.main(list(arguments))
    assert ended.value.code == 2 and message in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_what_is_no_folder_of_an_atlas_is_refused(tmp_path, capsys):
    assert command.main(["report", str(tmp_path)]) == 4
    assert "expected a folder of `python -m laplace.atlas`" in capsys.readouterr().err
    (tmp_path / "run.json").write_text("{")
    assert command.main(["report", str(tmp_path)]) == 4
    assert "found no JSON" in capsys.readouterr().err
    with pytest.raises(InputError, match="with at least one whole shard"):
        atlas.scan(tmp_path)
    capsys.readouterr()
    assert command.main(["match", "random", "student:x", "--depth", "1", "--out", str(tmp_path / "m")]) == 4
    assert "student:x" in capsys.readouterr().err
    assert command.main(["match", "random", "no-such-engine", "--depth", "1", "--out", str(tmp_path / "m"), "--workers", "1"]) == 4
    assert "a worker cannot play: no-such-engine: cannot start" in capsys.readouterr().err
    (tmp_path / "file").touch()
    assert command.main(["run", "--seeds", "1", "--effort", "1", "--length", "9", "--out", str(tmp_path / "file")]) == 4
    assert "expected a folder" in capsys.readouterr().err
    assert command.main(["datagen", "--mix", "1,2", "--out", str(tmp_path / "g")]) == 4
    assert "expected four shares" in capsys.readouterr().err


def test_a_second_driver_on_a_folder_is_refused(tmp_path):
    job = Seeds.here(1, 100, False)
    folder = Folder(tmp_path, job)
    with pytest.raises(InputError, match="another run is writing"):
        Folder(tmp_path, job)
    folder.close()
    Folder(tmp_path, job).close()


def test_the_report_of_a_damaged_shard_is_refused(tmp_path, capsys):
    folder = tmp_path / "atlas"
    assert run("run", "--seeds", "1..4", *SMALL, "--out", folder, "--workers", "1") == 0
    (shard,) = folder.glob("shard-*.parquet")
    shard.write_bytes(b"nonsense" * 400)
    capsys.readouterr()
    assert command.main(["report", str(folder)]) == 4
    assert "damaged shard" in capsys.readouterr().err


def test_half_a_row_of_a_killed_driver_is_cut_off_and_a_damaged_one_refused(tmp_path):
    job = Seeds.here(1, 100, True)
    folder = Folder(tmp_path, job, 10)
    list(folder.missing(range(10), lambda *_: None))
    for number in range(4):
        folder.add(number, job.do(number))
    folder.close()
    journal = tmp_path / "journal-00000000.jsonl"
    whole = journal.read_bytes()
    for cut in (1, 5, len(whole.splitlines()[-1])):
        journal.write_bytes(whole[:-cut])
        folder = Folder(tmp_path, job, 10)
        assert list(folder.missing(range(10), lambda *_: None)) == [3, 4, 5, 6, 7, 8, 9]
        assert journal.read_bytes() == b"".join(whole.splitlines(keepends=True)[:3])
        folder.close()
    journal.write_bytes(b"x" + whole)
    folder = Folder(tmp_path, job, 10)
    with pytest.raises(InputError, match="damaged row"):
        list(folder.missing(range(10), lambda *_: None))
    folder.close()
    # A row that somebody has changed is refused, too.
    journal.write_bytes(whole.replace(b'"s":1', b'"s":7', 1))
    folder = Folder(tmp_path, job, 10)
    with pytest.raises(InputError, match="damaged row at offset"):
        list(folder.missing(range(10), lambda rows, counted: None))
    folder.close()
    with pytest.raises(InputError, match="found shards of 10 numbers, expected 20"):
        Folder(tmp_path, job, 20)
    # A driver that was killed between the two steps has left a shard and its journal.
    journal.write_bytes(whole)
    folder = Folder(tmp_path, job, 10)
    list(folder.missing(range(10), lambda *_: None))
    folder.finish()
    journal.write_bytes(whole)
    list(folder.missing(range(4), lambda *_: None))
    folder.close()
    assert [row[0] for row in rows_of(tmp_path)] == [0, 1, 2, 3]
    assert atlas.moves(tmp_path, 3) == demon.solve(3, 100, effort=1).to_text()


def test_a_full_disk_ends_a_run_and_loses_nothing(tmp_path):
    job = Seeds.here(1, 100, False)
    folder = Folder(tmp_path, job, 10)
    list(folder.missing(range(10), lambda *_: None))
    folder.add(0, job.do(0))
    result = job.do(1)
    write = os.write
    folder_write = lambda file, data: write(file, data[: len(data) // 2])  # noqa: E731
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "write", folder_write)
        with pytest.raises(OSError, match="the disk is full"):
            folder.add(1, result)
    folder.add(1, result)
    folder.finish()
    folder.close()
    assert [row[0] for row in rows_of(tmp_path)] == [0, 1]


class Flaky(Seeds):
    """Seeds that fail: 3 at its first attempt, 5 kills its worker at the first, 7 always fails."""

    def do(self, number):
        marker = Path(os.environ["LAPLACE_TEST_FOLDER"]) / f"tried-{number}"
        is_first = not marker.exists()
        marker.touch()
        if number == 3 and is_first:
            raise RuntimeError("not at the first attempt")
        if number == 5 and is_first:
            os.kill(os.getpid(), signal.SIGKILL)
        if number == 7 and "LAPLACE_TEST_HEALED" not in os.environ:
            raise ValueError("never\nat all")
        return super().do(number)


def test_a_seed_that_fails_is_tried_again_and_recorded_with_its_reason(tmp_path, monkeypatch):
    monkeypatch.setenv("LAPLACE_TEST_FOLDER", str(tmp_path))
    job = Flaky(1, 100, False, jobs.solver_fingerprint())
    failures = []

    def drive():
        folder = Folder(tmp_path / "atlas", job, 6)
        executor = LocalProcesses(job, 2)
        try:
            return driver.run(job, range(12), folder, executor, attempts=3, on_failure=lambda *failure: failures.append(failure))
        finally:
            executor.close()
            folder.close()

    progress = drive()
    assert (progress.done, progress.failed, progress.lost) == (11, 1, 5)
    assert sorted(failures) == [
        (3, 1, "RuntimeError: not at the first attempt"),
        (5, 1, "the worker was ended by SIGKILL"),
        (7, 1, "ValueError: never at all"),
        (7, 2, "ValueError: never at all"),
        (7, 3, "ValueError: never at all"),
    ]
    table = atlas.scan(tmp_path / "atlas").collect()
    assert table["s"].to_list() == list(range(12))
    failed = table.filter(polars.col("failure").is_not_null())
    assert failed.select("s", "score", "failure").rows() == [(7, None, "ValueError: never at all (attempt 3 of 3)")]
    # The next run tries it again, and its row is replaced.
    monkeypatch.setenv("LAPLACE_TEST_HEALED", "1")
    progress = drive()
    assert (progress.found, progress.done, progress.failed) == (11, 1, 0)
    table = atlas.scan(tmp_path / "atlas").collect()
    assert table["s"].to_list() == list(range(12)) and table["failure"].null_count() == 12
    assert table["score"][7] == demon.solve(7, 100, effort=1).score


def test_workers_that_cannot_start_or_have_another_solver_end_the_run(tmp_path):
    job = Seeds(1, 100, False, "another")
    executor = LocalProcesses(job, 1)
    try:
        with pytest.raises(UnfitWorker, match="install the same build of laplace everywhere"):
            for _ in range(PATIENCE):
                executor.wait(1.0)
    finally:
        executor.close()


def test_a_killed_worker_and_a_killed_driver_lose_nothing(tmp_path, reference):
    psutil = pytest.importorskip("psutil")
    folder = tmp_path / "atlas"
    arguments = ("run", "--seeds", "1000..1199", *SMALL, "--out", folder, "--shard", "50", "--workers", "2")
    first = start(*arguments)
    wait_for(lambda: kept(folder) >= 20, first)
    # Python's own helpers of processes are children as well.
    workers = [child for child in psutil.Process(first.pid).children() if "spawn_main" in " ".join(child.cmdline())]
    workers[0].kill()
    wait_for(lambda: kept(folder) >= 60, first)
    first.kill()
    first.communicate()
    # Workers end with their driver.
    psutil.wait_procs(workers, timeout=PATIENCE)
    assert not [worker for worker in workers if worker.is_running() and worker.status() != psutil.STATUS_ZOMBIE]
    assert 60 <= kept(folder) < 200
    second = start(*arguments)
    _, errors = second.communicate(timeout=PATIENCE)
    assert second.returncode == 0, errors
    assert rows_of(folder) == reference
    assert not list(folder.glob("journal-*"))


def test_ctrl_c_keeps_what_is_there(tmp_path, reference):
    folder = tmp_path / "atlas"
    arguments = ("run", "--seeds", "1000..1199", *SMALL, "--out", folder, "--shard", "50", "--workers", "2")
    stopped = start(*arguments)
    wait_for(lambda: kept(folder) >= 20, stopped)
    # As a terminal does: to all processes.
    os.killpg(stopped.pid, signal.SIGINT)
    out, errors = stopped.communicate(timeout=PATIENCE)
    assert stopped.returncode == 130 and "the same command goes on" in errors and "Traceback" not in errors
    there = rows_of(folder)
    assert 20 <= len(there) < 200 and set(there) <= set(reference)
    assert not list(folder.glob("journal-*"))
    assert run(*arguments) == 0
    assert rows_of(folder) == reference


MEMORY = """
import resource, sys
from laplace.atlas import driver
from laplace.atlas.executors import Outcome
from laplace.atlas.jobs import Result, Seeds
from laplace.atlas.shards import Folder
from pathlib import Path

class Fake:
    "Answers at once, in this process."
    def __init__(self): self.numbers = []
    def capacity(self): return 64
    def submit(self, number): self.numbers.append(number)
    def wait(self, seconds):
        done, self.numbers = self.numbers, []
        row = {name: 0 for name in Seeds.columns} | {"proved": True, "version": "0", "moves_hash": "0" * 64}
        return [Outcome(number, Result({**row, "s": number})) for number in reversed(done)]

job = Seeds(1, 100, False, "fake")
folder = Folder(Path(sys.argv[1]), job)
progress = driver.run(job, range(int(sys.argv[2])), folder, Fake())
assert progress.done == progress.counted == int(sys.argv[2])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def test_the_memory_of_the_driver_does_not_grow_with_the_number_of_seeds(tmp_path):
    def kilobytes(rows):
        ran = subprocess.run(
            [sys.executable, "-c", MEMORY, str(tmp_path / str(rows)), str(rows)], capture_output=True, text=True, check=True
        )
        return int(ran.stdout)

    few, many = kilobytes(20_000), kilobytes(1_000_000)
    assert many < few + 40_000, (few, many)
    assert atlas.scan(tmp_path / "1000000").select(polars.len()).collect().item() == 1_000_000


# Training games and matches


def test_training_games_are_those_of_one_machine(tmp_path):
    folder = tmp_path / "games"
    arguments = ("datagen", "--games", "300", "--nodes", "20", "--counts", "--seed", "3", "--shard", "2", "--out", folder)
    assert run(*arguments, "--workers", "2") == 0
    maker = _native.TrainingGames(20, 3, jobs.DEFAULT_MIX, None, True)
    blocks = [maker.block(number) for number in range(5)]
    files = sorted(folder.glob("games-*.bin"))
    assert [file.name for file in files] == ["games-00000000.bin", "games-00000002.bin", "games-00000004.bin"]
    assert files[0].read_bytes() == maker.head() + blocks[0][0] + blocks[1][0]
    assert files[2].read_bytes() == maker.head() + blocks[4][0]
    table = atlas.scan(folder).collect()
    assert table.select("games", "positions").rows() == [block[1:] for block in blocks]
    # More games go on from there, and a file that has room gets the block that it lacks.
    assert run("datagen", "--games", "384", *arguments[3:]) == 0
    assert files[2].read_bytes() == maker.head() + blocks[4][0] + maker.block(5)[0]
    job = Games.here(20, 3, jobs.DEFAULT_MIX, None, True)
    assert job.unpack(files[0].read_bytes()) == {0: blocks[0][0], 1: blocks[1][0]}


def test_a_match_on_many_workers_is_that_of_one(tmp_path, capsys):
    folder = tmp_path / "match"
    assert run("match", "student:2", "random", "--games", "24", "--depth", "1", "--seed", "5", "--out", folder, "--workers", "2") == 0
    printed = capsys.readouterr().out
    one = blobwar.match(
        "student:2", "random", games=24, depth=1, seed=5, starts=[blobwar.Position(variant="ataxx")]
    )
    table = atlas.scan(folder).collect()
    assert np.bincount(table["half_points"], minlength=5).tolist() == one.pairs
    games = {(game.pair, game.blue == "student:2"): game for game in one.games}
    for row in table.iter_rows(named=True):
        first, second = games[row["pair"] + 1, True], games[row["pair"] + 1, False]
        assert (row["opening"], row["moves_1"], row["moves_2"]) == (first.start, " ".join(first.moves), " ".join(second.moves))
        assert (row["result_1"], row["result_2"]) == (first.result, second.result)
    assert f"share   {one.percent:.1f} %" in printed and "12 pairs, 24 games" in printed


def test_sprt_stops_all_and_decides_the_same_with_any_number_of_workers(tmp_path, capsys):
    tables = []
    for workers in (1, 3):
        folder = tmp_path / str(workers)
        arguments = ("match", "student:2", "random", "--games", "4000", "--depth", "1", "--sprt", "0,50", "--out", folder)
        assert run(*arguments, "--workers", workers) == 0
        printed = capsys.readouterr().out
        assert "elo1 accepted" in printed
        tables.append((rows_of(folder), printed))
        # A match that is decided stays decided, without another game.
        assert run(*arguments, "--workers", workers) == 0
        assert capsys.readouterr().out == printed
    assert tables[0] == tables[1]
    assert 0 < len(tables[0][0]) < 2000


def decided_rows(pairs):
    """Rows of a match in which A wins every game, and the number of the pair that decides the test."""
    text = {"opening": "x5o/7/7/7/7/7/o5x x 0 1", "result_1": "1-0", "result_2": "0-1", "moves_1": "g2", "moves_2": "g2"}
    rows = [{"pair": number, "half_points": 4, "forfeits": 0, "seconds": 0.0, **text} for number in range(pairs)]
    tally = Tally(Sprt(0, 50))
    return rows, next(number for number, row in enumerate(rows) if tally.add(row))


@pytest.mark.parametrize("shard", [10, 1_000])
def test_a_match_that_was_decided_before_a_kill_has_the_pairs_up_to_its_end(tmp_path, capsys, shard):
    arguments = ("match", "laplace", "random", "--games", "400", "--depth", "1", "--sprt", "0,50", "--out", tmp_path, "--shard", shard)
    job = Pairs("laplace", "random", 200, 4, 1, "ataxx", 1, None, None)
    rows, last = decided_rows(200)
    # Two complete shards after the deciding pair, where shards are small, and the beginning of a third one.
    played = (last // 10 + 3) * 10 + 3
    assert played < 200
    # The driver was killed after the decision: pairs that other workers had under way are there, in complete shards and in journals.
    folder = Folder(tmp_path, job, shard)
    list(folder.missing(range(200), lambda *_: None))
    for row in rows[:played]:
        folder.add(row["pair"], Result(row))
    folder.close()
    assert list(tmp_path.glob("journal-*.jsonl"))
    assert run(*arguments, "--workers", 1) == 0
    assert f"{last + 1} pairs" in capsys.readouterr().out
    assert not list(tmp_path.glob("journal-*.jsonl"))
    assert atlas.scan(tmp_path).collect()["pair"].to_list() == list(range(last + 1))


def test_finishing_without_a_choice_keeps_all_rows(tmp_path):
    job = Pairs("laplace", "random", 200, 4, 1, "ataxx", 1, None, None)
    folder = Folder(tmp_path, job, 10)
    list(folder.missing(range(200), lambda *_: None))
    for row in decided_rows(25)[0]:
        folder.add(row["pair"], Result(row))
    folder.finish()
    assert atlas.scan(tmp_path).collect()["pair"].to_list() == list(range(25))
    # Whole shards are dropped, too, and a second time nothing changes.
    for _ in range(2):
        folder.finish(lambda row: row["pair"] < 7)
        assert atlas.scan(tmp_path).collect()["pair"].to_list() == list(range(7))
    folder.close()
    assert [path.name for path in tmp_path.glob("shard-*")] == ["shard-00000000.parquet"]


def test_a_tally_counts_pairs_in_their_order():
    rows = [{"pair": number, "half_points": 4, "forfeits": 0} for number in range(200)]
    in_order = Tally(Sprt(0, 50))
    decided_after = next(number for number, row in enumerate(rows) if in_order.add(row))
    shuffled = Tally(Sprt(0, 50))
    for number in np.random.default_rng(1).permutation(len(rows)):
        shuffled.add(rows[number])
    assert shuffled.counted == in_order.counted == decided_after + 1
    assert shuffled.pairs == in_order.pairs and shuffled.verdict == "elo1"
    assert any("elo1 accepted" in line for line in shuffled.lines("a", "b"))


# The report


def test_the_report_says_what_the_shards_hold(tmp_path, reference, capsys):
    folder = tmp_path / "atlas"
    assert run("run", "--seeds", "1000..1199", *SMALL, "--out", folder, "--workers", "2") == 0
    capsys.readouterr()
    assert command.main(["report", str(folder)]) == 0
    text = capsys.readouterr().out
    table = atlas.scan(folder).collect()
    proved = int(table["proved"].sum())
    assert f"{proved} ({100 * proved / 200:.2f} %)" in text
    hardest = table.sort("gap", "s", descending=[True, False]).row(0, named=True)
    assert text.split("Hardest seeds")[1].splitlines()[2].split()[:4] == [
        str(hardest[name]) for name in ("s", "score", "tight_bound", "gap")
    ]
    page = (folder / "report.html").read_text()
    assert page.count("<svg") == 4 and "<script" not in page and "http://www.w3.org" in page
    # Nothing is loaded from anywhere: addresses are names of XML only.
    assert not [line for line in page.splitlines() if "http" in line and "xmlns" not in line and "rdf:" not in line]
    summary = report.summarise(folder, 0.05)
    assert sum(count for _, count in summary.gaps) == 200 and summary.missing == 0
    seconds = float(table["seconds"].sum()) / 200 * 1_000_001 / 1_000
    row = summary.tables["All 1000001 seeds at this rate"][1][2]
    assert row[:2] == (1_000, command.duration(seconds))
    assert report.page(summary) == page


def test_the_report_of_a_range_with_a_hole_ends_with_1(tmp_path, capsys):
    for seeds in ("0..2", "5..6"):
        assert run("run", "--seeds", seeds, *SMALL, "--out", tmp_path, "--workers", 1) == 0
    capsys.readouterr()
    assert command.main(["report", str(tmp_path)]) == 1
    missing = next(line for line in capsys.readouterr().out.splitlines() if line.startswith("missing"))
    assert missing.split()[-1] == "2"


def test_a_reader_that_goes_away_is_not_an_error(tmp_path):
    assert run("run", "--seeds", "0..2", *SMALL, "--out", tmp_path, "--workers", 1) == 0
    process = start("report", tmp_path)
    process.stdout.close()
    error = process.stderr.read()
    process.stderr.close()
    assert (process.wait(), error) == (0, "")


# Ray


def line_after(process, word):
    """The rest of the line that begins with a word; what the libraries print before it is passed over."""
    for line in process.stdout:
        if line.startswith(word):
            return line.removeprefix(word).strip()
    raise AssertionError(f"the cluster ended without {word!r}")


def test_a_ray_cluster_loses_a_worker_a_node_and_its_driver(tmp_path, reference):
    pytest.importorskip("ray")
    psutil = pytest.importorskip("psutil")
    folder = tmp_path / "atlas"
    cluster = subprocess.Popen(
        [sys.executable, Path(__file__).with_name("ray_cluster.py")],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip

    def kill_worker():
        for process in psutil.Process(cluster.pid).children(recursive=True):
            with contextlib.suppress(psutil.Error):
                if "ray::_remote_work" in " ".join(process.cmdline()):
                    process.kill()
                    return True
        return False

    with cluster:
        address = line_after(cluster, "address ")
        # Losses are repeated as often as it takes: the node may take the same seed down twice.
        arguments = ("run", "--seeds", "1000..1199", *SMALL, "--out", folder, "--shard", "50", "--attempts", "20", "--ray", address)
        with start(*arguments) as first:
            wait_for(lambda: kept(folder) >= 20, first)
            # Between two seeds a worker has another name, so that a second look may not find it.
            wait_for(kill_worker, first)
            wait_for(lambda: kept(folder) >= 60, first)
            # The driver waits meanwhile: on a fast machine it would come to its end before the node does.
            first.send_signal(signal.SIGSTOP)
            cluster.stdin.write("stop the node\n")
            cluster.stdin.flush()
            line_after(cluster, "stopped")
            after = kept(folder)
            first.send_signal(signal.SIGCONT)
            wait_for(lambda: kept(folder) >= after + 5, first)
            first.kill()
        assert 60 <= kept(folder) < 200
        with start(*arguments) as second:
            _, errors = second.communicate(timeout=PATIENCE)
        assert second.returncode == 0, errors
        cluster.stdin.close()
    assert rows_of(folder) == reference
    assert json.loads((folder / "run.json").read_text())["settings"]["solver"] == jobs.solver_fingerprint()


def test_a_cluster_that_is_not_there_is_named(tmp_path, capsys):
    pytest.importorskip("ray")
    arguments = ("run", "--seeds", "1..2", *SMALL, "--out", tmp_path / "atlas", "--ray")
    # A port that nobody listens to.
    assert run(*arguments, "127.0.0.1:1") == 4
    assert "cannot reach the Ray cluster: 127.0.0.1:1: " in capsys.readouterr().err
    assert run(*arguments, "nonsense") == 4
    assert "expected HOST:PORT, ray://HOST:PORT or auto" in capsys.readouterr().err


def test_jobs_are_pairs_seeds_and_games():
    for job in (Seeds(), Games(), Pairs("random", "greedy", 1)):
        assert job.key in job.columns and job.counted in job.columns
        assert json.loads(json.dumps(job.settings())) == job.settings()
    assert Outcome(1, Result({})).failure is None


def test_ctrl_c_while_workers_start_shows_no_traceback(tmp_path):
    # Ctrl-C in a terminal reaches every process of its group, also workers that are still importing.
    script = (
        "import os, signal\n"
        "from laplace.atlas import command, executors\n"
        "start = executors._Worker.__init__\n"
        "def told(*arguments):\n"
        "    start(*arguments)\n"
        "    os.write(1, b'started\\n')\n"
        "executors._Worker.__init__ = told\n"
        "if __name__ == '__main__':\n"
        f"    raise SystemExit(command.main(['run', '--seeds', '0..99', '--length', '100', '--effort', '1', '--workers', '2', '--quiet', '--out', {str(tmp_path / 'atlas')!r}]))\n"
    )
    program = tmp_path / "run.py"
    program.write_text(script)
    with subprocess.Popen([sys.executable, str(program)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True) as driver:
        assert driver.stdout.readline() == b"started\n"
        os.killpg(driver.pid, signal.SIGINT)
        _, complaint = driver.communicate(timeout=120)
    assert driver.returncode == 130 and b"Traceback" not in complaint, complaint


@pytest.mark.parametrize("price", ["nan", "-1", "x", "inf"])
def test_a_price_is_a_number(price, capsys):
    with pytest.raises(SystemExit):
        command.main(["report", ".", f"--price={price}"])
    assert f"found '{price}', expected a price from 0" in capsys.readouterr().err
