"""A cluster as a place where functions are applied: on simulated workers."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from simulated_cluster import CLOCK, INSTALLATION, SimulatedCluster
from sudoku_compare.core.errors import ClusterError, OptionError
from sudoku_compare.running.cluster import cluster, dispatcher, membership
from sudoku_compare.running.cluster.cluster import Cluster

Item = tuple[int, str]  # what a simulated worker understands


class SimulatedConnection:
    """A connection to simulated workers."""

    def __init__(self, workers: SimulatedCluster) -> None:
        self._workers = workers
        self.is_open = False

    @contextmanager
    def open_inbox(self) -> Iterator[SimulatedCluster]:
        self.is_open = True
        try:
            yield self._workers
        finally:
            self.is_open = False

    def close(self) -> None:
        """Do nothing."""


@pytest.fixture
def workers(monkeypatch: pytest.MonkeyPatch) -> SimulatedCluster:
    monkeypatch.setattr(dispatcher, "monotonic", CLOCK.read)
    monkeypatch.setattr(membership.worker_probe, "describe_installation", lambda: INSTALLATION)
    return SimulatedCluster(2)


@pytest.fixture
def place(workers: SimulatedCluster, monkeypatch: pytest.MonkeyPatch) -> Cluster:
    connection = SimulatedConnection(workers)
    monkeypatch.setattr(cluster, "Connection", lambda address: connection)
    return Cluster("local:2", 10.0, workers.report)


def make_items(number: int) -> list[Item]:
    return [(one, "a") for one in range(number)]


def work_on_all_but_the_first(workers: SimulatedCluster) -> Iterator[None]:
    """Have every worker do everything that it has, except for the one that has the first item."""
    for _ in range(60):
        for worker in list(workers.workers.values()):
            if not any(task.number == 0 for batch in worker.messages.values() for task in batch or []):
                workers.work(worker)
        yield


def test_an_error_in_a_function_is_raised_in_its_place(workers: SimulatedCluster, place: Cluster) -> None:
    """Although it arrives long before the result of the first item."""
    workers.errors[5] = "not possible"
    workers.scenario = work_on_all_but_the_first(workers)
    results: Iterator[Any] = place.map_in_order(len, make_items(20))
    assert [next(results) for _ in range(5)] == [("A",)] * 5
    with pytest.raises(OptionError, match=r"^not possible$"):
        next(results)
    assert not place._connection.is_open  # type: ignore[attr-defined]
    assert list(results) == []


def test_an_item_that_ends_every_worker_is_an_error_in_its_place(workers: SimulatedCluster, place: Cluster) -> None:
    workers.poison.add((3, "a"))
    results: Iterator[Any] = place.map_in_order(len, make_items(20))
    assert [next(results) for _ in range(3)] == [("A",)] * 3
    with pytest.raises(ClusterError, match=r"^a task ended every worker that tried it: 2 attempts gave no result"):
        next(results)


def test_the_caller_may_give_a_result_to_an_item_that_ends_every_worker(
    workers: SimulatedCluster, place: Cluster
) -> None:
    workers.poison.add((3, "a"))
    results: list[Any] = list(place.map_in_order(len, make_items(6), lambda item, reason: -item[0]))
    assert results == [("A",), ("A",), ("A",), -3, ("A",), ("A",)]
