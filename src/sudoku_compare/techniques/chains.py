"""XY-Chains: cells with two candidates, each of which forces the value of the next."""

from collections.abc import Iterator

from ..core.shape import Cell
from .bit_geometry import lowest, members
from .position import Position
from .step import Candidate, Step, link_alternately

Trail = tuple["Trail | None", Cell, int]  # the trail before it, a cell, and the value that the cell is forced to


def xy_chain(position: Position) -> Iterator[Step]:
    """Find chains whose last cell is z if the first is not: no cell that sees both can be z."""
    bivalue = position.bivalue_cells()
    for start, values in bivalue.items():
        for value in members(values):
            position.tick()
            step = _find_chain(position, bivalue, start, value)
            if step:
                yield step


def _find_chain(position: Position, bivalue: dict[Cell, int], start: Cell, value: int) -> Step | None:
    """Search breadth first, so that the chain found is a shortest one."""
    peers = position.geometry.peers
    trails: list[Trail] = [(None, start, lowest(bivalue[start] & ~(1 << value)))]
    reached = {start}
    for trail in trails:  # grows during the loop
        _, cell, forced = trail
        for following in members(position.places[forced] & peers[cell]):
            if following in reached or following not in bivalue:
                continue
            reached.add(following)
            left = lowest(bivalue[following] & ~(1 << forced))
            longer = (trail, following, left)
            trails.append(longer)
            if left == value:
                removed = position.removable(1 << value, peers[start] & peers[following])
                if removed:
                    return _make_step(position, _unwind(longer), value, removed)
    return None


def _unwind(trail: Trail | None) -> list[Candidate]:
    chain: list[Candidate] = []
    while trail:
        trail, cell, value = trail
        chain.append((cell, value))
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
