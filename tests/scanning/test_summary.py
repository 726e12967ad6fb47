"""The summary of a scan: what it counts, its text and its JSON."""

from array import array

from batches import batch_of
from making import EASY, NONE, TWO
from sudoku_compare.core.verdict import Verdict
from sudoku_compare.scanning.results import CrossCheckResult, Duplicate, Duplicates, Objection, ScannedBatch
from sudoku_compare.scanning.settle import settle_batch
from sudoku_compare.scanning.summary import (
    MOST_LISTED,
    CrossCheckSummary,
    DuplicateSummary,
    ScanSummary,
    summarize,
)

NO_LINES = memoryview(array("Q"))


def scanned(*lines: str, duplicates: Duplicates | None = None) -> ScannedBatch:
    return ScannedBatch(settle_batch(batch_of(*lines), 60), duplicates, b"")


def test_results_are_passed_on_and_the_summary_comes_last() -> None:
    results = [scanned(EASY, NONE, "nonsense"), scanned(f"{EASY}:2:", "1.....2..3.....4")]
    *passed, summary = summarize(results, ScanSummary("file"))
    assert passed == results
    assert isinstance(summary, ScanSummary)
    assert summary.verdicts == {Verdict.UNSOLVABLE: 1, Verdict.UNIQUE: 3}
    assert (summary.puzzles, summary.objections, summary.unreadable) == (4, 1, 1)
    assert summary.listed_objections == (Objection("file:1", "expected multiple, found unique"),)
    assert summary.seconds > 0


def test_adding_a_result_leaves_the_summary_as_it_was() -> None:
    before = ScanSummary("file")
    after = before.add(scanned(EASY))
    assert (before.puzzles, after.puzzles) == (0, 1)
    assert before.verdicts == {}


def test_the_verdicts_are_in_the_same_order_whatever_comes_first() -> None:
    summary = ScanSummary("file").add(scanned(TWO)).add(scanned(EASY)).add(scanned(NONE))
    assert list(summary.verdicts) == [Verdict.UNSOLVABLE, Verdict.UNIQUE, Verdict.MULTIPLE]


def test_all_duplicates_are_counted_and_the_first_are_listed() -> None:
    many = tuple(Duplicate(f"file:{n}", "file:1", n % 3 == 0) for n in range(900))
    summary = DuplicateSummary().add(many).add(many)
    assert (summary.identical, summary.isomorphic, len(summary.listed)) == (600, 1200, MOST_LISTED)
    assert summary.as_text() == "duplicates: 600 identical, 1,200 isomorphic"
    assert summary.as_json()["listed"][0] == {"id": "file:0", "isomorph_of": "file:1", "identical": True}


def test_duplicates_of_a_batch_are_part_of_the_summary() -> None:
    duplicates = Duplicates(NO_LINES, (Duplicate("file:1", "file:0", True),))
    summary = ScanSummary("file").add(scanned(EASY, duplicates=duplicates))
    assert summary.duplicates == DuplicateSummary(1, 0, duplicates.found)
    assert ScanSummary("file").add(scanned(EASY)).duplicates is None


def test_the_cross_check_counts_what_agreed_and_what_is_open() -> None:
    agreed = CrossCheckResult(is_comparable=True, objections=(), failures=frozenset())
    unanswered = CrossCheckResult(is_comparable=False, objections=(), failures=frozenset({"sat: no pysat"}))
    refuted = CrossCheckResult(is_comparable=True, objections=(Objection("file:3", "no"),), failures=frozenset())
    summary = ScanSummary("file").add(agreed).add(unanswered).add(refuted)
    assert summary.cross_check == CrossCheckSummary(3, 1, 1, frozenset({"sat: no pysat"}))
    assert (summary.objections, summary.listed_objections) == (1, refuted.objections)
    assert summary.as_json()["cross_check"] == {"asked": 3, "agreed": 1, "open": 1, "failures": ["sat: no pysat"]}
    assert summary.as_text().endswith(
        ", except for 3 puzzles cross-checked with sat and cpsat: 1 agreed, 1 left open (sat: no pysat)"
    )


def test_one_puzzle_is_singular() -> None:
    text = ScanSummary("file", seconds=0.5, cross_check=CrossCheckSummary(1, 1)).add(scanned(EASY)).as_text()
    assert text.startswith("1 puzzle in 500 ms (2 per second): 1 unique\n")
    assert "except for 1 puzzle cross-checked" in text
