"""The check with engines in processes of their own, as the command runs it."""

import os
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import pytest

from sudoku_compare import Answer, Engine, Limits, Puzzle
from sudoku_compare.conformance.check import PROMISES, check_engine
from sudoku_compare.conformance.promise_result import PromiseResult
from sudoku_compare.engines.kernel import Kernel
from sudoku_compare.engines.registry import BUILT_IN, load_engine

pytestmark = pytest.mark.slow

PROGRAM = """#!{python}
import sys
from sudoku_compare import Limits, Puzzle
from sudoku_compare.core.puzzle import compact
from sudoku_compare.engines.kernel import Kernel

for line in sys.stdin:
    puzzle = Puzzle.from_text(line)
    solutions = Kernel().search(puzzle, Limits(300)).solutions
    print(len(solutions), *(compact(solution, puzzle.shape) for solution in solutions), flush=True)
"""


def check(engine: Engine) -> dict[str, PromiseResult]:
    return {result.name: result for result in check_engine(engine, load=lambda text: engine)}


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_built_in_engine_keeps_every_promise(name: str) -> None:
    results = list(check_engine(load_engine(name)))
    assert len(results) == len(PROMISES)
    assert [result for result in results if result.is_kept is False] == []
    assert {result.name for result in results if result.is_kept is None} <= {"memory limit"}  # 64 MB may be enough


@dataclass(frozen=True)
class Hanging(Engine):
    """Ignores its time limit on large boards."""

    name: ClassVar = "hanging"
    counted: ClassVar = Kernel.counted

    def search(self, puzzle: Puzzle, limits: Limits) -> Answer:
        if puzzle.shape.side == 36:
            time.sleep(60)
        return Kernel().search(puzzle, limits)


@dataclass(frozen=True)
class DeclaredHanging(Hanging):
    stoppable: ClassVar = False


@pytest.mark.parametrize(
    ("engine", "is_kept", "detail"),
    [
        (Hanging(), False, "hopeless 36x36, limit 1.00 s: had to be stopped from outside"),
        (DeclaredHanging(), True, "hopeless 36x36, limit 1.00 s: stopped from outside after "),
    ],
)
def test_an_engine_that_hangs_is_stopped_which_it_must_declare(engine: Engine, is_kept: bool, detail: str) -> None:
    results = check(engine)
    assert results["time limit"].is_kept is is_kept
    assert results["time limit"].detail.startswith(detail)
    assert all(result.is_kept is not False for name, result in results.items() if name != "time limit")


@dataclass(frozen=True)
class Printing(Hanging):
    """Prints past Python's own streams."""

    def search(self, puzzle: Puzzle, limits: Limits) -> Answer:
        os.write(1, b"searching\n")
        return Kernel().search(puzzle, limits)


def test_an_engine_that_prints_is_told_so() -> None:
    results = check(Printing())
    assert results["nothing printed"].is_kept is False
    assert "printed 'searching?'" in results["nothing printed"].detail
    assert all(result.is_kept is not False for name, result in results.items() if name != "nothing printed")


@dataclass(frozen=True)
class Hungry(Hanging):
    """Needs more memory than it may have."""

    def search(self, puzzle: Puzzle, limits: Limits) -> Answer:
        if limits.memory:
            bytearray(2 * limits.memory)
        return Kernel().search(puzzle, limits)


def test_a_memory_limit_that_is_reached_is_an_answer() -> None:
    result = check(Hungry())["memory limit"]
    assert result.is_kept
    assert result.detail == "1 GB: failed: memory limit of 1 GB reached"


def test_a_program_is_checked_like_an_engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "solver"
    program.write_text(PROGRAM.format(python=sys.executable))
    program.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    results = {result.name: result for result in check_engine(load_engine("./solver"))}
    assert [name for name, result in results.items() if result.is_kept is False] == []
    assert results["nothing printed"].is_kept is None
    assert results["right answers"].detail.startswith("200 cases: ")
    assert results["time limit"].detail.startswith("hopeless 36x36, limit 1.00 s: stopped from outside after 1.")


def test_a_program_that_ends_at_once_has_one_result(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "solver"
    program.write_text("#!/bin/sh\nexit 3\n")
    program.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    [result] = check_engine(load_engine("./solver"))
    assert result.is_kept is False
    assert "exit code 3" in result.detail
