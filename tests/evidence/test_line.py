"""The evidence as a summary at the end of a line."""

import pytest

from evidences import MULTIPLE, ONE, PROOF, REFUTATION, TWO, UNIQUE, UNSOLVABLE, make_comparison, multiple
from making import EASY_SOLUTION
from sudoku_compare.evidence.line import format_line, summarize
from sudoku_compare.evidence.result import (
    AdditionalGivens,
    Evidence,
    Fix,
    UniqueEvidence,
    UniquenessResult,
    UnknownEvidence,
    UnsolvableEvidence,
)

FIX = Fix(0, 5, 3, 0)


@pytest.mark.parametrize(
    ("evidence", "summary"),
    [
        (UNIQUE, "certificate checked, not minimal"),
        (UniqueEvidence(PROOF, ()), "certificate checked, minimal"),
        (UniqueEvidence(None, ()), "no certificate, minimal"),
        (UniqueEvidence(None, ONE), "no certificate, not minimal"),
        (UniqueEvidence(), "no certificate, minimality unknown"),
        (MULTIPLE, "exactly 2 solutions, 1 additional given"),
        (multiple((), AdditionalGivens(TWO, 2)), "exactly 2 solutions, 2 additional givens"),
        (multiple((), AdditionalGivens(TWO, 1)), "exactly 2 solutions, at most 2 additional givens"),
        (multiple((), None, 1000), "at least 1,000 solutions, additional givens unknown"),
        (UNSOLVABLE, "2 givens in conflict, 2 fixes"),
        (UnsolvableEvidence(None, TWO, None, (FIX,)), "2 givens in conflict, 1 fix"),
        (UnsolvableEvidence(REFUTATION, TWO, "cpsat", ()), "2 givens in conflict, 0 fixes"),
        (UnsolvableEvidence(None, TWO), "2 givens in conflict, fixes unknown"),
        (UnsolvableEvidence(), "conflict unknown, fixes unknown"),
        (UnknownEvidence(1), "a solution is known"),
        (UnknownEvidence(0), "no solution is known"),
    ],
)
def test_the_evidence_in_a_few_words(evidence: Evidence, summary: str) -> None:
    assert summarize(evidence) == summary


def test_the_summary_is_at_the_end_of_the_line() -> None:
    line = format_line(UniquenessResult(make_comparison(), UNIQUE))
    assert line == f"puzzle  unique  {EASY_SOLUTION}  certificate checked, not minimal"
