"""Evidence in plain words."""

from collections.abc import Mapping, Sequence

from ..comparison.compare import Comparison
from ..core.puzzle import Puzzle, symbol_of
from ..core.shape import Cell
from .findings import Certificate, Evidence, Fix, OfMultiple, OfUnique, OfUnknown, OfUnsolvable, Placed, Repair

MOST_TOLD = 12  # cells that are fixed, or fixes, in a sentence; JSON has them all


def sentences(comparison: Comparison) -> list[str]:
    """What was found, a sentence a part; and what was not, and why."""
    puzzle = comparison.puzzle
    match comparison.evidence:
        case OfUnique() as evidence:
            told = [_certificate(evidence.certificate), _minimality(puzzle, evidence.redundant_givens)]
        case OfMultiple() as evidence:
            told = [_count(evidence), _fixed(comparison, evidence.fixed_cells), _repair(puzzle, evidence.repair)]
        case OfUnsolvable() as evidence:
            told = [_conflict(puzzle, evidence), *_fixes(puzzle, evidence.fixes), _certificate(evidence.certificate)]
        case OfUnknown() as evidence:
            told = [
                "known so far: a solution (above), checked"
                if evidence.solutions
                else "known so far: no solution was found"
            ]
        case None:
            return []
    return [*filter(None, told), *_open(evidence.open)]


def _open(parts: Mapping[str, str]) -> list[str]:
    return [f"{part.replace('_', ' ')}: unknown; {reason}" for part, reason in parts.items()]


def _certificate(certificate: Certificate | None) -> str:
    if certificate is None:
        return ""
    claim = "no solution" if certificate.claim is None else "no other solution"
    size = f"{_counted(certificate.steps, 'step')}, {certificate.proof_bytes:,} bytes"
    return f"certificate: that there is {claim} was proven by {certificate.prover} ({size}), and the proof checked"


def _minimality(puzzle: Puzzle, redundant: Sequence[Placed] | None) -> str:
    if redundant is None:
        return ""
    if not redundant:
        return "minimal: without any one of its givens it would have several solutions"
    return f"not minimal: {_counted(len(redundant), 'given')} could go, one at a time: {_told(puzzle, redundant)}"


def _count(evidence: OfMultiple) -> str:
    return f"solutions: {'exactly' if evidence.count_is_exact else 'at least'} {evidence.count:,}"


def _fixed(comparison: Comparison, cells: Sequence[Cell] | None) -> str:
    if cells is None or comparison.solution is None:
        return ""
    if not cells:
        return "the same in all of them: no empty cell"
    values = [Placed(cell, comparison.solution[cell]) for cell in cells]
    told = _told(comparison.puzzle, values, MOST_TOLD)
    return f"the same in all of them: {_counted(len(cells), 'empty cell')}: {told}"


def _repair(puzzle: Puzzle, repair: Repair | None) -> str:
    if repair is None:
        return ""
    size = len(repair.add)
    fewer = "fewer will not do" if size > 1 else "one is the least"
    if not repair.proven_smallest:
        fewer = f"the fewest found; it takes at least {repair.at_least}"
    return f"repair: with {_counted(size, 'more given')} it is unique: {_told(puzzle, repair.add)} ({fewer})"


def _conflict(puzzle: Puzzle, evidence: OfUnsolvable) -> str:
    if evidence.conflict is None:
        return ""
    size = len(evidence.conflict)
    confirmed = f"; confirmed by {evidence.confirmed_by}" if evidence.confirmed_by else "; not confirmed"
    what = f"{_counted(size, 'given')} cannot stand together, but without any one of them the others can"
    return f"conflict: {what}: {_told(puzzle, evidence.conflict)}{confirmed}"


def _fixes(puzzle: Puzzle, fixes: Sequence[Fix] | None) -> list[str]:
    if fixes is None:
        return []
    if not fixes:
        return ["fix: there is no single given whose change or removal would make it unique"]
    told = [_fix(puzzle, fix) for fix in fixes[:MOST_TOLD]]
    more = [f"and {len(fixes) - MOST_TOLD} more"] if len(fixes) > MOST_TOLD else []
    return [f"fix: one of these makes it unique, the likeliest first: {'; '.join([*told, *more])}"]


def _fix(puzzle: Puzzle, fix: Fix) -> str:
    name, was = puzzle.shape.name_of(fix.cell), symbol_of(fix.was, puzzle.shape)
    return f"remove {name}={was}" if fix.to is None else f"{name}={symbol_of(fix.to, puzzle.shape)} instead of {was}"


def _told(puzzle: Puzzle, values: Sequence[Placed], most: int | None = None) -> str:
    shape = puzzle.shape
    told = [f"{shape.name_of(cell)}={symbol_of(value, shape)}" for cell, value in values[:most]]
    return ", ".join(told) + (", ..." if len(told) < len(values) else "")


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}" + "s" * (number != 1)


def in_short(evidence: Evidence) -> str:
    """For a line among many."""
    match evidence:
        case OfUnique():
            minimal = {True: "minimal", False: "not minimal", None: "minimal or not is unknown"}[evidence.minimal]
            return f"{'certificate checked' if evidence.certificate else 'no certificate'}, {minimal}"
        case OfMultiple():
            repair = ""
            if evidence.repair:
                at_most = "" if evidence.repair.proven_smallest else "at most "
                repair = f", {at_most}{len(evidence.repair.add)} to repair"
            return f"{'exactly' if evidence.count_is_exact else 'at least'} {evidence.count:,} solutions{repair}"
        case OfUnsolvable():
            conflict = f"{len(evidence.conflict)} givens in conflict" if evidence.conflict else "conflict unknown"
            fixes = (
                "ways to fix unknown" if evidence.fixes is None else _counted(len(evidence.fixes), "way") + " to fix"
            )
            return f"{conflict}, {fixes}"
        case OfUnknown():
            return "a solution is known" if evidence.solutions else "no solution is known"
