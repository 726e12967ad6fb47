"""Naked and hidden subsets: N cells of a unit that share N values."""

from collections.abc import Callable, Iterator

from .bit_geometry import bits_of, members
from .covers import tight_groups
from .position import Position
from .step import Step

Find = Callable[[Position], Iterator[Step]]
SIZES = {2: "pair", 3: "triple", 4: "quad"}
ALL_CELLS = {2: "both", 3: "all three", 4: "all four"}


def naked(size: int) -> Find:
    """Return a technique that finds N cells of a unit with N candidates between them.

    These values must go in these cells, so no other cell that sees all of them can have one.
    """

    def find(position: Position) -> Iterator[Step]:
        for unit in range(len(position.geometry.units)):
            candidates = {cell: position.candidates[cell] for cell in position.open_cells(unit)}
            for cells, values in tight_groups(candidates, size, position.tick):
                yield from _make_naked_step(position, unit, cells, values)

    return find


def _make_naked_step(position: Position, unit: int, cells: tuple[int, ...], values: int) -> Iterator[Step]:
    geometry, size = position.geometry, len(cells)
    removed = position.removable(values, geometry.seen_by_all(cells))
    if not removed:
        return
    numbers = tuple(members(values))
    reason = (
        f"Naked {SIZES[size]} {geometry.braces(numbers)} in {geometry.names(cells)} ({geometry.unit(unit)}): "
        f"remove {geometry.symbols(numbers)} from all other cells that see {ALL_CELLS[size]}"
    )
    pattern = position.removable(values, bits_of(cells))
    yield Step(f"naked-{SIZES[size]}", reason, (), removed, pattern, (unit,))


def hidden(size: int) -> Find:
    """Return a technique that finds N values with N places between them in a unit.

    These cells must hold these values, so they have no other candidate.
    """

    def find(position: Position) -> Iterator[Step]:
        for number, unit in enumerate(position.geometry.units):
            places = {value: position.places[value] & unit for value in position.geometry.shape.values}
            for values, cells in tight_groups(places, size, position.tick):
                yield from _make_hidden_step(position, number, values, cells)

    return find


def _make_hidden_step(position: Position, unit: int, values: tuple[int, ...], cells: int) -> Iterator[Step]:
    geometry, size = position.geometry, len(values)
    others = bits_of(geometry.shape.values) & ~bits_of(values)
    removed = position.removable(others, cells)
    if not removed:
        return
    reason = (
        f"Hidden {SIZES[size]} {geometry.braces(values)} in {geometry.names(members(cells))} "
        f"({geometry.unit(unit)}): remove all other candidates from these cells"
    )
    pattern = position.removable(bits_of(values), cells)
    yield Step(f"hidden-{SIZES[size]}", reason, (), removed, pattern, (unit,))
