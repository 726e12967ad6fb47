"""Mistakes in a position."""

import pytest

from sudoku_compare.core.puzzle import Puzzle
from sudoku_compare.explanation.mistakes import find_mistakes

PUZZLE = Puzzle.from_text("1... ..2. .3.. ...4")  # the solution is 1243 3421 4312 2134
NOTHING: list[tuple[int, ...]] = [()] * 16


def describe(position: str, candidates: list[tuple[int, ...]] | None = None) -> dict[str, object]:
    return find_mistakes(PUZZLE, Puzzle.from_text(position), candidates, 60.0).to_dict()


def test_a_right_position_has_no_mistakes() -> None:
    found = find_mistakes(PUZZLE, Puzzle.from_text("12.. ..2. .3.. ...4"), NOTHING, 60.0)
    assert (str(found.verdict), found.has_any) == ("unique", False)


def test_a_digit_that_is_not_the_one_of_the_solution_is_a_mistake() -> None:
    found = describe("12.4 ..2. .3.. 4..4")
    assert found == {"verdict": "unique", "digits": ["r1c4", "r4c1"], "candidates": []}


@pytest.mark.parametrize(("kept", "wrong"), [((2,), []), ((1, 2, 3), []), ((), []), ((3, 4), ["r1c2"])])
def test_candidates_without_the_value_of_the_solution_are_a_mistake(kept: tuple[int, ...], wrong: list[str]) -> None:
    candidates = [(), kept, *NOTHING[2:]]
    assert describe("1... ..2. .3.. ...4", candidates)["candidates"] == wrong


def test_candidates_of_a_cell_with_a_digit_do_not_count() -> None:
    candidates = [(), (3, 4), *NOTHING[2:]]
    assert describe("12.. ..2. .3.. ...4", candidates)["candidates"] == []


@pytest.mark.parametrize(
    ("givens", "verdict"), [("1... .... .... ....", "multiple"), ("11.. .... .... ....", "unsolvable")]
)
def test_a_puzzle_without_a_unique_solution_has_no_mistakes(givens: str, verdict: str) -> None:
    puzzle = Puzzle.from_text(givens)
    found = find_mistakes(puzzle, Puzzle.from_text(givens[:-1] + "3"), [(4,)] * 16, 60.0)
    assert (str(found.verdict), found.has_any) == (verdict, False)
