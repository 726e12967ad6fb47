"""Search with an engine in a process of its own, which is kept for the next search: its host.

An engine that is not built in always runs in a host: it may hang, crash, print, use all memory, or start processes.
Its times are measured here as well, because it may also report wrong ones.
"""

import json
import math
import sys
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any, NamedTuple

from ...core.answer import GRACE, LONGEST_WAIT, Answer, Ending, Limits, Seconds
from ...core.idle_pool import IdlePool
from ...core.puzzle import Puzzle
from ...processes.failure import Cause, NoAnswer
from ...processes.limits import ProgramLimits
from ...processes.running_program import RunningProgram
from ..options import format_settings
from ..protocol import Engine
from .answer_check import MalformedAnswer, clean_answer
from .guard import START_UP, fail
from .host_process import pack_question, serve_class, serve_object, unpack_answer

MOST_HOSTS = 16  # engines whose idle processes are kept
NOT_AN_ANSWER = "its process wrote something else instead of an answer"


@dataclass(frozen=True, slots=True)
class HostedClass:
    """An engine that a new process can load: `module:Class`, and its settings as text."""

    reference: str
    settings: str = ""
    folder: str = ""  # in which the module is looked for first, if there is one

    @classmethod
    def of_engine(cls, engine: Engine) -> "HostedClass":
        """Return how a new process can load this built-in engine."""
        kind = type(engine)
        return cls(f"{kind.__module__}:{kind.__qualname__}", format_settings(engine))


@dataclass(frozen=True, slots=True, eq=False)
class HostedObject:
    """An engine that exists only in this process, so that its host has to be a fork of this process."""

    engine: Engine

    def __eq__(self, other: object) -> bool:
        return isinstance(other, HostedObject) and self.engine is other.engine

    def __hash__(self) -> int:
        return id(self.engine)


Hosted = HostedClass | HostedObject


class HostedAnswer(NamedTuple):
    """An answer, and the end of what the engine printed meanwhile."""

    answer: Answer
    printed: str = ""


def search_in_host(hosted: Hosted, puzzle: Puzzle, limits: Limits) -> HostedAnswer:
    """Return the engine's answer from its host; if the host dies or is stopped, that is an answer too.

    The time that is measured here becomes `seconds.outer`.
    """
    start = perf_counter()
    try:
        with _hosts.borrow(hosted, _without_seconds(limits)) as (host, _):
            start, before = perf_counter(), host.read_cpu()
            [line] = host.ask(pack_question(puzzle, limits), 1, _find_patience(limits))
            outer, after, printed = perf_counter() - start, host.read_cpu(), host.read_errors()
            answer = clean_answer(unpack_answer(line))
    except NoAnswer as error:
        return HostedAnswer(_answer_without(error, limits, perf_counter() - start))
    except MalformedAnswer as error:
        return HostedAnswer(_fail_after(str(error), perf_counter() - start))
    except (ValueError, KeyError, TypeError, RecursionError):
        return HostedAnswer(_fail_after(NOT_AN_ANSWER, perf_counter() - start))
    cpu = None if before is None or after is None else after - before
    seconds = replace(answer.seconds, cpu=cpu, outer=outer)
    return HostedAnswer(replace(answer, seconds=seconds), printed.decode("utf-8", "replace"))


def describe_hosted(hosted: HostedClass) -> dict[str, Any]:
    """Return what the host says about its engine: `describe_engine`, or the key `problem`."""
    try:
        with _hosts.borrow(hosted, _without_seconds(Limits())) as (_, description):
            return description
    except NoAnswer as error:
        return {"problem": str(error)}


def _answer_without(error: NoAnswer, limits: Limits, outer: float) -> Answer:
    """Return the answer of an engine whose host did not answer."""
    seconds = Seconds(settle=min(outer, limits.seconds), cpu=error.cpu, outer=outer)
    if error.cause is Cause.TIME:
        return Answer((), Ending.TIMED_OUT, seconds, detail="stopped from outside")
    if error.cause is Cause.CPU:
        return Answer((), Ending.TIMED_OUT, seconds, detail=str(error))
    reason = f"its process {error}" if error.cause is Cause.ENDED else str(error)
    return replace(fail(reason), seconds=seconds)


def _fail_after(reason: str, outer: float) -> Answer:
    return replace(fail(reason), seconds=Seconds(outer=outer))


def _find_patience(limits: Limits) -> float | None:
    return None if limits.seconds > LONGEST_WAIT else limits.seconds + GRACE


def _without_seconds(limits: Limits) -> ProgramLimits:
    return ProgramLimits.of_search(limits, math.inf)


class _Host(NamedTuple):
    """The process of an engine, and what it said about the engine at its start."""

    program: RunningProgram
    description: dict[str, Any]


def _start_host(hosted: Hosted, limits: ProgramLimits) -> _Host:
    """Start a new interpreter that loads the engine; for an engine that exists only here, a fork of this process."""
    if isinstance(hosted, HostedClass):
        path = [*filter(None, [hosted.folder]), *sys.path]
        call = f"{serve_class.__name__}({path!r}, {hosted.reference!r}, {hosted.settings!r})"
        code = f"from {serve_class.__module__} import {serve_class.__name__}; {call}"
        program = RunningProgram([sys.executable, "-P", "-c", code], limits)
    else:
        program = RunningProgram([], limits, serve=lambda: serve_object(hosted.engine))
    [line] = program.ask(b"", 1, START_UP)
    try:
        description = json.loads(line)
        problem = description.get("problem")
    except (ValueError, AttributeError):
        problem = NOT_AN_ANSWER
    if problem:
        program.close()
        raise NoAnswer(Cause.START, str(problem))
    return _Host(program, description)


_hosts: IdlePool[_Host] = IdlePool(
    _start_host, lambda host: host.program.close(), most=MOST_HOSTS, is_unusable=lambda host: host.program.has_ended()
)
