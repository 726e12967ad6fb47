"""Places where work runs, without a cluster."""

import os
import subprocess
import sys
import threading

import pytest

from making import EASY, NONE, TWO
from processes import PATIENCE
from sudoku_compare import Limits, Puzzle
from sudoku_compare.core.entry import Entry
from sudoku_compare.core.errors import OptionError
from sudoku_compare.engines.registry import load_engine
from sudoku_compare.running.place import ClusterChoice, Place, ThisMachine, ThisProcess, open_place
from sudoku_compare.running.task_queue import HERE, Task

PLACES = [ThisProcess(), ThisMachine(1), ThisMachine(2)]
LIMITS = Limits(2, 60)


@pytest.mark.parametrize("place", PLACES)
def test_a_function_is_applied_to_each_item_in_order(place: Place) -> None:
    assert list(place.map_in_order(lambda number: number**2, range(100))) == [number**2 for number in range(100)]


@pytest.mark.parametrize("place", PLACES)
def test_an_error_in_a_function_is_raised_in_its_place(place: Place) -> None:
    results = place.map_in_order(lambda number: 1 // (3 - number), range(10))
    assert [next(results) for _ in range(3)] == [0, 0, 1]
    with pytest.raises(ZeroDivisionError):
        next(results)


def test_this_machine_uses_as_many_threads_as_it_has_jobs() -> None:
    together = threading.Barrier(2)
    results = list(ThisMachine(2).map_in_order(lambda number: together.wait(PATIENCE) >= 0, range(4)))
    assert results == [True] * 4


def test_this_process_starts_no_thread() -> None:
    here = threading.get_ident()
    assert set(ThisProcess().map_in_order(lambda number: threading.get_ident(), range(5))) == {here}


def test_without_a_number_of_jobs_this_machine_has_one_per_core(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sudoku_compare.running.place.count_cores", lambda: 3)
    together = threading.Barrier(3)
    results = list(ThisMachine().map_in_order(lambda number: together.wait(PATIENCE) >= 0, range(3)))
    assert results == [True] * 3


@pytest.mark.parametrize("place", PLACES)
def test_a_pool_searches_in_any_order_and_in_order(place: Place) -> None:
    engines = [load_engine("reductio"), load_engine("backtrack")]
    texts = [EASY, TWO, NONE]
    with place.open_pool(engines, LIMITS) as pool:
        pool.warm_up([Puzzle.from_text(EASY)])
        tasks = [Task(text, Puzzle.from_text(text), (1, 0)) for text in texts]
        answered = [one for together in pool.run(tasks) for one in together]
        entries = [Entry(text, Puzzle.from_text(text)) for text in texts]
        pairs = [pair for together in pool.run_in_order(entries) for pair in together]
    found = {one.task.key: [len(answer.solutions) for answer in one.result] for one in answered}
    assert found == {EASY: [1, 1], TWO: [2, 2], NONE: [0, 0]}
    assert {one.execution for one in answered} == {HERE}
    assert [item for item, _ in pairs] == entries
    assert [[len(answer.solutions) for answer in answers] for _, answers in pairs] == [[1, 1], [2, 2], [0, 0]]


def test_without_a_cluster_the_local_place_is_used() -> None:
    local = ThisMachine(1)
    with open_place(None, local) as place:
        assert place is local


def test_an_invalid_address_of_a_cluster_is_refused_before_anything_starts() -> None:
    with (
        pytest.raises(OptionError, match="expected local:N with N from 1 to"),
        open_place(ClusterChoice("local:0"), ThisProcess()),
    ):
        pass


def test_a_run_without_a_cluster_does_not_import_dask() -> None:
    code = (
        "import sys\n"
        "from sudoku_compare.running.place import ThisMachine, open_place\n"
        "with open_place(None, ThisMachine(1)) as place: assert list(place.map_in_order(len, ['a'])) == [1]\n"
        "print([name for name in ('dask', 'distributed') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=os.environ, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.slow
def test_a_cluster_leaves_the_log_levels_of_the_caller_alone() -> None:
    code = (
        "import logging, distributed\n"
        "from sudoku_compare.running.place import ClusterChoice, ThisProcess, open_place\n"
        "def read(): return {n: logging.getLogger(n).level for n in sorted(logging.root.manager.loggerDict)}\n"
        "if __name__ == '__main__':\n"
        "    logging.getLogger('distributed.worker').setLevel(logging.DEBUG)\n"
        "    before = read()\n"
        "    with open_place(ClusterChoice('local:1'), ThisProcess()) as place:\n"
        "        assert list(place.map_in_order(len, ['a'])) == [1]\n"
        "    after = read()\n"
        "    print([name for name in before if before[name] != after[name]])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=os.environ, check=True)
    assert done.stdout == "[]\n"
