"""Benchmarks: what is measured, what is kept, and that nothing stops a run."""

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import pytest

from conftest import PROGRAM, Run
from making import EASY, EASY_SOLUTION, NONE, TWO
from sudoku_compare import Answer, Ending, Limits, Puzzle
from sudoku_compare.benchmark.record import Record
from sudoku_compare.benchmark.run import Plan, _listed, _simple, census, measure, with_isomorphs
from sudoku_compare.benchmark.sampling import Case, sampled
from sudoku_compare.benchmark.shrinking import write_reproducers
from sudoku_compare.benchmark.statistics import summarize
from sudoku_compare.benchmark.text import below
from sudoku_compare.checking.solution import find_fault
from sudoku_compare.comparison.compare import engines_by_text
from sudoku_compare.core.entry import Entry, Expected
from sudoku_compare.core.errors import RecordError
from sudoku_compare.core.shape import shape_of_box
from sudoku_compare.engines.reductio.engine import Reductio
from sudoku_compare.formats.shipped import TIERS, shipped

FACTS = {"engines": ["reductio", "wrong"], "seconds": 5.0}


def cases(*texts: str) -> list[Case]:
    return [Case(n, "tier", Entry(f"p{n}", Puzzle.from_text(text))) for n, text in enumerate(texts)]


def test_a_sample_has_as_many_of_each_tier_and_is_the_same_for_the_same_seed() -> None:
    sample = list(sampled(40, seed=1))
    assert Counter(case.tier for case in sample) == dict.fromkeys(TIERS, 5)
    assert sample == list(sampled(40, seed=1))
    assert [case.entry.id for case in sample] != [case.entry.id for case in sampled(40, seed=2)]
    assert [case.number for case in sample] == list(range(40))
    assert len(list(sampled(10**6, seed=1))) == sum(len(shipped(tier)) for tier in TIERS)


def test_every_shipped_puzzle_has_its_verdict_and_there_are_3000_of_9x9() -> None:
    entries = [entry for tier in TIERS for entry in shipped(tier)]
    assert all(entry.expected for entry in entries)
    assert sum(entry.puzzle.shape.side == 9 for entry in entries) >= 3000


@pytest.mark.parametrize("tier", TIERS)
def test_the_command_in_the_header_of_a_collection_still_makes_it(tier: str, sudoku_compare: Run) -> None:
    from importlib.resources import files

    lines = (files("sudoku_compare.data") / f"{tier}.txt").read_text().splitlines()
    command = lines[0].removeprefix("# sudoku-compare ").split()
    number = {"extreme": 1, "25x25": 1}.get(tier, 3)
    command[command.index("--n") + 1] = str(number)
    assert sudoku_compare(*command).stdout.splitlines()[1:] == lines[1 : number + 1]


def test_isomorphs_stand_beside_their_puzzle_and_expect_the_same_verdict() -> None:
    case = Case(0, "tier", Entry("p", Puzzle.from_text(EASY), Expected(1, bytes(map(int, EASY_SOLUTION)))))
    several = list(with_isomorphs([case], 2, seed=3))
    assert [one.entry.id for one in several] == ["p", "p~1", "p~2"]
    assert [one.number for one in several] == [0, 1, 2]
    assert len({one.entry.puzzle.givens for one in several}) == 3
    assert all(one.entry.expected == Expected(1, None) for one in several[1:])


@dataclass(frozen=True)
class Faulty:
    """An engine with a fault on one puzzle."""

    name: ClassVar = "wrong"
    package: ClassVar = None
    distribution: ClassVar = None
    counted: ClassVar = {}
    stoppable: ClassVar = True

    fault: str = "lie"

    def search(self, puzzle: Puzzle, limits: Limits) -> Answer:
        if puzzle != Puzzle.from_text(TWO):
            return Reductio().search(puzzle, limits)
        match self.fault:
            case "lie":
                return Answer((), Ending.EXHAUSTED)
            case "crash":
                os.kill(os.getpid(), signal.SIGKILL)
            case "print":
                os.system("echo noise; echo noise >&2")
                return Reductio().search(puzzle, limits)
            case "hang":
                time.sleep(3600)
        raise ZeroDivisionError


@pytest.mark.parametrize(
    ("fault", "ending", "objections"),
    [("lie", "exhausted", 1), ("crash", "failed", 0), ("print", "enough", 0), ("raise", "failed", 0)],
)
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_faulty_engine_does_not_stop_a_run(
    fault: str, ending: str, objections: int, jobs: int, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    texts = [EASY] * 10 + [TWO] + [NONE] * 10
    record = Record.create(tmp_path / "r", FACTS)
    engines = {"reductio": Reductio(), "wrong": Faulty(fault)}
    done = list(measure(cases(*texts), Plan(engines, Limits(2, 5), jobs=jobs), record))
    assert sorted(case.number for case in done) == list(range(21))
    rows = {(one.puzzle, one.engine): one for one in record.measurements()}
    assert len(rows) == 42
    assert rows[10, "wrong"].ending == ending
    assert rows[10, "reductio"].verdict == "multiple"
    assert all(row.verdict == ("unsolvable" if p > 10 else "unique") for (p, _), row in rows.items() if p != 10)
    assert len(record.objections()) == objections
    assert capfd.readouterr() == ("", "")


def test_an_engine_that_hangs_is_ended_and_recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sudoku_compare.running.worker.START_UP", 0.2)
    record = Record.create(tmp_path / "r", FACTS)
    engines = {"reductio": Reductio(), "wrong": Faulty("hang")}
    list(measure(cases(EASY, TWO, NONE), Plan(engines, Limits(2, 0.5)), record))
    verdicts = [(one.puzzle, one.engine, one.verdict) for one in record.measurements()]
    assert (1, "wrong", "unknown") in verdicts
    assert len(verdicts) == 6


@dataclass(frozen=True)
class Remembering:
    """Tells how many puzzles of this shape it has met before, in its process."""

    name: ClassVar = "remembering"
    package: ClassVar = None
    distribution: ClassVar = None
    counted: ClassVar = {}
    stoppable: ClassVar = True
    met: ClassVar[Counter[int]] = Counter()

    def search(self, puzzle: Puzzle, limits: Limits) -> Answer:
        self.met[puzzle.shape.side] += 1
        solutions = Reductio().search(puzzle, limits).solutions
        return Answer(solutions, Ending.EXHAUSTED, detail=str(self.met[puzzle.shape.side] - 1))


@pytest.mark.parametrize("jobs", [1, 2])
def test_every_worker_has_met_every_shape_before_a_search_counts(jobs: int, tmp_path: Path) -> None:
    small = "1... ..2. .3.. ...4"
    listed = cases(*[EASY, small] * 8)
    counted = census(listed)
    assert (counted.puzzles, sorted(shape.side for shape in counted.shapes)) == (16, [4, 9])
    record = Record.create(tmp_path / "r", FACTS | {"engines": ["remembering"]})
    plan = Plan({"remembering": Remembering()}, Limits(2, 5), jobs=jobs)
    list(measure(listed, plan, record, counted.shapes))
    assert [one.detail for one in record.measurements()].count("0") == 0
    assert len(list(record.measurements())) == 16


@pytest.mark.parametrize("box", [(2, 2), (2, 3), (3, 3), (2, 5), (4, 4), (1, 5), (10, 10)])
def test_the_puzzle_to_warm_up_with_is_a_simple_one_of_any_shape(box: tuple[int, int]) -> None:
    puzzle = _simple(shape_of_box(*box))
    answer = Reductio().search(puzzle, Limits(2, 60))
    assert (len(answer.solutions), answer.counts["assumptions"]) == (1, 0)
    assert find_fault(puzzle, answer.solutions[0]) is None


def test_rounds_orders_and_times_are_kept(tmp_path: Path) -> None:
    record = Record.create(tmp_path / "r", FACTS | {"engines": ["reductio", "sat"], "rounds": 3})
    list(measure(cases(EASY, TWO), Plan(engines_by_text(["reductio", "sat"]), Limits(2, 5), rounds=3), record))
    rows = list(record.measurements())
    assert len(rows) == 12
    assert all(row.cpu and row.cpu > 0 and row.total > 0 for row in rows)
    assert len({(row.puzzle, row.round, row.engine) for row in rows}) == 12
    [first, second] = summarize(record).cells
    assert (first.engine, first.of, first.settled, first.ratio) == ("reductio", 2, 2, None)
    assert second.ratio
    assert second.ratio_low
    assert second.ratio_high
    assert second.ratio_low <= second.ratio <= second.ratio_high


def test_luck_is_the_longest_to_the_shortest_time_of_a_puzzle_and_its_isomorphs(tmp_path: Path) -> None:
    record = Record.create(tmp_path / "r", FACTS | {"engines": ["reductio", "sat"], "isomorphs": 2})
    plan = Plan(engines_by_text(["reductio", "sat"]), Limits(2, 5))
    list(measure(list(with_isomorphs(cases(EASY, TWO, NONE), 2, seed=1)), plan, record))
    times = {(one.engine, one.puzzle): one.total for one in record.measurements()}
    for cell in summarize(record).cells:
        families = [[times[cell.engine, 3 * family + copy] for copy in range(3)] for family in range(3)]
        assert cell.luck == sorted(max(family) / min(family) for family in families)[1]
        assert f"luck {cell.luck:.3g} (longest" in below(cell)
    [alone] = summarize(measured_alone(tmp_path / "alone")).cells
    assert alone.luck is None
    assert "luck" not in below(alone)


def measured_alone(path: Path) -> Record:
    record = Record.create(path, FACTS | {"engines": ["reductio"]})
    list(measure(cases(EASY), Plan(engines_by_text(["reductio"]), Limits(2, 5)), record))
    return record


def test_a_search_that_settles_nothing_counts_double_in_par2_and_in_no_median(tmp_path: Path) -> None:
    record = Record.create(tmp_path / "r", FACTS | {"engines": ["wrong"]})
    list(measure(cases(EASY, TWO), Plan({"wrong": Faulty("raise")}, Limits(2, 5.0)), record))
    [cell] = summarize(record).cells
    assert (cell.of, cell.settled) == (2, 1)
    assert cell.par2 > 5.0
    assert cell.median
    assert cell.median < 1.0


def test_without_a_limit_what_is_not_settled_has_no_price(tmp_path: Path) -> None:
    record = Record.create(tmp_path / "r", {"engines": ["wrong"], "seconds": None})
    list(measure(cases(EASY, TWO), Plan({"wrong": Faulty("raise")}, Limits(2)), record))
    [cell] = summarize(record).cells
    assert (cell.settled, cell.par2) == (1, None)


def run_bench(*arguments: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([PROGRAM, "bench", *arguments], cwd=folder, capture_output=True, text=True, timeout=300)


def test_a_run_that_is_killed_again_and_again_ends_with_every_row_once(tmp_path: Path) -> None:
    options = ["--n", "64", "--rounds", "2", "--engine", "reductio", "--engine", "sat", "--seed", "3"]
    rng = random.Random(7)
    start = ["--out", "killed"]
    for _ in range(5):
        process = subprocess.Popen([PROGRAM, "bench", *options, *start], cwd=tmp_path, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 30
        while not (tmp_path / "results" / "killed.sqlite").exists() and time.monotonic() < deadline:
            time.sleep(0.01)
        time.sleep(rng.uniform(0.0, 1.2))
        process.kill()
        process.wait()
        start = ["--resume", "killed"]
        options = []  # the record knows them
    done = run_bench(*start, "--json", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    with sqlite3.connect(tmp_path / "results" / "killed.sqlite") as connection:
        rows = connection.execute("SELECT puzzle, engine, round FROM measurement").fetchall()
    assert len(rows) == len(set(rows)) == 64 * 2 * 2
    assert json.loads(done.stdout)["puzzles"] == 64


def test_another_run_is_not_resumed_and_the_difference_told(tmp_path: Path) -> None:
    (tmp_path / "p.txt").write_text(f"{EASY}\n{TWO}\n")
    options = ["p.txt", "--engine", "reductio"]
    assert run_bench(*options, "--out", "one", folder=tmp_path).returncode == 0
    assert run_bench(*options, "--resume", "one", folder=tmp_path).returncode == 0
    for other, told in (
        (["--seed", "9"], "seed was 0"),
        (["--rounds", "2"], "rounds was 1"),
        (["--jobs", "2"], "jobs was 1"),
        (["--timeout", "5"], "seconds was 10.0"),
        (["--isomorphs", "1"], "isomorphs was 0"),
        (["--n", "1"], "number was None"),
        (["--box", "3x3"], "box was None"),
        (["--engine", "sat"], "engines was"),
    ):
        done = run_bench(*options, *other, "--resume", "one", folder=tmp_path)
        assert (done.returncode, told in done.stderr, done.stderr.count("\n")) == (2, True, 1)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    assert run_bench("--resume", "../results/one.sqlite", folder=elsewhere).returncode == 0
    for changed in (f"{EASY}\n{NONE}\n", f"# a comment\n{EASY}\n{TWO}\n", f"{EASY}:1:\n{TWO}\n"):
        (tmp_path / "p.txt").write_text(changed)
        done = run_bench(*options, "--resume", "one", folder=tmp_path)
        assert (done.returncode, "fingerprint was" in done.stderr) == (2, True)
    done = run_bench("--resume", "", folder=tmp_path)
    assert (done.returncode, "no such record" in done.stderr) == (2, True)


def test_a_collection_may_move_before_its_run_is_resumed(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "p q.txt").write_text(f"{EASY}\n{TWO}\n")
    text = shipped("16x16")[0].puzzle.text  # longer than the name of a file can be
    for name, files in (("moved", ["a/p q.txt"]), ("text", [text])):
        start = run_bench(*files, "--engine", "reductio", "--out", name, folder=tmp_path)
        assert start.returncode == 0, start.stderr
        with sqlite3.connect(tmp_path / "results" / f"{name}.sqlite") as connection:
            ids = connection.execute("SELECT id FROM puzzle").fetchall()
            connection.execute("DELETE FROM puzzle WHERE number = 0")
            connection.execute("DELETE FROM measurement WHERE puzzle = 0")
        again = []
        if name == "moved":
            (tmp_path / "a").rename(tmp_path / "b")
            again = ["b/p q.txt"]
        done = run_bench("--resume", name, *again, folder=tmp_path)
        assert done.returncode == 0, done.stderr
        with sqlite3.connect(tmp_path / "results" / f"{name}.sqlite") as connection:
            assert connection.execute("SELECT id FROM puzzle").fetchall() == ids


def test_of_files_with_the_same_name_each_is_a_tier_and_as_many_are_drawn_of_each(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "p.txt").write_text(f"{EASY}\n" * 9)
    done = run_bench("a/p.txt", "b/p.txt", "--n", "6", "--engine", "reductio", "--json", folder=tmp_path)
    cells = json.loads(done.stdout)["table"]
    assert [(cell["tier"], cell["of"]) for cell in cells] == [("a/p.txt", 3), ("b/p.txt", 3), ("all", 6)]


def test_a_record_is_there_as_a_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "r"
    monkeypatch.setattr("os.link", interrupted)
    with pytest.raises(KeyboardInterrupt):
        Record.create(path, FACTS)
    assert list(tmp_path.iterdir()) == []
    monkeypatch.setattr("os.link", unsupported)  # as on a file system without links
    Record.create(path, FACTS).close()
    assert list(tmp_path.iterdir()) == [path]
    with pytest.raises(RecordError, match="exists already"):
        Record.create(path, FACTS)
    assert list(tmp_path.iterdir()) == [path]


def interrupted(*paths: Path) -> None:
    raise KeyboardInterrupt


def unsupported(*paths: Path) -> None:
    raise PermissionError(1, "Operation not permitted")


DAMAGE = {
    "a fact is missing": "DELETE FROM fact WHERE name = 'packages'",
    "the seed is missing": "DELETE FROM fact WHERE name = 'seed'",
    "the limit is missing": "DELETE FROM fact WHERE name = 'seconds'",
    "the jobs are too many": "UPDATE fact SET value = '100000' WHERE name = 'jobs'",
    "the limit is no number": "UPDATE fact SET value = 'NaN' WHERE name = 'seconds'",
    "the boxes are none": "UPDATE fact SET value = '\"3x\"' WHERE name = 'box'",
    "less than no isomorphs": "UPDATE fact SET value = '-1' WHERE name = 'isomorphs'",
    "a fact is another thing": "UPDATE fact SET value = '5' WHERE name = 'engines'",
    "a fact is no JSON": "UPDATE fact SET value = '{' WHERE name = 'engines'",
    "a puzzle is missing": "DELETE FROM puzzle WHERE number = 1",
    "measurements are missing": "DELETE FROM measurement WHERE puzzle = 1",
    "the last measurements are missing": "DELETE FROM measurement WHERE puzzle = 2",
    "counts are no JSON": "UPDATE measurement SET counts = 'x'",
    "counts are none": "UPDATE measurement SET counts = '[1]'",
    "counts are no text": "UPDATE measurement SET counts = CAST(x'ff' AS TEXT)",
    "a time has no end": "UPDATE measurement SET build = 1e400",
    "a time is less than none": "UPDATE measurement SET settle = -1",
    "a verdict is none": "UPDATE measurement SET verdict = 'perhaps'",
    "an engine was not asked": "UPDATE measurement SET engine = 'sat'",
    "a time is a word": "UPDATE measurement SET settle = 'soon'",
    "a table is missing": "DROP TABLE objection",
    "a column is missing": "ALTER TABLE measurement DROP COLUMN detail",
}


@pytest.fixture(scope="module")
def whole_record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("record")
    (folder / "p.txt").write_text(f"{EASY}\n{TWO}\n{NONE}\n")
    assert run_bench("p.txt", "--engine", "reductio", "--out", "./whole", folder=folder).returncode == 0
    return folder / "whole"


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_record_gets_one_line(damage: str, whole_record: Path, tmp_path: Path) -> None:
    path = tmp_path / "damaged"
    path.write_bytes(whole_record.read_bytes())
    summarize(Record.open(path))
    with sqlite3.connect(path) as connection:
        connection.execute(DAMAGE[damage])
    with pytest.raises(RecordError, match=r"damaged") as raised:
        summarize(Record.open(path))
    assert "\n" not in str(raised.value)


def test_two_runs_that_write_to_one_record_are_told_so(tmp_path: Path) -> None:
    first = Record.create(tmp_path / "r", FACTS)
    plan = Plan({"reductio": Reductio()}, Limits(2, 5))
    with closing(sqlite3.connect(tmp_path / "r", isolation_level=None)) as connection:
        second = Record(tmp_path / "r", connection, is_resumed=True)
        list(measure(cases(EASY), plan, first))
        second.add(_listed(cases(EASY)[0]), first.measurements(), [])
        with pytest.raises(RecordError, match="another run is writing to it"):
            second.commit()


def test_what_is_no_record_or_cannot_be_written_gets_one_line(tmp_path: Path, sudoku_compare: Run) -> None:
    (tmp_path / "text").write_text("not a record")
    foreign = tmp_path / "foreign.sqlite"
    with sqlite3.connect(foreign) as connection:
        connection.execute("CREATE TABLE t (x)")
    record = Record.create(tmp_path / "cut", FACTS)
    record.close()
    (tmp_path / "cut").write_bytes((tmp_path / "cut").read_bytes()[:5000])
    for name in ("text", "foreign.sqlite", "cut", "absent"):
        done = sudoku_compare("report", str(tmp_path / name))
        assert (done.returncode, done.stderr.count("\n"), done.stdout) == (2, 1, "")
        assert name in done.stderr
    done = sudoku_compare("bench", EASY, "--engine", "reductio", "--out", str(foreign))
    assert (done.returncode, "exists already" in done.stderr) == (2, True)
    done = sudoku_compare("bench", EASY, "--engine", "reductio", "--out", "/proc/nowhere/x")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems have no such names")
def test_a_file_of_any_name_is_measured_and_reported(tmp_path: Path) -> None:
    """One that would steer a terminal, one that is no UTF-8, and one that is called as the whole is."""
    names = [b"esc\x1b[31m\x07.txt", b"bad\xff.txt", b"all", b"<script>.txt"]
    for name in names:
        (tmp_path / os.fsdecode(name)).write_text(f"{EASY}\n")
    done = run_bench(*map(os.fsdecode, names), "--engine", "reductio", "--out", "r", folder=tmp_path)
    assert done.returncode == 0
    assert all(letter.isprintable() or letter == "\n" for letter in done.stdout)
    for tier in ("esc?[31m?.txt: 1 ", "bad?.txt: 1 ", "all: 1 ", "<script>.txt: 1 ", "all of these: 4 "):
        assert tier in done.stdout
    drawn = subprocess.run(
        [PROGRAM, "report", "r", "--html", "r.html", "--csv", "r.csv", "--plots", "plots"], cwd=tmp_path, timeout=300
    )
    assert drawn.returncode == 0
    assert len(list((tmp_path / "plots").iterdir())) == 8


def test_the_report_says_the_same_as_the_run(tmp_path: Path) -> None:
    (tmp_path / "p.txt").write_text(f"{EASY}\n{TWO}\n")
    ran = run_bench("p.txt", "--engine", "reductio", "--engine", "sat", "--out", "one", folder=tmp_path)
    again = subprocess.run([PROGRAM, "report", "one", "--csv", "t.csv"], cwd=tmp_path, capture_output=True, text=True)
    assert ran.stdout == again.stdout
    assert "p.txt: 2 puzzles" in ran.stdout
    assert (tmp_path / "t.csv").read_text().startswith("tier,engine,of,settled,median,")
    numbers = subprocess.run([PROGRAM, "report", "one", "--json"], cwd=tmp_path, capture_output=True, text=True).stdout
    facts = json.loads(numbers)
    assert facts["facts"]["engines"] == ["reductio", "sat"]
    assert {cell["engine"] for cell in facts["table"]} == {"reductio", "sat"}


def test_a_run_is_held_to_its_baseline(tmp_path: Path) -> None:
    options = ["--n", "24", "--engine", "reductio", "--engine", "sat"]
    saved = run_bench(*options, "--save-baseline", "b.json", "--out", "one", folder=tmp_path)
    assert saved.returncode == 0
    baseline = json.loads((tmp_path / "b.json").read_text())
    assert len((tmp_path / "b.json").read_text().splitlines()) == 24 + 10

    def held_to(changed: dict[str, object], name: str) -> "subprocess.CompletedProcess[str]":
        (tmp_path / "changed.json").write_text(json.dumps(changed))
        return run_bench(*options, "--baseline", "changed.json", "--out", name, folder=tmp_path)

    patient = json.loads(json.dumps(baseline))
    patient["ratios"]["sat"] = [10 * ratio for ratio in patient["ratios"]["sat"]]
    assert held_to(patient, "two").returncode == 0
    puzzle = next(id for id, said in baseline["puzzles"].items() if said["sat"][0] == "unique")
    other_verdict = json.loads(json.dumps(baseline))
    other_verdict["puzzles"][puzzle]["sat"][0] = "multiple"
    done = held_to(other_verdict, "three")
    assert (done.returncode, f"regression: sat: {puzzle} was multiple and is unique" in done.stderr) == (6, True)
    fewer = json.loads(json.dumps(baseline))
    for said in fewer["puzzles"].values():
        said["sat"][1]["decisions"] //= 2
    done = held_to(fewer, "four")
    assert (done.returncode, "decisions where there were" in done.stderr) == (6, True)
    faster = json.loads(json.dumps(baseline))
    faster["ratios"]["sat"] = [ratio / 100 for ratio in faster["ratios"]["sat"]]
    done = held_to(faster, "five")
    assert (done.returncode, "regression: sat: takes" in done.stderr) == (6, True)
    done = run_bench("--n", "16", "--baseline", "b.json", folder=tmp_path)
    assert (done.returncode, "of other puzzles" in done.stderr) == (2, True)
    done = run_bench("--n", "24", "--engine", "kernel", "--baseline", "b.json", folder=tmp_path)
    assert (done.returncode, "of other engines (reductio, sat)" in done.stderr) == (2, True)
    damaged = [
        {name: value for name, value in baseline.items() if name != "puzzles"},
        baseline | {"fingerprint": 5},
        baseline | {"ratios": {"sat": ["fast"]}},
        baseline | {"puzzles": {puzzle: {"sat": 7}}},
        baseline | {"puzzles": {puzzle: {"sat": ["unique", {"decisions": "many"}]}}},
    ]
    for text in ("", "[]", '{"schema": 99}', *map(json.dumps, damaged)):
        (tmp_path / "bad.json").write_text(text)
        done = run_bench(*options, "--baseline", "bad.json", folder=tmp_path)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)


def test_times_are_held_to_a_baseline_only_where_they_were_put_in_ratio_to_the_same_engine(tmp_path: Path) -> None:
    (tmp_path / "p.txt").write_text(f"{EASY}\n{TWO}\n")
    one, other = (["p.txt", "--engine", first, "--engine", "reductio"] for first in ("sat", "sat:encoding=efficient"))
    assert run_bench(*one, "--save-baseline", "b.json", "--out", "one", folder=tmp_path).returncode == 0
    done = run_bench(*other, "--baseline", "b.json", "--out", "two", folder=tmp_path)
    assert (done.returncode, "times are not compared: they were put in ratio to sat\n" in done.stderr) == (0, True)


def test_a_disagreement_is_shrunk_and_saved(tmp_path: Path) -> None:
    @dataclass(frozen=True)
    class Wrong(Faulty):
        def search(self, puzzle: Puzzle, limits: Limits) -> Answer:
            """Says that a puzzle with a 5 in its first cell has no solution."""
            return Answer((), Ending.EXHAUSTED) if puzzle.givens[0] == 5 else Reductio().search(puzzle, limits)

    engines = {"reductio": Reductio(), "wrong": Wrong()}
    record = Record.create(tmp_path / "r", FACTS)
    list(measure(cases(TWO, EASY, NONE), Plan(engines, Limits(2, 5)), record))
    [path] = write_reproducers(record, engines, 5.0, tmp_path / "results")
    *comments, text = path.read_text().splitlines()
    assert Puzzle.from_text(text).text == "5" + "." * 80
    assert comments[:2] == ["# box 3x3", "# from p1"]
    assert "wrong: claimed unsolvable, but missed the solution" in comments[2]
