"""What the tests of benchmarks share: facts of a run, cases, an engine with a fault, and the command itself."""

import os
import signal
import subprocess
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

from conftest import PROGRAM
from making import TWO
from sudoku_compare import Answer, Ending, Limits, Puzzle
from sudoku_compare.benchmark.facts import Environment, RunFacts
from sudoku_compare.benchmark.sampling import Case
from sudoku_compare.core.entry import Entry
from sudoku_compare.engines.reductio.engine import Reductio

FACTS = RunFacts(
    environment=Environment(cpu="a CPU", system="a system", python="3.11", version="1", commit="abc", packages={}),
    engines=("reductio", "wrong"),
    started="2024-01-01T00:00:00+00:00",
    collection="some puzzles",
    files=("p.txt",),
    folder="/somewhere",
    number=None,
    box=None,
    seconds=5.0,
    rounds=1,
    seed=0,
    isomorphs=0,
    jobs=1,
    fingerprint="0123",
)


def make_facts(**changes: Any) -> RunFacts:
    return replace(FACTS, **changes)


def make_cases(*texts: str) -> list[Case]:
    return [Case(n, "tier", Entry(f"p{n}", Puzzle.from_text(text))) for n, text in enumerate(texts)]


def run_bench(*arguments: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    return run_command("bench", *arguments, folder=folder)


def run_command(*arguments: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([PROGRAM, *arguments], cwd=folder, capture_output=True, text=True, timeout=300)


@dataclass(frozen=True)
class Faulty:
    """An engine with a fault on one puzzle."""

    name: ClassVar = "wrong"
    package: ClassVar = None
    distribution: ClassVar = None
    counted: ClassVar = {}
    stoppable: ClassVar = True

    fault: str = "lie"

    def search(self, puzzle: Puzzle, limits: Limits) -> Answer:
        if puzzle != Puzzle.from_text(TWO):
            return Reductio().search(puzzle, limits)
        match self.fault:
            case "lie":
                return Answer((), Ending.EXHAUSTED)
            case "crash":
                os.kill(os.getpid(), signal.SIGKILL)
            case "print":
                os.system("echo noise; echo noise >&2")
                return Reductio().search(puzzle, limits)
            case "hang":
                time.sleep(3600)
        raise ZeroDivisionError
