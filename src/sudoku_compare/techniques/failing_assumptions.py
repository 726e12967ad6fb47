"""Which assumption fails soonest: found fast, on nothing but the places of each value, and without writing it down."""

from ..core.shape import Cell
from .bit_geometry import Cells, Geometry, members
from .position import Position
from .step import Candidate

MOST_ROUNDS = 1 << 30  # more than any board has


def easiest(position: Position) -> Candidate | None:
    """The candidate whose assumption fails after the fewest rounds, if any does."""
    best, fewest = None, MOST_ROUNDS
    for cell in sorted(members(position.open), key=lambda cell: position.possible[cell].bit_count()):
        for value in members(position.possible[cell]):
            rounds = rounds_to_contradiction(position, cell, value, fewest - 1)
            if rounds is not None:
                best, fewest = (cell, value), rounds
                if fewest == 1:
                    return best
    return best


def rounds_to_contradiction(position: Position, cell: Cell, value: int, most: int = MOST_ROUNDS) -> int | None:
    """After how many rounds of syllogizing (all singles of a board at once) the assumption fails; None if it does not.

    Looks no further than `most` rounds, and only where something has changed: the position has no singles left itself.
    """
    places, undecided = position.places[:], position.open
    seen, fresh = position.places, [(cell, value)]
    for number in range(1, most + 1):
        position.tick()
        if not _hold(position.geometry, places, fresh):
            return number
        for known, _ in fresh:
            undecided &= ~(1 << known)
        singles = _singles(position.geometry, places, seen, undecided)
        if singles is None:
            return number
        if not singles:
            return None
        seen, fresh = places[:], singles
    return None


def _hold(geometry: Geometry, places: list[Cells], fresh: list[Candidate]) -> bool:
    """Place these; whether none of them was struck by another."""
    for cell, value in fresh:
        bit = 1 << cell
        if not places[value] & bit:
            return False
        for other in range(1, len(places)):
            places[other] &= ~bit
        places[value] = places[value] & ~geometry.peers[cell] | bit
    return True


def _singles(geometry: Geometry, places: list[Cells], seen: list[Cells], undecided: Cells) -> list[Candidate] | None:
    """The last candidates of cells, and of values whose places have changed; None where one has none left."""
    once = twice = 0
    for where in places:
        twice |= once & where
        once |= where
    if once != geometry.all:
        return None
    lone = once & ~twice & undecided
    found = dict.fromkeys((cell, value) for value, where in enumerate(places) for cell in members(lone & where))
    for value, where in enumerate(places):
        if where == seen[value]:
            continue
        for unit in geometry.units:
            inside = where & unit
            if inside & (inside - 1):
                continue
            if not inside:
                return None
            if inside & undecided:
                found[inside.bit_length() - 1, value] = None
    return list(found)
