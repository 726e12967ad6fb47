"""The result of `uniqueness` as one line, for runs of many puzzles."""

from ..comparison.line import format_line as format_comparison
from ..display.numbers import format_count
from .result import (
    AdditionalGivens,
    Evidence,
    MultipleEvidence,
    UniqueEvidence,
    UniquenessResult,
    UnknownEvidence,
    UnsolvableEvidence,
)


def format_line(result: UniquenessResult) -> str:
    """Return the line of the comparison with a summary of the evidence at its end."""
    return format_comparison(result.comparison, note=summarize(result.evidence))


def summarize(evidence: Evidence) -> str:
    """Return the evidence in a few words."""
    match evidence:
        case UniqueEvidence():
            minimal = {True: "minimal", False: "not minimal", None: "minimality unknown"}[evidence.is_minimal]
            return f"{'certificate checked' if evidence.certificate else 'no certificate'}, {minimal}"
        case MultipleEvidence():
            count = f"{'exactly' if evidence.count_is_exact else 'at least'} {evidence.count:,} solutions"
            return f"{count}, {_summarize_givens(evidence.additional_givens)}"
        case UnsolvableEvidence():
            conflict = f"{len(evidence.conflict)} givens in conflict" if evidence.conflict else "conflict unknown"
            fixes = "fixes unknown" if evidence.fixes is None else _count_fixes(len(evidence.fixes))
            return f"{conflict}, {fixes}"
        case UnknownEvidence():
            return "a solution is known" if evidence.solutions else "no solution is known"


def _summarize_givens(givens: AdditionalGivens | None) -> str:
    if givens is None:
        return "additional givens unknown"
    at_most = "" if givens.proven_smallest else "at most "
    return at_most + format_count(len(givens.add), "additional given")


def _count_fixes(number: int) -> str:
    return "1 fix" if number == 1 else f"{number} fixes"
