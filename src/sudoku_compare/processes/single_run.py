"""Run another program once, from its input to its end."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import monotonic

from .failure import Cause, NoAnswer, describe_cause, find_certain_cause, find_likely_cause
from .idle_supervisors import find_memory_limits, refuse_start, supervisors
from .limits import ProgramLimits
from .pipes import Pipes
from .supervisor_client import SUPERVISOR_ENDED, StartError, SupervisorClient

LONGEST_PAUSE = 0.1  # seconds between two looks at the clock, which a signal handler may have stopped

ReadSecondsLeft = Callable[[], float]


@dataclass(frozen=True, slots=True)
class ProgramResult:
    """What a program wrote, and how it ended."""

    output: bytes
    errors: bytes  # the end of its standard error
    code: int
    cpu: float  # processor time, with everything that it started, as `wait4` reports it
    likely_cause: Cause | None  # the limit at which it probably failed, if its output is not an answer


def run_program(
    command: Sequence[str],
    limits: ProgramLimits,
    *,
    input: bytes = b"",
    read_seconds_left: ReadSecondsLeft | None = None,
) -> ProgramResult:
    """Run a program from its start to its end, and return what it wrote. Raises NoAnswer if a limit stops it.

    `read_seconds_left` returns the seconds that are left (default: those of the limits from now on).
    """
    with supervisors.borrow(find_memory_limits(limits)) as supervisor:
        result = _run(supervisor, command, limits, input, read_seconds_left or _make_countdown(limits.seconds))
    if isinstance(result, NoAnswer):
        raise result  # here: the supervisor can be used again
    return result


def _run(
    supervisor: SupervisorClient,
    command: Sequence[str],
    limits: ProgramLimits,
    input: bytes,
    seconds_left: ReadSecondsLeft,
) -> ProgramResult | NoAnswer:
    """Run a program; return what it wrote, or why it was stopped. Raises NoAnswer if the supervisor is of no use."""
    try:
        _, streams = supervisor.start(command, cpu=limits.cpu)
    except StartError as error:
        raise refuse_start(error) from error
    pipes = Pipes(streams, supervisor.fileno())
    try:
        pipes.send([input], then_close=True)
        cause = _move_until_end(pipes, seconds_left, limits.output)
        ending = supervisor.stop() if cause else supervisor.wait(None)
        if ending is None:
            raise NoAnswer(Cause.ENDED, SUPERVISOR_ENDED)
        pipes.drain()
    finally:
        pipes.close()
    if cause := cause or find_certain_cause(ending):
        lines = bytes(pipes.output).split(b"\n")[:-1]
        return NoAnswer(cause, describe_cause(cause, limits), lines, ending.cpu)
    likely = find_likely_cause(ending, limits, pipes.errors)
    return ProgramResult(bytes(pipes.output), pipes.errors, ending.code, ending.cpu, likely)


def _make_countdown(seconds: float | None) -> ReadSecondsLeft:
    end = math.inf if seconds is None else monotonic() + seconds
    return lambda: end - monotonic()


def _move_until_end(pipes: Pipes, read_seconds_left: ReadSecondsLeft, most: int) -> Cause | None:
    """Move data until the program has ended; return why it has to be stopped, or None."""
    while True:
        left = read_seconds_left()
        if left <= 0:
            return Cause.TIME
        has_ended = pipes.wait(min(left, LONGEST_PAUSE))
        if pipes.received > most:
            return Cause.OUTPUT
        if has_ended:
            return None
