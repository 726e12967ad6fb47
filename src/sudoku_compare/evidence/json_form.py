"""Evidence as plain values."""

from collections.abc import Iterable
from typing import Any

from ..comparison.compare import Comparison
from ..core.puzzle import Puzzle, compact
from ..core.shape import Cell
from .findings import Certificate, Fix, OfMultiple, OfUnique, OfUnknown, OfUnsolvable, Placed, Repair


def evidence_as_json(comparison: Comparison) -> dict[str, Any]:
    """As plain values; cells by their names, what was not found null and its reason under `open`."""
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
                "fixed_cells": _names(puzzle, evidence.fixed_cells),
                "repair": _repair_as_json(puzzle, evidence.repair),
            }
        case OfUnsolvable() as evidence:
            facts = {
                "certificate": _certificate_as_json(evidence.certificate),
                "conflict": _values_as_json(puzzle, evidence.conflict),
                "confirmed_by": evidence.confirmed_by,
                "fix": None if evidence.fixes is None else [_fix_as_json(puzzle, fix) for fix in evidence.fixes],
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


def _fix_as_json(puzzle: Puzzle, fix: Fix) -> dict[str, Any]:
    name = puzzle.shape.name_of(fix.cell)
    return {"cell": name, "from": fix.was, "to": fix.to, "assumptions": fix.assumptions}


def _values_as_json(puzzle: Puzzle, values: Iterable[Placed] | None) -> list[dict[str, Any]] | None:
    if values is None:
        return None
    return [{"cell": puzzle.shape.name_of(cell), "value": value} for cell, value in values]


def _names(puzzle: Puzzle, cells: Iterable[Cell] | None) -> list[str] | None:
    return None if cells is None else [puzzle.shape.name_of(cell) for cell in cells]
