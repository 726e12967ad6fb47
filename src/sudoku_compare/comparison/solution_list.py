"""List every solution of a puzzle, in memory that does not grow with their number. Each solution is checked first.

An engine that can stream yields its solutions while it searches. Any other engine is asked for a few solutions at a
time: if there are more, the board is split into boards that have one more given, so that they share no solution, and
the engine is asked about each of them.
"""

import math
from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from time import perf_counter

from ..checking.solution import are_solutions, find_fault
from ..core.answer import Ending, Limits, OutOfTime, Stopwatch
from ..core.errors import UserError
from ..core.puzzle import Grid, Puzzle
from ..core.shape import Cell
from ..engines.hosting.guard import describe_error
from ..engines.protocol import Engine, Origin, StreamingEngine, find_origin
from ..running.executor import may_run_here, run

AT_ONCE = 64  # solutions that are checked and passed on together
SLOW = 1e-3  # seconds; a solution that takes longer is passed on at once
SHORTEST = 1e-6  # seconds; the time limit of a search that begins just before the deadline
NEW_PER_SEARCH = 100  # solutions for which an engine is asked beyond those that are known

Solutions = tuple[Grid, ...]


class BadSolution(Exception):
    """Raised when an engine lists something that is not a solution, or a solution twice."""


class EngineFailure(UserError):
    """Raised when an engine fails."""


def list_solutions(
    puzzle: Puzzle, engine: Engine, watch: Stopwatch, most: float = math.inf, limits: Limits | None = None
) -> Iterator[Solutions | Ending]:
    """Yield the solutions in groups, each checked, up to `most` of them, and finally how the search ended.

    EXHAUSTED means that the engine found no others, ENOUGH that `most` were listed. Raises BadSolution and
    EngineFailure.
    """
    listed = 0
    found = _find_solutions(puzzle, engine, watch, limits or Limits())
    try:
        for group in _group(found, most):
            _check(puzzle, group)
            listed += len(group)
            yield group
        yield Ending.EXHAUSTED if listed < most else Ending.ENOUGH
    except OutOfTime:
        yield Ending.TIMED_OUT
    finally:
        found.close()


def _group(solutions: Iterator[Grid], most: float) -> Iterator[Solutions]:
    """Yield solutions that arrive quickly together, because checking and writing each alone takes far longer."""
    group: list[Grid] = []
    try:
        start = perf_counter()
        while most > 0 and (solution := next(solutions, None)) is not None:
            group.append(solution)
            most -= 1
            now = perf_counter()
            if len(group) >= AT_ONCE or now - start > SLOW:
                yield tuple(group)
                group.clear()
                now = perf_counter()
            start = now
    except OutOfTime:
        if group:
            yield tuple(group)
        raise
    if group:
        yield tuple(group)


def _check(puzzle: Puzzle, group: Solutions) -> None:
    for start in range(0, len(group), AT_ONCE):  # the check keeps tables for each number of boards that it has seen
        piece = group[start : start + AT_ONCE]
        if not are_solutions([(puzzle, solution) for solution in piece]):
            faults = filter(None, (find_fault(puzzle, solution) for solution in piece))
            raise BadSolution(f"not a solution: {next(faults)}")
    if len(set(group)) < len(group):
        raise BadSolution("listed a solution twice")


def _find_solutions(puzzle: Puzzle, engine: Engine, watch: Stopwatch, limits: Limits) -> Generator[Grid, None, None]:
    if not (
        find_origin(engine) is Origin.BUILT_IN and may_run_here(engine, limits) and isinstance(engine, StreamingEngine)
    ):
        yield from _find_by_splitting(puzzle, engine, watch, limits)
        return
    try:
        yield from engine.stream(puzzle, watch)
    except OutOfTime:
        raise
    except Exception as error:
        raise EngineFailure(f"{engine.name}: {describe_error(engine, error)}") from error


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of the solutions: those of a puzzle with more givens. Some of them are known already."""

    puzzle: Puzzle
    known: frozenset[Grid]


def _find_by_splitting(puzzle: Puzzle, engine: Engine, watch: Stopwatch, limits: Limits) -> Iterator[Grid]:
    """Yield every solution once. Each level of splitting keeps at most NEW_PER_SEARCH solutions."""
    parts = [_Part(puzzle, frozenset())]
    while parts:
        part = parts.pop()
        watch.tick()
        solutions, seconds = len(part.known) + NEW_PER_SEARCH, max(watch.left(), SHORTEST)
        answer = run(engine, part.puzzle, replace(limits, solutions=solutions, seconds=seconds))
        _check(part.puzzle, answer.solutions)
        yield from (solution for solution in answer.solutions if solution not in part.known)
        match answer.ending:
            case Ending.EXHAUSTED:
                pass
            case Ending.ENOUGH:
                parts += _split(_Part(part.puzzle, part.known.union(answer.solutions)))
            case Ending.TIMED_OUT:
                raise OutOfTime
            case _:
                raise EngineFailure(f"{engine.name}: {answer.detail}")


def _split(part: _Part) -> Iterator[_Part]:
    """Yield one part for each value of the cell that has the most different values in the known solutions."""
    puzzle = part.puzzle
    values = [len(set(of_cell)) for of_cell in zip(*part.known, strict=True)]
    if max(values, default=0) < 2:
        raise BadSolution("stopped the search although it had not found enough solutions")
    cell = values.index(max(values))
    for value in reversed(_find_candidates(puzzle, cell)):
        known = frozenset(solution for solution in part.known if solution[cell] == value)
        yield _Part(puzzle.with_value(cell, value), known)


def _find_candidates(puzzle: Puzzle, cell: Cell) -> list[int]:
    taken = {puzzle.givens[peer] for peer in puzzle.shape.peers_of(cell)}
    return [value for value in puzzle.shape.values if value not in taken]
