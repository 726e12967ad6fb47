"""Running a benchmark: nothing that an engine does stops it, and workers are warm before a search counts."""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import pytest

from making import EASY, NONE, TWO
from measuring import FACTS, Faulty, make_cases, make_facts
from sudoku_compare import Answer, Ending, Limits, Puzzle
from sudoku_compare.benchmark.measurement.plan import Plan
from sudoku_compare.benchmark.measurement.preparation import make_simple_puzzle
from sudoku_compare.benchmark.measurement.run import measure
from sudoku_compare.benchmark.measurement.sampling import take_census
from sudoku_compare.benchmark.recording.record import Record
from sudoku_compare.checking.solution import find_fault
from sudoku_compare.core.shape import shape_of_box
from sudoku_compare.engines.reductio.engine import Reductio
from witnesses import FakeEngine


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
    done = list(measure(make_cases(*texts), Plan(engines, Limits(2, 5), jobs=jobs), record))
    assert sorted(case.number for case in done) == list(range(21))
    rows = {(one.puzzle, one.engine): one for one in record.measurements()}
    assert len(rows) == 42
    assert rows[10, "wrong"].ending == ending
    assert rows[10, "reductio"].verdict == "multiple"
    assert all(row.verdict == ("unsolvable" if p > 10 else "unique") for (p, _), row in rows.items() if p != 10)
    assert len(record.objections()) == objections
    assert capfd.readouterr() == ("", "")


@pytest.mark.slow
def test_an_engine_that_hangs_is_killed_and_recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sudoku_compare.running.worker.START_UP", 0.2)
    record = Record.create(tmp_path / "r", FACTS)
    engines = {"reductio": Reductio(), "wrong": Faulty("hang")}
    list(measure(make_cases(EASY, TWO, NONE), Plan(engines, Limits(2, 0.5)), record))
    verdicts = [(one.puzzle, one.engine, one.verdict) for one in record.measurements()]
    assert (1, "wrong", "unknown") in verdicts
    assert len(verdicts) == 6


@dataclass(frozen=True)
class Remembering(FakeEngine):
    """An engine that reports how many puzzles of the shape its process has seen before."""

    name: ClassVar = "remembering"
    seen: ClassVar[Counter[int]] = Counter()

    def search(self, puzzle: Puzzle, limits: Limits) -> Answer:
        self.seen[puzzle.shape.side] += 1
        solutions = Reductio().search(puzzle, limits).solutions
        return Answer(solutions, Ending.EXHAUSTED, detail=str(self.seen[puzzle.shape.side] - 1))


@pytest.mark.parametrize("jobs", [1, 2])
def test_every_worker_has_seen_every_shape_before_a_search_counts(jobs: int, tmp_path: Path) -> None:
    small = "1... ..2. .3.. ...4"
    cases = make_cases(*[EASY, small] * 8)
    census = take_census(cases)
    assert (census.puzzles, sorted(shape.side for shape in census.shapes)) == (16, [4, 9])
    record = Record.create(tmp_path / "r", make_facts(engines=("remembering",)))
    plan = Plan({"remembering": Remembering()}, Limits(2, 5), jobs=jobs)
    list(measure(cases, plan, record, census.shapes))
    assert [one.detail for one in record.measurements()].count("0") == 0
    assert len(list(record.measurements())) == 16


@pytest.mark.parametrize("box", [(2, 2), (2, 3), (3, 3), (2, 5), (4, 4), (1, 5), (10, 10)])
def test_the_warm_up_puzzle_is_simple_for_any_shape(box: tuple[int, int]) -> None:
    puzzle = make_simple_puzzle(shape_of_box(*box))
    answer = Reductio().search(puzzle, Limits(2, 60))
    assert (len(answer.solutions), answer.counts["assumptions"]) == (1, 0)
    assert find_fault(puzzle, answer.solutions[0]) is None
