"""Several workers, and tasks for all of them: in they go, and their answers come out as they are ready.

For measuring, where every puzzle has an order of engines of its own; `relay` is for a stream of puzzles whose answers
are wanted in the order of the file.
"""

import select
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from itertools import islice
from typing import Generic, NamedTuple, Self, TypeVar

from ..core.answer import Limits
from ..core.puzzle import Puzzle
from ..engines.protocol import Engine
from .worker import Answers, Order, Worker

ERRAND = 0.02  # seconds of work that a worker is sent at once, as far as that can be foreseen
LARGEST_ERRAND = 128  # tasks
SHORTEST = 1e-6  # seconds; a search that failed may tell of none
ERRANDS = 3  # that are under way: while its last answers are looked at and written down, a worker does not wait

Key = TypeVar("Key")


class Task(NamedTuple, Generic[Key]):
    """A puzzle for the engines in this order; the key is handed back with the answers."""

    key: Key
    puzzle: Puzzle
    order: Order


Answered = list[tuple[Task[Key], Answers]]


class Pool:
    """Each worker searches for one puzzle at a time; with one worker, times are those of a quiet core."""

    def __init__(self, engines: Sequence[Engine], limits: Limits, jobs: int) -> None:
        self._stack = ExitStack()
        self._workers = [self._stack.enter_context(Worker(engines, limits)) for _ in range(jobs)]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._stack.close()

    def warm_up(self, tasks: Sequence[Task[None]]) -> None:
        """Have every worker do all of these, and wait for the last."""
        for worker in self._workers:
            worker.send([task.puzzle for task in tasks], [task.order for task in tasks])
        for worker in self._workers:
            while worker.unanswered:
                worker.receive()

    def run(self, tasks: Iterable[Task[Key]]) -> Iterator[Answered[Key]]:
        """The answers to every task, in any order, as many together as there are at a time."""
        tasks = iter(tasks)
        lanes = {worker: _Lane[Key](worker) for worker in self._workers}
        for lane in lanes.values():
            lane.fill(tasks)
        while busy := [worker for worker, lane in lanes.items() if lane.waiting]:
            for worker in self._ready(busy):
                answered = lanes[worker].answered()
                lanes[worker].fill(tasks)
                yield answered

    def _ready(self, busy: list[Worker]) -> list[Worker]:
        if len(busy) == 1:
            return busy  # it knows itself how long to wait
        ready, _, _ = select.select(busy, [], [], min((w.patience for w in busy if w.patience), default=None))
        return ready or busy


class _Lane(Generic[Key]):
    """One worker and the tasks that it has. How many it is sent at once follows from how fast it was."""

    def __init__(self, worker: Worker) -> None:
        self.worker = worker
        self.waiting: deque[Task[Key]] = deque()
        self._errand = 1

    def answered(self) -> Answered[Key]:
        answers = self.worker.receive()
        # By the searches' own times: the wall's would take a wait for this process for slowness of the other.
        spent = sum(answer.seconds.total for of_one in answers for answer in of_one)
        pace = spent / len(answers) if answers else ERRAND
        self._errand = max(1, min(LARGEST_ERRAND, 2 * self._errand, int(ERRAND / max(pace, SHORTEST))))
        return [(self.waiting.popleft(), of_one) for of_one in answers]

    def fill(self, tasks: Iterator[Task[Key]]) -> None:
        while len(self.waiting) <= (ERRANDS - 1) * self._errand and (errand := list(islice(tasks, self._errand))):
            self.waiting.extend(errand)
            self.worker.send([task.puzzle for task in errand], [task.order for task in errand])
