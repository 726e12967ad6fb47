"""How many puzzles a second: `pytest -m bench`. Whether the answers are right is asked elsewhere."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from time import process_time

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from making import shipped
from sudoku_compare import Limits, Puzzle
from sudoku_compare.engines.protocol import Engine
from sudoku_compare.engines.registry import load_engine
from sudoku_compare.native.settle import CELLS, IS_COMPILED, settle_many

pytestmark = pytest.mark.bench

SETS = ("easy", "medium", "hard", "extreme", "multiple", "unsolvable", "classics")
MOST = {"kernel batch": 1000, "kernel": 1000, "reductio": 200, "sat": 40, "cpsat": 40}  # puzzles in one round
ROUNDS = 5
BEYOND_THE_SEARCH = 10e-6  # seconds that a single call may take longer than the same puzzle in a batch


Rates = dict[str, dict[str, float]]


@pytest.fixture(scope="module")
def rates(request: pytest.FixtureRequest) -> Iterator[Rates]:
    """What is noted here, set by set, is shown as a table at the end."""
    noted: Rates = defaultdict(dict)
    yield noted
    terminal = request.config.pluginmanager.getplugin("terminalreporter")
    capture = request.config.pluginmanager.getplugin("capturemanager")
    with capture.global_and_fixture_disabled():
        terminal.write_line("\n\npuzzles a second" + "".join(f"{way:>14}" for way in MOST))
        for name, row in noted.items():
            terminal.write_line(f"{name:16}" + "".join(f"{row.get(way, 0):14,.0f}" for way in MOST))


def puzzles_of(name: str) -> list[Puzzle]:
    return [puzzle for puzzle in shipped(name) if len(puzzle.givens) == CELLS]


def in_single_calls(engine: Engine, puzzles: list[Puzzle]) -> None:
    for puzzle in puzzles:
        engine.search(puzzle, Limits(2))


def settling(way: str, puzzles: list[Puzzle]) -> Callable[[], object]:
    if way == "kernel batch":
        return partial(settle_many, b"".join(puzzle.givens for puzzle in puzzles))
    return partial(in_single_calls, load_engine(way), puzzles)


@pytest.mark.parametrize("way", MOST)
@pytest.mark.parametrize("name", SETS)
def test_puzzles_a_second(benchmark: BenchmarkFixture, rates: Rates, name: str, way: str) -> None:
    puzzles = puzzles_of(name)[: MOST[way]]
    benchmark.pedantic(settling(way, puzzles), rounds=ROUNDS, warmup_rounds=1)
    rate = len(puzzles) / benchmark.stats.stats.min
    benchmark.extra_info["puzzles_per_second"] = rates[name][way] = round(rate)


@pytest.mark.skipif(not IS_COMPILED, reason="what is promised is promised of the compiled kernel")
def test_a_single_call_costs_little_beyond_the_search(benchmark: BenchmarkFixture) -> None:
    puzzles = puzzles_of("easy")
    single, batch = (settling(way, puzzles) for way in ("kernel", "kernel batch"))
    benchmark.pedantic(single, rounds=ROUNDS, warmup_rounds=1)
    beyond = (least_seconds(single) - least_seconds(batch)) / len(puzzles)
    benchmark.extra_info["microseconds_beyond_the_search"] = round(beyond * 1e6, 2)
    assert beyond < BEYOND_THE_SEARCH


def least_seconds(work: Callable[[], object]) -> float:
    """Of the processor, as others may be busy on it too."""
    taken = []
    for _ in range(4 * ROUNDS):
        start = process_time()
        work()
        taken.append(process_time() - start)
    return min(taken)
