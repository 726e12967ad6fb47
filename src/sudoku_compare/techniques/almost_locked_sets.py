"""Almost locked sets (ALS): N cells of a unit with N + 1 candidates between them, and how they restrict each other.

If an ALS does not have one of its values, it has all the others. A value is a restricted common of two ALS if all its
places in the one see all its places in the other: then at most one of them has it.
"""

from collections.abc import Iterator
from typing import NamedTuple

from .bit_geometry import Cells, Values, list_candidates, members
from .position import Position
from .step import Candidate

SMALL_BOARD = 9  # up to this side, sets of all sizes are found
LARGEST = 5  # cells of a set on larger boards, where there are very many larger ones
Candidates = int  # one bit per candidate; that of cell c and value v is number v * cells + c
Sets = int  # one bit per almost locked set


class AlmostLockedSet(NamedTuple):
    """The cells and values of an ALS. `excluded` are the candidates that see all places of their value in it."""

    cells: Cells
    values: Values
    excluded: Candidates


class SetTable:
    """The almost locked sets of a position, small ones first, then by their lowest cells."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.width = len(position.grid)
        self._seen: dict[tuple[int, Cells], Cells] = {}
        found = sorted(_find_sets(position).items(), key=lambda item: (item[0].bit_count(), _reverse(item[0])))
        self.sets = [AlmostLockedSet(cells, values, self._exclude(cells, values)) for cells, values in found]
        self._with_place: list[dict[int, Sets]] = [{} for _ in position.places]  # by value and cell
        self._with_value: list[Sets] = [0] * len(position.places)
        for number, (cells, values, _) in enumerate(self.sets):
            for value in members(values):
                self._with_value[value] |= 1 << number
                for cell in members(position.places[value] & cells):
                    self._with_place[value][cell] = self._with_place[value].get(cell, 0) | 1 << number
        self._partners: dict[tuple[int, Cells], Sets] = {}  # by value, and by its places in a set
        self._excluded_by_partners: dict[tuple[int, Cells], Candidates] = {}
        self._excluding: dict[int, Sets] = {}  # by candidate

    def _exclude(self, cells: Cells, values: Values) -> Candidates:
        excluded = 0
        for value in members(values):
            excluded |= self.see_all(value, cells) << value * self.width
        return excluded

    def see_all(self, value: int, cells: Cells) -> Cells:
        """Return the places of a value that see all its places in these cells."""
        places = self.position.places[value]
        key = value, places & cells
        if key not in self._seen:
            seen = places & self.position.open
            for cell in members(key[1]):
                seen &= self.position.geometry.peers[cell]
            self._seen[key] = seen
        return self._seen[key]

    def find_partners(self, value: int, cells: Cells) -> Sets:
        """Return the sets with which a set of these cells has the value as a restricted common."""
        key = value, self.position.places[value] & cells
        if key not in self._partners:
            seen, outside = self.see_all(value, cells), 0
            for cell, sets in self._with_place[value].items():
                if not seen >> cell & 1:
                    outside |= sets
            self._partners[key] = self._with_value[value] & ~outside
        return self._partners[key]

    def exclude_with_partner(self, value: int, cells: Cells) -> Candidates:
        """Return what some partner of a set of these cells excludes, but for candidates of the restricted common."""
        key = value, self.position.places[value] & cells
        if key not in self._excluded_by_partners:
            excluded = 0
            for number in members(self.find_partners(value, cells)):
                excluded |= self.sets[number].excluded
            self._excluded_by_partners[key] = self.without_values(excluded, value)
        return self._excluded_by_partners[key]

    def find_excluding(self, candidate: int) -> Sets:
        """Return the sets that exclude the candidate of this number."""
        if not self._excluding:
            for number, (_, _, excluded) in enumerate(self.sets):
                for one in members(excluded):
                    self._excluding[one] = self._excluding.get(one, 0) | 1 << number
        return self._excluding.get(candidate, 0)

    def without_values(self, candidates: Candidates, *values: int) -> Candidates:
        """Return the candidates that have none of these values."""
        for value in values:
            candidates &= ~(self.position.geometry.all << value * self.width)
        return candidates

    def list(self, candidates: Candidates) -> tuple[Candidate, ...]:
        """Return candidates in the order of their values, then of their cells."""
        return list_candidates(candidates, self.width)


def _find_sets(position: Position) -> dict[Cells, Values]:
    found: dict[Cells, Values] = {}
    for unit in position.geometry.units:
        position.tick()
        cells = [(1 << cell, position.candidates[cell]) for cell in members(position.open & unit)]
        largest = len(cells) - 1
        found.update(_grow(cells, largest if position.geometry.shape.side <= SMALL_BOARD else min(LARGEST, largest)))
    return found


def _grow(cells: list[tuple[Cells, Values]], largest: int) -> Iterator[tuple[Cells, Values]]:
    """Yield the sets of at most `largest` of these cells that have one value more than cells."""
    groups = [(0, 0, 0, 0)]  # cells, values, size, and which cell may come next
    for group, values, size, start in groups:  # grows during the loop
        for index in range(start, len(cells)):
            cell, more = cells[index]
            together = values | more
            excess = together.bit_count() - size - 1
            if excess == 1:
                yield group | cell, together
            if size + 1 < largest and together.bit_count() <= largest + 1:
                groups.append((group | cell, together, size + 1, index + 1))


def _reverse(cells: Cells) -> tuple[int, ...]:
    return tuple(members(cells))
