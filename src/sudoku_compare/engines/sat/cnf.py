"""A puzzle as clauses in conjunctive normal form, independent of any solver.

Variable `cell * side + value` means that the cell has this value. Each encoding adds a family of clauses to the one
before it:

- `minimal`: each cell has a value, and no two peers have the same value;
- `efficient`: no cell has two values;
- `extended`: each unit has a place for each value.

"At most one" is written pairwise: encodings with auxiliary variables were slower on every kind of puzzle. A formula
that is reduced by the givens covers only the empty cells and the values that no given excludes there: a 36x36 shrinks
from three million clauses to a few hundred thousand.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain, combinations
from operator import itemgetter
from typing import Any, TypeVar

from ...core.puzzle import Grid, Puzzle
from ...core.shape import Cell, Shape

Variable = int
Clause = Sequence[int]
Mask = int  # a set of values: bit `value` is set
Pick = Callable[[Sequence[Any]], Sequence[Any]]
Item = TypeVar("Item")

ENCODINGS = ("minimal", "efficient", "extended")
LARGEST_CACHE = 1 << 12  # sets of values
LARGEST_TABLE = 9  # side up to which the clauses of each pair of peers are kept


@dataclass(frozen=True)
class Formula:
    """Clauses whose models are exactly the solutions of a puzzle."""

    puzzle: Puzzle
    encoding: str = "extended"
    reduced: bool = True

    def clauses(self) -> Iterator[Clause]:
        """Yield all clauses. An empty clause means that the givens leave no solution."""
        return chain.from_iterable(self._families())

    def _families(self) -> Iterator[Iterable[Clause]]:
        """Yield the clauses, many at a time: taking them one by one from a generator costs more than making them."""
        yield self._givens()
        yield self._cells_have_values()
        yield from self._peers_differ()
        if self.encoding in ("efficient", "extended"):
            yield from self._cells_have_one_value()
        if self.encoding == "extended":
            yield from self._units_have_places()

    @cached_property
    def candidates(self) -> list[frozenset[int]]:
        """Return the values of each cell for which the formula has a variable."""
        values = self.puzzle.shape.empty_or_value
        return [frozenset(_picks[mask](values)) if mask else frozenset() for mask in self.masks]

    @cached_property
    def masks(self) -> list[Mask]:
        """Return the same as `candidates`, as bits."""
        shape, full = self.puzzle.shape, (2 << self.puzzle.shape.side) - 2
        if not self.reduced:
            return [full] * len(shape.cells)
        free = [full & ~taken for taken in self.taken]
        return [
            0 if given else free[row] & free[column] & free[box]
            for given, (row, column, box) in zip(self.puzzle.givens, shape.units_of, strict=True)
        ]

    @cached_property
    def taken(self) -> list[Mask]:
        """Return the values of the givens in each unit."""
        taken = [0] * len(self.puzzle.shape.units)
        for given, units in zip(self.puzzle.givens, self.puzzle.shape.units_of, strict=True):
            if given:
                for unit in units:
                    taken[unit] |= 1 << given
        return taken

    def variable(self, cell: Cell, value: int) -> Variable:
        return cell * self.puzzle.shape.side + value

    def grid(self, literals: Iterable[int]) -> Grid:
        """Return the solution that a model (the literals that are true) describes."""
        grid = bytearray(self.puzzle.givens)
        masks, side = self.masks, self.puzzle.shape.side
        for literal in [literal for literal in literals if literal > 0]:
            cell, value = divmod(literal - 1, side)
            # A solver may give any value to a variable that is in no clause.
            if cell < len(masks) and masks[cell] >> value + 1 & 1:
                grid[cell] = value + 1
        return bytes(grid)

    def blocking(self, solution: Grid) -> Clause:
        """Return the clause that only this solution violates. It is empty if the givens fill the board."""
        side = self.puzzle.shape.side
        return [-(cell * side + solution[cell]) for cell, mask in enumerate(self.masks) if mask]

    def _givens(self) -> list[Clause]:
        """Return the givens as unit clauses; in a reduced formula, only an empty clause if two of them clash."""
        givens = self.puzzle.givens
        if not self.reduced:
            return [[self.variable(cell, value)] for cell, value in enumerate(givens) if value]
        clashes = sum(mask.bit_count() for mask in self.taken) < 3 * (len(givens) - givens.count(0))
        return [[]] if clashes else []

    def _open_cells(self) -> list[Cell]:
        return [cell for cell in self.puzzle.shape.cells if not (self.reduced and self.puzzle.givens[cell])]

    def _cells_have_values(self) -> list[Clause]:
        masks, variables = self.masks, list_variables(self.puzzle.shape)
        return [_picks[masks[cell]](variables[cell]) for cell in self._open_cells()]

    def _cells_have_one_value(self) -> Iterator[Iterable[Clause]]:
        masks, negated = self.masks, _list_negated(self.puzzle.shape)
        for cell in self._open_cells():
            yield combinations(_picks[masks[cell]](negated[cell]), 2)

    def _peers_differ(self) -> Iterator[Iterable[Clause]]:
        shape, masks, picks = self.puzzle.shape, self.masks, _picks
        if shape.side > LARGEST_TABLE:
            yield from self._large_peers_differ()
            return
        table = _list_pairs(shape)
        for cell in self._open_cells():
            mask = masks[cell]
            found: list[Clause] = []
            for peer, pairs in table[cell]:
                if common := mask & masks[peer]:
                    found += picks[common](pairs)
            yield found

    def _large_peers_differ(self) -> Iterator[Iterable[Clause]]:
        """Yield the same clauses without a table, which would not fit into memory."""
        masks, later_peers, negated = self.masks, self.puzzle.shape.later_peers, _list_negated(self.puzzle.shape)
        for cell in self._open_cells():
            mask, mine = masks[cell], negated[cell]
            for peer in later_peers[cell]:
                if common := mask & masks[peer]:
                    pick = _picks[common]
                    yield zip(pick(mine), pick(negated[peer]), strict=False)

    def _units_have_places(self) -> Iterator[Iterable[Clause]]:
        shape, full = self.puzzle.shape, (2 << self.puzzle.shape.side) - 2
        taken = self.taken if self.reduced else [0] * len(shape.units)
        kinds = 3 if min(shape.box_height, shape.box_width) > 1 else 2  # otherwise each box is a row or a column
        places = self._find_places()[: kinds * shape.side]
        return (_picks[full & ~known](of_unit) for of_unit, known in zip(places, taken, strict=False))

    def _find_places(self) -> list[list[list[Variable]]]:
        """Return the variables for each value in each unit."""
        shape = self.puzzle.shape
        places: list[list[list[Variable]]] = [[[] for _ in shape.empty_or_value] for _ in shape.units]
        candidates = zip(shape.units_of, self.masks, list_variables(shape), strict=True)
        for (row, column, box), mask, variables in candidates:
            in_row, in_column, in_box = places[row], places[column], places[box]
            pick = _picks[mask]
            for value, variable in zip(pick(shape.empty_or_value), pick(variables), strict=False):
                in_row[value].append(variable)
                in_column[value].append(variable)
                in_box[value].append(variable)
        return places


class _Picks(dict[Mask, Pick]):
    """For each set of values, a function that takes the items at these places from a sequence."""

    def __missing__(self, mask: Mask) -> Pick:
        if len(self) >= LARGEST_CACHE:
            self.clear()
        values = [value for value in range(mask.bit_length()) if mask >> value & 1]
        start, end = (values or [0])[0], mask.bit_length()
        # From a single place, `itemgetter` would take the item itself instead of a sequence.
        self[mask] = itemgetter(*values) if len(values) > 1 else itemgetter(slice(start, end))
        return self[mask]


_picks = _Picks()


def pick_values(mask: Mask, items: Sequence[Item]) -> Sequence[Item]:
    """Return the items at the places of these values."""
    return _picks[mask](items)


@lru_cache(maxsize=4)
def list_variables(shape: Shape) -> list[tuple[Variable, ...]]:
    """Return the variables of each cell, at the places of their values; place 0 has no meaning."""
    return [tuple(range(start, start + shape.side + 1)) for start in range(0, shape.side**3, shape.side)]


@lru_cache(maxsize=4)
def _list_negated(shape: Shape) -> list[tuple[int, ...]]:
    return [tuple([-variable for variable in variables]) for variables in list_variables(shape)]


@lru_cache(maxsize=4)
def _list_pairs(shape: Shape) -> list[list[tuple[Cell, list[Clause]]]]:
    """Return, for each cell, its later peers with the clauses that keep each value out of one of the two."""
    negated = _list_negated(shape)
    return [
        [(peer, list(zip(mine, negated[peer], strict=True))) for peer in peers]
        for mine, peers in zip(negated, shape.later_peers, strict=True)
    ]
