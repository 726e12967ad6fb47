"""Which studies have measured something."""

import pytest

from sudoku_compare.studies import growth
from sudoku_compare.studies.outcome import Column, Outcome, Table
from sudoku_compare.studies.registry import NOTHING, run_study
from sudoku_compare.studies.workload import Workload

EMPTY = Table("empty", (Column("number"),), ())
FULL = Table("full", (Column("number"),), ((1,),))


@pytest.mark.parametrize(
    ("answers", "tables", "expected"),
    [
        (("One.",), (EMPTY, FULL), ("One.",)),
        ((), (FULL,), ()),
        ((), (EMPTY,), (NOTHING,)),
        (("One.",), (EMPTY,), (NOTHING,)),
    ],
)
def test_nothing_was_measured_if_no_table_has_a_row(
    answers: tuple[str, ...], tables: tuple[Table, ...], expected: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(growth, "study", lambda work: Outcome("?", answers, tables))
    assert run_study("growth", Workload()).answers == expected
