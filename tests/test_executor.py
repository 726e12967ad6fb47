"""Whatever happens to a search, there is an answer."""

import signal
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import pytest

from making import EASY, hopeless
from sudoku_compare import Answer, Ending, Limits, Puzzle
from sudoku_compare.engines import engine_from_text
from sudoku_compare.executor import run

PUZZLE = Puzzle.from_text(EASY)


@dataclass(frozen=True)
class Broken:
    """Does not search."""

    name: ClassVar = "broken"
    package: ClassVar = "absent"
    distribution: ClassVar = "python-absent"
    counted: ClassVar = {}
    stoppable: ClassVar = True

    fault: str = ""

    def search(self, puzzle: Puzzle, limits: Limits) -> Answer:
        if self.fault == "import":
            import absent_module  # type: ignore[import-not-found] # noqa: F401
        if self.fault == "none":
            return None  # type: ignore[return-value]
        if self.fault == "list":
            return Answer(([1, 2, 3],), Ending.EXHAUSTED)  # type: ignore[arg-type]
        if self.fault == "memory":
            raise MemoryError
        raise ZeroDivisionError("division by zero\nand more")


@pytest.mark.parametrize(
    ("fault", "detail"),
    [
        ("import", "No module named 'absent_module'; pip install python-absent"),
        ("memory", "out of memory"),
        ("none", "gave no answer but None"),
        (
            "list",
            "gave no answer but Answer(solutions=([1, 2, 3],), ending=<Ending.EXHAUSTED: 'exhausted'>, "
            "seconds=Seconds(build=0.0, first=None, settle=0.0, cpu=None), counts={}, detail='')",
        ),
        ("other", "ZeroDivisionError: division by zero"),
    ],
)
def test_a_fault_in_an_engine_is_an_answer_that_failed(fault: str, detail: str) -> None:
    answer = run(Broken(fault), PUZZLE, Limits(2))
    assert (answer.solutions, answer.ending, answer.detail) == ((), Ending.FAILED, detail)


def test_limits_that_mean_nothing_are_refused() -> None:
    for solutions, seconds in ((0, 1.0), (-1, 1.0), (1, 0.0), (1, -1.0), (1, float("nan"))):
        with pytest.raises(ValueError, match="would do"):
            Limits(solutions, seconds)


def test_a_search_in_a_child_is_ended_at_the_deadline_and_timed_without_its_start() -> None:
    answer = run(engine_from_text("sat:solver=lingeling"), hopeless(), Limits(2, 0.5))
    assert (answer.ending, answer.seconds.settle) == (Ending.TIMED_OUT, 0.5)


def test_a_child_that_is_killed_has_failed_and_not_timed_out(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    suicide = tmp_path / "python"
    suicide.write_text("#!/bin/sh\nkill -9 $$\n")
    suicide.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(suicide))
    answer = run(engine_from_text("sat:solver=lingeling"), PUZZLE, Limits(2, 5))
    assert (answer.ending, answer.detail) == (Ending.FAILED, f"its process ended with code {-signal.SIGKILL}")


def test_a_child_imports_nothing_from_the_folder_of_the_user(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "pickle.py").write_text("raise SystemExit(7)")
    monkeypatch.chdir(tmp_path)
    assert run(engine_from_text("sat:solver=lingeling"), PUZZLE, Limits(2, 30)).ending is Ending.EXHAUSTED
