"""Why a program did not answer, and how to say so."""

import errno
import os
import re
import signal
from collections.abc import Sequence
from enum import StrEnum

from ..core.sizes import format_size
from ..core.text import make_printable
from .limits import ProgramLimits
from .supervisor_process import ProgramEnding

MEMORY_WORDS = re.compile(
    rb"bad_alloc|MemoryError|[Oo]ut of memory|annot allocate|emory allocation|malloc fail", re.ASCII
)
FILE_WORDS = os.strerror(errno.EFBIG).encode()  # of a program that ignores the signal, as Python does
NEARLY_ALL = 0.9  # of the memory limit: a program that fails with so much in use has reached it
LONGEST_REASON = 200  # characters of a message that are shown
SHELL_SIGNALS = 128  # a shell reports the end by a signal as an exit code above this
WITHOUT_MEMORY = (signal.SIGABRT, signal.SIGBUS, signal.SIGKILL, signal.SIGSEGV)  # ends of programs that got none


class Cause(StrEnum):
    """Why a program was stopped, or did not answer."""

    TIME = "time limit"
    CPU = "processor time limit"
    MEMORY = "memory limit"
    OUTPUT = "output limit"
    ENDED = "ended"
    START = "cannot be started"


class NoAnswer(Exception):
    """Raised when a program does not answer; `answers` are the lines before that, `cpu` is what it used if known."""

    def __init__(self, cause: Cause, reason: str, answers: Sequence[bytes] = (), cpu: float | None = None) -> None:
        super().__init__(reason)
        self.cause = cause
        self.answers = list(answers)
        self.cpu = cpu


def find_certain_cause(ending: ProgramEnding) -> Cause | None:
    """Return the limit that ended the program, if that is certain."""
    if ending.is_over_cpu:
        return Cause.CPU
    if ending.is_over_memory:
        return Cause.MEMORY
    return Cause.OUTPUT if ending.code in (-signal.SIGXFSZ, SHELL_SIGNALS + signal.SIGXFSZ) else None


def find_likely_cause(ending: ProgramEnding, limits: ProgramLimits, errors: bytes) -> Cause | None:
    """Return the limit at which a program without an answer probably failed, from its memory and what it wrote."""
    if ending.code and FILE_WORDS in errors:
        return Cause.OUTPUT
    if limits.memory is None or ending.code == 0:
        return None
    is_full = ending.peak >= NEARLY_ALL * limits.memory
    return Cause.MEMORY if is_full or MEMORY_WORDS.search(errors) else None


def describe_cause(cause: Cause, limits: ProgramLimits) -> str:
    """Return the limit in words, with its value.

    >>> describe_cause(Cause.MEMORY, ProgramLimits(None, None, 2_000_000_000, 100))
    'memory limit of 2 GB reached'
    """
    value = {
        Cause.TIME: "" if limits.seconds is None else f"{limits.seconds:g} s",
        Cause.CPU: f"{limits.cpu or 0:g} s",
        Cause.MEMORY: format_size(limits.memory or 0),
        Cause.OUTPUT: format_size(limits.output),
    }[cause]
    return f"{cause} of {value} reached" if value else f"{cause} reached"


def describe_end(code: int, errors: bytes, limits: ProgramLimits) -> str:
    """Return how a program ended and the last line that it wrote to standard error, in words.

    >>> describe_end(-11, b"", ProgramLimits(None, None, None, 100))
    'ended by SIGSEGV before it answered'
    """
    number = -code if code < 0 else code - SHELL_SIGNALS
    names = {int(one): one.name for one in signal.Signals}
    end = f"ended by {names[number]}" if number in names else f"ended with exit code {code}"
    memory = " (a memory limit was in force)" if limits.memory is not None and number in WITHOUT_MEMORY else ""
    last = shorten_message(errors)
    return f"{end} before it answered{memory}" + (f": {last}" if last else "")


def shorten_message(data: bytes) -> str:
    """Return the last line of a text, harmless and not too long."""
    lines = [line for line in data.decode("utf-8", "replace").splitlines() if line.strip()]
    return make_printable(lines[-1].strip())[:LONGEST_REASON] if lines else ""
