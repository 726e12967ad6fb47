"""Reading goes on at any position with the batches that would have followed."""

import gzip
import io
import random

import pytest

from making import EASY, EASY_SOLUTION, ESCARGOT
from sudoku_compare.formats import batch_reader
from sudoku_compare.formats.batch_reader import Batch
from sudoku_compare.formats.format import ReadOptions
from sudoku_compare.formats.position import Position
from sudoku_compare.formats.resuming import read_from
from sudoku_compare.formats.source import Source

ROWS = "\n".join(EASY[start : start + 9] for start in range(0, 81, 9))
LINES = [EASY, ESCARGOT, f"{EASY}:2:", "nonsense", "", "# comment", EASY[:-1], "1.....2..3.....4", f"\n{ROWS}\n", ROWS]
LINES += [f"{EASY}\r{EASY}", "[State]", "[Puzzle]", "Grid 01", f"{EASY},{EASY_SOLUTION}"]


def describe(batch: Batch) -> tuple[object, ...]:
    errors = [str(error) for error in batch.errors]
    buffers = bytes(batch.puzzles), list(batch.line_numbers), bytes(batch.expected_codes)
    return (*buffers, batch.other_entries, errors, batch.next_start, batch.position)


def read_all(data: bytes, start: Position, *, may_be_foreign: bool = False) -> list[Batch]:
    source = Source("file", io.BufferedReader(io.BytesIO(data)), len(data))
    return list(read_from(source, ReadOptions(), start, may_be_foreign=may_be_foreign))


def check_every_position(data: bytes, *, may_be_foreign: bool = False) -> list[Batch]:
    batches = read_all(data, Position(3), may_be_foreign=may_be_foreign)
    for number, batch in enumerate(batches):
        assert batch.position
        rest = read_all(data, batch.position, may_be_foreign=may_be_foreign)
        assert [*map(describe, rest)] == [*map(describe, batches[number + 1 :])]
    return batches


@pytest.fixture
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch_reader, "FIRST_BLOCK", 100)
    monkeypatch.setattr(batch_reader, "LARGEST_BLOCK", 400)


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.parametrize("header", ["", "quizzes,solutions\n", "\ufeff", "# a comment\n" * 40])
def test_reading_can_start_after_nearly_every_batch_of_lines(header: str) -> None:
    batches = check_every_position((header + f"{EASY},{EASY_SOLUTION}\n" * 50).encode())
    starts = [batch.next_start for batch in batches]
    assert len(batches) > 10
    assert starts.count(None) <= (5 if header.startswith("# ") else 1)


@pytest.mark.usefixtures("small_blocks")
def test_compressed_files_are_read_again_from_their_beginning() -> None:
    batches = check_every_position(gzip.compress(f"{EASY}\n".encode() * 50))
    assert {batch.next_start for batch in batches} == {None}
    assert [batch.position for batch in batches] == [Position(3, None, skip) for skip in range(1, len(batches) + 1)]


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.parametrize("may_be_foreign", [True, False])
@pytest.mark.parametrize("data", [b"", b"no puzzle\n" * 50, b"no puzzle\n" * 50 + f"{EASY}\n".encode() * 50])
def test_files_of_folders_are_resumed_as_well(data: bytes, may_be_foreign: bool) -> None:
    check_every_position(data, may_be_foreign=may_be_foreign)


@pytest.mark.usefixtures("small_blocks")
def test_documents_that_are_read_as_a_whole_are_resumed_as_well() -> None:
    check_every_position(("[" + ",".join([f'"{EASY}"'] * 200) + "]").encode())


def test_any_mixture_of_lines_is_resumed_exactly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch_reader, "FIRST_BLOCK", 100)
    monkeypatch.setattr(batch_reader, "LARGEST_BLOCK", 400)
    for seed in range(40):
        rng = random.Random(seed)
        check_every_position("\n".join(rng.choices([EASY] * rng.randrange(20) + LINES, k=60)).encode())
