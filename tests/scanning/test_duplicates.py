"""Duplicates in a scan: identical and isomorphic puzzles of every size."""

from random import Random

import pytest

from batches import batch_of, batches_of
from making import EASY, ESCARGOT, puzzle_with_holes
from sudoku_compare import Puzzle
from sudoku_compare.core.shape import shape_of_side
from sudoku_compare.formats.batch_reader import Batch
from sudoku_compare.formats.isomorphism import random_isomorph
from sudoku_compare.scanning.duplicates import add_canonical_forms, find_duplicates
from sudoku_compare.scanning.results import Duplicate
from sudoku_compare.scanning.settle import settle_batch


def find_in(batches: list[Batch]) -> list[Duplicate]:
    found = find_duplicates(add_canonical_forms(settle_batch(batch, 60)) for batch in batches)
    return [duplicate for _, duplicates in found for duplicate in duplicates.found]


def test_identical_and_isomorphic_puzzles_of_every_size_are_found() -> None:
    other = random_isomorph(Puzzle.from_text(EASY), Random(1)).text
    four = Puzzle.from_text("1.....2..3.....4")
    lines = [EASY, ESCARGOT, other, EASY, four.text, random_isomorph(four, Random(2)).text, four.text]
    assert find_in([batch_of(*lines)]) == [
        Duplicate("file:3", "file:1", False),
        Duplicate("file:4", "file:1", True),
        Duplicate("file:6", "file:5", False),
        Duplicate("file:7", "file:5", True),
    ]


@pytest.mark.parametrize("text", ["." * 144, "1" + "." * 143], ids=["empty", "one given"])
def test_boards_that_differ_only_in_their_boxes_are_not_duplicates(text: str) -> None:
    boxes = ["2x6", "3x4", "4x3", "6x2"]
    assert find_in([batch_of("puzzle,box", *(f"{text},{box}" for box in boxes))]) == []
    assert find_in([batch_of("puzzle,box", *(f"{text},{box}" for box in [*boxes, "3x4"]))]) == [
        Duplicate("file:6", "file:3", True),
    ]


def test_a_batch_knows_the_lines_of_its_first_isomorphs() -> None:
    settled = settle_batch(batch_of(EASY, ESCARGOT, EASY), 60)
    [(same, duplicates)] = find_duplicates([add_canonical_forms(settled)])
    assert same is settled
    assert list(duplicates.first_lines) == [0, 0, 1]


def test_puzzles_of_earlier_batches_are_remembered() -> None:
    four = "1.....2..3.....4"
    first, second = batch_of(ESCARGOT, EASY, four, name="one"), batch_of(EASY, "." * 81, four, name="other")
    found = find_in([first, second])
    assert [(duplicate.id, duplicate.identical) for duplicate in found] == [("other:1", True), ("other:3", True)]


def test_many_isomorphs_are_all_found() -> None:
    puzzles = [puzzle_with_holes(shape_of_side(9), 0.4, seed) for seed in range(700)]
    lines = [puzzle.text for puzzle in [*puzzles, *(random_isomorph(puzzle, Random(7)) for puzzle in puzzles)]]
    assert {(duplicate.id, duplicate.isomorph_of) for duplicate in find_in(batches_of(*lines))} == {
        (f"file:{number + 700}", f"file:{number}") for number in range(1, 701)
    }
