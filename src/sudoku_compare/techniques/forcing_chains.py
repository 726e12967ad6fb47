"""Forcing chains: whichever candidate of a cell is true, or wherever a value is in a unit, one conclusion follows.

Each case is a chain of single implications. Read backwards, the same chains show that assuming the opposite leaves the
cell without a candidate, or the value without a place in the unit; so they cover contradictions as well.
"""

from collections.abc import Iterator
from functools import reduce
from operator import and_
from typing import NamedTuple

from .bit_geometry import members
from .eureka import write_chain
from .implications import Consequences
from .inference_graph import Candidates, InferenceGraph, Node, build_graph
from .position import Position
from .removals import describe_removal
from .step import Candidate, LinkKind, Step, link_ends

FEWEST = 3  # cases; with two of them, the chains are an AIC


class _Source(NamedTuple):
    """Candidates of which one is true."""

    nodes: tuple[Node, ...]
    name: str  # in words
    units: tuple[int, ...]


class _Conclusion(NamedTuple):
    """What follows from every case: a node is true, or a candidate is false."""

    links: int  # of all chains together
    true: int | None  # the number of the node
    false: Candidates  # the candidate, or all that the node excludes
    source: _Source


def forcing_chain(position: Position) -> Iterator[Step]:
    """Find conclusions from all candidates of a cell or all places of a value in a unit.

    Those whose longest chain is short come first, then those with few links in total, then those of cells.
    """
    graph = build_graph(position)
    sources = list(_list_sources(position))
    known: dict[Node, Consequences] = {}
    for node in dict.fromkeys(node for source in sources for node in source.nodes):
        position.tick()
        known[node] = Consequences(graph, node)
    removed: Candidates = 0
    for level in range(max((len(case.false) for case in known.values()), default=0)):
        found: list[_Conclusion] = []
        for source in sources:
            found += _conclude(graph, source, [known[node] for node in source.nodes], level, removed)
        for conclusion in sorted(found, key=lambda conclusion: conclusion.links):
            if conclusion.false & ~removed:  # else an earlier one has shown it
                removed |= conclusion.false
                yield _make_step(position, graph, conclusion, [known[node] for node in conclusion.source.nodes])


def _list_sources(position: Position) -> Iterator[_Source]:
    geometry = position.geometry
    for cell in members(position.open):
        if position.candidates[cell].bit_count() >= FEWEST:
            values = tuple(members(position.candidates[cell]))
            name = f"the candidates {geometry.braces(values)} of {geometry.name(cell)}"
            yield _Source(tuple(Node(value, 1 << cell) for value in values), name, ())
    for number, unit in enumerate(geometry.units):
        for value in geometry.shape.values:
            places = position.places[value] & position.open & unit
            if places.bit_count() >= FEWEST:
                name = f"the places for {geometry.symbol(value)} in {geometry.unit(number)}"
                yield _Source(tuple(Node(value, 1 << cell) for cell in members(places)), name, (number,))


def _conclude(
    graph: InferenceGraph, source: _Source, cases: list[Consequences], level: int, removed: Candidates
) -> Iterator[_Conclusion]:
    """Yield what follows in all cases by chains with at most `level` strong links, but for what is removed already.

    A conclusion about one of the cases themselves follows from an AIC, and is left to that.
    """
    false = ~removed
    for own in source.nodes:
        false &= ~graph.view.bits_of(own)
    for case in cases:
        false &= case.false[min(level, len(case.false) - 1)]
    if not false:
        return
    for node in members(reduce(and_, (case.true[min(level, len(case.true) - 1)] for case in cases))):
        if graph.seen[node] & false and graph.nodes[node] not in source.nodes:
            links = sum(case.count_links_to_true(node) for case in cases)
            yield _Conclusion(links, node, graph.seen[node], source)
    for number in members(false):
        links = sum(case.count_links_to_false(1 << number) for case in cases)
        yield _Conclusion(links, None, 1 << number, source)


def _make_step(position: Position, graph: InferenceGraph, conclusion: _Conclusion, cases: list[Consequences]) -> Step:
    geometry, (_, true, false, source) = position.geometry, conclusion
    chains = [case.trace_to_false(false) if true is None else case.trace_to_true(true) for case in cases]
    removed = graph.view.list(false)
    chain_texts = "; ".join(write_chain(geometry, chain, first_is_strong=False) for chain in chains)
    ((cell, value),) = removed if true is None else graph.nodes[true].candidates()
    result = f"{geometry.name(cell)} is {'not ' * (true is None)}{geometry.symbol(value)}"
    reason = (
        f"Forcing chain: one of {source.name} is true: {chain_texts}; in each case {result}: "
        f"remove {describe_removal(geometry, removed)}"
    )
    ends = [[node.candidates() for node in chain] for chain in chains]
    links = tuple(dict.fromkeys(link for chain in ends for link in link_ends(chain, LinkKind.WEAK)))
    pattern: dict[Candidate, None] = dict.fromkeys(
        candidate for chain in ends for end in chain for candidate in end if candidate not in removed
    )
    return Step("forcing-chain", reason, (), removed, tuple(pattern), source.units, links=links)
