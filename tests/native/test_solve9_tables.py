"""What the 9x9 kernel looks up, against the plain meaning of it, for every pattern of nine bits."""

import re
from collections.abc import Callable
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from sudoku_compare.native import settle as kernel
from sudoku_compare.native import solve9_constants as numbers
from sudoku_compare.native import solve9_tables as tables

ALL = range(512)
NINE = range(9)
BAND = range(27)


def bits(pattern: int) -> set[int]:
    return {bit for bit in range(pattern.bit_length()) if pattern >> bit & 1}


def pattern_of(numbers: set[int]) -> int:
    return sum(1 << number for number in numbers)


def row(cell: int) -> int:
    return cell // 9


def column(cell: int) -> int:
    return cell % 9


def box(cell: int) -> int:
    return cell % 9 // 3


def triad(cell: int) -> int:
    """The rows' triad of a cell of a band."""
    return 3 * row(cell) + box(cell)


def placings(triads: set[int]) -> list[set[int]]:
    """Three triads of these, no two of them in one row or box."""
    return [
        set(three)
        for three in combinations(sorted(triads), 3)
        if len({t // 3 for t in three}) == len({t % 3 for t in three}) == 3
    ]


def alone(pattern: set[int]) -> set[int]:
    return {bit for bit in pattern if not any(other // 3 == bit // 3 and other != bit for other in pattern)}


Plain = Callable[[set[int]], set[int]]

PLAIN: dict[str, Plain] = {
    "in_triads": lambda cells: {cell // 3 for cell in cells},
    "fitting": lambda triads: set().union(*placings(triads)),
    "cells_of": lambda triads: {cell for cell in BAND if triad(cell) in triads},
    "only_of_three": alone,
    "free_elsewhere": lambda columns: {cell for cell in BAND if column(cell) not in alone(columns)},
    "boxes_with_one_column": lambda columns: {t for t in NINE if t % 3 in {c // 3 for c in alone(columns)}},
    # A triad stays unless one of those that must be is another of its row, or of its box.
    "beside_triads": lambda musts: {
        t for t in NINE if all(m == t or (m // 3 != t // 3 and m % 3 != t % 3) for m in musts)
    },
    "beside_columns": lambda musts: {c for c in NINE if all(m == c or m // 3 != c // 3 for m in musts)},
}


@pytest.mark.parametrize("name", PLAIN)
def test_a_table_says_what_its_words_say(name: str) -> None:
    table, plain = getattr(tables, name), PLAIN[name]
    assert [bits(table(pattern)) for pattern in ALL] == [plain(bits(pattern)) for pattern in ALL]


def test_every_table_is_looked_at() -> None:
    public = {name for name, thing in vars(tables).items() if callable(thing) and thing.__module__ == tables.__name__}
    assert {name for name in public if not name.startswith("_")} == {*PLAIN, "column_of", "peers_of"}


@pytest.mark.parametrize("cell", BAND)
def test_peers_share_a_row_a_column_or_a_box(cell: int) -> None:
    peers = {
        other
        for other in BAND
        if other != cell and (row(other) == row(cell) or column(other) == column(cell) or box(other) == box(cell))
    }
    assert bits(tables.peers_of(cell)) == peers
    assert bits(tables.column_of(cell)) == {other for other in BAND if column(other) == column(cell)}


def test_the_numbers_are_the_same_compiled_and_interpreted() -> None:
    text = Path(kernel.__file__).with_name("solve9.pxd").read_text()
    enum = text.split("cdef enum:\n")[1].split("\n\n")[0]
    compiled = {name: int(number, 0) for name, number in re.findall(r"^    (\w+) = (\w+)$", enum, re.MULTILINE)}
    assert len(compiled) == len(enum.splitlines())
    assert compiled == {name: number for name, number in vars(numbers).items() if not name.startswith("_")}


def test_the_numbers_mean_what_they_say() -> None:
    assert bits(numbers.ALL_CELLS) == set(BAND)
    assert bits(numbers.ALL_TRIADS) == set(range(18))
    assert numbers.THREE_ROWS == tables.THREE_ROWS == pattern_of({0, 9, 18})
    assert numbers.LEVELS > numbers.CELLS
    parts = [0, numbers.OPEN, numbers.PAIRS, numbers.TRIADS, numbers.LOCKED, numbers.SEEN, numbers.LEVEL]
    assert [after - before for before, after in pairwise(parts)] == [27, 3, 3, 27, 27, 27]
    source = Path(kernel.__file__).with_name("solve9.py").read_text()
    rooms = set(re.findall(r"(board|note): cython.uint\[(.*)\]", source))  # a size has to be written out there
    assert rooms == {("board", f"{numbers.LEVEL} * {numbers.LEVELS}"), ("note", f"{numbers.NOTES}")}
