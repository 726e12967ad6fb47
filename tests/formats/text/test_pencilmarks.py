"""Boards with candidates are read as givens, with or without the candidates."""

import io

import pytest

from making import EASY
from sudoku_compare.core.entry import Entry
from sudoku_compare.core.puzzle import Puzzle
from sudoku_compare.formats.collection import read_collection
from sudoku_compare.formats.format import Item, ReadOptions
from sudoku_compare.formats.source import Source
from sudoku_compare.techniques import position_of

PUZZLE = Puzzle.from_text(EASY)
CANDIDATES = tuple(
    tuple(value for value in PUZZLE.shape.values if mask >> value & 1) for mask in position_of(PUZZLE).candidates
)
CELLS = ["".join(map(str, values)) for values in CANDIDATES]


def write_hodoku(cells: list[str]) -> str:
    width = max(map(len, cells)) + 1
    line = "-" * (3 * width + 1)
    lines = [f".{line}.{line}.{line}."]
    for row in range(9):
        if row in (3, 6):
            lines.append(f":{line}+{line}+{line}:")
        groups = [cells[9 * row + start :][:3] for start in (0, 3, 6)]
        lines.append("| " + " | ".join("".join(cell.ljust(width) for cell in group) for group in groups) + " |")
    return "\n".join([*lines, f"'{line}'{line}'{line}'", ""])


def write_rows(cells: list[str]) -> str:
    return "\n".join(" ".join(cells[start : start + 9]) for start in range(0, 81, 9))


def read(text: str, *, with_candidates: bool = False) -> list[Item]:
    source = Source("file", io.BufferedReader(io.BytesIO(text.encode())))
    return list(read_collection(source, ReadOptions(with_candidates=with_candidates)))


@pytest.mark.parametrize("write", [write_hodoku, write_rows])
def test_the_single_digits_are_givens_and_the_others_are_candidates_if_wanted(write: object) -> None:
    text = write(CELLS)  # type: ignore[operator]
    singles = bytes(values[0] if len(values) == 1 else 0 for values in CANDIDATES)
    [entry] = read(text)
    assert isinstance(entry, Entry)
    assert (entry.puzzle.givens, entry.candidates) == (singles, None)
    [entry] = read(text, with_candidates=True)
    assert isinstance(entry, Entry)
    assert (entry.puzzle.givens, entry.candidates) == (singles, CANDIDATES)
    assert len(read(f"{text}\n\n{text}\n")) == 2


def test_a_value_that_the_user_placed_is_not_a_given() -> None:
    cells = [cell if given else "u" + cell[:1] for cell, given in zip(CELLS, PUZZLE.givens, strict=True)]
    [entry] = read(write_rows(cells), with_candidates=True)
    assert isinstance(entry, Entry)
    assert entry.puzzle == PUZZLE
    assert entry.candidates == tuple(values[:1] for values in CANDIDATES)


def test_a_board_without_candidates_is_not_read_as_one_with_them() -> None:
    [entry] = read(write_hodoku(list(EASY)), with_candidates=True)
    assert isinstance(entry, Entry)
    assert (entry.puzzle, entry.candidates) == (PUZZLE, None)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (write_rows(CELLS[:72]), "file:1: expected 9 rows of 9 cells, found 8"),
        (write_rows([*CELLS[:30], *CELLS[31:], "1"]).replace(" 1", "", 1), "expected a row of 9 cells"),
        (write_rows([*CELLS[:30], "21", *CELLS[31:]]), "found '21'"),
    ],
)
def test_a_damaged_board_is_refused(text: str, error: str) -> None:
    items = read(text)
    assert not any(isinstance(item, Entry) for item in items)
    assert any(error in str(item) for item in items), list(map(str, items))
