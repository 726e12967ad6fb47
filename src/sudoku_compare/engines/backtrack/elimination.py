"""Elimination over a worklist, in the manner of AC-3, before `backtrack` begins to search.

Two rules: a value that a square holds leaves the other squares of each of its sections; and a value that has one place
left in a section, in any one of them, stands there. On the worklist are the sections in which something has changed.
"""

from collections.abc import Callable, Iterator

from ...core.shape import Section, Shape, Square

Possibilities = list[int]  # for each square a bit a value


class Contradiction(Exception):
    """A square without a possible value, or a value without a place."""


def eliminate(shape: Shape, left: Possibilities, tick: Callable[[], None]) -> None:
    """Take from each square what the two rules take; raises Contradiction."""
    worklist = dict.fromkeys(range(len(shape.sections)))  # in order, each once
    while worklist:
        tick()
        number, _ = worklist.popitem()
        section = shape.sections[number]
        for rule in (_leave_others, _take_last_places):
            for square in rule(section, left):
                worklist.update(dict.fromkeys(shape.sections_of[square]))


def _leave_others(section: Section, left: Possibilities) -> Iterator[Square]:
    """The values that squares of this section hold leave its other squares."""
    held = 0
    for square in section:
        values = left[square]
        if not values & (values - 1):
            if not values or held & values:
                raise Contradiction
            held |= values
    for square in section:
        values = left[square]
        if values & (values - 1) and values & held:
            left[square] = values & ~held
            yield square


def _take_last_places(section: Section, left: Possibilities) -> Iterator[Square]:
    """The values with one place left stand there."""
    once = several = 0
    for square in section:
        several |= once & left[square]
        once |= left[square]
    if once.bit_count() < len(section):
        raise Contradiction
    last = once & ~several
    for square in section:
        value = left[square] & last
        if value and value != left[square]:
            if value & (value - 1):
                raise Contradiction  # two values that have no other place
            left[square] = value
            yield square
