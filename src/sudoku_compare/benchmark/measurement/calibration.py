"""A fixed piece of work, timed between the searches of a run: how fast is this machine at this moment?

A processor time depends on the machine and on what else runs there. Divided by the time of this work, in the same
process and beside the same search, it can be compared with that of another run, even if only one engine is measured or
all engines have become slower. `docs/decisions.md` has the measurement.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from ...core.answer import Answer, Ending, Limits
from ...core.puzzle import Puzzle
from ...engines.protocol import Origin

STEPS = 400  # about 0.2 ms of work
FULLY_CALIBRATED = 1000  # puzzles at the start of a run, each of which is calibrated
CALIBRATION_STEP = 20  # after those, one puzzle in 20 is: for easy puzzles, the work takes longer than the searches


@dataclass(frozen=True)
class Calibration:
    """The work in the form of an engine, so that a worker times it as it times a search. It never has a verdict."""

    name: ClassVar[str] = "calibration"
    package: ClassVar[str | None] = None
    distribution: ClassVar[str | None] = None
    counted: ClassVar[Mapping[str, str]] = {}
    stoppable: ClassVar[bool] = True
    origin: ClassVar[Origin] = Origin.INTERNAL

    def search(self, puzzle: Puzzle, limits: Limits) -> Answer:
        """Do the work, whatever the puzzle."""
        do_fixed_work()
        return Answer((), Ending.STUCK)


def is_calibrated(number: int) -> bool:
    """Return whether the work is timed beside the searches for the puzzle with this number in the run."""
    return number < FULLY_CALIBRATED or number % CALIBRATION_STEP == 0


def do_fixed_work() -> int:
    """Call functions, fill tables, sort, and format numbers, as encoders and searches in Python do.

    Every saved baseline relies on this work: after a change, no time can be compared with an earlier one.
    """
    state, table, rows = 1, dict[int, int](), []
    for step in range(STEPS):
        state = _advance(state, step)
        table[state] = table.get(state >> 4, 0) + 1
        rows.append((state, step))
    rows.sort()
    digits = sum(len(str(state)) for state, _ in rows[: STEPS // 4])
    return digits + len({state & 1023 for state, _ in rows}) + sum(table.values())


def _advance(state: int, step: int) -> int:
    return (state * 31 + step) & 0xFFFF
