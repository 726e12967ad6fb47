"""The whole solution of a puzzle as steps that a person can follow.

Where the techniques run out, a step of reductio strikes one candidate whose assumption fails, with further
assumptions inside it where that is needed; then the techniques go on. So every puzzle with one solution, and every one
with none, is explained to its end, if time allows. A puzzle with several has no such end.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import count

from ..checking.solution import find_fault as fault_in
from ..core.answer import Ending, Limits, OutOfTime, Stopwatch
from ..core.puzzle import Grid, Puzzle
from ..core.verdict import Verdict, claimed_verdict
from ..engines.reductio.engine import Reductio
from ..techniques import HIGHEST, Position, Step, assume_uniqueness, follow, position_of, techniques_up_to
from ..techniques.bit_geometry import members
from ..techniques.forcing import refuted
from ..techniques.refutation import refute
from .depth import Striker, depth_of
from .rating import REDUCTIO, Rating, rating_of

SETTLED = (Verdict.UNIQUE, Verdict.UNSOLVABLE)  # what steps can lead to the end of


@dataclass(frozen=True, slots=True)
class Explanation:
    """The steps, in order, and what they come to."""

    puzzle: Puzzle
    verdict: Verdict
    steps: tuple[Step, ...]
    solution: Grid | None  # of a puzzle that has one only
    end: str  # how the steps end, in words
    finished: bool  # whether they lead to the solution, or to the contradiction that shows that there is none
    rating: Rating

    def positions(self) -> Iterator[Position]:
        """The position before each step, and the one after the last."""
        position = position_of(self.puzzle)
        for step in self.steps:
            yield position.copy()
            position.apply(step)
        yield position

    @property
    def first_assumption(self) -> int | None:
        """The number, counted from 1, of the first step that no technique of the level could make."""
        return next((number for number, step in enumerate(self.steps, 1) if step.technique == REDUCTIO), None)


def explain(
    puzzle: Puzzle,
    level: str = HIGHEST,
    *,
    given_unique: bool = False,
    most: int | None = None,
    seconds: float = math.inf,
) -> Explanation:
    """Every step, or the first `most` of them. `level` is the last technique that may be used.

    Where several solutions are found, `given_unique` is refuted and has no effect.
    """
    watch = Stopwatch(Limits(seconds=seconds))
    verdict, solution = _settled(puzzle, seconds / 2)  # the rest is for the steps
    techniques = techniques_up_to(level, given_unique=given_unique and verdict is Verdict.UNIQUE)
    position = position_of(puzzle, watch.tick)
    reductio = partial(_reductio, Striker(puzzle.shape, solution, watch.tick)) if verdict in SETTLED else None
    steps: list[Step] = []
    depth, out_of_time = None, False
    try:
        for step in () if puzzle.find_clash() else follow(position, techniques, reductio):
            steps.append(step)
            if len(steps) == most:
                break
        if verdict in SETTLED and (most is None or not steps):
            depth = depth_of(puzzle, solution, watch.tick)
    except OutOfTime:
        out_of_time = True
    finished, end = _end(puzzle, position, verdict, out_of_time=out_of_time)
    if finished and assume_uniqueness(steps):
        end += ", as the solution is unique, which steps take for granted and reductio settled"
    return Explanation(puzzle, verdict, tuple(steps), solution, end, finished, rating_of(steps, depth))


def _settled(puzzle: Puzzle, seconds: float) -> tuple[Verdict, Grid | None]:
    """Whether there is a solution to explain; the checker has to agree."""
    answer = Reductio().search(puzzle, Limits(2, seconds))
    for solution in answer.solutions:
        fault = fault_in(puzzle, solution)
        if fault:
            raise AssertionError(f"reductio gave no solution: {fault}")
    unique = answer.ending is Ending.EXHAUSTED and answer.solutions
    return claimed_verdict(answer), answer.solutions[0] if unique else None


def _reductio(striker: Striker, position: Position) -> Step:
    """Strike a candidate whose assumption fails at the least depth.

    The first one, of a cell with few candidates: to take the one that fails soonest of many was tried, and made
    explanations longer, as what it leads on to is less.
    """
    board = striker.board_of(bytes(position.grid), position.possible)
    cells = sorted(members(position.open), key=lambda cell: position.possible[cell].bit_count())
    for depth in count(1):
        for cell in cells:
            for value in members(position.possible[cell]):
                if striker.fails(board, cell, value, depth) and (found := refute(position, (cell, value), depth)):
                    return refuted(REDUCTIO, position, (cell, value), found)
    raise AssertionError("some depth refutes every candidate that is in no solution")


def _end(puzzle: Puzzle, position: Position, verdict: Verdict, *, out_of_time: bool) -> tuple[bool, str]:
    flaw = position.flaw()
    left = position.open.bit_count()
    if clash := puzzle.find_clash():
        return True, f"{clash}: there is no solution"
    if flaw:
        return True, f"{flaw.reason}: there is no solution"
    if not left:
        return True, "every cell has its value, and no other was possible"
    if out_of_time or verdict is Verdict.UNKNOWN:
        return False, f"time ran out with {left} cells open; a longer --timeout may help"
    if verdict is Verdict.MULTIPLE:
        return False, f"{left} cells stay open: there are several solutions, and no steps can lead to one of them"
    return False, f"{left} cells are open; the steps go on"
