"""The evidence as JSON, of every kind."""

import json

import pytest

from evidences import LATE, MULTIPLE, PUZZLE, UNIQUE, UNKNOWN, UNSOLVABLE, make_comparison, multiple
from making import EASY_SOLUTION
from sudoku_compare.comparison.json_form import to_json as comparison_to_json
from sudoku_compare.evidence.json_form import evidence_to_json, placements_to_json, to_json
from sudoku_compare.evidence.result import (
    AdditionalGivens,
    Evidence,
    MultipleEvidence,
    UniqueEvidence,
    UniquenessResult,
    UnknownEvidence,
    UnsolvableEvidence,
)

PLACED = [{"cell": "r1c1", "value": 5}, {"cell": "r9c9", "value": 9}]
LATE_JSON = {"because": "timed_out", "message": "time ran out after 1 s; allow more time"}
SECOND = "53647" + EASY_SOLUTION[5:]


@pytest.mark.parametrize(
    ("evidence", "expected"),
    [
        (
            UNIQUE,
            {
                "certificate": {
                    "checked": True,
                    "solver": "cadical153",
                    "proof_format": "lrat",
                    "proof_bytes": 32,
                    "bytes_without_hints": 9,
                    "solver_bytes": 7000,
                    "proof_steps": 2,
                    "clauses": 9000,
                },
                "minimal": False,
                "redundant_givens": PLACED,
                "missing": {},
            },
        ),
        (
            UniqueEvidence(None, (), {"certificate": LATE}),
            {"certificate": None, "minimal": True, "redundant_givens": [], "missing": {"certificate": LATE_JSON}},
        ),
        (
            UniqueEvidence(missing={"certificate": LATE, "redundant_givens": LATE}),
            {
                "certificate": None,
                "minimal": None,
                "redundant_givens": None,
                "missing": {"certificate": LATE_JSON, "redundant_givens": LATE_JSON},
            },
        ),
        (
            MULTIPLE,
            {
                "count": 2,
                "count_is_exact": True,
                "second_solution": SECOND,
                "differs_at": ["r1c3", "r1c4"],
                "fixed_cells": ["r1c6", "r9c9"],
                "additional_givens": {"add": PLACED[:1], "at_least": 1, "proven_smallest": True},
                "missing": {},
            },
        ),
        (
            MultipleEvidence(3, False, MULTIPLE.second_solution, (2, 3), missing={"fixed_cells": LATE}),
            {
                "count": 3,
                "count_is_exact": False,
                "second_solution": SECOND,
                "differs_at": ["r1c3", "r1c4"],
                "fixed_cells": None,
                "additional_givens": None,
                "missing": {"fixed_cells": LATE_JSON},
            },
        ),
        (
            UNSOLVABLE,
            {
                "certificate": {
                    "checked": True,
                    "solver": "reductio",
                    "proof_format": "drup",
                    "proof_bytes": 2,
                    "bytes_without_hints": 2,
                    "solver_bytes": 20,
                    "proof_steps": 1,
                    "clauses": 8000,
                },
                "conflict": PLACED,
                "confirmed_by": "cpsat",
                "fixes": [
                    {"cell": "r1c1", "from": 5, "to": 3, "assumptions": 0},
                    {"cell": "r9c9", "from": 9, "to": None, "assumptions": 2},
                ],
                "missing": {},
            },
        ),
        (
            UnsolvableEvidence(missing={"conflict": LATE}),
            {
                "certificate": None,
                "conflict": None,
                "confirmed_by": None,
                "fixes": None,
                "missing": {"conflict": LATE_JSON},
            },
        ),
        (UNKNOWN, {"solutions": 1, "missing": {}}),
        (UnknownEvidence(0), {"solutions": 0, "missing": {}}),
    ],
)
def test_the_evidence_as_json(evidence: Evidence, expected: object) -> None:
    found = evidence_to_json(PUZZLE, evidence)
    assert found == expected
    assert json.loads(json.dumps(found)) == expected  # plain values only
    assert list(found) == list(expected)  # type: ignore[call-overload]


def test_a_set_that_may_not_be_the_smallest_says_so() -> None:
    facts = evidence_to_json(PUZZLE, multiple((), AdditionalGivens(UNIQUE.redundant_givens or (), 1)))
    assert facts["additional_givens"] == {"add": PLACED, "at_least": 1, "proven_smallest": False}
    assert facts["fixed_cells"] == []


def test_no_placements_are_an_empty_list_and_unknown_ones_null() -> None:
    assert (placements_to_json(PUZZLE, ()), placements_to_json(PUZZLE, None)) == ([], None)


def test_the_evidence_is_added_to_the_comparison() -> None:
    comparison = make_comparison()
    facts = to_json(UniquenessResult(comparison, UNIQUE))
    assert facts == comparison_to_json(comparison) | {"evidence": evidence_to_json(PUZZLE, UNIQUE)}
