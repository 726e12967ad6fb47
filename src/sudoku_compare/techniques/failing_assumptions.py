"""Find the assumption that fails soonest: a fast search on the places of each value, which keeps no reasons."""

from ..core.shape import Cell
from .bit_geometry import Cells, Geometry, members
from .position import Position
from .step import Candidate

MOST_ROUNDS = 1 << 30  # more than any board needs


def find_quickest(position: Position) -> Candidate | None:
    """Return the candidate whose assumption fails after the fewest rounds, or None."""
    best, fewest = None, MOST_ROUNDS
    for cell in sorted(members(position.open), key=lambda cell: position.candidates[cell].bit_count()):
        for value in members(position.candidates[cell]):
            rounds = rounds_to_contradiction(position, cell, value, fewest - 1)
            if rounds is not None:
                best, fewest = (cell, value), rounds
                if fewest == 1:
                    return best
    return best


def rounds_to_contradiction(position: Position, cell: Cell, value: int, most: int = MOST_ROUNDS) -> int | None:
    """Return after how many rounds the assumption fails, or None if it does not fail within `most` rounds.

    A round places all singles of the board at once. The position itself must have no singles left, because only
    values whose places have changed are examined.
    """
    places, undecided = position.places[:], position.open
    seen, fresh = position.places, [(cell, value)]
    for number in range(1, most + 1):
        position.tick()
        if not _place_all(position.geometry, places, fresh):
            return number
        for known, _ in fresh:
            undecided &= ~(1 << known)
        singles = _find_singles(position.geometry, places, seen, undecided)
        if singles is None:
            return number
        if not singles:
            return None
        seen, fresh = places[:], singles
    return None


def _place_all(geometry: Geometry, places: list[Cells], fresh: list[Candidate]) -> bool:
    """Place these candidates; return False if one of them was removed by another."""
    for cell, value in fresh:
        bit = 1 << cell
        if not places[value] & bit:
            return False
        for other in range(1, len(places)):
            places[other] &= ~bit
        places[value] = places[value] & ~geometry.peers[cell] | bit
    return True


def _find_singles(
    geometry: Geometry, places: list[Cells], seen: list[Cells], undecided: Cells
) -> list[Candidate] | None:
    """Return the naked singles, and the hidden singles of values whose places changed; None for a contradiction."""
    once = twice = 0
    for where in places:
        twice |= once & where
        once |= where
    if once != geometry.all:
        return None
    naked = once & ~twice & undecided
    found = dict.fromkeys((cell, value) for value, where in enumerate(places) for cell in members(naked & where))
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
