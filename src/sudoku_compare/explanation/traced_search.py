"""The search of `reductio` step by step, replayed by the checker while it runs."""

from collections.abc import Sequence
from typing import NamedTuple

from ..checking.rejection import Rejected
from ..checking.trace_replay import Replay
from ..core.answer import Limits, Stopwatch
from ..core.puzzle import Puzzle
from ..core.trace_steps import Step, StepListener
from ..engines.reductio.search_trace import trace


class ReplayResult(NamedTuple):
    """The result of replaying a trace: the number of steps, and the first fault if there is one."""

    steps: int
    fault: str | None

    def __str__(self) -> str:
        if self.fault:
            return f"objection: the trace does not hold: {self.fault}"
        return "replayed: the only step follows" if self.steps == 1 else f"replayed: all {self.steps:,} steps follow"


def trace_and_replay(
    puzzle: Puzzle, limits: Limits, listeners: Sequence[StepListener], watch: Stopwatch
) -> ReplayResult:
    """Search, and pass every step to the replay and to the listeners."""
    replay = Replay(puzzle)
    fault = None
    try:
        trace(puzzle, limits, _combine_listeners([replay.follow, *listeners]), watch)
        replay.finish()
    except Rejected as error:
        fault = str(error)
    return ReplayResult(replay.steps - 1, fault)  # without the one that ends the trace


def _combine_listeners(listeners: list[StepListener]) -> StepListener:
    def pass_on(step: Step) -> None:
        for listener in listeners:
            listener(step)

    return pass_on
