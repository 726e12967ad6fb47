"""The last technique: an assumption that fails by syllogism alone is struck."""

from collections.abc import Iterator

from .failing_assumptions import easiest
from .position import Position
from .refutation import refute
from .step import Candidate, Refutation, Step


def forcing(position: Position) -> Iterator[Step]:
    """The assumption that fails soonest."""
    assumed = easiest(position)
    if assumed and (refutation := refute(position, assumed)):
        yield refuted("forcing", position, assumed, refutation)


def refuted(technique: str, position: Position, assumed: Candidate, refutation: Refutation) -> Step:
    geometry = position.geometry
    shown = f"{geometry.name(assumed[0])} is {geometry.symbol(assumed[1])}"
    reason = f"assume that {shown}: {refutation.contradiction}, so it is not"
    return Step(technique, reason, (), (assumed,), (assumed,), refutation=refutation)
