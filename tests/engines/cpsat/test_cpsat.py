"""Engine `cpsat`: what CP-SAT reports, and which ending that is."""

import pytest

from making import TWO, hopeless
from sudoku_compare import Ending, Limits, Puzzle
from sudoku_compare.engines.registry import load_engine

VARIANTS = ["cpsat", "cpsat:warm=true", "cpsat:form=alldifferent", "cpsat:workers=2"]
EMPTY = Puzzle.from_text("." * 81)


@pytest.mark.parametrize("text", VARIANTS)
def test_a_count_that_runs_out_of_time_after_some_solutions_has_timed_out(text: str) -> None:
    """CP-SAT reports `feasible`, as it does when it is asked to stop."""
    for seconds in (0.5, 1, 2, 4, 8, 16, 32):  # the busier the machine, the more time the first solution needs
        answer = load_engine(text).search(EMPTY, Limits(10**6, seconds))
        assert answer.ending is Ending.TIMED_OUT
        if answer.solutions:
            break
    assert answer.solutions


@pytest.mark.parametrize("text", VARIANTS)
def test_a_search_that_runs_out_of_time_without_a_solution_has_timed_out(text: str) -> None:
    answer = load_engine(text).search(hopeless(), Limits(2, 0.5))
    assert (answer.solutions, answer.ending) == ((), Ending.TIMED_OUT)


@pytest.mark.parametrize("text", VARIANTS)
@pytest.mark.parametrize(
    ("puzzle", "limit", "ending"),
    [(EMPTY, 1, Ending.ENOUGH), (EMPTY, 3, Ending.ENOUGH), (Puzzle.from_text(TWO), 3, Ending.EXHAUSTED)],
)
def test_a_search_that_is_told_to_stop_has_found_enough(text: str, puzzle: Puzzle, limit: int, ending: Ending) -> None:
    assert load_engine(text).search(puzzle, Limits(limit, 600)).ending is ending
