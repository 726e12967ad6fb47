"""Reports of what an examination is doing."""

import pytest

from making import EASY, NONE, TWO
from sudoku_compare import Limits, Puzzle, solve
from sudoku_compare.core.answer import OutOfTime, Stopwatch
from sudoku_compare.core.shape import shape_of_side
from sudoku_compare.engines.reductio.engine import Reductio
from sudoku_compare.evidence.additional_givens import find_additional_givens
from sudoku_compare.evidence.examine import EvidenceOptions, examine
from sudoku_compare.evidence.progress import INTERVAL, PARTS, ObservedStopwatch, Progress
from sudoku_compare.evidence.solution_count import SolutionCount

EMPTY = Puzzle(shape_of_side(9), bytes(81))


@pytest.mark.parametrize(
    ("puzzle", "parts"),
    [
        (EASY, {"certificate", "redundant_givens"}),
        (TWO, {"count", "additional_givens"}),
        (EMPTY, {"count", "additional_givens"}),
        (NONE, {"certificate", "conflict", "confirmed_by", "fixes"}),
    ],
)
def test_every_part_that_takes_time_is_reported(puzzle: Puzzle | str, parts: set[str]) -> None:
    reports: list[Progress] = []
    examine(solve(puzzle, ["reductio"]), EvidenceOptions(Limits(2, 1)), reports.append)
    reported = {report.part for report in reports}
    assert parts <= reported <= set(PARTS)
    assert all(str(report).startswith("looking for ") for report in reports)


def test_the_best_result_so_far_is_reported() -> None:
    reports: list[Progress] = []
    examine(solve(EMPTY, ["reductio"]), EvidenceOptions(Limits(2, 2)), reports.append)
    found = [report.found for report in reports if report.part == "additional_givens"]
    assert found[-1].startswith("best so far 2")
    assert ", at least " in found[-1]


def test_each_better_set_of_additional_givens_is_noted() -> None:
    notes: list[str] = []
    counted = SolutionCount(Reductio().search(EMPTY, Limits(50)).solutions, is_exact=False)
    found = find_additional_givens(EMPTY, counted, Stopwatch(Limits(seconds=1)), notes.append)
    sizes = [int(note.removeprefix("best so far ").partition(",")[0]) for note in notes]
    assert sizes == sorted(sizes, reverse=True)
    assert (len(set(sizes)) > 1, sizes[-1]) == (True, len(found.add))
    assert notes[0].endswith("at least 1")


def test_reports_keep_their_distance_and_stop_at_the_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    for module in ("sudoku_compare.core.answer", "sudoku_compare.evidence.progress"):
        monkeypatch.setattr(f"{module}.perf_counter", lambda: now)
    reports: list[Progress] = []
    watch = ObservedStopwatch(Limits(seconds=1), "count", reports.append)
    watch.tick()
    watch.note("5 solutions so far")
    watch.tick()
    now += INTERVAL
    watch.tick()
    assert reports == [Progress("count", 0.0), Progress("count", pytest.approx(INTERVAL), "5 solutions so far")]
    assert str(reports[-1]) == "looking for the number of solutions; 5 solutions so far"
    now += 1
    with pytest.raises(OutOfTime):
        watch.tick()
    assert len(reports) == 2
