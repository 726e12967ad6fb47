"""Measure what an engine prepares once per process and once per shape, which its own clock leaves out.

One engine may import a library, make tables or load a model before its clock starts, and another does the same inside
its clock. So this is measured from outside, in a new interpreter for each engine, alike for every engine.
"""

import gc
import json
import signal
from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from statistics import median
from time import perf_counter
from typing import BinaryIO, NamedTuple

from ..core.answer import GRACE, LONGEST_WAIT, Answer, Ending, Limits
from ..core.puzzle import Puzzle
from ..engines.hosting.guard import START_UP, guard
from ..engines.options import format_engine
from ..engines.protocol import Engine
from ..engines.registry import load_engine
from ..processes.limits import ProgramLimits
from .child_process import receive_task, run_child

MOST_REPEATS = 5  # searches from which the time of a prepared engine is computed
ENOUGH_SECONDS = 0.05  # of such searches; large puzzles are not repeated for longer
LONGEST_SEARCH = 60.0  # seconds, if the run has no limit or a longer one: the puzzles are simple


class ShapeTimes(NamedTuple):
    """The seconds of the first search of a puzzle, and of the same search later; None if the engine did not answer."""

    cold: float | None
    warm: float | None


class PreparationTimes(NamedTuple):
    """The seconds to import the engine and get its first answer (None without one), and the times for each shape."""

    load: float | None
    shapes: tuple[ShapeTimes, ...]


def measure_preparation(engine: Engine, first: Puzzle, puzzles: Sequence[Puzzle], limits: Limits) -> PreparationTimes:
    """Measure how long the engine takes to load and answer `first`, and then to prepare for each of the puzzles.

    No two of the puzzles have the same shape, and `first` has a different one if possible.
    """
    limits = replace(limits, seconds=min(limits.seconds, LONGEST_SEARCH))
    longest = (len(puzzles) + 1) * (START_UP + (MOST_REPEATS + 1) * (limits.seconds + GRACE))
    task = format_engine(engine), first, tuple(puzzles), limits
    allowed = replace(ProgramLimits.of_search(limits, min(longest, LONGEST_WAIT)), cpu=None)
    lines = [json.loads(line) for line in run_child(__name__, serve_preparation.__name__, task, allowed)]
    shapes = [ShapeTimes(*line) for line in lines[1:]]
    shapes += [ShapeTimes(None, None)] * (len(puzzles) - len(shapes))
    return PreparationTimes(lines[0] if lines else None, tuple(shapes))


def serve_preparation() -> None:
    """In the child: write a line with the time to load, then one per puzzle, each as soon as it is known.

    An alarm ends the process if the engine does not stop. The parent then has the lines before.
    """
    (text, first, puzzles, limits), output = receive_task()
    gc.disable()  # as in the workers that search
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    with output:
        _write_line(output, _measure_load(text, first, limits))
        for puzzle in puzzles:
            _write_line(output, _measure_shape(load_engine(text), puzzle, limits))


def _measure_load(text: str, first: Puzzle, limits: Limits) -> float | None:
    """Import the engine and its package and search once, since an engine may import more when it first searches."""
    signal.setitimer(signal.ITIMER_REAL, START_UP)
    start = perf_counter()
    engine = load_engine(text)
    if engine.package:
        import_module(engine.package)
    imported = perf_counter() - start
    searched = _time_search(engine, first, limits, START_UP)
    return None if searched is None else imported + searched


def _measure_shape(engine: Engine, puzzle: Puzzle, limits: Limits) -> ShapeTimes:
    cold = _time_search(engine, puzzle, limits, START_UP)
    warm: list[float] = []
    while cold is not None and len(warm) < MOST_REPEATS and sum(warm) < ENOUGH_SECONDS:
        seconds = _time_search(engine, puzzle, limits, GRACE / 2)
        if seconds is None:
            return ShapeTimes(cold, None)
        warm.append(seconds)
    return ShapeTimes(cold, median(warm) if warm else None)


def _time_search(engine: Engine, puzzle: Puzzle, limits: Limits, allowance: float) -> float | None:
    """Return the seconds of a search; None if it fails or exceeds its limit. Past the allowance, the process ends."""
    elapsed = 0.0

    def search(engine: Engine, puzzle: Puzzle, limits: Limits) -> Answer:
        nonlocal elapsed
        start = perf_counter()
        answer = engine.search(puzzle, limits)
        elapsed = perf_counter() - start
        return answer

    signal.setitimer(signal.ITIMER_REAL, limits.seconds + allowance)
    answer = guard(engine, puzzle, limits, search)
    signal.setitimer(signal.ITIMER_REAL, 0.0)
    is_refused = answer.ending is Ending.STUCK and not answer.seconds.total  # the engine does not take this size
    return None if is_refused or answer.ending in (Ending.FAILED, Ending.TIMED_OUT) else elapsed


def _write_line(output: BinaryIO, value: object) -> None:
    output.write(json.dumps(value).encode() + b"\n")
    output.flush()
