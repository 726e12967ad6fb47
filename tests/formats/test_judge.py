"""The judge of mutated files finds every kind of misreading, and accepts whatever a file can be said to say."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from formats.judge import find_lost_boards, find_misreadings
from formats.mutations import Mutant
from formats.sample_draft import Kind
from formats.samples import SAMPLES
from making import EASY_SOLUTION
from sudoku_compare import Puzzle
from sudoku_compare.core.shape import shape_of_box, shape_of_side

Change = Callable[[Mutant], object]
Read = Callable[[tuple[Puzzle, ...]], Puzzle]  # from the boards of the sample


def replace_line(number: int, change: Callable[[bytes], bytes]) -> Change:
    """Change a line, byte by byte where the length stays the same; lines count from 0."""

    def mutate(mutant: Mutant) -> None:
        start, end = mutant.list_lines()[number]
        old = bytes(mutant.data[start:end])
        new = change(old)
        if len(new) != len(old):
            mutant.replace(start, end, new)
            return
        for place, (before, after) in enumerate(zip(old, new, strict=True), start):
            if before != after:
                mutant.replace(place, place + 1, bytes([after]))

    return mutate


def delete_line(number: int) -> Change:
    return lambda mutant: mutant.replace(*mutant.list_lines()[number], b"")


def duplicate_line(number: int) -> Change:
    def mutate(mutant: Mutant) -> None:
        start, end = mutant.list_lines()[number]
        mutant.splice(end, end, bytes(mutant.data[start:end]), mutant.origins[start:end])

    return mutate


def swap_lines(first: int, second: int) -> Change:
    def mutate(mutant: Mutant) -> None:
        (start, end), (other_start, other_end) = mutant.list_lines()[first], mutant.list_lines()[second]
        data, origins = bytes(mutant.data), mutant.origins[:]
        mutant.splice(other_start, other_end, data[start:end], origins[start:end])
        mutant.splice(start, end, data[other_start:other_end], origins[other_start:other_end])

    return mutate


def take_rows(*places: tuple[int, int]) -> Read:
    """Read a board of these rows, each given by its board and its number there, from 0."""

    def read(boards: tuple[Puzzle, ...]) -> Puzzle:
        side = boards[0].shape.side
        rows = [boards[board].givens[row * side : (row + 1) * side] for board, row in places]
        return Puzzle(boards[0].shape, b"".join(rows).ljust(side * side, b"\0"))

    return read


def rows_of(board: int, *rows: int) -> list[tuple[int, int]]:
    return [(board, row) for row in rows]


def with_value(cell: int, value: int) -> Read:
    return lambda boards: boards[0].with_value(cell, value)


def shift_by_one(boards: tuple[Puzzle, ...]) -> Puzzle:
    return Puzzle(boards[0].shape, boards[0].givens[1:] + b"\0")


def pack_left(boards: tuple[Puzzle, ...]) -> Puzzle:
    """Move the values of the second row to its left end, as if consecutive separators were one."""
    row = boards[0].givens[9:18].replace(b"\0", b"")
    return Puzzle(boards[0].shape, boards[0].givens[:9] + row.ljust(9, b"\0") + boards[0].givens[18:])


def keep_small_values(line: bytes) -> bytes:
    return bytes(byte if byte in b"1234\n" else ord(".") for byte in line)


def read_first_row_as_puzzle(boards: tuple[Puzzle, ...]) -> Puzzle:
    return Puzzle(shape_of_side(4), bytes(value if value <= 4 else 0 for value in boards[0].givens[:16]))


@dataclass(frozen=True)
class Case:
    sample: str
    change: Change
    read: Read


NOTHING: Change = lambda mutant: None  # noqa: E731
CLEAR_LAST: Change = replace_line(0, lambda line: line[:-2] + b".\n")
ROWS = tuple(range(9))

MISREADINGS = {
    "an empty row for a lost one": Case("rows", delete_line(8), take_rows(*rows_of(0, 0, 1, 2, 3, 4, 5, 6, 7))),
    "nine of ten rows": Case("rows", duplicate_line(4), take_rows(*rows_of(0, 0, 1, 2, 3, 4, 4, 5, 6, 7))),
    "the rows of two boards": Case(
        "boards without anything between them", delete_line(4), take_rows(*rows_of(0, 0, 1, 2, 3, 5, 6, 7, 8), (1, 0))
    ),
    "the rows of two boards between two spoilt ones": Case(
        "boards without anything between them",
        lambda mutant: (replace_line(4, lambda line: b"&\n")(mutant), replace_line(14, lambda line: b"&\n")(mutant)),
        take_rows(*rows_of(0, 5, 6, 7, 8), *rows_of(1, 0, 1, 2, 3, 4)),
    ),
    "the bands of two boards": Case(
        "9x9 with blank lines between bands",
        lambda mutant: [delete_line(0)(mutant) for _ in range(4)],
        take_rows(*rows_of(0, 3, 4, 5, 6, 7, 8), *rows_of(1, 0, 1, 2)),
    ),
    "rows on both sides of a frame": Case(
        "Simple Sudoku's drawing", swap_lines(12, 17), take_rows((1, 3), *rows_of(1, 0, 1, 2, 4, 5, 6, 7, 8))
    ),
    "a row as a small puzzle": Case(
        "16x16 in rows without anything between the boards",
        replace_line(0, keep_small_values),
        read_first_row_as_puzzle,
    ),
    "the solution": Case("lines with an expected solution", NOTHING, lambda boards: Puzzle.from_text(EASY_SOLUTION)),
    "the state": Case("an .sdk file with sections", NOTHING, lambda boards: Puzzle.from_text(EASY_SOLUTION)),
    "a line from which a cell was lost": Case(
        "lines with . for an empty cell", replace_line(0, lambda line: line[1:]), shift_by_one
    ),
    "a value that is not there": Case("lines with . for an empty cell", CLEAR_LAST, with_value(80, 1)),
    "a value that was replaced": Case("rows", replace_line(0, lambda line: b"1" + line[1:]), with_value(0, 2)),
    "an empty cell for a strange character": Case(
        "rows", replace_line(0, lambda line: line[:1] + b"&" + line[2:]), with_value(1, 0)
    ),
    "values in other columns": Case(
        "a spreadsheet with commas", replace_line(8, lambda line: line[:-2] + b"8\n"), pack_left
    ),
    "other boxes": Case(
        "our drawing of 6x6 with tall boxes", NOTHING, lambda boards: Puzzle(shape_of_box(2, 3), boards[0].givens)
    ),
    "another value than in the array": Case("npy", NOTHING, with_value(0, 1)),
    "a given less than in the list": Case("a list of givens", NOTHING, with_value(1, 0)),
    "another value than in the document": Case("OpenSudoku", NOTHING, with_value(0, 9)),
    "nine of ten lists": Case("JSON", duplicate_line(4), take_rows(*rows_of(0, 0, 1, 2, 3, 4, 4, 5, 6, 7))),
}

READINGS = {
    "swapped rows": Case("rows", swap_lines(1, 3), take_rows(*rows_of(0, 0, 3, 2, 1, 4, 5, 6, 7, 8))),
    "a row of another board": Case(
        "boards without anything between them", swap_lines(8, 9), take_rows(*rows_of(0, 0, 1, 2, 3, 4, 5, 6, 7), (1, 0))
    ),
    "a row twice instead of the next": Case(
        "rows",
        lambda mutant: (duplicate_line(4)(mutant), delete_line(6)(mutant)),
        take_rows(*rows_of(0, 0, 1, 2, 3, 4, 4, 6, 7, 8)),
    ),
    "a changed value": Case("rows", replace_line(0, lambda line: b"1" + line[1:]), with_value(0, 1)),
    "a changed value in a drawing": Case(
        "HoDoKu's drawing", replace_line(1, lambda line: line.replace(b".", b"1", 1)), with_value(0, 1)
    ),
    "a changed value in a line": Case(
        "CSV with the puzzle in the second column",
        replace_line(1, lambda line: b"1,1" + line[3:]),
        with_value(0, 1),
    ),
    "a cleared cell of a spreadsheet": Case(
        "a spreadsheet with commas", replace_line(0, lambda line: line.replace(b"5", b"")), with_value(1, 0)
    ),
    "a candidate that is alone": Case(
        "HoDoKu's candidates", replace_line(1, lambda line: line.replace(b"2568", b"2   ")), with_value(1, 2)
    ),
    "a changed value in an array": Case(
        "npy with several boards", lambda mutant: mutant.replace(128, 129, b"\1"), with_value(0, 1)
    ),
    "a list that has lost a given": Case("a list of givens", delete_line(2), with_value(1, 0)),
    "a changed value in a document": Case(
        "SudokuWiki links", replace_line(0, lambda line: line.replace(b"=0", b"=1")), with_value(0, 1)
    ),
    "a changed value in a list of lists": Case(
        "JSON", replace_line(0, lambda line: line.replace(b"0", b"1", 1)), with_value(0, 1)
    ),
}


def judge(case: Case) -> tuple[list[str], Puzzle]:
    mutant = Mutant()
    mutant.append(SAMPLES[case.sample])
    case.change(mutant)
    puzzle = case.read(SAMPLES[case.sample].boards)
    return list(find_misreadings(mutant, [puzzle], bytes(mutant.data))), puzzle


@pytest.mark.parametrize("name", MISREADINGS)
def test_a_misreading_is_found(name: str) -> None:
    found, puzzle = judge(MISREADINGS[name])
    assert found == [f"read {puzzle.shape} {puzzle.text}, which is not in the file"]


@pytest.mark.parametrize("name", READINGS)
def test_what_the_file_says_is_accepted(name: str) -> None:
    found, puzzle = judge(READINGS[name])
    assert puzzle not in SAMPLES[READINGS[name].sample].boards
    assert not found


@pytest.mark.parametrize("name", SAMPLES)
def test_the_boards_of_a_sample_are_accepted_and_missed(name: str) -> None:
    mutant, sample = Mutant(), SAMPLES[name]
    mutant.append(sample)
    assert not list(find_misreadings(mutant, sample.boards, sample.data))
    assert not list(find_lost_boards(mutant, sample.boards))
    if sample.kind not in (Kind.NPY, Kind.GIVENS):  # an array has no lines
        assert len(list(find_lost_boards(mutant, ()))) == len(sample.boards)
