"""BUG+1: one candidate keeps the board from a state in which all values could be swapped (bivalue universal grave).

If every open cell has two candidates and every value has two open places in each unit where it is missing, then taking
the other candidate of each cell turns a solution into another one. So this assumes that the solution is unique.
"""

from collections.abc import Iterator

from ..core.shape import Cell
from .bit_geometry import Cells, lowest, members
from .position import Position
from .step import Step


def bug_plus_one(position: Position) -> Iterator[Step]:
    """Find the only open cell with three candidates, if one of them prevents such a state."""
    cell = _find_odd_cell(position)
    if cell is None:
        return
    for value in members(position.candidates[cell]):
        if _has_even_places(position, cell, value):
            yield _make_step(position, cell, value)


def _find_odd_cell(position: Position) -> Cell | None:
    """Return the open cell with three candidates if all others have two."""
    odd: Cells = 0
    for cell in members(position.open):
        count = position.candidates[cell].bit_count()
        if count != 2:
            if count != 3 or odd:
                return None
            odd = 1 << cell
    return lowest(odd) if odd else None


def _has_even_places(position: Position, cell: Cell, value: int) -> bool:
    """Return whether every value has two open places, or none, in every unit without this candidate."""
    for other in position.geometry.shape.values:
        places = position.places[other] & position.open
        if other == value:
            places &= ~(1 << cell)
        if any((places & unit).bit_count() not in (0, 2) for unit in position.geometry.units):
            return False
    return True


def _make_step(position: Position, cell: Cell, value: int) -> Step:
    geometry = position.geometry
    name, symbol, left = geometry.name(cell), geometry.symbol(value), position.candidates[cell]
    others = left & ~(1 << value)
    reason = (
        f"BUG+1: every open cell except {name} {geometry.braces(members(left))} has two candidates; if {name} were not "
        f"{symbol}, every value would have two places in each unit, and the solution would not be unique: "
        f"remove {geometry.symbols(members(others))} from {name}"
    )
    pattern = tuple((cell, candidate) for candidate in members(left))
    return Step("bug+1", reason, (), position.removable(others, 1 << cell), pattern)
