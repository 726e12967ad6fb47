"""The compiled and the interpreted kernel give the same answers and counts."""

from array import array
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreted import load_interpreted
from kernel_puzzles import NINE, random_puzzles, random_puzzles_of
from making import CLASH, EASY, EASY_SOLUTION, ESCARGOT, NONE, TWO, load_shipped
from sudoku_compare.core.puzzle import Puzzle
from sudoku_compare.core.shape import shape_of_box
from sudoku_compare.formats.isomorphism import random_isomorph
from sudoku_compare.native import solve9 as nine
from sudoku_compare.native import solve_any as sizes
from sudoku_compare.native.settle import CELLS, IS_COMPILED

pytestmark = pytest.mark.skipif(not IS_COMPILED, reason="the kernel is not compiled")

PLAIN_NINE, PLAIN_SIZES = load_interpreted("native.solve9"), load_interpreted("native.solve_any")
FEW_GIVENS = (  # 17 givens each
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
    "17 givens, long search": FEW_GIVENS[1],
    **{f"extreme {number}": load_shipped("extreme")[number].text for number in range(6)},
    **{f"multiple {number}": load_shipped("multiple")[number].text for number in range(4)},
    **{f"unsolvable {number}": load_shipped("unsolvable")[number].text for number in range(4)},
}
BOXES = [(1, 1), (1, 4), (2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (3, 4), (4, 4)]


def settle_batch(module: object, puzzles: bytes, limit: int, most_assumptions: int) -> tuple[bytes, bytes, list[int]]:
    count = len(puzzles) // CELLS
    found, solutions, assumptions = bytearray(count), bytearray(len(puzzles)), array("I", [0] * count)
    module.settle_into(puzzles, found, solutions, assumptions, limit, most_assumptions)
    return bytes(found), bytes(solutions), list(assumptions)


def run_in_portions(search: object, most_solutions: int, portion: int) -> list[object]:
    """Return all results of a search in portions, at most ten."""
    results: list[object] = []
    for _ in range(10):
        is_exhausted, solutions = search.advance(most_solutions, portion)
        results += [is_exhausted, solutions, search.counts()]
        assert all(type(count) is int for count in search.counts())  # True == 1 would hide a bool
        if is_exhausted:
            break
    return results


def test_one_kernel_is_compiled_and_the_other_is_not() -> None:
    assert (nine.IS_COMPILED, PLAIN_NINE.IS_COMPILED) == (True, False)
    assert nine.__file__.endswith((".so", ".pyd"))
    assert sizes.__file__.endswith((".so", ".pyd"))
    assert PLAIN_NINE.__file__.endswith(".py")
    assert PLAIN_SIZES.__file__.endswith(".py")


@pytest.mark.parametrize("limit", [1, 2, 20])
@pytest.mark.parametrize("name", CASES)
def test_both_settle_a_puzzle_with_the_same_solution_and_assumptions(name: str, limit: int) -> None:
    givens = Puzzle.from_text(CASES[name]).givens
    assert settle_batch(PLAIN_NINE, givens, limit, 400) == settle_batch(nine, givens, limit, 400)


def test_both_settle_a_batch_of_all_kinds_alike() -> None:
    givens = b"".join(puzzle.givens for puzzle in random_puzzles(seed=9, count=150))
    assert settle_batch(PLAIN_NINE, givens, 2, 400) == settle_batch(nine, givens, 2, 400)


@pytest.mark.parametrize("portion", [1, 7, 50])
@pytest.mark.parametrize("name", CASES)
def test_both_searches_agree_after_each_portion(name: str, portion: int) -> None:
    givens = Puzzle.from_text(CASES[name]).givens
    assert run_in_portions(PLAIN_NINE.Search(givens), 3, portion) == run_in_portions(nine.Search(givens), 3, portion)


@pytest.mark.parametrize("portion", [40, 10_000])
@pytest.mark.parametrize("box", BOXES, ids=str)
def test_both_searches_agree_on_other_sizes_after_each_portion(box: tuple[int, int], portion: int) -> None:
    shape = shape_of_box(*box) if box != (1, 1) else None
    puzzles = [p.givens for p in random_puzzles_of(shape, seed=5, count=4)] if shape else [b"\0", b"\1"]
    for givens in puzzles:
        searches = (module.Search(*box, givens) for module in (PLAIN_SIZES, sizes))
        plain, compiled = (run_in_portions(search, 3, portion) for search in searches)
        assert plain == compiled


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 1 << 30), portion=st.integers(1, 300), solutions=st.integers(1, 9))
@pytest.mark.parametrize("box", [(2, 2), (2, 3)], ids=str)
def test_both_searches_agree_on_small_boards(box: tuple[int, int], seed: int, portion: int, solutions: int) -> None:
    shape = shape_of_box(*box)
    rng = Random(seed)
    share = rng.random() / 2
    givens = bytes(rng.choice(list(shape.values)) if rng.random() < share else 0 for _ in shape.cells)
    searches = (module.Search(*box, givens) for module in (PLAIN_SIZES, sizes))
    plain, compiled = (run_in_portions(search, solutions, portion) for search in searches)
    assert plain == compiled


@pytest.mark.parametrize("fewest", [0, 25, 40, 81])
def test_both_leave_the_same_givens_when_digging_holes(fewest: int) -> None:
    rng = Random(fewest)
    for _ in range(4):
        board = random_isomorph(Puzzle.from_text(EASY_SOLUTION), rng).givens
        order = bytes(rng.sample(range(CELLS), CELLS))
        assert PLAIN_NINE.dig_holes(board, order, fewest) == nine.dig_holes(board, order, fewest)


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 1 << 30), limit=st.integers(1, 254), cap=st.integers(0, 60))
def test_both_settle_alike_with_any_limits(seed: int, limit: int, cap: int) -> None:
    rng = Random(seed)
    puzzle = random_isomorph(rng.choice(load_shipped(rng.choice(["hard", "extreme", "multiple", "unsolvable"]))), rng)
    givens = puzzle.with_value(rng.randrange(CELLS), rng.choice([0, *NINE.values])).givens
    assert settle_batch(PLAIN_NINE, givens, limit, cap) == settle_batch(nine, givens, limit, cap)
