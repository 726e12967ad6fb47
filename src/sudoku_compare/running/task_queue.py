"""Queues that hand out tasks and take in their results, whatever does the work.

`UnorderedQueue` passes results on as they come, for measuring. `OrderedQueue` passes them on in the order of the items,
for collections that are printed in the order of the file.
"""

from collections import deque
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from ..core.answer import Answer
from ..core.puzzle import Puzzle
from .machine import Machine

Answers = tuple[Answer, ...]  # to one puzzle, in the order in which the engines were asked
Order = tuple[int, ...]  # the engines to ask, by number

Key = TypeVar("Key")
Item = TypeVar("Item")
Result = TypeVar("Result")
TaskType = TypeVar("TaskType")
Out = TypeVar("Out")
TaskIn = TypeVar("TaskIn", contravariant=True)
TaskOut = TypeVar("TaskOut")

SHORTEST = 1e-6  # seconds per task; a failed search may report no time at all


def choose_batch_size(size: int, seconds_per_task: float, *, batch_seconds: float, most: int) -> int:
    """Return how many tasks the next batch may have, after one of this size: about `batch_seconds` of work.

    A batch is at most twice as large as the one before, because tasks that follow may take longer.

    >>> choose_batch_size(8, 0.01, batch_seconds=0.5, most=512), choose_batch_size(8, 0.1, batch_seconds=0.5, most=512)
    (16, 5)
    """
    return max(1, min(most, 2 * size, int(batch_seconds / max(seconds_per_task, SHORTEST))))


class LostAttempt(NamedTuple):
    """An execution of a task that gave no result, because what executed it was lost."""

    machine: Machine | None  # None if it is not known
    reason: str


class Execution(NamedTuple):
    """Where the answers to a task were found, and the attempts before that."""

    machines: tuple[Machine, ...] = ()  # one for all answers, or one for each; empty if it was this machine
    lost: tuple[LostAttempt, ...] = ()


HERE = Execution()


class Task(NamedTuple, Generic[Key]):
    """A puzzle and the engines to ask about it, in this order. The key comes back with the answers."""

    key: Key
    puzzle: Puzzle
    order: Order


class TaskResult(NamedTuple, Generic[TaskType, Result]):
    """A task, its result (for a search: the answers), and where it was found."""

    task: TaskType
    result: Result
    execution: Execution = HERE


class Queue(Protocol[TaskType, Result, Out]):
    """Hands out tasks, takes in their results and decides when these may go out."""

    def take(self, number: int) -> list[TaskType]:
        """Return the next tasks, at most this many."""

    def put(self, results: list[TaskResult[TaskType, Result]]) -> None:
        """Take in results."""

    def pop_ready(self) -> list[Out]:
        """Remove and return the results that may go out now."""

    def pop_turn(self) -> bool:
        """Whether the caller asked for a turn since the last call."""

    def has_more(self) -> bool:
        """Whether there may be tasks that have not been taken, even if none can be taken now."""

    def is_empty(self) -> bool:
        """Whether nothing is left to go out, provided that all tasks handed out have been answered."""

    def set_workers(self, number: int) -> None:
        """Take note of how many workers there are now."""


class UnorderedQueue(Generic[TaskType, Result]):
    """Results go out as they come in."""

    def __init__(self, tasks: Iterator[TaskType]) -> None:
        self._tasks = tasks
        self._has_more = True
        self._ready: list[TaskResult[TaskType, Result]] = []

    def take(self, number: int) -> list[TaskType]:
        tasks = list(islice(self._tasks, number))
        self._has_more = len(tasks) == number
        return tasks

    def put(self, results: list[TaskResult[TaskType, Result]]) -> None:
        self._ready += results

    def pop_ready(self) -> list[TaskResult[TaskType, Result]]:
        ready, self._ready = self._ready, []
        return ready

    def pop_turn(self) -> bool:
        return False

    def has_more(self) -> bool:
        return self._has_more

    def is_empty(self) -> bool:
        return not self._ready

    def set_workers(self, number: int) -> None:
        """Do nothing: results go out at once, however many workers there are."""


class _Slot(Generic[Item, Result]):
    """An item in its place, and the result once it is known."""

    __slots__ = ("is_done", "item", "result")

    def __init__(self, item: Item) -> None:
        self.item = item
        self.is_done = False
        self.result: Any = ()


class OrderedQueue(Generic[Item, TaskType, Result]):
    """Results go out in the order of the items; the number of waiting items is bounded.

    `make_task` returns the task of an item, whose key is the first argument, or None if the item passes through as it
    is, with an empty result. An item that is None gives the caller a turn.
    """

    def __init__(
        self,
        items: Iterator[Item | None],
        make_task: Callable[[Any, Item], TaskType | None],
        find_slot: Callable[[TaskType], Any],
        most_per_worker: int,
    ) -> None:
        self._items = items
        self._make_task = make_task
        self._find_slot = find_slot
        self._has_more = True
        self._has_turn = False  # the caller asked for a turn with an item that is None
        self._most_per_worker = most_per_worker
        self._most = most_per_worker
        self._slots: deque[_Slot[Item, Result]] = deque()

    def take(self, number: int) -> list[TaskType]:
        tasks: list[TaskType] = []
        while len(tasks) < number and len(self._slots) < self._most and not self._has_turn:
            try:
                item = next(self._items)
            except StopIteration:
                self._has_more = False
                break
            if item is None:
                self._has_turn = True
                break
            slot = _Slot[Item, Result](item)
            task = self._make_task(slot, item)
            if task is None:
                slot.is_done = True
            else:
                tasks.append(task)
            self._slots.append(slot)
        return tasks

    def put(self, results: list[TaskResult[TaskType, Result]]) -> None:
        for one in results:
            slot = self._find_slot(one.task)
            slot.result, slot.is_done = one.result, True

    def pop_ready(self) -> list[tuple[Item, Result]]:
        ready: list[tuple[Item, Result]] = []
        slots = self._slots
        while slots and slots[0].is_done:
            slot = slots.popleft()
            ready.append((slot.item, slot.result))
        return ready

    def pop_turn(self) -> bool:
        has_turn, self._has_turn = self._has_turn, False
        return has_turn

    def has_more(self) -> bool:
        return self._has_more

    def is_empty(self) -> bool:
        return not self._has_more and not self._slots

    def set_workers(self, number: int) -> None:
        self._most = self._most_per_worker * max(1, number)
