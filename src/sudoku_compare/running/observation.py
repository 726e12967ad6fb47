"""Search in a process of its own, and note what an engine does beside its answer."""

from dataclasses import dataclass, replace
from time import perf_counter

from ..core.answer import Answer, Limits
from ..core.puzzle import Puzzle
from ..engines.hosting.guard import guard
from ..engines.hosting.host import Hosted, HostedAnswer, HostedClass, HostedObject, search_in_host
from ..engines.plug_ins import PlugIn
from ..engines.protocol import Engine, Origin, find_origin


@dataclass(frozen=True, slots=True)
class Observed:
    """An answer, and what was seen from outside."""

    answer: Answer
    printed: str  # the end of it
    seconds: float  # by the clock, with the start of the process if it had to be started
    cpu: float | None


def observe(engine: Engine, puzzle: Puzzle, limits: Limits) -> Observed:
    """Return the answer of an engine and what was seen meanwhile. Even a built-in engine runs in its own process."""
    start = perf_counter()
    if find_origin(engine) is Origin.PROGRAM:  # another program: what it prints is its answer
        answer = guard(engine, puzzle, limits, lambda engine, puzzle, limits: engine.search(puzzle, limits))
        return Observed(answer, "", perf_counter() - start, answer.seconds.cpu)
    answer, printed = observe_in_host(engine, puzzle, limits)
    return Observed(answer, printed, perf_counter() - start, answer.seconds.cpu)


def observe_in_host(engine: Engine, puzzle: Puzzle, limits: Limits) -> HostedAnswer:
    """Return the answer of a Python engine from a process of its own, and what it printed."""
    answer, printed = search_in_host(_choose_host(engine), puzzle, limits)
    if find_origin(engine) is Origin.BUILT_IN:  # its own clock can be trusted
        answer = replace(answer, seconds=replace(answer.seconds, outer=None))
    return HostedAnswer(answer, printed)


def _choose_host(engine: Engine) -> Hosted:
    if isinstance(engine, PlugIn):
        return engine.hosted
    return HostedClass.of_engine(engine) if find_origin(engine) is Origin.BUILT_IN else HostedObject(engine)
