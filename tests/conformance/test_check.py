"""Each promise with an engine that keeps it and with engines that break it. All of them search in this process."""

import io
import math
from collections.abc import Callable
from contextlib import redirect_stdout
from dataclasses import dataclass, replace
from itertools import count
from time import perf_counter
from typing import ClassVar

import pytest

from sudoku_compare import Answer, Ending, Engine, Limits, Puzzle
from sudoku_compare.conformance.case_selection import USUAL_SIDES, choose_cases
from sudoku_compare.conformance.check import PROMISES, Conformance, check_engine
from sudoku_compare.conformance.limit_promises import TIME_LIMIT
from sudoku_compare.conformance.promise_result import PromiseResult
from sudoku_compare.conformance.trial import CASE_SECONDS, FIRST_CASES, find_sides, plan_questions, runs_program
from sudoku_compare.core.answer import Seconds
from sudoku_compare.core.errors import OptionError
from sudoku_compare.core.shape import Shape, shape_of_side
from sudoku_compare.engines.external.line_program import LineProgram
from sudoku_compare.engines.hosting.guard import guard
from sudoku_compare.engines.kernel import Kernel
from sudoku_compare.engines.protocol import Origin
from sudoku_compare.running.observation import Observed

Change = Callable[[Puzzle, Limits, Answer], Answer]


def keep(puzzle: Puzzle, limits: Limits, answer: Answer) -> Answer:
    return answer


@dataclass(frozen=True)
class Changed(Engine):
    """Answers as the kernel does, with a change.

    On the puzzle that is too hard for everybody it times out at once, or fails if it may use little memory.
    """

    name: ClassVar = "changed"
    counted: ClassVar = Kernel.counted
    change: Change = keep

    def search(self, puzzle: Puzzle, limits: Limits) -> Answer:
        if puzzle.shape.side == 36 and limits.memory:
            return self.change(puzzle, limits, Answer((), Ending.FAILED, detail="memory limit of 64 MB reached"))
        if puzzle.shape.side == 36:
            return self.change(puzzle, limits, Answer((), Ending.TIMED_OUT))
        return self.change(puzzle, limits, Kernel().search(puzzle, limits))


def observe_here(engine: Engine, puzzle: Puzzle, limits: Limits) -> Observed:
    """Search in this process; a search that times out is said to have taken as long as it might."""
    printed, start = io.StringIO(), perf_counter()
    with redirect_stdout(printed):
        answer = guard(engine, puzzle, limits, lambda engine, puzzle, limits: engine.search(puzzle, limits))
    seconds = limits.seconds if answer.ending is Ending.TIMED_OUT else perf_counter() - start
    return Observed(answer, printed.getvalue(), seconds, None)


def check(engine: Engine, observe: Callable[[Engine, Puzzle, Limits], Observed] = observe_here) -> Conformance:
    return Conformance("changed", tuple(check_engine(engine, observe=observe, load=lambda text: engine)))


def list_broken(conformance: Conformance) -> list[str]:
    return [result.name for result in conformance.results if result.is_kept is False]


def find_result(conformance: Conformance, name: str) -> PromiseResult:
    return next(result for result in conformance.results if result.name == name)


def test_an_honest_engine_keeps_every_promise() -> None:
    conformance = check(Changed())
    assert [result.is_kept for result in conformance.results] == [True] * len(PROMISES)
    assert conformance.is_kept
    assert find_result(conformance, "right answers").detail == (
        "200 cases: 96 unique, 48 multiple, 56 unsolvable; 4x4 to 25x25"
    )


def swap_two_cells(puzzle: Puzzle, limits: Limits, answer: Answer) -> Answer:
    return replace(answer, solutions=tuple(grid[1::-1] + grid[2:] for grid in answer.solutions))


def deny_solutions(puzzle: Puzzle, limits: Limits, answer: Answer) -> Answer:
    return replace(answer, solutions=(), ending=Ending.EXHAUSTED)


def find_one_of_two(puzzle: Puzzle, limits: Limits, answer: Answer) -> Answer:
    is_changed = len(answer.solutions) == limits.solutions == 2
    return replace(answer, solutions=answer.solutions[:1], ending=Ending.EXHAUSTED) if is_changed else answer


def miss_the_last_of_many(puzzle: Puzzle, limits: Limits, answer: Answer) -> Answer:
    return replace(answer, solutions=answer.solutions[:-1]) if len(answer.solutions) > 100 else answer


def find_too_many(puzzle: Puzzle, limits: Limits, answer: Answer) -> Answer:
    return Kernel().search(puzzle, Limits(2)) if limits.solutions == 1 else answer


def find_twice(puzzle: Puzzle, limits: Limits, answer: Answer) -> Answer:
    is_unique = len(answer.solutions) == 1 and limits.solutions == 2
    return replace(answer, solutions=answer.solutions * 2, ending=Ending.ENOUGH) if is_unique else answer


def always_say_enough(puzzle: Puzzle, limits: Limits, answer: Answer) -> Answer:
    return replace(answer, ending=Ending.ENOUGH) if answer.ending is Ending.EXHAUSTED else answer


def never_say_enough(puzzle: Puzzle, limits: Limits, answer: Answer) -> Answer:
    return replace(answer, ending=Ending.EXHAUSTED) if answer.ending is Ending.ENOUGH else answer


def time_out_when_done(puzzle: Puzzle, limits: Limits, answer: Answer) -> Answer:
    return replace(answer, ending=Ending.TIMED_OUT) if limits.solutions == 1 and answer.solutions else answer


def get_stuck(puzzle: Puzzle, limits: Limits, answer: Answer) -> Answer:
    is_multiple = len(answer.solutions) > 1
    return replace(answer, solutions=(), ending=Ending.STUCK, detail="out of rules") if is_multiple else answer


def print_something(puzzle: Puzzle, limits: Limits, answer: Answer) -> Answer:
    if puzzle.shape.side == 10:
        print("\x1b[31msearching")
    return answer


def count_calls(puzzle: Puzzle, limits: Limits, answer: Answer, calls: "count[int]" = count()) -> Answer:  # noqa: B008
    return replace(answer, counts=dict(answer.counts) | {"deepest": next(calls)})


def turn_around_sometimes(puzzle: Puzzle, limits: Limits, answer: Answer, calls: "count[int]" = count()) -> Answer:  # noqa: B008
    return replace(answer, solutions=answer.solutions[:: 1 if next(calls) < 280 else -1])


def count_in_secret(puzzle: Puzzle, limits: Limits, answer: Answer) -> Answer:
    return replace(answer, counts=dict(answer.counts) | {"secrets": 1})


def count_less(puzzle: Puzzle, limits: Limits, answer: Answer) -> Answer:
    return replace(answer, counts={"deepest": 1})


def count_below_zero(puzzle: Puzzle, limits: Limits, answer: Answer) -> Answer:
    return replace(answer, counts=dict(answer.counts) | {"deepest": -1}) if puzzle.shape.side == 9 else answer


def raise_on_clashes(puzzle: Puzzle, limits: Limits, answer: Answer) -> Answer:
    if puzzle.find_clash():
        raise ValueError("not a puzzle\x1b[31m")
    return answer


def report_no_time_for_full_boards(puzzle: Puzzle, limits: Limits, answer: Answer) -> Answer:
    return answer if 0 in puzzle.givens else replace(answer, seconds=Seconds(settle=math.nan))


def change_with_memory_limit(puzzle: Puzzle, limits: Limits, answer: Answer) -> Answer:
    return replace(answer, solutions=(), ending=Ending.EXHAUSTED) if limits.memory else answer


def fail_silently_with_memory_limit(puzzle: Puzzle, limits: Limits, answer: Answer) -> Answer:
    return Answer((), Ending.FAILED) if limits.memory else answer


LIARS: list[tuple[Change, list[str], str]] = [  # what they break, and what is said about the first of these
    (swap_two_cells, ["correct solutions"], "not a solution: "),
    (deny_solutions, ["right answers"], "expected 1 solution (exhausted), found 0 solutions (exhausted)"),
    (find_one_of_two, ["right answers"], "expected 2 solutions (enough), found 1 solution (exhausted)"),
    (miss_the_last_of_many, ["right answers"], "expected 288 solutions (exhausted), found 287 solutions (exhausted)"),
    (find_too_many, ["correct solutions", "right answers"], "expected at most 1 solution, found 2"),
    (find_twice, ["correct solutions", "right answers"], "expected different solutions, found the same one twice"),
    (always_say_enough, ["right answers"], "expected 1 solution (exhausted), found 1 solution (enough)"),
    (never_say_enough, ["right answers"], "expected 2 solutions (enough), found 2 solutions (exhausted)"),
    (time_out_when_done, ["right answers"], "expected 1 solution (enough), found 1 solution (timed out)"),
    (get_stuck, ["right answers"], "stuck, but only an engine that declares complete = False may be"),
    (print_something, ["nothing printed"], r"printed '?[31msearching?'"),
    (count_calls, ["repeatable"], "counted {"),
    (turn_around_sometimes, ["repeatable"], "found other solutions, or in another order, the second time"),
    (count_in_secret, ["documented counts"], "undocumented count 'secrets'; documented: 'assumptions', "),
    (count_less, ["documented counts"], "without the documented count 'assumptions', 'contradictions'"),
    (raise_on_clashes, ["no failures"], "failed: ValueError: not a puzzle?[31m"),
    (report_no_time_for_full_boards, ["no failures"], "failed: malformed answer: seconds.settle: "),
    (count_below_zero, ["no failures", "documented counts"], "failed: malformed answer: counts, deepest: "),
    (change_with_memory_limit, ["memory limit"], "expected the same answer as without the limit, found another one"),
    (fail_silently_with_memory_limit, ["memory limit"], "failed without a reason"),
]


@pytest.mark.parametrize(("change", "broken", "detail"), LIARS, ids=[liar[0].__name__ for liar in LIARS])
def test_a_liar_is_told_which_promise_it_breaks(change: Change, broken: list[str], detail: str) -> None:
    conformance = check(Changed(change))
    assert list_broken(conformance) == broken
    assert not conformance.is_kept
    first = find_result(conformance, broken[0])
    assert detail in first.detail
    assert first.detail.isprintable()
    assert first.puzzle


def test_the_first_case_is_named_with_the_number_of_the_others() -> None:
    result = find_result(check(Changed(deny_solutions)), "right answers")
    solvable = sum(question.case.solutions > 0 for question in plan_questions(choose_cases()))
    assert result.detail == (
        "4x4 full board, limit 2: expected 1 solution (exhausted), found 0 solutions (exhausted); "
        f"{solvable - 1} more like this"
    )


def test_negative_counts_that_reach_the_check_break_the_promise_about_counts() -> None:
    def observe(engine: Engine, puzzle: Puzzle, limits: Limits) -> Observed:
        return Observed(engine.search(puzzle, limits), "", 0.1, None)

    engine = Changed(count_below_zero)
    results = {result.name: result for result in check_engine(engine, observe=observe, load=lambda text: engine)}
    assert "count 'deepest': expected a whole number, found -1; " in results["documented counts"].detail


@dataclass(frozen=True)
class Incomplete(Changed):
    complete: ClassVar = False


@dataclass(frozen=True)
class Program(Changed):
    origin: ClassVar = Origin.PROGRAM


@pytest.mark.parametrize("kind", [Incomplete, Program])
def test_an_engine_that_may_be_stuck_is_told_how_many_cases_it_settles(kind: type[Changed]) -> None:
    result = find_result(check(kind(get_stuck)), "right answers")
    assert result.is_kept
    assert result.detail == "settles 152 of 200 cases: 96 unique, 56 unsolvable; 48 stuck; 4x4 to 25x25"


def test_the_output_of_a_program_is_not_tested() -> None:
    assert runs_program(Program())
    assert find_result(check(Program()), "nothing printed").is_kept is None


def be_stuck_always(puzzle: Puzzle, limits: Limits, answer: Answer) -> Answer:
    return Answer((), Ending.STUCK, detail="out of rules")


def test_what_an_engine_without_any_solution_promises_cannot_be_tested() -> None:
    conformance = check(Incomplete(be_stuck_always))
    untested = {result.name: result.detail for result in conformance.results if result.is_kept is None}
    assert untested.pop("time limit").startswith("no search reached the limit; ")
    assert untested == {
        "correct solutions": "no solution was returned",
        "right answers": "none of 200 cases was settled",
        "repeatable": "no case was settled within a second",
        "memory limit": "no case was settled without a memory limit",
    }
    assert conformance.is_kept


@dataclass(frozen=True)
class Unrepeatable(Changed):
    repeatable: ClassVar = False


def test_an_engine_may_declare_that_its_answers_vary() -> None:
    assert find_result(check(Unrepeatable(count_calls)), "repeatable").is_kept is None


def fail_always(puzzle: Puzzle, limits: Limits, answer: Answer) -> Answer:
    raise FileNotFoundError("no program 'solver'")


def time_out_always(puzzle: Puzzle, limits: Limits, answer: Answer) -> Answer:
    return Answer((), Ending.TIMED_OUT, detail="no answer in time")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (fail_always, "failed: FileNotFoundError: no program 'solver'"),
        (time_out_always, "timed out: no answer in time"),
    ],
)
def test_an_engine_that_never_answers_has_one_result_with_the_reason(change: Change, reason: str) -> None:
    [result] = check(Changed(change)).results
    assert result.is_kept is False
    assert result.cases == FIRST_CASES
    assert result.detail == (
        f"none of the first 4 cases, so no other promise was tested; 4x4 full board, limit 2: {reason}"
    )


def time_out_on_large_boards(puzzle: Puzzle, limits: Limits, answer: Answer) -> Answer:
    return answer if puzzle.shape.side < 16 else Answer((), Ending.TIMED_OUT)


def test_after_some_time_outs_the_other_cases_of_a_size_are_not_asked() -> None:
    detail = find_result(check(Changed(time_out_on_large_boards)), "right answers").detail
    assert detail.startswith("settles 184 of 200 cases: ")
    assert "; 6 timed out, 10 not asked; " in detail


@dataclass(frozen=True)
class NineOnly(Changed):
    sizes: ClassVar = (9,)


def raise_on_other_sizes(puzzle: Puzzle, limits: Limits, answer: Answer) -> Answer:
    if puzzle.shape.side != 9:
        raise ValueError("too large or too small")
    return answer


def test_an_engine_of_one_size_is_asked_as_many_cases_of_that_size_only() -> None:
    assert find_sides(NineOnly()) == (9,)
    conformance = check(NineOnly(raise_on_other_sizes))
    assert not list_broken(conformance)
    assert find_result(conformance, "right answers").detail.startswith("200 cases: ")
    assert find_result(conformance, "right answers").detail.endswith("; 9x9")


def test_an_engine_that_does_not_declare_its_only_size_gets_a_hint() -> None:
    detail = find_result(check(Changed(raise_on_other_sizes)), "no failures").detail
    assert detail.endswith("more like this; right on 9x9: if it takes no other size, declare the sizes")


class Lines(LineProgram):
    name: ClassVar = "lines"


def test_a_program_that_reads_lines_of_cells_is_asked_boards_with_the_usual_boxes_only() -> None:
    def observe(engine: Engine, puzzle: Puzzle, limits: Limits) -> Observed:
        asked.add(puzzle.shape)
        return observe_here(Changed(), puzzle, limits)

    asked: set[Shape] = set()
    list(check_engine(Lines(), observe=observe))
    assert asked == {shape_of_side(side) for side in (*USUAL_SIDES, 36)}


def test_progress_is_reported_after_every_search() -> None:
    seen: list[tuple[int, int]] = []
    engine = Changed()
    list(
        check_engine(
            engine, observe=observe_here, load=lambda text: engine, on_progress=lambda *done: seen.append(done)
        )
    )
    total = len(plan_questions(choose_cases()))
    assert seen == [(number, total) for number in range(1, total + 1)]


def observe_long_search(ending: Ending, seconds: float, detail: str = "") -> Callable[..., Observed]:
    """Return an observer that sees this on the searches with a short time limit."""

    def observe(engine: Engine, puzzle: Puzzle, limits: Limits) -> Observed:
        observed = observe_here(engine, puzzle, limits)
        if limits.seconds == CASE_SECONDS:
            return observed
        return Observed(Answer((), ending, detail=detail), "", seconds, None)

    return observe


@dataclass(frozen=True)
class Unstoppable(Changed):
    stoppable: ClassVar = False


@pytest.mark.parametrize(
    ("engine", "ending", "seconds", "reason", "is_kept", "detail"),
    [
        (Changed(), "timed_out", 1.2, "", True, "hopeless 36x36, limit 1.00 s: timed out after 1.20 s"),
        (Changed(), "timed_out", 2.5, "", False, "expected an end within 2.00 s, found timed out after 2.50 s"),
        (Changed(), "exhausted", 9.0, "", False, "expected an end within 2.00 s, found exhausted after 9.00 s"),
        (Changed(), "timed_out", 0.01, "", False, "expected a search of 1.00 s, found timed out after 10.0 ms"),
        (Changed(), "timed_out", 1.5, "stopped from outside", False, "had to be stopped from outside, although"),
        (Unstoppable(), "timed_out", 1.5, "stopped from outside", True, "stopped from outside after 1.50 s"),
        (Program(), "timed_out", 3.1, "", True, "stopped from outside after 3.10 s"),
        (Program(), "stuck", 0.1, "cannot tell", None, "no search reached the limit; 123,456 solutions of an empty"),
        (NineOnly(), "enough", 0.004, "", None, "an empty 9x9, limit 1.00 s: enough after 4.00 ms"),
        (Changed(), "failed", 0.1, "too large", None, "limit 1.00 s: failed (too large) after 100 ms"),
        (Changed(), "exhausted", 1.5, "", True, "hopeless 36x36, limit 1.00 s: exhausted after 1.50 s"),
    ],
)
def test_the_time_limit_is_kept_or_broken(
    engine: Engine, ending: str, seconds: float, reason: str, is_kept: bool | None, detail: str
) -> None:
    result = find_result(check(engine, observe_long_search(Ending(ending), seconds, reason)), "time limit")
    assert result.is_kept is is_kept
    assert detail in result.detail


@pytest.mark.parametrize(
    ("ending", "seconds", "is_kept", "detail"),
    [
        ("timed_out", 0.21, True, "hard 9x9, limit 200 ms: timed out after 210 ms"),
        (
            "timed_out",
            0.01,
            False,
            "hard 9x9, limit 200 ms: expected a search of 200 ms, found timed out after 10.0 ms",
        ),
        ("exhausted", 0.1, None, "no search reached the limit; hard 9x9, limit 200 ms: exhausted after 100 ms"),
    ],
)
def test_an_engine_that_ends_every_long_search_early_gets_a_shorter_limit(
    ending: str, seconds: float, is_kept: bool | None, detail: str
) -> None:
    def observe(engine: Engine, puzzle: Puzzle, limits: Limits) -> Observed:
        if limits.seconds == CASE_SECONDS:
            return observe_here(engine, puzzle, limits)
        if limits.seconds < TIME_LIMIT:
            return Observed(Answer((), Ending(ending)), "", seconds, None)
        is_hard = 0 < puzzle.givens.count(0) < len(puzzle.givens)
        return Observed(Answer((), Ending.EXHAUSTED), "", 0.8 if is_hard else 0.1, None)

    result = find_result(check(NineOnly(), observe), "time limit")
    assert (result.is_kept, result.detail) == (is_kept, detail)


def test_the_largest_of_the_sizes_that_an_engine_takes_is_tried_first() -> None:
    @dataclass(frozen=True)
    class Large(Changed):
        sizes: ClassVar = (9, 16, 25)

    result = find_result(check(Large(), observe_long_search(Ending.TIMED_OUT, 1.0)), "time limit")
    assert result.detail == "hopeless 25x25, limit 1.00 s: timed out after 1.00 s"


def test_an_engine_that_was_late_once_gets_another_attempt() -> None:
    late = iter([5.0])

    def observe(engine: Engine, puzzle: Puzzle, limits: Limits) -> Observed:
        observed = observe_here(engine, puzzle, limits)
        return replace(observed, seconds=next(late, observed.seconds)) if puzzle.shape.side == 36 else observed

    assert find_result(check(Changed(), observe), "time limit").is_kept


def test_a_search_that_fails_at_its_memory_limit_has_an_answer() -> None:
    def fail_with_memory_limit(puzzle: Puzzle, limits: Limits, answer: Answer) -> Answer:
        return Answer((), Ending.FAILED, detail="memory limit of 1 GB reached") if limits.memory else answer

    result = find_result(check(Changed(fail_with_memory_limit)), "memory limit")
    assert result.is_kept
    assert result.detail == "1 GB: failed: memory limit of 1 GB reached"


@pytest.mark.parametrize(
    ("reason", "is_kept", "detail"),
    [
        ("memory limit of 64 MB reached", True, "hopeless 36x36, 64 MB: failed: memory limit of 64 MB reached"),
        ("", False, "hopeless 36x36, 64 MB: failed without a reason"),
        ("too large", None, "no search reached the limit, not even one of 64 MB"),
    ],
)
def test_a_memory_limit_that_no_search_reaches_is_not_tested(reason: str, is_kept: bool | None, detail: str) -> None:
    def fail_on_large_boards(puzzle: Puzzle, limits: Limits, answer: Answer) -> Answer:
        return Answer((), Ending.FAILED, detail=reason) if answer.ending is Ending.FAILED else answer

    result = find_result(check(Changed(fail_on_large_boards)), "memory limit")
    assert (result.is_kept, result.detail) == (is_kept, detail)


class NotADataclass(Engine):
    name: ClassVar = "plain"

    def search(self, puzzle: Puzzle, limits: Limits) -> Answer:
        return Kernel().search(puzzle, limits)


def refuse(text: str) -> Engine:
    raise OptionError(f"unknown engine {text!r}")


@pytest.mark.parametrize(
    ("engine", "load", "detail"),
    [
        (NotADataclass(), lambda text: Kernel(), "expected a frozen dataclass, found NotADataclass"),
        (Kernel(), refuse, "cannot read 'kernel' back: OptionError: unknown engine 'kernel'"),
        (Kernel(), lambda text: Changed(), "'kernel' is read back as another engine: 'changed'"),
    ],
)
def test_a_configuration_that_cannot_be_read_back_is_broken(
    engine: Engine, load: Callable[[str], Engine], detail: str
) -> None:
    conformance = Conformance("engine", tuple(check_engine(engine, observe=observe_here, load=load)))
    assert find_result(conformance, "configuration").is_kept is False
    assert find_result(conformance, "configuration").detail == detail
