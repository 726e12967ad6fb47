"""A child process with a new interpreter, which has imported nothing yet.

It does one task, and is killed if its parent ends first.

A fork is not enough: it inherits everything that its parent has imported, and it is unsafe while threads are running.
"""

import os
import pickle
import signal
import sys
from typing import Any, BinaryIO, NamedTuple

PR_SET_PDEATHSIG = 1  # from prctl(2), which the standard library does not offer


class ChildResult(NamedTuple):
    """What a child wrote before it ended or was killed."""

    output: bytes
    code: int
    is_late: bool  # it was killed because its time was up


def run_child(module: str, function: str, task: object, seconds: float) -> ChildResult:
    """Call a function of a module in a child, which gets the task from `receive_task`; kill it after these seconds."""
    import subprocess  # imported late: the child does not need it, and it would slow down its start

    message = pickle.dumps((os.getpid(), task))
    code = f"from {module} import {function}; {function}()"  # with -m, the module would be loaded twice
    command = [sys.executable, "-P", "-c", code]  # -P: import nothing from the user's folder
    # In a session of its own, so that Ctrl-C reaches only this process, which then kills the child.
    child = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True
    )
    is_late = False
    try:
        output, _ = child.communicate(message, seconds)
    except subprocess.TimeoutExpired as error:
        output, is_late = error.output or b"", True
    finally:
        child.kill()
        child.wait()
    return ChildResult(output, child.returncode, is_late)


def receive_task() -> tuple[Any, BinaryIO]:
    """In the child: return the task, and the file to write the result to."""
    parent, task = pickle.load(sys.stdin.buffer)
    _end_with_parent(parent)
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # only the result goes to the parent, not what an engine prints; standard error goes nowhere
    return task, output


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
