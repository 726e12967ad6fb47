"""The steps of the ladder: sound, and equal to the techniques of the same name."""

import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from making import load_shipped, position_around, scrambled_solution
from sudoku_compare import Puzzle
from sudoku_compare.core.shape import Shape, shape_of_box
from sudoku_compare.engines.kernel import Kernel
from sudoku_compare.explanation.ladder import LADDER, Climb, Rung
from sudoku_compare.explanation.settle import settle
from sudoku_compare.native.rate_chains import tenths_for
from sudoku_compare.native.rate_position import Position
from sudoku_compare.techniques import Position as TechniquePosition
from sudoku_compare.techniques import find_technique

NINE = shape_of_box(3, 3)
ASSUME_UNIQUENESS = ("unique-rectangle", "unique-loop", "bug+1", "bug")
ALIKE: dict[str, Callable[[Position], bool]] = {
    "pointing": lambda position: position.find_pointing(False),
    "claiming": lambda position: position.find_claiming(False),
    "naked-pair": lambda position: position.find_naked_sets(2),
    "naked-triple": lambda position: position.find_naked_sets(3),
    "naked-quad": lambda position: position.find_naked_sets(4),
    "hidden-pair": lambda position: position.find_hidden_sets(2, False),
    "hidden-triple": lambda position: position.find_hidden_sets(3, False),
    "hidden-quad": lambda position: position.find_hidden_sets(4, False),
    "x-wing": lambda position: position.find_fish(2),
    "swordfish": lambda position: position.find_fish(3),
    "jellyfish": lambda position: position.find_fish(4),
    "xy-wing": lambda position: position.find_wings(2),
    "xyz-wing": lambda position: position.find_wings(3),
}


def start_climb(position: TechniquePosition, solution: bytes) -> Climb:
    """Return a climb from this position."""
    shape = position.geometry.shape
    state = Climb(Puzzle(shape, bytes(position.grid)), solution, lambda: None)
    for cell in shape.cells:
        for value in shape.values:
            if not position.candidates[cell] >> value & 1:
                state.position.remove(cell, value)
    return state


def is_sound(position: Position, solution: bytes) -> bool:
    """Return whether every value of the solution is known or a candidate."""
    grid, candidates = position.values(), position.candidates()
    return all(
        grid[cell] == value if grid[cell] else candidates[cell] >> (value - 1) & 1
        for cell, value in enumerate(solution)
    )


def make_open_position(shape: Shape, seed: int) -> tuple[TechniquePosition, bytes]:
    """Return a position without singles, and its solution."""
    solution = scrambled_solution(shape, seed)
    position = position_around(solution, shape, random.Random(seed))
    singles = [find_technique("naked-single"), find_technique("hidden-single")]
    while step := next((step for single in singles for step in single.find(position)), None):
        position.apply(step)
    return position, solution


@pytest.mark.parametrize("rung", [rung for rung in LADDER if rung.technique not in ASSUME_UNIQUENESS])
@given(seed=st.integers(0, 10**6))
@settings(max_examples=6, deadline=None)
def test_no_step_removes_a_value_of_the_solution(rung: Rung, seed: int) -> None:
    rng = random.Random(seed)
    shape = shape_of_box(*rng.choice([(2, 2), (2, 3), (3, 3)]))
    solution = scrambled_solution(shape, seed)
    state = start_climb(position_around(solution, shape, rng), solution)
    rung.find(state)
    assert is_sound(state.position, solution)


@pytest.mark.parametrize("tier", ["medium", "hard", "extreme"])
@pytest.mark.parametrize("number", range(12))
def test_no_step_on_the_way_up_is_wrong(tier: str, number: int) -> None:
    """Steps that rely on a unique solution are right only in positions that follow from the givens."""
    puzzle = load_shipped(tier)[number]
    _, solution = settle(Kernel().search, puzzle, 10)
    assert solution
    state = Climb(puzzle, solution, lambda: None)
    while state.position.state()[0]:
        rating = next(filter(None, (rung.find(state) for rung in LADDER)))
        state.rating = max(state.rating, rating)
        assert is_sound(state.position, solution)
    assert state.position.values() == solution


@pytest.mark.slow
@pytest.mark.parametrize("tier", ["easy", "medium", "hard"])
def test_no_step_on_the_way_up_is_wrong_for_many_puzzles(tier: str) -> None:
    for number in range(12, 200):
        test_no_step_on_the_way_up_is_wrong(tier, number)


@pytest.mark.parametrize("name", ALIKE)
@given(seed=st.integers(0, 10**6))
@settings(max_examples=25, deadline=None)
def test_steps_remove_what_the_technique_of_the_same_name_removes(name: str, seed: int) -> None:
    shape = shape_of_box(*random.Random(-seed).choice([(2, 3), (3, 3)]))
    position, solution = make_open_position(shape, seed)
    expected = {candidate for step in find_technique(name).find(position) for candidate in step.removed}
    state = start_climb(position, solution)
    before = state.position.candidates()
    assert ALIKE[name](state.position) == bool(expected)
    after = state.position.candidates()
    removed = {
        (cell, value)
        for cell in shape.cells
        for value in shape.values
        if (before[cell] & ~after[cell]) >> (value - 1) & 1
    }
    assert removed == expected


@pytest.mark.parametrize(
    ("length", "tenths"),
    [(2, 0), (4, 0), (5, 1), (6, 1), (7, 2), (8, 2), (9, 3), (12, 3), (13, 4), (24, 5), (25, 6), (192, 11), (193, 12)],
)
def test_what_the_length_of_a_chain_adds(length: int, tenths: int) -> None:
    assert tenths_for(length) == tenths
