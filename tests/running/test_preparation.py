"""What an engine prepares is measured from outside, in a new interpreter, and an engine that fails has no times.

The new interpreter searches itself with a built-in engine. A plug-in searches in a further process.
"""

import os
from pathlib import Path

import pytest

from sudoku_compare import Limits, load_engine
from sudoku_compare.benchmark.measurement.preparation import make_simple_puzzle
from sudoku_compare.core.shape import shape_of_side
from sudoku_compare.running import preparation
from sudoku_compare.running.preparation import PreparationTimes, ShapeTimes, measure_preparation

SMALL, MIDDLE, LARGE = (make_simple_puzzle(shape_of_side(side)) for side in (4, 6, 9))
ENGINE = """
import os, sys, time
from dataclasses import dataclass
from typing import ClassVar

from sudoku_compare import load_engine

time.sleep({load})

@dataclass(frozen=True)
class Slow:
    name: ClassVar = "slow"
    package: ClassVar = {package!r}
    distribution: ClassVar = None
    counted: ClassVar = {{}}
    stoppable: ClassVar = True
    seen: ClassVar = set()

    def search(self, puzzle, limits):
        side = puzzle.shape.side
        if side not in self.seen:
            self.seen.add(side)
            {prepare}
        return load_engine("backtrack").search(puzzle, limits)
"""
PATCH = """
import os, signal, sys, time

from sudoku_compare.engines.backtrack.engine import Backtrack
from sudoku_compare.running import preparation

preparation.START_UP = {patience}
search_properly, seen = Backtrack.search, set()

def search(self, puzzle, limits):
    side = puzzle.shape.side
    if side not in seen:
        seen.add(side)
        {prepare}
    return search_properly(self, puzzle, limits)

Backtrack.search = search
"""

pytestmark = pytest.mark.usefixtures("new_plug_ins")


def install(
    folder: Path, monkeypatch: pytest.MonkeyPatch, prepare: str = "pass", load: float = 0, package: str | None = None
) -> None:
    """Make a plug-in of another package, here and in child processes, whose first search of a shape does something."""
    (folder / "slow_engine.py").write_text(ENGINE.format(prepare=prepare, load=load, package=package))
    info = folder / "slow_engine-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Name: slow-engine\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[sudoku_compare.engines]\nslow = slow_engine:Slow\n")
    monkeypatch.setenv("PYTHONPATH", f"{folder}{os.pathsep}{os.environ.get('PYTHONPATH', '')}")
    monkeypatch.syspath_prepend(str(folder))


def patch_built_in(folder: Path, monkeypatch: pytest.MonkeyPatch, prepare: str, patience: float) -> None:
    """Have the first search of a shape with `backtrack` do something in child processes."""
    (folder / "sitecustomize.py").write_text(PATCH.format(prepare=prepare, patience=patience))
    monkeypatch.setenv("PYTHONPATH", f"{folder}{os.pathsep}{os.environ.get('PYTHONPATH', '')}")


def measure(limit: float = 5.0, engine: str = "slow") -> PreparationTimes:
    return measure_preparation(load_engine(engine), SMALL, [MIDDLE, LARGE], Limits(2, limit))


def test_each_time_has_what_belongs_to_it_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, monkeypatch, prepare="time.sleep({4: 0.1, 6: 0.4, 9: 0.8}[side])", load=0.2)
    times = measure()
    assert times.load
    assert times.load >= 0.3
    middle, large = times.shapes
    assert middle.cold
    assert middle.warm
    assert middle.cold >= 0.4 > middle.warm
    assert large.cold
    assert large.warm
    assert large.cold >= 0.8 > 0.4 > large.warm


NOTHING = ShapeTimes(None, None)


@pytest.mark.parametrize(
    ("prepare", "has_load", "shapes_with_times"),
    [
        ("if side == 4: raise ValueError", False, [True, True]),
        ("if side == 6: raise ValueError", True, [False, True]),
        ("if side == 9: sys.exit(1)", True, [True, False]),
        ("if side == 9: return 'nonsense'", True, [True, False]),
        ("if side == 6: os._exit(1)", True, [False, False]),
        ("if side == 4: os._exit(1)", False, [False, False]),
        ("if side == 9: time.sleep(3600)", True, [True, False]),
        ("print('noise', flush=True); os.system('echo noise')", True, [True, True]),
    ],
)
def test_a_built_in_engine_that_does_not_answer_has_no_time(
    prepare: str, has_load: bool, shapes_with_times: list[bool], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    patch_built_in(tmp_path, monkeypatch, prepare, patience=1.0)  # the sleeper is killed soon
    check_times(measure(limit=1.0, engine="backtrack"), has_load, shapes_with_times)


@pytest.mark.parametrize(
    ("prepare", "has_load", "shapes_with_times"),
    [
        ("if side == 4: raise ValueError", False, [True, True]),
        ("if side == 9: sys.exit(1)", True, [True, False]),
        ("if side == 9: return 'nonsense'", True, [True, False]),
        ("if side == 6: os._exit(1)", True, [False, True]),
        ("if side == 4: os._exit(1)", False, [True, True]),
        ("if side == 9: time.sleep(3600)", True, [True, False]),
        ("print('noise', flush=True); os.system('echo noise')", True, [True, True]),
    ],
)
def test_a_plug_in_that_does_not_answer_has_no_time_until_its_process_has_been_replaced(
    prepare: str, has_load: bool, shapes_with_times: list[bool], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, monkeypatch, prepare)
    check_times(measure(limit=1.0), has_load, shapes_with_times)


def check_times(times: PreparationTimes, has_load: bool, shapes_with_times: list[bool]) -> None:
    assert (times.load is not None) == has_load
    assert [shape != NOTHING for shape in times.shapes] == shapes_with_times
    assert all((shape.cold is None) == (shape.warm is None) for shape in times.shapes)


def test_an_engine_without_its_package_has_no_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, monkeypatch, package="no_such_package")
    assert measure() == PreparationTimes(None, (NOTHING, NOTHING))


@pytest.mark.slow
def test_a_child_that_ignores_its_alarm_is_killed_and_what_it_wrote_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ignore = "if side == 9: signal.signal(signal.SIGALRM, signal.SIG_IGN); time.sleep(3600)"
    patch_built_in(tmp_path, monkeypatch, ignore, patience=60.0)
    monkeypatch.setattr(preparation, "START_UP", 1.0)  # of the parent; that of the child is longer
    monkeypatch.setattr(preparation, "GRACE", 0.0)
    times = measure(limit=0.1, engine="backtrack")
    assert times.load
    assert times.shapes[1] == NOTHING


@pytest.mark.parametrize("text", ["reductio", "sat", "kernel", "sat:solver=lingeling"])
def test_a_built_in_engine_has_every_time(text: str) -> None:
    times = measure_preparation(load_engine(text), SMALL, [LARGE], Limits(2))
    assert times.load
    [shape] = times.shapes
    assert shape.cold
    assert shape.warm
    assert shape.warm < 1.0


def test_the_tables_of_reductio_are_preparation() -> None:
    [shape] = measure_preparation(load_engine("reductio"), SMALL, [LARGE], Limits(2, 10)).shapes
    assert shape.cold
    assert shape.warm
    assert shape.cold > 5 * shape.warm
