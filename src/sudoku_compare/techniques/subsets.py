"""Subsets of a unit: so many cells with so many values between them, or so many values with so many cells."""

from collections.abc import Callable, Iterator

from .bit_geometry import bits_of, members
from .covers import tight_groups
from .position import Position
from .step import Step

Find = Callable[[Position], Iterator[Step]]
SIZES = {2: "pair", 3: "triple", 4: "quad"}


def naked(size: int) -> Find:
    """Cells that have as many values between them as they are: no other cell that sees them all has these."""

    def find(position: Position) -> Iterator[Step]:
        for unit in range(len(position.geometry.units)):
            possible = {cell: position.possible[cell] for cell in position.open_cells(unit)}
            for cells, values in tight_groups(possible, size, position.tick):
                yield from _naked_step(position, f"naked-{SIZES[size]}", unit, cells, values)

    return find


def _naked_step(position: Position, technique: str, unit: int, cells: tuple[int, ...], values: int) -> Iterator[Step]:
    geometry = position.geometry
    removed = position.removable(values, geometry.seen_by_all(cells))
    if not removed:
        return
    reason = (
        f"{geometry.names(cells)} of {geometry.unit(unit)} have only {geometry.symbols(members(values))} "
        "between them: no other cell that sees them all has these"
    )
    yield Step(technique, reason, (), removed, position.removable(values, bits_of(cells)), (unit,))


def hidden(size: int) -> Find:
    """Values that have as many places in a unit as they are: their cells have no other value."""

    def find(position: Position) -> Iterator[Step]:
        for number, unit in enumerate(position.geometry.units):
            places = {value: position.places[value] & unit for value in position.geometry.shape.values}
            for values, cells in tight_groups(places, size, position.tick):
                yield from _hidden_step(position, f"hidden-{SIZES[size]}", number, values, cells)

    return find


def _hidden_step(position: Position, technique: str, unit: int, values: tuple[int, ...], cells: int) -> Iterator[Step]:
    geometry = position.geometry
    others = bits_of(geometry.shape.values) & ~bits_of(values)
    removed = position.removable(others, cells)
    if not removed:
        return
    reason = (
        f"{geometry.symbols(values)} can only stand on {geometry.names(members(cells))} in "
        f"{geometry.unit(unit)}: no other value can stand there"
    )
    yield Step(technique, reason, (), removed, position.removable(bits_of(values), cells), (unit,))
