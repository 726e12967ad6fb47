"""Where work runs: in this process, on the cores of this machine, or on a cluster. Features do not know which."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple, Protocol, Self, TypeVar

from .jobs import count_cores, count_useful_workers
from .threads import map_in_order

if TYPE_CHECKING:  # a scan starts faster without these
    from ..core.answer import Limits
    from ..core.puzzle import Puzzle
    from ..engines.protocol import Engine
    from .task_queue import Task
    from .worker_pool import AnsweredItems, AnsweredTasks, Item

PATIENCE = 300.0  # seconds without a worker of the cluster that can take part

Key = TypeVar("Key")
In = TypeVar("In")
Result = TypeVar("Result")


class SearchPool(Protocol):
    """Searches with certain engines, many puzzles side by side."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *error: object) -> None: ...

    def warm_up(self, puzzles: "Sequence[Puzzle]") -> None:
        """Have everything that searches ask all engines about all of these puzzles before its first task."""

    def run(self, tasks: "Iterable[Task[Key]]") -> "Iterator[AnsweredTasks[Key]]":
        """Yield the answers to all tasks in any order, those that arrive together as one list."""

    def run_in_order(self, items: "Iterable[Item | None]") -> "Iterator[AnsweredItems]":
        """Yield the answers of all engines in the order of the items; errors pass through in their place."""


class Place(Protocol):
    """A place where work runs."""

    def open_pool(self, engines: "Sequence[Engine]", limits: "Limits", *, together: bool = False) -> SearchPool:
        """Return a pool that searches with these engines."""

    def map_in_order(
        self,
        function: Callable[[In], Result],
        items: Iterable[In],
        when_lost: Callable[[In, str], Result] | None = None,
    ) -> Iterator[Result]:
        """Yield `function(item)` for each item, in order.

        Where several machines work, the function and its results must be picklable, and `when_lost` returns the result
        of an item that ends every process that works on it; without it, that is an error.
        """


class ThisMachine:
    """The cores of this machine: worker processes for searches, threads for functions that release the GIL."""

    def __init__(self, jobs: int | None = None) -> None:
        self._jobs = jobs  # None for as many as are useful

    def open_pool(self, engines: "Sequence[Engine]", limits: "Limits", *, together: bool = False) -> SearchPool:
        """Return a pool of worker processes."""
        from .worker_pool import WorkerPool

        return WorkerPool(engines, limits, self._jobs or count_useful_workers(None) or 1, together=together)

    def map_in_order(
        self,
        function: Callable[[In], Result],
        items: Iterable[In],
        when_lost: Callable[[In, str], Result] | None = None,
    ) -> Iterator[Result]:
        """Yield `function(item)` for each item, in order, computed by threads, of which the calling thread is one."""
        return map_in_order(function, items, self._jobs or count_cores())


class ThisProcess(ThisMachine):
    """This process for functions, and one worker process for searches."""

    def __init__(self) -> None:
        super().__init__(1)


def _ignore(_: str) -> None:
    """Report nothing."""


class ClusterChoice(NamedTuple):
    """Which cluster to use: the address of a scheduler, or `local:N` for N worker processes on this machine."""

    address: str
    patience: float = PATIENCE
    report: Callable[[str], None] = _ignore  # called with one line at a time that the user should know


@contextmanager
def open_place(cluster: ClusterChoice | None, local: Place) -> Iterator[Place]:
    """Yield the cluster, if one was chosen, and otherwise the local place. Raises OptionError and ClusterError."""
    if cluster is None:
        yield local
        return
    from .cluster.cluster import Cluster  # imported late: few runs need one

    with Cluster(*cluster) as place:
        yield place
