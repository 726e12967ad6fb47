"""Threads for work that releases the GIL; results come out in the order in which the items went in."""

import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from queue import Empty, SimpleQueue
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
        """Do the work. `wait` raises whatever it raised; Ctrl-C in the calling thread is raised at once, too."""
        try:
            self._results.append(work(self._item))
        except BaseException as error:
            self._error = error
            if not isinstance(error, Exception):
                raise
        finally:
            self._done.set()

    def wait(self) -> Result:
        """Return the result as soon as it is available, or raise what the work raised."""
        self._done.wait()
        if self._error:
            raise self._error
        return self._results[0]


class _Team(Generic[Item, Result]):
    """Threads that work on tasks. The calling thread joins in while it waits for a result."""

    def __init__(self, work: Callable[[Item], Result], others: int) -> None:
        self._work = work
        self._others = others
        self._tasks: SimpleQueue[_Task[Item, Result] | None] = SimpleQueue()
        with suppress(RuntimeError):  # the system refuses another thread: those that have started do the work
            for _ in range(others):
                # Daemons, so that Ctrl-C does not wait for them.
                threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while task := self._tasks.get():
            task.run(self._work)

    def add(self, item: Item) -> _Task[Item, Result]:
        task = _Task[Item, Result](item)
        self._tasks.put(task)
        return task

    def wait_for(self, task: _Task[Item, Result]) -> Result:
        """Return the result of the task; until it is done, work on tasks that no thread has begun."""
        while not task.is_done:
            try:
                waiting = self._tasks.get_nowait()
            except Empty:
                break
            if waiting:  # None only ends a thread
                waiting.run(self._work)
        return task.wait()

    def stop_threads(self) -> None:
        for _ in range(self._others):
            self._tasks.put(None)


def map_in_order(work: Callable[[Item], Result], items: Iterable[Item], threads: int) -> Iterator[Result]:
    """Yield `work(item)` for each item, in order, computed by several threads, of which the calling thread is one.

    If it only waited, there would be more threads than cores, because it also reads the items and uses the results.
    Memory is bounded: at most AHEAD items per thread are under way, and one more is taken when one is done.
    """
    if threads == 1:  # each result is available before the next item is read
        yield from map(work, items)
        return
    team = _Team(work, threads - 1)
    under_way: deque[_Task[Item, Result]] = deque()
    try:
        for item in items:
            under_way.append(team.add(item))
            while len(under_way) > AHEAD * threads or (under_way and under_way[0].is_done):
                yield team.wait_for(under_way.popleft())
        while under_way:
            yield team.wait_for(under_way.popleft())
    finally:
        team.stop_threads()
