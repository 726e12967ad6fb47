"""Engines that race."""

import os
import signal
import time
from dataclasses import dataclass
from typing import ClassVar

import pytest

from sudoku_compare.comparison.compare import Comparison, compare, engines_by_text
from sudoku_compare.comparison.race import race
from sudoku_compare.core.answer import Answer, Ending, Limits
from sudoku_compare.core.entry import Entry
from sudoku_compare.core.puzzle import Puzzle
from sudoku_compare.core.verdict import EngineResult
from sudoku_compare.engines.kernel import Kernel
from sudoku_compare.engines.protocol import Engine

EASY = Entry("text:1", Puzzle.from_text("1... ..2. .3.. ...4"))
LONG = Entry("text:1", Puzzle.from_text("1" + "." * 624))


@dataclass(frozen=True)
class Slow(Kernel):
    """Answers after a while."""

    name: ClassVar = "slow"

    def search(self, puzzle: Puzzle, limits: Limits) -> Answer:
        time.sleep(0.3)
        return super().search(puzzle, limits)


@dataclass(frozen=True)
class Crashing(Kernel):
    """Kills its process."""

    name: ClassVar = "crashing"

    def search(self, puzzle: Puzzle, limits: Limits) -> Answer:
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError


def run_race(entry: Entry, engines: dict[str, Engine], limits: Limits) -> tuple[list[EngineResult], Comparison]:
    *results, comparison = race(entry, engines, limits)
    assert isinstance(comparison, Comparison)
    return [result for result in results if isinstance(result, EngineResult)], comparison


def list_answers(comparison: Comparison) -> list[object]:
    """Return what the engines answered, without times."""
    return [(one.engine, one.answer.solutions, one.answer.ending, one.answer.counts) for one in comparison.results]


def test_each_result_comes_when_it_arrives_and_the_comparison_is_in_order() -> None:
    engines: dict[str, Engine] = {"slow": Slow(), **engines_by_text(["kernel"])}
    results, comparison = run_race(EASY, engines, Limits(2, 20.0))
    assert [result.engine for result in results] == ["kernel", "slow"]
    assert [result.engine for result in comparison.results] == ["slow", "kernel"]


def test_the_comparison_is_that_of_one_engine_after_another() -> None:
    engines, limits = engines_by_text(["reductio", "sat", "kernel", "backtrack:order=fewest"]), Limits(2, 60.0)
    for text in ("1... ..2. .3.. ...4", "1... .... .... ....", "11.. .... .... ...."):
        entry = Entry("text:1", Puzzle.from_text(text))
        _, raced = run_race(entry, engines, limits)
        compared = compare(entry, engines, limits)
        assert raced.judgement == compared.judgement
        assert list_answers(raced) == list_answers(compared)


def test_an_engine_that_times_out_is_a_result() -> None:
    results, comparison = run_race(LONG, engines_by_text(["backtrack:propagate=false", "kernel"]), Limits(2, 0.2))
    endings = {result.engine: result.answer.ending for result in results}
    assert endings["backtrack:propagate=false"] is Ending.TIMED_OUT
    assert len(comparison.results) == 2


def test_an_engine_that_kills_its_process_is_a_failure_of_that_engine_only() -> None:
    engines: dict[str, Engine] = {"crashing": Crashing(), **engines_by_text(["kernel", "reductio"])}
    results, comparison = run_race(EASY, engines, Limits(2, 20.0))
    endings = {result.engine: result.answer.ending for result in results}
    assert endings == {"crashing": Ending.FAILED, "kernel": Ending.EXHAUSTED, "reductio": Ending.EXHAUSTED}
    assert str(comparison.verdict) == "unique"


def test_without_workers_the_engines_search_one_after_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sudoku_compare.comparison.race.can_start_workers", lambda: False)
    results, comparison = run_race(EASY, engines_by_text(["kernel", "reductio"]), Limits(2, 20.0))
    assert [result.engine for result in results] == ["kernel", "reductio"]
    assert str(comparison.verdict) == "unique"
