"""The stages of a scan, composed."""

from random import Random

import pytest

from batches import source_of
from making import CLASH, EASY, ESCARGOT, NONE, TWO
from sudoku_compare import Puzzle
from sudoku_compare.formats.isomorphism import random_isomorph
from sudoku_compare.running.place import ThisMachine
from sudoku_compare.scanning.cross_check import CrossCheck
from sudoku_compare.scanning.results import CrossCheckResult, ScannedBatch
from sudoku_compare.scanning.scan import ScanOptions, scan
from sudoku_compare.scanning.summary import ScanSummary

LINES = [EASY, NONE, "nonsense", TWO, ESCARGOT, "1.....2..3.....4", CLASH, f"{EASY}:2:"]


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("find_duplicates", [False, True])
@pytest.mark.parametrize("check", [None, CrossCheck(1.0)])
def test_the_summary_comes_last_and_counts_everything(
    threads: int, find_duplicates: bool, check: CrossCheck | None
) -> None:
    options = ScanOptions(place=ThisMachine(threads), find_duplicates=find_duplicates, cross_check=check)
    *results, summary = scan(source_of(*LINES), options)
    assert isinstance(summary, ScanSummary)
    batches = [result for result in results if isinstance(result, ScannedBatch)]
    checks = [result for result in results if isinstance(result, CrossCheckResult)]
    assert (summary.puzzles, summary.unreadable, summary.objections) == (7, 1, 1)
    assert sum(len(batch.settled.batch) for batch in batches) == 7
    assert len(checks) == (7 if check else 0)
    assert (summary.duplicates is not None, summary.cross_check is not None) == (find_duplicates, check is not None)
    assert not any(batch.lines for batch in batches)


@pytest.mark.parametrize(("line_format", "heading"), [("csv", "id,verdict,solution,assumptions"), ("jsonl", "")])
def test_the_heading_comes_once_above_all_lines(line_format: str, heading: str) -> None:
    options = ScanOptions(place=ThisMachine(2), line_format=line_format)  # type: ignore[arg-type]
    batches = [result for result in scan(source_of(*[EASY] * 2000), options) if isinstance(result, ScannedBatch)]
    assert len(batches) > 3
    text = b"".join(bytes(batch.lines) for batch in batches).decode()
    assert text.startswith(heading)
    assert len(text.splitlines()) == 2000 + bool(heading)


def test_lines_name_the_puzzle_that_they_are_isomorphic_to() -> None:
    lines = [EASY, ESCARGOT, random_isomorph(Puzzle.from_text(EASY), Random(1)).text]
    options = ScanOptions(place=ThisMachine(1), line_format="csv", find_duplicates=True)
    results = list(scan(source_of(*lines), options))
    text = b"".join(bytes(result.lines) for result in results if isinstance(result, ScannedBatch)).decode()
    assert [line.rpartition(",")[2] for line in text.splitlines()] == ["isomorph_of", "", "", "file:1"]


def test_nothing_is_read_before_the_first_result_is_asked_for() -> None:
    source = source_of(EASY)
    results = scan(source, ScanOptions(place=ThisMachine(1)))
    assert source.stream.tell() == 0
    next(results)
    assert source.stream.tell() > 0
