"""What the page shows of one puzzle: its givens, the time and verdict of each engine, and how to solve it again."""

import shlex
from collections.abc import Sequence
from typing import Any

from ...core.puzzle import Puzzle
from ...core.shape import has_usual_shape, parse_box, shape_of_side
from ...display.numbers import format_duration
from ..recording.record import PuzzleRow
from ..statistics.times import Time
from .chart_data import PuzzleTimes

MISSING = ["-", "-"]  # the time and verdict of an engine that was not measured on a puzzle


def describe_puzzle(one: PuzzleTimes, engines: Sequence[str]) -> dict[str, Any]:
    """Return what is shown when the point of a puzzle is opened; `times` has an entry for each engine."""
    puzzle, shape = one.puzzle, parse_box(one.puzzle.box)
    times = {engine: [format_duration(time.total), _describe_verdict(time)] for engine, time in one.times.items()}
    return {
        "id": puzzle.id,
        "tier": puzzle.tier,
        "size": f"{shape}, {Puzzle.from_text(puzzle.givens, shape).count_givens()} givens",
        "box": [shape.box_height, shape.box_width],
        "givens": puzzle.givens,
        "command": _format_command(puzzle),
        "times": [times.get(engine, MISSING) for engine in engines],
    }


def _describe_verdict(time: Time) -> str:
    return str(time.verdict) if time.is_settled else "not settled"


def _format_command(puzzle: PuzzleRow) -> str:
    """Return the command that solves the puzzle; it names the box where that is not the usual one of its size."""
    shape = parse_box(puzzle.box)
    is_usual = has_usual_shape(shape.side) and shape == shape_of_side(shape.side)
    box = [] if is_usual else ["--box", puzzle.box]
    return shlex.join(["sudoku-compare", "solve", puzzle.givens, *box])


def format_time(time: Time) -> str:
    """Return a time as text; that of an unsettled search says so."""
    return format_duration(time.total) if time.is_settled else f"not settled in {format_duration(time.total)}"
