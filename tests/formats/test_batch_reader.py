"""Batches hold exactly what the ordinary reader reads, whatever the file contains."""

import errno
import gzip
import io
import os
import random
import threading
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreted import load_interpreted
from making import CLASH, EASY, EASY_SOLUTION, ESCARGOT, puzzle_with_holes
from processes import PATIENCE
from sudoku_compare.core.entry import Entry
from sudoku_compare.core.shape import Shape, shape_of_box, shape_of_side
from sudoku_compare.formats import batch_reader
from sudoku_compare.formats.batch_reader import NINE, read_batches
from sudoku_compare.formats.collection import read_collection
from sudoku_compare.formats.format import ReadOptions
from sudoku_compare.formats.source import LONGEST_LINE, Source

SMALL = "1.....2..3.....4"
NUMBERS = " ".join(EASY.replace(".", "0"))
ROWS = "\n".join(EASY[start : start + 9] for start in range(0, 81, 9))
LINES = [
    *(EASY, ESCARGOT, EASY.replace(".", "0"), EASY.replace(".", "x"), EASY.replace(".", "X"), CLASH, EASY_SOLUTION),
    *(f"  {EASY}", f"\t{EASY}  ", f"{EASY} and more", f"{EASY},more", f"{EASY}\tmore", f"{EASY}# name", f"{EASY} # é"),
    *(f"{EASY}:1:{EASY_SOLUTION}", f"{EASY}:2:", f"{EASY}:0", f"{EASY}:1: {EASY_SOLUTION} # x", f"{EASY}:12:"),
    *(f"{EASY}:1:{EASY}", f"{EASY}::", f"{EASY}:one:", f"{EASY}:1:{EASY_SOLUTION}9", f"{EASY}:1:{EASY_SOLUTION} 9"),
    *(
        f"{EASY}: 1 :{EASY_SOLUTION}",
        f"{EASY}:1234567890:",
        f"{EASY}:9999999999:",
        f"{EASY}:1:{NUMBERS}",
        f"{EASY}:³:",
        f"{EASY} :1:",
    ),
    *(EASY[:-1], EASY + ".", EASY[:-1] + "A", EASY[:-1] + "-", f"{EASY};", f"{EASY}|", f"{EASY}\x0b", f"{EASY}\x0c1"),
    *("", "  ", "# a comment", "  # another", "#", NUMBERS, ROWS, ROWS + "\n", ROWS[:40], "Grid 01", "[State]"),
    *("[Puzzle]", "nonsense", "é", SMALL, puzzle_with_holes(shape_of_side(16), 0.5, 1).text, "----+----"),
    *("quizzes,solutions", "id,puzzle,solution,clues", "puzzle,box", "solution,puzzle", f"{EASY},{EASY_SOLUTION}"),
    *(f'"{EASY}","{EASY_SOLUTION}"', f"7,{EASY},{EASY_SOLUTION},30", f"{EASY},", f" {EASY} , {EASY_SOLUTION} "),
    *(
        f"{EASY_SOLUTION},{EASY}",
        f"{EASY},3x3",
        f"{EASY},{EASY_SOLUTION}#",
        f'"{EASY},{EASY_SOLUTION}',
        f"{EASY},{EASY}",
    ),
]


def source_of(text: bytes, *, packed: bool = False) -> Source:
    text = gzip.compress(text, 1) if packed else text
    return Source("file", io.BufferedReader(io.BytesIO(text)), len(text))


def read_line_by_line(text: bytes, shape: Shape | None = None) -> tuple[list[Entry], list[str]]:
    items = list(read_collection(source_of(text), ReadOptions(shape)))
    entries = [item for item in items if isinstance(item, Entry)]
    nameless = [replace(item, name="") if item.puzzle.shape == NINE else item for item in entries]
    return nameless, [str(item) for item in items if not isinstance(item, Entry)]


def read_in_batches(text: bytes, shape: Shape | None = None, *, packed: bool = False) -> tuple[list[Entry], list[str]]:
    entries, errors = [], []
    for batch in read_batches(source_of(text, packed=packed), ReadOptions(shape)):
        done = 0
        for before, other in [*batch.other_entries, (len(batch.line_numbers), None)]:
            entries += map(batch.entry, range(done, before))
            entries += [other] if other else []
            done = before
        errors += map(str, batch.errors)
    return entries, errors


@given(
    st.lists(
        st.tuples(st.sampled_from(LINES), st.sampled_from(["\n", "\n", "\n", "\r\n", "\r", " \r\n"])), max_size=30
    ),
    st.sampled_from([1, 100, 1000, 1 << 18]),
    st.booleans(),
)
@settings(max_examples=300, deadline=None)
def test_batches_equal_the_ordinary_reader(lines: list[tuple[str, str]], size: int, without_last_newline: bool) -> None:
    text = "".join(map("".join, lines)).encode()
    text = text.rstrip(b"\n") if without_last_newline else text
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(batch_reader, "FIRST_BLOCK", size)
        patch.setattr(batch_reader, "LARGEST_BLOCK", 4 * size)
        assert read_in_batches(text) == read_line_by_line(text)


@given(st.binary(max_size=200), st.integers(0, 200))
@settings(max_examples=100, deadline=None)
def test_batches_equal_the_ordinary_reader_for_random_bytes(noise: bytes, at: int) -> None:
    text = f"{EASY}\n{EASY}:1:{EASY_SOLUTION}\n{ESCARGOT}\n".encode()
    text = text[:at] + noise + text[at:]
    assert read_in_batches(text) == read_line_by_line(text)


@pytest.mark.parametrize("line", LINES)
def test_both_readers_agree_on_every_kind_of_line_between_puzzles_and_in_a_table(line: str) -> None:
    for before in (EASY, "quizzes,solutions", "id,puzzle,solution,clues", "puzzle,solution,box"):
        text = f"{before}\n{line}\n{EASY}\n{EASY},{EASY_SOLUTION}\n7,{EASY},{EASY_SOLUTION},30\n".encode()
        assert read_in_batches(text) == read_line_by_line(text)


REMEMBERED = [EASY, ROWS, EASY[:9], EASY[:8], SMALL, "é", "Grid 01", "[State]", "[Puzzle]", ""]


@pytest.mark.parametrize("first", REMEMBERED)
def test_both_readers_agree_on_every_sequence_of_lines_that_change_how_the_next_ones_are_read(first: str) -> None:
    """An unfinished board, a line that is not a row, the name of a board, and a section that has no puzzles."""
    for *others, last in product(REMEMBERED, REMEMBERED, [SMALL, f"{ROWS}\n{ROWS}"]):
        text = "\n".join((first, *others, EASY, last, "")).encode()
        assert read_in_batches(text) == read_line_by_line(text), (first, *others, last)


@pytest.mark.parametrize("shape", [shape_of_box(3, 3), shape_of_box(2, 2), shape_of_box(1, 9), shape_of_box(9, 1)])
def test_both_readers_agree_when_a_shape_is_given(shape: Shape) -> None:
    text = f"{EASY}\n1.....2..3.....4\n{ROWS}\n".encode()
    assert read_in_batches(text, shape) == read_line_by_line(text, shape)


@pytest.mark.parametrize(
    "length", [LONGEST_LINE - 2, LONGEST_LINE - 1, LONGEST_LINE, LONGEST_LINE + 1, 3 * LONGEST_LINE]
)
@pytest.mark.parametrize("end", [b"", b"\n", f"\n{EASY}\n".encode()])
def test_both_readers_refuse_lines_that_are_too_long(length: int, end: bytes) -> None:
    text = EASY.encode() + b"\n" + (EASY.encode() + b" ").ljust(length, b"x") + end
    assert read_in_batches(text) == read_line_by_line(text)


def test_both_readers_accept_a_byte_order_mark_and_gzip() -> None:
    text = b"\xef\xbb\xbf" + f"{EASY}\n".encode() * 5000
    assert read_in_batches(text) == read_line_by_line(text) == read_in_batches(text, packed=True)


def test_puzzles_before_damage_are_kept() -> None:
    rng = random.Random(1)
    text = "".join("".join(rng.choices("123456789....", k=81)) + "\n" for _ in range(8000)).encode()
    packed = gzip.compress(text)[:-200_000]

    def open_damaged() -> Source:
        return Source("file", io.BufferedReader(io.BytesIO(packed)), len(packed))

    entries = [item for item in read_collection(open_damaged()) if isinstance(item, Entry)]
    last = entries[-1].id
    *batches, end = read_batches(open_damaged())
    numbers = [number for batch in batches for number in batch.line_numbers]
    assert len(entries) > 1000
    assert numbers == list(range(1, len(numbers) + 1))
    assert 0 <= int(last.rpartition(":")[2]) - len(numbers) <= 1  # the damaged line
    assert [str(error) for error in end.errors][-1].startswith("file: damaged gzip file")


@pytest.mark.parametrize("is_file", [True, False])
def test_blocks_are_whole_lines_and_grow(is_file: bool) -> None:
    text = b"".join(b"%d\n" % number for number in range(10_000)) + b"the last"
    source = Source("file", io.BufferedReader(io.BytesIO(text)), len(text) if is_file else None)
    blocks = [block.data for block in source.blocks(100, 1000)]
    assert b"".join(blocks) == text + b"\n"
    assert all(block.endswith(b"\n") for block in blocks)
    sizes = [len(block) for block in blocks]
    assert [size // 100 for size in sizes[:6]] == [1, 2, 4, 8, 10, 10]
    assert max(sizes) < 1010  # with the rest of the last line


def test_interpreted_code_parses_lines_like_compiled_code(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "\n".join(LINES).encode()
    compiled = read_in_batches(text)
    monkeypatch.setattr(batch_reader, "parse_lines", load_interpreted("native.parse9").parse_lines)
    assert read_in_batches(text) == compiled


@pytest.mark.parametrize("read_as", [None, "text"])
def test_a_puzzle_from_a_pipe_is_returned_before_the_next_one_is_written(read_as: str | None) -> None:
    reading, writing = os.pipe()
    is_late = threading.Timer(PATIENCE, os.close, [writing])  # ends a reader that waits for more
    with open(reading, "rb") as stream:
        os.write(writing, f"{EASY}\n".encode())
        is_late.start()
        batch = next(read_batches(Source("stdin", stream), ReadOptions(read_as=read_as)))
        is_late.cancel()
        assert len(batch) == 1
        os.close(writing)  # fails if the timer has closed it


class FailingFile(io.BytesIO):
    """A file that cannot be read beyond its end."""

    def readinto(self, buffer: Any) -> int:
        count = super().readinto(buffer)
        if not count:
            raise OSError(errno.EIO, "Input/output error")
        return count


@pytest.mark.parametrize("readable_bytes", [81, 82, 8192, 8200, 16_384, 16_400, 24_576, 24_600, 50_000])
def test_no_whole_line_before_a_failure_is_lost(readable_bytes: int) -> None:
    data = f"{EASY}\n".encode() * 1000
    stream = io.BufferedReader(FailingFile(data[:readable_bytes]))  # type: ignore[type-var]
    batches = list(read_batches(Source("file", stream, len(data)), ReadOptions(read_as="text")))
    assert sum(map(len, batches)) == readable_bytes // 82
    [error] = [error for batch in batches for error in batch.errors]
    assert "Input/output error" in str(error)
