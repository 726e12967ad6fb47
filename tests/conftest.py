import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from sudoku_compare.engines import plug_ins
from sudoku_compare.engines.hosting import host
from sudoku_compare.engines.protocol import Engine
from sudoku_compare.engines.registry import BUILT_IN, load_engine

# Options that take another path through an engine; tested beside the defaults of every built-in engine.
VARIANTS = (
    "sat:encoding=minimal",
    "sat:encoding=efficient,reduced=false",
    "sat:solver=glucose4",
    "sat:solver=cadical153",
    "sat:solver=lingeling",
    "cpsat:form=alldifferent",
    "cpsat:workers=2",
    "sat:warm=true",
    "cpsat:warm=true",
    "backtrack:propagate=false",
    "backtrack:order=fewest",
    "bifurcation:seed=7",
    "logic:level=hidden-single",
    "logic:given_unique=true",
    "tabu:seed=3",
)

PROGRAM = Path(sys.executable).with_name("sudoku-compare")
ROOT = Path(__file__).parents[1]


if "CI" not in os.environ:  # where Hypothesis chooses a profile of its own, which has no deadline either
    settings.register_profile("any speed", deadline=None)  # a busy machine is not a fault of the code
    settings.load_profile("any speed")


def pytest_configure() -> None:
    """Accept Ctrl-C, in this process and in those that it starts: shells start background jobs that ignore it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(params=[*BUILT_IN, *(pytest.param(text, marks=pytest.mark.slow) for text in VARIANTS)])
def engine(request: pytest.FixtureRequest) -> Engine:
    return load_engine(request.param)


@pytest.fixture
def new_plug_ins() -> Iterator[None]:
    """Forget which plug-ins there are, and their processes, before and after a test that has plug-ins of its own."""
    forget_plug_ins()
    yield
    forget_plug_ins()


def forget_plug_ins() -> None:
    plug_ins._find_entry_points.cache_clear()
    plug_ins.load_class.cache_clear()
    for idle in host._hosts.empty():
        idle.program.close()


Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def sudoku_compare() -> Run:
    """Run the installed command as a user would, without a terminal."""

    def run(*arguments: str, input: str | bytes = "", **environment: str) -> "subprocess.CompletedProcess[str]":
        data = input.encode() if isinstance(input, str) else input
        done = subprocess.run(
            [PROGRAM, *arguments], input=data, capture_output=True, env={**os.environ, **environment}, timeout=120
        )
        return subprocess.CompletedProcess(
            done.args, done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")
        )

    return run
