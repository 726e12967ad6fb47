"""Elimination with a worklist, in the manner of AC-3, before `backtrack` starts to search.

There are two rules: a value that a cell holds is removed from the other cells of its units, and a value with only one
place left in a unit goes there. The worklist holds the units in which something has changed.
"""

from collections.abc import Callable, Iterator

from ...core.shape import Cell, Shape, Unit

Candidates = list[int]  # one bit per value for each cell


class Contradiction(Exception):
    """Raised when a cell has no candidate left, or a value has no place left in a unit."""


def eliminate(shape: Shape, left: Candidates, tick: Callable[[], None]) -> None:
    """Remove from `left` all candidates that the two rules exclude; may raise Contradiction."""
    worklist = dict.fromkeys(range(len(shape.units)))  # an ordered set
    while worklist:
        tick()
        number, _ = worklist.popitem()
        unit = shape.units[number]
        for rule in (_remove_from_others, _fill_hidden_singles):
            for cell in rule(unit, left):
                worklist.update(dict.fromkeys(shape.units_of[cell]))


def _remove_from_others(unit: Unit, left: Candidates) -> Iterator[Cell]:
    """Remove the values that cells of this unit hold from its other cells; yield the cells that change."""
    held = 0
    for cell in unit:
        values = left[cell]
        if not values & (values - 1):
            if not values or held & values:
                raise Contradiction
            held |= values
    for cell in unit:
        values = left[cell]
        if values & (values - 1) and values & held:
            left[cell] = values & ~held
            yield cell


def _fill_hidden_singles(unit: Unit, left: Candidates) -> Iterator[Cell]:
    """Put each value with only one place left in that place; yield the cells that change."""
    once = several = 0
    for cell in unit:
        several |= once & left[cell]
        once |= left[cell]
    if once.bit_count() < len(unit):
        raise Contradiction
    last = once & ~several
    for cell in unit:
        value = left[cell] & last
        if value and value != left[cell]:
            if value & (value - 1):
                raise Contradiction  # two values have only this place left
            left[cell] = value
            yield cell
