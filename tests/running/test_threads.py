"""Work in threads, with results in order."""

import threading
import time

import pytest

from sudoku_compare.running.threads import AHEAD, map_in_order


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_results_come_in_the_order_of_the_tasks(threads: int) -> None:
    def sleep_if_even(number: int) -> int:
        time.sleep(0.002 * (number % 2 == 0))
        return number

    assert list(map_in_order(sleep_if_even, range(50), threads)) == list(range(50))


def test_a_bounded_number_of_items_is_taken_in_advance() -> None:
    taken: list[int] = []
    release = threading.Event()

    def items() -> object:
        for number in range(100):
            taken.append(number)
            yield number

    def wait(number: int) -> int:
        release.wait()
        return number

    results = map_in_order(wait, items(), 3)  # type: ignore[arg-type]
    threading.Timer(0.2, release.set).start()
    assert next(results) == 0
    assert len(taken) == 3 * AHEAD + 1
    assert list(results) == list(range(1, 100))


def test_an_error_in_a_thread_is_raised_in_the_place_of_its_result() -> None:
    def fail_at_seven(number: int) -> int:
        if number == 7:
            raise ValueError("seven")
        return number

    results = map_in_order(fail_at_seven, range(20), 2)
    assert [next(results) for _ in range(7)] == list(range(7))
    with pytest.raises(ValueError, match="seven"):
        next(results)
