"""Every format is detected and read, and errors say what is wrong."""

import gzip
import io
import random
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest

from making import CLASH, EASY, EASY_SOLUTION, ESCARGOT, puzzle_with_holes
from sudoku_compare import Puzzle
from sudoku_compare.core.entry import Entry, Expected
from sudoku_compare.core.errors import AmbiguousError, PuzzleError, SourceError
from sudoku_compare.core.shape import Shape, shape_of_box, shape_of_side
from sudoku_compare.display.board import draw
from sudoku_compare.formats.collection import read_collection
from sudoku_compare.formats.format import ReadOptions
from sudoku_compare.formats.source import Source, open_source

ROWS = [EASY[start : start + 9] for start in range(0, 81, 9)]
SIXTEEN = puzzle_with_holes(shape_of_side(16), 0.5, seed=1)
SIXTEEN_ROWS = [SIXTEEN.text[start : start + 16] for start in range(0, 256, 16)]
THIRTY_SIX = puzzle_with_holes(shape_of_side(36), 0.5, seed=1)
EMPTY_ROW = Puzzle(THIRTY_SIX.shape, THIRTY_SIX.givens[:108] + bytes(36) + THIRTY_SIX.givens[144:])
FOUR = "1.....2..3.....4"


def read(text: str | bytes, shape: Shape | None = None) -> list[Entry | PuzzleError]:
    data = text.encode() if isinstance(text, str) else text
    return list(read_collection(Source("file", io.BufferedReader(io.BytesIO(data))), ReadOptions(shape)))


def puzzles(text: str | bytes, shape: Shape | None = None) -> list[str]:
    return [item.puzzle.text if isinstance(item, Entry) else f"ERROR {item}" for item in read(text, shape)]


def numbers(puzzle: Puzzle, separator: str = " ", per_line: int = 10**6) -> str:
    tokens = [str(value) for value in puzzle.givens]
    lines = [tokens[start : start + per_line] for start in range(0, len(tokens), per_line)]
    return "\n".join(separator.join(line) for line in lines)


SIMPLE_SUDOKU = "*-----------*\n" + "\n|---+---+---|\n".join(
    "\n".join(f"|{row[:3]}|{row[3:6]}|{row[6:]}|" for row in ROWS[band : band + 3]) for band in (0, 3, 6)
) + "\n*-----------*\n"  # fmt: skip

ONE_9X9 = {
    "bare": EASY,
    "zeros": EASY.replace(".", "0"),
    "stars": EASY.replace(".", "*"),
    "underscores": EASY.replace(".", "_"),
    "x": EASY.replace(".", "x"),
    "X": EASY.replace(".", "X"),
    "indented": "   " + EASY,
    "carriage returns": EASY + "\r\n",
    "byte order mark": "\ufeff" + EASY,
    "comments": f"# a puzzle\n\n{EASY}  # easy\n# the end\n",
    "followed by a space": EASY + " 12 extra words",
    "followed by a comma": EASY + ",1," + EASY_SOLUTION,
    "followed by a comment": EASY + "#easy",
    "nine groups": " ".join(ROWS),
    "nine rows": "\n".join(ROWS),
    "nine rows of zeros": "\n".join(ROWS).replace(".", "0"),
    "rows in groups": "\n".join(f"{row[:3]} {row[3:6]} {row[6:]}" for row in ROWS),
    "rows in groups of zeros": "\n".join(f"{row[:3]} {row[3:6]} {row[6:]}" for row in ROWS).replace(".", "0"),
    "rows with spaces": "\n".join(" ".join(row) for row in ROWS),
    "rows with commas": "\n".join(",".join(row) for row in ROWS).replace(".", "0"),
    "rows with comments": "\n".join(f"{row} # row" for row in ROWS),
    "simple sudoku": SIMPLE_SUDOKU,
    "sdk": "#AAuthor\n#DTitle\n[Puzzle]\n" + "\n".join(ROWS) + "\n[State]\n" + "\n".join(["123456789"] * 9),
    "numbers in one line": numbers(Puzzle.from_text(EASY)),
    "numbers with commas": numbers(Puzzle.from_text(EASY), ","),
    "numbers in rows": numbers(Puzzle.from_text(EASY), " ", 9),
    "euler": "Grid 01\n" + "\n".join(ROWS).replace(".", "0"),
    "csv": f"quizzes,solutions\n{EASY.replace('.', '0')},{EASY_SOLUTION}\n",
    "csv with other columns": f"id,puzzle,solution,clues\n1,{EASY},{EASY_SOLUTION},30\n",
    "tsv with a header": f"puzzle\tsolution\n{EASY}\t{EASY_SOLUTION}\n",
    "quoted csv": f'"quizzes","solutions"\n"{EASY}","{EASY_SOLUTION}"\n',
    "counted": f"{EASY}:1:{EASY_SOLUTION}",
    "counted without solution": f"{EASY}:1:",
    "old line ends": "\r".join(ROWS) + "\r",
    "our own drawing": "\n".join(str(line) for line in draw(shape_of_side(9), Puzzle.from_text(EASY).givens)),
}


@pytest.mark.parametrize("name", ONE_9X9)
def test_one_puzzle_is_read_from_every_format(name: str) -> None:
    assert puzzles(ONE_9X9[name]) == [EASY]
    assert puzzles(gzip.compress(ONE_9X9[name].encode())) == [EASY]


def test_lines_and_boards_may_follow_one_another() -> None:
    board = "\n".join(ROWS)
    assert puzzles(f"{EASY}\n{ESCARGOT}\n{CLASH}\n") == [EASY, ESCARGOT, CLASH]
    assert puzzles(f"{board}\n\n{board}\n{board}\n{ESCARGOT}\n{board}") == [EASY, EASY, EASY, ESCARGOT, EASY]
    assert puzzles("".join(f"Grid {n:02}\n{board}\n" for n in range(1, 4))) == [EASY] * 3


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (FOUR, [FOUR]),
        (FOUR + "\n" + FOUR, [FOUR] * 2),
        ("\n".join([FOUR] * 16), [FOUR] * 16),  # sixteen 4x4 puzzles, not a 16x16
        ("\n".join([FOUR] * 40), [FOUR] * 40),
        (FOUR + " and more", [FOUR]),
        (FOUR + ":1:1243342143122134", [FOUR]),
        ("1...\n..2.\n.3..\n...4", [FOUR]),
        ("1. ..\n.. 2.\n.3 ..\n.. .4", [FOUR]),
        ("1... ..2. .3.. ...4", [FOUR]),
        ("1000 0020 0300 0004", [FOUR]),
        ("1 0 0 0 0 0 2 0 0 3 0 0 0 0 0 4", [FOUR]),
        ("1 0 0 0\n0 0 2 0\n0 3 0 0\n0 0 0 4", [FOUR]),
        (SIXTEEN.text, [SIXTEEN.text]),
        ("\n".join(SIXTEEN_ROWS), [SIXTEEN.text]),
        ("\n".join(SIXTEEN_ROWS * 2), [SIXTEEN.text] * 2),
        (" ".join(SIXTEEN_ROWS), [SIXTEEN.text]),
        (SIXTEEN.text.lower(), [SIXTEEN.text]),
        (numbers(SIXTEEN), [SIXTEEN.text]),
        (numbers(SIXTEEN, ", "), [SIXTEEN.text]),
        (numbers(SIXTEEN, " ", 16), [SIXTEEN.text]),
        (numbers(THIRTY_SIX), [THIRTY_SIX.text]),
        (numbers(THIRTY_SIX, " ", 36), [THIRTY_SIX.text]),
        (numbers(EMPTY_ROW, " ", 36), [EMPTY_ROW.text]),
        ("\n".join(str(line) for line in draw(EMPTY_ROW.shape, EMPTY_ROW.givens)), [EMPTY_ROW.text]),
        (numbers(THIRTY_SIX, " ", 36) + "\n" + numbers(THIRTY_SIX, " ", 36), [THIRTY_SIX.text] * 2),
    ],
)
def test_other_sizes_are_detected(text: str, expected: list[str]) -> None:
    assert puzzles(text) == expected


@pytest.mark.parametrize(
    ("small", "large", "reading"),
    [
        (16, 0, "puzzles"),
        (5, 0, "puzzles"),
        (4, 0, "either"),
        (0, 0, "either"),
        (0, 1, "either"),
        (0, 2, "board"),
        (12, 4, "board"),
        (15, 1, "puzzles"),
        (13, 3, "either"),
    ],
)
def test_the_values_in_sixteen_lines_of_sixteen_cells_decide_whether_they_are_a_board(
    small: int, large: int, reading: str
) -> None:
    """A 4x4 puzzle has no 9 except by mistake, and a 16x16 board has values above 4 nearly everywhere."""
    lines = [*["." * 15 + "4"] * small, *["." * 15 + "9"] * large, *["." * 16] * 16][:16]
    for text in (lines, lines[::-1], random.Random(small).sample(lines, 16)):
        items = read("\n".join(text))
        if reading == "either":
            [tie] = items
            assert isinstance(tie, AmbiguousError)
            assert "1 of 16x16 in rows, or 16 of 4x4, one per line" in str(tie)
            assert (tie.option, tie.choices) == ("box", ("4x4", "2x2"))
        elif reading == "board":
            assert puzzles("\n".join(text)) == ["".join(text)]
        else:
            error = "ERROR file:{}:16: r4c4: expected 1 to 4, or . for an empty cell, found '9'"
            expected = [error.format(place) if "9" in line else line for place, line in enumerate(text, 1)]
            assert puzzles("\n".join(text)) == expected


def test_the_box_decides_between_a_board_and_lines() -> None:
    text = "\n".join(["." * 16] * 16)
    assert puzzles(text, shape_of_box(4, 4)) == ["." * 256]
    assert puzzles(text, shape_of_box(2, 2)) == ["." * 16] * 16


def test_boxes_are_wider_than_high_unless_a_shape_is_given() -> None:
    text = "1" + "." * 35
    [wide] = read(text)
    [tall] = read(text, shape_of_box(3, 2))
    assert isinstance(wide, Entry)
    assert isinstance(tall, Entry)
    assert (wide.puzzle.shape, tall.puzzle.shape) == (shape_of_box(2, 3), shape_of_box(3, 2))
    assert puzzles("000|001|000|000\n" * 12, shape_of_box(4, 3)) == [".....1......" * 12]
    assert puzzles("1....5\n" + "......\n" * 5, shape_of_box(3, 2)) == ["1....5" + "." * 30]


def test_the_expected_count_and_solution_are_read() -> None:
    solution = Puzzle.from_text(EASY_SOLUTION).givens
    for text, expected in (
        (ONE_9X9["csv"], Expected(None, solution)),
        (f"{EASY}:1:{EASY_SOLUTION}", Expected(1, solution)),
        (f"{EASY}:0:", Expected(0)),
        (f"{EASY}:7:", Expected(2)),
        (EASY, None),
    ):
        [entry] = read(text)
        assert isinstance(entry, Entry)
        assert entry.expected == expected


def test_names_come_from_headings_and_comments() -> None:
    [first, second] = read(f"Grid 01\n{EASY}\n{ESCARGOT}\n")
    assert isinstance(first, Entry)
    assert isinstance(second, Entry)
    assert (first.name, second.name) == ("Grid 01", "")
    [grid, line] = read(f"Grid 07\n{chr(10).join(ROWS)}\n{EASY} # Fred\n")
    assert isinstance(grid, Entry)
    assert isinstance(line, Entry)
    assert (grid.id, grid.name) == ("file:2", "Grid 07")
    assert (line.id, line.name) == ("file:11", "Fred")


def test_names_come_from_a_column_of_a_table_even_with_a_comma_in_them() -> None:
    items = read(f'name,puzzle\n"a, b",{EASY}\nplain,{ESCARGOT}\n')
    assert [(item.name, item.puzzle.text) for item in items if isinstance(item, Entry)] == [
        ("a, b", EASY),
        ("plain", ESCARGOT),
    ]


BAD = {
    "80 cells": (EASY[:-1], "file:1: not a puzzle: expected 81 cells (9x9), found 80"),
    "82 cells": (EASY + "1", "file:1: not a puzzle: expected 81 cells (9x9), found 82"),
    "stuck to the puzzle": (EASY + ";9.0", "found '53..7....6..195....98....6.8...6...34..8...'"),
    "a letter": ("A" + EASY[1:], "file:1:1: r1c1: expected 1 to 9, or . for an empty cell, found 'A'"),
    "7x7": ("1" * 49, "file:1: a 7x7 board cannot be divided into boxes; expected a side of 4, 6, 8, 9"),
    "7x7 in rows": ("1234567\n" * 7, "file:1: a 7x7 board cannot be divided into boxes"),
    "too few rows": ("\n".join(ROWS[:8]), "file:1: expected 9 rows of 9 cells, found 8"),
    "one row": (
        ROWS[0],
        "file:1: expected 9 rows of 9 cells, or 16 cells on one line (4x4), found 1 row of 9 cells",
    ),
    "too many rows": (
        "\n".join([*ROWS, *ROWS[1:]]),
        "expected a multiple of 9 rows of 9 cells, found 17; put a blank line before each board to see which is wrong",
    ),
    "a value above the size": (
        numbers(SIXTEEN).replace("16", "17", 1),
        "expected 1 to 9 and A to G (or numbers up to 16, ",
    ),
    "a symbol above the size": ("H" + SIXTEEN.text[1:], "r1c1: expected 1 to 9 and A to G"),
    "prose": (
        "where are my puzzles?\nDear Sir,",
        "file:1: not a puzzle: expected 81 characters (. for an empty cell), found 'where are my puzzles?'",
    ),
    "nothing": ("", "file: no puzzle found; expected lines of 81 characters (. for an empty cell)"),
    "comments only": ("# nothing\n\n# here", "file: no puzzle found"),
    "a wrong count": (EASY + ":many:", "file:1: expected a number of solutions (puzzle:count:solution), found 'many'"),
    "a short solution": (EASY + ":1:123", "file:1: solution: not a puzzle: expected 81 cells (9x9), found 3"),
    "a short table": (f"quizzes,solutions\n{EASY}", "file:2: expected at least 2 columns, as in the header, found 1"),
    "a wrong box": (f"puzzle,box\n{EASY},3y3", 'file:2: box "3y3": expected HEIGHTxWIDTH such as 2x3'),
    "Latin-1": ("# ok\nd\xe9j\xe0 vu".encode("latin-1"), "file:2: not UTF-8 text; save the file as UTF-8"),
    "a gigantic number": (
        "9" * 5000 + " 1" * 80,
        "r1c1: expected 1 to 9, or . for an empty cell, found '99999999999999999999...'",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_an_error_names_the_place_and_says_what_was_expected_and_found(name: str) -> None:
    text, message = BAD[name]
    errors = [str(item) for item in read(text) if isinstance(item, PuzzleError)]
    assert any(message in error for error in errors), errors
    assert all("\n" not in error for error in errors)


def test_a_bad_line_does_not_stop_the_rest() -> None:
    items = read(f"{EASY}\n{EASY[:-1]}\n{ESCARGOT}\n{'z' * 81}\n{EASY}")
    assert [isinstance(item, Entry) for item in items] == [True, False, True, False, True]
    assert str(items[1]).startswith("file:2: ")
    assert str(items[3]).startswith("file:4:1: ")


def test_errors_in_a_row_are_reported_once_for_each_cause_and_reading_continues() -> None:
    for lines, more in ((1000, "999 more errors"), (2, "1 more error")):
        items = read("some words: no puzzle!\n" * lines + EASY[:-1] + "\n" + EASY)
        assert len(items) == 4
        assert str(items[0]).startswith("file:1: not a puzzle: expected 81 characters")
        assert str(items[1]).startswith(f"file:{lines + 1}: not a puzzle: expected 81 cells (9x9), found 80")
        assert str(items[2]) == f"file: {more} like that in line 1, the last in line {lines:,}"
        assert isinstance(items[3], Entry)


def test_an_error_that_follows_a_puzzle_is_reported_whatever_came_before() -> None:
    items = read(f"{EASY[:-1]}\n{EASY}\n{EASY[:-1]}\n{EASY}\n")
    assert [str(item)[:7] for item in items if isinstance(item, PuzzleError)] == ["file:1:", "file:3:"]


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("1234567\n" * 7, "file:1: a 7x7 board cannot be divided into boxes"),
        (
            "\n".join([*ROWS[:4], ROWS[4][:8], *ROWS[5:]]),
            "file:5: expected a row of 9 cells, as in the rows around it, found 8",
        ),
        (
            "\n".join([*ROWS[:4], "A" + ROWS[4][1:], *ROWS[5:]]),
            "file:5:1: r5c1: expected 1 to 9, or . for an empty cell, found 'A'",
        ),
        (
            numbers(Puzzle.from_text(EASY), " ", 9).replace("8", "10", 1),
            "file:3:5: r3c3: expected 1 to 9, or . for an empty cell, found '10'",
        ),
    ],
)
def test_one_mistake_in_a_board_is_one_error_with_its_line(text: str, error: str) -> None:
    [only, good] = read(text + "\n\n" + EASY)
    assert str(only).startswith(error)
    assert isinstance(good, Entry)


BOARD = "\n".join(ROWS)
SHORT_FIRST = "\n".join([ROWS[0][:8], *ROWS[1:]])
SHORT_FIFTH = "\n".join([*ROWS[:4], ROWS[4][:8], *ROWS[5:]])
FOREIGN_FIFTH = "\n".join([*ROWS[:4], "é" + ROWS[4][1:], *ROWS[5:]])


@pytest.mark.parametrize(
    ("text", "good"),
    [
        (f"{SHORT_FIRST}\n{BOARD}", 0),  # 17 rows after a bad one: which are a board?
        (f"{SHORT_FIFTH}\n{BOARD}", 0),
        (f"{FOREIGN_FIFTH}\n{BOARD}", 0),
        (f"{SHORT_FIFTH}\n\n{BOARD}", 1),
        (f"{FOREIGN_FIFTH}\n\n{BOARD}", 1),
        (f"{SHORT_FIFTH}\nGrid 02\n{BOARD}", 1),
        (f"{SHORT_FIRST}\n\n{BOARD}\n{BOARD}", 2),
        (f"Beginners\n{BOARD}", 1),
        (f"Puzzle\n{BOARD}", 1),
        (f"hello world\n{BOARD}\n\n{BOARD}", 2),
        (
            "\n".join(
                [numbers(Puzzle.from_text(EASY), ",")] * 50 + ["1,2,3"] + [numbers(Puzzle.from_text(EASY), ",")] * 49
            ),
            99,
        ),
        ("\n".join([FOUR] * 9 + [FOUR[:-1]] + [FOUR] * 30), 39),
        ("\n".join([FOUR] * 3 + [FOUR[:-1]] + [FOUR] * 3), 6),
    ],
)
def test_rows_of_two_boards_are_never_mixed_and_no_other_puzzle_is_lost(text: str, good: int) -> None:
    items = read(text)
    found = [item.puzzle.text for item in items if isinstance(item, Entry)]
    assert found == [found[0] if found else ""] * good
    assert set(found) <= {EASY, FOUR}
    assert any(isinstance(item, PuzzleError) for item in items)


def test_small_puzzles_around_a_bad_line_are_not_taken_for_rows_of_a_large_one() -> None:
    items = read("\n".join([FOUR] * 5 + [FOUR[:-1] + "7"] + [FOUR] * 34))
    assert sum(isinstance(item, Entry) for item in items) == 39
    assert [str(item)[:8] for item in items if not isinstance(item, Entry)] == ["file:6:1"]


def test_control_characters_are_removed_from_names() -> None:
    [entry] = read(f"{EASY} # \x1b[31mred")
    assert isinstance(entry, Entry)
    assert entry.name == "?[31mred"


@pytest.mark.parametrize(
    ("data", "good", "message"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0\0", 0, "expected a text file of puzzles, found binary data"),
        (EASY.encode("utf-16"), 0, "expected UTF-8 text, found UTF-16; save the file as UTF-8"),
        (gzip.compress(random.Random(1).randbytes(9000).hex("\n", 40).encode())[:-20], 0, "damaged gzip file"),
        (gzip.compress((EASY + "\n").encode() * 5) + b"\x1f\x8b junk", 5, "damaged gzip file"),
        (b"\x1f\x8b\x08" + b"x" * 50, 0, "damaged gzip file"),
    ],
    ids=["binary", "UTF-16", "cut gzip", "gzip and junk", "no gzip"],
)
def test_puzzles_before_a_damaged_part_are_kept(data: bytes, good: int, message: str) -> None:
    items = read(data)
    assert sum(isinstance(item, Entry) for item in items) == good
    assert any(isinstance(item, SourceError) and message in str(item) for item in items)


def test_endless_lines_and_zero_bytes_spoil_only_their_own_line() -> None:
    items = read(f"{EASY}\n{'1' * (3 << 20)}\n{EASY}\na\0b\n{EASY}\n")
    assert [isinstance(item, Entry) for item in items] == [True, False, True, False, True]
    assert str(items[1]).startswith("file:2: not a puzzle: ")
    assert str(items[1]).endswith(" found '(a line of over 1,048,576 bytes)'")
    assert [item.id for item in items if isinstance(item, Entry)] == ["file:1", "file:3", "file:5"]
    [old] = read(f"{EASY}\r" * 20_000)
    assert str(old).endswith("found '(carriage returns instead of line feeds)'")


def test_a_source_is_a_path_or_the_text_of_a_puzzle(tmp_path: Path) -> None:
    (tmp_path / "p.sdm").write_text(EASY)
    for argument in (str(tmp_path / "p.sdm"), EASY, "\n".join(ROWS), FOUR):
        assert isinstance(next(read_collection(open_source(argument))), Entry)
    for argument, message in (
        (str(tmp_path), "expected a file, found a folder"),
        (str(tmp_path / "absent"), "no such file; expected a path"),
        ("puzzles-2024.txt", "no such file; expected a path"),
        ("collection01.txt", "no such file; expected a path"),
    ):
        with pytest.raises(SourceError, match=message):
            open_source(argument)


def test_memory_does_not_grow_with_the_file() -> None:
    class Endless(io.RawIOBase):
        """A file with many lines that is never in memory as a whole."""

        def __init__(self, lines: int) -> None:
            self.chunks: Iterator[bytes] = (b"".join([EASY.encode() + b"\n"] * 50) for _ in range(lines // 50))

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: bytearray) -> int:  # type: ignore[override]
            chunk = next(self.chunks, b"")
            buffer[: len(chunk)] = chunk
            return len(chunk)

    def peak(lines: int) -> int:
        tracemalloc.start()
        assert sum(1 for _ in read_collection(Source("file", io.BufferedReader(Endless(lines))))) == lines
        _, highest = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return highest

    peak(1000)
    assert peak(20_000) < 1.5 * peak(1000) + 50_000
