"""Forcing nets: a candidate is removed because assuming it leads to a contradiction by singles alone."""

from collections.abc import Iterator

from .failing_assumptions import find_quickest
from .position import Position
from .refutation import refute
from .step import Candidate, Refutation, Step


def forcing_net(position: Position) -> Iterator[Step]:
    """Find the assumption that fails soonest."""
    assumed = find_quickest(position)
    if assumed and (refutation := refute(position, assumed)):
        yield refutation_step("forcing-net", position, assumed, refutation)


def refutation_step(technique: str, position: Position, assumed: Candidate, refutation: Refutation) -> Step:
    """Return the step that removes a candidate whose assumption was refuted."""
    geometry = position.geometry
    name, symbol = geometry.name(assumed[0]), geometry.symbol(assumed[1])
    contradiction = refutation.contradiction
    title = technique.replace("-", " ").capitalize()
    reason = f"{title}: if {name} is {symbol}, then {contradiction}: remove {symbol} from {name}"
    return Step(technique, reason, (), (assumed,), (assumed,), refutation=refutation, links=refutation.links)
