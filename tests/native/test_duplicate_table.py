"""The table of duplicates, compiled and interpreted, agrees with a dictionary."""

from array import array
from random import Random

import pytest

from interpreted import load_interpreted
from sudoku_compare.native.duplicate_table import DuplicateTable

CELLS = 81


def random_forms(rng: Random, count: int) -> tuple[bytes, bytes]:
    """Return forms and puzzles, with many duplicates."""
    forms = [bytes([rng.randrange(3), rng.randrange(200)]).ljust(CELLS, b"\0") for _ in range(count)]
    puzzles = [form[:2] + bytes([rng.randrange(2)]).ljust(CELLS - 2, b"\0") for form in forms]
    return b"".join(forms), b"".join(puzzles)


@pytest.mark.parametrize("kind", [DuplicateTable, load_interpreted("native.duplicate_table").DuplicateTable])
def test_the_first_puzzle_of_each_form_is_found_and_whether_it_is_identical(kind: type[DuplicateTable]) -> None:
    rng, table, known, line = Random(1), kind(), dict[bytes, tuple[int, bytes]](), 1
    for count in (0, 1, 700, 50, 900):  # more than the initial table can hold
        forms, puzzles = random_forms(rng, count)
        numbers = array("Q", range(line, line + count))
        firsts, is_identical = array("Q", bytes(8 * count)), bytearray(count)
        table.find_or_add(forms, puzzles, numbers, firsts, is_identical)
        for index, number in enumerate(numbers):
            form, puzzle = (text[CELLS * index : CELLS * (index + 1)] for text in (forms, puzzles))
            first, exact = known.setdefault(form, (number, puzzle))
            assert firsts[index] == (first if first != number else 0)
            assert not firsts[index] or bool(is_identical[index]) == (exact == puzzle)
        line += count
    assert len(known) > 500
