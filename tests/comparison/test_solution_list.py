"""Lists of solutions: complete, without repetitions, checked, and in memory that does not grow."""

import tracemalloc
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from making import EASY, TWO, boards_4x4, solutions_4x4
from sudoku_compare import Engine, Limits, Puzzle
from sudoku_compare.comparison import solution_list
from sudoku_compare.comparison.solution_list import BadSolution, EngineFailure, list_solutions
from sudoku_compare.core.answer import Answer, Ending, OutOfTime, Stopwatch
from sudoku_compare.core.shape import shape_of_side
from sudoku_compare.engines.kernel import Kernel
from sudoku_compare.engines.protocol import Origin, StreamingEngine, is_complete
from sudoku_compare.engines.registry import load_engine
from witnesses import FakeEngine

FOUR, NINE = shape_of_side(4), shape_of_side(9)
EMPTY_4, EMPTY_9 = Puzzle(FOUR, bytes(16)), Puzzle(NINE, bytes(81))


def list_all(puzzle: Puzzle, engine: Engine, **options: float) -> tuple[list[bytes], Ending]:
    *groups, ending = list_solutions(puzzle, engine, Stopwatch(Limits()), **options)
    assert isinstance(ending, Ending)
    return [solution for group in groups for solution in group], ending  # type: ignore[union-attr]


def test_all_288_boards_are_listed_once(engine: Engine) -> None:
    if not is_complete(engine):
        pytest.skip("its rules may run out")
    solutions, ending = list_all(EMPTY_4, engine)
    assert (len(solutions), set(solutions), ending) == (288, set(boards_4x4()), Ending.EXHAUSTED)


@pytest.mark.parametrize("name", ["kernel", "sat"])
@given(st.data())
def test_the_list_is_that_of_an_independent_count(name: str, data: st.DataObject) -> None:
    board = data.draw(st.sampled_from(boards_4x4()))
    kept = data.draw(st.sets(st.sampled_from(range(16)), max_size=6))
    givens = bytearray(value if cell in kept else 0 for cell, value in enumerate(board))
    givens[data.draw(st.sampled_from(range(16)))] = data.draw(st.integers(0, 4))
    solutions, ending = list_all(Puzzle(FOUR, bytes(givens)), load_engine(name))
    assert (sorted(solutions), ending) == (solutions_4x4(bytes(givens)), Ending.EXHAUSTED)


@pytest.mark.parametrize("name", ["kernel", "reductio", "sat", "cpsat"])
@pytest.mark.parametrize("most", [1, 2, 63, 64, 65, 250])
def test_the_list_ends_at_the_limit(name: str, most: int) -> None:
    solutions, ending = list_all(EMPTY_9, load_engine(name), most=most)
    assert (len(solutions), len(set(solutions)), ending) == (most, most, Ending.ENOUGH)


@pytest.mark.parametrize("name", ["kernel", "sat"])
def test_splitting_and_streaming_repeat_nothing_in_long_lists(name: str) -> None:
    solutions, _ = list_all(EMPTY_9, load_engine(name), most=3000)
    assert len(set(solutions)) == 3000


@pytest.mark.parametrize("name", ["kernel", "sat", "cpsat"])
def test_time_that_runs_out_leaves_a_list_that_is_not_complete(name: str) -> None:
    watch = Stopwatch(Limits())
    found = list_solutions(EMPTY_9, load_engine(name), watch)
    groups = list(islice(found, 2))
    watch.stop()
    *more, ending = found
    assert groups
    assert ending is Ending.TIMED_OUT
    assert len(more) < 1000


def test_a_group_does_not_wait_for_a_slow_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solution_list, "SLOW", 0.0)
    assert [len(group) for group in list_solutions(EMPTY_4, Kernel(), Stopwatch(Limits()), 3)][:-1] == [1, 1, 1]  # type: ignore[arg-type]


@dataclass(frozen=True)
class Streamer(FakeEngine):
    """An engine that streams what it is told to, which only a built-in engine may do."""

    origin: ClassVar = Origin.BUILT_IN

    stream_all: Callable[[], Iterator[bytes]]
    name: ClassVar = "streamer"

    def search(self, puzzle: Puzzle, limits: Limits) -> Answer:
        raise AssertionError("not asked")

    def stream(self, puzzle: Puzzle, watch: Stopwatch) -> Iterator[bytes]:
        yield from self.stream_all()


@dataclass(frozen=True)
class Liar(FakeEngine):
    """An engine that always answers with these solutions and this ending."""

    answer: Answer
    asked: list[Puzzle] = field(default_factory=list)
    name: ClassVar = "liar"

    def search(self, puzzle: Puzzle, limits: Limits) -> Answer:
        self.asked.append(puzzle)
        return self.answer


ONE, OTHER = boards_4x4()[:2]


def fail() -> Iterator[bytes]:
    yield ONE
    raise RuntimeError("broken")


@pytest.mark.parametrize(
    ("engine", "error", "message"),
    [
        (Streamer(lambda: iter([ONE, bytes(16)])), BadSolution, "not a solution: r1c1: expected 1 to 4, found 0"),
        (Streamer(lambda: iter([ONE, ONE[:-1]])), BadSolution, "not a solution: expected 16 cells, found 15"),
        (Streamer(lambda: iter([ONE, OTHER, ONE])), BadSolution, "listed a solution twice"),
        (Streamer(fail), EngineFailure, "streamer: RuntimeError: broken"),
        (Liar(Answer((bytes(16),), Ending.ENOUGH)), BadSolution, "not a solution"),
        (Liar(Answer((ONE, ONE), Ending.EXHAUSTED)), BadSolution, "listed a solution twice"),
        (Liar(Answer((), Ending.ENOUGH)), BadSolution, "had not found enough"),
        (Liar(Answer((ONE,), Ending.ENOUGH)), BadSolution, "had not found enough"),
        (Liar(Answer((), Ending.STUCK, detail="no rules left")), EngineFailure, "liar: no rules left"),
        (Liar(Answer((), Ending.FAILED, detail="gone")), EngineFailure, "liar: gone"),
    ],
)
def test_an_engine_that_lies_or_fails_is_noticed(engine: Engine, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        list_all(EMPTY_4, engine)


@dataclass(frozen=True)
class ForeignStreamer(Liar):
    """An engine that is not built in, and could stream."""

    def stream(self, puzzle: Puzzle, watch: Stopwatch) -> Iterator[bytes]:
        raise AssertionError("streamed in this process")


def test_an_engine_that_is_not_built_in_searches_instead_of_streaming() -> None:
    assert list_all(EMPTY_4, ForeignStreamer(Answer((ONE, OTHER), Ending.EXHAUSTED))) == (
        [ONE, OTHER],
        Ending.EXHAUSTED,
    )


def test_solutions_found_before_the_time_ran_out_are_listed() -> None:
    def run_out() -> Iterator[bytes]:
        yield ONE
        raise OutOfTime

    assert list_all(EMPTY_4, Streamer(run_out)) == ([ONE], Ending.TIMED_OUT)
    assert list_all(EMPTY_4, Liar(Answer((ONE,), Ending.TIMED_OUT))) == ([ONE], Ending.TIMED_OUT)


@pytest.mark.parametrize(
    "name", ["kernel", "reductio", "backtrack", "bifurcation", pytest.param("sat", marks=pytest.mark.slow)]
)
def test_memory_does_not_grow_with_the_list(name: str) -> None:
    def peak(groups: Iterator[object], number: int) -> int:
        tracemalloc.reset_peak()
        for _ in islice(groups, number):
            pass
        return tracemalloc.get_traced_memory()[1]

    found = list_solutions(EMPTY_9, load_engine(name), Stopwatch(Limits()))
    tracemalloc.start()
    try:
        first = peak(found, 100)
        assert peak(found, 200) < first + 600_000  # all solutions together would need more than a million
    finally:
        tracemalloc.stop()


def test_streaming_engines_yield_what_they_search(engine: Engine) -> None:
    if not isinstance(engine, StreamingEngine):
        pytest.skip("it does not stream")
    for text in (EASY, TWO, "." * 16, "11" + "." * 14):
        puzzle = Puzzle.from_text(text)
        streamed = list(engine.stream(puzzle, Stopwatch(Limits())))
        assert tuple(streamed) == engine.search(puzzle, Limits(1000)).solutions


def test_streaming_engines_keep_the_deadline(engine: Engine) -> None:
    if not isinstance(engine, StreamingEngine):
        pytest.skip("it does not stream")
    watch = Stopwatch(Limits())
    solutions = engine.stream(EMPTY_9, watch)
    next(solutions)
    watch.stop()
    with pytest.raises(OutOfTime):
        for _ in islice(solutions, 100_000):
            pass
