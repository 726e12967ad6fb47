"""The complete solution of a puzzle as steps that a person can follow.

Where no technique applies, a step called reductio removes one candidate whose assumption fails, with nested
assumptions if necessary; then the techniques continue. Thus every puzzle with one solution or none is explained to the
end, if time allows. For a puzzle without a solution, the end is a contradiction, and steps that it does not need are
left out (`unsolvable`). A puzzle with several solutions has no such end; `open_cells` says what remains open.
"""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from ..core.answer import Limits, OutOfTime, Stopwatch
from ..core.arguments import check_whole_number
from ..core.entry import Candidates, Entry
from ..core.errors import PuzzleError
from ..core.puzzle import Grid, Puzzle
from ..core.shape import Cell
from ..core.text import join_words
from ..core.verdict import Verdict
from ..engines.reductio.engine import Reductio
from ..reading.one_puzzle import PuzzleLike, to_entry
from ..techniques import (
    HIGHEST,
    LEVELS,
    Position,
    Step,
    Technique,
    assume_uniqueness,
    follow,
    position_of,
    techniques_up_to,
)
from .contradiction import Contradiction
from .depth import Eliminator
from .open_cells import OpenCells, find_open_cells
from .rating import REDUCTIO, Rating, rate_settled
from .reductio_steps import find_reductio_step
from .settle import settle
from .unsolvable import LARGEST_EXPLAINED, explain_contradiction

EXPLAINABLE = (Verdict.UNIQUE, Verdict.UNSOLVABLE)  # the verdicts that steps can prove


@dataclass(frozen=True, slots=True, repr=False)
class Explanation:
    """The steps in order, and how they end: what `explain` returns."""

    entry: Entry
    verdict: Verdict
    steps: tuple[Step, ...]
    solution: Grid | None  # only if it is unique
    end: str  # how the steps end, in words
    finished: bool  # whether they reach the solution, or a contradiction if there is none
    rating: Rating
    candidates: tuple[Candidates, ...] | None = None  # with which the steps start; None for all that the givens leave
    contradiction: Contradiction | None = None  # only if there is no solution, and time was enough
    open_cells: OpenCells | None = None  # only if there are several solutions

    def __repr__(self) -> str:
        steps = f"{len(self.steps)} step{'s' * (len(self.steps) != 1)}"
        rating = f", rating {self.rating.value} ({self.rating.hardest})" if self.rating.value else ""
        return f"<Explanation {self.verdict} in {steps}{rating}>"

    def _repr_html_(self) -> str:
        from .notebook import draw_explanation

        return draw_explanation(self)

    def to_dict(self) -> dict[str, Any]:
        """Return the explanation as plain values: the JSON object of the command `explain`."""
        from .json_form import explanation_as_json

        return explanation_as_json(self.entry, self, range(1, len(self.steps) + 1), whole=True)

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle that is explained."""
        return self.entry.puzzle

    @property
    def start(self) -> Puzzle:
        """The puzzle with the givens on which the steps rest: all of them, unless there is no solution."""
        return self.contradiction.start if self.contradiction else self.puzzle

    @property
    def unused_givens(self) -> dict[Cell, int]:
        """The givens on which no step rests, except in cells that the steps are about."""
        touched = {cell for step in self.steps for cell, _ in (*step.pattern, *step.placed, *step.removed)}
        touched |= set(self.contradiction.cells if self.contradiction else ())
        pairs = enumerate(zip(self.puzzle.givens, self.start.givens, strict=True))
        return {cell: given for cell, (given, used) in pairs if given and not used and cell not in touched}

    def positions(self) -> Iterator[Position]:
        """Yield the position before each step, and the one after the last."""
        position = position_of(self.start, candidates=self.candidates)
        for step in self.steps:
            yield position.copy()
            position.apply(step)
        yield position

    @property
    def techniques(self) -> dict[str, int]:
        """How often each technique is used, from easy to hard."""
        used = Counter(step.technique for step in self.steps)
        return {name: used[name] for name in (*LEVELS, REDUCTIO) if used[name]}

    @property
    def first_assumption(self) -> int | None:
        """The number, counted from 1, of the first step that no technique of the level allows."""
        return next((number for number, step in enumerate(self.steps, 1) if step.technique == REDUCTIO), None)


def explain(
    puzzle: PuzzleLike,
    level: str = HIGHEST,
    *,
    given_unique: bool = False,
    candidates: tuple[Candidates, ...] | None = None,
    max_steps: int | None = None,
    seconds: float = math.inf,
    box: tuple[int, int] | None = None,
) -> Explanation:
    """Explain a puzzle as a person would solve it, step by step, and rate it.

    Parameters: `puzzle` is a `Puzzle`, an `Entry`, the text of a puzzle in any format, the `Path` of a file with one
    puzzle, or rows of integers with 0 for an empty cell. `level` is the hardest technique to use; where it is not
    enough, steps called reductio use nested assumptions. `given_unique` allows techniques that assume a unique
    solution; it has no effect on a puzzle that turns out to have several. `candidates` are those of each cell that
    someone has left, with which the steps start (default: those of the entry, if it has any). `max_steps` ends the
    explanation early. `seconds` is the time limit. `box` is the height and width of the boxes.

    Raises PuzzleError, ArrayError or SourceError if there is no such puzzle, PuzzleError if the candidates exclude the
    only solution, OptionError if there is no such technique, and TypeError for an argument of a wrong type.

    >>> explain("1... ..2. .3.. ...4")
    <Explanation unique in 12 steps, rating 1.2 (hidden-single)>
    """
    entry, watch = to_entry(puzzle, box), Stopwatch(Limits(seconds=seconds))
    if max_steps is not None:
        check_whole_number("max_steps", max_steps, at_least=1)
    kept = _drop_given_cells(entry.puzzle, candidates or entry.candidates)
    verdict, solution = settle(Reductio().search, entry.puzzle, seconds / 2)  # the other half is for the steps
    techniques = techniques_up_to(level, given_unique=given_unique and verdict is Verdict.UNIQUE)
    if kept and solution:
        _check_candidates(entry.puzzle, kept, solution)
    task = _Task(entry, techniques, kept, max_steps, watch)
    return _explain_unsolvable(task) if verdict is Verdict.UNSOLVABLE else _explain_others(task, verdict, solution)


class _Task(NamedTuple):
    """What to explain, and how."""

    entry: Entry
    techniques: Sequence[Technique]
    candidates: tuple[Candidates, ...] | None
    max_steps: int | None
    watch: Stopwatch


def _drop_given_cells(puzzle: Puzzle, candidates: tuple[Candidates, ...] | None) -> tuple[Candidates, ...] | None:
    """Drop the candidates of given cells: if an explanation leaves a given out, its cell must have all of them."""
    if not candidates:
        return None
    return tuple(() if given else kept for given, kept in zip(puzzle.givens, candidates, strict=True))


def _explain_others(task: _Task, verdict: Verdict, solution: Grid | None) -> Explanation:
    """Explain a puzzle with solutions, or one about which nothing is known."""
    entry, techniques, candidates, max_steps, watch = task
    puzzle = entry.puzzle
    position = position_of(puzzle, watch.tick, candidates=candidates)
    eliminator = Eliminator(puzzle.shape, solution, watch.tick)
    reductio = partial(find_reductio_step, eliminator) if verdict in EXPLAINABLE else None
    steps: list[Step] = []
    open_cells, rating, out_of_time = None, Rating(), False
    try:
        for step in follow(position, techniques, reductio):
            steps.append(step)
            if len(steps) == max_steps:
                break
        if verdict is Verdict.MULTIPLE and max_steps is None and position.open and not position.flaw():
            open_cells = find_open_cells(puzzle, position, candidates, watch)
    except OutOfTime:
        out_of_time = True
    if max_steps is None or not steps:
        rating = rate_settled(puzzle, verdict, solution, watch.tick)
    finished, end = _describe_end(position, verdict, out_of_time=out_of_time)
    if finished and assume_uniqueness(steps):
        end += "; some steps assume that the solution is unique, which the engine reductio has proved"
    return Explanation(entry, verdict, tuple(steps), solution, end, finished, rating, candidates, open_cells=open_cells)


def _explain_unsolvable(task: _Task) -> Explanation:
    """Explain why there is no solution, up to `max_steps` steps if time allows."""
    entry, techniques, candidates, max_steps, watch = task
    steps, contradiction = explain_contradiction(entry.puzzle, techniques, candidates, watch)
    rating = Rating()
    if max_steps is None or not steps:
        rating = rate_settled(entry.puzzle, Verdict.UNSOLVABLE, None, watch.tick)
    shown = steps[:max_steps]
    finished, end = False, "time ran out before the contradiction was found; allow more time"
    if not contradiction and entry.puzzle.shape.side > LARGEST_EXPLAINED:
        end = f"there is no solution; steps that show it are looked for up to {LARGEST_EXPLAINED}x{LARGEST_EXPLAINED}"
    if contradiction:
        finished = shown == steps
        end = f"{contradiction.reason}: there is no solution" if finished else "more steps follow: there is no solution"
    return Explanation(entry, Verdict.UNSOLVABLE, shown, None, end, finished, rating, candidates, contradiction)


def _check_candidates(puzzle: Puzzle, candidates: tuple[Candidates, ...], solution: Grid) -> None:
    """Raise PuzzleError for the first cell whose candidates do not include its value in the solution."""
    for cell, (kept, value) in enumerate(zip(candidates, solution, strict=True)):
        if kept and value not in kept:
            shown = join_words([str(candidate) for candidate in kept])
            name = puzzle.shape.name_of(cell)
            raise PuzzleError(f"{name}: expected {value}, which is the solution, among the candidates, found {shown}")


def _describe_end(position: Position, verdict: Verdict, *, out_of_time: bool) -> tuple[bool, str]:
    flaw = position.flaw()
    left = f"{position.open.bit_count()} open cell{'s' * (position.open.bit_count() != 1)}"
    if flaw and verdict in (Verdict.MULTIPLE, Verdict.UNKNOWN):  # candidates are missing that solutions need
        return False, f"{flaw.reason}: no solution agrees with the candidates that are left"
    if flaw:
        return True, f"{flaw.reason}: there is no solution"
    if not position.open and verdict is Verdict.MULTIPLE:
        return False, "every cell is solved, but only with the candidates at the start: there are several solutions"
    if not position.open:
        return True, "every cell is solved, and each step was forced"
    if out_of_time or verdict is Verdict.UNKNOWN:
        return False, f"time ran out with {left}; allow more time"
    if verdict is Verdict.MULTIPLE:
        return False, f"{left} left: there are several solutions, and no step up to this level decides more"
    return False, f"{left} left; more steps follow"
