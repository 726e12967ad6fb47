"""Measure what each engine of a run prepares once per process and once per shape, before the run itself."""

from collections.abc import Collection, Iterator

from ...core.puzzle import Puzzle, cyclic_board
from ...core.shape import LARGEST_SIDE, Shape, has_usual_shape, shape_of_side
from ...running.preparation import measure_preparation
from ..recording.record import Preparation, Record
from .plan import Plan


def measure_preparations(plan: Plan, shapes: Collection[Shape], record: Record) -> Iterator[str]:
    """Yield each engine whose preparation is not in the record yet, then measure it and write it there.

    One engine is measured after the other, while nothing else runs.
    """
    measured = {row.engine for row in record.preparations()}
    in_order = sorted(shapes, key=lambda shape: shape.side)
    puzzles = [make_simple_puzzle(shape) for shape in in_order]
    first = make_simple_puzzle(_choose_other_shape(shapes))
    for name, engine in plan.engines.items():
        if name not in measured:
            yield name
            load, times = measure_preparation(engine, first, puzzles, plan.limits)
            each = zip(in_order, times, strict=True)
            record.add_preparations([Preparation(name, shape.box, load, *seconds) for shape, seconds in each])


def make_simple_puzzle(shape: Shape) -> Puzzle:
    """Return a puzzle that takes an engine hardly more time than its preparations for this shape."""
    return Puzzle(shape, bytes(shape.side) + cyclic_board(shape)[shape.side :])


def _choose_other_shape(shapes: Collection[Shape]) -> Shape:
    """Return the smallest shape that the run does not have, so that nothing of the run is prepared for it."""
    usual = [shape_of_side(side) for side in range(LARGEST_SIDE) if has_usual_shape(side)]
    return next((shape for shape in usual if shape not in shapes), usual[0])
