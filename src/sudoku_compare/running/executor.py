"""Run one search, in this process or in a child process that can be killed at the deadline.

The caller always gets an answer: an error in an engine becomes the ending `failed` with the reason, and an engine that
cannot stop itself is stopped from outside.
"""

import signal
from collections.abc import Callable
from importlib import import_module

from ..core.answer import GRACE, LONGEST_WAIT, MOST_COUNTED, MOST_SECONDS, Answer, Ending, Limits, Seconds
from ..core.interrupts import SignalWatch
from ..core.puzzle import Puzzle
from ..engines.options import format_engine
from ..engines.protocol import Engine
from ..engines.registry import load_engine

Search = Callable[[Engine, Puzzle, Limits], Answer]

START_UP = 60.0  # seconds that a new process may take to import what it needs


def run(engine: Engine, puzzle: Puzzle, limits: Limits) -> Answer:
    """Return the engine's answer; errors become answers too."""
    return guard(engine, puzzle, limits, _search_here if engine.stoppable else _search_in_child)


def run_in_child(engine: Engine, puzzle: Puzzle, limits: Limits) -> Answer:
    """Return the engine's answer from a child process; if the process dies, that is an answer too."""
    return guard(engine, puzzle, limits, _search_in_child)


def guard(engine: Engine, puzzle: Puzzle, limits: Limits, search: Search) -> Answer:
    """Return what `search` returns; an error in the engine or a malformed answer becomes the ending `failed`."""
    with SignalWatch() as signals:
        try:
            answer = search(engine, puzzle, limits)
        except BaseException as error:
            if error in signals:  # Ctrl-C or an alarm of the caller, not an error in the engine
                raise
            return _fail(describe_error(engine, error))
    if not _is_well_formed(answer):
        return _fail(f"malformed answer: {_format_safely(repr, answer)}"[:200])
    return answer


def describe_error(engine: Engine, error: BaseException) -> str:
    """Return one line that says why the engine failed."""
    if isinstance(error, ImportError):
        return f"{_format_safely(str, error)}; pip install {engine.distribution or error.name}"
    if isinstance(error, MemoryError):
        return "out of memory"
    return f"{type(error).__name__}: {_format_safely(str, error)}".splitlines()[0].removesuffix(": ")


def _format_safely(form: Callable[[object], str], value: object) -> str:
    """Return `form(value)`; a plug-in's own `__str__` or `__repr__` may fail as well."""
    try:
        return form(value)
    except Exception:
        return f"({type(value).__name__} that cannot be shown)"


def _is_well_formed(answer: object) -> bool:
    """Check types only, as a plug-in may return anything; whether the solutions are correct is up to the checker."""
    return (
        type(answer) is Answer
        and type(answer.solutions) is tuple
        and all(type(solution) is bytes for solution in answer.solutions)
        and type(answer.ending) is Ending
        and type(answer.seconds) is Seconds
        and _are_times(answer.seconds)
        and isinstance(answer.counts, dict)
        and all(map(_is_count, answer.counts.items()))
        and type(answer.detail) is str
    )


def _are_times(seconds: Seconds) -> bool:
    parts = (seconds.build, seconds.first or 0.0, seconds.settle, seconds.cpu or 0.0)
    return all(isinstance(part, int | float) and 0 <= part <= MOST_SECONDS for part in parts)


def _is_count(item: tuple[object, object]) -> bool:
    name, count = item
    return type(name) is str and type(count) is int and 0 <= count <= MOST_COUNTED


def _fail(reason: str) -> Answer:
    return Answer((), Ending.FAILED, detail=reason)


def _search_here(engine: Engine, puzzle: Puzzle, limits: Limits) -> Answer:
    return engine.search(puzzle, limits)


def _search_in_child(engine: Engine, puzzle: Puzzle, limits: Limits) -> Answer:
    import pickle  # both imported late: they slow down every start, and few engines need a child

    from .child_process import run_child

    task = format_engine(engine), puzzle, limits
    done = run_child(__name__, serve_one.__name__, task, START_UP + min(limits.seconds, LONGEST_WAIT))
    if done.output:
        answer: Answer = pickle.loads(done.output)
        return answer
    if done.is_late or done.code == -signal.SIGALRM:
        return Answer((), Ending.TIMED_OUT, Seconds(settle=limits.seconds), detail="stopped from outside")
    return _fail(f"its process ended with code {done.code}")


def serve_one() -> None:
    """In the child: read a task, search and write the answer. An alarm ends the process if nothing else can."""
    import pickle

    from .child_process import receive_task

    (text, puzzle, limits), output = receive_task()
    with output:
        engine = load_engine(text)
        pickle.dump(guard(engine, puzzle, limits, _search_with_alarm), output)


def _search_with_alarm(engine: Engine, puzzle: Puzzle, limits: Limits) -> Answer:
    if engine.package:
        import_module(engine.package)
    if limits.seconds < LONGEST_WAIT:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, limits.seconds + GRACE / 2)
    return engine.search(puzzle, limits)
