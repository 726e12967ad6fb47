"""Walks: how they end, and that their steps can be replayed."""

import time
from contextlib import suppress
from pathlib import Path

import pytest

from making import CLASH, EASY, EASY_SOLUTION, ESCARGOT, NONE, TWO, candidates_of, unique_with_holes
from sudoku_compare import Puzzle
from sudoku_compare.checking.solution import find_fault
from sudoku_compare.core.answer import Limits, OutOfTime, Stopwatch
from sudoku_compare.core.shape import shape_of_box
from sudoku_compare.techniques import LEVELS, Reached, find_technique, next_step, position_of, techniques_up_to, walk

DATA = Path(__file__).parents[2] / "data"
NEEDS_NAKED_PAIRS = "7....8.414..7..6.....43......4..1..831...927...82....6.........1.239.7....6......"
NEEDS_A_RECTANGLE = "...31....3......4......2....7..8...2.......54.1..6..3..29.38.1.7531....984.7...63"
NORVIGS_IMPOSSIBLE = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."


@pytest.mark.parametrize(
    ("text", "level", "outcome"),
    [
        (EASY, "naked-single", Reached.SOLVED),
        (EASY_SOLUTION, "naked-single", Reached.SOLVED),
        (NEEDS_NAKED_PAIRS, "naked-single", Reached.STUCK),
        (NEEDS_NAKED_PAIRS, "naked-pair", Reached.SOLVED),
        (ESCARGOT, "forcing", Reached.STUCK),
        (TWO, "forcing", Reached.STUCK),
        (NONE, "hidden-single", Reached.CONTRADICTION),
        (NORVIGS_IMPOSSIBLE, "naked-single", Reached.STUCK),
        (NORVIGS_IMPOSSIBLE, "forcing", Reached.CONTRADICTION),
        (CLASH, "naked-single", Reached.CONTRADICTION),
    ],
)
def test_how_a_walk_ends(text: str, level: str, outcome: Reached) -> None:
    walked = walk(Puzzle.from_text(text), level)
    assert walked.outcome is outcome
    assert bool(walked.reason) == (outcome is Reached.CONTRADICTION)


@pytest.mark.parametrize("box", [(2, 2), (2, 3), (3, 2), (3, 3), (2, 5), (4, 4), (1, 5)])
def test_steps_can_be_replayed_without_knowing_their_technique(box: tuple[int, int]) -> None:
    puzzle = unique_with_holes(shape_of_box(*box), 0.5, seed=1)
    walked = walk(puzzle)
    candidates = {
        (cell, value)
        for cell in puzzle.shape.cells
        for value in puzzle.shape.values
        if position_of(puzzle).candidates[cell] >> value & 1
    }
    for step in walked.steps:
        assert candidates.issuperset(step.removed)
        candidates.difference_update(step.removed)
        assert candidates.issuperset(step.placed)
    assert walked.outcome is Reached.SOLVED
    assert candidates == set(enumerate(walked.grid))
    assert find_fault(puzzle, walked.grid) is None


def test_a_higher_level_never_leaves_more_candidates() -> None:
    left = [candidates_of(walk(Puzzle.from_text(ESCARGOT), level).position) for level in LEVELS]
    assert left == sorted(left, reverse=True)
    assert left[0] > left[-1]


def test_a_walk_ends_at_the_deadline() -> None:
    watch = Stopwatch(Limits(seconds=0.01))
    with pytest.raises(OutOfTime):
        walk(Puzzle(shape_of_box(6, 6), bytes(36**2)), tick=watch.tick)


@pytest.mark.parametrize("name", LEVELS)
def test_each_technique_asks_for_the_time_often_on_large_boards(name: str) -> None:
    position = position_of(Puzzle(shape_of_box(5, 5), bytes(25**2)), Stopwatch(Limits(seconds=0.2)).tick)
    start = time.process_time()
    with suppress(OutOfTime):
        next(find_technique(name).find(position), None)
    assert time.process_time() - start < 5


def test_a_walk_that_assumes_uniqueness_says_so() -> None:
    puzzle = Puzzle.from_text(NEEDS_A_RECTANGLE)
    assert not walk(puzzle).assumed_uniqueness()
    assert walk(puzzle, "xy-chain").outcome is Reached.STUCK
    walked = walk(puzzle, "unique-rectangle", given_unique=True)
    assert walked.outcome is Reached.SOLVED
    assert walked.assumed_uniqueness()


def test_a_contradiction_is_found_after_the_step_that_causes_it() -> None:
    """Looking only at the effects of a step finds as much as looking at the whole board."""
    kinds = set()
    for line in (DATA / "unsolvable.txt").read_text().splitlines()[1:60]:
        position = position_of(Puzzle.from_text(line.split(":")[0]))
        while step := next_step(position, techniques_up_to("claiming")):
            before = position.flaw()
            position.apply(step)
            flaw, after = position.flaw(), position.flaw_after(step)
            assert before or bool(flaw) == bool(after)
            if flaw:
                kinds.add(flaw.reason.split(" has ")[1].split(" left")[0])
                break
    assert kinds == {"no candidate", "no place"}
