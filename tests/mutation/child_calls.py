"""Lets mutmut know which functions a test calls in child processes: forked workers and new interpreters.

mutmut runs a mutant only against the tests that call its function, and notices only calls in its own process. Here a
child appends the names of the functions that it calls to a file, from which they are credited to the running test.
pytest loads this module as a plugin; new interpreters load it through `sitecustomize`.
"""

import os
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
            append.cache_clear()  # the children of the next test begin with none
            record(name, caller)
        elif CALLS in os.environ:
            append(name, os.getpid())

    trampoline.record_trampoline_hit = record_call


def pytest_configure(config: pytest.Config) -> None:
    """Watch the calls of this process and of those that it forks; a mutant may kill no group but its own."""
    from mutmut.stats import record_trampoline_hit

    if "__mutmut_" in os.environ.get("MUTANT_UNDER_TEST", ""):
        os.setpgrp()
    watch_calls(record_trampoline_hit)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_teardown(item: Any, nextitem: Any) -> None:
    """Credit the test that ends now with the calls in its children."""
    from mutmut.state import state

    calls = Path(os.environ[CALLS])
    if calls.exists() and os.environ.get("MUTANT_UNDER_TEST") == "stats":
        state()._stats.update(calls.read_text().split())
        calls.unlink()
