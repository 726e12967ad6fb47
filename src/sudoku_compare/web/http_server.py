"""uvicorn, with two changes: Ctrl-C ends open streams at once, and a connection that sends nothing is closed."""

import asyncio
import socket
from collections.abc import Callable
from typing import Any

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

HEADER_SECONDS = 20.0  # in which the first request of a connection must arrive
MOST_CONNECTIONS = 1000
LARGEST_HEADER = 16_384  # bytes


class _ImpatientProtocol(H11Protocol):
    """Closes a connection whose first request does not arrive in time."""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.loop.call_later(HEADER_SECONDS, self._close_if_silent)

    def _close_if_silent(self) -> None:
        if self.cycle is None and not self.transport.is_closing():
            self.transport.close()


class HttpServer(uvicorn.Server):
    """Serves an application until SIGINT or SIGTERM."""

    def __init__(self, app: ASGIApp, stop: Callable[[], None]) -> None:
        config = uvicorn.Config(
            app,
            http=_ImpatientProtocol,
            ws="none",
            loop="asyncio",
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=1,
            limit_concurrency=MOST_CONNECTIONS,
            h11_max_incomplete_event_size=LARGEST_HEADER,
        )
        super().__init__(config)
        self._stop = stop

    async def serve_until_stopped(self, listener: socket.socket, announce: Callable[[], None]) -> None:
        """Serve; call `announce` when the server accepts connections."""
        serving = asyncio.ensure_future(self.serve([listener]))
        while not self.started and not serving.done():
            await asyncio.sleep(0.01)
        if self.started:
            announce()
        await serving

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the searches first, so that no stream stays open."""
        self._stop()
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: Any) -> None:
        """Stop, without raising the signal again afterwards: Ctrl-C is how a server ends."""
        super().handle_exit(sig, frame)
        self._captured_signals.clear()
