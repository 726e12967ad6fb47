"""What follows from a candidate by chains of single implications: nothing that needs two reasons at once.

If a candidate is true, those that it sees are false; if one of a strongly linked pair is false, the other is true.
"""

from collections.abc import Iterator

from .alternating_chains import expand, trace_back
from .bit_geometry import members
from .inference_graph import Candidates, InferenceGraph, Node, Nodes


class Consequences:
    """The consequences of one candidate, by the number of strong links on the way to them."""

    def __init__(self, graph: InferenceGraph, source: Node) -> None:
        self._graph, self._source = graph, source
        self._levels: list[Nodes] = list(self._find_levels())
        own = graph.numbers.get(source)
        self.true: list[Nodes] = [0 if own is None else 1 << own]  # all that are true after so many strong links
        self.false: list[Candidates] = [graph.view.seen_by(source)]
        for level in self._levels:
            seen = self.false[-1]
            for number in members(level):
                seen |= graph.seen[number]
            self.false.append(seen)
            self.true.append(self.true[-1] | level)

    def _find_levels(self) -> Iterator[Nodes]:
        number = self._graph.numbers.get(self._source)
        fresh = self._graph.follow(self._graph.weak[number] if number is not None else self._find_weak())
        reached = 0 if number is None else 1 << number
        while fresh := fresh & ~reached:
            yield fresh
            reached |= fresh
            fresh = expand(self._graph, fresh)

    def _find_weak(self) -> Nodes:
        """Return the nodes that are false if the source is true, where the source is no node itself."""
        seen = self._graph.view.list(self._graph.view.seen_by(self._source))
        numbers = (self._graph.numbers.get(Node(value, 1 << cell)) for cell, value in seen)
        return sum(1 << number for number in numbers if number is not None)

    def count_links_to_false(self, candidate: Candidates) -> int:
        """Return the length of the shortest chain that ends with this candidate being false."""
        return 1 + 2 * next(level for level, false in enumerate(self.false) if false & candidate)

    def count_links_to_true(self, node: int) -> int:
        """Return the length of the shortest chain that ends with this node being true; 0 if it is the source."""
        return 2 * next(level for level, true in enumerate(self.true) if true >> node & 1)

    def trace_to_true(self, node: int) -> list[Node]:
        """Return a shortest chain to a node that is true."""
        links = self.count_links_to_true(node)
        if not links:
            return [self._source]
        numbers = trace_back(self._graph, node, self._levels[: links // 2])
        source = self._graph.view.seen_by(self._source)
        nodes = [self._graph.nodes[number] for number in numbers]
        choices = (self._graph.nodes[number] for number in members(self._graph.strong[numbers[0]]))
        return [self._source, next(one for one in choices if self._graph.view.bits_of(one) & source), *nodes]

    def trace_to_false(self, candidate: Candidates) -> list[Node]:
        """Return a shortest chain to a candidate that is false; among these, from the lowest node that sees it."""
        ((cell, value),) = self._graph.view.list(candidate)
        links = self.count_links_to_false(candidate)
        if links == 1:
            return [self._source, Node(value, 1 << cell)]
        level = self._levels[links // 2 - 1]
        last = next(number for number in members(level) if self._graph.seen[number] & candidate)
        return [*self.trace_to_true(last), Node(value, 1 << cell)]
