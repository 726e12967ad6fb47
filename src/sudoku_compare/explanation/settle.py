"""The verdict that an explanation or a rating starts from."""

from collections.abc import Callable

from ..checking.solution import find_fault
from ..core.answer import Answer, Ending, Limits
from ..core.puzzle import Grid, Puzzle
from ..core.verdict import Verdict, claimed_verdict

Search = Callable[[Puzzle, Limits], Answer]  # the method of an engine


def settle(search: Search, puzzle: Puzzle, seconds: float) -> tuple[Verdict, Grid | None]:
    """Return the verdict of a search, and the solution if it is unique; the checker verifies every solution."""
    answer = search(puzzle, Limits(2, seconds))
    for solution in answer.solutions:
        fault = find_fault(puzzle, solution)
        if fault:
            raise AssertionError(f"the engine returned a wrong solution: {fault}")
    unique = answer.ending is Ending.EXHAUSTED and answer.solutions
    return claimed_verdict(answer), answer.solutions[0] if unique else None
