"""Why has a puzzle no solution? The givens that cannot stand together, and each change of one given that fixes it."""

from ..core.answer import Ending, Limits, OutOfTime, Stopwatch
from ..core.puzzle import Puzzle
from ..core.shape import Cell
from ..engines.registry import load_engine
from ..engines.sat.oracle import oracle_of_rules
from ..running.executor import run
from .confirmation import Doubt, must_solve, only, solutions_by_reductio
from .findings import Fix, Placed
from .variants import settle_variants

CONFIRMING = "cpsat"


def find_conflict(puzzle: Puzzle, watch: Stopwatch) -> tuple[Placed, ...]:
    """Givens that cannot stand together, none of which can be left out.

    Found from the core of a refutation, by leaving out one given after the other: where the rest has a solution, the
    given is needed, and the solution is checked.
    """
    with oracle_of_rules(puzzle.shape, watch) as rules:
        given_of = {
            rules.literal(cell, value): Placed(cell, value) for cell, value in enumerate(puzzle.givens) if value
        }
        if rules.solution(list(given_of)) is not None:
            raise Doubt("sat: finds a solution of a puzzle that is said to have none")
        needed: list[int] = []
        left = rules.core()
        while left:
            literal = left.pop()
            solution = rules.solution(needed + left)
            if solution is None:
                core = set(rules.core())
                left = [kept for kept in left if kept in core]
            else:
                must_solve(only(puzzle, tuple(given_of[kept] for kept in needed + left)), solution)
                needed.append(literal)
    return tuple(sorted(given_of[literal] for literal in needed))


def confirm(puzzle: Puzzle, conflict: tuple[Placed, ...], watch: Stopwatch) -> str:
    """The engine that finds no solution with the conflicting givens alone either; raises OutOfTime."""
    watch.tick()
    answer = run(load_engine(CONFIRMING), only(puzzle, conflict), Limits(1, watch.left()))
    if answer.solutions:
        raise Doubt(f"{CONFIRMING}: finds a solution of givens that sat says cannot stand together")
    if answer.ending is Ending.FAILED:
        raise RuntimeError(f"{CONFIRMING} failed: {answer.detail}")
    if answer.ending is not Ending.EXHAUSTED:
        raise OutOfTime
    return CONFIRMING


def find_fixes(puzzle: Puzzle, conflict: tuple[Placed, ...], watch: Stopwatch) -> tuple[Fix, ...]:
    """Every single given whose change or removal makes the puzzle unique, the likeliest first.

    Only givens of the conflict can help: the others leave it as it is. Each fix is confirmed by `reductio`; that
    there is no other rests on the one that settles the variants alone. Those that leave the easiest puzzle come first,
    a change before a removal: that is how puzzles are printed, and how they are mistyped.
    """
    without = settle_variants([puzzle.with_value(given.cell, 0) for given in conflict], watch)
    fixes: list[Fix] = []
    open_changes: list[tuple[Cell, int]] = []
    for (cell, was), settled in zip(conflict, without, strict=True):
        if len(settled.solutions) == 1:  # the value that it has there is the only one that would do
            [solution] = settled.solutions
            fixes += [_confirmed(puzzle, cell, to, settled.by, watch) for to in (None, solution[cell])]
        elif settled.solutions:
            open_changes += [(cell, value) for value in puzzle.shape.values if value != was]
    changed = settle_variants([puzzle.with_value(*change) for change in open_changes], watch)
    for (cell, to), settled in zip(open_changes, changed, strict=True):
        if len(settled.solutions) == 1:
            fixes.append(_confirmed(puzzle, cell, to, settled.by, watch))
    return tuple(sorted(fixes, key=lambda fix: (fix.assumptions, fix.to is None, fix.cell, fix.to or 0)))


def _confirmed(puzzle: Puzzle, cell: Cell, to: int | None, by: str, watch: Stopwatch) -> Fix:
    mended = puzzle.with_value(cell, to or 0)
    solutions, assumptions = solutions_by_reductio(mended, 2, watch)
    if len(solutions) != 1:
        where = puzzle.shape.name_of(cell)
        raise Doubt(f"{by} says that {to or 'nothing'} at {where} makes it unique; reductio finds {len(solutions)}")
    return Fix(cell, puzzle.givens[cell], to, assumptions)
