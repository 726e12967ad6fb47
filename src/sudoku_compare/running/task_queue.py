"""Queues that hand out tasks and take in their results, whatever does the work.

`AsAnswered` passes results on as they come, for measuring. `InOrder` passes them on in the order of the items, for
collections that are printed in the order of the file.
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


class Answered(NamedTuple, Generic[TaskType, Result]):
    """A task, its result (for a search: the answers), and where it was found."""

    task: TaskType
    result: Result
    execution: Execution = HERE


class Queue(Protocol[TaskType, Result, Out]):
    """Hands out tasks, takes in their results and decides when these may go out."""

    def take(self, number: int) -> list[TaskType]:
        """Return the next tasks, at most this many."""

    def put(self, answered: list[Answered[TaskType, Result]]) -> None:
        """Take in results."""

    def pop_ready(self) -> list[Out]:
        """Remove and return the results that may go out now."""

    def pop_turn(self) -> bool:
        """Whether the caller asked for a turn since the last call."""

    def is_empty(self) -> bool:
        """Whether nothing is left to go out, provided that all tasks handed out have been answered."""

    def set_workers(self, number: int) -> None:
        """Take note of how many workers there are now."""


class AsAnswered(Generic[TaskType, Result]):
    """Results go out as they come in."""

    def __init__(self, tasks: Iterator[TaskType]) -> None:
        self._tasks = tasks
        self._ready: list[Answered[TaskType, Result]] = []

    def take(self, number: int) -> list[TaskType]:
        return list(islice(self._tasks, number))

    def put(self, answered: list[Answered[TaskType, Result]]) -> None:
        self._ready += answered

    def pop_ready(self) -> list[Answered[TaskType, Result]]:
        ready, self._ready = self._ready, []
        return ready

    def pop_turn(self) -> bool:
        return False

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


class InOrder(Generic[Item, TaskType, Result]):
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

    def put(self, answered: list[Answered[TaskType, Result]]) -> None:
        for one in answered:
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

    def is_empty(self) -> bool:
        return not self._has_more and not self._slots

    def set_workers(self, number: int) -> None:
        self._most = self._most_per_worker * max(1, number)
