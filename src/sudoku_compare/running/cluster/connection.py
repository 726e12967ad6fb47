"""The connection to a Dask scheduler. Whatever happens on the cluster arrives as an event in an inbox.

Each message is a Dask task that may only run on the worker it is meant for. So this program decides what happens when a
worker is lost: Dask would run the task again on other workers, up to three times, without saying which task was running
when a worker died.
"""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import count
from queue import Empty, SimpleQueue
from typing import Any
from uuid import uuid4

from .address import ClusterAddress
from .dask_client import open_client, shorten_message
from .events import Event, GoneWorker, NoReply, ProgressReport, Reply, SchedulerGone, WorkersGone, WorkersSeen

POLL = 0.5  # seconds between two looks at the workers
SETTLING = 0.05  # seconds after a loss: more may be lost with it, and what workers reported before it is on its way
ANSWERING = 30.0  # seconds that a scheduler may take to list its workers
EVALUATE = "__import__('importlib').import_module(module).handle(message, number, topic)"
WORKER_SIDE = f"{__package__}.worker_side"


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
        with ExitStack() as stack:  # also at Ctrl-C: the workers that were started must end
            self._client: Any = stack.enter_context(open_client(address))
            self._client.subscribe_topic(self._topic, self._note_progress)
            self._client.loop.add_callback(self._watch)
            self._stack = stack.pop_all()

    def close(self) -> None:
        """Leave the cluster; end the workers that were started here."""
        self._stack.close()

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
            if not self._is_lost():
                await asyncio.sleep(SETTLING)  # Dask may notice a moment later that the connection is lost
            if self._is_lost():
                self._is_cut_off = True  # `_watch` reports it, once for all messages
            else:
                inbox.put(NoReply(number, shorten_message(error)))
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
            end = SchedulerGone("the connection was closed" if self._is_lost() else shorten_message(error))
        with self._lock:
            self._end = end
            self._notify(end)

    def _is_lost(self) -> bool:
        """Return whether the connection was lost, even for a moment: Dask forgets all messages and connects again."""
        return self._is_cut_off or self._client.status != "running"

    async def _look(self) -> None:
        listed = await self._list_workers()
        if self._known - set(listed):
            await asyncio.sleep(SETTLING)
            listed = await self._list_workers()
        gone = tuple([await self._describe_loss(address) for address in sorted(self._known - set(listed))])
        seen = frozenset(address for address, one in listed.items() if one["status"] != "closing_gracefully")
        with self._lock:
            self._known, self._seen = frozenset(listed), seen
            if gone:
                self._notify(WorkersGone(gone))
            self._notify(WorkersSeen(seen))

    async def _list_workers(self) -> dict[str, Any]:
        identity = await asyncio.wait_for(self._client.scheduler.identity(n_workers=-1), ANSWERING)
        listed: dict[str, Any] = identity["workers"]
        return listed

    async def _describe_loss(self, address: str) -> GoneWorker:
        events = await asyncio.wait_for(self._client.scheduler.events(topic=address), ANSWERING)
        removals = [event for _, event in events if event.get("action") == "remove-worker"]
        return GoneWorker(address, was_asked_to_leave=bool(removals and removals[-1].get("expected")))

    def _note_progress(self, event: tuple[float, Any]) -> None:
        number, done = event[1]
        self._notify(ProgressReport(number, done))

    def _notify(self, event: Event) -> None:
        for inbox in tuple(self._inboxes):  # a copy: the main thread opens and closes inboxes meanwhile
            inbox.put(event)
