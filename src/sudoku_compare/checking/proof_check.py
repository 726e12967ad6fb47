"""Checks the proof that a puzzle has only one solution, or none: DRUP without hints, or LRAT with hints."""

from collections.abc import Iterable, Mapping
from typing import NoReturn

from ..core.puzzle import Grid, Puzzle
from .formula_file import format_literals
from .hinted_refutation import HintedRefutation, StepFault
from .proof_text import ClauseLine, HintedLine, Tick
from .puzzle_clauses import STRIDE, count_puzzle_clauses, count_puzzle_variables, encode_puzzle
from .rejection import CertificateTooLarge, Rejected
from .rup import MOST_LITERALS, Refutation, TooLarge
from .solution import find_fault
from .sudoku_clauses import Clause

SOLUTION, DRUP, LRAT = "solution.txt", "proof.drup", "proof.lrat"  # what messages call them


def check_solution(puzzle: Puzzle, solution: Grid | None) -> None:
    """Raise Rejected if the claimed solution is not one."""
    fault = solution is not None and find_fault(puzzle, solution)
    if fault:
        raise Rejected(f"{SOLUTION}: not a solution: {fault}")


def check_proof(puzzle: Puzzle, solution: Grid | None, proof: Iterable[ClauseLine], tick: Tick) -> int:
    """Check the proof without hints that the puzzle has only this solution (or none), and return its number of steps.

    Raises Rejected or CertificateTooLarge.
    """
    check_solution(puzzle, solution)
    refutation = Refutation(count_puzzle_variables(puzzle))
    for number, clause in enumerate(encode_puzzle(puzzle, solution)):
        refutation.add(clause)
        if number % STRIDE == 0:
            tick()
    try:
        return _check_steps(refutation, proof, tick)
    except TooLarge:
        _refuse_size(DRUP)


def check_hinted_proof(
    puzzle: Puzzle, solution: Grid | None, clauses: Mapping[bytes, Clause], proof: Iterable[HintedLine], tick: Tick
) -> int:
    """Check the proof with hints that the puzzle has only this solution (or none), and return its number of steps.

    `clauses` are those of the formula to which the hints refer, by number. Raises Rejected or CertificateTooLarge.
    """
    check_solution(puzzle, solution)
    foreign = {tuple(sorted(clause)) for clause in clauses.values()}
    for number, clause in enumerate(encode_puzzle(puzzle, solution)):
        foreign.discard(tuple(sorted(clause)))
        if number % STRIDE == 0:
            tick()
    if foreign:
        raise Rejected(f"not a clause of the puzzle: {format_literals(min(foreign))}")
    count = count_puzzle_clauses(puzzle, solution)
    return check_numbered_steps(dict(clauses), count, count_puzzle_variables(puzzle), proof)


def check_numbered_steps(clauses: dict[bytes, Clause], count: int, variables: int, proof: Iterable[HintedLine]) -> int:
    """Check a proof from these clauses, numbered up to `count`, and return its number of steps; see HintedRefutation.

    Raises Rejected or CertificateTooLarge.
    """
    refutation = HintedRefutation(clauses, count, variables)
    try:
        return _check_hinted_steps(refutation, proof)
    except TooLarge:
        _refuse_size(LRAT)


def _check_steps(refutation: Refutation, proof: Iterable[ClauseLine], tick: Tick) -> int:
    steps = 0
    for line in proof:
        tick()
        if line.is_deletion:
            refutation.drop_step(line.literals)
            continue
        steps += 1
        if not refutation.add_step(line.literals):
            raise Rejected(
                f"{DRUP}, line {line.number}: {_name_step(line.literals)} does not follow from the lines before"
            )
        if not line.literals:
            return steps
    raise Rejected(f"{DRUP}: ends before the contradiction (a line with only 0)")


def _check_hinted_steps(refutation: HintedRefutation, proof: Iterable[HintedLine]) -> int:
    steps = 0
    for line in proof:
        try:
            if line.is_deletion:
                refutation.drop(line.hints)
                continue
            refutation.add_step(line.clause, line.literals, line.hints)
        except StepFault as fault:
            where = "a deletion" if line.is_deletion else _name_step(line.literals)
            raise Rejected(f"{LRAT}, line {line.number}: {where}: {fault}") from fault
        steps += 1
        if not line.literals:
            return steps
    raise Rejected(f"{LRAT}: ends before the contradiction (a step without literals)")


def _name_step(literals: list[int]) -> str:
    return f"the clause {format_literals(literals)}" if literals else "the contradiction"


def _refuse_size(name: str) -> NoReturn:
    raise CertificateTooLarge(f"{name}: its steps have more than {MOST_LITERALS:,} literals to keep at once") from None
