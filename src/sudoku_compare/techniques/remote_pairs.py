"""Remote pairs: cells with the same two candidates, each of which sees the next, so that their values alternate."""

from collections.abc import Iterator

from ..core.shape import Cell
from .bit_geometry import Geometry, Values, members
from .position import Position
from .step import Candidate, Step, link_alternately

SHORTEST = 4  # cells of a chain; two are a naked pair


def remote_pairs(position: Position) -> Iterator[Step]:
    """Find chains with an even number of cells, shortest first: no cell that sees both ends has either value.

    Among chains of one length, the one with the lowest first cell comes first, then the one with the lowest last cell.
    """
    by_values: dict[Values, list[Cell]] = {}
    for cell, values in position.bivalue_cells().items():
        by_values.setdefault(values, []).append(cell)
    found = [
        chain
        for cells in by_values.values()
        if len(cells) >= SHORTEST
        for start in cells
        for chain in _find_chains(position.geometry, cells, start)
    ]
    for chain in sorted(found, key=lambda chain: (len(chain), chain[0], chain[-1])):
        yield from _make_steps(position, chain)


def _find_chains(geometry: Geometry, cells: list[Cell], start: Cell) -> Iterator[list[Cell]]:
    """Yield a shortest chain from the start to each later cell that has the other value; lower cells are preferred."""
    chains = {start: [start]}
    reached = [start]
    for cell in reached:  # grows during the loop
        for other in cells:
            if other not in chains and geometry.peers[cell] >> other & 1:
                chains[other] = [*chains[cell], other]
                reached.append(other)
    for end, chain in chains.items():
        if end > start and len(chain) >= SHORTEST and len(chain) % 2 == 0:
            yield chain


def _make_steps(position: Position, chain: list[Cell]) -> Iterator[Step]:
    geometry, values = position.geometry, position.candidates[chain[0]]
    removed = position.removable(values, geometry.seen_by_all((chain[0], chain[-1])))
    if not removed:
        return
    numbers = tuple(members(values))
    first, last = geometry.name(chain[0]), geometry.name(chain[-1])
    reason = (
        f"Remote pairs {geometry.braces(numbers)} in {geometry.names(chain)}: each cell sees the next, so their values "
        f"alternate, and {first} and {last} have different ones: "
        f"remove {geometry.symbols(numbers)} from all cells that see both {first} and {last}"
    )
    pattern = tuple((cell, value) for cell in chain for value in numbers)
    yield Step("remote-pairs", reason, (), removed, pattern, links=link_alternately(_alternate(chain, numbers)))


def _alternate(chain: list[Cell], values: tuple[int, ...]) -> list[Candidate]:
    """Return both candidates of each cell, so that each cell ends with the value with which the next begins."""
    found: list[Candidate] = []
    for number, cell in enumerate(chain):
        one, other = values if number % 2 == 0 else values[::-1]
        found += [(cell, one), (cell, other)]
    return found
