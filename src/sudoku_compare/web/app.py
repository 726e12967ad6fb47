"""The HTTP interface: the files of the page, and `POST /api/NAME` for each task."""

import asyncio
import json
import secrets
import traceback
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from functools import partial

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..running.fork_server import Message as TaskMessage
from .guard import Guard, make_headers, make_report_headers
from .page_files import find_page_file
from .searches import Busy, Crashed, Searches, Stopped
from .sending import FILE, split_file
from .settings import LARGEST_BODY, Patience
from .tasks import TASKS

TICKET_SECONDS = 60.0  # in which a report must be opened
MOST_TICKETS = 8
GONE = "This report can be opened once, within a minute. Open it again from the list of runs."
FAILURES = (Busy, Stopped, Crashed, TimeoutError)
EVENT_HEADERS = [(b"content-type", b"text/event-stream; charset=utf-8"), (b"x-accel-buffering", b"no")]


class BodyTooLarge(Exception):
    """Raised when a request is larger than any that the page sends."""


class Api:
    """The handlers of the routes."""

    def __init__(self, searches: Searches, patience: Patience) -> None:
        self._searches = searches
        self._patience = patience
        self._reports: dict[str, bytes] = {}  # by ticket

    def make_app(self, guard: Guard) -> ASGIApp:
        """Return the application, behind its guard."""
        routes = [
            Route("/api/{name}", self._answer, methods=["POST"]),
            Route("/reports/{ticket}", self._show_report, methods=["GET"]),
            Route("/{path:path}", _show_file, methods=["GET"]),
        ]
        return _Guarded(Starlette(routes=routes), guard)

    async def _answer(self, request: Request) -> Response:
        name = request.path_params["name"]
        if name not in TASKS:
            return _make_error(404, f"no such task: {name[:40]}")
        try:
            body = await _read_body(request, self._patience.body)
        except BodyTooLarge:
            return _make_error(413, f"expected at most {LARGEST_BODY:,} bytes", close=True)
        except TimeoutError:
            return _make_error(408, "the request did not arrive in time", close=True)
        if TASKS[name].is_file:
            return _Attended(self._searches, partial(self._make_file, name, body))
        return _Attended(self._searches, partial(_stream_events, self._searches, name, body))

    async def _make_file(self, name: str, body: bytes, send: Send) -> None:
        response = await self._do_file_task(name, body)
        await response({"type": "http"}, _receive_nothing, send)

    async def _do_file_task(self, name: str, body: bytes) -> Response:
        try:
            async with aclosing(self._searches.run(name, body)) as messages:
                async for message in messages:
                    if message.name == FILE:
                        return self._send_file(name, message.content)
                    if message.name == "error":
                        return _make_error(400, json.loads(message.content)["message"])
        except FAILURES as error:
            return _make_error(503, describe_failure(error))
        return _make_error(500, "the task ended without an answer")

    def _send_file(self, name: str, content: bytes) -> Response:
        file_name, kind, data = split_file(content)
        if name == "report":  # opened in a window of its own, which cannot send the token
            return JSONResponse({"url": f"/reports/{self._keep_report(data)}"})
        headers = {"Content-Disposition": f'attachment; filename="{file_name}"'}
        return Response(data, media_type=kind, headers=headers)

    def _keep_report(self, data: bytes) -> str:
        """Keep a report for a while, so that it can be opened; return its ticket."""
        while len(self._reports) >= MOST_TICKETS:
            del self._reports[next(iter(self._reports))]
        ticket = secrets.token_urlsafe(16)
        self._reports[ticket] = data
        asyncio.get_running_loop().call_later(TICKET_SECONDS, self._reports.pop, ticket, None)
        return ticket

    async def _show_report(self, request: Request) -> Response:
        """Show a report once. Its address is secret, and is of no use afterwards."""
        data = self._reports.pop(request.path_params["ticket"], None)
        if data is None:
            return Response(GONE, 404, media_type="text/plain")
        return Response(data, media_type="text/html", headers=make_report_headers())


async def _show_file(request: Request) -> Response:
    found = find_page_file(request.path_params["path"])
    if found is None:
        return Response("Not found", 404, media_type="text/plain")
    return Response(found.content, media_type=found.kind)


class _Guarded:
    """Refuses what the guard refuses, before anything else looks at it, and gives every response its headers."""

    def __init__(self, app: ASGIApp, guard: Guard) -> None:
        self._app = app
        self._guard = guard

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        refusal = self._guard.check(scope["method"], scope["path"], Headers(scope=scope))
        app = _make_error(refusal.status, refusal.message, close=True) if refusal else self._app
        try:
            await app(scope, receive, partial(_send_with_headers, send))
        except Exception:  # a fault of this program, after the client was told that there is one
            traceback.print_exc()


async def _send_with_headers(send: Send, message: Message) -> None:
    """Send a message of ASGI; a response gets the headers of every response, unless it has others of these names."""
    if message["type"] == "http.response.start":
        headers = MutableHeaders(raw=list(message.get("headers", ())))
        for name, value in make_headers().items():
            headers.setdefault(name, value)
        message = {**message, "headers": headers.raw}
    await send(message)


class _Attended(Response):
    """Does what `work` does for a client, with the function that sends to it, until the client goes away."""

    def __init__(self, searches: Searches, work: Callable[[Send], Awaitable[None]]) -> None:
        super().__init__()
        self._searches = searches
        self._work = work

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        working = asyncio.ensure_future(self._work(send))
        self._searches.watch(working)
        gone = asyncio.ensure_future(_wait_for_disconnect(receive))
        try:
            await asyncio.wait([working, gone], return_when=asyncio.FIRST_COMPLETED)
        finally:
            for one in (working, gone):
                one.cancel()
            await asyncio.gather(working, gone, return_exceptions=True)
        if not working.cancelled():
            working.result()  # raises what has gone wrong


async def _stream_events(searches: Searches, name: str, body: bytes, send: Send) -> None:
    """Send the messages of a task as server-sent events."""
    await send({"type": "http.response.start", "status": 200, "headers": EVENT_HEADERS})
    async with aclosing(_iterate_events(searches, name, body)) as events:
        async for event in events:
            await send({"type": "http.response.body", "body": event, "more_body": True})
    await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _iterate_events(searches: Searches, name: str, body: bytes) -> AsyncGenerator[bytes]:
    try:
        async with aclosing(searches.run(name, body)) as messages:
            async for message in messages:
                yield format_event(message)
    except FAILURES as error:
        yield format_event(TaskMessage("error", json.dumps({"message": describe_failure(error)}).encode()))


def format_event(message: TaskMessage) -> bytes:
    """Return a message as a server-sent event; JSON has no line breaks."""
    return b"event: %s\ndata: %s\n\n" % (message.name.encode(), message.content)


def describe_failure(error: Exception) -> str:
    """Say why a task was not done."""
    match error:
        case Busy():
            return "too many requests are waiting; try again later"
        case Stopped():
            return "the server is stopping"
        case Crashed():
            return "the process of this request ended unexpectedly; see the output of the server"
    return "time ran out"


async def _wait_for_disconnect(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _receive_nothing() -> Message:
    return {"type": "http.disconnect"}


async def _read_body(request: Request, seconds: float) -> bytes:
    """Return the body; raise BodyTooLarge as soon as it is known to be too large, and TimeoutError."""
    announced = request.headers.get("content-length", "0")
    if not announced.isdecimal() or int(announced[:20]) > LARGEST_BODY:
        raise BodyTooLarge
    body = bytearray()
    try:
        async with asyncio.timeout(seconds):
            async for part in request.stream():
                body += part
                if len(body) > LARGEST_BODY:
                    raise BodyTooLarge
    except ClientDisconnect as error:
        raise TimeoutError from error
    return bytes(body)


def _make_error(status: int, message: str, *, close: bool = False) -> Response:
    return JSONResponse({"error": message}, status, {"Connection": "close"} if close else None)
