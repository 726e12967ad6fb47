"""Every set of instructions that this processor has gives the same answers, solutions and counts."""

from array import array
from collections.abc import Iterator
from random import Random

import pytest

from kernel_puzzles import random_puzzles
from making import EASY, EASY_SOLUTION, ESCARGOT, TWO, load_shipped
from sudoku_compare.core.puzzle import Puzzle
from sudoku_compare.formats.isomorphism import random_isomorph
from sudoku_compare.native import solve9
from sudoku_compare.native.settle import CELLS, settle_many

VECTORS = solve9.list_instructions()[1:]
pytestmark = pytest.mark.skipif(not VECTORS, reason="this processor has no vector instructions that the kernel uses")
vectors = pytest.mark.parametrize("name", VECTORS)
MANY = b"".join(puzzle.givens for puzzle in random_puzzles(seed=17, count=1500))


@pytest.fixture(autouse=True)
def select_best_afterwards() -> Iterator[None]:
    yield
    solve9.select_instructions(solve9.list_instructions()[-1])


def settle_with(name: str, puzzles: bytes, limit: int = 2, cap: int = 10_000, keep: int = 2) -> object:
    solve9.select_instructions(name)
    return settle_many(puzzles, limit, assumptions=cap, keep=keep)


def search_with(name: str, givens: bytes, portion: int) -> list[object]:
    """Return all results of a search in portions, at most 30."""
    solve9.select_instructions(name)
    search, results = solve9.Search(givens), []
    for _ in range(30):
        results.append((search.advance(3, portion), search.counts()))
    return results


@vectors
@pytest.mark.parametrize(("limit", "cap"), [(1, 10_000), (2, 10_000), (254, 10_000), (2, 0), (2, 3)])
def test_batches_of_all_kinds_have_the_same_results(name: str, limit: int, cap: int) -> None:
    assert settle_with(name, MANY, limit, cap) == settle_with("scalar", MANY, limit, cap)


@vectors
@pytest.mark.parametrize("tier", ["extreme", "multiple", "unsolvable"])
def test_long_searches_have_the_same_results(name: str, tier: str) -> None:
    puzzles = b"".join(puzzle.givens for puzzle in load_shipped(tier))
    assert settle_with(name, puzzles) == settle_with("scalar", puzzles)


@vectors
@pytest.mark.parametrize("portion", [1, 5, 100])
@pytest.mark.parametrize("text", [EASY, ESCARGOT, TWO, "." * CELLS], ids=["easy", "hard", "two", "empty"])
def test_searches_in_portions_have_the_same_solutions_and_counts(name: str, text: str, portion: int) -> None:
    givens = Puzzle.from_text(text).givens
    assert search_with(name, givens, portion) == search_with("scalar", givens, portion)


@vectors
@pytest.mark.parametrize("fewest", [0, 30])
def test_the_same_givens_are_left_when_digging_holes(name: str, fewest: int) -> None:
    rng = Random(fewest)
    for _ in range(20):
        board = random_isomorph(Puzzle.from_text(EASY_SOLUTION), rng).givens
        order = bytes(rng.sample(range(CELLS), CELLS))
        solve9.select_instructions(name)
        dug = solve9.dig_holes(board, order, fewest)
        solve9.select_instructions("scalar")
        assert solve9.dig_holes(board, order, fewest) == dug


@vectors
def test_every_byte_means_the_same_in_every_cell(name: str) -> None:
    board = Puzzle.from_text(EASY_SOLUTION).givens
    changed = [board[:cell] + bytes([byte]) + board[cell + 1 :] for byte in range(256) for cell in range(CELLS)]
    assert settle_with(name, b"".join(changed)) == settle_with("scalar", b"".join(changed))


@vectors
def test_nothing_is_written_beyond_the_solutions(name: str) -> None:
    solve9.select_instructions(name)
    solutions = bytearray(2 * CELLS)
    solve9.settle_into(Puzzle.from_text(EASY).givens * 2, bytearray(2), solutions, array("I", [0, 0]), 2, 100)
    assert solutions == Puzzle.from_text(EASY_SOLUTION).givens * 2


@vectors
def test_a_search_continues_with_the_instructions_that_started_it(name: str) -> None:
    givens = Puzzle.from_text(ESCARGOT).givens
    whole = search_with("scalar", givens, 10_000)[0]
    solve9.select_instructions(name)
    search = solve9.Search(givens)
    assert search.advance(3, 1) == (False, b"")
    solve9.select_instructions("scalar")
    assert (search.advance(3, 10_000), search.counts()) == whole


@pytest.mark.parametrize("name", ["", "sse9", "AVX2"])
def test_other_instructions_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match=f"^instructions: expected one of scalar, .*, found {name}$"):
        solve9.select_instructions(name)
