"""What each engine prepares is measured before a run, written to its record, and not measured again."""

from pathlib import Path

import pytest

from making import EASY
from measuring import make_empty_record, make_facts
from sudoku_compare import Limits, Puzzle
from sudoku_compare.benchmark.measurement import preparation
from sudoku_compare.benchmark.measurement.plan import BenchRequest, Plan
from sudoku_compare.benchmark.measurement.preparation import measure_preparations
from sudoku_compare.benchmark.recording.record import Preparation, Record
from sudoku_compare.benchmark.session import load_request, prepare
from sudoku_compare.core.shape import Shape, shape_of_box
from sudoku_compare.engines.protocol import Engine
from sudoku_compare.engines.registry import load_engine
from sudoku_compare.running.preparation import PreparationTimes, ShapeTimes

ENGINES = ("kernel", "backtrack")
NINE, FOUR, SIX = shape_of_box(3, 3), shape_of_box(2, 2), shape_of_box(2, 3)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Shape, list[Shape]]]:
    """Replace the measurement; return the list of what it is asked: engine, first shape, other shapes."""
    calls: list[tuple[str, Shape, list[Shape]]] = []

    def pretend(engine: Engine, first: Puzzle, puzzles: list[Puzzle], limits: Limits) -> PreparationTimes:
        calls.append((engine.name, first.shape, [puzzle.shape for puzzle in puzzles]))
        return PreparationTimes(1.0, tuple(ShapeTimes(float(puzzle.shape.side), 0.5) for puzzle in puzzles))

    monkeypatch.setattr(preparation, "measure_preparation", pretend)
    return calls


def test_every_engine_is_measured_on_every_shape_of_the_run(asked: list[tuple[str, Shape, list[Shape]]]) -> None:
    record = make_empty_record(make_facts(engines=ENGINES))
    plan = Plan({name: load_engine(name) for name in ENGINES}, Limits(2, 5))
    assert list(measure_preparations(plan, (NINE, FOUR), record)) == list(ENGINES)
    assert asked == [(name, SIX, [FOUR, NINE]) for name in ENGINES]
    assert record.preparations() == (
        Preparation("kernel", "2x2", 1.0, 4.0, 0.5),
        Preparation("kernel", "3x3", 1.0, 9.0, 0.5),
        Preparation("backtrack", "2x2", 1.0, 4.0, 0.5),
        Preparation("backtrack", "3x3", 1.0, 9.0, 0.5),
    )
    assert list(measure_preparations(plan, (NINE, FOUR), record)) == []
    assert len(asked) == 2


def test_a_resumed_run_measures_only_the_engines_that_are_missing(
    asked: list[tuple[str, Shape, list[Shape]]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("p.txt").write_text(f"{EASY}\n")
    facts = make_facts(files=("p.txt",), folder=str(tmp_path), engines=ENGINES)
    run = prepare(BenchRequest.from_facts(facts), print)
    record = run.create_record("one")
    noted: list[str] = []
    steps = run.measure(record, noted.append)
    next(steps)
    steps.close()
    record.close()
    assert noted == list(ENGINES)
    run = prepare(load_request("one"), print)
    with run.resume_record("one") as record:
        record._connection.execute("DELETE FROM preparation WHERE engine = 'backtrack'")
        list(run.measure(record, noted.append))
    assert noted == [*ENGINES, "backtrack"]
    with Record.open(record.path) as record:
        assert [row.engine for row in record.preparations()] == list(ENGINES)


@pytest.mark.parametrize(
    ("cold", "warm", "prepare"),
    [(0.5, 0.125, 0.375), (0.5, 0.5, None), (0.125, 0.5, None), (None, None, None), (0.5, None, None)],
)
def test_what_is_prepared_is_what_the_first_search_takes_longer(
    cold: float | None, warm: float | None, prepare: float | None
) -> None:
    assert Preparation("kernel", "3x3", 1.0, cold, warm).prepare == prepare


def test_no_shape_of_the_run_is_used_to_load_an_engine(asked: list[tuple[str, Shape, list[Shape]]]) -> None:
    plan = Plan({"kernel": load_engine("kernel")}, Limits(2, 5))
    for shapes, first in (((NINE,), FOUR), ((FOUR,), SIX), ((FOUR, SIX), shape_of_box(2, 4))):
        list(measure_preparations(plan, shapes, make_empty_record(make_facts(engines=("kernel",)))))
        assert asked[-1][1] == first
