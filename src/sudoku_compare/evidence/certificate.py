"""Creates certificates: proofs that a puzzle has one solution or none, which are checked before they are returned."""

from collections.abc import Callable, Iterator, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple

from ..checking.proof_check import DRUP, LRAT, check_hinted_proof, check_proof, check_solution
from ..checking.proof_text import ClauseReader, HintReader, Tick
from ..checking.rejection import Rejected
from ..core.answer import Limits, OutOfTime, Stopwatch
from ..core.errors import OptionError
from ..core.puzzle import Grid, Puzzle
from ..engines.reductio.search_proof import search_proof_lines
from ..engines.sat.dimacs import count_clauses
from ..engines.sat.oracle import PROVING_SOLVER, clauses_of_claim, proof_lines
from .confirmation import Objection
from .proofs.hints import HintedStep, add_hints
from .proofs.proof_form import format_drup, format_lrat
from .proofs.trimming import NoProof, NumberedClause, ProofStep, TrimmedProof, trim_proof
from .result import Certificate, ProofFormat, count_bytes

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


def certify(
    puzzle: Puzzle, claim: Grid | None, prover: Prover, watch: Stopwatch, proof_format: ProofFormat = ProofFormat.LRAT
) -> Certificate:
    """Prove that `claim` is the only solution, or that there is no solution if it is None.

    The proof is trimmed, and then checked as it will be written. Raises OutOfTime, Objection, ProofFailure and
    CertificateTooLarge.
    """
    lines = prover.prove(puzzle, claim, watch)
    try:
        check_solution(puzzle, claim)
        steps = _parse_lines(lines, puzzle.shape.side**3)
        trimmed = trim_proof(puzzle.shape.side**3, _number_clauses(puzzle, claim), steps, watch.tick)
        hinted = add_hints(trimmed)
        without_hints = format_drup(hinted)
        if proof_format is ProofFormat.DRUP:
            proof, checked = without_hints, _check_drup(puzzle, claim, without_hints, watch.tick)
        else:
            proof = format_lrat(hinted)
            checked = _check_lrat(puzzle, claim, _select_clauses(trimmed, hinted), proof, watch.tick)
    except (NoProof, Rejected) as reason:
        raise Objection(f"{prover.name}: its proof is invalid: {reason}") from reason
    return Certificate(
        claim=claim,
        prover=prover.name,
        proof=tuple(proof),
        proof_format=proof_format,
        steps=checked,
        clauses=trimmed.count,
        prover_bytes=count_bytes(lines),
        bytes_without_hints=count_bytes(without_hints),
    )


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


def _parse_lines(lines: Sequence[str], variables: int) -> Iterator[ProofStep]:
    for number, text in enumerate(lines, 1):
        is_deletion = text.startswith("d")
        literals = list(map(int, text[is_deletion:].split()[:-1]))
        if any(abs(literal) > variables for literal in literals):
            raise Rejected(f"line {number}: expected variables from 1 to {variables}")
        yield ProofStep(literals, is_deletion)


def _number_clauses(puzzle: Puzzle, claim: Grid | None) -> Iterator[NumberedClause]:
    """Yield the clauses with their numbers in the formula file; first the givens, which make many others true."""
    first = count_clauses(puzzle) - puzzle.count_givens() + 1
    givens = ([(cell * puzzle.shape.side + value)] for cell, value in enumerate(puzzle.givens) if value)
    yield from enumerate(givens, start=first)
    yield from enumerate(clauses_of_claim(puzzle, claim), start=1)


def _select_clauses(trimmed: TrimmedProof, steps: Sequence[HintedStep]) -> dict[bytes, tuple[int, ...]]:
    """Return the clauses of the formula to which hints refer."""
    numbers = {hint for step in steps for hint in step.hints if hint <= trimmed.count}
    return {b"%d" % number: tuple(trimmed.clauses[number]) for number in numbers}


def _check_drup(puzzle: Puzzle, claim: Grid | None, lines: Sequence[str], tick: Tick) -> int:
    reader = ClauseReader(DRUP, _open_lines(lines), puzzle.shape.side**3, tick)
    return check_proof(puzzle, claim, reader.read_clauses(), tick)


def _check_lrat(
    puzzle: Puzzle, claim: Grid | None, clauses: dict[bytes, tuple[int, ...]], lines: Sequence[str], tick: Tick
) -> int:
    reader = HintReader(LRAT, _open_lines(lines), puzzle.shape.side**3, tick)
    return check_hinted_proof(puzzle, claim, clauses, reader.read_steps(), tick)


def _open_lines(lines: Sequence[str]) -> BytesIO:
    return BytesIO("".join(f"{line}\n" for line in lines).encode())
