"""A proof that a puzzle has one solution, or none, followed to its end before it is handed over."""

from collections.abc import Callable, Iterator, Sequence

from ..checking.certificate_folder import Rejected, check_proof
from ..checking.proof_text import Line
from ..core.answer import Stopwatch
from ..core.puzzle import Grid, Puzzle
from ..engines.reductio.search_proof import search_proof_lines
from ..engines.sat.oracle import PROVING_SOLVER, clauses_of_claim, proof_lines
from .confirmation import Doubt
from .findings import Certificate


def certify(puzzle: Puzzle, claim: Grid | None, prover: str, watch: Stopwatch) -> Certificate:
    """That this is the only solution, or that there is none where the claim is None."""
    name, prove = PROVERS[prover]
    lines = prove(puzzle, claim, watch)
    try:
        steps = check_proof(puzzle, claim, _parsed(lines), watch.tick)
    except Rejected as reason:
        raise Doubt(f"{name}: its proof does not stand: {reason}") from reason
    return Certificate(claim, name, tuple(lines), steps, sum(1 for _ in clauses_of_claim(puzzle, claim)))


def _by_solver(puzzle: Puzzle, claim: Grid | None, watch: Stopwatch) -> list[str]:
    lines = proof_lines(clauses_of_claim(puzzle, claim), watch)
    if lines is None:
        raise Doubt(f"{PROVING_SOLVER}: finds a solution that is said not to exist")
    return lines


def _by_reductio(puzzle: Puzzle, claim: Grid | None, watch: Stopwatch) -> list[str]:
    return search_proof_lines(puzzle, watch)


Prove = Callable[[Puzzle, Grid | None, Stopwatch], list[str]]

PROVERS: dict[str, tuple[str, Prove]] = {  # what it is called in the certificate, and what it does
    "sat": (PROVING_SOLVER, _by_solver),
    "reductio": ("reductio", _by_reductio),
}


def _parsed(lines: Sequence[str]) -> Iterator[Line]:
    for number, text in enumerate(lines, 1):
        is_dropped = text.startswith("d")
        yield Line(number, list(map(int, text[is_dropped:].split()[:-1])), is_dropped)
