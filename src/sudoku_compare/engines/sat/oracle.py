"""A loaded SAT solver that answers one question after another about a puzzle.

A question is a list of literals to assume; what the solver learns from one question helps with the next.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import takewhile

from ...core.answer import Stopwatch
from ...core.puzzle import Grid, Puzzle
from ...core.shape import Cell, Shape
from .cnf import Clause, Formula
from .solver import DEFAULT_SOLVER, Solver, load, run_interruptibly

MOST_CLAUSES = 15_000_000  # a few gigabytes: enough for the rules of a 49x49, not for those of a 64x64
PROVING_SOLVER = "cadical153"  # writes short proofs quickly
LARGEST_KEPT = 16  # side up to which the clauses of the rules are kept for the next puzzle


class OutOfReach(Exception):
    """Raised when the formula would not fit into memory."""


class Oracle:
    """Answers questions about the solutions of a formula."""

    def __init__(self, formula: Formula, solver: Solver) -> None:
        self.formula = formula
        self._solver = solver
        self._variables = formula.puzzle.shape.side**3
        self._consistent = solver.add_all(_limit_clauses(_list_clauses(formula)))

    def solution(self, assumptions: Sequence[int] = ()) -> Grid | None:
        """Return a solution in which the assumptions are true, or None."""
        if not self._consistent or not self._solver.is_satisfiable(assumptions):
            return None
        return self.formula.grid(self._solver.literals())

    def core(self) -> list[int]:
        """Return assumptions of the last question that cannot all be true, if it had no solution."""
        return self._solver.core() if self._consistent else []

    def forbid(self, solution: Grid, *, where: int | None = None) -> None:
        """Exclude this solution from now on, or only when the literal `where` is assumed."""
        clause = self.formula.blocking(solution)
        self._consistent = self._solver.add(clause if where is None else [-where, *clause]) and self._consistent

    def literal(self, cell: Cell, value: int) -> int:
        """Return the literal that says that the cell has this value."""
        return self.formula.variable(cell, value)

    def free_variable(self) -> int:
        """Return a variable that is not in the formula."""
        self._variables += 1
        return self._variables


@contextmanager
def oracle(puzzle: Puzzle, watch: Stopwatch) -> Iterator[Oracle]:
    """Open an oracle about the solutions of this puzzle."""
    load()
    with Solver(DEFAULT_SOLVER, watch) as solver:
        yield Oracle(Formula(puzzle), solver)


@contextmanager
def oracle_of_rules(shape: Shape, watch: Stopwatch) -> Iterator[Oracle]:
    """Open an oracle about the rules alone: givens are literals to assume, different ones in each question."""
    load()
    with Solver(DEFAULT_SOLVER, watch) as solver:
        yield Oracle(Formula(Puzzle(shape, bytes(len(shape.cells))), reduced=False), solver)


def proof_lines(clauses: Iterable[Clause], watch: Stopwatch) -> list[str] | None:
    """Return a DRUP proof that the clauses are unsatisfiable, from a fresh solver; None if they are satisfiable."""
    load(PROVING_SOLVER)

    def prove() -> list[str] | None:
        with Solver(PROVING_SOLVER, watch, with_proof=True) as solver:
            if not solver.add_all(_limit_clauses(clauses)):
                return ["0"]
            if solver.is_satisfiable():
                return None
            return [*takewhile(lambda line: line != "0", solver.proof()), "0"]

    return run_interruptibly(PROVING_SOLVER, prove, watch)


def clauses_of_claim(puzzle: Puzzle, solution: Grid | None) -> Iterator[Clause]:
    """Yield the rules, the givens and the clause that excludes this solution: unsatisfiable if the claim is true."""
    formula = Formula(puzzle)
    yield from _list_clauses(Formula(Puzzle(puzzle.shape, bytes(len(puzzle.givens))), reduced=False))
    yield from ([formula.variable(cell, value)] for cell, value in enumerate(puzzle.givens) if value)
    if solution is not None:
        yield formula.blocking(solution)


def _limit_clauses(clauses: Iterable[Clause]) -> Iterator[Clause]:
    for number, clause in enumerate(clauses):
        if number == MOST_CLAUSES:
            raise OutOfReach(f"the formula has more than {MOST_CLAUSES:,} clauses")
        yield clause


def _list_clauses(formula: Formula) -> Sequence[Clause] | Iterator[Clause]:
    shape = formula.puzzle.shape
    if formula.reduced or any(formula.puzzle.givens) or shape.side > LARGEST_KEPT:
        return formula.clauses()
    return _list_rules(shape)


@lru_cache(maxsize=4)
def _list_rules(shape: Shape) -> list[Clause]:
    return list(Formula(Puzzle(shape, bytes(len(shape.cells))), reduced=False).clauses())
