"""A search that learns from contradictions and starts over finds what a plain search finds."""

import pytest
from hypothesis import HealthCheck, given, settings

from making import CLASH, ESCARGOT, NONE, TWO, load_shipped, puzzle_with_holes, solutions_4x4
from strategies import puzzles
from sudoku_compare import Ending, Limits, Puzzle
from sudoku_compare.checking.rup import Refutation
from sudoku_compare.checking.sudoku_clauses import count_variables, encode_exclusion, encode_givens, encode_rules
from sudoku_compare.checking.trace_replay import Replay
from sudoku_compare.core.answer import Stopwatch
from sudoku_compare.core.shape import shape_of_side
from sudoku_compare.core.trace_steps import Abandoned, Cutter, Step
from sudoku_compare.engines.reductio import experience
from sudoku_compare.engines.reductio.engine import Reductio
from sudoku_compare.engines.reductio.experience import Experience, start_experience
from sudoku_compare.engines.reductio.propagation import fields_of
from sudoku_compare.engines.reductio.search_proof import search_proof_lines
from traces import trace_steps

FOUR, NINE, TWENTY_FIVE = map(shape_of_side, (4, 9, 25))


@pytest.fixture
def short_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let small boards be searched as large ones are, and start over as often as possible."""
    monkeypatch.setattr(experience, "LARGEST_SMALL_SIDE", 0)
    monkeypatch.setattr(experience, "FIRST_RUN", 0.9)


def guard(cell: int) -> int:
    return 1 << cell * (NINE.side + 1) + NINE.side


def test_only_large_boards_are_searched_with_experience() -> None:
    assert start_experience(fields_of(NINE)) is None
    assert start_experience(fields_of(shape_of_side(16))) is None
    assert start_experience(fields_of(TWENTY_FIVE)) is not None


def test_the_cell_with_the_most_contradictions_is_chosen_and_recent_ones_count_more() -> None:
    learnt = Experience(fields_of(NINE))
    three = guard(3) | guard(30) | guard(70)
    learnt.note_contradiction(guard(30))
    assert learnt.choose_cell(three) == 30 * (NINE.side + 1)
    learnt.note_contradiction(guard(3))
    assert learnt.choose_cell(three) == 3 * (NINE.side + 1)
    assert learnt.choose_cell(guard(30) | guard(70)) == 30 * (NINE.side + 1)


def test_weights_never_overflow() -> None:
    learnt = Experience(fields_of(NINE))
    for number in range(40_000):  # 1.02 ** 40,000 is more than a float can be
        learnt.note_contradiction(guard(number % 2))
    learnt.note_contradiction(guard(5))
    learnt.note_contradiction(guard(5))
    assert learnt.choose_cell(guard(0) | guard(1)) == NINE.side + 1
    assert 0 < max(learnt._weights.values()) < float("inf")


def test_the_last_value_of_a_cell_is_tried_first() -> None:
    learnt = Experience(fields_of(NINE))
    learnt.note_values([(7, 2), (8, 9), (7, 4)])
    assert learnt.choose_value(7, 0b1011) == 0b1000
    assert learnt.choose_value(7, 0b0110) == 0b0010
    assert learnt.choose_value(6, 0b0100) == 0b0100


def test_runs_grow_and_end_with_the_first_solution() -> None:
    learnt = Experience(fields_of(NINE))
    lengths = []
    for _ in range(3):
        length = 0
        while not learnt.is_run_over():
            learnt.note_contradiction(0)
            length += 1
        lengths.append(length)
        learnt.start_over()
    assert lengths == [51, 56, 61]
    learnt.note_solution()
    for _ in range(1000):
        learnt.note_contradiction(0)
    assert not learnt.is_run_over()


@pytest.mark.usefixtures("short_runs")
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(puzzles([FOUR]))
def test_every_solution_is_found_once(puzzle: Puzzle) -> None:
    answer = Reductio().search(puzzle, Limits(1000))
    assert answer.ending is Ending.EXHAUSTED
    assert sorted(answer.solutions) == solutions_4x4(puzzle.givens)


@pytest.mark.usefixtures("short_runs")
@pytest.mark.parametrize("text", [ESCARGOT, NONE, TWO, CLASH, *(puzzle.text for puzzle in load_shipped("extreme")[:5])])
def test_the_trace_of_a_search_that_starts_over_can_be_replayed(text: str) -> None:
    puzzle = Puzzle.from_text(text)
    steps = trace_steps(puzzle)
    replay(puzzle, steps)
    assert any(isinstance(step, Abandoned) for step in steps) == (text not in (TWO, CLASH, NONE))
    for depth in range(4):
        cut: list[Step] = []
        cutter = Cutter(depth, cut.append)
        for step in steps:
            cutter(step)
        replay(puzzle, cut)


@pytest.mark.usefixtures("short_runs")
@pytest.mark.parametrize("puzzle", [Puzzle.from_text(ESCARGOT), *load_shipped("extreme")[:3]], ids=str)
def test_the_proof_of_a_search_that_starts_over_is_valid(puzzle: Puzzle) -> None:
    (solution,) = Reductio().search(puzzle, Limits(2)).solutions
    lines = search_proof_lines(puzzle, Stopwatch(Limits()))
    assert any(line.startswith("d") for line in lines)
    checker = Refutation(count_variables(3, 3))
    for clause in (*encode_rules(3, 3), *encode_givens(puzzle.givens, 9)):
        checker.add(clause)
    checker.add(encode_exclusion(puzzle.givens, solution, 9))
    for line in lines:
        literals = list(map(int, line.removeprefix("d").split()[:-1]))
        if line.startswith("d"):
            checker.drop_step(literals)
        else:
            assert checker.add_step(literals), line


def test_a_large_puzzle_is_settled_by_starting_over() -> None:
    puzzle = puzzle_with_holes(TWENTY_FIVE, 0.45, seed=4)
    steps = trace_steps(puzzle)
    replay(puzzle, steps)
    assert any(isinstance(step, Abandoned) for step in steps)


def replay(puzzle: Puzzle, steps: list[Step]) -> None:
    replaying = Replay(puzzle)
    for step in steps:
        replaying.follow(step)
    replaying.finish()
