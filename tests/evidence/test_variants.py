"""Variants of a puzzle: every way to settle them gives the same result, and every result is checked."""

from array import array
from collections.abc import Callable

import pytest

from making import EASY, ESCARGOT, NONE, TWO
from sudoku_compare import Limits, Puzzle
from sudoku_compare.core.answer import OutOfTime, Stopwatch
from sudoku_compare.engines.reductio.engine import Reductio
from sudoku_compare.evidence import variants
from sudoku_compare.evidence.confirmation import Objection
from sudoku_compare.evidence.conflict import find_conflict, find_fixes
from sudoku_compare.evidence.redundant_givens import find_redundant_givens
from sudoku_compare.native.settle import SettledBatch, settle_many


def watch() -> Stopwatch:
    return Stopwatch(Limits(seconds=30))


def by_sat_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(variants, "is_nine", lambda shape: False)


def the_kernel_gives_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(variants, "MOST_ASSUMPTIONS", 0)


def no_change(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use the kernel where it helps."""


WITNESSES = {no_change: {"kernel", "sat"}, by_sat_alone: {"sat"}, the_kernel_gives_up: {"kernel", "sat"}}
Claim = Callable[[bytes], tuple[int, bytes]]
Way = Callable[[pytest.MonkeyPatch], None]

WAYS = pytest.mark.parametrize("way", [no_change, by_sat_alone, the_kernel_gives_up])


def without_one_given(puzzle: Puzzle) -> list[Puzzle]:
    return [puzzle.with_value(cell, 0) for cell, value in enumerate(puzzle.givens) if value]


@WAYS
@pytest.mark.parametrize("text", [EASY, ESCARGOT, NONE, TWO])
def test_every_way_counts_like_reductio(way: Way, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    way(monkeypatch)
    puzzles = without_one_given(Puzzle.from_text(text))
    found = variants.settle_variants(puzzles, watch())
    assert {settled.by for settled in found} <= WITNESSES[way]
    for puzzle, (solutions, _) in zip(puzzles, found, strict=True):
        expected = Reductio().search(puzzle, Limits(2)).solutions
        assert len(set(solutions)) == len(solutions) == len(expected)
        assert len(expected) != 1 or solutions == expected


@WAYS
def test_a_known_solution_does_not_change_the_result(way: Way, monkeypatch: pytest.MonkeyPatch) -> None:
    way(monkeypatch)
    puzzle = Puzzle.from_text(EASY)
    [known] = Reductio().search(puzzle, Limits(2)).solutions
    rests = without_one_given(puzzle)
    with_it = variants.settle_variants(rests, watch(), known=known)
    without = variants.settle_variants(rests, watch())
    assert [len(settled.solutions) for settled in with_it] == [len(settled.solutions) for settled in without]
    assert all(settled.solutions == (known,) for settled in with_it if len(settled.solutions) == 1)


@pytest.mark.parametrize("count", [1, 4, 5, 6, 7])
def test_the_kernel_settles_batch_after_batch(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def note_batch(puzzles: bytes, limit: int, *, assumptions: int, keep: int) -> SettledBatch:
        asked.append((len(puzzles) // 81, limit, keep))
        return settle_many(puzzles, limit, assumptions=assumptions, keep=keep)

    monkeypatch.setattr(variants, "settle_many", note_batch)
    monkeypatch.setattr(variants, "IS_COMPILED", True)
    monkeypatch.setattr(variants, "BATCH", 2)
    puzzles = without_one_given(Puzzle.from_text(EASY))[:count]
    assert [settled.by for settled in variants.settle_variants(puzzles, watch())] == ["kernel"] * count
    assert asked == [(min(2, count - start), 2, 2) for start in range(0, count, 2)]  # two solutions are enough


def test_a_single_puzzle_is_settled_by_sat() -> None:
    puzzle = Puzzle.from_text("1... ..2. .3.. ...4")
    [(solutions, by)] = variants.settle_variants([puzzle], watch())
    assert (len(solutions), by) == (1, "sat")


def test_no_puzzles_give_no_results() -> None:
    assert variants.settle_variants([], watch()) == []


@pytest.mark.parametrize(
    ("claimed", "message"),
    [
        (lambda solution: (1, bytes(81)), "not a solution"),
        (lambda solution: (0, b""), "kernel: without r1c1, it missed the known solution"),
        (lambda solution: (2, solution), "kernel: returned the same solution twice"),
    ],
)
def test_wrong_claims_of_the_kernel_are_objections(
    claimed: Claim, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = Puzzle.from_text(EASY)
    [solution] = Reductio().search(puzzle, Limits(2)).solutions
    found, grid = claimed(solution)

    def settle_many(puzzles: bytes, limit: int, *, assumptions: int, keep: int) -> SettledBatch:
        count = len(puzzles) // 81
        boards = bytearray((grid or bytes(81)) * keep * count)
        return SettledBatch(bytearray([found]) * count, boards, array("I", [0] * count))

    monkeypatch.setattr(variants, "settle_many", settle_many)
    monkeypatch.setattr(variants, "IS_COMPILED", True)
    with pytest.raises(Objection, match=message):
        find_redundant_givens(puzzle, solution, watch())


def test_time_is_checked_before_each_batch() -> None:
    with pytest.raises(OutOfTime):
        variants.settle_variants(without_one_given(Puzzle.from_text(EASY)), Stopwatch(Limits(seconds=1e-9)))


@WAYS
def test_fixes_do_not_depend_on_the_way(way: Way, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = Puzzle.from_text(NONE)
    conflict = find_conflict(puzzle, watch())
    expected = find_fixes(puzzle, conflict, watch())
    way(monkeypatch)
    assert expected
    assert find_fixes(puzzle, conflict, watch()) == expected
