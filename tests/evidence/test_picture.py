"""The answer as a picture: what each verdict marks."""

import pytest

from conftest import ROOT
from evidences import LATE, UNKNOWN
from making import CLASH, EASY, EASY_SOLUTION, ESCARGOT, NONE, TWO
from sudoku_compare import Puzzle, solve
from sudoku_compare.comparison.compare import compare, engines_by_text
from sudoku_compare.core.answer import Limits
from sudoku_compare.core.entry import Entry
from sudoku_compare.evidence.examine import EvidenceOptions, examine
from sudoku_compare.evidence.picture import draw_result, find_clashing_cells
from sudoku_compare.evidence.result import MultipleEvidence, UniqueEvidence, UniquenessResult, UnsolvableEvidence
from svg_reading import SVG, Element, find_boards, find_groups, parse_svg, read_grid, read_marked_cells, read_values

SHAPE = Puzzle.from_text(EASY).shape


def examine_text(text: str) -> UniquenessResult:
    return examine(solve(text), EvidenceOptions())


def draw(result: UniquenessResult) -> Element:
    return parse_svg(draw_result(result))


def read_words(root: Element) -> str:
    return " ".join(text.text or "" for text in root.iter(f"{SVG}text"))


def test_a_conflict_is_marked_on_the_givens() -> None:
    result = examine_text(NONE)
    root = draw(result)
    [board] = find_boards(root)
    assert isinstance(result.evidence, UnsolvableEvidence)
    assert result.evidence.conflict
    assert read_marked_cells(board, SHAPE) == {placement.cell for placement in result.evidence.conflict}
    assert read_grid(board, "givens", SHAPE) == result.comparison.puzzle.givens
    assert len(find_groups(root, "legend")) == 1
    assert "these 9 givens cannot all be true" in read_words(root)
    assert "r4c1=1 instead of 6" in read_words(root)


def test_the_picture_in_the_documentation_is_up_to_date() -> None:
    shown, drawn = parse_svg((ROOT / "docs" / "images" / "conflict.svg").read_text()), draw(examine_text(NONE))
    [shown_board], [drawn_board] = find_boards(shown), find_boards(drawn)
    assert read_marked_cells(shown_board, SHAPE) == read_marked_cells(drawn_board, SHAPE)
    assert read_words(shown) == read_words(drawn)


def test_clashing_givens_are_marked_in_their_own_way() -> None:
    root = draw(examine_text(CLASH))
    [board] = find_boards(root)
    assert read_marked_cells(board, SHAPE) == {0, 1}
    assert len(find_groups(root, "legend")) == 2
    assert "given that clashes" in read_words(root)


@pytest.mark.parametrize(
    ("givens", "cells"),
    [
        ("1.....2..3.....4", set()),
        ("11..............", {0, 1}),
        ("1...............", set()),
        ("1.......1.......", {0, 8}),
        ("2....2..........", {0, 5}),
        ("2.2.......2.....", {0, 2, 10}),
        ("1.......2......2", set()),
    ],
)
def test_givens_clash_if_they_are_equal_in_a_unit(givens: str, cells: set[int]) -> None:
    assert find_clashing_cells(Puzzle.from_text(givens)) == cells


def test_cells_that_differ_show_both_values() -> None:
    result = examine_text(TWO)
    evidence, solution = result.evidence, result.comparison.solution
    assert isinstance(evidence, MultipleEvidence)
    assert solution
    assert evidence.additional_givens
    both, extended = find_boards(draw(result))
    assert read_marked_cells(both, SHAPE) == set(evidence.differs_at)
    assert read_values(both, "alternatives", SHAPE) == {
        cell: [str(solution[cell]), str(evidence.second_solution[cell])] for cell in evidence.differs_at
    }
    filled = read_grid(both, "filled", SHAPE)
    assert all(filled[cell] in (0, solution[cell]) for cell in SHAPE.cells)
    assert not any(filled[cell] for cell in evidence.differs_at)
    added = {placement.cell: placement.value for placement in evidence.additional_givens.add}
    assert read_marked_cells(extended, SHAPE) == set(added)
    givens = read_grid(extended, "givens", SHAPE)
    assert {cell: value for cell, value in enumerate(givens) if value != result.comparison.puzzle.givens[cell]} == added


def test_without_additional_givens_there_is_one_board() -> None:
    result = examine_text(TWO)
    assert isinstance(result.evidence, MultipleEvidence)
    evidence = MultipleEvidence(
        2, True, result.evidence.second_solution, result.evidence.differs_at, missing={"additional_givens": LATE}
    )
    root = draw(UniquenessResult(result.comparison, evidence))
    assert len(find_boards(root)) == 1
    assert "additional givens: unknown; time ran out" in read_words(root)


def test_redundant_givens_are_marked_and_the_solution_is_lighter() -> None:
    result = examine_text(EASY)
    [board] = find_boards(draw(result))
    assert isinstance(result.evidence, UniqueEvidence)
    assert result.evidence.redundant_givens
    assert read_marked_cells(board, SHAPE) == {placement.cell for placement in result.evidence.redundant_givens}
    grid = bytes(map(max, read_grid(board, "filled", SHAPE), read_grid(board, "givens", SHAPE)))
    assert grid == Puzzle.from_text(EASY_SOLUTION).givens


def test_a_minimal_puzzle_has_no_marks() -> None:
    root = draw(examine_text(ESCARGOT))
    [board] = find_boards(root)
    assert read_marked_cells(board, SHAPE) == set()
    assert "every given is necessary" in read_words(root)


def test_an_unknown_verdict_shows_what_is_known() -> None:
    root = draw(UniquenessResult(solve(EASY, first=True), UNKNOWN))
    [board] = find_boards(root)
    assert any(read_grid(board, "filled", SHAPE))
    assert "known so far" in read_words(root)


def test_the_name_of_the_puzzle_is_in_the_title() -> None:
    entry = Entry("file:1", Puzzle.from_text("1.....2..3.....4"), name="a <b> c")
    comparison = compare(entry, engines_by_text(["reductio", "sat"]), Limits())
    root = draw(examine(comparison, EvidenceOptions()))
    assert (root.findtext(f"{SVG}title") or "").startswith("a <b> c: unique")
