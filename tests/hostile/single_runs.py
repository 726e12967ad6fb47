"""Run a program once, with few words."""

import sys
from dataclasses import replace
from typing import Any

import pytest

from processes import time_limit
from sudoku_compare.processes.failure import NoAnswer
from sudoku_compare.processes.limits import ProgramLimits
from sudoku_compare.processes.single_run import ProgramResult, run_program

FREE = ProgramLimits(seconds=30.0, cpu=None, memory=None, output=1_000_000)


def python(code: str) -> list[str]:
    """Return the command that runs this code in a bare interpreter."""
    return [sys.executable, "-I", "-S", "-c", code]


def shell(code: str) -> list[str]:
    """Return the command that runs this code in a shell."""
    return ["/bin/sh", "-c", code]


def run(command: list[str], input: bytes = b"", **limits: Any) -> ProgramResult:
    """Run a program that succeeds."""
    with time_limit():
        return run_program(command, replace(FREE, **limits), input=input)


def fail(command: list[str], input: bytes = b"", **limits: Any) -> NoAnswer:
    """Run a program that is stopped or cannot be started, and return the error."""
    with pytest.raises(NoAnswer) as caught:
        run(command, input, **limits)
    return caught.value
