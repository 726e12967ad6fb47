"""The tasks that run for clients: a limited number at once, the others wait in a queue and are told so."""

import asyncio
import math
from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing, contextmanager, suppress
from typing import Any

from ..running.fork_server import LENGTH, ForkServer, Message, Task, pack_request, unpack_message
from .settings import MOST_WAITING, QUICK_PLACES, Settings
from .tasks import TASKS

LARGEST_MESSAGE = 1 << 27  # bytes
LAST = ("end", "error")  # messages after which a task sends no more
QUEUE_POLL = 0.25  # seconds between two looks at the place in the queue


class Busy(Exception):
    """Raised when too many requests are waiting."""


class Stopped(Exception):
    """Raised when the server is stopping, or the process that does the tasks has ended."""


class Crashed(Exception):
    """Raised when the process of a task ends before the task."""


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
        self._settings = settings
        self._running: set[asyncio.Task[object]] = set()
        self._is_stopping = False

    async def run(self, name: str, body: bytes) -> AsyncGenerator[Message]:
        """Yield the messages of a task, first `queued` with the number of tasks before it as long as it waits.

        The last message is `end`, or `error`. The task is killed when the iteration ends, for whatever reason. Raises
        Busy, Stopped, TimeoutError, and Crashed if the process of the task dies.
        """
        is_search = TASKS[name].is_search
        queue = self._searches if is_search else self._quick
        ticket = queue.enter()
        try:
            async with aclosing(_wait_for_turn(queue, ticket)) as places:
                async for before in places:
                    yield Message("queued", b'{"before": %d}' % before)
            seconds = self._settings.search_seconds if is_search else self._settings.patience.quick
            with self._start() as task:
                async with aclosing(_exchange(task, (name, body), seconds)) as messages:
                    async for message in messages:
                        yield message
        finally:
            queue.leave(ticket)

    @contextmanager
    def _start(self) -> Iterator[Task]:
        if self._is_stopping:
            raise Stopped
        try:
            task = self._server.start()
        except OSError as error:
            raise Stopped from error
        try:
            yield task
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


async def _wait_for_turn(queue: Queue, ticket: "asyncio.Future[None]") -> AsyncGenerator[int]:
    """Yield the number of tasks before this one whenever it changes, until it is its turn."""
    last_reported = -1
    while not ticket.done():
        before = queue.count_before(ticket)
        if before != last_reported:
            last_reported = before
            yield before
        await asyncio.wait([ticket], timeout=QUEUE_POLL)  # in Python 3.11, `wait_for` may lose a cancellation


async def _exchange(task: Task, request: Any, seconds: float) -> AsyncGenerator[Message]:
    """Send a task its request, and yield its messages. Raises Crashed, and TimeoutError after this time.

    The time limit is around each wait, not around the loop: around the loop, it could cancel the consumer's code while
    this generator is suspended at `yield`.
    """
    loop = asyncio.get_running_loop()
    deadline = loop.time() + seconds if seconds < math.inf else None
    task.socket.setblocking(False)
    async with asyncio.timeout_at(deadline):
        with suppress(OSError):  # the task has ended, which reading will show
            await loop.sock_sendall(task.socket, pack_request(request))
    message = Message("", b"")
    while message.name not in LAST:
        async with asyncio.timeout_at(deadline):
            message = await _read_message(loop, task)
        yield message


async def _read_message(loop: asyncio.AbstractEventLoop, task: Task) -> Message:
    length = int.from_bytes(await _read(loop, task, LENGTH), "little")
    if length > LARGEST_MESSAGE:
        raise Crashed
    return unpack_message(await _read(loop, task, length))


async def _read(loop: asyncio.AbstractEventLoop, task: Task, length: int) -> bytes:
    """Return this many bytes; raise Crashed if the task ends before."""
    data = bytearray()
    while len(data) < length:
        try:
            more = await loop.sock_recv(task.socket, length - len(data))
        except OSError as error:
            raise Crashed from error
        if not more:
            raise Crashed
        data += more
    return bytes(data)
