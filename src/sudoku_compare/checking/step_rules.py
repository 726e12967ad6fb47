"""The rules of Sudoku as groups of candidates of which exactly one is true.

A group is a cell with its values, or a value with its places in a unit. The groups are derived from the height and
width of the boxes alone: this code shares nothing with the techniques, whose steps are checked with it. A candidate is
a number, `cell * side + value - 1`; a set of candidates is an integer with one bit for each.
"""

from collections.abc import Iterator
from functools import cache

CandidateNumber = int
CandidateSet = int
KINDS = ("row", "column", "box")  # of units, in the order of their numbers


class StepRules:
    """The groups of one size, and the sentences that say that a group is impossible."""

    def __init__(self, height: int, width: int) -> None:
        self.height, self.width = height, width
        self.side = height * width
        numbers = range(self.side)
        self.cells = range(self.side * self.side)
        cell_groups = [tuple(cell * self.side + value for value in numbers) for cell in self.cells]
        units = list_units(height, width)
        place_groups = [tuple(cell * self.side + value for cell in unit) for unit in units for value in numbers]
        self.groups: tuple[tuple[CandidateNumber, ...], ...] = (*cell_groups, *place_groups)
        self.masks: tuple[CandidateSet, ...] = tuple(sum(1 << one for one in group) for group in self.groups)
        self.groups_of: list[list[int]] = [[] for _ in range(self.side**3)]
        for number, group in enumerate(self.groups):
            for one in group:
                self.groups_of[one].append(number)
        self._excluded_by: dict[CandidateNumber, CandidateSet] = {}  # filled as needed: on a large board, it is large

    def number(self, cell: int, value: int) -> CandidateNumber:
        return cell * self.side + value - 1

    def candidate(self, number: CandidateNumber) -> tuple[int, int]:
        """Return the cell and the value of a candidate."""
        cell, value = divmod(number, self.side)
        return cell, value + 1

    def group_of_cell(self, cell: int) -> int:
        return cell

    def group_of_places(self, unit: int, value: int) -> int:
        """Return the group of the places of a value in a unit."""
        return len(self.cells) + unit * self.side + value - 1

    def excluded_by(self, number: CandidateNumber) -> CandidateSet:
        """Return the candidates that are false if this one is true."""
        excluded = self._excluded_by.get(number)
        if excluded is None:
            excluded = self._excluded_by[number] = self._list_excluded(number)
        return excluded

    def _list_excluded(self, number: CandidateNumber) -> CandidateSet:
        excluded = 0
        for group in self.groups_of[number]:
            excluded |= self.masks[group]
        return excluded & ~(1 << number)

    def exclude_all(self, givens: bytes) -> CandidateSet:
        """Return the candidates that these givens exclude."""
        excluded = 0
        for cell, value in enumerate(givens):
            if value:
                excluded |= self.excluded_by(self.number(cell, value))
        return excluded

    def find_impossible_groups(self, absent: CandidateSet) -> list[int]:
        """Return the groups of which every candidate is absent."""
        return [number for number, mask in enumerate(self.masks) if not mask & ~absent]

    def name_group(self, group: int) -> tuple[str, int | None]:
        """Return the name of the cell, or the name of the unit and the value that needs a place in it."""
        if group < len(self.cells):
            row, column = divmod(group, self.side)
            return f"r{row + 1}c{column + 1}", None
        unit, value = divmod(group - len(self.cells), self.side)
        return name_unit(unit, self.side), value + 1


def list_units(height: int, width: int) -> list[list[int]]:
    """Return the cells of each row, then of each column, then of each box."""
    side = height * width
    units: list[list[int]] = [[] for _ in range(len(KINDS) * side)]
    for cell in range(side * side):
        row, column = divmod(cell, side)
        box = row // height * (side // width) + column // width
        for kind, index in enumerate((row, column, box)):
            units[kind * side + index].append(cell)
    return units


def name_unit(unit: int, side: int) -> str:
    """Return the name of a unit by its place in `list_units`."""
    kind, index = divmod(unit, side)
    return f"{KINDS[kind]} {index + 1}"


@cache
def step_rules(height: int, width: int) -> StepRules:
    """Return the rules of a size; always the same object, so its tables are built once."""
    return StepRules(height, width)


def list_bits(mask: CandidateSet) -> Iterator[CandidateNumber]:
    """Yield the members of a set, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
