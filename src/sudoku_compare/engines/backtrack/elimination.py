"""Elimination over a worklist, in the manner of AC-3, before `backtrack` begins to search.

Two rules: a value that a cell holds leaves the other cells of each of its units; and a value that has one place
left in a unit, in any one of them, stands there. On the worklist are the units in which something has changed.
"""

from collections.abc import Callable, Iterator

from ...core.shape import Cell, Shape, Unit

Candidates = list[int]  # for each cell a bit a value


class Contradiction(Exception):
    """A cell without a possible value, or a value without a place."""


def eliminate(shape: Shape, left: Candidates, tick: Callable[[], None]) -> None:
    """Take from each cell what the two rules take; raises Contradiction."""
    worklist = dict.fromkeys(range(len(shape.units)))  # in order, each once
    while worklist:
        tick()
        number, _ = worklist.popitem()
        unit = shape.units[number]
        for rule in (_leave_others, _take_last_places):
            for cell in rule(unit, left):
                worklist.update(dict.fromkeys(shape.units_of[cell]))


def _leave_others(unit: Unit, left: Candidates) -> Iterator[Cell]:
    """The values that cells of this unit hold leave its other cells."""
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


def _take_last_places(unit: Unit, left: Candidates) -> Iterator[Cell]:
    """The values with one place left stand there."""
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
                raise Contradiction  # two values that have no other place
            left[cell] = value
            yield cell
