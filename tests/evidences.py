"""Evidence of every kind, for the tests of its forms: text, one line, JSON."""

from making import EASY, EASY_SOLUTION
from sudoku_compare import Puzzle, solve
from sudoku_compare.comparison.compare import Comparison
from sudoku_compare.evidence.result import (
    AdditionalGivens,
    Certificate,
    Fix,
    Missing,
    MissingReason,
    MultipleEvidence,
    Placement,
    ProofFormat,
    UniqueEvidence,
    UnknownEvidence,
    UnsolvableEvidence,
)

PUZZLE, SOLUTION = Puzzle.from_text(EASY), Puzzle.from_text(EASY_SOLUTION).givens
SECOND = SOLUTION[:2] + bytes([6, 4]) + SOLUTION[4:]  # differs in r1c3 and r1c4; not a solution, but it looks like one
ONE, TWO = (Placement(0, 5),), (Placement(0, 5), Placement(80, 9))
LATE = Missing(MissingReason.TIMED_OUT, "time ran out after 1 s; allow more time")
PROOF = Certificate(SOLUTION, "cadical153", ("9001 1 -2 0 5 7 0", "9002 0 9001 0"), ProofFormat.LRAT, 2, 9000, 7000, 9)
REFUTATION = Certificate(None, "reductio", ("0",), ProofFormat.DRUP, 1, 8000, 20, 2)

UNIQUE = UniqueEvidence(PROOF, TWO)
MULTIPLE = MultipleEvidence(2, True, SECOND, (2, 3), (5, 80), AdditionalGivens(ONE, 1))
UNSOLVABLE = UnsolvableEvidence(REFUTATION, TWO, "cpsat", (Fix(0, 5, 3, 0), Fix(80, 9, None, 2)))
UNKNOWN = UnknownEvidence(1)


def multiple(fixed: tuple[int, ...], givens: AdditionalGivens | None, count: int = 2) -> MultipleEvidence:
    return MultipleEvidence(count, count == 2, SECOND, (2, 3), fixed, givens)


def make_comparison() -> Comparison:
    """Return a comparison of the puzzle; what matters is the evidence beside it."""
    return solve(PUZZLE, ["reductio"])
