"""Strong and weak links between candidates and groups of candidates, as bit sets, for the search of chains.

Candidates have one bit each: that of cell c and value v is number v * cells + c. The nodes of a graph have numbers of
their own, and only what has a strong link is a node, because a chain can pass through nothing else.
"""

from collections.abc import Iterator
from typing import NamedTuple

from .bit_geometry import Cells, Geometry, bits_of, list_candidates, lowest, members
from .position import Position
from .step import Candidate

Candidates = int  # one bit per candidate
Nodes = int  # one bit per node of a graph


class Node(NamedTuple):
    """A value in a cell, or in one of a group of cells in the same box and line."""

    value: int
    cells: Cells

    def candidates(self) -> tuple[Candidate, ...]:
        return tuple((cell, self.value) for cell in members(self.cells))

    def is_group(self) -> bool:
        return self.cells & (self.cells - 1) != 0


class InferenceGraph:
    """The nodes of a position in the order of their lowest cell, then of their value, and the links between them."""

    def __init__(self, position: Position, pairs: set[tuple[Node, Node]], *, with_cells: bool) -> None:
        self.view = CandidateView(position)
        found = {node for pair in pairs for node in pair}
        self.nodes = sorted(found, key=lambda node: (lowest(node.cells), node.value, node.cells))
        self.seen: list[Candidates] = [self.view.seen_by(node) for node in self.nodes]
        self.numbers = {node: number for number, node in enumerate(self.nodes)}
        self.strong: list[Nodes] = [0] * len(self.nodes)  # by node: those that are true if it is false
        for one, other in pairs:
            first, second = self.numbers[one], self.numbers[other]
            self.strong[first] |= 1 << second
            self.strong[second] |= 1 << first
        self.weak: list[Nodes] = list(
            self._find_weak(with_cells=with_cells)
        )  # by node: those that are false if it is true
        self.following: list[Nodes] = [self.follow(weak) for weak in self.weak]  # those that are then true

    def _find_weak(self, *, with_cells: bool) -> Iterator[Nodes]:
        """Yield the nodes that are false if a node is true: those of which it sees every candidate."""
        bits = [self.view.bits_of(node) for node in self.nodes]
        of_value: dict[int, list[int]] = {}
        of_cell: dict[Cells, list[int]] = {}
        for number, (value, cells) in enumerate(self.nodes):
            of_value.setdefault(value, []).append(number)
            of_cell.setdefault(cells, []).append(number)
        for number, (value, cells) in enumerate(self.nodes):
            near = of_value[value] + (of_cell[cells] if with_cells else [])
            unseen = ~self.seen[number]
            yield bits_of(other for other in near if not bits[other] & unseen)

    def follow(self, false: Nodes) -> Nodes:
        """Return the nodes that are true if one of these is false."""
        found = 0
        for number in members(false):
            found |= self.strong[number]
        return found


class CandidateView:
    """The candidates of the open cells of a position as one integer."""

    def __init__(self, position: Position) -> None:
        self._peers, self._places = position.geometry.peers, [places & position.open for places in position.places]
        self._width = len(position.grid)
        self._of_cell: list[Candidates] = [0] * self._width
        for value, places in enumerate(self._places):
            for cell in members(places):
                self._of_cell[cell] |= 1 << value * self._width + cell

    def bits_of(self, node: Node) -> Candidates:
        return node.cells << node.value * self._width

    def seen_by(self, node: Node) -> Candidates:
        """Return the candidates that are false if a node is true."""
        value, cells = node
        seen = self._places[value]
        for cell in members(cells):
            seen &= self._peers[cell]
        found = seen << value * self._width
        return found if node.is_group() else found | self._of_cell[lowest(cells)] & ~self.bits_of(node)

    def list(self, candidates: Candidates) -> tuple[Candidate, ...]:
        """Return candidates in the order of their values, then of their cells."""
        return list_candidates(candidates, self._width)


def build_graph(position: Position, *, with_cells: bool = True, with_groups: bool = False) -> InferenceGraph:
    """Return the links of a position: in units, and if wanted within cells and between groups."""
    pairs = set(_pair_places(position))
    if with_cells:
        pairs.update(_pair_values(position))
    if with_groups:
        pairs.update(_pair_groups(position))
    return InferenceGraph(position, pairs, with_cells=with_cells)


def _pair_places(position: Position) -> Iterator[tuple[Node, Node]]:
    """Yield the only two places of a value in a unit."""
    units = position.geometry.units
    for value in position.geometry.shape.values:
        places = position.places[value] & position.open
        for unit in units:
            inside = places & unit
            low = inside & -inside
            high = inside ^ low
            if high and not high & (high - 1):
                yield Node(value, low), Node(value, high)


def _pair_values(position: Position) -> Iterator[tuple[Node, Node]]:
    """Yield the only two candidates of a cell."""
    for cell, values in position.bivalue_cells().items():
        one, other = members(values)
        yield Node(one, 1 << cell), Node(other, 1 << cell)


def _pair_groups(position: Position) -> Iterator[tuple[Node, Node]]:
    """Yield the places of a value in a unit where they are a group and another group or place."""
    geometry = position.geometry
    crossings = _list_crossings(geometry)
    for value in geometry.shape.values:
        position.tick()
        places = position.places[value] & position.open
        for unit, parts in zip(geometry.units, crossings, strict=True):
            inside = places & unit
            if inside.bit_count() > 2:
                for one, other in _split(inside, parts):
                    yield Node(value, one), Node(value, other)


def _list_crossings(geometry: Geometry) -> list[list[Cells]]:
    """Return the parts of each unit that it shares with the boxes, or with the rows and columns if it is a box."""
    parts: list[list[Cells]] = [[] for _ in geometry.units]
    for box, line in geometry.crossings:
        shared = geometry.units[box] & geometry.units[line]
        parts[box].append(shared)
        parts[line].append(shared)
    return parts


def _split(inside: Cells, parts: list[Cells]) -> Iterator[tuple[Cells, Cells]]:
    """Yield the ways to divide the places of a unit into two, each of which lies in one part of the unit."""
    for part in parts:
        one = inside & part
        other = inside ^ one
        if not one or not other:
            continue
        for second in parts:
            if not other & ~second:
                yield one, other
                break
