"""The search for alternating chains: if the first node is false, then the last one is true.

All starts are searched side by side, one strong and one weak link further in each round, so that the chains are found
in the order of their length, and each is a shortest one between its ends. Among chains of one length those that start
at the lowest node come first, then those that end at the lowest; on the way, the lowest nodes are preferred, seen from
the end.
"""

from collections.abc import Iterator
from typing import NamedTuple

from .bit_geometry import lowest, members
from .inference_graph import Candidates, InferenceGraph, Nodes
from .position import Tick


class Chain(NamedTuple):
    """The numbers of its nodes, joined by strong and weak links in turn, and what it excludes."""

    nodes: tuple[int, ...]
    removed: Candidates
    is_loop: bool  # whether a weak link joins the ends too, so that of each weak link one end is true


def find_chains(graph: InferenceGraph, tick: Tick) -> Iterator[Chain]:
    """Yield the chains of at least two strong links that exclude something, shortest first."""
    levels: dict[int, list[Nodes]] = {start: [strong] for start, strong in enumerate(graph.strong)}
    reached = list(graph.strong)
    known_loops: set[frozenset[int]] = set()
    while levels:
        tick()
        for start in list(levels):
            fresh = expand(graph, levels[start][-1]) & ~reached[start]
            if not fresh:
                del levels[start]
                continue
            reached[start] |= fresh
            levels[start].append(fresh)
            for end in members(fresh >> start << start):  # the chain from the end to the start is the same
                yield from _make_chain(graph, start, end, levels[start], known_loops)


def expand(graph: InferenceGraph, true: Nodes) -> Nodes:
    """Return the nodes that are true after a weak and a strong link from nodes that are true."""
    following, found = graph.following, 0
    while true:
        low = true & -true
        found |= following[low.bit_length() - 1]
        true ^= low
    return found


def trace_back(graph: InferenceGraph, end: int, levels: list[Nodes]) -> list[int]:
    """Return the nodes from one of the first level to the end, which is in the last level."""
    nodes = [end]
    for level in levels[-2::-1]:
        false = next(n for n in members(graph.strong[nodes[-1]]) if graph.weak[n] & level)
        nodes += [false, lowest(graph.weak[false] & level)]
    return nodes[::-1]


def _make_chain(
    graph: InferenceGraph, start: int, end: int, levels: list[Nodes], known_loops: set[frozenset[int]]
) -> Iterator[Chain]:
    removed, is_loop = graph.seen[start] & graph.seen[end], bool(graph.weak[start] >> end & 1)
    if not removed and not is_loop:
        return
    nodes = (start, *trace_back(graph, end, levels))
    if is_loop:
        if frozenset(nodes) in known_loops:
            return
        known_loops.add(frozenset(nodes))
        for one, other in zip(nodes[1:-1:2], nodes[2:-1:2], strict=True):
            removed |= graph.seen[one] & graph.seen[other]
    if removed:
        yield Chain(nodes, removed, is_loop)
