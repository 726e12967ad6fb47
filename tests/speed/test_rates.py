"""How many puzzles per second: `pytest -m bench`. Other tests check whether the answers are correct."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from time import process_time

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from making import load_shipped
from sudoku_compare import Limits, Puzzle
from sudoku_compare.engines.protocol import Engine
from sudoku_compare.engines.registry import load_engine
from sudoku_compare.native.settle import CELLS, IS_COMPILED, settle_many

pytestmark = pytest.mark.bench

SETS = ("easy", "medium", "hard", "extreme", "multiple", "unsolvable", "classics")
MOST_PUZZLES = {"kernel batch": 1000, "kernel": 1000, "reductio": 200, "sat": 40, "cpsat": 40}  # in one round
ROUNDS = 5
MOST_OVERHEAD = 10e-6  # seconds that a single call may take longer than the same puzzle in a batch


Rates = dict[str, dict[str, float]]


@pytest.fixture(scope="module")
def rates(request: pytest.FixtureRequest) -> Iterator[Rates]:
    """Rates by collection and way to solve, printed as a table at the end."""
    rates: Rates = defaultdict(dict)
    yield rates
    terminal = request.config.pluginmanager.getplugin("terminalreporter")
    capture = request.config.pluginmanager.getplugin("capturemanager")
    with capture.global_and_fixture_disabled():
        terminal.write_line("\n\npuzzles per second" + "".join(f"{way:>14}" for way in MOST_PUZZLES))
        for name, row in rates.items():
            terminal.write_line(f"{name:16}" + "".join(f"{row.get(way, 0):14,.0f}" for way in MOST_PUZZLES))


def read_9x9(name: str) -> list[Puzzle]:
    return [puzzle for puzzle in load_shipped(name) if len(puzzle.givens) == CELLS]


def search_one_by_one(engine: Engine, puzzles: list[Puzzle]) -> None:
    for puzzle in puzzles:
        engine.search(puzzle, Limits(2))


def make_work(way: str, puzzles: list[Puzzle]) -> Callable[[], object]:
    if way == "kernel batch":
        return partial(settle_many, b"".join(puzzle.givens for puzzle in puzzles))
    return partial(search_one_by_one, load_engine(way), puzzles)


@pytest.mark.parametrize("way", MOST_PUZZLES)
@pytest.mark.parametrize("name", SETS)
def test_puzzles_per_second(benchmark: BenchmarkFixture, rates: Rates, name: str, way: str) -> None:
    puzzles = read_9x9(name)[: MOST_PUZZLES[way]]
    benchmark.pedantic(make_work(way, puzzles), rounds=ROUNDS, warmup_rounds=1)
    rate = len(puzzles) / benchmark.stats.stats.min
    benchmark.extra_info["puzzles_per_second"] = rates[name][way] = round(rate)


@pytest.mark.skipif(not IS_COMPILED, reason="the promise is about the compiled kernel")
def test_a_single_call_has_little_overhead(benchmark: BenchmarkFixture) -> None:
    puzzles = read_9x9("easy")
    single, batch = (make_work(way, puzzles) for way in ("kernel", "kernel batch"))
    benchmark.pedantic(single, rounds=ROUNDS, warmup_rounds=1)
    overhead = (measure_fastest(single) - measure_fastest(batch)) / len(puzzles)
    benchmark.extra_info["overhead_in_microseconds"] = round(overhead * 1e6, 2)
    assert overhead < MOST_OVERHEAD


def measure_fastest(work: Callable[[], object]) -> float:
    """Return the shortest processor time of several calls, which other processes disturb least."""
    taken = []
    for _ in range(4 * ROUNDS):
        start = process_time()
        work()
        taken.append(process_time() - start)
    return min(taken)
