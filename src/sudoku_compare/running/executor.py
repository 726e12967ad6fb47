"""Run one search, in this process or in a child process that can be killed at the deadline.

The caller always gets an answer: an error in an engine becomes the ending `failed` with the reason, and an engine that
cannot stop itself is stopped from outside.
"""

import os
import signal
import sys
from collections.abc import Callable
from importlib import import_module
from math import isnan

from ..core.answer import GRACE, LONGEST_WAIT, Answer, Ending, Limits, Seconds
from ..core.interrupts import SignalWatch
from ..core.puzzle import Puzzle
from ..engines.options import format_engine
from ..engines.protocol import Engine
from ..engines.registry import load_engine

Search = Callable[[Engine, Puzzle, Limits], Answer]

PR_SET_PDEATHSIG = 1  # from prctl(2), which the standard library does not offer
START_UP = 60.0  # seconds that a new process may take to import what it needs


def run(engine: Engine, puzzle: Puzzle, limits: Limits) -> Answer:
    """Return the engine's answer; errors become answers too."""
    return _guard(engine, puzzle, limits, _search_here if engine.stoppable else _search_in_child)


def run_in_child(engine: Engine, puzzle: Puzzle, limits: Limits) -> Answer:
    """Return the engine's answer from a child process; if the process dies, that is an answer too."""
    return _guard(engine, puzzle, limits, _search_in_child)


def _guard(engine: Engine, puzzle: Puzzle, limits: Limits, search: Search) -> Answer:
    with SignalWatch() as signals:
        try:
            answer = search(engine, puzzle, limits)
        except BaseException as error:
            if error in signals:  # Ctrl-C or an alarm of the caller, not an error in the engine
                raise
            return _fail(_describe_error(engine, error))
    if not _is_well_formed(answer):
        return _fail(f"malformed answer: {_format_safely(repr, answer)}"[:200])
    return answer


def _describe_error(engine: Engine, error: BaseException) -> str:
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
        and all(type(name) is str and type(count) is int for name, count in answer.counts.items())
        and type(answer.detail) is str
    )


def _are_times(seconds: Seconds) -> bool:
    parts = (seconds.build, seconds.first or 0.0, seconds.settle, seconds.cpu or 0.0)
    return all(isinstance(part, int | float) and not isnan(part) for part in parts)


def _fail(reason: str) -> Answer:
    return Answer((), Ending.FAILED, detail=reason)


def _search_here(engine: Engine, puzzle: Puzzle, limits: Limits) -> Answer:
    return engine.search(puzzle, limits)


def _search_in_child(engine: Engine, puzzle: Puzzle, limits: Limits) -> Answer:
    import pickle  # both imported late: they slow down every start, and few engines need a child
    import subprocess

    task = pickle.dumps((os.getpid(), format_engine(engine), puzzle, limits))
    serve = f"from {__name__} import serve_one; serve_one()"  # with -m, this module would be loaded twice
    command = [sys.executable, "-P", "-c", serve]  # -P: import nothing from the user's folder
    # In a session of its own, so that Ctrl-C reaches only this process, which then kills the child.
    child = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True
    )
    is_late = False
    try:
        output, _ = child.communicate(task, START_UP + min(limits.seconds, LONGEST_WAIT))
    except subprocess.TimeoutExpired:
        output, is_late = b"", True
    finally:
        child.kill()
        child.wait()
    if output:
        answer: Answer = pickle.loads(output)
        return answer
    if is_late or child.returncode == -signal.SIGALRM:
        return Answer((), Ending.TIMED_OUT, Seconds(settle=limits.seconds), detail="stopped from outside")
    return _fail(f"its process ended with code {child.returncode}")


def serve_one() -> None:
    """In the child: read a task, search and write the answer. An alarm ends the process if nothing else can."""
    import pickle

    parent, text, puzzle, limits = pickle.load(sys.stdin.buffer)
    _end_with_parent(parent)
    with os.fdopen(os.dup(1), "wb") as output:
        os.dup2(2, 1)  # only the answer goes to the parent, not what an engine prints; standard error goes nowhere
        engine = load_engine(text)
        pickle.dump(_guard(engine, puzzle, limits, _search_with_alarm), output)


def _end_with_parent(parent: int) -> None:
    """Ask the system to kill this process when its parent ends.

    A thread could not do it: a solver may hold the interpreter's lock for hours. On systems other than Linux, only the
    alarm ends an orphan.
    """
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)


def _search_with_alarm(engine: Engine, puzzle: Puzzle, limits: Limits) -> Answer:
    if engine.package:
        import_module(engine.package)
    if limits.seconds < LONGEST_WAIT:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, limits.seconds + GRACE / 2)
    return engine.search(puzzle, limits)
