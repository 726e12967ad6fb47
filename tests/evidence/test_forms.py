"""Evidence as JSON, as sentences and as a summary."""

import pytest

from making import EASY, EASY_SOLUTION
from sudoku_compare import Puzzle, solve
from sudoku_compare.evidence.json_form import evidence_to_json
from sudoku_compare.evidence.line import summarize
from sudoku_compare.evidence.result import (
    AdditionalGivens,
    Evidence,
    Fix,
    Missing,
    MissingReason,
    MultipleEvidence,
    Placement,
    UniqueEvidence,
    UniquenessResult,
    UnknownEvidence,
    UnsolvableEvidence,
)
from sudoku_compare.evidence.text import format_sentences

PUZZLE, SOLUTION = Puzzle.from_text(EASY), Puzzle.from_text(EASY_SOLUTION).givens
ONE, TWO = (Placement(0, 5),), (Placement(0, 5), Placement(80, 9))
LATE = Missing(MissingReason.TIMED_OUT, "time ran out after 1 s; allow more time")


def multiple(fixed: tuple[int, ...], givens: AdditionalGivens | None) -> MultipleEvidence:
    return MultipleEvidence(2, True, SOLUTION, (2, 3), fixed, givens)


CASES: list[tuple[Evidence, list[str], str]] = [
    (
        UniqueEvidence(None, (), {"certificate": LATE}),
        ["minimal: every given is necessary", "certificate: unknown; time ran out after 1 s; allow more time"],
        "no certificate, minimal",
    ),
    (UniqueEvidence(None, ONE), ["not minimal: 1 given is redundant: r1c1=5"], "no certificate, not minimal"),
    (
        UniqueEvidence(None, TWO),
        ["not minimal: each of these 2 givens can be removed on its own: r1c1=5, r9c9=9"],
        "no certificate, not minimal",
    ),
    (
        multiple((2,), AdditionalGivens(ONE, 1)),
        [
            "solutions: exactly 2",
            "fixed cells: 1 empty cell has the same value in every solution: r1c3=4",
            "additional givens: 1 more given makes the puzzle unique (the fewest possible): r1c1=5",
        ],
        "exactly 2 solutions, 1 additional given",
    ),
    (
        multiple((), AdditionalGivens(TWO, 1)),
        [
            "solutions: exactly 2",
            "fixed cells: no empty cell has the same value in every solution",
            "additional givens: 2 more givens make the puzzle unique (the fewest found; at least 1 is needed): "
            "r1c1=5, r9c9=9",
        ],
        "exactly 2 solutions, at most 2 additional givens",
    ),
    (
        UnsolvableEvidence(None, TWO, None, (Fix(0, 5, 3, 0),)),
        [
            "minimal conflict: these 2 givens cannot all be true: r1c1=5, r9c9=9; not confirmed",
            "fix: this change makes the puzzle unique: r1c1=3 instead of 5",
        ],
        "2 givens in conflict, 1 fix",
    ),
    (
        UnsolvableEvidence(None, TWO, "cpsat", (Fix(0, 5, 3, 0), Fix(80, 9, None, 2))),
        [
            "minimal conflict: these 2 givens cannot all be true: r1c1=5, r9c9=9; confirmed by cpsat",
            "fix: any one of these changes makes the puzzle unique, most likely first: r1c1=3 instead of 5; "
            "remove r9c9=9",
        ],
        "2 givens in conflict, 2 fixes",
    ),
    (UnknownEvidence(1), ["known so far: one solution (shown above), checked"], "a solution is known"),
]


@pytest.mark.parametrize(("evidence", "sentences", "summary"), CASES)
def test_the_evidence_in_words(evidence: Evidence, sentences: list[str], summary: str) -> None:
    result = UniquenessResult(solve(PUZZLE, ["reductio"]), evidence)
    assert format_sentences(result) == sentences
    assert summarize(evidence) == summary


def test_a_missing_part_is_null_in_json_and_has_its_reason() -> None:
    facts = evidence_to_json(PUZZLE, UniqueEvidence(missing={"certificate": LATE}))
    assert (facts["certificate"], facts["minimal"], facts["redundant_givens"]) == (None, None, None)
    assert facts["missing"] == {"certificate": {"because": "timed_out", "message": LATE.message}}


def test_placements_and_fixes_in_json() -> None:
    facts = evidence_to_json(PUZZLE, UnsolvableEvidence(None, TWO, "cpsat", (Fix(0, 5, 3, 0), Fix(80, 9, None, 2))))
    assert facts["conflict"] == [{"cell": "r1c1", "value": 5}, {"cell": "r9c9", "value": 9}]
    assert facts["fixes"] == [
        {"cell": "r1c1", "from": 5, "to": 3, "assumptions": 0},
        {"cell": "r9c9", "from": 9, "to": None, "assumptions": 2},
    ]
    facts = evidence_to_json(PUZZLE, multiple((2,), AdditionalGivens(ONE, 1)))
    assert facts["additional_givens"] == {
        "add": [{"cell": "r1c1", "value": 5}],
        "at_least": 1,
        "proven_smallest": True,
    }
    assert (facts["differs_at"], facts["fixed_cells"]) == (["r1c3", "r1c4"], ["r1c3"])
