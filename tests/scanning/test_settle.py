"""Settling a batch: every answer is checked, and a long search gets a clock."""

from typing import Any

import pytest

import sudoku_compare.scanning.settle as settle_module
from batches import batch_of
from making import EASY, EASY_SOLUTION, ESCARGOT, NONE, TWO, scrambled_solution
from sudoku_compare import Puzzle, solve
from sudoku_compare.core.puzzle import compact
from sudoku_compare.core.shape import shape_of_side
from sudoku_compare.core.verdict import Verdict
from sudoku_compare.native.settle import UNSETTLED, settle_many
from sudoku_compare.scanning.line_formats import csv_format
from sudoku_compare.scanning.results import Objection
from sudoku_compare.scanning.settle import settle_batch

NINE = shape_of_side(9)


def falsify(found: int, grid: bytes) -> Any:
    """Return a `settle_many` whose answer for the second puzzle is wrong."""

    def settle_wrongly(puzzles: bytes, limit: int, **options: int) -> Any:
        settled = settle_many(puzzles, limit, **options)
        settled.found[1] = found
        settled.solutions[162 : 162 + len(grid)] = grid
        return settled

    return settle_wrongly


@pytest.mark.parametrize(
    ("found", "grid"),
    [
        (1, bytes(81)),
        (1, scrambled_solution(NINE, 3)),
        (2, bytes(map(int, EASY_SOLUTION)) * 2),
        (2, bytes(map(int, EASY_SOLUTION)) + scrambled_solution(NINE, 3)),
    ],
)
def test_an_invalid_solution_is_never_believed(monkeypatch: pytest.MonkeyPatch, found: int, grid: bytes) -> None:
    monkeypatch.setattr(settle_module, "settle_many", falsify(found, grid))
    settled = settle_batch(batch_of(ESCARGOT, EASY, ESCARGOT), 60)
    assert settled.count_verdicts() == {
        Verdict.UNSOLVABLE: 0,
        Verdict.UNIQUE: 2,
        Verdict.MULTIPLE: 0,
        Verdict.UNKNOWN: 1,
    }
    assert {objection.id for objection in settled.objections} == {"file:2"}
    assert b"file:2,unknown,," in bytes(csv_format("file", with_isomorphs=False).format_batch(settled))


def test_a_puzzle_that_needs_a_long_search_gets_one_with_a_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settle_module, "MOST_ASSUMPTIONS", 1)
    settled = settle_batch(batch_of(ESCARGOT, f"{ESCARGOT}:2:"), 60)
    assert list(settled.found) == [1, 1]
    assert settled.assumptions[0] > 1
    assert [objection.text for objection in settled.objections] == ["expected multiple, found unique"]


def test_a_puzzle_that_runs_out_of_time_stays_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settle_module, "MOST_ASSUMPTIONS", 1)
    monkeypatch.setattr("sudoku_compare.engines.kernel.STRETCH", 1)
    settled = settle_batch(batch_of(ESCARGOT), 1e-9)
    assert list(settled.found) == [UNSETTLED]
    assert settled.count_verdicts()[Verdict.UNKNOWN] == 1
    assert settled.solution(0) is None


@pytest.mark.parametrize("text", [ESCARGOT, TWO, "." * 81])
def test_a_puzzle_that_needs_the_clock_gets_its_solution_and_not_zeros(
    monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    monkeypatch.setattr(settle_module, "MOST_ASSUMPTIONS", 0)
    settled = settle_batch(batch_of(EASY, text, EASY), 60)
    expected = solve(Puzzle.from_text(text), ["kernel"])
    assert settled.solution(1) == expected.solution
    assert 0 not in settled.solution(1)  # type: ignore[operator]
    line = bytes(csv_format("file", with_isomorphs=False).format_batch(settled)).decode().splitlines()[1]
    assert expected.solution is not None
    assert line.startswith(f"file:2,{expected.verdict},{compact(expected.solution, NINE)},")


@pytest.mark.parametrize("text", [ESCARGOT, TWO, NONE, "." * 81])
def test_a_search_with_the_clock_gives_what_the_bulk_search_gives(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """The verdict, every solution and the assumptions, for the puzzle and for its neighbours."""
    expected = settle_batch(batch_of(EASY, text, EASY), 60)
    monkeypatch.setattr(settle_module, "MOST_ASSUMPTIONS", 0)
    settled = settle_batch(batch_of(EASY, text, EASY), 60)
    assert settled.found == expected.found
    assert bytes(settled.solutions) == bytes(expected.solutions)
    assert list(settled.assumptions) == list(expected.assumptions)


def test_a_settled_batch_cannot_be_changed() -> None:
    settled = settle_batch(batch_of(EASY, TWO), 60)
    with pytest.raises(TypeError):
        settled.solutions[0] = 0
    with pytest.raises(TypeError):
        settled.assumptions[0] = 0
    with pytest.raises(AttributeError):
        settled.found = b""  # type: ignore[misc]


def test_other_sizes_are_settled_one_by_one() -> None:
    settled = settle_batch(batch_of(EASY, "1.....2..3.....4:2:", TWO), 60)
    assert [(before, comparison.verdict) for before, comparison in settled.others] == [(1, Verdict.UNIQUE)]
    assert settled.objections == (Objection("file:2", "expected multiple, found unique"),)
    assert settled.count_verdicts()[Verdict.UNIQUE] == 2
