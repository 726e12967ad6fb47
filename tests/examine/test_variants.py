"""Variants of a puzzle: whoever settles them finds the same, and nobody is believed unchecked."""

from array import array

import pytest

from making import EASY, ESCARGOT, NONE, TWO
from sudoku_compare import Limits, Puzzle
from sudoku_compare.engine import Stopwatch
from sudoku_compare.engines.reductio import Reductio
from sudoku_compare.examine import variants
from sudoku_compare.examine.conflict import find_conflict, find_mends
from sudoku_compare.examine.doubts import Doubt
from sudoku_compare.examine.minimality import redundant_givens
from sudoku_compare.kernel import Settled


def watch() -> Stopwatch:
    return Stopwatch(Limits(seconds=30))


def by_sat_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(variants, "settler", lambda shape: "sat")


def the_kernel_gives_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(variants, "MOST_ASSUMPTIONS", 0)


def no_change(monkeypatch: pytest.MonkeyPatch) -> None:
    """As it is."""


WAYS = pytest.mark.parametrize("way", [no_change, by_sat_alone, the_kernel_gives_up])


def without_one_given(puzzle: Puzzle) -> list[Puzzle]:
    return [puzzle.with_value(square, 0) for square, value in enumerate(puzzle.givens) if value]


@WAYS
@pytest.mark.parametrize("text", [EASY, ESCARGOT, NONE, TWO])
def test_every_way_counts_like_reductio(way: object, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    way(monkeypatch)  # type: ignore[operator]
    puzzles = without_one_given(Puzzle.from_text(text))
    found = variants.settle_variants(puzzles, watch())
    for puzzle, solutions in zip(puzzles, found, strict=True):
        expected = Reductio().search(puzzle, Limits(2)).solutions
        assert len(set(solutions)) == len(solutions) == len(expected)
        assert len(expected) != 1 or solutions == expected


@WAYS
def test_a_known_solution_counts(way: object, monkeypatch: pytest.MonkeyPatch) -> None:
    way(monkeypatch)  # type: ignore[operator]
    puzzle = Puzzle.from_text(EASY)
    [known] = Reductio().search(puzzle, Limits(2)).solutions
    rests = without_one_given(puzzle)
    with_it = variants.settle_variants(rests, watch(), known=known)
    assert [len(found) for found in with_it] == [len(found) for found in variants.settle_variants(rests, watch())]
    assert all(known in found for found in with_it if len(found) == 1)


def test_of_none_there_is_nothing_to_settle() -> None:
    assert variants.settle_variants([], watch()) == []


def lie(found: int, value: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def settle_many(puzzles: bytes, limit: int, *, assumptions: int, keep: int) -> Settled:
        count = len(puzzles) // 81
        return Settled(bytearray([found]) * count, bytearray([value]) * len(puzzles) * keep, array("I", [0] * count))

    monkeypatch.setattr(variants, "settle_many", settle_many)
    monkeypatch.setattr(variants, "settler", lambda shape: "kernel")


def test_what_the_kernel_finds_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    lie(1, 1, monkeypatch)
    puzzle = Puzzle.from_text(EASY)
    [solution] = Reductio().search(puzzle, Limits(2)).solutions
    with pytest.raises(Doubt, match="not a solution"):
        redundant_givens(puzzle, solution, watch())


def test_no_solution_where_one_is_known_is_a_doubt(monkeypatch: pytest.MonkeyPatch) -> None:
    lie(0, 0, monkeypatch)
    puzzle = Puzzle.from_text(EASY)
    [solution] = Reductio().search(puzzle, Limits(2)).solutions
    with pytest.raises(Doubt, match="could go"):
        redundant_givens(puzzle, solution, watch())


@WAYS
def test_mends_do_not_depend_on_the_way(way: object, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = Puzzle.from_text(NONE)
    conflict = find_conflict(puzzle, watch())
    expected = find_mends(puzzle, conflict, watch())
    way(monkeypatch)  # type: ignore[operator]
    assert expected
    assert find_mends(puzzle, conflict, watch()) == expected
