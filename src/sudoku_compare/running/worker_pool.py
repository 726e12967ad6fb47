"""A pool of workers that share the work: answers come out as soon as they are known, or in the order of the puzzles.

`WorkerPool.run` is for measuring, where each puzzle has its own order of engines and answers may come in any order.
`WorkerPool.run_in_order` is for collections that are printed in the order of the file. In both modes a worker is sent
about `BATCH_SECONDS` of work at a time, and a few batches in advance, so that it never waits for this process.
"""

import select
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from typing import Any, Generic, Self, TypeVar

from ..core.answer import Limits
from ..core.entry import Entry
from ..core.errors import OptionError, UserError
from ..core.puzzle import Puzzle
from ..engines.protocol import Engine
from .jobs import can_start_workers
from .task_queue import Answers, Order, OrderedQueue, Queue, Task, TaskResult, UnorderedQueue, choose_batch_size
from .worker import LocalWorker, Question, Worker

BATCH_SECONDS = 0.02  # of work that a worker is sent at once, estimated from its earlier searches
LARGEST_BATCH = 128  # tasks
BATCHES = 3  # per worker: while this process handles the answers to one batch, the worker is busy with the others
AHEAD = 512  # puzzles per worker that are read before the first of them is answered, if answers come in order

Key = TypeVar("Key")
Out = TypeVar("Out")
Item = Entry | UserError
AnsweredItems = list[tuple[Item, Answers]]
AnsweredTasks = list[TaskResult[Task[Key], Answers]]
AnyWorker = Worker | LocalWorker


class WorkerPool:
    """Searches in worker processes, each with one puzzle at a time.

    With `together`, engines that can take many puzzles at once do so, which is faster but blurs their times. Where the
    system cannot start workers, a single job runs in this process.
    """

    def __init__(self, engines: Sequence[Engine], limits: Limits, jobs: int, *, together: bool = False) -> None:
        self._every_engine = tuple(range(len(engines)))
        self._stack = ExitStack()
        self._workers: list[AnyWorker] = []
        if not can_start_workers() and jobs > 1:
            raise OptionError("this system cannot start worker processes, so only one job can run at a time")
        for _ in range(jobs):
            worker: AnyWorker = (
                Worker(engines, limits, together=together) if can_start_workers() else LocalWorker(engines, limits)
            )
            self._workers.append(worker)
            self._stack.callback(worker.close)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._stack.close()

    def warm_up(self, puzzles: Sequence[Puzzle]) -> None:
        """Have every worker ask all engines about all of these puzzles, and wait for the last answer."""
        for worker in self._workers:
            worker.send([Question(puzzle, self._every_engine) for puzzle in puzzles])
        for worker in self._workers:
            while worker.unanswered:
                worker.receive()

    def run(self, tasks: Iterable[Task[Key]]) -> Iterator[AnsweredTasks[Key]]:
        """Yield the answers to all tasks in any order, those that arrive together as one list."""
        return self._run(UnorderedQueue(iter(tasks)))

    def run_in_order(self, items: Iterable[Item | None]) -> Iterator[AnsweredItems]:
        """Yield the answers of all engines in the order of the items; errors pass through in their place.

        An item that is None yields an empty list at once, so that the caller can do other work while its earlier
        puzzles are being searched.
        """
        return self._run(queue_items(items, self._every_engine, AHEAD))

    def _run(self, queue: Queue[Task[Key], Answers, Out]) -> Iterator[list[Out]]:
        lanes = {worker: _Lane(worker, queue) for worker in self._workers}
        queue.set_workers(len(lanes))
        while True:
            ready = queue.pop_ready()
            for lane in lanes.values():
                lane.fill()
            has_turn = queue.pop_turn()
            if ready or has_turn:
                yield ready
            if has_turn:
                continue  # without waiting for a worker
            if busy := [worker for worker in self._workers if worker.unanswered]:
                for worker in _wait(busy):
                    lanes[worker].receive()
            elif queue.is_empty():
                return


def queue_items(
    items: Iterable[Item | None], order: Order, most_per_worker: int
) -> OrderedQueue[Item, Task[Any], Answers]:
    """Return a queue of the puzzles among the items, all with this order of engines; errors pass through it."""

    def make_task(slot: Any, item: Item) -> Task[Any] | None:
        return Task(slot, item.puzzle, order) if isinstance(item, Entry) else None

    return OrderedQueue(iter(items), make_task, lambda task: task.key, most_per_worker)


class _Lane(Generic[Key]):
    """One worker and the tasks that it has. The size of its batches follows from how long its searches took."""

    def __init__(self, worker: AnyWorker, queue: Queue[Task[Key], Answers, Any]) -> None:
        self._worker = worker
        self._queue = queue
        self._waiting: deque[Task[Key]] = deque()
        self._batch = 1  # tasks

    def fill(self) -> None:
        """Send batches until the worker has enough of them."""
        while len(self._waiting) <= (BATCHES - 1) * self._batch and (tasks := self._queue.take(self._batch)):
            self._waiting.extend(tasks)
            self._worker.send([Question(task.puzzle, task.order) for task in tasks])

    def receive(self) -> None:
        """Pass the answers that have arrived on to the queue."""
        received = self._worker.receive()
        # Add up the searches' own times: by the wall clock, a worker that waited for this process would seem slow.
        spent = sum(answer.seconds.total for answers in received for answer in answers)
        pace = spent / len(received) if received else BATCH_SECONDS
        self._batch = choose_batch_size(self._batch, pace, batch_seconds=BATCH_SECONDS, most=LARGEST_BATCH)
        self._queue.put([TaskResult(self._waiting.popleft(), answers) for answers in received])


def _wait(busy: list[AnyWorker]) -> list[AnyWorker]:
    """Return the workers with something to receive; all of them if one has been silent for too long."""
    if len(busy) == 1:
        return busy  # no need to select: its `receive` waits
    workers = [worker for worker in busy if isinstance(worker, Worker)]
    patience = min((worker.patience for worker in workers if worker.patience), default=None)
    return [*select.select(workers, [], [], patience)[0]] or busy
