"""A trace as JSON values, one for each sentence, for a page that shows it as a tree."""

from collections.abc import Callable
from typing import Any

from ..core.answer import Limits, Stopwatch
from ..core.puzzle import Puzzle
from .trace_words import Line, TraceWriter
from .traced_search import trace_and_replay


class TraceTooLong(Exception):
    """Raised when a trace has more lines than were asked for."""


def trace_as_lines(puzzle: Puzzle, limits: Limits, put: Callable[[dict[str, Any]], None], most: int) -> dict[str, Any]:
    """Search with `reductio`, pass on each sentence, and return the result of the replay.

    Raises TraceTooLong after `most` sentences.
    """
    lines = 0

    def write(line: Line) -> None:
        nonlocal lines
        lines += 1
        if lines > most:
            raise TraceTooLong
        put({"kind": line.kind, "depth": line.depth, "text": line.text, "cells": list(line.cells), "value": line.value})

    result = trace_and_replay(puzzle, limits, [TraceWriter(puzzle, write)], Stopwatch(limits))
    return {"text": str(result), "holds": result.fault is None}
