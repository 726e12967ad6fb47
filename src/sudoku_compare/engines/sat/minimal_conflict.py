"""Minimal conflicts: givens that cannot all be true, but become consistent if any one of them is removed."""

from collections.abc import Callable, Iterable
from random import Random

from ...core.puzzle import Grid, Puzzle
from ...core.shape import Cell
from .oracle import Oracle

Given = tuple[Cell, int]
Witness = Callable[[tuple[Given, ...], Grid], None]  # called with some of the givens and a solution that has them


def find_minimal_conflict(
    rules: Oracle, puzzle: Puzzle, *, witness: Witness | None = None, seed: int | None = None
) -> tuple[Given, ...] | None:
    """Return a minimal conflict of a puzzle, or None if it has a solution. `rules` is the oracle of its rules.

    Starts with the core of a refutation and removes one given after another. If the others have a solution, the given
    is necessary. `witness` is called with each of these solutions. `seed` chooses another order, and so perhaps
    another conflict. Raises OutOfTime.
    """
    given_of = {rules.literal(cell, value): (cell, value) for cell, value in enumerate(puzzle.givens) if value}
    literals = list(given_of)
    if seed is not None:
        Random(seed).shuffle(literals)
    if rules.solution(literals) is not None:
        return None
    needed: list[int] = []
    left = _keep(literals, rules.core()) if seed is not None else rules.core()
    while left:
        literal = left.pop()
        solution = rules.solution(needed + left)
        if solution is None:
            left = _keep(left, rules.core())
        else:
            needed.append(literal)
            if witness:
                witness(tuple(given_of[kept] for kept in needed[:-1] + left), solution)
    return tuple(sorted(given_of[literal] for literal in needed))


def _keep(literals: list[int], core: Iterable[int]) -> list[int]:
    wanted = set(core)
    return [literal for literal in literals if literal in wanted]
