"""What `settle_many` and `Search` promise to their callers."""

import sys
import threading
from array import array
from collections.abc import Callable
from functools import partial
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreted import load_interpreted
from kernel_puzzles import NINE, random_puzzles, random_puzzles_of
from making import EASY, EASY_SOLUTION, ESCARGOT, NONE, TWO, count_4x4, load_shipped, solutions_4x4
from sudoku_compare import Limits, Puzzle
from sudoku_compare.checking.solution import find_fault
from sudoku_compare.core.shape import shape_of_box
from sudoku_compare.engines.registry import load_engine
from sudoku_compare.native import solve9 as nine
from sudoku_compare.native import solve_any as sizes
from sudoku_compare.native.settle import CELLS, IS_COMPILED, UNSETTLED, SettledBatch, settle_many

EMPTY = bytes(CELLS)
MANY = b"".join(puzzle.givens for puzzle in random_puzzles(seed=3, count=400))
HARD = b"".join(puzzle.givens for puzzle in load_shipped("extreme"))
NO_LIMIT = 1 << 31  # assumptions


@pytest.mark.parametrize("limit", [1, 2, 3, 100, 253, 254])
def test_solutions_are_counted_up_to_the_limit(limit: int) -> None:
    puzzles = [Puzzle.from_text(text) for text in (EASY, TWO, NONE, EASY_SOLUTION, "." * CELLS)]
    found = settle_many(b"".join(puzzle.givens for puzzle in puzzles), limit).found
    assert list(found) == [min(limit, solutions) for solutions in (1, 2, 0, 1, limit)]


@pytest.mark.parametrize(
    ("tier", "assumptions"),
    [("easy", 41), ("medium", 380), ("hard", 534), ("extreme", 3311), ("multiple", 2004), ("unsolvable", 15)],
)
def test_the_counts_have_not_changed(tier: str, assumptions: int) -> None:
    """The generator finds hard puzzles by these counts: if they change, data/extreme.txt must be generated again."""
    puzzles = b"".join(puzzle.givens for puzzle in load_shipped(tier))
    assert sum(settle_many(puzzles).assumptions) == assumptions


@pytest.mark.parametrize("limit", [-1, 0, 255, 256, 1 << 40])
def test_a_limit_that_does_not_fit_in_a_byte_is_refused(limit: int) -> None:
    with pytest.raises(ValueError, match=f"^limit: expected 1 to 254, found {limit}$"):
        settle_many(EMPTY, limit)


@pytest.mark.parametrize("assumptions", [-1, 1 << 32])
def test_an_impossible_number_of_assumptions_is_refused(assumptions: int) -> None:
    with pytest.raises(ValueError, match=f"^assumptions: expected 0 to 4294967295, found {assumptions}$"):
        settle_many(EMPTY, assumptions=assumptions)


@pytest.mark.parametrize("length", [1, CELLS - 1, CELLS + 1, 10 * CELLS - 1])
def test_a_buffer_with_an_incomplete_puzzle_is_refused(length: int) -> None:
    with pytest.raises(ValueError, match=f"^puzzles: expected 81 bytes per puzzle, found {length} bytes$"):
        settle_many(bytes(length))


@pytest.mark.parametrize("counts", [[], [5], [0, 3, 2**32 - 1, 2**32 - 1]])
def test_the_sum_of_assumptions_does_not_overflow(counts: list[int]) -> None:
    for sum_assumptions in (nine.sum_assumptions, load_interpreted("native.solve9").sum_assumptions):
        assert sum_assumptions(memoryview(array("I", counts)).toreadonly()) == sum(counts)


def test_an_empty_buffer_is_allowed() -> None:
    assert settle_many(b"") == SettledBatch(bytearray(), bytearray(), array("I"))


@pytest.mark.parametrize(
    ("puzzles", "found", "solutions", "assumptions", "limit"),
    [
        (CELLS, 2, 2 * CELLS, 2, 2),
        (2 * CELLS, 2, CELLS, 2, 2),
        (2 * CELLS, 2, 2 * CELLS, 1, 2),
        (2 * CELLS, 1, 2 * CELLS, 2, 2),
        (CELLS, 1, CELLS, 1, 0),
        (CELLS, 1, CELLS, 1, 255),
    ],
)
def test_buffers_that_do_not_match_are_refused(
    puzzles: int, found: int, solutions: int, assumptions: int, limit: int
) -> None:
    with pytest.raises(ValueError, match="expected buffers for the same number of puzzles"):
        nine.settle_into(
            bytes(puzzles), bytearray(found), bytearray(solutions), array("I", [0] * assumptions), limit, 9
        )


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview, lambda given: memoryview(bytearray(given))])
def test_every_kind_of_buffer_is_accepted_and_left_unchanged(kind: Callable[[bytes], bytes]) -> None:
    given = kind(MANY)
    assert settle_many(given) == settle_many(MANY)
    assert given == MANY


def test_digits_are_values_and_all_other_bytes_are_empty_cells() -> None:
    text = ESCARGOT.encode()
    values = settle_many(Puzzle.from_text(ESCARGOT).givens)
    assert list(values.found) == [1]
    for empty in (b".", b"0", b"\0", b"_", b"\n", b"\xff", b":", b"\x0a", b"x"):
        assert settle_many(text.replace(b".", empty)) == values


def test_puzzles_of_a_batch_do_not_affect_each_other() -> None:
    alone = [settle_many(MANY[start : start + CELLS]) for start in range(0, len(MANY), CELLS)]
    together = settle_many(MANY)
    assert together.found == b"".join(one.found for one in alone)
    assert together.solutions == b"".join(one.solutions for one in alone)
    assert list(together.assumptions) == [one.assumptions[0] for one in alone]


@pytest.mark.parametrize("cap", [0, 1, 2, 5, 20])
def test_a_puzzle_that_needs_more_assumptions_than_allowed_stays_unsettled(cap: int) -> None:
    sure, capped = settle_many(MANY + HARD), settle_many(MANY + HARD, assumptions=cap)
    assert {*capped.found} >= {0, 1, UNSETTLED}
    for verdict, needed, capped_verdict, spent in zip(
        sure.found, sure.assumptions, capped.found, capped.assumptions, strict=True
    ):
        assert capped_verdict == (verdict if needed <= cap else UNSETTLED)
        assert spent == min(needed, cap)


def test_solutions_found_before_the_assumptions_ran_out_are_right() -> None:
    capped = settle_many(HARD, assumptions=2)
    puzzles = load_shipped("extreme")
    for number, (puzzle, found) in enumerate(zip(puzzles, capped.found, strict=True)):
        solution = bytes(capped.solutions[CELLS * number : CELLS * (number + 1)])
        assert (found == UNSETTLED and solution == EMPTY) or find_fault(puzzle, solution) is None


def run_long_batch() -> None:
    settle_many(HARD * 20)


def run_long_search() -> None:
    nine.Search(EMPTY).advance(20_000, NO_LIMIT)


def run_long_search_of_another_size() -> None:
    sizes.Search(6, 6, bytes(36 * 36)).advance(1, 50_000)


@pytest.mark.skipif(not IS_COMPILED, reason="interpreted code holds the GIL")
@pytest.mark.parametrize("work", [run_long_batch, run_long_search, run_long_search_of_another_size])
def test_another_thread_can_run_meanwhile(work: Callable[[], None]) -> None:
    """With a long switch interval, another thread runs only when the GIL is released, and only the kernel does that."""
    gate, has_run = threading.Lock(), []
    gate.acquire()

    def other() -> None:
        with gate:
            has_run.append(True)

    thread = threading.Thread(target=other)
    thread.start()
    before = sys.getswitchinterval()
    sys.setswitchinterval(1000)
    try:
        gate.release()
        for _ in range(50):  # in case the system does not schedule the other thread at once
            work()
            if has_run:
                break
        done = bool(has_run)
    finally:
        sys.setswitchinterval(before)
        thread.join()
    assert done


def test_threads_do_not_mix_up_their_puzzles() -> None:
    expected, results = settle_many(MANY), {}
    threads = [threading.Thread(target=lambda i=i: results.update({i: settle_many(MANY * 5)})) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(results[i].found == expected.found * 5 for i in range(4))
    assert all(results[i].solutions == expected.solutions * 5 for i in range(4))


def make_searches() -> dict[str, tuple[int, Callable[[], nine.Search | sizes.Search]]]:
    """Return, by name, the number of cells of the board and a function that starts the search."""
    puzzles = {"escargot": ESCARGOT, "two": TWO, "none": NONE, "extreme": load_shipped("extreme")[7].text}
    puzzles["multiple"] = load_shipped("multiple")[0].text
    starts = {name: (CELLS, partial(nine.Search, Puzzle.from_text(text).givens)) for name, text in puzzles.items()}
    starts["empty 4x4"] = (16, partial(sizes.Search, 2, 2, bytes(16)))
    for box in [(2, 3), (3, 3), (3, 4)]:
        givens = random_puzzles_of(shape_of_box(*box), seed=2, count=1)[0].givens
        starts[str(box)] = (len(givens), partial(sizes.Search, *box, givens))
    return starts


SEARCHES = make_searches()


@pytest.mark.parametrize("portion", [1, 2, 3, 17])
@pytest.mark.parametrize("name", SEARCHES)
def test_a_search_in_small_portions_ends_like_one_in_a_single_call(name: str, portion: int) -> None:
    most = 40
    size, begin = SEARCHES[name]
    whole, parts = begin(), begin()
    is_exhausted, solutions = whole.advance(most, NO_LIMIT)
    found, is_over, counts = b"", False, [parts.counts()]
    while not is_over and len(found) < most * size:
        is_over, more = parts.advance(min(most - len(found) // size, 3), portion)
        found += more
        counts.append(parts.counts())
    assert (found, is_over, counts[-1]) == (solutions, is_exhausted, whole.counts())
    assert all(
        before <= after for one, next_one in pairwise(counts) for before, after in zip(one, next_one, strict=True)
    )


def complete_searches() -> list[tuple[nine.Search | sizes.Search, int]]:
    """Return searches that can be finished, and the number of cells of their boards."""
    nines = [puzzle for puzzle in random_puzzles(seed=4, count=300) if puzzle.count_givens() > 22]
    searches = [(nine.Search(puzzle.givens), CELLS) for puzzle in nines]
    for box in [(2, 2), (2, 3), (3, 4)]:
        for puzzle in random_puzzles_of(shape_of_box(*box), seed=4, count=30):
            searches.append((sizes.Search(*box, puzzle.givens), len(puzzle.givens)))
    return searches


def test_every_assumption_adds_one_branch_and_every_branch_ends_in_a_solution_or_a_contradiction() -> None:
    with_assumptions = 0
    for search, cells in complete_searches():
        is_over, found = search.advance(2000, 1 << 20)
        assumptions, contradictions, deepest = search.counts()
        if is_over:
            assert contradictions + len(found) // cells == assumptions + 1
            assert bool(deepest) == bool(assumptions)
            assert deepest <= assumptions
            with_assumptions += bool(assumptions)
    assert with_assumptions > 50


def test_an_exhausted_search_stays_exhausted_and_its_counts_do_not_change() -> None:
    for search, _ in complete_searches():
        is_over, _ = search.advance(2000, 1 << 20)
        counts = search.counts()
        if is_over:
            assert (search.advance(10, NO_LIMIT), search.counts()) == ((True, b""), counts)


def test_an_empty_board_gives_different_solutions_up_to_the_limit() -> None:
    _, found = nine.Search(EMPTY).advance(3000, NO_LIMIT)
    solutions = {found[start : start + CELLS] for start in range(0, len(found), CELLS)}
    assert len(solutions) == 3000
    assert not any(find_fault(Puzzle(NINE, EMPTY), solution) for solution in solutions)


@pytest.mark.parametrize("length", [0, CELLS - 1, CELLS + 1])
def test_a_board_of_another_size_is_refused(length: int) -> None:
    with pytest.raises(ValueError, match=f"^expected 81 cells, found {length}$"):
        nine.Search(bytes(length))
    with pytest.raises(ValueError, match=f"^expected 16 cells, found {length}$"):
        sizes.Search(2, 2, bytes(length))


def test_a_value_above_the_side_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^expected givens of 1 to 4, found 9$"):
        sizes.Search(2, 2, bytes(15) + b"\x09")


@pytest.mark.parametrize("most", [0, 53_024_288])  # 81 times this number is 32 modulo 2**32
def test_a_number_of_solutions_that_cannot_be_stored_is_refused(most: int) -> None:
    with pytest.raises(ValueError, match=f"^solutions: expected 1 to 1000000, found {most}$"):
        nine.Search(EMPTY).advance(most, 1)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(0, 4), min_size=16, max_size=16))
def test_every_solution_of_a_4x4_is_found(givens: list[int]) -> None:
    found = load_engine("kernel").search(Puzzle(shape_of_box(2, 2), bytes(givens)), Limits(1000)).solutions
    assert sorted(found) == sorted(solutions_4x4(bytes(givens)))


@settings(max_examples=25, deadline=None)
@given(st.sets(st.integers(0, 15), max_size=9), st.integers(0, 287))
def test_every_solution_of_a_part_of_a_4x4_board_is_found(cells: set[int], number: int) -> None:
    board = ALL_4X4[number]
    givens = bytes(value if cell in cells else 0 for cell, value in enumerate(board))
    found = load_engine("kernel").search(Puzzle(shape_of_box(2, 2), givens), Limits(1000)).solutions
    assert len(found) == len(set(found)) == count_4x4(givens)
    assert board in found


ALL_4X4 = sorted(solutions_4x4(bytes(16)))


def test_there_are_288_full_4x4_boards() -> None:
    search = sizes.Search(2, 2, bytes(16))
    is_over, found = search.advance(1000, NO_LIMIT)
    assert is_over
    assert sorted(found[start : start + 16] for start in range(0, len(found), 16)) == ALL_4X4
    assert len(ALL_4X4) == 288
