"""Work in threads, with results in the order of the items."""

import threading
import time
from collections.abc import Iterator

import pytest

from processes import PATIENCE
from sudoku_compare.running.threads import AHEAD, map_in_order


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_results_come_in_the_order_of_the_items(threads: int) -> None:
    def delay_if_even(number: int) -> int:
        time.sleep(0.002 * (number % 2 == 0))
        return number

    assert list(map_in_order(delay_if_even, range(50), threads)) == list(range(50))


def test_at_most_a_few_items_per_thread_are_under_way() -> None:
    taken: list[int] = []
    may_continue = threading.Event()

    def items() -> object:
        for number in range(100):
            taken.append(number)
            if len(taken) == 3 * AHEAD + 1:
                may_continue.set()
            yield number

    def wait(number: int) -> int:
        assert may_continue.wait(PATIENCE)
        return number

    results = map_in_order(wait, items(), 3)  # type: ignore[arg-type]
    assert next(results) == 0
    assert len(taken) == 3 * AHEAD + 1
    assert list(results) == list(range(1, 100))


def test_an_error_in_a_thread_is_raised_in_its_place() -> None:
    def fail_at_seven(number: int) -> int:
        if number == 7:
            raise ValueError("seven")
        return number

    results = map_in_order(fail_at_seven, range(20), 2)
    assert [next(results) for _ in range(7)] == list(range(7))
    with pytest.raises(ValueError, match="seven"):
        next(results)


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_no_more_threads_work_than_are_allowed(threads: int) -> None:
    workers: set[int] = set()

    def note_thread(number: int) -> int:
        workers.add(threading.get_ident())
        time.sleep(0.001)
        return number

    assert list(map_in_order(note_thread, range(40), threads)) == list(range(40))
    assert len(workers) <= threads
    assert threading.get_ident() in workers


def test_ctrl_c_while_the_calling_thread_works_is_raised_at_once() -> None:
    has_begun, may_finish = threading.Event(), threading.Event()

    def items() -> Iterator[int]:
        yield 0
        assert has_begun.wait(PATIENCE)  # the other thread has the first item
        yield from range(1, 100)

    def work(number: int) -> int:
        if threading.current_thread() is threading.main_thread():
            raise KeyboardInterrupt
        has_begun.set()
        assert may_finish.wait(PATIENCE)
        return number

    try:
        with pytest.raises(KeyboardInterrupt):  # although there is no result yet
            next(map_in_order(work, items(), 2))
    finally:
        may_finish.set()


def test_one_thread_returns_each_result_before_the_next_item_is_read() -> None:
    read: list[int] = []

    def items() -> Iterator[int]:
        for number in range(3):
            read.append(number)
            yield number

    for number in map_in_order(lambda number: number, items(), 1):
        assert read == list(range(number + 1))


def test_the_threads_that_can_be_started_do_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    start, started = threading.Thread.start, []

    def start_one(thread: threading.Thread) -> None:
        if started:
            raise RuntimeError("can't start new thread")
        started.append(thread)
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", start_one)
    assert list(map_in_order(lambda number: -number, range(50), 8)) == [-number for number in range(50)]
