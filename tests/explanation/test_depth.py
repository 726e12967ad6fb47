"""Reductio depth: against a simple second implementation, and on puzzles with a known depth."""

import random

import pytest

from making import CLASH, EASY, EASY_SOLUTION, ESCARGOT, NONE, TWO, puzzle_with_holes
from sudoku_compare import Limits, Puzzle
from sudoku_compare.core.shape import Shape, shape_of_box
from sudoku_compare.engines.reductio.engine import Reductio
from sudoku_compare.explanation.depth import Eliminator, depth

Possible = dict[int, set[int]]

SEVENTEEN = ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6..."
NORVIGS_HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
GOLDEN_NUGGET = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7....."
NORVIGS_IMPOSSIBLE = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (EASY, 0),
        (EASY_SOLUTION, 0),
        (SEVENTEEN, 0),
        (NORVIGS_HARD, 1),
        (ESCARGOT, 2),
        (GOLDEN_NUGGET, 2),
        (CLASH, 0),
        (NONE, 0),
        (NORVIGS_IMPOSSIBLE, 1),
        (TWO, None),
        ("." * 16, None),
    ],
)
def test_known_depths(text: str, expected: int | None) -> None:
    assert depth(Puzzle.from_text(text)) == expected


def test_the_depth_is_none_if_time_runs_out() -> None:
    assert depth(Puzzle.from_text(GOLDEN_NUGGET), seconds=0.002) is None


def test_under_a_false_assumption_values_of_the_solution_may_be_removed() -> None:
    """r1c7=2 of AI Escargot is such an assumption: it fails only because such values are removed too."""
    puzzle = Puzzle.from_text(ESCARGOT)
    solution = Reductio().search(puzzle, Limits(2)).solutions[0]
    eliminator = Eliminator(puzzle.shape, solution, lambda: None)
    board = eliminator.begin(puzzle.givens)
    assert solution[6] != 2
    assert not eliminator.fails(board, 6, 2, 1)
    assert eliminator.fails(board, 6, 2, 2)
    assert not eliminator.fails(board, 6, solution[6], 2)


def syllogize(shape: Shape, possible: Possible) -> Possible | None:
    """Place singles until there are none left; return None for a contradiction."""
    possible = {cell: set(values) for cell, values in possible.items()}
    changed = True
    while changed:
        changed = False
        for cell, values in possible.items():
            if len(values) == 1:
                for peer in shape.peers_of(cell):
                    changed |= bool(possible[peer] & values)
                    possible[peer] -= values
        for unit in shape.units:
            for value in shape.values:
                places = [cell for cell in unit if value in possible[cell]]
                if not places:
                    return None
                if len(places) == 1 and len(possible[places[0]]) > 1:
                    possible[places[0]] = {value}
                    changed = True
        if not all(possible.values()):
            return None
    return possible


def eliminate(shape: Shape, possible: Possible, depth: int) -> Possible | None:
    """Remove candidates as the definition says; return None for a contradiction."""
    closed = syllogize(shape, possible)
    changed = depth > 0
    while changed and closed:
        changed = False
        for cell in shape.cells:
            for value in sorted(closed[cell]) if len(closed[cell]) > 1 else ():
                if eliminate(shape, closed | {cell: {value}}, depth - 1) is None:
                    closed = syllogize(shape, closed | {cell: closed[cell] - {value}})
                    if closed is None:
                        return None
                    changed = True
    return closed


def plain_depth(puzzle: Puzzle) -> int:
    shape = puzzle.shape
    possible = {s: {v} if v else set(shape.values) for s, v in enumerate(puzzle.givens)}
    for reached in range(5):
        left = eliminate(shape, possible, reached)
        if left is None or all(len(values) == 1 for values in left.values()):
            return reached
    raise AssertionError("deeper than any board of this size")


@pytest.mark.parametrize("seed", range(60))
def test_a_simple_second_implementation_agrees(seed: int) -> None:
    rng = random.Random(seed)
    shape = shape_of_box(*rng.choice([(2, 2), (2, 3), (3, 2)]))
    puzzle = puzzle_with_holes(shape, 0.3, seed)
    if seed % 3 == 0:
        cell = next(cell for cell, value in enumerate(puzzle.givens) if not value)
        puzzle = puzzle.with_value(cell, rng.choice(shape.values))
    several = len(Reductio().search(puzzle, Limits(2)).solutions) > 1
    assert depth(puzzle) == (None if several else plain_depth(puzzle))
