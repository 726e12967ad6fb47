"""Which assumption fails soonest: found fast, on nothing but the places of each value, and without writing it down."""

from ..core.shape import Square
from .bit_geometry import Geometry, Squares, members
from .position import Position
from .step import Possibility

MOST_ROUNDS = 1 << 30  # more than any board has


def easiest(position: Position) -> Possibility | None:
    """The possibility whose assumption fails after the fewest rounds, if any does."""
    best, fewest = None, MOST_ROUNDS
    for square in sorted(members(position.open), key=lambda square: position.possible[square].bit_count()):
        for value in members(position.possible[square]):
            rounds = rounds_to_contradiction(position, square, value, fewest - 1)
            if rounds is not None:
                best, fewest = (square, value), rounds
                if fewest == 1:
                    return best
    return best


def rounds_to_contradiction(position: Position, square: Square, value: int, most: int = MOST_ROUNDS) -> int | None:
    """After how many rounds of syllogizing (all singles of a board at once) the assumption fails; None if it does not.

    Looks no further than `most` rounds, and only where something has changed: the position has no singles left itself.
    """
    places, undecided = position.places[:], position.open
    seen, fresh = position.places, [(square, value)]
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


def _hold(geometry: Geometry, places: list[Squares], fresh: list[Possibility]) -> bool:
    """Place these; whether none of them was struck by another."""
    for square, value in fresh:
        bit = 1 << square
        if not places[value] & bit:
            return False
        for other in range(1, len(places)):
            places[other] &= ~bit
        places[value] = places[value] & ~geometry.peers[square] | bit
    return True


def _singles(
    geometry: Geometry, places: list[Squares], seen: list[Squares], undecided: Squares
) -> list[Possibility] | None:
    """The last possibilities of squares, and of values whose places have changed; None where one has none left."""
    once = twice = 0
    for where in places:
        twice |= once & where
        once |= where
    if once != geometry.all:
        return None
    lone = once & ~twice & undecided
    found = dict.fromkeys((square, value) for value, where in enumerate(places) for square in members(lone & where))
    for value, where in enumerate(places):
        if where == seen[value]:
            continue
        for section in geometry.sections:
            inside = where & section
            if inside & (inside - 1):
                continue
            if not inside:
                return None
            if inside & undecided:
                found[inside.bit_length() - 1, value] = None
    return list(found)
