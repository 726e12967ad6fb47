"""Turn whatever an engine does into an answer: its errors, and malformed answers."""

from collections.abc import Callable

from ...core.answer import Answer, Ending, Limits
from ...core.interrupts import SignalWatch
from ...core.puzzle import Puzzle
from ...core.sizes import format_size
from ..protocol import Engine
from .answer_check import MalformedAnswer, clean_answer, format_safely

Search = Callable[[Engine, Puzzle, Limits], Answer]

NO_ROOM = "failed to map segment"  # what the system says when there is no memory for a library
START_UP = 60.0  # seconds that a new process may take to import what it needs


def guard(engine: Engine, puzzle: Puzzle, limits: Limits, search: Search) -> Answer:
    """Return what `search` returns; an error in the engine or a malformed answer becomes the ending `failed`."""
    with SignalWatch() as signals:
        try:
            return clean_answer(search(engine, puzzle, limits))
        except MalformedAnswer as error:
            return fail(str(error))
        except BaseException as error:
            if error in signals:  # Ctrl-C or an alarm of the caller, not an error in the engine
                raise
            return fail(describe_error(engine, error, limits.memory))


def fail(reason: str) -> Answer:
    """Return the answer of an engine that failed for this reason."""
    return Answer((), Ending.FAILED, detail=reason)


def describe_error(engine: Engine, error: BaseException, memory: int | None = None) -> str:
    """Return one line that says why the engine failed; `memory` is its memory limit, if there is one."""
    message = format_safely(_format_first_line, error)
    if isinstance(error, MemoryError) or (memory and _lacks_room(error)):
        return f"memory limit of {format_size(memory)} reached" if memory else "out of memory"
    if isinstance(error, ImportError):
        package = engine.distribution or format_safely(str, error.name)
        return f"{message}; pip install {package}"
    return f"{type(error).__name__}: {message}".removesuffix(": ")


def _lacks_room(error: BaseException) -> bool:
    """Return whether a library could not be imported for lack of memory; some say so only after many lines."""
    return isinstance(error, ImportError) and format_safely(_find_room, error) == NO_ROOM


def _find_room(error: object) -> str:
    return NO_ROOM if NO_ROOM in str(error) else ""


def _format_first_line(error: object) -> str:
    return next(filter(str.strip, str(error).splitlines()), "")
