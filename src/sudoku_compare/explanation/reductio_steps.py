"""Steps with assumptions, for where no technique applies."""

from itertools import count

from ..techniques import Position, Step, find_technique
from ..techniques.bit_geometry import members
from ..techniques.forcing_nets import refutation_step
from ..techniques.refutation import refute
from .depth import Eliminator
from .rating import REDUCTIO


def find_reductio_step(eliminator: Eliminator, position: Position) -> Step:
    """Remove a candidate whose assumption fails at the smallest possible depth.

    Takes the first one, starting with cells that have few candidates: choosing the one that fails soonest made
    explanations longer when it was tried, because less follows from it. If no open cell has another candidate than that
    of the solution, returns a naked single, also at a level that does not have this technique.
    """
    if all(position.candidates[cell].bit_count() == 1 for cell in members(position.open)):
        return next(find_technique("naked-single").find(position))
    board = eliminator.board_of(bytes(position.grid), position.candidates)
    cells = sorted(members(position.open), key=lambda cell: position.candidates[cell].bit_count())
    for depth in count(1):
        for cell in cells:
            for value in members(position.candidates[cell]):
                if eliminator.fails(board, cell, value, depth) and (found := refute(position, (cell, value), depth)):
                    return refutation_step(REDUCTIO, position, (cell, value), found)
    raise AssertionError("every candidate outside the solution is refuted at some depth")
