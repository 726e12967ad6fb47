"""What follows from the parts of the evidence."""

from dataclasses import FrozenInstanceError

import pytest

from evidences import MULTIPLE, PROOF, UNIQUE, UNKNOWN, UNSOLVABLE
from sudoku_compare.evidence.result import AdditionalGivens, Certificate, Placement, ProofFormat, UniqueEvidence

ONE, TWO = (Placement(0, 5),), (Placement(0, 5), Placement(80, 9))


@pytest.mark.parametrize(("redundant", "is_minimal"), [(None, None), ((), True), (ONE, False), (TWO, False)])
def test_a_puzzle_is_minimal_if_no_given_is_redundant(
    redundant: tuple[Placement, ...] | None, is_minimal: bool | None
) -> None:
    assert UniqueEvidence(redundant_givens=redundant).is_minimal is is_minimal


@pytest.mark.parametrize(("at_least", "is_proven"), [(1, False), (2, True), (3, True)])
def test_a_set_is_proven_smallest_if_it_meets_the_lower_bound(at_least: int, is_proven: bool) -> None:
    assert AdditionalGivens(TWO, at_least).proven_smallest is is_proven


@pytest.mark.parametrize("proof", [(), ("0",), ("1 -2 0", "d 1 -2 0", "0")])
def test_the_bytes_of_a_proof_include_the_ends_of_its_lines(proof: tuple[str, ...]) -> None:
    expected = len("".join(f"{line}\n" for line in proof))
    assert Certificate(None, "reductio", proof, ProofFormat.DRUP, 1, 0, 9, 9).proof_bytes == expected


@pytest.mark.parametrize(
    ("part", "name"),
    [
        (PROOF, "claim"),
        (MULTIPLE.additional_givens, "at_least"),
        (UNIQUE, "certificate"),
        (MULTIPLE, "count"),
        (UNSOLVABLE, "conflict"),
        (UNKNOWN, "solutions"),
    ],
)
def test_evidence_cannot_be_changed(part: object, name: str) -> None:
    with pytest.raises(FrozenInstanceError):
        setattr(part, name, None)
