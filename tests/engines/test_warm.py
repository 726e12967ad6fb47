"""Engines that keep a loaded solver or model for the next puzzle."""

import math
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path

import pytest

from making import puzzle_with_holes
from sudoku_compare import Ending, Limits, Puzzle
from sudoku_compare.checking.solution import find_fault
from sudoku_compare.core.answer import OutOfTime, Stopwatch
from sudoku_compare.core.errors import OptionError
from sudoku_compare.core.shape import shape_of_side
from sudoku_compare.engines.cpsat.booleans import BooleanModel, BooleanRules, KeptModel
from sudoku_compare.engines.cpsat.library import load_library
from sudoku_compare.engines.registry import load_engine
from sudoku_compare.engines.sat import engine as sat_engine
from sudoku_compare.engines.sat import warm as warm_sat
from sudoku_compare.engines.sat.warm import LoadedSolver

EMPTY = Puzzle.from_text("." * 81)  # always needs a search, whatever a solver has learned before


@pytest.mark.parametrize("text", ["sat:warm=true", "cpsat:warm=true"])
def test_a_warm_engine_answers_many_puzzles_as_a_fresh_one_does(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With all kinds of puzzles mixed, and across the points at which the solver is reloaded."""
    monkeypatch.setattr(warm_sat, "LARGEST_USE", 30)
    engine, reductio = load_engine(text), load_engine("reductio")
    details = []
    for seed in range(600 if text.startswith("sat") else 100):
        puzzle = puzzle_with_holes(shape_of_side(9 if seed % 3 else 4), 0.2 + seed % 7 / 10, seed)
        if seed % 5 == 0:
            puzzle = puzzle.with_value(3, 1 + seed % 4)
        answer, expected = engine.search(puzzle, Limits(2)), reductio.search(puzzle, Limits(2))
        assert (len(answer.solutions), answer.ending) == (len(expected.solutions), expected.ending)
        assert not any(find_fault(puzzle, solution) for solution in answer.solutions)
        if len(answer.solutions) == 1:
            assert answer.solutions == expected.solutions
        details.append(answer.detail)
    if text.startswith("sat"):
        assert details.count("warm") > 500
        assert details.count("loaded for this puzzle") > 4


@pytest.mark.parametrize("text", ["sat:warm=true", "cpsat:warm=true"])
def test_each_search_of_a_warm_engine_has_its_own_deadline(text: str) -> None:
    """Neither the search before it nor the one that loaded the solver has any influence on it."""
    engine, puzzle = load_engine(text), EMPTY
    engine.search(puzzle, Limits(2))
    for seconds, ending in ((1e-9, Ending.TIMED_OUT), (math.inf, Ending.ENOUGH), (1e-9, Ending.TIMED_OUT)):
        answer = engine.search(puzzle, Limits(2, seconds))
        assert (answer.ending, answer.detail) == (ending, "warm" if text.startswith("sat") else "")


class Interrupted(Exception):
    """Ends a search from within."""


class Failing(Stopwatch):
    """Fails while the solver searches."""

    def tick(self) -> None:
        if self._built is not None:
            raise Interrupted


def test_a_loaded_solver_is_loaded_again_after_an_error() -> None:
    """It may be in any state."""
    loaded = LoadedSolver("minisat22", EMPTY.shape, "extended")

    def search(kind: type[Stopwatch]) -> tuple[Ending, str]:
        answer = loaded.answer(EMPTY, kind(Limits(2)), Limits(2))
        return answer.ending, answer.detail

    assert search(Stopwatch) == (Ending.ENOUGH, "loaded for this puzzle")
    assert search(Stopwatch) == (Ending.ENOUGH, "warm")
    with pytest.raises(Interrupted):
        search(Failing)
    assert search(Stopwatch) == (Ending.ENOUGH, "loaded for this puzzle")
    loaded.unload()


def test_a_solver_is_not_lent_again_after_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    engine, puzzle = load_engine("sat:warm=true"), EMPTY
    engine.search(puzzle, Limits(2))
    with monkeypatch.context() as patch:
        patch.setattr(sat_engine, "Stopwatch", Failing)
        with pytest.raises(Interrupted):
            engine.search(puzzle, Limits(2))
    assert engine.search(puzzle, Limits(2)).detail == "loaded for this puzzle"
    assert engine.search(puzzle, Limits(2)).detail == "warm"


@pytest.mark.parametrize("side", [4, 6, 9, 12, 16])
def test_a_warm_model_equals_a_fresh_one(side: int) -> None:
    """No matter what it held before: more cells or fewer, an unsolvable puzzle, or half a model."""
    cold, warm = load_engine("cpsat"), load_engine("cpsat:warm=true")
    model = KeptModel(shape_of_side(side), load_library())
    for seed, kept in enumerate((0.6, 0.9, 0.4, 0.97, 0.5, 1.0, 0.7)):
        puzzle = puzzle_with_holes(shape_of_side(side), kept, seed)
        if seed == 4:
            puzzle = puzzle.with_value(seed, 1 + puzzle.givens[seed] % side)
        fresh = BooleanRules(puzzle, BooleanModel(puzzle.shape, load_library()))
        kept_rules = BooleanRules(puzzle, model)
        if fresh.build(lambda: None):
            with suppress(OutOfTime):
                kept_rules.build(late_at(seed))
            assert kept_rules.build(lambda: None)
            assert str(kept_rules.model.proto) == str(fresh.model.proto)
        answer, expected = warm.search(puzzle, Limits(2)), cold.search(puzzle, Limits(2))
        assert (answer.solutions, answer.ending, answer.counts) == (
            expected.solutions,
            expected.ending,
            expected.counts,
        )


def late_at(last: int) -> Callable[[], None]:
    """Return a tick that raises OutOfTime after `last` calls."""
    ticks = count()

    def tick() -> None:
        if next(ticks) >= last:
            raise OutOfTime

    return tick


@pytest.mark.parametrize("text", ["sat:warm=true,solver=cadical153", "cpsat:warm=true,workers=2"])
def test_options_that_exclude_warm_are_refused(text: str) -> None:
    with pytest.raises(OptionError, match="warm=true"):
        load_engine(text)


@pytest.mark.parametrize("text", ["sat:warm=true", "cpsat:warm=true", "sat", "cpsat", "reductio", "kernel"])
def test_threads_that_share_an_engine_get_correct_answers(text: str) -> None:
    """In a process of its own, because a library that two threads share may crash."""
    run_script("threads.py", text)


@pytest.mark.parametrize("text", ["sat:warm=true", "cpsat:warm=true", "sat", "sat:solver=cadical153", "cpsat"])
def test_an_exception_from_a_signal_handler_ends_a_search_at_once_and_the_next_one_is_correct(text: str) -> None:
    run_script("alarms.py", text)


def run_script(name: str, *arguments: str) -> None:
    script = Path(__file__).with_name("scripts") / name
    done = subprocess.run([sys.executable, script, *arguments], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
