"""The totals of a long run."""

import pytest

from making import EASY
from sudoku_compare import Answer, Ending, Limits, Puzzle
from sudoku_compare.checking.judge import judge
from sudoku_compare.comparison.compare import Comparison
from sudoku_compare.comparison.tally import Tally
from sudoku_compare.core.answer import Seconds
from sudoku_compare.core.entry import Entry
from sudoku_compare.core.verdict import EngineResult, Verdict

PUZZLE = Puzzle.from_text(EASY)


def add(tally: Tally, id: str, seconds: Seconds, ending: Ending = Ending.TIMED_OUT, detail: str = "") -> None:
    """Add a comparison in which the only engine had these times and found nothing."""
    result = EngineResult("mine", Answer((), ending, seconds, detail=detail), Verdict.UNKNOWN, "mine")
    tally.add(Comparison(Entry(id, PUZZLE), (result,), judge(PUZZLE, (result,), Limits(2))))


@pytest.mark.parametrize(
    ("outers", "totals"),
    [
        ((None, None), "mean 8.00 s, slowest 9.00 s (p2)"),
        ((30.0, 10.0), "mean 20.0 s, slowest 30.0 s (p1)"),
        ((None, 3.0), "mean 5.00 s, slowest 7.00 s (p1)"),
    ],
)
def test_the_mean_is_that_of_the_times_measured_outside_if_there_are_any(
    outers: tuple[float | None, float | None], totals: str
) -> None:
    tally = Tally()
    add(tally, "p1", Seconds(1.0, 2.0, 4.0, outer=outers[0]))
    add(tally, "p2", Seconds(2.0, None, 7.0, outer=outers[1]))
    first, second = tally.format_summary().splitlines()
    assert first.endswith(": 2 unknown; 0 with objections")
    assert second == f"mine: 0 settled; {totals}; build 3.00 s, first 2.00 s, settle 11.0 s"


def test_failures_are_counted_and_the_first_reason_is_named() -> None:
    tally = Tally()
    add(tally, "p1", Seconds(1.0), Ending.FAILED, "no flush")
    add(tally, "p2", Seconds(1.0), Ending.FAILED, "another reason")
    add(tally, "p3", Seconds(1.0))
    assert "mine: 0 settled, 2 failed, the first with: no flush; mean" in tally.format_summary()
