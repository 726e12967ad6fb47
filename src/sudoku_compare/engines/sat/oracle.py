"""A loaded SAT solver that answers one question after another about a puzzle.

Questions are literals that are assumed; what was learnt from one helps with the next.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import takewhile

from ...core.answer import Stopwatch
from ...core.puzzle import Grid, Puzzle
from ...core.shape import Cell, Shape
from .cnf import Clause, Formula
from .solver import DEFAULT_SOLVER, Solver, attended, load

MOST_CLAUSES = 15_000_000  # a few gigabytes: the rules of a 49x49 are within, those of a 64x64 are not
PROVING_SOLVER = "cadical153"  # writes short proofs, and soon
LARGEST_KEPT = 16  # side up to which the clauses of the rules are kept for the next puzzle


class OutOfReach(Exception):
    """The formula would fill the memory."""


class Oracle:
    """What holds for the solutions of a formula."""

    def __init__(self, formula: Formula, solver: Solver) -> None:
        self.formula = formula
        self._solver = solver
        self._variables = formula.puzzle.shape.side**3
        self._consistent = solver.add_all(_within_reach(_clauses(formula)))

    def solution(self, assumptions: Sequence[int] = ()) -> Grid | None:
        """One in which the assumptions hold."""
        if not self._consistent or not self._solver.is_satisfiable(assumptions):
            return None
        return self.formula.grid(self._solver.literals())

    def core(self) -> list[int]:
        """Of the last question, if there was no solution: assumptions that are enough for that."""
        return self._solver.core() if self._consistent else []

    def forbid(self, solution: Grid, *, where: int | None = None) -> None:
        """From now on not this solution; or only where that literal is assumed."""
        clause = self.formula.blocking(solution)
        self._consistent = self._solver.add(clause if where is None else [-where, *clause]) and self._consistent

    def literal(self, cell: Cell, value: int) -> int:
        return self.formula.variable(cell, value)

    def free_variable(self) -> int:
        """One of which the formula does not speak."""
        self._variables += 1
        return self._variables


@contextmanager
def oracle(puzzle: Puzzle, watch: Stopwatch) -> Iterator[Oracle]:
    """For questions about the solutions of this puzzle."""
    load()
    with Solver(DEFAULT_SOLVER, watch) as solver:
        yield Oracle(Formula(puzzle), solver)


@contextmanager
def oracle_of_rules(shape: Shape, watch: Stopwatch) -> Iterator[Oracle]:
    """For questions in which givens come and go: each is a literal that is assumed."""
    load()
    with Solver(DEFAULT_SOLVER, watch) as solver:
        yield Oracle(Formula(Puzzle(shape, bytes(len(shape.cells))), reduced=False), solver)


def proof_lines(clauses: Iterable[Clause], watch: Stopwatch) -> list[str] | None:
    """Why these clauses cannot hold together, in DRUP, from a fresh solver; None if they can."""
    load()

    def prove() -> list[str] | None:
        with Solver(PROVING_SOLVER, watch, with_proof=True) as solver:
            if not solver.add_all(_within_reach(clauses)):
                return ["0"]
            if solver.is_satisfiable():
                return None
            return [*takewhile(lambda line: line != "0", solver.proof()), "0"]

    return attended(PROVING_SOLVER, prove, watch)


def clauses_of_claim(puzzle: Puzzle, solution: Grid | None) -> Iterator[Clause]:
    """The rules, the givens, and not this solution: without a solution if the claim holds."""
    formula = Formula(puzzle)
    yield from _clauses(Formula(Puzzle(puzzle.shape, bytes(len(puzzle.givens))), reduced=False))
    yield from ([formula.variable(cell, value)] for cell, value in enumerate(puzzle.givens) if value)
    if solution is not None:
        yield formula.blocking(solution)


def _within_reach(clauses: Iterable[Clause]) -> Iterator[Clause]:
    for number, clause in enumerate(clauses):
        if number == MOST_CLAUSES:
            raise OutOfReach(f"it takes more than {MOST_CLAUSES:,} clauses")
        yield clause


def _clauses(formula: Formula) -> Sequence[Clause] | Iterator[Clause]:
    shape = formula.puzzle.shape
    if formula.reduced or any(formula.puzzle.givens) or shape.side > LARGEST_KEPT:
        return formula.clauses()
    return _kept_rules(shape)


@lru_cache(maxsize=4)
def _kept_rules(shape: Shape) -> list[Clause]:
    return list(Formula(Puzzle(shape, bytes(len(shape.cells))), reduced=False).clauses())
