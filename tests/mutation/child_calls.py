"""Lets mutmut know which functions a test calls in child processes: forked workers and new interpreters.

mutmut runs a mutant only against the tests that call its function, and notices only calls in its own process. Here a
child appends the names of the functions that it calls to a file, from which they are credited to the running test.
pytest loads this module as a plugin; new interpreters load it through `sitecustomize`.
"""

import os
import signal
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

CALLS = "MUTATION_CALLS"  # the environment variable that names the file


def watch_calls(record: Callable[..., None] | None) -> None:
    """Record the calls of this process with `record`, if there is one, and those of its children in the file."""
    from mutmut.mutation import trampoline

    parent = os.getpid() if record else None

    @cache
    def append(name: str, process: int) -> None:
        with open(os.environ[CALLS], "a") as file:
            file.write(f"{name}\n")

    def record_call(name: str, caller: str | None = None) -> None:
        if record and os.getpid() == parent:
            append.cache_clear()  # a child of a later test must record its calls again
            record(name, caller)
        elif CALLS in os.environ:
            append(name, os.getpid())

    trampoline.record_trampoline_hit = record_call


def pytest_configure(config: pytest.Config) -> None:
    """Watch the calls of this process and of those that it forks, and put a mutant into a process group of its own."""
    from mutmut.stats import record_trampoline_hit

    if is_mutant():
        os.setpgrp()
        signal.signal(signal.SIGXCPU, end_on_timeout)  # the signal that mutmut sends
        os.register_at_fork(after_in_child=lambda: signal.signal(signal.SIGXCPU, signal.SIG_DFL))
    watch_calls(record_trampoline_hit)


def pytest_unconfigure(config: pytest.Config) -> None:
    """End the processes that a mutant has left behind."""
    if is_mutant():
        end_other_processes()


def is_mutant() -> bool:
    """Return whether this process runs the tests of a mutant."""
    return "__mutmut_" in os.environ.get("MUTANT_UNDER_TEST", "")


def end_on_timeout(number: int, frame: object) -> None:
    """End this process and those that it started, as without a handler."""
    end_other_processes()
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)


def end_other_processes() -> None:
    """End the processes of this group apart from this one."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    os.killpg(0, signal.SIGTERM)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_teardown(item: Any, nextitem: Any) -> None:
    """Credit the test that ends now with the calls in its children."""
    from mutmut.state import state

    calls = Path(os.environ[CALLS])
    if calls.exists() and os.environ.get("MUTANT_UNDER_TEST") == "stats":
        state()._stats.update(calls.read_text().split())
        calls.unlink()
