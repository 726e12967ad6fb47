"""The lookup tables of the 9x9 kernel agree with a plain definition, for every pattern of nine bits."""

import re
from collections.abc import Callable
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from sudoku_compare.native import settle as kernel
from sudoku_compare.native import solve9_constants as constants
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
    """Return the row triad of a cell of a band."""
    return 3 * row(cell) + box(cell)


def placings(triads: set[int]) -> list[set[int]]:
    """Return all sets of three of these triads without two in the same row or box."""
    return [
        set(three)
        for three in combinations(sorted(triads), 3)
        if len({t // 3 for t in three}) == len({t % 3 for t in three}) == 3
    ]


def alone(pattern: set[int]) -> set[int]:
    return {bit for bit in pattern if not any(other // 3 == bit // 3 and other != bit for other in pattern)}


Plain = Callable[[set[int]], set[int]]

PLAIN: dict[str, Plain] = {
    "touched_triads": lambda cells: {cell // 3 for cell in cells},
    "possible_triads": lambda triads: set().union(*placings(triads)),
    "cells_of": lambda triads: {cell for cell in BAND if triad(cell) in triads},
    "only_of_three": alone,
    "free_in_other_bands": lambda columns: {cell for cell in BAND if column(cell) not in alone(columns)},
    "boxes_with_one_column": lambda columns: {t for t in NINE if t % 3 in {c // 3 for c in alone(columns)}},
    # A triad stays unless a required triad is another one of its row or box.
    "compatible_triads": lambda musts: {
        t for t in NINE if all(m == t or (m // 3 != t // 3 and m % 3 != t % 3) for m in musts)
    },
    "compatible_columns": lambda musts: {c for c in NINE if all(m == c or m // 3 != c // 3 for m in musts)},
}


@pytest.mark.parametrize("name", PLAIN)
def test_a_table_agrees_with_its_plain_definition(name: str) -> None:
    table, plain = getattr(tables, name), PLAIN[name]
    assert [bits(table(pattern)) for pattern in ALL] == [plain(bits(pattern)) for pattern in ALL]


def test_every_table_is_tested() -> None:
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


def test_the_constants_are_the_same_compiled_and_interpreted() -> None:
    text = Path(kernel.__file__).with_name("solve9.pxd").read_text()
    enum = text.split("cdef enum:\n")[1].split("\n\n")[0]
    compiled = {name: int(number, 0) for name, number in re.findall(r"^    (\w+) = (\w+)$", enum, re.MULTILINE)}
    assert len(compiled) == len(enum.splitlines())
    assert compiled == {name: number for name, number in vars(constants).items() if not name.startswith("_")}


def test_the_constants_are_consistent() -> None:
    assert bits(constants.ALL_CELLS) == set(BAND)
    assert bits(constants.ALL_TRIADS) == set(range(18))
    assert constants.THREE_ROWS == tables.THREE_ROWS == pattern_of({0, 9, 18})
    assert constants.LEVELS > constants.CELLS
    parts = [0, constants.OPEN, constants.PAIRS, constants.TRIADS, constants.LOCKED, constants.SEEN, constants.LEVEL]
    assert [after - before for before, after in pairwise(parts)] == [27, 3, 3, 27, 27, 27]
    source = Path(kernel.__file__).with_name("solve9.py").read_text()
    rooms = set(re.findall(r"(board|state): cython.uint\[(.*)\]", source))  # Cython needs literal sizes
    assert rooms == {("board", f"{constants.LEVEL} * {constants.LEVELS}"), ("state", f"{constants.STATE_WORDS}")}
