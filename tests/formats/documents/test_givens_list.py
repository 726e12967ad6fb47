"""Lists of givens are read as rows, columns and values, or as clauses."""

import io

import pytest

from file_reading import read, read_error, read_puzzles
from making import EASY, puzzle_with_holes
from sudoku_compare import Puzzle
from sudoku_compare.core.entry import Entry
from sudoku_compare.core.shape import Shape, shape_of_box, shape_of_side
from sudoku_compare.engines.models import MODEL_FORMATS

FOUR = "1.....2..3.....4"
TRIPLES = "1 1 1\n2 3 2\n3 2 3\n4 4 4\n"
PUZZLE = Puzzle.from_text(EASY)
GIVENS = [(cell // 9 + 1, cell % 9 + 1, value) for cell, value in enumerate(PUZZLE.givens) if value]


@pytest.mark.parametrize(
    "text",
    [
        f"p sudoku 4\n{TRIPLES}",
        f"c a comment\nc\n\np sudoku 4 2 2\n{TRIPLES}c the end",
        f"p  sudoku\t4\n{TRIPLES}".replace("\n", " 0\n").replace("4 0\n1", "4\n1"),
        TRIPLES,
        f"c no size\n{TRIPLES}",
        f"p cnf 64 4\n{'1 0'}\n{'26 0'}\n39 0\n64 0\n",
        "p cnf 64 6\n1 2 3 4 0\n1 0\n-1 -2 0\n26 0\n39 0\n64 0\n",
    ],
)
def test_a_4x4_puzzle_is_read(text: str) -> None:
    assert read_puzzles(text) == [FOUR]


@pytest.mark.parametrize(
    "lines",
    [
        [f"{row} {column} {value}" for row, column, value in GIVENS],
        [f"{row}\t{column}\t{value} 0" for row, column, value in GIVENS],
        ["p cnf 999 30", *(f"{row}{column}{value} 0" for row, column, value in GIVENS)],
        ["p cnf 729 30", *(f"{81 * row + 9 * column + value - 90} 0" for row, column, value in GIVENS)],
    ],
)
def test_a_9x9_puzzle_is_read(lines: list[str]) -> None:
    assert read_puzzles("\n".join(lines)) == [EASY]


@pytest.mark.parametrize("shape", [shape_of_box(2, 2), shape_of_box(2, 3), shape_of_box(3, 2), shape_of_box(4, 4)])
def test_an_exported_formula_is_read_with_its_boxes(shape: Shape) -> None:
    puzzle = puzzle_with_holes(shape, 0.4, 1)
    model = MODEL_FORMATS["dimacs"]
    (item,) = read("".join(model.write(puzzle)))
    assert isinstance(item, Entry)
    assert item.puzzle == puzzle


def test_several_lists_are_read_with_their_names_and_lines() -> None:
    items = read(f"c one\np sudoku 4\n{TRIPLES}c two\nc second name\np sudoku 4\n1 1 1\n")
    found = [(item.id, item.puzzle.text, item.name) for item in items if isinstance(item, Entry)]
    assert found == [("file:2", FOUR, "one"), ("file:9", "1" + "." * 15, "second name")]


def test_a_wrong_list_does_not_hide_the_next_one() -> None:
    assert read_puzzles(f"p sudoku 4\n1 1 5\n1 1 6\n1 2\np sudoku 4\n{TRIPLES}") == [
        "ERROR file:2: expected a row, a column and a value from 1 to 4, found 1 1 5",
        FOUR,
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("p sudoku 4\n1 1 1\n1 1 2\n", "file:3: r1c1 has two values: 1 and 2"),
        ("p cnf 64 2\n1 0\n2 0\n", "file:3: r1c1 has two values: 1 and 2"),
        ("p sudoku 4\n0 1 1\n", "file:2: expected a row, a column and a value from 1 to 4, found 0 1 1"),
        ("p sudoku 4\n1 1\n", "file:2: expected a row, a column and a value, found '1 1'"),
        ("p sudoku 4\n1 1 1 1\n", "file:2: expected a row, a column and a value, found '1 1 1 1'"),
        ("p sudoku 4\n1 1 x\n", "file:2: expected a whole number, found 'x'"),
        (f"p sudoku 4\n1 1 {'9' * 5000}\n", f"file:2: expected a whole number, found '{'9' * 40}...'"),
        ("p sudoku 4\n1 1 --1\n", "file:2: expected a whole number, found '--1'"),
        ("p sudoku 5\n", "file:1: a 5x5 board cannot be divided into boxes; expected a side of 4, 6, 8, 9, 10, 12, 14, "
                         "15, ... up to 100"),
        ("p sudoku 101\n", "file:1: expected a side of at most 100 cells, found 101"),
        ("p sudoku 6 2 2\n", "file:1: expected boxes with 6 cells, found 2x2"),
        ("p sudoku\n", "file:1: expected `p sudoku 9` or `p cnf 729 NUMBER`, found 'p sudoku'"),
        ("p cnf 65 1\n1 0\n", "file:1: expected a variable for each value of each cell, such as 729, found 65"),
        ("p cnf -64 1\n1 0\n", "file:1: expected a variable for each value of each cell, such as 729, found -64"),
        ("p cnf 64 1\n65 0\n", "file:2: expected a variable from 1 to 64, found 65"),
        ("p cnf 64 1\n-1 0\n", "file:2: expected a variable from 1 to 64, found -1"),
        ("p cnf 64 1\n1\n", "file:2: expected a clause that ends with 0"),
        ("p cnf 999 1\n101 0\n", "file:2: expected a row, a column and a value from 1 to 9, found 1 0 1"),
        ("1 1 1\n2 3 7\n", "file:1: expected a line with the size, such as `p sudoku 9`, above the givens"),
        ("c nothing\nc else\n", "file: no puzzle found"),
    ],
)  # fmt: skip
def test_a_wrong_list_is_refused_with_the_line(text: str, message: str) -> None:
    assert read_error(text).startswith(message)


def test_another_size_than_the_expected_one_is_refused() -> None:
    assert read_error(f"p sudoku 4\n{TRIPLES}", shape_of_side(9)).startswith(
        "file:1: expected a puzzle with boxes of 3x3"
    )
    assert read_error("p cnf 64 0\n", shape_of_side(9)).startswith("file:1: expected a puzzle with boxes of 3x3")
    assert read_puzzles(f"p sudoku 4\n{TRIPLES}", shape_of_side(4)) == [FOUR]


@pytest.mark.parametrize("text", ["1 2 3 0\n3 4 1 0\n2 1 4 0\n4 3 2 0\n", "12 34 56\n" * 6, "530 070 000\n" * 9])
def test_rows_of_boards_are_not_taken_for_a_list(text: str) -> None:
    from sudoku_compare.formats.documents.givens_list import FORMAT
    from sudoku_compare.formats.format import Start

    assert FORMAT.assess(Start(text.encode(), is_whole=True)) is None


def test_a_long_formula_is_read_line_by_line() -> None:
    stream = io.StringIO()
    stream.write("p cnf 729 200001\n1 0\n")
    stream.write("-1 -2 0\n" * 200_000)
    assert read_puzzles(stream.getvalue()) == ["1" + "." * 80]
