"""uvicorn with three changes: it stops at once, never waits forever for a client, and sends our headers."""

import asyncio
import socket
from collections.abc import Callable
from typing import Any, cast

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from .guard import make_headers
from .settings import Patience

LARGEST_HEADER = 16_384  # bytes
STOPPING = 0.3  # seconds in which connections may end by themselves when the server stops


class _Config(uvicorn.Config):
    """The configuration of uvicorn, and ours."""

    def __init__(self, app: ASGIApp, patience: Patience) -> None:
        super().__init__(
            app,
            http=_ImpatientProtocol,
            ws="none",
            loop="asyncio",
            lifespan="off",
            log_config=None,
            log_level="critical",  # invalid requests are not logged; the application prints its own errors
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=1,
            h11_max_incomplete_event_size=LARGEST_HEADER,
        )
        self.patience = patience


class _ImpatientProtocol(H11Protocol):
    """A connection that is closed when its client is silent, or does not read, for too long."""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._patience = cast(_Config, self.config).patience
        self._unread: asyncio.TimerHandle | None = None  # runs while the client does not read
        self._watch(was_closing=False)
        self._expect_request()
        if len(self.connections) > self._patience.connections:
            self._make_room()

    @property
    def is_idle(self) -> bool:
        """Whether no request is being answered."""
        return self.cycle is None or self.cycle.response_complete

    def _make_room(self) -> None:
        """Close the connection that has been silent for longest; this one if none is silent."""
        others = [cast(_ImpatientProtocol, one) for one in self.connections if one is not self]
        idle = [one for one in others if one.is_idle]
        (min(idle, key=lambda one: one.idle_since) if idle else self).transport.abort()

    def _expect_request(self) -> None:
        self.idle_since = self.loop.time()
        self.loop.call_later(self._patience.header, self._close_if_silent, self.cycle)

    def _close_if_silent(self, last: object) -> None:
        if self.cycle is last and self.is_idle:
            self.transport.abort()

    def _watch(self, *, was_closing: bool) -> None:
        """Now and then, end a connection that was closed before: its client does not read what is left to send."""
        if self not in self.connections:
            return
        is_closing = self.transport.is_closing()
        if is_closing and was_closing:
            self.transport.abort()
            return
        self.loop.call_later(self._patience.reading, lambda: self._watch(was_closing=is_closing))

    def pause_writing(self) -> None:
        """Give the client some time to read what was sent."""
        super().pause_writing()
        self._unread = self.loop.call_later(self._patience.reading, self.transport.abort)

    def resume_writing(self) -> None:
        """Go on: the client has read."""
        super().resume_writing()
        if self._unread:
            self._unread.cancel()

    def data_received(self, data: bytes) -> None:
        """Take in data. A request that comes before the answer to the last one ends the connection.

        uvicorn would stop reading until the answer is complete, and not see that the client goes away.
        """
        super().data_received(data)
        is_answering = not self.is_idle and not self.cycle.more_body
        if is_answering and self.conn.trailing_data[0]:
            self.transport.abort()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        super().on_response_complete()
        if self.is_idle and not self.transport.is_closing():
            self._expect_request()

    def send_400_response(self, msg: str) -> None:
        """Answer a request that is not HTTP, with the headers of every response."""
        if self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.abort()
            return
        own = {"Content-Type": "text/plain; charset=utf-8", "Connection": "close"}
        headers = [(name.encode(), value.encode()) for name, value in {**own, **make_headers()}.items()]
        response = h11.Response(status_code=400, headers=headers, reason=b"Bad Request")
        for event in (response, h11.Data(data=msg.encode()), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()


class HttpServer(uvicorn.Server):
    """Serves an application until SIGINT or SIGTERM, or until the process that does its tasks has ended."""

    def __init__(self, app: ASGIApp, stop: Callable[[], None], patience: Patience) -> None:
        super().__init__(_Config(app, patience))
        self._stop = stop
        self.has_lost_tasks = False

    async def serve_until_stopped(self, listener: socket.socket, tasks: Any, announce: Callable[[], None]) -> None:
        """Serve; call `announce` when the server accepts connections. `tasks` becomes readable when it has ended."""
        asyncio.get_running_loop().add_reader(tasks, self._lose_tasks, tasks)
        serving = asyncio.ensure_future(self.serve([listener]))
        while not self.started and not serving.done():
            await asyncio.sleep(0.01)
        if self.started:
            announce()
        await serving

    def _lose_tasks(self, tasks: Any) -> None:
        asyncio.get_running_loop().remove_reader(tasks)
        self.has_lost_tasks = self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the searches first, so that no stream stays open."""
        self._stop()
        asyncio.get_running_loop().call_later(STOPPING, self._abort_connections)
        await super().shutdown(sockets)

    def _abort_connections(self) -> None:
        for connection in list(self.server_state.connections):
            cast(_ImpatientProtocol, connection).transport.abort()

    def handle_exit(self, sig: int, frame: Any) -> None:
        """Stop, without raising the signal again afterwards: Ctrl-C is how a server ends."""
        super().handle_exit(sig, frame)
        self._captured_signals.clear()
