"""Engines that read a model of the puzzle: MiniZinc, and answer-set programming (ASP)."""

from abc import abstractmethod
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import ClassVar

from ...core.answer import Answer, Ending, Limits, Stopwatch, determine_ending
from ...core.puzzle import Grid, Puzzle
from ..models import asp_lines, minizinc_lines
from .asp_output import parse_asp_output
from .minizinc_output import parse_minizinc_output
from .program_runs import OneRunProgram, ProgramRuns

Found = tuple[tuple[Grid, ...], bool]  # the solutions, and whether there are no others


class ModelProgram(OneRunProgram):
    """A program that is run once per search and finds as many solutions as it is asked for."""

    @abstractmethod
    def _write_model(self, puzzle: Puzzle) -> str:
        """Return the model of the puzzle."""

    @abstractmethod
    def _parse(self, output: str, code: int, puzzle: Puzzle, limits: Limits) -> Found:
        """Return what the program found; may raise ProtocolError."""

    def _search(self, puzzle: Puzzle, limits: Limits, watch: Stopwatch) -> Answer:
        with TemporaryDirectory(prefix="sudoku-compare-") as folder:
            runs = ProgramRuns(self, limits, watch, Path(folder))
            model = self._write_model(puzzle)
            watch.mark_built()
            output, code = runs.run(model)
            with runs.explain_breaches():
                solutions, is_complete = self._parse(output, code, puzzle, limits)
            seconds = replace(watch.read(), cpu=runs.cpu)
        ending = determine_ending(len(solutions), limits)
        if ending is Ending.EXHAUSTED and not is_complete:
            return Answer(solutions, Ending.STUCK, seconds, detail="the program did not say that there are no others")
        return Answer(solutions, ending, seconds)


class MiniZincProgram(ModelProgram):
    """A program that reads a MiniZinc model."""

    input_name: ClassVar = "model.mzn"

    def _write_model(self, puzzle: Puzzle) -> str:
        return "".join(minizinc_lines(puzzle))

    def _parse(self, output: str, code: int, puzzle: Puzzle, limits: Limits) -> Found:
        return parse_minizinc_output(output, puzzle, limits.solutions)


class AspProgram(ModelProgram):
    """A program that reads an ASP program."""

    input_name: ClassVar = "program.lp"

    def _write_model(self, puzzle: Puzzle) -> str:
        return "".join(asp_lines(puzzle))

    def _parse(self, output: str, code: int, puzzle: Puzzle, limits: Limits) -> Found:
        solutions, is_complete = parse_asp_output(output, puzzle, code)
        return solutions[: limits.solutions], is_complete
