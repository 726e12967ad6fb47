"""A proof that a puzzle has one solution, or none, followed to its end before it is handed over."""

from collections.abc import Iterator, Sequence

from ..engine import Stopwatch
from ..engines.oracle import PROVER, clauses_of_claim, proof_lines
from ..engines.refutation import refutation_lines
from ..evidence import Certificate
from ..proof.dimacs import Line
from ..proof.verify import Rejected, check_proof
from ..puzzle import Filling, Puzzle
from .doubts import Doubt

PROVERS = ("sat", "reductio")


def certify(puzzle: Puzzle, claim: Filling | None, prover: str, watch: Stopwatch) -> Certificate:
    """That this is the only solution, or that there is none where the claim is None."""
    if prover == "reductio":
        solver, lines = prover, refutation_lines(puzzle, watch)
    else:
        solver, proof = PROVER, proof_lines(clauses_of_claim(puzzle, claim), watch)
        if proof is None:
            raise Doubt(f"{solver}: finds a solution that is said not to exist")
        lines = proof
    try:
        check_proof(puzzle, claim, _parsed(lines), watch.tick)
    except Rejected as reason:
        raise Doubt(f"{solver}: its proof does not stand: {reason}") from reason
    return Certificate(claim, solver, tuple(lines), sum(1 for _ in clauses_of_claim(puzzle, claim)))


def _parsed(lines: Sequence[str]) -> Iterator[Line]:
    for number, text in enumerate(lines, 1):
        is_dropped = text.startswith("d")
        yield Line(number, list(map(int, text[is_dropped:].split()[:-1])), is_dropped)
