"""Queues of tasks: results as they come, or in the order of the items."""

from collections.abc import Iterable, Iterator
from itertools import count
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudoku_compare.running.task_queue import OrderedQueue, TaskResult, UnorderedQueue

Square = tuple[Any, int]  # a task: its slot and its number


def square(tasks: Iterable[Square]) -> list[TaskResult[Square, int]]:
    return [TaskResult(task, task[1] ** 2) for task in tasks]


def queue_squares(items: Iterable[Any], most: int = 100) -> OrderedQueue[Any, Square, int]:
    """Return a queue of numbers, in which text passes through."""

    def make_task(slot: Any, item: Any) -> Square | None:
        return None if isinstance(item, str) else (slot, item)

    return OrderedQueue(iter(items), make_task, lambda task: task[0], most)


def test_results_go_out_once_and_as_they_come() -> None:
    queue: UnorderedQueue[Square, int] = UnorderedQueue((None, number) for number in range(5))
    first, others = queue.take(2), queue.take(10)
    assert [number for _, number in first + others] == [0, 1, 2, 3, 4]
    assert queue.take(1) == []
    queue.put(square(others))
    queue.put(square(first))
    assert not queue.is_empty()
    assert [answered.result for answered in queue.pop_ready()] == [4, 9, 16, 0, 1]
    assert queue.pop_ready() == []
    assert queue.is_empty()
    assert not queue.pop_turn()


def test_a_queue_takes_no_more_tasks_than_it_is_asked_for() -> None:
    numbers = count()
    queue: UnorderedQueue[int, int] = UnorderedQueue(iter(numbers))
    queue.take(3)
    assert next(numbers) == 3


def test_a_queue_has_more_until_its_tasks_have_ended() -> None:
    queues: list[Any] = [UnorderedQueue(iter(range(5))), queue_squares(range(5))]
    for queue in queues:
        for number in (2, 3, 1):
            assert queue.has_more()
            queue.take(number)
        assert not queue.has_more()


def test_a_queue_that_is_full_or_gives_a_turn_has_more() -> None:
    for queue in (queue_squares(range(5), most=2), queue_squares([None, 1])):
        queue.take(3)
        assert queue.has_more()


def test_results_wait_for_those_before_them() -> None:
    queue = queue_squares(range(3))
    zero, one, two = queue.take(3)
    queue.put(square([two]))
    queue.put(square([one]))
    assert queue.pop_ready() == []
    queue.put(square([zero]))
    assert queue.pop_ready() == [(0, 0), (1, 1), (2, 4)]


def test_a_queue_is_empty_only_after_its_items_have_ended_and_every_result_has_gone_out() -> None:
    queue = queue_squares([7])
    assert not queue.is_empty()
    tasks = queue.take(1)
    assert queue.take(1) == []
    assert not queue.is_empty()
    queue.put(square(tasks))
    assert not queue.is_empty()
    queue.pop_ready()
    assert queue.is_empty()


def test_the_number_of_waiting_items_is_bounded() -> None:
    queue = queue_squares(count(), most=4)
    tasks = queue.take(10)
    assert len(tasks) == 4
    queue.put(square(tasks[1:]))
    assert queue.pop_ready() == []
    assert queue.take(10) == []
    queue.put(square(tasks[:1]))
    assert len(queue.pop_ready()) == 4
    assert len(queue.take(3)) == 3


def test_an_item_without_a_task_passes_through_in_its_place() -> None:
    queue = queue_squares(["bad", 2, "worse"])
    tasks = queue.take(5)
    assert [number for _, number in tasks] == [2]
    assert queue.pop_ready() == [("bad", ())]
    queue.put(square(tasks))
    assert queue.pop_ready() == [(2, 4), ("worse", ())]
    assert queue.is_empty()


def test_an_item_none_gives_a_turn_before_anything_behind_it_is_read() -> None:
    read: list[int] = []

    def items() -> Iterator[int | None]:
        read.append(1)
        yield 1
        yield None
        read.append(2)
        yield 2

    queue = queue_squares(items())
    assert len(queue.take(5)) == 1
    assert queue.take(5) == []
    assert read == [1]
    assert queue.pop_turn()
    assert not queue.pop_turn()
    assert [number for _, number in queue.take(5)] == [2]


@given(
    items=st.lists(st.integers(0, 9) | st.just("text") | st.none(), max_size=30),
    most=st.integers(1, 5),
    random=st.randoms(use_true_random=False),
)
def test_results_come_in_order_whatever_the_order_of_the_answers(items: list[Any], most: int, random: Any) -> None:
    queue = queue_squares(items, most)
    under_way: list[Square] = []
    results: list[Any] = []
    turns = 0
    while not queue.is_empty():
        under_way += queue.take(random.randint(1, 6))
        turns += queue.pop_turn()
        random.shuffle(under_way)
        queue.put(square([under_way.pop() for _ in range(random.randint(0, len(under_way)))]))
        results += queue.pop_ready()
    expected = [(item, () if item == "text" else item**2) for item in items if item is not None]
    assert results == expected
    assert turns == items.count(None)


@pytest.mark.parametrize("number", [1, 7])
def test_a_queue_without_items_is_empty_once_it_has_been_asked(number: int) -> None:
    queue = queue_squares([])
    assert queue.take(number) == []
    assert queue.is_empty()
