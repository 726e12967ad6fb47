"""Several workers, and tasks for all of them: in they go, and their answers come out as they are ready."""

import select
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from itertools import islice
from typing import Generic, NamedTuple, Self, TypeVar

from .engine import Engine, Limits
from .puzzle import Puzzle
from .worker import Answers, Order, Worker

ERRAND = 8  # tasks that a worker is sent at once
UNDER_WAY = 2 * ERRAND  # tasks that it has at most, so that it never waits

Key = TypeVar("Key")


class Task(NamedTuple, Generic[Key]):
    """A puzzle for the engines in this order; the key is handed back with the answers."""

    key: Key
    puzzle: Puzzle
    order: Order


class Pool:
    """Each worker searches for one puzzle at a time; with one worker, times are those of a quiet core."""

    def __init__(self, engines: Sequence[Engine], limits: Limits, jobs: int) -> None:
        self._stack = ExitStack()
        self._workers = [self._stack.enter_context(Worker(engines, limits)) for _ in range(jobs)]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._stack.close()

    def run(self, tasks: Iterable[Task[Key]]) -> Iterator[tuple[Task[Key], Answers]]:
        """The answers to every task, in any order."""
        tasks = iter(tasks)
        waiting: dict[Worker, deque[Task[Key]]] = {worker: deque() for worker in self._workers}
        for worker in self._workers:
            self._fill(worker, waiting[worker], tasks)
        while busy := [worker for worker in self._workers if waiting[worker]]:
            for worker in self._ready(busy):
                for answers in worker.receive():
                    yield waiting[worker].popleft(), answers
                self._fill(worker, waiting[worker], tasks)

    def _ready(self, busy: list[Worker]) -> list[Worker]:
        if len(busy) == 1:
            return busy  # it knows itself how long to wait
        ready, _, _ = select.select(busy, [], [], min((w.patience for w in busy if w.patience), default=None))
        return ready or busy

    def _fill(self, worker: Worker, waiting: "deque[Task[Key]]", tasks: Iterator[Task[Key]]) -> None:
        while len(waiting) <= UNDER_WAY - ERRAND and (errand := list(islice(tasks, ERRAND))):
            waiting.extend(errand)
            worker.send([task.puzzle for task in errand], [task.order for task in errand])
