"""The lines of a scan: their order, headings and names."""

import csv
import json
from collections.abc import Callable

import pytest

from batches import batch_of
from making import EASY, ESCARGOT, NONE
from sudoku_compare.scanning.duplicates import add_canonical_forms, find_duplicates
from sudoku_compare.scanning.line_formats import LINE_FORMATS, LineFormat, csv_format, json_format
from sudoku_compare.scanning.settle import settle_batch

FOUR, SIX = "1.....2..3.....4", "." * 36


@pytest.mark.parametrize(
    ("make", "with_isomorphs", "heading"),
    [
        (csv_format, False, b"id,verdict,solution,assumptions\n"),
        (csv_format, True, b"id,verdict,solution,assumptions,isomorph_of\n"),
        (json_format, False, b""),
        (json_format, True, b""),
    ],
)
def test_only_csv_has_a_heading(make: Callable[..., LineFormat], with_isomorphs: bool, heading: bytes) -> None:
    assert make("file", with_isomorphs=with_isomorphs).heading == heading


@pytest.mark.parametrize(
    "lines",
    [
        [EASY, ESCARGOT],
        [FOUR],
        [FOUR, EASY, SIX, FOUR, NONE, ESCARGOT, FOUR],
        [EASY, FOUR],
        [],
    ],
)
@pytest.mark.parametrize("kind", LINE_FORMATS)
def test_puzzles_of_all_sizes_keep_their_order(kind: str, lines: list[str]) -> None:
    settled = settle_batch(batch_of(*lines), 60)
    text = bytes(LINE_FORMATS[kind]("file", with_isomorphs=False).format_batch(settled)).decode()
    ids = [json.loads(line)["id"] if kind == "jsonl" else line.partition(",")[0] for line in text.splitlines()]
    assert ids == [f"file:{number}" for number in range(1, len(lines) + 1)]


def test_duplicates_of_all_sizes_name_the_first() -> None:
    settled = settle_batch(batch_of(EASY, FOUR, EASY, FOUR), 60)
    [(_, duplicates)] = find_duplicates([add_canonical_forms(settled)])
    text = bytes(csv_format("file", with_isomorphs=True).format_batch(settled, duplicates)).decode()
    assert [row[-1] for row in csv.reader(text.splitlines())] == ["", "", "file:1", "file:2"]


def test_a_name_that_utf8_cannot_encode_is_escaped() -> None:
    settled = settle_batch(batch_of(EASY, FOUR, name="a\udcff"), 60)
    text = bytes(csv_format("a\udcff", with_isomorphs=False).format_batch(settled)).decode()
    assert [line.partition(",")[0] for line in text.splitlines()] == ["a\\udcff:1", "a\\udcff:2"]
