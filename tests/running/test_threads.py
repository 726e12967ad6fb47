"""Work in threads, with results in the order of the items."""

import threading
import time

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
