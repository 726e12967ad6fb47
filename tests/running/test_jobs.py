"""How many searches run side by side: as many as were asked for, or one per core, or none in workers."""

import os

import pytest

from sudoku_compare.running.jobs import MOST_USEFUL_WORKERS, can_start_workers, count_cores, count_useful_workers


def set_cores(monkeypatch: pytest.MonkeyPatch, cores: int) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: set(range(cores)) if process == 0 else set())


def test_only_the_cores_that_this_process_may_use_count(monkeypatch: pytest.MonkeyPatch) -> None:
    set_cores(monkeypatch, 3)
    monkeypatch.setattr(os, "cpu_count", lambda: 16)
    assert count_cores() == 3


@pytest.mark.parametrize(("known", "cores"), [(16, 16), (None, 1)])
def test_all_cores_count_where_the_system_does_not_say_which(
    known: int | None, cores: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "sched_getaffinity")
    monkeypatch.setattr(os, "cpu_count", lambda: known)
    assert count_cores() == cores


@pytest.mark.parametrize(
    ("cores", "asked", "workers"),
    [(2, None, 2), (4, None, 4), (64, None, MOST_USEFUL_WORKERS), (2, 5, 5), (64, 20, 20), (1, None, 0), (1, 5, 0)],
)
def test_there_is_a_worker_per_core_unless_another_number_is_asked_for(
    cores: int, asked: int | None, workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_cores(monkeypatch, cores)
    assert count_useful_workers(asked) == workers


def test_there_are_no_workers_where_the_system_cannot_fork(monkeypatch: pytest.MonkeyPatch) -> None:
    set_cores(monkeypatch, 4)
    assert can_start_workers()
    monkeypatch.delattr(os, "fork")
    assert not can_start_workers()
    assert count_useful_workers(None) == 0
