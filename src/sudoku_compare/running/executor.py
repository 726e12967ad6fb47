"""Where searches run: in this process, or in one of their own that can be ended at the deadline.

Whatever happens to a search, the caller gets an answer: what goes wrong in an engine is the ending
`failed` with its reason, and an engine that cannot stop itself is stopped from outside.
"""

import os
import signal
import sys
from collections.abc import Callable
from importlib import import_module

from ..core.answer import GRACE, LONGEST_WAIT, Answer, Ending, Limits, Seconds
from ..core.interrupts import watch_signals
from ..core.puzzle import Puzzle
from ..engines.options import format_engine
from ..engines.protocol import Engine
from ..engines.registry import load_engine

Search = Callable[[Engine, Puzzle, Limits], Answer]

PR_SET_PDEATHSIG = 1  # of prctl(2), which Python does not offer
START_UP = 60.0  # seconds that a new process has to import what it needs


def run(engine: Engine, puzzle: Puzzle, limits: Limits) -> Answer:
    """The engine's answer, whatever happens on the way."""
    return _guarded(engine, puzzle, limits, _here if engine.stoppable else _in_child)


def run_in_child(engine: Engine, puzzle: Puzzle, limits: Limits) -> Answer:
    """The same in a process of its own, whatever becomes of that."""
    return _guarded(engine, puzzle, limits, _in_child)


def _guarded(engine: Engine, puzzle: Puzzle, limits: Limits, search: Search) -> Answer:
    with watch_signals() as signals:
        try:
            answer = search(engine, puzzle, limits)
        except BaseException as error:
            if error in signals:  # Ctrl-C, or the caller's own alarm: not the engine's doing
                raise
            return _failed(_describe(engine, error))
    if not _is_well_formed(answer):
        return _failed(f"gave no answer but {answer!r}"[:200])
    return answer


def _describe(engine: Engine, error: BaseException) -> str:
    """Say in one line why the engine failed."""
    if isinstance(error, ImportError):
        return f"{error}; pip install {engine.distribution or error.name}"
    if isinstance(error, MemoryError):
        return "out of memory"
    return f"{type(error).__name__}: {error}".splitlines()[0].removesuffix(": ")


def _is_well_formed(answer: object) -> bool:
    """Engines of other packages may give anything; whether it is true is for the checker to say."""
    return (
        type(answer) is Answer
        and type(answer.solutions) is tuple
        and all(type(solution) is bytes for solution in answer.solutions)
        and type(answer.ending) is Ending
        and type(answer.seconds) is Seconds
        and isinstance(answer.counts, dict)
        and all(type(name) is str and type(count) is int for name, count in answer.counts.items())
    )


def _failed(reason: str) -> Answer:
    return Answer((), Ending.FAILED, detail=reason)


def _here(engine: Engine, puzzle: Puzzle, limits: Limits) -> Answer:
    return engine.search(puzzle, limits)


def _in_child(engine: Engine, puzzle: Puzzle, limits: Limits) -> Answer:
    import pickle  # late, both: few engines need a child, and every start would pay
    import subprocess

    task = pickle.dumps((os.getpid(), format_engine(engine), puzzle, limits))
    command = [sys.executable, "-P", "-m", __name__]  # -P: nothing is imported from the folder of the user
    # A session of its own: Ctrl-C reaches this process only, which then ends the child.
    child = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True
    )
    late = False
    try:
        output, _ = child.communicate(task, START_UP + min(limits.seconds, LONGEST_WAIT))
    except subprocess.TimeoutExpired:
        output, late = b"", True
    finally:
        child.kill()
        child.wait()
    if output:
        answer: Answer = pickle.loads(output)
        return answer
    if late or child.returncode == -signal.SIGALRM:
        return Answer((), Ending.TIMED_OUT, Seconds(settle=limits.seconds), detail="ended from outside")
    return _failed(f"its process ended with code {child.returncode}")


def _serve_one() -> None:
    """In the child: read a task, search, write the answer. The alarm ends it where nothing else can."""
    import pickle

    parent, text, puzzle, limits = pickle.load(sys.stdin.buffer)
    _end_with(parent)
    engine = load_engine(text)
    pickle.dump(_guarded(engine, puzzle, limits, _with_alarm), sys.stdout.buffer)


def _end_with(parent: int) -> None:
    """Ask the system to end this process with the one that wants its answer, however that comes about.

    A solver may hold the interpreter's lock for hours, so no thread could see to it. Where the system is not Linux,
    the alarm has to do.
    """
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)


def _with_alarm(engine: Engine, puzzle: Puzzle, limits: Limits) -> Answer:
    if engine.package:
        import_module(engine.package)
    if limits.seconds < LONGEST_WAIT:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, limits.seconds + GRACE / 2)
    return engine.search(puzzle, limits)


if __name__ == "__main__":
    _serve_one()
