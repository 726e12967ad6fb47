"""The tasks that run for clients: a limited number at once, the others wait in a queue and are told so."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager, suppress

from ..running.fork_server import LENGTH, ForkServer, Message, Task, unpack_message
from .settings import MOST_WAITING, QUICK_PLACES, QUICK_SECONDS, Settings
from .tasks import TASKS

LARGEST_MESSAGE = 1 << 27  # bytes
TOLD = 0.25  # seconds between two messages about the place in the queue


class Busy(Exception):
    """Raised when too many requests are waiting."""


class Stopped(Exception):
    """Raised when the server is stopping, or the process that does the tasks has ended."""


class Queue:
    """Lets a limited number of tasks run at once, in the order in which they came."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._waiting: list[asyncio.Future[None]] = []

    @property
    def is_full(self) -> bool:
        """Whether no further task may wait."""
        return len(self._waiting) >= MOST_WAITING

    def count_before(self, ticket: "asyncio.Future[None]") -> int:
        """Return how many tasks wait before this one."""
        return self._waiting.index(ticket)

    def enter(self) -> "asyncio.Future[None]":
        """Return a ticket, which is done when its task may run. Raises Busy."""
        ticket: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if self._free:
            self._free -= 1
            ticket.set_result(None)
        elif self.is_full:
            raise Busy
        else:
            self._waiting.append(ticket)
        return ticket

    def leave(self, ticket: "asyncio.Future[None]") -> None:
        """Give up the place of a task that has ended, or that does not want to wait any longer."""
        if ticket in self._waiting:
            self._waiting.remove(ticket)
        elif self._waiting:
            self._waiting.pop(0).set_result(None)
        else:
            self._free += 1


class Searches:
    """Starts tasks for clients, and ends them when the client goes away or the server stops."""

    def __init__(self, server: ForkServer, settings: Settings) -> None:
        self._server = server
        self._searches = Queue(settings.searches)
        self._quick = Queue(QUICK_PLACES)
        self._running: set[asyncio.Task[object]] = set()
        self._is_stopping = False

    async def run(self, name: str, body: bytes) -> AsyncGenerator[Message]:
        """Yield the messages of a task, first `queued` with the number of tasks before it as long as it waits.

        The task is killed when the iteration ends, for whatever reason. Raises Busy and Stopped.
        """
        queue = self._searches if TASKS[name].is_search else self._quick
        ticket = queue.enter()
        try:
            async for before in _wait_for_turn(queue, ticket):
                yield Message("queued", b'{"before": %d}' % before)
            deadline = None if TASKS[name].is_search else QUICK_SECONDS
            async with self._start(name, body) as messages, asyncio.timeout(deadline):
                async for message in messages:
                    yield message
        finally:
            queue.leave(ticket)

    @asynccontextmanager
    async def _start(self, name: str, body: bytes) -> AsyncIterator[AsyncIterator[Message]]:
        if self._is_stopping:
            raise Stopped
        try:
            task = self._server.start((name, body))
        except OSError as error:
            raise Stopped from error
        try:
            yield _read_messages(task)
        finally:
            self._server.kill(task)

    def watch(self, request: "asyncio.Task[object]") -> None:
        """Remember the task of the event loop that answers a request, so that `stop` can end it."""
        if self._is_stopping:
            request.cancel()
        self._running.add(request)
        request.add_done_callback(self._running.discard)

    def stop(self) -> None:
        """End all tasks, and start no more."""
        self._is_stopping = True
        for request in list(self._running):
            request.cancel()


async def _wait_for_turn(queue: Queue, ticket: "asyncio.Future[None]") -> AsyncIterator[int]:
    """Yield the number of tasks before this one whenever it changes, until it is its turn."""
    told = -1
    while not ticket.done():
        before = queue.count_before(ticket)
        if before != told:
            told = before
            yield before
        with suppress(TimeoutError):
            await asyncio.wait_for(asyncio.shield(ticket), TOLD)


async def _read_messages(task: Task) -> AsyncIterator[Message]:
    """Yield the messages of a task until its process ends."""
    loop = asyncio.get_running_loop()
    task.socket.setblocking(False)
    while True:
        head = await _read(loop, task, LENGTH)
        if head is None:
            return
        length = int.from_bytes(head, "little")
        data = await _read(loop, task, length) if length <= LARGEST_MESSAGE else None
        if data is None:
            return
        yield unpack_message(data)


async def _read(loop: asyncio.AbstractEventLoop, task: Task, length: int) -> bytes | None:
    """Return this many bytes; None if the task ends before."""
    data = bytearray()
    while len(data) < length:
        try:
            more = await loop.sock_recv(task.socket, length - len(data))
        except OSError:
            return None
        if not more:
            return None
        data += more
    return bytes(data)
