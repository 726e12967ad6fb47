"""Explains why a puzzle has no solution: a minimal conflict, and every change of one given that fixes it."""

from ..core.answer import Ending, Limits, OutOfTime, Stopwatch
from ..core.puzzle import Grid, Puzzle
from ..core.shape import Cell
from ..engines.registry import load_engine
from ..engines.sat.minimal_conflict import Given, find_minimal_conflict
from ..engines.sat.oracle import oracle_of_rules
from ..running.executor import run
from .confirmation import Objection, keep_givens, require_solution, search_by_reductio
from .result import Fix, Placement
from .variants import settle_variants

CONFIRMING = "cpsat"


def find_conflict(puzzle: Puzzle, watch: Stopwatch) -> tuple[Placement, ...]:
    """Return a minimal conflict: givens that cannot all be true, but become consistent if any one is removed.

    Every solution that shows a given to be necessary is checked. Raises OutOfTime and Objection.
    """

    def check(givens: tuple[Given, ...], solution: Grid) -> None:
        require_solution(keep_givens(puzzle, tuple(Placement(*given) for given in givens)), solution)

    with oracle_of_rules(puzzle.shape, watch) as rules:
        conflict = find_minimal_conflict(rules, puzzle, witness=check)
    if conflict is None:
        raise Objection("sat: found a solution of a puzzle that should have none")
    return tuple(Placement(*given) for given in conflict)


def confirm_conflict(puzzle: Puzzle, conflict: tuple[Placement, ...], watch: Stopwatch) -> str:
    """Return the engine that confirms the conflict. Raises OutOfTime and Objection."""
    watch.tick()
    answer = run(load_engine(CONFIRMING), keep_givens(puzzle, conflict), Limits(1, watch.left()))
    if answer.solutions:
        raise Objection(f"{CONFIRMING}: found a solution of givens that are in conflict according to sat")
    if answer.ending is Ending.FAILED:
        raise RuntimeError(f"{CONFIRMING} failed: {answer.detail}")
    if answer.ending is not Ending.EXHAUSTED:
        raise OutOfTime
    return CONFIRMING


def find_fixes(puzzle: Puzzle, conflict: tuple[Placement, ...], watch: Stopwatch) -> tuple[Fix, ...]:
    """Return every change or removal of one given that makes the puzzle unique, most likely first.

    Only givens of the conflict can help; other changes leave the conflict in place. `reductio` confirms each fix, but
    that there are no others rests on one engine. Fixes that leave an easier puzzle come first, because published
    puzzles are usually easy; then changes come before removals, because a mistyped given is more likely than an extra
    one. Raises OutOfTime and Objection.
    """
    without = settle_variants([puzzle.with_value(given.cell, 0) for given in conflict], watch)
    fixes: list[Fix] = []
    open_changes: list[tuple[Cell, int]] = []
    for given, settled in zip(conflict, without, strict=True):
        cell = given.cell
        if len(settled.solutions) == 1:  # only the value that the cell has in this solution can replace the given
            [solution] = settled.solutions
            fixes += [_confirm_fix(puzzle, cell, to, settled.by, watch) for to in (None, solution[cell])]
        elif settled.solutions:
            open_changes += [(cell, value) for value in puzzle.shape.values if value != given.value]
    changed = settle_variants([puzzle.with_value(*change) for change in open_changes], watch)
    for (cell, to), settled in zip(open_changes, changed, strict=True):
        if len(settled.solutions) == 1:
            fixes.append(_confirm_fix(puzzle, cell, to, settled.by, watch))
    return tuple(sorted(fixes, key=lambda fix: (fix.assumptions, fix.to is None, fix.cell)))


def _confirm_fix(puzzle: Puzzle, cell: Cell, to: int | None, by: str, watch: Stopwatch) -> Fix:
    solutions, assumptions = search_by_reductio(puzzle.with_value(cell, to or 0), 2, watch)
    if len(solutions) != 1:
        change = f"{puzzle.shape.name_of(cell)}={to}" if to else f"removing {puzzle.shape.name_of(cell)}"
        found = "several solutions" if solutions else "no solution"
        raise Objection(f"{by} claimed that {change} makes the puzzle unique, but reductio found {found}")
    return Fix(cell, puzzle.givens[cell], to, assumptions)
