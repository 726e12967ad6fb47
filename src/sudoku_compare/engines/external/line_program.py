"""Engines that read one puzzle per line and answer each with a line, over pipes that stay open.

The start of the program is not part of any time. Many puzzles can be sent at once: then the program does not wait for
this process, nor this process for the program.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from itertools import groupby
from operator import attrgetter
from time import perf_counter

from ...core.answer import LONGEST_WAIT, Answer, Ending, Limits, Seconds, Stopwatch
from ...core.idle_pool import IdlePool
from ...core.puzzle import Puzzle
from ...core.shape import Shape, shape_of_side
from ...processes.failure import Cause, NoAnswer
from ...processes.limits import ProgramLimits
from ...processes.running_program import RunningProgram
from .line_answer_list import LineAnswerList
from .lines_answers import format_requests, parse_answer, parse_usual_answers
from .program_engine import ProgramEngine, answer_without
from .protocol_error import ProtocolError
from .start_failures import StartFailures

AT_ONCE = 2048  # puzzles that are written as lines while the program works on the ones before
MOST_PROGRAMS = 16  # programs that are kept running between searches
MAY_BE_CUT = "the program does not know how many solutions were asked for, so there may be others"
FLUSH_HINT = "no answer in time; a program has to flush its output after each line"


class LineProgram(ProgramEngine):
    """A program that reads one puzzle per line and answers each with a line."""

    @cached_property
    def _failures(self) -> StartFailures:
        """Those of this engine: a program that was corrected is another engine when it is loaded again."""
        return StartFailures()

    def refuse(self, shape: Shape) -> Answer | None:
        """Return the answer to a puzzle of a shape that the program does not take, or None."""
        if shape != shape_of_side(shape.side):
            detail = f"a line cannot say that the boxes are {shape.box}, which is unusual for {shape}"
            return Answer((), Ending.STUCK, detail=detail)
        return super().refuse(shape) or self._failures.refuse(shape)

    def _search(self, puzzle: Puzzle, limits: Limits, watch: Stopwatch) -> Answer:
        answers = LineAnswerList()
        self._ask([puzzle], limits, answers)
        return answers[0]

    def search_many(self, puzzles: Sequence[Puzzle], limits: Limits) -> Sequence[Answer]:
        """Return the answers to many puzzles, all of which are sent at once.

        The time of each is the mean over those that were answered together. A puzzle that ends the program, or takes
        too long, does not affect the others: the program is started again for the rest, unless it has never answered.
        """
        answers = LineAnswerList()
        for shape, group in groupby(puzzles, key=attrgetter("shape")):
            same, done = list(group), len(answers)
            while len(answers) - done < len(same):
                if refusal := self.refuse(shape):
                    answers.add(refusal)
                else:
                    self._ask(same[len(answers) - done :], limits, answers)
        return answers

    def _ask(self, puzzles: Sequence[Puzzle], limits: Limits, answers: LineAnswerList) -> None:
        """Add the answers up to the first puzzle that the program does not answer properly, at least one."""
        command = tuple(self.description.make_command(self.values, limit=str(limits.solutions)))
        starts = range(0, len(puzzles), AT_ONCE)
        requests = (format_requests(puzzles[start : start + AT_ONCE], self.description.empty) for start in starts)
        start, has_answered, done = perf_counter(), False, 0
        try:
            with _programs.borrow(command, ProgramLimits.of_search(limits, math.inf)) as program:
                has_answered, cpu, start = program.has_answered, program.read_cpu(), perf_counter()
                for lines in program.iterate_answers(requests, len(puzzles), _find_patience(limits)):
                    now, cpu_now = perf_counter(), program.read_cpu()
                    self._failures.note_answer()
                    count = lines.count(b"\n")
                    time = _compute_mean(now - start, cpu, cpu_now, count)
                    start, cpu = now, cpu_now
                    self._parse_lines(lines, puzzles[done : done + count], limits, time, answers)
                    done += count
        except NoAnswer as error:
            failed = answer_without(error, Seconds(settle=perf_counter() - start), limits)
            reason = _explain(error, has_answered=has_answered or bool(done))
            if error.cause is Cause.ENDED:  # one that reaches a limit may answer an easier puzzle
                self._failures.note_failure(puzzles[0].shape, reason)
            answers.add(replace(failed, detail=reason))
        except ProtocolError as error:
            answers.add(answer_without(error, Seconds(settle=perf_counter() - start), limits))

    def _parse_lines(
        self, lines: bytes, puzzles: Sequence[Puzzle], limits: Limits, time: Seconds, answers: LineAnswerList
    ) -> None:
        """Add the answers to these puzzles to the list. Raises ProtocolError at the first line that is not one."""
        shape = puzzles[0].shape
        solutions = parse_usual_answers(lines, len(shape.cells), shape.side) if limits.solutions > 1 else None
        if solutions is not None:
            answers.add_only_solutions(solutions, time)
            return
        for line, puzzle in zip(lines.split(b"\n")[:-1], puzzles, strict=True):
            found = parse_answer(line, puzzle, limits)
            may_be_cut = found.ending is Ending.EXHAUSTED and len(found.solutions) > 1 and not self._takes_limit
            ending, detail = (Ending.STUCK, MAY_BE_CUT) if may_be_cut else (found.ending, found.detail)
            answers.add(Answer(found.solutions, ending, time, {}, detail))

    @property
    def _takes_limit(self) -> bool:
        return any("{limit}" in word for word in self.description.command)


def _find_patience(limits: Limits) -> float | None:
    return limits.seconds if limits.seconds < LONGEST_WAIT else None


def _compute_mean(elapsed: float, before: float | None, after: float | None, puzzles: int) -> Seconds:
    cpu = None if before is None or after is None else (after - before) / puzzles
    return Seconds(settle=elapsed / puzzles, cpu=cpu)


def _explain(error: NoAnswer, *, has_answered: bool) -> str:
    if error.cause is Cause.TIME:
        return "" if has_answered else FLUSH_HINT
    return f"it {error}" if error.cause is Cause.ENDED else str(error)


_programs: IdlePool[RunningProgram] = IdlePool(
    RunningProgram, RunningProgram.close, most=MOST_PROGRAMS, is_unusable=RunningProgram.has_ended
)
