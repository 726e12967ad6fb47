"""The promises about limits: a search ends soon after its time limit, and one that reaches its memory limit says so.

A limit that no search reached was not tested, however well the searches ended.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from ..core.answer import GRACE, LEAST_MEMORY, Ending, Limits
from ..core.puzzle import Puzzle
from ..core.shape import Shape
from ..core.sizes import format_size
from ..display.numbers import format_duration
from ..running.observation import Observed
from .case_selection import NINE, choose_shape
from .derived_cases import make_board
from .promise_result import PromiseResult, shorten
from .trial import CASE_SECONDS, SETTLED, CaseResult, Trial, find_sides, runs_program

TIME_LIMIT = 1.0  # seconds
TOO_EARLY = 0.5  # of the time limit: a search that ends before this has not timed out
ATTEMPTS = 2  # because a busy machine is not the engine's fault
SHORTER = 0.25  # of the time that the longest search took: the limit if all of them end before TIME_LIMIT
SHORTEST_LIMIT = 0.005  # seconds; less than this cannot be told from the time to send a puzzle
HOPELESS_SIDES = (36, 25, 16)  # boards on which few engines come to an end; each engine gets the largest it takes
GIVEN_SHARE = 0.5  # of the cells of a hopeless puzzle; with fewer or more givens it would be easier
HARD_NINE = (
    ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."  # Norvig's impossible one
)
MOST_CELLS = 10_000_000  # of all solutions that are asked for, so that an answer stays small
MEMORY_LIMIT = 1_000_000_000  # bytes, with which every engine must still answer
STOPPED = "stopped from outside"  # the detail of an answer if the search did not end by itself


@dataclass(frozen=True, slots=True)
class _LongSearch:
    """A search that hardly any engine ends within the time limit."""

    name: str
    puzzle: Puzzle
    limits: Limits

    @property
    def title(self) -> str:
        return f"{self.name}, limit {format_duration(self.limits.seconds)}"


@dataclass(frozen=True, slots=True)
class _LongResult:
    """A long search, and what was observed."""

    search: _LongSearch
    observed: Observed
    is_stopped: bool  # it did not end by itself

    @property
    def has_reached_limit(self) -> bool:
        return self.observed.answer.ending is Ending.TIMED_OUT or self.observed.seconds >= self.search.limits.seconds

    def __str__(self) -> str:
        return f"{self.search.title}: {self.describe_ending()}"

    def describe_ending(self) -> str:
        answer = self.observed.answer
        ending = STOPPED if self.is_stopped else answer.ending.replace("_", " ")
        reason = f" ({shorten(answer.detail)})" if answer.ending is Ending.FAILED and answer.detail else ""
        return f"{ending}{reason} after {format_duration(self.observed.seconds)}"


def check_time_limit(trial: Trial) -> PromiseResult:
    """Test that a search ends at the time limit, by itself or, if the engine is not stoppable, stopped from outside.

    If the engine ends even the long searches before the limit, the longest of them is asked again with a shorter one.
    """
    name, results = "time limit", list[_LongResult]()
    for search in _list_long_searches(trial):
        results.append(_ask_twice_if_late(trial, search))
        if results[-1].has_reached_limit:
            break
    else:
        results += [_ask_twice_if_late(trial, search) for search in _list_shorter_limits(results)]
    last = results[-1]
    if breach := _find_late_ending(trial, last):
        return PromiseResult(name, False, f"{last.search.title}: {breach}", len(results), last.search.puzzle)
    if last.has_reached_limit:
        return PromiseResult(name, True, str(last), len(results))
    return PromiseResult(name, None, f"no search reached the limit; {last}", len(results))


def _list_long_searches(trial: Trial) -> Iterator[_LongSearch]:
    """Yield a hopeless puzzle, and then, for engines that do not take it or end early, other long searches."""
    sides = find_sides(trial.engine)
    hopeless = [side for side in HOPELESS_SIDES if sides is None or side in sides][:1]
    for shape in map(choose_shape, hopeless):
        yield _LongSearch(f"hopeless {shape}", make_hopeless(shape), Limits(2, TIME_LIMIT))
    if sides is None or NINE.side in sides:
        yield _LongSearch("hard 9x9", Puzzle.from_symbols(HARD_NINE, NINE), Limits(2, TIME_LIMIT))
    shape = NINE if sides is None else choose_shape(max(sides))
    empty = Puzzle(shape, bytes(len(shape.cells)))
    solutions = MOST_CELLS // len(shape.cells)
    yield _LongSearch(f"{solutions:,} solutions of an empty {shape}", empty, Limits(solutions, TIME_LIMIT))


def _list_shorter_limits(results: list[_LongResult]) -> Iterator[_LongSearch]:
    """Yield the search that took longest and came to its end, with a limit that it cannot meet."""
    settled = [result for result in results if result.observed.answer.ending in SETTLED]
    longest = max(settled, key=lambda result: result.observed.seconds, default=None)
    if longest and (limit := longest.observed.seconds * SHORTER) >= SHORTEST_LIMIT:
        yield replace(longest.search, limits=replace(longest.search.limits, seconds=limit))


def make_hopeless(shape: Shape) -> Puzzle:
    """Return a puzzle that, on a board of 36x36, no engine settles within many seconds."""
    rng = Random("hopeless")
    board = make_board(shape, rng)
    return Puzzle(shape, bytes(value if rng.random() < GIVEN_SHARE else 0 for value in board))


def _ask_twice_if_late(trial: Trial, search: _LongSearch) -> _LongResult:
    """Return what was observed; if the engine was late, of another attempt."""
    for _ in range(ATTEMPTS):
        easy = trial.results[0].question
        trial.observe(trial.engine, easy.case.puzzle, easy.limits)  # loads the engine, so that this is not measured
        observed = trial.observe(trial.engine, search.puzzle, search.limits)
        result = _LongResult(search, observed, _is_stopped(trial, search, observed))
        if not _find_late_ending(trial, result):
            break
    return result


def _is_stopped(trial: Trial, search: _LongSearch, observed: Observed) -> bool:
    """Return whether the search did not end by itself; a program never does when it runs out of time."""
    is_out_of_time = observed.answer.ending is Ending.TIMED_OUT and observed.seconds >= search.limits.seconds
    return STOPPED in observed.answer.detail or (runs_program(trial.engine) and is_out_of_time)


def _find_late_ending(trial: Trial, result: _LongResult) -> str | None:
    if result.is_stopped:
        if runs_program(trial.engine) or not getattr(trial.engine, "stoppable", True):
            return None
        return "had to be stopped from outside, although it does not declare stoppable = False"
    seconds, limit = result.observed.seconds, result.search.limits.seconds
    if seconds > limit + GRACE:
        latest = format_duration(limit + GRACE)
        return f"expected an end within {latest}, found {result.describe_ending()}"
    if result.observed.answer.ending is Ending.TIMED_OUT and seconds < limit * TOO_EARLY:
        return f"expected a search of {format_duration(limit)}, found {result.describe_ending()}"
    return None


def check_memory_limit(trial: Trial) -> PromiseResult:
    """Test that a search with a memory limit gives the right answer, or fails with a reason if it reaches the limit."""
    name, asked = "memory limit", 0
    first = next((result for result in trial.results if result.is_settled), None)
    if first is None:
        return PromiseResult(name, None, "no case was settled without a memory limit", 0)
    for memory in (MEMORY_LIMIT, LEAST_MEMORY):
        asked += 1
        limits = replace(first.question.limits, memory=memory)
        again = CaseResult(first.question, trial.observe(trial.engine, first.case.puzzle, limits))
        if breach := _find_wrong_value(first, again):
            return PromiseResult(name, False, f"{format_size(memory)}: {breach}", asked, first.case.puzzle)
        if again.answer.ending is Ending.FAILED:
            return PromiseResult(name, True, f"{format_size(memory)}: {_describe_failure(again.observed)}", asked)
    return _check_with_least_memory(trial, name, asked)


def _check_with_least_memory(trial: Trial, name: str, asked: int) -> PromiseResult:
    """Ask the long searches, until one needs more than the smallest memory limit."""
    size = format_size(LEAST_MEMORY)
    for search in _list_long_searches(trial):
        asked += 1
        limits = replace(search.limits, seconds=CASE_SECONDS, memory=LEAST_MEMORY)
        observed = trial.observe(trial.engine, search.puzzle, limits)
        if observed.answer.ending is not Ending.FAILED:
            continue
        if not observed.answer.detail:
            return PromiseResult(name, False, f"{search.name}, {size}: failed without a reason", asked, search.puzzle)
        if "memory" in observed.answer.detail:
            return PromiseResult(name, True, f"{search.name}, {size}: {_describe_failure(observed)}", asked)
    return PromiseResult(name, None, f"no search reached the limit, not even one of {size}", asked)


def _describe_failure(observed: Observed) -> str:
    return f"failed: {shorten(observed.answer.detail)}"


def _find_wrong_value(first: CaseResult, again: CaseResult) -> str | None:
    if again.answer.ending not in SETTLED:
        return None if again.answer.detail else f"{again.answer.ending} without a reason"
    if (len(first.answer.solutions), first.answer.ending) != (len(again.answer.solutions), again.answer.ending):
        return "expected the same answer as without the limit, found another one"
    return None
