"""Creates certificates: proofs that a puzzle has one solution or none, which are checked before they are returned."""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ..checking.certificate_folder import Rejected, check_proof
from ..checking.proof_text import ClauseLine
from ..core.answer import Limits, OutOfTime, Stopwatch
from ..core.errors import OptionError
from ..core.puzzle import Grid, Puzzle
from ..engines.reductio.search_proof import search_proof_lines
from ..engines.sat.oracle import PROVING_SOLVER, clauses_of_claim, proof_lines
from .confirmation import Objection
from .result import Certificate

if TYPE_CHECKING:
    from ..engines.external.sat_program import SatProgram

DEFAULT_PROVER = "sat"

Prove = Callable[[Puzzle, Grid | None, Stopwatch], list[str]]


class Prover(NamedTuple):
    """Who writes a proof: the name for the certificate, and the function."""

    name: str
    prove: Prove


class ProofFailure(Exception):
    """Raised when another program does not write a proof."""


def certify(puzzle: Puzzle, claim: Grid | None, prover: Prover, watch: Stopwatch) -> Certificate:
    """Prove that `claim` is the only solution, or that there is no solution if it is None.

    Raises OutOfTime, Objection, ProofFailure and CertificateTooLarge.
    """
    name, prove = prover
    lines = prove(puzzle, claim, watch)
    try:
        steps = check_proof(puzzle, claim, _parse_lines(lines, puzzle.shape.side**3), watch.tick)
    except Rejected as reason:
        raise Objection(f"{name}: its proof is invalid: {reason}") from reason
    return Certificate(claim, name, tuple(lines), steps, sum(1 for _ in clauses_of_claim(puzzle, claim)))


def load_prover(text: str, limits: Limits) -> Prover:
    """Return the prover that a text names: `sat`, `reductio`, or an engine that is another program.

    Raises OptionError if it does not exist, or writes no proofs.
    """
    if text in PROVERS:
        return PROVERS[text]
    from ..engines.external.programs import list_proving_programs  # imported late: few runs use it
    from ..engines.external.sat_program import SatProgram
    from ..engines.registry import load_engine

    engine = load_engine(text)
    if not isinstance(engine, SatProgram) or not engine.description.proof:
        provers = ", ".join([*PROVERS, *list_proving_programs()])
        raise OptionError(f"engine {text}: it writes no proofs; expected one of {provers}")
    return Prover(text, _make_prove(engine, limits))


def _make_prove(engine: "SatProgram", limits: Limits) -> Prove:
    from ..engines.external.protocol_error import ProtocolError
    from ..engines.external.sat_program import FoundSolution
    from ..processes.failure import Cause, NoAnswer

    def prove(puzzle: Puzzle, claim: Grid | None, watch: Stopwatch) -> list[str]:
        try:
            return engine.write_proof(puzzle, claim, limits, watch)
        except FoundSolution as error:
            raise Objection(f"{engine.name}: found a solution that should not exist") from error
        except NoAnswer as error:
            if error.cause is Cause.TIME:
                raise OutOfTime from error
            raise ProofFailure(f"{engine.name}: {error}") from error
        except ProtocolError as error:
            raise ProofFailure(f"{engine.name}: {error}") from error

    return prove


def _prove_by_solver(puzzle: Puzzle, claim: Grid | None, watch: Stopwatch) -> list[str]:
    lines = proof_lines(clauses_of_claim(puzzle, claim), watch)
    if lines is None:
        raise Objection(f"{PROVING_SOLVER}: found a solution that should not exist")
    return lines


def _prove_by_reductio(puzzle: Puzzle, claim: Grid | None, watch: Stopwatch) -> list[str]:
    return search_proof_lines(puzzle, watch)


PROVERS = {
    DEFAULT_PROVER: Prover(PROVING_SOLVER, _prove_by_solver),
    "reductio": Prover("reductio", _prove_by_reductio),
}


def _parse_lines(lines: Sequence[str], variables: int) -> Iterator[ClauseLine]:
    for number, text in enumerate(lines, 1):
        is_deletion = text.startswith("d")
        literals = list(map(int, text[is_deletion:].split()[:-1]))
        if any(abs(literal) > variables for literal in literals):
            raise Rejected(f"line {number}: expected variables from 1 to {variables}")
        yield ClauseLine(number, literals, is_deletion)
