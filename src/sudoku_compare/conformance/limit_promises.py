"""The promises about limits: a search ends soon after its time limit, and one with a memory limit has an answer."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from ..core.answer import GRACE, Ending, Limits
from ..core.puzzle import Puzzle
from ..core.shape import shape_of_side
from ..core.sizes import format_size
from ..display.numbers import format_duration
from ..running.observation import Observed
from .case_selection import NINE, choose_shape
from .derived_cases import make_board
from .promise_result import PromiseResult, shorten
from .trial import SETTLED, CaseResult, Trial, find_sides, runs_program

TIME_LIMIT = 1.0  # seconds
TOO_EARLY = TIME_LIMIT / 2  # a search that ends before this has not timed out
ATTEMPTS = 2  # because a busy machine is not the engine's fault
HOPELESS_SIDE = 36
GIVEN_SHARE = 0.5  # of the cells of a hopeless puzzle; with fewer or more givens it would be easier
HARD_NINE = (
    ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."  # Norvig's impossible one
)
MOST_CELLS = 10_000_000  # of all solutions that are asked for, so that an answer stays small
MEMORY_LIMIT = 1_000_000_000  # bytes
STOPPED = "stopped from outside"  # the detail of an answer if the search did not end by itself


@dataclass(frozen=True, slots=True)
class _LongSearch:
    """A search that hardly any engine ends within the time limit."""

    name: str
    puzzle: Puzzle
    limits: Limits


def check_time_limit(trial: Trial) -> PromiseResult:
    """Test that a search ends at the time limit, by itself or, if the engine is not stoppable, stopped from outside."""
    name, early = "time limit", ""
    for number, search in enumerate(_list_long_searches(trial), 1):
        observed = _observe_twice_if_late(trial, search)
        where = f"{search.name}, limit {format_duration(TIME_LIMIT)}"
        breach = _find_late_ending(trial, observed)
        if breach:
            return PromiseResult(name, False, f"{where}: {breach}", number, search.puzzle)
        if observed.answer.ending is Ending.TIMED_OUT:
            return PromiseResult(name, True, f"{where}: {_describe_ending(trial, observed)}", number)
        if observed.answer.ending is not Ending.FAILED:
            early = f"{where}: {_describe_ending(trial, observed)}"
    if early:
        return PromiseResult(name, True, early, number)
    reason = shorten(observed.answer.detail)
    return PromiseResult(name, None, f"{where}: failed before the time limit: {reason}", number)


def _list_long_searches(trial: Trial) -> Iterator[_LongSearch]:
    """Yield a hopeless puzzle, and then, for engines that do not take it or end early, other long searches."""
    sides = find_sides(trial.engine)
    if sides is None or HOPELESS_SIDE in sides:
        yield _LongSearch("hopeless 36x36", make_hopeless(), Limits(2, TIME_LIMIT))
    if sides is None or NINE.side in sides:
        yield _LongSearch("hard 9x9", Puzzle.from_symbols(HARD_NINE, NINE), Limits(2, TIME_LIMIT))
    shape = NINE if sides is None else choose_shape(max(sides))
    empty = Puzzle(shape, bytes(len(shape.cells)))
    solutions = MOST_CELLS // len(shape.cells)
    yield _LongSearch(f"{solutions:,} solutions of an empty {shape}", empty, Limits(solutions, TIME_LIMIT))


def make_hopeless() -> Puzzle:
    """Return a 36x36 puzzle that no engine settles within many seconds."""
    shape, rng = shape_of_side(HOPELESS_SIDE), Random("hopeless")
    board = make_board(shape, rng)
    return Puzzle(shape, bytes(value if rng.random() < GIVEN_SHARE else 0 for value in board))


def _observe_twice_if_late(trial: Trial, search: _LongSearch) -> Observed:
    """Return what was observed; if the engine was late, of another attempt."""
    for _ in range(ATTEMPTS):
        easy = trial.results[0].question
        trial.observe(trial.engine, easy.case.puzzle, easy.limits)  # loads the engine, so that this is not measured
        observed = trial.observe(trial.engine, search.puzzle, search.limits)
        if not _find_late_ending(trial, observed):
            break
    return observed


def _find_late_ending(trial: Trial, observed: Observed) -> str | None:
    if _is_stopped(trial, observed):
        if runs_program(trial.engine) or not getattr(trial.engine, "stoppable", True):
            return None
        return "had to be stopped from outside, although it does not declare stoppable = False"
    if observed.seconds > TIME_LIMIT + GRACE:
        latest = format_duration(TIME_LIMIT + GRACE)
        return f"expected an end within {latest}, found {_describe_ending(trial, observed)}"
    if observed.answer.ending is Ending.TIMED_OUT and observed.seconds < TOO_EARLY:
        return f"expected a search of {format_duration(TIME_LIMIT)}, found {_describe_ending(trial, observed)}"
    return None


def _is_stopped(trial: Trial, observed: Observed) -> bool:
    """Return whether the search did not end by itself; a program never does when it runs out of time."""
    is_out_of_time = observed.answer.ending is Ending.TIMED_OUT and observed.seconds >= TIME_LIMIT
    return STOPPED in observed.answer.detail or (runs_program(trial.engine) and is_out_of_time)


def _describe_ending(trial: Trial, observed: Observed) -> str:
    ending = observed.answer.ending.replace("_", " ")
    return f"{STOPPED if _is_stopped(trial, observed) else ending} after {format_duration(observed.seconds)}"


def check_memory_limit(trial: Trial) -> PromiseResult:
    """Test that a search with a memory limit has an answer: the right one, or a failure with its reason."""
    name, size = "memory limit", format_size(MEMORY_LIMIT)
    first = next((result for result in trial.results if result.is_settled), None)
    if first is None:
        return PromiseResult(name, None, "no case was settled without a memory limit", 0)
    puzzle, limits = first.case.puzzle, replace(first.question.limits, memory=MEMORY_LIMIT)
    again = CaseResult(first.question, trial.observe(trial.engine, puzzle, limits))
    breach = _find_wrong_value(first, again)
    if breach:
        return PromiseResult(name, False, f"{size}: {breach}", 1, puzzle)
    how = "the same answer" if again.is_settled else f"{again.answer.ending.replace('_', ' ')}: {again.answer.detail}"
    return PromiseResult(name, True, f"{size}: {shorten(how)}", 1)


def _find_wrong_value(first: CaseResult, again: CaseResult) -> str | None:
    if again.answer.ending not in SETTLED:
        return None if again.answer.detail else f"{again.answer.ending} without a reason"
    if (len(first.answer.solutions), first.answer.ending) != (len(again.answer.solutions), again.answer.ending):
        return "expected the same answer as without the limit, found another one"
    return None
