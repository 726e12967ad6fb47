"""A cluster as a place where searches and other work run."""

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from itertools import chain
from typing import Any, Self, TypeVar

from ...core.answer import Limits
from ...core.puzzle import Puzzle
from ...engines.protocol import Engine
from ..task_queue import Answers, OrderedQueue, Task, UnorderedQueue
from ..worker_pool import AnsweredItems, AnsweredTasks, Item, queue_items
from .address import parse_address
from .connection import Connection
from .dispatcher import Dispatcher
from .engine_texts import write_engines
from .membership import REFUSED
from .work import FunctionWork, ItemError, ItemTask, RemoteFunction, RemoteSearch, SearchWork

AHEAD = 2048  # puzzles per worker that are read before the first of them is answered, if answers come in order
ITEMS_AHEAD = 32  # the same for items of a function, which may be large

Key = TypeVar("Key")
In = TypeVar("In")
Result = TypeVar("Result")


class Cluster:
    """The workers of a Dask scheduler; see `ClusterChoice`."""

    def __init__(self, address: str, patience: float, report: Callable[[str], None]) -> None:
        self._report = report
        self._patience = patience
        self._refusals: set[str] = set()  # that have been reported
        self._connection = Connection(parse_address(address))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._connection.close()

    def open_pool(self, engines: Sequence[Engine], limits: Limits, *, together: bool = False) -> "ClusterPool":
        """Return a pool that searches with these engines."""
        return ClusterPool(self, engines, limits, together=together)

    def map_in_order(
        self,
        function: Callable[[In], Result],
        items: Iterable[In],
        when_lost: Callable[[In, str], Result] | None = None,
    ) -> Iterator[Result]:
        """Yield `function(item)` for each item, in order. The function and its results must be picklable.

        `when_lost` returns the result of an item that ends every worker; without it, that is an error.
        """
        work = FunctionWork(RemoteFunction(function), when_lost)
        queue: OrderedQueue[In, ItemTask[In], Result | ItemError] = OrderedQueue(
            iter(items), ItemTask, lambda task: task.slot, ITEMS_AHEAD
        )
        with closing(self.dispatch(work, queue)) as dispatched:
            for _, result in chain.from_iterable(dispatched):
                if isinstance(result, ItemError):
                    raise result.error
                yield result

    def dispatch(self, work: Any, queue: Any) -> Generator[list[Any], None, None]:
        """Yield what the queue lets out while the workers do its tasks."""
        with self._connection.open_inbox() as inbox:
            yield from Dispatcher(inbox, work, self._report_once, self._patience).run(queue)

    def _report_once(self, text: str) -> None:
        """Report an event. A refusal is reported only once, although every run examines the worker again."""
        if text not in self._refusals:
            self._report(text)
        if REFUSED in text:
            self._refusals.add(text)


class ClusterPool:
    """Searches on the workers of a cluster, each with one puzzle at a time."""

    def __init__(self, cluster: Cluster, engines: Sequence[Engine], limits: Limits, *, together: bool) -> None:
        self._cluster = cluster
        self._texts = write_engines(engines)
        self._every_engine = tuple(range(len(engines)))
        self._limits = limits
        self._together = together
        self._examples: tuple[Puzzle, ...] = ()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        """Do nothing: a run ends with its iterator."""

    def warm_up(self, puzzles: Sequence[Puzzle]) -> None:
        """Have every worker ask all engines about all of these puzzles before its first task."""
        self._examples = tuple(puzzles)

    def run(self, tasks: Iterable[Task[Key]]) -> Iterator[AnsweredTasks[Key]]:
        """Yield the answers to all tasks in any order, those that arrive together as one list."""
        queue: UnorderedQueue[Task[Key], Answers] = UnorderedQueue(iter(tasks))
        return self._cluster.dispatch(self._make_work(), queue)

    def run_in_order(self, items: Iterable[Item | None]) -> Iterator[AnsweredItems]:
        """Yield the answers of all engines in the order of the items; errors pass through in their place."""
        return self._cluster.dispatch(self._make_work(), queue_items(items, self._every_engine, AHEAD))

    def _make_work(self) -> SearchWork:
        return SearchWork(RemoteSearch(*self._texts, self._limits, self._together, self._examples))
