"""Each promise of the engine contract (protocol.py), for every built-in engine and its variants."""

import dataclasses
import time

import pytest

from making import CLASH, EASY, EASY_SOLUTION, ESCARGOT, NONE, TWO, hopeless, puzzle_with_holes
from sudoku_compare import Answer, Ending, Engine, Limits, Puzzle, Verdict, solve
from sudoku_compare.checking.solution import find_fault
from sudoku_compare.core.answer import GRACE
from sudoku_compare.core.shape import shape_of_box, shape_of_side
from sudoku_compare.core.verdict import claimed_verdict
from sudoku_compare.engines.hosting.guard import START_UP
from sudoku_compare.engines.options import format_engine
from sudoku_compare.engines.registry import load_engine
from sudoku_compare.running.executor import run

COUNTED = {  # number of solutions by puzzle
    EASY: 1,
    ESCARGOT: 1,
    NONE: 0,
    CLASH: 0,
    TWO: 2,
    EASY_SOLUTION: 1,
    "..3.....6...98..2.9426..7..45...6............1.9.5.47.....25.4.6...785...........": 3,
    "59.....486.8...3.7...2.1.......4.....753.698.....9.......8.3...2.6...7.934.....65": 10,
    "." * 16: 288,
    "1.....2..3.....4": 1,
}


@pytest.mark.parametrize("limit", [1, 2, 5])
def test_solutions_are_different_correct_and_as_many_as_asked_for(engine: Engine, limit: int) -> None:
    for text, solutions in COUNTED.items():
        puzzle = Puzzle.from_text(text)
        answer = run(engine, puzzle, Limits(limit))
        assert len(set(answer.solutions)) == len(answer.solutions)
        assert not any(find_fault(puzzle, solution) for solution in answer.solutions)
        if is_stuck(engine, answer):
            assert len(answer.solutions) < limit, text
            continue
        assert len(answer.solutions) == min(limit, solutions), text
        assert answer.ending is (Ending.ENOUGH if solutions >= limit else Ending.EXHAUSTED)


def is_stuck(engine: Engine, answer: Answer) -> bool:
    """Whether the engine ran out of rules, which only an incomplete one may do."""
    stuck = answer.ending is Ending.STUCK
    assert not (stuck and getattr(engine, "complete", True))
    assert not stuck or answer.detail
    assert not stuck or claimed_verdict(answer) is (Verdict.MULTIPLE if answer.solutions[1:] else Verdict.UNKNOWN)
    return stuck


@pytest.mark.parametrize("text", [EASY, EASY_SOLUTION, CLASH, "1.....2..3.....4"])
def test_no_engine_gets_stuck_on_a_puzzle_that_needs_only_singles(engine: Engine, text: str) -> None:
    assert run(engine, Puzzle.from_text(text), Limits(2)).ending is Ending.EXHAUSTED


def test_a_count_ends_when_no_solution_is_missing(engine: Engine) -> None:
    answer = run(engine, Puzzle.from_text("1" + "." * 15), Limits(1000))
    assert is_stuck(engine, answer) or (len(answer.solutions), answer.ending) == (72, Ending.EXHAUSTED)


def test_an_engine_that_gets_stuck_neither_objects_nor_counts_as_a_witness(engine: Engine) -> None:
    for text, solutions in COUNTED.items():
        result = solve(text, ["reductio", format_engine(engine)])
        assert not result.judgement.objections, text
        stuck = is_stuck(engine, result.results[-1].answer) and engine.name != "reductio"
        settled = {0: "unsolvable", 1: "unique"}.get(solutions, "multiple")
        alone = engine.name == "reductio" or settled == "multiple"
        assert result.verdict == ("unknown" if stuck and not alone else settled), text


@pytest.mark.parametrize("box", [(2, 2), (2, 3), (3, 2), (2, 4), (2, 5), (3, 4), (4, 3), (4, 4), (5, 5), (1, 5)])
def test_every_size_can_be_searched(engine: Engine, box: tuple[int, int]) -> None:
    puzzle = puzzle_with_holes(shape_of_box(*box), 0.75, seed=sum(box))
    answer = run(engine, puzzle, Limits(2, seconds=30))
    assert is_stuck(engine, answer) or (answer.solutions and answer.ending in (Ending.EXHAUSTED, Ending.ENOUGH))
    assert not any(find_fault(puzzle, solution) for solution in answer.solutions)


@pytest.mark.parametrize("side", [36, 64, 100])
def test_boards_with_more_values_than_symbols_are_solved(side: int) -> None:
    puzzle = puzzle_with_holes(shape_of_side(side), 0.9, seed=side)
    for text in ("reductio", "sat", "cpsat"):
        answer = run(load_engine(text), puzzle, Limits(1, seconds=60))
        assert answer.ending is Ending.ENOUGH, (text, answer)
        assert find_fault(puzzle, answer.solutions[0]) is None


def processor_seconds(engine: Engine, puzzle: Puzzle, seconds: float) -> tuple[Answer, float]:
    """Return the answer, and the processor time of each thread.

    The deadline is measured in processor time as well, so that other processes have no influence on the result.
    """
    run(engine, Puzzle.from_text(EASY), Limits(1))  # imports what is needed
    start = time.process_time()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sudoku_compare.core.answer.perf_counter", time.process_time)
        answer = run(engine, puzzle, Limits(2, seconds))
    return answer, (time.process_time() - start) / getattr(engine, "workers", 1)


def test_the_deadline_is_kept_and_a_time_out_is_a_value(engine: Engine) -> None:
    start = time.monotonic()
    puzzle = puzzle_with_holes(shape_of_side(49), 0.5, seed=3) if engine.name == "tabu" else hopeless()
    answer, used = processor_seconds(engine, puzzle, 1.0)
    assert is_stuck(engine, answer) or answer.ending is Ending.TIMED_OUT
    assert used < 1.0 + GRACE
    assert time.monotonic() - start < START_UP  # after which a child that does not end by itself is killed


def test_the_deadline_holds_while_a_large_formula_is_built(engine: Engine) -> None:
    if not engine.stoppable:
        pytest.skip("its process is killed: see the test above")
    empty = Puzzle(shape_of_side(49), bytes(49 * 49))
    empty.shape.later_peers  # noqa: B018 - computes it
    _, used = processor_seconds(engine, empty, 1.0)
    assert used < 1.0 + GRACE


def test_the_same_call_gives_the_same_answer_and_prints_nothing(
    engine: Engine, capfd: pytest.CaptureFixture[str]
) -> None:
    if format_engine(engine) == "cpsat:workers=2":
        pytest.skip("documented: with several workers the solutions vary")
    several = (
        () if "warm=true" in format_engine(engine) else (TWO, "." * 81)
    )  # which are found depends on what came before
    for text in (ESCARGOT, NONE, *several):
        first, second = (run(engine, Puzzle.from_text(text), Limits(2)) for _ in range(2))
        assert (first.solutions, first.ending, first.counts) == (second.solutions, second.ending, second.counts)
    assert capfd.readouterr() == ("", "")


def test_counts_are_documented_whole_numbers(engine: Engine) -> None:
    for text in (ESCARGOT, NONE, CLASH):
        counts = run(engine, Puzzle.from_text(text), Limits(2)).counts
        assert all(isinstance(count, int) and count >= 0 for count in counts.values())
        assert set(counts) in (set(engine.counted), set())
        assert counts or format_engine(engine) in ("cpsat:workers=2", "sat:warm=true")


def test_the_parts_of_the_time_are_measured_separately(engine: Engine) -> None:
    solved = run(engine, Puzzle.from_text(EASY), Limits(2)).seconds
    assert solved.first is not None
    assert min(solved.build, solved.first, solved.settle) >= 0
    assert run(engine, Puzzle.from_text(NONE), Limits(2)).seconds.first is None


def test_an_engine_can_be_written_as_text_and_read_back(engine: Engine) -> None:
    assert load_engine(format_engine(engine)) == engine
    assert dataclasses.is_dataclass(engine)
    with pytest.raises(dataclasses.FrozenInstanceError):
        engine.solver = "other"  # type: ignore[attr-defined]
