"""X-Chains and alternating inference chains (AIC): if the first candidate is false, then the last one is true.

So at least one of the two is true, and whatever sees both is false. If the ends see each other as well, the chain is a
continuous loop: then one end of each of its weak links is true.
"""

from collections.abc import Iterator

from .alternating_chains import Chain, find_chains
from .bit_geometry import Geometry
from .eureka import name_cells, write_chain
from .inference_graph import InferenceGraph, Node, build_graph
from .position import Position
from .removals import describe_removal
from .step import LinkKind, Step, link_ends, link_groups


def x_chain(position: Position) -> Iterator[Step]:
    """Find chains of one value."""
    graph = build_graph(position, with_cells=False)
    for chain in find_chains(graph, position.tick):
        yield _make_step(position.geometry, "x-chain", graph, chain)


def aic(position: Position) -> Iterator[Step]:
    """Find chains through the two candidates of cells, and the two places of values in units."""
    graph = build_graph(position)
    for chain in find_chains(graph, position.tick):
        yield _make_step(position.geometry, "aic", graph, chain)


def grouped_aic(position: Position) -> Iterator[Step]:
    """Find chains through at least one group: places of a value in one box and one line."""
    graph = build_graph(position, with_groups=True)
    for chain in find_chains(graph, position.tick):
        if any(graph.nodes[number].is_group() for number in chain.nodes):
            yield _make_step(position.geometry, "grouped-aic", graph, chain)


TITLES = {"x-chain": "X-Chain", "aic": "AIC", "grouped-aic": "Grouped AIC"}


def _make_step(geometry: Geometry, technique: str, graph: InferenceGraph, chain: Chain) -> Step:
    nodes = [graph.nodes[number] for number in chain.nodes]
    removed = graph.view.list(chain.removed)
    chain_text = write_chain(geometry, nodes)
    if chain.is_loop:
        chain_text = f"continuous loop {chain_text}-"
    conclusion = _describe_loop() if chain.is_loop else _describe_ends(geometry, nodes[0], nodes[-1])
    reason = f"{TITLES[technique]} {chain_text}: {conclusion}: remove {describe_removal(geometry, removed)}"
    ends = [node.candidates() for node in nodes]
    links = link_ends(ends)
    if chain.is_loop:
        links += (link_groups(ends[-1], ends[0], LinkKind.WEAK),)
    pattern = tuple(dict.fromkeys(candidate for end in ends for candidate in end))
    return Step(technique, reason, (), removed, pattern, links=links)


def _describe_loop() -> str:
    return "one end of each weak link (-) is true"


def _describe_ends(geometry: Geometry, first: Node, last: Node) -> str:
    """Return in words that one of the ends is true."""
    if first == last:
        return f"if {_describe(geometry, first)} were false, it would be true, so it is true"
    return f"{_describe(geometry, first)} or {_describe(geometry, last)}"


def _describe(geometry: Geometry, node: Node) -> str:
    """Return what a node says: `r1c2 is 5`."""
    name, symbol = name_cells(geometry, node.cells), geometry.symbol(node.value)
    return f"one of {name} is {symbol}" if node.is_group() else f"{name} is {symbol}"
