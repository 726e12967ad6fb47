"""Which puzzles have come before, compiled and as it stands, against a dictionary."""

from array import array
from random import Random

import pytest

from interpreted import interpreted
from sudoku_compare.native.duplicate_table import Seen

CELLS = 81


def strewn(rng: Random, count: int) -> tuple[bytes, bytes]:
    """Forms and puzzles, many of which come over again."""
    forms = [bytes([rng.randrange(3), rng.randrange(200)]).ljust(CELLS, b"\0") for _ in range(count)]
    puzzles = [form[:2] + bytes([rng.randrange(2)]).ljust(CELLS - 2, b"\0") for form in forms]
    return b"".join(forms), b"".join(puzzles)


@pytest.mark.parametrize("kind", [Seen, interpreted("native.duplicate_table").Seen])
def test_the_first_of_each_form_is_told_and_whether_it_is_the_same_to_the_letter(kind: type[Seen]) -> None:
    rng, seen, known, line = Random(1), kind(), dict[bytes, tuple[int, bytes]](), 1
    for count in (0, 1, 700, 50, 900):  # more than there is room for at first
        forms, puzzles = strewn(rng, count)
        numbers = array("Q", range(line, line + count))
        firsts, is_same = array("Q", bytes(8 * count)), bytearray(count)
        seen.meet(forms, puzzles, numbers, firsts, is_same)
        for index, number in enumerate(numbers):
            form, puzzle = (text[CELLS * index : CELLS * (index + 1)] for text in (forms, puzzles))
            first, letters = known.setdefault(form, (number, puzzle))
            assert firsts[index] == (first if first != number else 0)
            assert not firsts[index] or bool(is_same[index]) == (letters == puzzle)
        line += count
    assert len(known) > 500
