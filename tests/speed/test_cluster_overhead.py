"""How much longer searches take on two workers of a cluster on this machine than in two worker processes.

Run with `pytest -s -m bench tests/speed/test_cluster_overhead.py`, on an idle machine.
"""

import time
from random import Random
from statistics import median

import pytest

from sudoku_compare.core.answer import Limits
from sudoku_compare.core.puzzle import Puzzle
from sudoku_compare.core.shape import shape_of_side
from sudoku_compare.engines.registry import load_engine
from sudoku_compare.running.cluster.cluster import Cluster
from sudoku_compare.running.place import Place, ThisMachine
from sudoku_compare.running.task_queue import Task
from sudoku_compare.studies.hardness_instances import Removal, make_instance

LONGEST = 1.10  # times the time on this machine alone
FEWEST_SECONDS = 0.010  # of a search
PAIRS = 9  # many short ones: the speed of a shared machine changes from minute to minute
SEARCHES = 400
DIFFERENT = 20  # puzzles
ENGINE = load_engine("sat")
LIMITS = Limits(2, 60.0)


def time_searches(place: Place, puzzles: list[Puzzle]) -> tuple[float, float]:
    """Return the seconds for all searches after the first 20, and the mean seconds of a search."""
    with place.open_pool([ENGINE], LIMITS) as pool:
        pool.warm_up(puzzles[:1])
        answered, start, spent = 0, 0.0, []
        for batch in pool.run(Task(number, puzzle, (0,)) for number, puzzle in enumerate(puzzles)):
            answered += len(batch)
            spent += [answer.seconds.total for one in batch for answer in one.result]
            if not start and answered >= 20:
                start, begun = time.perf_counter(), answered
        return (time.perf_counter() - start) / (answered - begun), sum(spent) / len(spent)


@pytest.mark.bench
def test_a_cluster_on_this_machine_takes_little_longer_than_worker_processes() -> None:
    shape = shape_of_side(36)
    puzzles = [make_instance(shape, 0.65, Removal.RANDOM, Random(number)) for number in range(DIFFERENT)]
    puzzles = (puzzles * (SEARCHES // len(puzzles) + 1))[:SEARCHES]
    ratios = []
    with Cluster("local:2", 60.0, print) as cluster:
        places: list[tuple[str, Place]] = [("cluster", cluster), ("jobs", ThisMachine(2))]
        for number in range(PAIRS):
            times = {name: time_searches(place, puzzles) for name, place in places[:: 1 if number % 2 else -1]}
            ratios.append(times["cluster"][0] / times["jobs"][0])
            assert times["jobs"][1] >= FEWEST_SECONDS
            print(f"{ratios[-1]:.3f}  {times}")
    print(f"median {median(ratios):.3f} over {PAIRS} pairs, {SEARCHES} searches each")
    assert median(ratios) <= LONGEST
