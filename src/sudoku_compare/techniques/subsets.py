"""Subsets of a section: so many squares with so many values between them, or so many values with so many squares."""

from collections.abc import Callable, Iterator

from .bit_geometry import bits_of, members
from .covers import tight_groups
from .position import Position
from .step import Step

Find = Callable[[Position], Iterator[Step]]
SIZES = {2: "pair", 3: "triple", 4: "quad"}


def naked(size: int) -> Find:
    """Squares that have as many values between them as they are: no other square that sees them all has these."""

    def find(position: Position) -> Iterator[Step]:
        for section in range(len(position.geometry.sections)):
            possible = {square: position.possible[square] for square in position.open_squares(section)}
            for squares, values in tight_groups(possible, size, position.tick):
                yield from _naked_step(position, f"naked-{SIZES[size]}", section, squares, values)

    return find


def _naked_step(
    position: Position, technique: str, section: int, squares: tuple[int, ...], values: int
) -> Iterator[Step]:
    geometry = position.geometry
    removed = position.removable(values, geometry.seen_by_all(squares))
    if not removed:
        return
    reason = (
        f"{geometry.names(squares)} of {geometry.section(section)} have only {geometry.symbols(members(values))} "
        "between them: no other square that sees them all has these"
    )
    yield Step(technique, reason, (), removed, position.removable(values, bits_of(squares)), (section,))


def hidden(size: int) -> Find:
    """Values that have as many places in a section as they are: their squares have no other value."""

    def find(position: Position) -> Iterator[Step]:
        for number, section in enumerate(position.geometry.sections):
            places = {value: position.places[value] & section for value in position.geometry.shape.values}
            for values, squares in tight_groups(places, size, position.tick):
                yield from _hidden_step(position, f"hidden-{SIZES[size]}", number, values, squares)

    return find


def _hidden_step(
    position: Position, technique: str, section: int, values: tuple[int, ...], squares: int
) -> Iterator[Step]:
    geometry = position.geometry
    others = bits_of(geometry.shape.values) & ~bits_of(values)
    removed = position.removable(others, squares)
    if not removed:
        return
    reason = (
        f"{geometry.symbols(values)} can only stand on {geometry.names(members(squares))} in "
        f"{geometry.section(section)}: no other value can stand there"
    )
    yield Step(technique, reason, (), removed, position.removable(bits_of(values), squares), (section,))
