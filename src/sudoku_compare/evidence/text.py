"""The result of `uniqueness` as text for people."""

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from ..comparison.boards import Panel, has_colour
from ..comparison.text import Rendering, choose_panels
from ..comparison.text import render as render_comparison
from ..core.puzzle import Grid, Puzzle, symbol_of
from ..core.shape import Cell
from ..display.numbers import format_count
from .result import (
    AdditionalGivens,
    Certificate,
    Fix,
    MissingParts,
    MultipleEvidence,
    Placement,
    ProofFormat,
    UniqueEvidence,
    UniquenessResult,
    UnknownEvidence,
    UnsolvableEvidence,
)

MOST_LISTED = 12  # fixed cells, or fixes, in a sentence; JSON has all of them


def render(result: UniquenessResult, console: Console) -> Rendering:
    """Render the comparison with the evidence: as marked cells on the boards, and as sentences below them."""
    panels = choose_evidence_panels(result, coloured=has_colour(console))
    notes = [_make_head_bold(sentence) for sentence in format_sentences(result)]
    return render_comparison(result.comparison, console, panels=panels, notes=notes)


def _make_head_bold(sentence: str) -> Text:
    head, colon, rest = sentence.partition(":")
    return Text.assemble((head, "bold"), colon, rest)


def choose_evidence_panels(result: UniquenessResult, *, coloured: bool) -> list[Panel]:
    """Return the boards on which the evidence is marked."""
    puzzle, solution = result.comparison.puzzle, result.comparison.solution or result.comparison.puzzle.givens
    match result.evidence:
        case UnsolvableEvidence(conflict=(_, *_) as conflict):
            return [Panel("givens (marked: conflict)", puzzle.givens, {given.cell for given in conflict})]
        case UniqueEvidence(redundant_givens=(_, *_) as redundant):
            givens = Panel("givens (marked: redundant)", puzzle.givens, {given.cell for given in redundant})
            return [givens, Panel("solution", solution)]
        case MultipleEvidence() as evidence:
            second = Panel("another solution (marked: differs)", evidence.second_solution, set(evidence.differs_at))
            givens_first = [] if coloured else [Panel("givens", puzzle.givens)]
            return [*givens_first, Panel("one solution", solution), second]
    return choose_panels(result.comparison, coloured=coloured)


def format_sentences(result: UniquenessResult) -> list[str]:
    """Return one sentence for each part of the evidence, and one for each part that is missing."""
    puzzle, evidence = result.comparison.puzzle, result.evidence
    match evidence:
        case UniqueEvidence():
            sentences = [
                _format_certificate(evidence.certificate),
                _format_minimality(puzzle, evidence.redundant_givens),
            ]
        case MultipleEvidence():
            sentences = [
                f"solutions: {_format_count(evidence)}",
                _format_fixed_cells(puzzle, evidence.second_solution, evidence.fixed_cells),
                _format_additional_givens(puzzle, evidence.additional_givens),
            ]
        case UnsolvableEvidence():
            sentences = [
                _format_conflict(puzzle, evidence),
                _format_fixes(puzzle, evidence.fixes),
                _format_certificate(evidence.certificate),
            ]
        case UnknownEvidence():
            known = "one solution (shown above), checked" if evidence.solutions else "no solution was found"
            sentences = [f"known so far: {known}"]
    return [*filter(None, sentences), *_format_missing(evidence.missing)]


def _format_missing(missing: MissingParts) -> list[str]:
    return [f"{part.replace('_', ' ')}: unknown; {reason.message}" for part, reason in missing.items()]


def _format_certificate(certificate: Certificate | None) -> str:
    if certificate is None:
        return ""
    claim = "no solution" if certificate.claim is None else "no other solution"
    size = f"{format_count(certificate.steps, 'step')}, {_format_sizes(certificate)}"
    return f"certificate: {certificate.prover} proved that there is {claim} ({size}), and the proof was checked"


def _format_sizes(certificate: Certificate) -> str:
    before, after, written = certificate.prover_bytes, certificate.bytes_without_hints, certificate.proof_bytes
    hints = f", {written:,} with hints" if certificate.proof_format is ProofFormat.LRAT else ""
    return f"trimmed from {before:,} to {after:,} bytes{hints}"


def _format_minimality(puzzle: Puzzle, redundant: Sequence[Placement] | None) -> str:
    if redundant is None:
        return ""
    if not redundant:
        return "minimal: every given is necessary"
    shown = _format_placements(puzzle, redundant)
    if len(redundant) == 1:
        return f"not minimal: 1 given is redundant: {shown}"
    return f"not minimal: each of these {len(redundant)} givens can be removed on its own: {shown}"


def _format_count(evidence: MultipleEvidence) -> str:
    return f"{'exactly' if evidence.count_is_exact else 'at least'} {evidence.count:,}"


def _format_fixed_cells(puzzle: Puzzle, solution: Grid, cells: Sequence[Cell] | None) -> str:
    if cells is None:
        return ""
    if not cells:
        return "fixed cells: no empty cell has the same value in every solution"
    shown = _format_placements(puzzle, [Placement(cell, solution[cell]) for cell in cells], MOST_LISTED)
    verb = "has" if len(cells) == 1 else "have"
    return f"fixed cells: {format_count(len(cells), 'empty cell')} {verb} the same value in every solution: {shown}"


def _format_additional_givens(puzzle: Puzzle, givens: AdditionalGivens | None) -> str:
    if givens is None:
        return ""
    size = len(givens.add)
    bound = f"the fewest found; at least {givens.at_least} {'is' if givens.at_least == 1 else 'are'} needed"
    if givens.proven_smallest:
        bound = "the fewest possible"
    what = f"{format_count(size, 'more given')} {'makes' if size == 1 else 'make'} the puzzle unique ({bound})"
    return f"additional givens: {what}: {_format_placements(puzzle, givens.add)}"


def _format_conflict(puzzle: Puzzle, evidence: UnsolvableEvidence) -> str:
    if evidence.conflict is None:
        return ""
    confirmed = f"confirmed by {evidence.confirmed_by}" if evidence.confirmed_by else "not confirmed"
    shown = _format_placements(puzzle, evidence.conflict)
    return f"minimal conflict: these {len(evidence.conflict)} givens cannot all be true: {shown}; {confirmed}"


def _format_fixes(puzzle: Puzzle, fixes: Sequence[Fix] | None) -> str:
    if fixes is None:
        return ""
    if not fixes:
        return "fix: no change or removal of a single given makes the puzzle unique"
    shown = [_format_fix(puzzle, fix) for fix in fixes[:MOST_LISTED]]
    more = [f"and {len(fixes) - MOST_LISTED} more"] if len(fixes) > MOST_LISTED else []
    what = "this change makes the puzzle unique"
    if len(fixes) > 1:
        what = "any one of these changes makes the puzzle unique, most likely first"
    return f"fix: {what}: {'; '.join([*shown, *more])}"


def _format_fix(puzzle: Puzzle, fix: Fix) -> str:
    name, was = puzzle.shape.name_of(fix.cell), symbol_of(fix.was, puzzle.shape)
    return f"remove {name}={was}" if fix.to is None else f"{name}={symbol_of(fix.to, puzzle.shape)} instead of {was}"


def _format_placements(puzzle: Puzzle, placements: Sequence[Placement], most: int | None = None) -> str:
    shape = puzzle.shape
    shown = [f"{shape.name_of(one.cell)}={symbol_of(one.value, shape)}" for one in placements[:most]]
    return ", ".join(shown) + (", ..." if len(shown) < len(placements) else "")
