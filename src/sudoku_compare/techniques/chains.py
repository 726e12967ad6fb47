"""XY-chains: cells with two candidates, each of which passes one on to the next."""

from collections.abc import Iterator

from ..core.shape import Cell
from .bit_geometry import lowest, members
from .position import Position
from .step import Candidate, Step

Trail = tuple["Trail | None", Cell, int]  # where it came from, a cell and the value that it is forced to


def xy_chain(position: Position) -> Iterator[Step]:
    """If the first cell is not z, the last one is: no cell that sees both has z. The shortest from each start."""
    with_two = position.with_two()
    for start, values in with_two.items():
        for value in members(values):
            position.tick()
            step = _from(position, with_two, start, value)
            if step:
                yield step


def _from(position: Position, with_two: dict[Cell, int], start: Cell, value: int) -> Step | None:
    """Breadth first, so that the chain found is a shortest one."""
    peers = position.geometry.peers
    trails: list[Trail] = [(None, start, lowest(with_two[start] & ~(1 << value)))]
    reached = {start}
    for trail in trails:  # grows while it is walked
        _, cell, forced = trail
        for following in members(position.places[forced] & peers[cell]):
            if following in reached or following not in with_two:
                continue
            reached.add(following)
            left = lowest(with_two[following] & ~(1 << forced))
            longer = (trail, following, left)
            trails.append(longer)
            if left == value:
                removed = position.removable(1 << value, peers[start] & peers[following])
                if removed:
                    return _step(position, _unwound(longer), value, removed)
    return None


def _unwound(trail: Trail | None) -> list[Candidate]:
    chain: list[Candidate] = []
    while trail:
        trail, cell, value = trail
        chain.append((cell, value))
    return chain[::-1]


def _step(position: Position, chain: list[Candidate], value: int, removed: tuple[Candidate, ...]) -> Step:
    geometry = position.geometry
    told = ", so ".join(f"{geometry.name(cell)} is {geometry.symbol(forced)}" for cell, forced in chain)
    first, last = chain[0][0], chain[-1][0]
    reason = (
        f"if {geometry.name(first)} is not {geometry.symbol(value)}: {told}; so one of "
        f"{geometry.names((first, last))} is {geometry.symbol(value)}, and no cell that sees both has it"
    )
    pattern = tuple((cell, v) for cell, _ in chain for v in members(position.possible[cell]))
    return Step("xy-chain", reason, (), removed, pattern)
