"""A child process with a new interpreter, which has imported nothing yet. It does one task.

A fork is not enough: it inherits everything that its parent has imported, and it is unsafe while threads are running.
"""

import os
import pickle
import sys
from typing import Any, BinaryIO

from ..processes.failure import NoAnswer
from ..processes.limits import ProgramLimits
from ..processes.single_run import run_program


def run_child(module: str, function: str, task: object, limits: ProgramLimits) -> list[bytes]:
    """Call a function of a module in a child, which gets the task from `receive_task`; return the lines it writes.

    If a limit ends the child, these are the lines before that.
    """
    code = f"from {module} import {function}; {function}()"  # with -m, the module would be loaded twice
    command = [sys.executable, "-P", "-c", code]  # -P: import nothing from the user's folder
    try:
        output = run_program(command, limits, input=pickle.dumps(task)).output
    except NoAnswer as error:
        return error.answers
    return output.split(b"\n")[:-1]


def receive_task() -> tuple[Any, BinaryIO]:
    """In the child: return the task, and the file to write the result to."""
    task = pickle.load(sys.stdin.buffer)
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # only the result goes to the parent, not what an engine prints
    return task, output
