"""A scan of several sources: one summary, and duplicates that are in different sources."""

import csv
import json
from itertools import chain
from random import Random

import pytest

from batches import batches_of
from making import EASY, ESCARGOT, NONE
from sudoku_compare import Puzzle
from sudoku_compare.formats.isomorphism import random_isomorph
from sudoku_compare.running.place import ThisMachine
from sudoku_compare.scanning.results import ScannedBatch
from sudoku_compare.scanning.scan import ScanOptions, ScanResult, scan_batches
from sudoku_compare.scanning.summary import ScanSummary

FOUR = "1.....2..3.....4"
OTHER = random_isomorph(Puzzle.from_text(EASY), Random(1)).text
SOURCES = {"one": [EASY, FOUR], "two": [ESCARGOT, OTHER, NONE, EASY], "three": [OTHER, ESCARGOT, FOUR, ESCARGOT]}
FIRSTS = {"two:2": "one:1", "two:4": "one:1", "three:1": "one:1", "three:2": "two:1", "three:3": "one:2"}
FIRSTS["three:4"] = "two:1"


def scan_all(**options: object) -> list[ScanResult]:
    batches = chain.from_iterable(batches_of(*lines, name=name) for name, lines in SOURCES.items())
    return list(scan_batches(batches, "all", ScanOptions(place=ThisMachine(2), **options)))  # type: ignore[arg-type]


@pytest.mark.parametrize("line_format", ["csv", "jsonl"])
def test_each_line_names_the_first_isomorph_in_whichever_source(line_format: str) -> None:
    results = scan_all(line_format=line_format, find_duplicates=True)
    text = b"".join(bytes(result.lines) for result in results if isinstance(result, ScannedBatch)).decode()
    rows = list(csv.DictReader(text.splitlines())) if line_format == "csv" else [*map(json.loads, text.splitlines())]
    assert [row["id"] for row in rows] == [
        f"{name}:{n}" for name, lines in SOURCES.items() for n in range(1, len(lines) + 1)
    ]
    assert {row["id"]: row["isomorph_of"] for row in rows if row["isomorph_of"]} == FIRSTS
    assert [row["verdict"] for row in rows].count("unsolvable") == 1
    assert len({row["solution"] for row in rows if row["id"] in ("two:1", "three:2", "three:4")}) == 1


def test_the_summary_covers_all_sources() -> None:
    summary = scan_all(find_duplicates=True)[-1]
    assert isinstance(summary, ScanSummary)
    assert (summary.name, summary.puzzles) == ("all", 10)
    assert summary.duplicates
    assert {duplicate.id: duplicate.isomorph_of for duplicate in summary.duplicates.listed} == FIRSTS
    assert (summary.duplicates.identical, summary.duplicates.isomorphic) == (4, 2)
