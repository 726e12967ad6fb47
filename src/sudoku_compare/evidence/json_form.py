"""Evidence as plain values."""

from collections.abc import Iterable
from typing import Any

from ..comparison.compare import Comparison
from ..core.puzzle import Puzzle, compact
from ..core.shape import Square
from .findings import Certificate, Mend, OfMultiple, OfUnique, OfUnknown, OfUnsolvable, Placed, Repair


def evidence_as_json(comparison: Comparison) -> dict[str, Any]:
    """As plain values; squares by their names, what was not found null and its reason under `open`."""
    puzzle, shape = comparison.puzzle, comparison.puzzle.shape
    facts: dict[str, Any]
    match comparison.evidence:
        case OfUnique() as evidence:
            facts = {
                "certificate": _certificate_as_json(evidence.certificate),
                "minimal": evidence.minimal,
                "redundant_givens": _values_as_json(puzzle, evidence.redundant_givens),
            }
        case OfMultiple() as evidence:
            facts = {
                "count": evidence.count,
                "count_is_exact": evidence.count_is_exact,
                "second_solution": compact(evidence.second_solution, shape),
                "differs_at": _names(puzzle, evidence.differs_at),
                "fixed_squares": _names(puzzle, evidence.fixed_squares),
                "repair": _repair_as_json(puzzle, evidence.repair),
            }
        case OfUnsolvable() as evidence:
            facts = {
                "certificate": _certificate_as_json(evidence.certificate),
                "conflict": _values_as_json(puzzle, evidence.conflict),
                "confirmed_by": evidence.confirmed_by,
                "mend": None if evidence.mends is None else [_mend_as_json(puzzle, mend) for mend in evidence.mends],
            }
        case OfUnknown() as evidence:
            facts = {"solutions": evidence.solutions}
        case None:
            return {}
    return facts | {"open": dict(evidence.open)}


def _certificate_as_json(certificate: Certificate | None) -> dict[str, Any] | None:
    if certificate is None:
        return None
    return {
        "checked": True,  # or there would be no certificate
        "solver": certificate.prover,
        "proof_bytes": certificate.proof_bytes,
        "proof_steps": certificate.steps,
        "clauses": certificate.clauses,
    }


def _repair_as_json(puzzle: Puzzle, repair: Repair | None) -> dict[str, Any] | None:
    if repair is None:
        return None
    return {
        "add": _values_as_json(puzzle, repair.add),
        "proven_smallest": repair.proven_smallest,
        "at_least": repair.at_least,
    }


def _mend_as_json(puzzle: Puzzle, mend: Mend) -> dict[str, Any]:
    name = puzzle.shape.name_of(mend.square)
    return {"square": name, "from": mend.was, "to": mend.to, "assumptions": mend.assumptions}


def _values_as_json(puzzle: Puzzle, values: Iterable[Placed] | None) -> list[dict[str, Any]] | None:
    if values is None:
        return None
    return [{"square": puzzle.shape.name_of(square), "value": value} for square, value in values]


def _names(puzzle: Puzzle, squares: Iterable[Square] | None) -> list[str] | None:
    return None if squares is None else [puzzle.shape.name_of(square) for square in squares]
