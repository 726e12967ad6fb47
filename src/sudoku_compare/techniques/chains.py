"""XY-Chains: cells with two candidates, each of which forces the value of the next."""

from collections.abc import Iterator

from ..core.shape import Cell
from .bit_geometry import lowest, members
from .position import Position
from .step import Candidate, Step, link_alternately

Trail = tuple["Trail | None", Candidate]  # the trail before it, and the value that a cell is forced to


def xy_chain(position: Position) -> Iterator[Step]:
    """Find chains whose last cell is z if the first is not, the shortest first: no cell that sees both can be z."""
    bivalue = position.bivalue_cells()
    chains: list[tuple[list[Candidate], tuple[Candidate, ...]]] = []
    for start, values in bivalue.items():
        for value in members(values):
            position.tick()
            chains += _find_chains(position, bivalue, start, value)
    for chain, removed in sorted(chains, key=lambda found: len(found[0])):
        yield _make_step(position, chain, chain[-1][1], removed)


def _find_chains(
    position: Position, bivalue: dict[Cell, int], start: Cell, value: int
) -> Iterator[tuple[list[Candidate], tuple[Candidate, ...]]]:
    """Search breadth first; yield each chain that removes what no shorter one does, and what it removes."""
    peers = position.geometry.peers
    first = (start, lowest(bivalue[start] & ~(1 << value)))
    trails: list[Trail] = [(None, first)]
    reached, found = {first}, set[Candidate]()
    for trail in trails:  # grows during the loop
        cell, forced = trail[1]
        for following in members(position.places[forced] & peers[cell]):
            if following not in bivalue:
                continue
            left = lowest(bivalue[following] & ~(1 << forced))
            if (following, left) in reached or _contains(trail, following):
                continue
            reached.add((following, left))
            longer = (trail, (following, left))
            trails.append(longer)
            if left == value:
                removed = position.removable(1 << value, peers[start] & peers[following])
                if not found.issuperset(removed):
                    found.update(removed)
                    yield _unwind(longer), removed


def _contains(trail: Trail | None, cell: Cell) -> bool:
    """Return whether the trail has been in this cell, which may have been forced to its other value there."""
    while trail:
        trail, (visited, _) = trail
        if visited == cell:
            return True
    return False


def _unwind(trail: Trail | None) -> list[Candidate]:
    chain: list[Candidate] = []
    while trail:
        trail, candidate = trail
        chain.append(candidate)
    return chain[::-1]


def _make_step(position: Position, chain: list[Candidate], value: int, removed: tuple[Candidate, ...]) -> Step:
    geometry = position.geometry
    symbol, first, last = geometry.symbol(value), geometry.name(chain[0][0]), geometry.name(chain[-1][0])
    forced_values = ", so ".join(f"{geometry.name(cell)} is {geometry.symbol(forced)}" for cell, forced in chain)
    reason = (
        f"XY-Chain on {symbol}: if {first} is not {symbol}, then {forced_values}; either way {first} or {last} is "
        f"{symbol}: remove {symbol} from all cells that see both"
    )
    pattern = tuple((cell, v) for cell, _ in chain for v in members(position.candidates[cell]))
    return Step("xy-chain", reason, (), removed, pattern, links=link_alternately(_alternate(position, chain)))


def _alternate(position: Position, chain: list[Candidate]) -> list[Candidate]:
    """Return both candidates of each cell of the chain: the one that is excluded, then the one that remains."""
    found: list[Candidate] = []
    for cell, forced in chain:
        found += [(cell, lowest(position.candidates[cell] & ~(1 << forced))), (cell, forced)]
    return found
