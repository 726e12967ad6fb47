"""Compiled and interpreted, the kernel gives the same answers and the same counts."""

from array import array
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreted import interpreted
from kernel_puzzles import NINE, strewn, strewn_of
from making import CLASH, EASY, EASY_SOLUTION, ESCARGOT, NONE, TWO, shipped
from sudoku_compare.core.puzzle import Puzzle
from sudoku_compare.core.shape import shape_of_box
from sudoku_compare.formats.isomorphism import isomorph
from sudoku_compare.native import solve9 as nine
from sudoku_compare.native import solve_any as sizes
from sudoku_compare.native.settle import CELLS, IS_COMPILED

pytestmark = pytest.mark.skipif(not IS_COMPILED, reason="there is no compiled kernel here")

PLAIN_NINE, PLAIN_SIZES = interpreted("native.solve9"), interpreted("native.solve_any")
FEW_GIVENS = (  # seventeen each
    "...8.1..........435............7.8........1...2..3....6......75..34........2..6..",
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
)
CASES = {
    "easy": EASY,
    "hard": ESCARGOT,
    "full": EASY_SOLUTION,
    "unsolvable": NONE,
    "clash": CLASH,
    "two": TWO,
    "empty": "." * CELLS,
    "17 givens": FEW_GIVENS[0],
    "17 givens, searched long": FEW_GIVENS[1],
    **{f"extreme {number}": shipped("extreme")[number].text for number in range(6)},
    **{f"multiple {number}": shipped("multiple")[number].text for number in range(4)},
    **{f"unsolvable {number}": shipped("unsolvable")[number].text for number in range(4)},
}
BOXES = [(1, 1), (1, 4), (2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (3, 4), (4, 4)]


def in_batch(module: object, puzzles: bytes, limit: int, most_assumptions: int) -> tuple[bytes, bytes, list[int]]:
    count = len(puzzles) // CELLS
    found, solutions, assumptions = bytearray(count), bytearray(len(puzzles)), array("I", [0] * count)
    module.settle_into(puzzles, found, solutions, assumptions, limit, most_assumptions)
    return bytes(found), bytes(solutions), list(assumptions)


def in_stretches(search: object, most_solutions: int, stretch: int) -> list[object]:
    """All that a search says on its way, ten times at most."""
    told: list[object] = []
    for _ in range(10):
        is_exhausted, solutions = search.go_on(most_solutions, stretch)
        told += [is_exhausted, solutions, search.counts()]
        assert all(type(count) is int for count in search.counts())  # True would pass for 1 here, and nowhere else
        if is_exhausted:
            break
    return told


def test_the_one_is_compiled_and_the_other_is_not() -> None:
    assert (nine.IS_COMPILED, PLAIN_NINE.IS_COMPILED) == (True, False)
    assert nine.__file__.endswith((".so", ".pyd"))
    assert sizes.__file__.endswith((".so", ".pyd"))
    assert PLAIN_NINE.__file__.endswith(".py")
    assert PLAIN_SIZES.__file__.endswith(".py")


@pytest.mark.parametrize("limit", [1, 2, 20])
@pytest.mark.parametrize("name", CASES)
def test_a_puzzle_has_the_same_verdict_solution_and_assumptions_in_a_batch(name: str, limit: int) -> None:
    givens = Puzzle.from_text(CASES[name]).givens
    assert in_batch(PLAIN_NINE, givens, limit, 400) == in_batch(nine, givens, limit, 400)


def test_a_batch_of_all_kinds_is_the_same() -> None:
    givens = b"".join(puzzle.givens for puzzle in strewn(seed=9, count=150))
    assert in_batch(PLAIN_NINE, givens, 2, 400) == in_batch(nine, givens, 2, 400)


@pytest.mark.parametrize("stretch", [1, 7, 50])
@pytest.mark.parametrize("name", CASES)
def test_a_search_tells_the_same_after_each_stretch(name: str, stretch: int) -> None:
    givens = Puzzle.from_text(CASES[name]).givens
    assert in_stretches(PLAIN_NINE.Search(givens), 3, stretch) == in_stretches(nine.Search(givens), 3, stretch)


@pytest.mark.parametrize("stretch", [40, 10_000])
@pytest.mark.parametrize("box", BOXES, ids=str)
def test_other_sizes_tell_the_same_after_each_stretch(box: tuple[int, int], stretch: int) -> None:
    shape = shape_of_box(*box) if box != (1, 1) else None
    puzzles = [p.givens for p in strewn_of(shape, seed=5, count=4)] if shape else [b"\0", b"\1"]
    for givens in puzzles:
        searches = (module.Search(*box, givens) for module in (PLAIN_SIZES, sizes))
        plain, compiled = (in_stretches(search, 3, stretch) for search in searches)
        assert plain == compiled


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 1 << 30), stretch=st.integers(1, 300), solutions=st.integers(1, 9))
@pytest.mark.parametrize("box", [(2, 2), (2, 3)], ids=str)
def test_small_boards_tell_the_same(box: tuple[int, int], seed: int, stretch: int, solutions: int) -> None:
    shape = shape_of_box(*box)
    rng = Random(seed)
    share = rng.random() / 2
    givens = bytes(rng.choice(list(shape.values)) if rng.random() < share else 0 for _ in shape.cells)
    searches = (module.Search(*box, givens) for module in (PLAIN_SIZES, sizes))
    plain, compiled = (in_stretches(search, solutions, stretch) for search in searches)
    assert plain == compiled


@pytest.mark.parametrize("fewest", [0, 25, 40, 81])
def test_digging_leaves_the_same_givens(fewest: int) -> None:
    rng = Random(fewest)
    for _ in range(4):
        board = isomorph(Puzzle.from_text(EASY_SOLUTION), rng).givens
        order = bytes(rng.sample(range(CELLS), CELLS))
        assert PLAIN_NINE.dig(board, order, fewest) == nine.dig(board, order, fewest)


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 1 << 30), limit=st.integers(1, 254), cap=st.integers(0, 60))
def test_whatever_the_limits_are_a_batch_is_the_same(seed: int, limit: int, cap: int) -> None:
    rng = Random(seed)
    puzzle = isomorph(rng.choice(shipped(rng.choice(["hard", "extreme", "multiple", "unsolvable"]))), rng)
    givens = puzzle.with_value(rng.randrange(CELLS), rng.choice([0, *NINE.values])).givens
    assert in_batch(PLAIN_NINE, givens, limit, cap) == in_batch(nine, givens, limit, cap)
