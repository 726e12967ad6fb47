"""Why a verdict is what it is: one sentence for people, and for `unknown` one word for programs."""

from enum import StrEnum

from ..core.answer import Ending
from ..core.puzzle import differences
from ..core.text import join_words
from ..core.verdict import Verdict
from .compare import Comparison

MOST_CELLS = 4  # named in a sentence
ENCODINGS = ("cnf", "minizinc model", "asp program", "cp-sat model")  # methods that different solvers can share


class UnknownReason(StrEnum):
    """Why a verdict is `unknown`. If several reasons apply, the first one in this list counts."""

    CONTRADICTION = "contradiction"  # there are objections to the answers
    TIMED_OUT = "timed_out"  # at least one engine ran out of time, so more time may help
    ONE_WITNESS = "one_witness"  # an engine settled the puzzle, but no independent engine confirmed it
    STUCK = "stuck"  # at least one engine gave up without an error, and none settled the puzzle
    FAILED = "failed"  # every engine failed


def find_unknown_reason(comparison: Comparison) -> UnknownReason | None:
    """Return why the verdict is `unknown`, or None if it is not."""
    if comparison.verdict is not Verdict.UNKNOWN:
        return None
    endings = {result.answer.ending for result in comparison.results}
    if comparison.judgement.objections and not comparison.judgement.agreed:
        return UnknownReason.CONTRADICTION
    if Ending.TIMED_OUT in endings:
        return UnknownReason.TIMED_OUT
    if Ending.EXHAUSTED in endings:
        return UnknownReason.ONE_WITNESS
    return UnknownReason.FAILED if endings == {Ending.FAILED} else UnknownReason.STUCK


def format_reason(comparison: Comparison) -> str:
    """Return the reason for the verdict as one sentence."""
    several = len(comparison.judgement.solutions) > 1
    match comparison.verdict:
        case Verdict.UNIQUE:
            return f"exactly one solution, checked; {_describe_witnesses(comparison)}"
        case Verdict.UNSOLVABLE:
            clash = comparison.puzzle.find_clash()
            return str(clash) if clash else f"no solution; {_describe_witnesses(comparison)}"
        case Verdict.MULTIPLE:
            return f"two different solutions, both checked; they differ in {_format_differences(comparison)}"
        case Verdict.SOLVED:
            return "a solution, checked; " + ("not the only one" if several else "did not look for others")
        case _:
            return _format_unknown_reason(comparison)


def _describe_witnesses(comparison: Comparison) -> str:
    """Return which engines settled the puzzle, and which of them are not independent of each other."""
    settled = [result for result in comparison.results if result.answer.ending is Ending.EXHAUSTED]
    by_method: dict[str, list[str]] = {}
    for result in settled:
        by_method.setdefault(result.method, []).append(result.engine)
    shared = [_describe_shared(method, engines) for method, engines in by_method.items() if len(engines) > 1]
    return "; ".join([f"settled by {join_words([result.engine for result in settled])}", *shared])


def _describe_shared(method: str, engines: list[str]) -> str:
    """Say what engines with the same method are witnesses of.

    Different engines with the same method search in different ways on the same encoding. The same engine with other
    options shares its search as well.
    """
    names, searches = join_words(engines), len({engine.partition(":")[0] for engine in engines})
    if method in ENCODINGS and searches > 1:
        return f"{names} share one encoding ({method}): {searches} witnesses about the search, 1 about the encoding"
    return f"{names} share one method ({method}): 1 witness"


def _format_unknown_reason(comparison: Comparison) -> str:
    because = find_unknown_reason(comparison)
    if because is UnknownReason.CONTRADICTION:
        return "the answers contradict each other"
    timed_out = because is UnknownReason.TIMED_OUT
    remedy = "allow more time" if timed_out else "ask another engine"
    claim = next((result for result in comparison.results if result.answer.ending is Ending.EXHAUSTED), None)
    if claim:
        return f"only {claim.engine} settled it ({claim.verdict}), and one witness is not enough; {remedy}"
    if because is UnknownReason.FAILED:
        return "every engine failed"
    found = "found a solution, but not whether it is the only one" if comparison.solution else "no solution found"
    return f"{'time ran out' if timed_out else 'no engine could settle it'}: {found}; {remedy}"


def _format_differences(comparison: Comparison) -> str:
    name = comparison.puzzle.shape.name_of
    cells = [name(cell) for cell in differences(*comparison.judgement.solutions[:2])]
    shown = ", ".join(cells[:MOST_CELLS]) + (", ..." if len(cells) > MOST_CELLS else "")
    return f"{len(cells)} cells ({shown})"
