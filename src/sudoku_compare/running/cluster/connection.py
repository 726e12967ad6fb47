"""The connection to a Dask scheduler. Whatever happens on the cluster arrives as an event in an inbox.

Each message is a Dask task that may only run on the worker it is meant for. So this program decides what happens when a
worker is lost: Dask would run the task again on other workers, up to three times, without saying which task was running
when a worker died.
"""

import asyncio
import logging
import signal
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from multiprocessing import resource_tracker
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple
from uuid import uuid4

from ...core.errors import ClusterError, OptionError
from .address import ClusterAddress, SchedulerAddress

POLL = 0.5  # seconds between two looks at the workers
CONNECTING = 10.0  # seconds to wait for a scheduler
ANSWERING = 30.0  # seconds that a scheduler may take to list its workers
QUIETER = {  # settings of Dask with which its processes use less of the processor while others search
    "distributed.worker.profile.enabled": False,
    "distributed.admin.tick.interval": "500ms",
    "distributed.admin.system-monitor.interval": "5s",
    "distributed.scheduler.work-stealing": False,
}
EVALUATE = "__import__('importlib').import_module(module).handle(message, number, topic)"
WORKER_SIDE = f"{__package__}.worker_side"


class WorkersSeen(NamedTuple):
    """The workers that the scheduler lists now."""

    addresses: frozenset[str]


class WorkerGone(NamedTuple):
    """A worker that the scheduler does not list any more."""

    address: str
    was_asked_to_leave: bool  # for example because the cluster shrinks


class Reply(NamedTuple):
    """The reply to a message."""

    number: int
    data: Any


class Progressed(NamedTuple):
    """How many tasks of a message are done so far."""

    number: int
    done: int


class NoReply(NamedTuple):
    """A message to which Dask will not deliver a reply."""

    number: int
    reason: str


class SchedulerGone(NamedTuple):
    """The connection to the scheduler is lost."""

    reason: str


Event = WorkersSeen | WorkerGone | Reply | Progressed | NoReply | SchedulerGone


class Inbox:
    """The events for one run."""

    def __init__(self, connection: "Connection") -> None:
        self._connection = connection
        self._events: SimpleQueue[Event] = SimpleQueue()
        self._futures: dict[int, Any] = {}

    def put(self, event: Event) -> None:
        """Add an event; may be called from any thread."""
        self._events.put(event)

    def wait(self, seconds: float) -> Event | None:
        """Return the next event, or None if none comes in time."""
        try:
            event = self._events.get(timeout=seconds)
        except Empty:
            return None
        if isinstance(event, Reply | NoReply):
            self._futures.pop(event.number, None)
        return event

    def send(self, worker: str, message: bytes) -> int:
        """Send a message for `worker_side.handle`, and return its number, which comes back with the reply."""
        return self._send(worker, EVALUATE, {"module": WORKER_SIDE, "message": message})

    def evaluate(self, worker: str, source: str, expression: str) -> int:
        """Have a worker execute the source of a module and evaluate an expression there; return the number."""
        return self._send(
            worker, "exec(source, globals()) or eval(expression)", {"source": source, "expression": expression}
        )

    def _send(self, worker: str, expression: str, names: dict[str, Any]) -> int:
        number, future = self._connection.submit(self, worker, expression, names)
        self._futures[number] = future
        return number

    def cancel(self, number: int) -> None:
        """Forget a message: its result is not used any more. A NoReply for it may still arrive."""
        if future := self._futures.pop(number, None):
            self._connection.cancel([future])

    def cancel_all(self) -> None:
        """Forget all messages."""
        self._connection.cancel(list(self._futures.values()))
        self._futures.clear()


class Connection:
    """A client of a scheduler, or of a scheduler and workers that it starts on this machine."""

    def __init__(self, address: ClusterAddress) -> None:
        self._inboxes: list[Inbox] = []
        self._numbers = count()
        self._run = uuid4().hex[:12]
        self._lock = threading.Lock()  # held while `_seen`, `_known` or `_end` changes and the inboxes get the event
        self._known: frozenset[str] = frozenset()  # workers that the scheduler lists
        self._seen: frozenset[str] = frozenset()  # those of them that are not about to leave
        self._end: SchedulerGone | None = None
        self._is_cut_off = False  # messages were lost with the connection, even if Dask has connected again since
        self._topic = f"sudoku-compare-{self._run}"
        self._log_levels: dict[str, int] = {}  # of Dask's loggers, before this connection
        self._cluster: Any = None
        self._client: Any = None
        try:
            self._client = self._connect(address)
            self._client.subscribe_topic(self._topic, self._note_progress)
            self._client.loop.add_callback(self._watch)
        except BaseException:  # also Ctrl-C: the workers that were started must end
            self.close()
            raise

    def _connect(self, address: ClusterAddress) -> Any:
        try:
            import dask.config
            from distributed import Client, LocalCluster
        except ImportError as error:
            raise OptionError(
                "a cluster needs the packages dask and distributed; install sudoku-compare[cluster]"
            ) from error
        for name in list(logging.root.manager.loggerDict):
            if name.partition(".")[0] in ("distributed", "tornado"):
                self._log_levels[name] = logging.getLogger(name).level
                logging.getLogger(name).setLevel(logging.CRITICAL)  # what matters is reported from here
        if isinstance(address, SchedulerAddress) and address.text.startswith("tls://"):
            _check_certificates(address.text)
        start_workers: Any = LocalCluster
        connect: Any = Client
        try:
            with warnings.catch_warnings(action="ignore"):  # versions are compared worker by worker
                if isinstance(address, SchedulerAddress):
                    return connect(address.text, timeout=CONNECTING, set_as_default=False)
                with dask.config.set(QUIETER), _leave_interrupts_to_this_thread():
                    self._cluster = start_workers(
                        n_workers=address.number,
                        threads_per_worker=1,
                        processes=True,
                        dashboard_address="127.0.0.1:0",
                        memory_limit=None,
                        silence_logs=logging.CRITICAL,
                    )
                return connect(self._cluster, timeout=CONNECTING, set_as_default=False)
        except Exception as error:  # Dask has many kinds of errors for what a user can fix
            if isinstance(address, SchedulerAddress):
                raise ClusterError(f"cluster {address.text}: no scheduler answers ({_shorten(error)})") from error
            raise ClusterError(f"cluster local:{address.number}: no worker starts ({_shorten(error)})") from error

    def close(self) -> None:
        """Leave the cluster; end the workers that were started here."""
        if self._client:
            with suppress(Exception):  # the scheduler may be gone
                self._client.close(timeout=2)
        if self._cluster:
            with suppress(Exception):
                self._cluster.close(timeout=5)
        for name, level in self._log_levels.items():
            logging.getLogger(name).setLevel(level)

    @contextmanager
    def open_inbox(self) -> Iterator[Inbox]:
        """Yield an inbox; what it has sent is forgotten at the end."""
        inbox = Inbox(self)
        with self._lock:
            self._inboxes.append(inbox)
            inbox.put(self._end or WorkersSeen(self._seen))
        try:
            yield inbox
        finally:
            self._inboxes.remove(inbox)
            inbox.cancel_all()

    def submit(self, inbox: Inbox, worker: str, expression: str, names: dict[str, Any]) -> tuple[int, Any]:
        """Have a worker evaluate an expression with these names; return the number of the message, and its future."""
        number = next(self._numbers)
        future = self._client.submit(
            eval,  # so that the scheduler does not need this package
            expression,
            names | {"number": number, "topic": self._topic},
            key=f"{self._topic}-{number}",
            workers=[worker],
            allow_other_workers=False,
            pure=False,
        )
        self._client.loop.add_callback(self._collect, inbox, number, future)
        return number, future

    def cancel(self, futures: list[Any]) -> None:
        """Forget these futures."""
        if futures:
            with suppress(Exception):  # the scheduler may be gone, which another event says
                self._client.cancel(futures, asynchronous=False, force=True)

    async def _collect(self, inbox: Inbox, number: int, future: Any) -> None:
        try:
            data = await self._client.gather(future, asynchronous=True)
        except (Exception, asyncio.CancelledError) as error:
            if self._client.status == "running":
                inbox.put(NoReply(number, _shorten(error)))
            else:
                self._is_cut_off = True  # `_watch` reports it, once for all messages
        else:
            inbox.put(Reply(number, data))

    async def _watch(self) -> None:
        """Look at the workers again and again, and tell every inbox what has changed."""
        try:
            while not self._is_lost():
                await self._look()
                await asyncio.sleep(POLL)
            end = SchedulerGone("the connection was closed")
        except Exception as error:
            end = SchedulerGone("the connection was closed" if self._is_lost() else _shorten(error))
        with self._lock:
            self._end = end
            self._tell(end)

    def _is_lost(self) -> bool:
        """Return whether the connection was lost, even for a moment: Dask forgets all messages and connects again."""
        return self._is_cut_off or self._client.status != "running"

    async def _look(self) -> None:
        scheduler = self._client.scheduler
        listed = await asyncio.wait_for(scheduler.identity(n_workers=-1), ANSWERING)
        seen = frozenset(address for address, one in listed["workers"].items() if one["status"] != "closing_gracefully")
        gone: list[WorkerGone] = []
        for address in self._known - set(listed["workers"]):
            events = await asyncio.wait_for(scheduler.events(topic=address), ANSWERING)
            removals = [event for _, event in events if event.get("action") == "remove-worker"]
            gone.append(WorkerGone(address, bool(removals and removals[-1].get("expected"))))
        with self._lock:
            self._known, self._seen = frozenset(listed["workers"]), seen
            for event in gone:  # one right after the other: workers that are lost together blame no task
                self._tell(event)
            self._tell(WorkersSeen(seen))

    def _note_progress(self, event: tuple[float, Any]) -> None:
        number, done = event[1]
        self._tell(Progressed(number, done))

    def _tell(self, event: Event) -> None:
        for inbox in tuple(self._inboxes):  # a copy: the main thread opens and closes inboxes meanwhile
            inbox.put(event)


@contextmanager
def _leave_interrupts_to_this_thread() -> Iterator[None]:
    """Have the threads and processes that start in this block leave SIGINT alone: they inherit what is blocked here.

    Ctrl-C reaches all processes of a terminal. This one ends the workers, which would otherwise print tracebacks.
    """
    if hasattr(signal, "pthread_sigmask"):
        resource_tracker.ensure_running()  # otherwise started with the workers, and then it unblocks SIGINT
        blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
    else:
        yield


def _check_certificates(address: str) -> None:
    """Raise ClusterError if Dask has no certificates to connect with; Dask itself would only notice much later."""
    from distributed.security import Security

    make_security: Any = Security
    if make_security().get_connection_args("client").get("ssl_context") is None:
        raise ClusterError(f"cluster {address}: Dask's configuration names no certificates for TLS")


def _shorten(error: BaseException) -> str:
    """Return the first line of the message of an error, or its kind."""
    lines = str(error).strip().splitlines()
    return lines[0][:200] if lines else type(error).__name__
