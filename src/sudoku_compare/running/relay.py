"""Many puzzles searched by workers on all cores, while this process reads, checks and prints.

Batches go to the workers in turn, and the answers come out in the order in which the puzzles went in. A worker that
is ahead of the others waits until the one whose turn it is has answered: what is kept meanwhile is bounded.
`pool` is the other way to share out work, for measuring: there each puzzle has an order of engines of its own, and
answers come as they are ready.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from itertools import cycle

from ..core.answer import Limits
from ..core.entry import Entry
from ..core.errors import UserError
from ..core.puzzle import Puzzle
from ..engines.protocol import Engine
from .worker import Answers, Worker

AHEAD = 6  # batches that each worker has at most: it never waits while others have the processor
LARGEST_BATCH = 64  # puzzles
LONG_RUN = 200  # puzzles after which speed matters more than seeing each answer at once

Item = Entry | UserError
Answered = list[tuple[Item, Answers]]


def searched_by_workers(
    items: Iterator[Item | None], engines: Sequence[Engine], limits: Limits, jobs: int
) -> Iterator[Answered]:
    """The answers to each puzzle in batches; what could not be read stands in its place with none.

    An item None yields an empty batch at once: the caller gets a turn while its earlier puzzles are searched.
    """
    with ExitStack() as stack:
        turns = cycle([_Turns(stack.enter_context(Worker(engines, limits))) for _ in range(jobs)])
        under_way: deque[tuple[list[Item], _Turns]] = deque()
        for batch in _batches(items):
            if not batch:
                yield []
                continue
            turn = next(turns)
            turn.send([item.puzzle for item in batch if isinstance(item, Entry)])
            under_way.append((batch, turn))
            if len(under_way) > AHEAD * jobs:
                yield from _answered(*under_way.popleft())
        while under_way:
            yield from _answered(*under_way.popleft())


class _Turns:
    """One worker, and those of its answers whose turn has not come."""

    def __init__(self, worker: Worker) -> None:
        self._worker = worker
        self._early: deque[Answers] = deque()

    def send(self, puzzles: list[Puzzle]) -> None:
        if puzzles:
            self._worker.send(puzzles)

    @property
    def has_to_wait(self) -> bool:
        return not self._early

    def next_answers(self) -> Answers:
        while not self._early:
            self._early.extend(self._worker.receive())
        return self._early.popleft()


def _batches(items: Iterator[Item | None]) -> Iterator[list[Item]]:
    """One by one to begin with, then many together: read one by one, each finds the cache full of something else.

    For None, an empty batch, while the next one is still being collected.
    """
    batch: list[Item] = []
    taken = 0
    for item in items:
        if item is None:
            yield []
            continue
        batch.append(item)
        taken += 1
        if taken <= LONG_RUN or len(batch) == LARGEST_BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def _answered(batch: list[Item], turn: _Turns) -> Iterator[Answered]:
    """What has come is not kept back while the rest is waited for."""
    ready: Answered = []
    for item in batch:
        if not isinstance(item, Entry):
            ready.append((item, ()))
            continue
        if ready and turn.has_to_wait:
            yield ready
            ready = []
        ready.append((item, turn.next_answers()))
    yield ready
