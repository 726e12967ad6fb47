"""Engines that are SAT solvers: they read our formula in DIMACS format, and every solution found is blocked.

They rely on the same encoding as the engine `sat`, so all of them together are one witness about the encoding.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import ClassVar

from ...core.answer import Answer, Limits, OutOfTime, Stopwatch
from ...core.puzzle import Grid, Puzzle
from ...processes.failure import Cause, NoAnswer
from ..collecting import Solutions, collect_solutions
from ..sat.cnf import Formula
from ..sat.dimacs import dimacs_lines
from .program_runs import OneRunProgram, ProgramRuns
from .proof_files import read_proof
from .protocol_error import ProtocolError
from .sat_output import parse_sat_output

CONTRADICTION = ["1 0\n", "-1 0\n"]  # for an empty clause, which solvers read in different ways


class FoundSolution(ProtocolError):
    """Raised when a program finds a solution of a formula that should have none."""


class SatProgram(OneRunProgram):
    """A SAT solver that is another program."""

    input_name: ClassVar = "formula.cnf"

    def _search(self, puzzle: Puzzle, limits: Limits, watch: Stopwatch) -> Answer:
        with TemporaryDirectory(prefix="sudoku-compare-") as folder:
            search = _Search(puzzle, ProgramRuns(self, limits, watch, Path(folder)), watch)
            solutions, ending = collect_solutions(search.solutions(), limits, watch)
            seconds = replace(watch.read(), cpu=search.runs.cpu)
            return Answer(solutions, ending, seconds, detail=search.detail)

    def write_proof(self, puzzle: Puzzle, claim: Grid | None, limits: Limits, watch: Stopwatch) -> list[str]:
        """Return the program's proof that `claim` is the only solution, or that there is none, as DRUP lines.

        Raises NoAnswer, ProtocolError, and FoundSolution if there is another solution.
        """
        with TemporaryDirectory(prefix="sudoku-compare-") as folder:
            runs = ProgramRuns(self, limits, watch, Path(folder))
            output, code = runs.run("".join(dimacs_lines(puzzle, claim)), with_proof=True)
            with runs.explain_breaches():
                is_satisfiable = parse_sat_output(output, code).is_satisfiable
            if is_satisfiable:
                raise FoundSolution("found a solution that should not exist")
            with runs.explain_breaches():
                if not runs.proof_file.is_file():
                    raise ProtocolError("wrote no proof")
                return read_proof(runs.proof_file.read_bytes(), self.description.proof_format)


class _Search:
    """One formula, solved again and again without the solutions that are known."""

    def __init__(self, puzzle: Puzzle, runs: ProgramRuns, watch: Stopwatch) -> None:
        self.runs = runs
        self.detail = ""
        # A full board leaves nothing of a reduced formula, and some solvers print no model of nothing.
        self._formula = Formula(puzzle, reduced=0 in puzzle.givens)
        self._watch = watch

    def solutions(self) -> Solutions:
        clauses = _write_clauses(self._formula.clauses())
        self._watch.mark_built()
        while (solution := self._solve(clauses)) is not None:
            yield solution
            clauses += _write_clauses([self._formula.blocking(solution)])

    def _solve(self, clauses: list[str]) -> Grid | None:
        variables = self._formula.puzzle.shape.side**3
        try:
            output, code = self.runs.run(f"p cnf {variables} {len(clauses)}\n" + "".join(clauses))
        except NoAnswer as error:
            if error.cause not in (Cause.TIME, Cause.CPU):
                raise
            self.detail = "" if error.cause is Cause.TIME else str(error)
            raise OutOfTime from error
        with self.runs.explain_breaches():
            result = parse_sat_output(output, code)
        return self._formula.grid(result.literals) if result.is_satisfiable else None


def _write_clauses(clauses: Iterable[Sequence[int]]) -> list[str]:
    lines: list[str] = []
    for clause in clauses:
        lines += [" ".join(map(str, clause)) + " 0\n"] if clause else CONTRADICTION
    return lines
