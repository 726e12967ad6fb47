"""Where searches run: in this process, or in one of their own that can be ended at the deadline.

Whatever happens to a search, the caller gets an answer: what goes wrong in an engine is the ending
`failed` with its reason, and an engine that cannot stop itself is stopped from outside.
"""

import pickle
import signal
import subprocess
import sys
from importlib import import_module
from time import perf_counter

from .engine import GRACE, Answer, Ending, Engine, Limits, Seconds
from .engines import engine_from_text
from .options import text_of
from .puzzle import Puzzle

LONGEST_WAIT = 1e6  # seconds that the system's clocks can wait; a longer time-out is none
START_UP = 60.0  # seconds that a new process has to import what it needs


def run(engine: Engine, puzzle: Puzzle, limits: Limits) -> Answer:
    """The engine's answer, whatever happens on the way."""
    try:
        if engine.stoppable:
            return engine.search(puzzle, limits)
        return _run_in_child(engine, puzzle, limits)
    except ImportError as error:
        return _failed(f"{engine.package or error.name} cannot be imported ({error}); install it with pip")
    except MemoryError:
        return _failed("out of memory")
    except Exception as error:
        return _failed(f"{type(error).__name__}: {error}".splitlines()[0])


def _failed(reason: str) -> Answer:
    return Answer((), Ending.FAILED, detail=reason)


def _run_in_child(engine: Engine, puzzle: Puzzle, limits: Limits) -> Answer:
    task = pickle.dumps((text_of(engine), puzzle, limits))
    command = [sys.executable, "-m", __name__]
    # A session of its own: Ctrl-C reaches this process only, which then ends the child.
    child = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True
    )
    start = perf_counter()
    try:
        output, _ = child.communicate(task, START_UP + min(limits.seconds, LONGEST_WAIT))
    except subprocess.TimeoutExpired:
        output = b""
    finally:
        child.kill()
        child.wait()
    if output:
        answer: Answer = pickle.loads(output)
        return answer
    if child.returncode in (-signal.SIGALRM, -signal.SIGKILL):
        return Answer((), Ending.TIMED_OUT, Seconds(settle=perf_counter() - start), detail="ended from outside")
    return _failed(f"its process ended with code {child.returncode}")


def _serve_one() -> None:
    """In the child: read a task, search, write the answer. The alarm ends it where nothing else can."""
    text, puzzle, limits = pickle.load(sys.stdin.buffer)
    engine = engine_from_text(text)
    if engine.package:
        import_module(engine.package)
    if limits.seconds < LONGEST_WAIT:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, limits.seconds + GRACE / 2)
    pickle.dump(engine.search(puzzle, limits), sys.stdout.buffer)


if __name__ == "__main__":
    _serve_one()
