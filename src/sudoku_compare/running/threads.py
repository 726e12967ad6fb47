"""Threads for work that releases the GIL; results come out in the order of the tasks."""

import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from queue import SimpleQueue
from typing import Generic, TypeVar

AHEAD = 2  # tasks per thread that are taken in advance, so that no thread waits

Item = TypeVar("Item")
Result = TypeVar("Result")


class _Task(Generic[Item, Result]):
    def __init__(self, item: Item) -> None:
        self.item = item
        self.done = threading.Event()
        self.results: list[Result] = []
        self.error: BaseException | None = None

    def run(self, work: Callable[[Item], Result]) -> None:
        try:
            self.results.append(work(self.item))
        except BaseException as error:
            self.error = error
        self.done.set()

    def result(self) -> Result:
        self.done.wait()
        if self.error:
            raise self.error
        return self.results[0]


def map_in_order(work: Callable[[Item], Result], items: Iterable[Item], threads: int) -> Iterator[Result]:
    """Yield `work(item)` for each item, in order. A bounded number of items is taken in advance."""
    tasks: SimpleQueue[_Task[Item, Result] | None] = SimpleQueue()

    def serve() -> None:
        while task := tasks.get():
            task.run(work)

    for _ in range(threads):
        threading.Thread(target=serve, daemon=True).start()  # daemons: Ctrl-C does not wait for them
    under_way: deque[_Task[Item, Result]] = deque()
    try:
        for item in items:
            task = _Task[Item, Result](item)
            tasks.put(task)
            under_way.append(task)
            while len(under_way) > AHEAD * threads or (under_way and under_way[0].done.is_set()):
                yield under_way.popleft().result()
        while under_way:
            yield under_way.popleft().result()
    finally:
        for _ in range(threads):
            tasks.put(None)
