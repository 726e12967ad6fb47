"""The result of `uniqueness` as a JSON object."""

from collections.abc import Iterable
from typing import Any

from ..comparison.json_form import to_json as comparison_to_json
from ..core.puzzle import Grid, Puzzle, compact
from ..core.shape import Cell
from .result import (
    AdditionalGivens,
    Certificate,
    Evidence,
    Fix,
    MissingParts,
    MultipleEvidence,
    Placement,
    UniqueEvidence,
    UniquenessResult,
    UnknownEvidence,
    UnsolvableEvidence,
)

Json = dict[str, Any]


def to_json(result: UniquenessResult) -> Json:
    """Return the JSON of the comparison, with the evidence under the key `evidence`."""
    return comparison_to_json(result.comparison) | {
        "evidence": evidence_to_json(result.comparison.puzzle, result.evidence)
    }


def evidence_to_json(puzzle: Puzzle, evidence: Evidence) -> Json:
    """Return the evidence as plain values.

    Cells have names such as `r1c9`. A part that was not found is null; `missing` then has the reason under the part's
    key.
    """
    parts: Json
    match evidence:
        case UniqueEvidence():
            parts = {
                "certificate": _certificate_to_json(evidence.certificate),
                "minimal": evidence.is_minimal,
                "redundant_givens": placements_to_json(puzzle, evidence.redundant_givens),
            }
        case MultipleEvidence():
            parts = {
                "count": evidence.count,
                "count_is_exact": evidence.count_is_exact,
                "second_solution": _format_grid(puzzle, evidence.second_solution),
                "differs_at": _name_cells(puzzle, evidence.differs_at),
                "fixed_cells": _name_cells(puzzle, evidence.fixed_cells),
                "additional_givens": _additional_givens_to_json(puzzle, evidence.additional_givens),
            }
        case UnsolvableEvidence():
            parts = {
                "certificate": _certificate_to_json(evidence.certificate),
                "conflict": placements_to_json(puzzle, evidence.conflict),
                "confirmed_by": evidence.confirmed_by,
                "fixes": _fixes_to_json(puzzle, evidence.fixes),
            }
        case UnknownEvidence():
            parts = {"solutions": evidence.solutions}
    return parts | {"missing": _missing_to_json(evidence.missing)}


def placements_to_json(puzzle: Puzzle, placements: Iterable[Placement] | None) -> list[Json] | None:
    """Return placements as a list of objects with `cell` and `value`."""
    if placements is None:
        return None
    return [{"cell": puzzle.shape.name_of(one.cell), "value": one.value} for one in placements]


def _certificate_to_json(certificate: Certificate | None) -> Json | None:
    if certificate is None:
        return None
    return {
        "checked": True,  # otherwise there would be no certificate
        "solver": certificate.prover,
        "proof_format": str(certificate.proof_format),
        "proof_bytes": certificate.proof_bytes,
        "bytes_without_hints": certificate.bytes_without_hints,
        "solver_bytes": certificate.prover_bytes,
        "proof_steps": certificate.steps,
        "clauses": certificate.clauses,
    }


def _additional_givens_to_json(puzzle: Puzzle, givens: AdditionalGivens | None) -> Json | None:
    if givens is None:
        return None
    return {
        "add": placements_to_json(puzzle, givens.add),
        "at_least": givens.at_least,
        "proven_smallest": givens.proven_smallest,
    }


def _fixes_to_json(puzzle: Puzzle, fixes: Iterable[Fix] | None) -> list[Json] | None:
    """Return the fixes, most likely first; `to` is null if the given has to be removed."""
    if fixes is None:
        return None
    name = puzzle.shape.name_of
    return [{"cell": name(fix.cell), "from": fix.was, "to": fix.to, "assumptions": fix.assumptions} for fix in fixes]


def _missing_to_json(missing: MissingParts) -> Json:
    return {part: {"because": str(one.because), "message": one.message} for part, one in missing.items()}


def _format_grid(puzzle: Puzzle, grid: Grid) -> str:
    return compact(grid, puzzle.shape)


def _name_cells(puzzle: Puzzle, cells: Iterable[Cell] | None) -> list[str] | None:
    return None if cells is None else [puzzle.shape.name_of(cell) for cell in cells]
