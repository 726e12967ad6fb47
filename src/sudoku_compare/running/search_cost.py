"""Measure the processor time and the memory of searches, in a new interpreter that does nothing else.

Memory is what the searches add to the engine and its package, which are loaded before: the peak of the memory in use
from the first search to the last one, minus what was in use before.
"""

import base64
import pickle
import resource
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from ..core.answer import GRACE, LONGEST_WAIT, Answer, Limits
from ..core.puzzle import Puzzle
from ..engines.hosting.guard import START_UP, guard
from ..engines.options import format_engine
from ..engines.protocol import Engine, Origin, find_origin
from ..engines.registry import load_engine
from ..processes.limits import ProgramLimits
from .child_process import receive_task, run_child

STATUS = Path("/proc/self/status")
FORGET_PEAK = b"5"  # what Linux expects in `clear_refs`


class SearchCost(NamedTuple):
    """The answers to the puzzles, of which the last ones are missing if the process ended early, and the memory."""

    answers: tuple[Answer, ...]
    memory: int | None  # bytes; None for an engine that searches in another process, or if no search ended


def measure_cost(engine: Engine, first: Puzzle, puzzles: Sequence[Puzzle], limits: Limits) -> SearchCost:
    """Search each puzzle after a search of `first`, with which the engine imports what it needs."""
    longest = START_UP + (len(puzzles) + 1) * (limits.seconds + GRACE)
    allowed = ProgramLimits.of_search(Limits(), min(longest, LONGEST_WAIT))
    task = format_engine(engine), first, tuple(puzzles), limits
    lines = run_child(__name__, serve_searches.__name__, task, allowed)
    found = [pickle.loads(base64.b64decode(line)) for line in lines]
    return SearchCost(tuple(answer for answer, _ in found), found[-1][1] if found else None)


def serve_searches() -> None:
    """In the child: write each answer with the memory so far. An alarm ends the process if an engine does not stop."""
    (text, first, puzzles, limits), output = receive_task()
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    engine = load_engine(text)
    if engine.package:
        import_module(engine.package)
    _search(engine, first, limits)
    before = _start_to_measure() if find_origin(engine) is Origin.BUILT_IN else None
    with output:
        for puzzle in puzzles:
            answer = _search(engine, puzzle, limits)
            memory = None if before is None else max(0, _read_peak() - before)
            output.write(base64.b64encode(pickle.dumps((answer, memory))) + b"\n")
            output.flush()


def _search(engine: Engine, puzzle: Puzzle, limits: Limits) -> Answer:
    if limits.seconds < LONGEST_WAIT:
        signal.setitimer(signal.ITIMER_REAL, limits.seconds + GRACE / 2)
    answer = guard(engine, puzzle, limits, lambda engine, puzzle, limits: engine.search(puzzle, limits))
    signal.setitimer(signal.ITIMER_REAL, 0.0)
    return answer


def _start_to_measure() -> int:
    """Forget the peak so far, where the system can, and return the bytes in use."""
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_bytes(FORGET_PEAK)
    return _read_status("VmRSS:") or _read_peak()


def _read_peak() -> int:
    """Return the largest number of bytes in use so far."""
    unit = 1 if sys.platform == "darwin" else 1024
    return _read_status("VmHWM:") or unit * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def _read_status(name: str) -> int | None:
    """Return a number of bytes that Linux has for this process; None elsewhere.

    What a process itself reports (`getrusage`) includes the peak of the process that started it.
    """
    try:
        lines = STATUS.read_text().splitlines()
    except OSError:
        return None
    return next((1024 * int(line.split()[1]) for line in lines if line.startswith(name)), None)
