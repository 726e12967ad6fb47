"""Creates certificates: proofs that a puzzle has one solution or none, which are checked before they are returned."""

from collections.abc import Callable, Iterator, Sequence

from ..checking.certificate_folder import Rejected, check_proof
from ..checking.proof_text import ClauseLine
from ..core.answer import Stopwatch
from ..core.puzzle import Grid, Puzzle
from ..engines.reductio.search_proof import search_proof_lines
from ..engines.sat.oracle import PROVING_SOLVER, clauses_of_claim, proof_lines
from .confirmation import Objection
from .result import Certificate


def certify(puzzle: Puzzle, claim: Grid | None, prover: str, watch: Stopwatch) -> Certificate:
    """Prove that `claim` is the only solution, or that there is no solution if it is None.

    `prover` is a key of PROVERS. Raises OutOfTime, Objection and CertificateTooLarge.
    """
    name, prove = PROVERS[prover]
    lines = prove(puzzle, claim, watch)
    try:
        steps = check_proof(puzzle, claim, _parse_lines(lines), watch.tick)
    except Rejected as reason:
        raise Objection(f"{name}: its proof is invalid: {reason}") from reason
    return Certificate(claim, name, tuple(lines), steps, sum(1 for _ in clauses_of_claim(puzzle, claim)))


def _prove_by_solver(puzzle: Puzzle, claim: Grid | None, watch: Stopwatch) -> list[str]:
    lines = proof_lines(clauses_of_claim(puzzle, claim), watch)
    if lines is None:
        raise Objection(f"{PROVING_SOLVER}: found a solution that should not exist")
    return lines


def _prove_by_reductio(puzzle: Puzzle, claim: Grid | None, watch: Stopwatch) -> list[str]:
    return search_proof_lines(puzzle, watch)


Prove = Callable[[Puzzle, Grid | None, Stopwatch], list[str]]

PROVERS: dict[str, tuple[str, Prove]] = {  # from the option to the name in the certificate and the function
    "sat": (PROVING_SOLVER, _prove_by_solver),
    "reductio": ("reductio", _prove_by_reductio),
}


def _parse_lines(lines: Sequence[str]) -> Iterator[ClauseLine]:
    for number, text in enumerate(lines, 1):
        is_deletion = text.startswith("d")
        yield ClauseLine(number, list(map(int, text[is_deletion:].split()[:-1])), is_deletion)
