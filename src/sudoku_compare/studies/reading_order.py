"""Searches that try values cell by cell in reading order, and count them until they find the solution."""

import math

from ..core.shape import Shape
from ..engines.reductio.propagation import Board, Contradiction, Fields
from .elimination_rules import Rule, follow
from .workload import Subject

MOST_TRIES = 50_000  # values after which a search is cut off; not a time, so that results are the same everywhere
STRIDE = 4096  # values between clock checks


def count_tries(fields: Fields, board: Board, subject: Subject) -> float:
    """Backtrack over the candidates of the board, trying a value if no peer has it; infinite if cut off."""
    shape, width = subject.puzzle.shape, fields.width
    open_cells = [cell for cell in shape.cells if board >> cell * width + fields.side & 1]
    used = _find_used(shape, subject.solution, set(open_cells))
    allowed = [board >> cell * width & (1 << fields.side) - 1 for cell in open_cells]
    units = [shape.units_of[cell] for cell in open_cells]
    rest, placed = [0] * len(open_cells), [0] * len(open_cells)
    depth, tries = 0, 0
    if not open_cells:
        return 0
    rest[0] = allowed[0] & ~_join(used, units[0])
    while True:
        if values := rest[depth]:
            value = values & -values
            rest[depth] ^= value
            tries += 1
            if tries > MOST_TRIES:
                return math.inf
            if tries % STRIDE == 0:
                subject.watch.tick()
            depth += 1
            if depth == len(open_cells):
                return tries
            placed[depth - 1] = value
            for unit in units[depth - 1]:
                used[unit] |= value
            rest[depth] = allowed[depth] & ~_join(used, units[depth])
        else:
            depth -= 1
            for unit in units[depth]:
                used[unit] ^= placed[depth]


def _join(used: list[int], units: tuple[int, ...]) -> int:
    found = 0
    for unit in units:
        found |= used[unit]
    return found


def _find_used(shape: Shape, solution: bytes, open_cells: set[int]) -> list[int]:
    """Return the known values of each unit, one bit per value."""
    return [sum(1 << solution[cell] - 1 for cell in unit if cell not in open_cells) for unit in shape.units]


def count_tries_following(fields: Fields, board: Board, rule: Rule, subject: Subject) -> float:
    """Backtrack, following the rule after each value and continuing with the first open cell that it leaves."""
    stack: list[tuple[Board, Board]] = []  # a board, and the untried values of its first open cell
    tries = 0
    while board:
        stack.append((board, _find_first_cell(fields, board)))
        while True:
            while not stack[-1][1]:
                stack.pop()
            board, untried = stack.pop()
            value = untried & -untried
            stack.append((board, untried ^ value))
            tries += 1
            if tries > MOST_TRIES:
                return math.inf
            try:
                board, _ = follow(fields, board, value, rule, subject.watch.tick)
                break
            except Contradiction:
                pass
    return tries


def _find_first_cell(fields: Fields, board: Board) -> Board:
    """Return the candidates of the first open cell."""
    guards = board & fields.cell_guards
    guard = guards & -guards
    return board & guard - (guard >> fields.side)
