"""What travels between the coordinator and the workers of a cluster during a scan arrives as it was sent."""

import pickle
from typing import Any, TypeVar

import pytest

from batches import batch_of
from making import EASY, EASY_SOLUTION, ESCARGOT, NONE, TWO
from sudoku_compare.formats.batch_reader import NO_PUZZLES, Batch
from sudoku_compare.scanning.duplicates import CanonicalBatch, add_canonical_forms, find_duplicates
from sudoku_compare.scanning.line_formats import csv_format
from sudoku_compare.scanning.results import ScannedBatch, SettledBatch
from sudoku_compare.scanning.settle import settle_batch

FOUR = "1.....2..3.....4"
SECONDS = 60
CASES = {
    "9x9": (EASY, TWO, NONE, ESCARGOT),
    "9x9 with expected solutions": (f"{EASY}:1:{EASY_SOLUTION}", ESCARGOT, f"{TWO}:2:"),
    "9x9 with wrong expectations": (f"{EASY}:2:", f"{TWO}:1:{EASY_SOLUTION}"),
    "other sizes": (FOUR, "." * 16, f"{FOUR}:2:"),
    "both": (EASY, FOUR, TWO, f"{FOUR}:1:"),
    "errors": (EASY, "x" * 81, FOUR, "5" * 80),
    "nothing": (),
}

Value = TypeVar("Value")


@pytest.fixture(params=CASES.values(), ids=list(CASES))
def batch(request: pytest.FixtureRequest) -> Batch:
    return batch_of(*request.param) if request.param else NO_PUZZLES


def send(value: Value) -> Value:
    received: Value = pickle.loads(pickle.dumps(value))
    return received


def list_entries(batch: Batch) -> list[Any]:
    return [batch.entry(index) for index in range(len(batch.line_numbers))] + batch.other_entries


def expect_same_settled(received: SettledBatch, sent: SettledBatch) -> None:
    assert list_entries(received.batch) == list_entries(sent.batch)
    assert received.found == sent.found
    assert bytes(received.solutions) == bytes(sent.solutions)
    assert list(received.assumptions) == list(sent.assumptions)
    assert received.others == sent.others
    assert received.objections == sent.objections
    assert received.count_verdicts() == sent.count_verdicts()
    assert received.count_assumptions() == sent.count_assumptions()


def test_a_batch_arrives_without_its_errors(batch: Batch) -> None:
    received = send(batch)
    assert list_entries(received) == list_entries(batch)
    assert list(received.line_numbers) == list(batch.line_numbers)
    assert list(received.expected_codes) == list(batch.expected_codes)
    assert (received.name, received.errors, len(received)) == (batch.name, [], len(batch))
    assert len(received.expected_solutions) == len(received.puzzles)  # compiled code relies on it


def test_a_settled_batch_arrives(batch: Batch) -> None:
    sent = settle_batch(batch, SECONDS)
    expect_same_settled(send(sent), sent)


def test_the_lines_of_a_scanned_batch_arrive(batch: Batch) -> None:
    settled = settle_batch(batch, SECONDS)
    sent = ScannedBatch(settled, None, csv_format("file", with_isomorphs=False).format_batch(settled))
    received = send(sent)
    expect_same_settled(received.settled, settled)
    assert bytes(received.lines) == bytes(sent.lines)
    assert received.duplicates is None


def test_a_batch_with_canonical_forms_arrives_and_has_the_same_duplicates(batch: Batch) -> None:
    sent = add_canonical_forms(settle_batch(batch, SECONDS))
    received: CanonicalBatch = send(sent)
    expect_same_settled(received.settled, sent.settled)
    assert (received.forms, received.others) == (sent.forms, sent.others)
    [[_, found]], [[_, expected]] = find_duplicates([received]), find_duplicates([sent])
    assert list(found.first_lines) == list(expected.first_lines)
    assert found.found == expected.found


def test_what_a_worker_computes_from_a_batch_that_was_sent_is_what_is_computed_here(batch: Batch) -> None:
    here = settle_batch(batch, SECONDS)
    there = send(settle_batch(send(batch), SECONDS))
    assert (there.found, there.objections) == (here.found, here.objections)
    formats = [csv_format("file", with_isomorphs=False).format_batch(settled) for settled in (here, there)]
    assert bytes(formats[0]) == bytes(formats[1])


def test_a_batch_without_expected_solutions_travels_without_room_for_them() -> None:
    plain = len(pickle.dumps(batch_of(*[EASY] * 100)))
    assert 81 * 100 < plain < 2 * 81 * 100
