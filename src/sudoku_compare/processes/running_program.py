"""A conversation with a running program: lines in, lines out, over pipes that stay open."""

import math
from collections.abc import Iterable, Iterator, Sequence
from time import monotonic, sleep

from .failure import (
    Cause,
    NoAnswer,
    describe_cause,
    describe_end,
    find_certain_cause,
    find_likely_cause,
    shorten_message,
)
from .idle_supervisors import find_memory_limits, refuse_start, start_supervisor
from .limits import ProgramLimits
from .pipes import Pipes
from .process_tree import read_cpu_clock
from .supervisor_client import SUPERVISOR_ENDED, StartError
from .supervisor_process import Serve

MANY = 2000  # answers still to come: so many that this process need not wait for each
BREATHER = 0.002  # seconds in which answers gather; woken for each, this process would run on the program's core
CLOSING = 0.5  # seconds between the moment in which a program closes its output and its end


class RunningProgram:
    """A program that answers each line with a line, until it is closed."""

    def __init__(
        self,
        command: Sequence[str],
        limits: ProgramLimits,
        *,
        serve: Serve | None = None,
    ) -> None:
        """Start the program, or with `serve` a fork of this process that calls it. Raises NoAnswer."""
        self._limits = limits
        self._supervisor = start_supervisor(find_memory_limits(limits), serve)
        try:
            self.id, streams = self._supervisor.start(command)
        except StartError as error:
            self._supervisor.close()
            raise refuse_start(error) from error
        except BaseException:
            self._supervisor.close()
            raise
        self._pipes = Pipes(streams, self._supervisor.fileno())
        self.has_answered = False
        self._is_closed = False
        self._cpu_before: float | None = None  # the processor time when the last question was asked

    def ask(self, requests: bytes, count: int, seconds: float | None) -> list[bytes]:
        """Send lines, and return as many lines as there are questions in them. Raises NoAnswer.

        `seconds` is the time for each answer. After NoAnswer the program cannot be used again.
        """
        chunks = [requests] if requests else []
        return b"".join(self.iterate_answers(chunks, count, seconds)).split(b"\n")[:-1]

    def iterate_answers(self, requests: Iterable[bytes], count: int, seconds: float | None) -> Iterator[bytes]:
        """Send chunks of lines, each when it is needed, and yield the answers as they arrive, one or several at a time.

        The program continues meanwhile. Raises NoAnswer.
        """
        pipes = self._pipes
        pipes.drain()
        if pipes.output and requests:  # without a question, it is the first to write
            raise self._stop(
                Cause.ENDED, f"wrote more than one line per puzzle: {shorten_message(bytes(pipes.output))}"
            )
        pipes.reset()
        self._cpu_before = self.read_cpu()
        if self._limits.cpu is not None and requests:  # loading what it needs is not part of a search
            self._supervisor.allow_cpu(self._limits.cpu * count)
        pipes.send(requests)
        while count:
            lines = self._receive(count, seconds)
            count -= lines.count(b"\n")
            yield lines
            if count > MANY:
                sleep(BREATHER)

    def _receive(self, count: int, seconds: float | None) -> bytes:
        """Wait for lines, and return those that have arrived, at most this many."""
        pipes, has_ended = self._pipes, False
        end = math.inf if seconds is None else monotonic() + seconds
        seen = 0
        while pipes.output.find(b"\n", seen) < 0:
            seen = len(pipes.output)
            if has_ended or pipes.is_output_closed:
                raise self._fail_at_end()
            left = end - monotonic()
            if left <= 0:
                raise self._stop(Cause.TIME, describe_cause(Cause.TIME, self._limits))
            has_ended = pipes.wait(None if left == math.inf else left)
            if has_ended:
                pipes.drain()
            if pipes.received > self._limits.output and pipes.output.find(b"\n", seen) < 0:
                raise self._stop(Cause.OUTPUT, describe_cause(Cause.OUTPUT, self._limits))
        pipes.reset_count()
        self.has_answered = True
        return pipes.take_lines(count)

    def read_errors(self) -> bytes:
        """Return the end of what was written to standard error since the last question."""
        self._pipes.drain()
        return self._pipes.recent_errors

    def has_ended(self) -> bool:
        """Return whether the program has ended since its last answer."""
        return self._supervisor.has_news()

    def read_cpu(self) -> float | None:
        """Return the processor time of the program so far, without its children; None where it is not known."""
        return read_cpu_clock(self.id)

    def close(self) -> None:
        """End the program and everything that it started; a second call does nothing."""
        if not self._is_closed:
            self._is_closed = True
            self._pipes.close()
            self._supervisor.close()

    def _fail_at_end(self) -> NoAnswer:
        """Return the error for a program that has ended, or has closed its output, before it answered."""
        ending = self._supervisor.wait(CLOSING)
        has_ended = ending is not None
        ending = ending or self._supervisor.stop()
        self._pipes.drain()
        errors, limits = self._pipes.errors, self._limits
        if ending is None:
            cause, reason = Cause.ENDED, SUPERVISOR_ENDED
        elif found := find_certain_cause(ending) or find_likely_cause(ending, limits, errors):
            cause, reason = found, describe_cause(found, limits)
        elif has_ended:
            cause, reason = Cause.ENDED, describe_end(ending.code, errors, limits)
        else:
            cause, reason = Cause.ENDED, "closed its output before it answered"
        self.close()
        return NoAnswer(cause, reason, cpu=ending and self._compute_cpu(ending.cpu))

    def _compute_cpu(self, total: float) -> float:
        """Return the processor time since the last question, given that of the program's whole life.

        `wait4` cuts times to microseconds, the clock that was read before does not: the difference can be below zero.
        """
        return max(0.0, total - (self._cpu_before or 0.0))

    def _stop(self, cause: Cause, reason: str) -> NoAnswer:
        """End the program, and return the error to raise."""
        now, before = self.read_cpu(), self._cpu_before
        self._supervisor.stop()
        self.close()
        return NoAnswer(cause, reason, cpu=None if now is None or before is None else now - before)
