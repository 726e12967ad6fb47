"""Threads for work that releases the GIL; results come out in the order in which the items went in."""

import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from queue import SimpleQueue
from typing import Generic, TypeVar

AHEAD = 2  # items under way per thread, so that no thread has to wait for its next one

Item = TypeVar("Item")
Result = TypeVar("Result")


class _Task(Generic[Item, Result]):
    """An item, and the result of the work on it once a thread has done it."""

    def __init__(self, item: Item) -> None:
        self._item = item
        self._done = threading.Event()
        self._results: list[Result] = []
        self._error: BaseException | None = None

    @property
    def is_done(self) -> bool:
        return self._done.is_set()

    def run(self, work: Callable[[Item], Result]) -> None:
        try:
            self._results.append(work(self._item))
        except BaseException as error:
            self._error = error
        self._done.set()

    def wait(self) -> Result:
        """Return the result as soon as it is available, or raise what the work raised."""
        self._done.wait()
        if self._error:
            raise self._error
        return self._results[0]


def map_in_order(work: Callable[[Item], Result], items: Iterable[Item], threads: int) -> Iterator[Result]:
    """Yield `work(item)` for each item, in order, computed by several threads.

    Memory is bounded: at most AHEAD items per thread are under way, and one more is taken when one is done.
    """
    tasks: SimpleQueue[_Task[Item, Result] | None] = SimpleQueue()

    def serve() -> None:
        while task := tasks.get():
            task.run(work)

    for _ in range(threads):
        threading.Thread(target=serve, daemon=True).start()  # daemons, so that Ctrl-C does not wait for them
    under_way: deque[_Task[Item, Result]] = deque()
    try:
        for item in items:
            task = _Task[Item, Result](item)
            tasks.put(task)
            under_way.append(task)
            while len(under_way) > AHEAD * threads or (under_way and under_way[0].is_done):
                yield under_way.popleft().wait()
        while under_way:
            yield under_way.popleft().wait()
    finally:
        for _ in range(threads):
            tasks.put(None)
