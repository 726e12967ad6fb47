"""The HTTP interface: the files of the page, and `POST /api/NAME` for each task."""

import asyncio
import json
import secrets
from collections.abc import AsyncGenerator
from contextlib import aclosing
from time import monotonic

from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from ..running.fork_server import Message
from .guard import REPORT_POLICY, Guard, make_headers
from .page_files import find_page_file
from .searches import Busy, Searches, Stopped
from .sending import FILE, split_file
from .settings import LARGEST_BODY
from .tasks import TASKS

BODY_SECONDS = 20.0  # in which the body of a request must arrive
SEND_SECONDS = 30.0  # in which a client must take a message; one that does not is gone
TICKET_SECONDS = 60.0  # in which a report must be opened
MOST_TICKETS = 8


class BodyTooLarge(Exception):
    """Raised when a request is larger than any that the page sends."""


class Api:
    """The handlers of the routes."""

    def __init__(self, searches: Searches) -> None:
        self._searches = searches
        self._reports: dict[str, tuple[float, bytes]] = {}  # by ticket: when it was written, and the page

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
            body = await _read_body(request)
        except BodyTooLarge:
            return _make_error(413, f"expected at most {LARGEST_BODY:,} bytes", close=True)
        except TimeoutError:
            return _make_error(408, "the request did not arrive in time", close=True)
        if TASKS[name].is_file:
            return await self._make_file(name, body)
        return _EventStream(self._searches, name, body)

    async def _make_file(self, name: str, body: bytes) -> Response:
        current = asyncio.current_task()
        if current:
            self._searches.watch(current)
        try:
            async with aclosing(self._searches.run(name, body)) as messages:
                async for message in messages:
                    if message.name == FILE:
                        return self._send_file(name, message.content)
                    if message.name == "error":
                        return _make_error(400, json.loads(message.content)["message"])
        except (Busy, Stopped, TimeoutError) as error:
            return _make_error(503, describe_failure(error))
        return _make_error(500, "the task ended without an answer")

    def _send_file(self, name: str, content: bytes) -> Response:
        file_name, kind, data = split_file(content)
        if name == "report":  # opened in a window of its own, which cannot send the token
            return JSONResponse({"url": f"/reports/{self._keep_report(data)}"}, headers=dict(make_headers()))
        headers = {**make_headers(), "Content-Disposition": f'attachment; filename="{file_name}"'}
        return Response(data, media_type=kind, headers=headers)

    def _keep_report(self, data: bytes) -> str:
        now = monotonic()
        kept = [(ticket, one) for ticket, one in self._reports.items() if now - one[0] < TICKET_SECONDS]
        self._reports = dict(kept[-(MOST_TICKETS - 1) :])
        ticket = secrets.token_urlsafe(16)
        self._reports[ticket] = now, data
        return ticket

    async def _show_report(self, request: Request) -> Response:
        """Show a report once. Its address is secret, and is of no use afterwards."""
        written, data = self._reports.pop(request.path_params["ticket"], (0.0, b""))
        if not data or monotonic() - written > TICKET_SECONDS:
            return Response("This report was shown already. Open it again from the list of runs.", 404, make_headers())
        return Response(data, media_type="text/html", headers=make_headers(REPORT_POLICY))


async def _show_file(request: Request) -> Response:
    found = find_page_file(request.path_params["path"])
    if found is None:
        return Response("Not found", 404, make_headers(), "text/plain")
    return Response(found.content, media_type=found.kind, headers=make_headers())


class _Guarded:
    """Refuses what the guard refuses, before anything else looks at it."""

    def __init__(self, app: ASGIApp, guard: Guard) -> None:
        self._app = app
        self._guard = guard

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        refusal = self._guard.check(scope["method"], scope["path"], Headers(scope=scope))
        app = _make_error(refusal.status, refusal.message, close=True) if refusal else self._app
        await app(scope, receive, send)


class _EventStream(Response):
    """Sends the messages of a task as server-sent events, and ends the task when the client goes away."""

    def __init__(self, searches: Searches, name: str, body: bytes) -> None:
        super().__init__()
        self._searches = searches
        self._name = name
        self._body = body

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        sending = asyncio.ensure_future(self._send_all(send))
        self._searches.watch(sending)
        gone = asyncio.ensure_future(_wait_for_disconnect(receive))
        try:
            await asyncio.wait([sending, gone], return_when=asyncio.FIRST_COMPLETED)
        finally:
            for one in (sending, gone):
                one.cancel()
            await asyncio.gather(sending, gone, return_exceptions=True)

    async def _send_all(self, send: Send) -> None:
        headers = {**make_headers(), "Content-Type": "text/event-stream; charset=utf-8", "X-Accel-Buffering": "no"}
        raw = [(key.lower().encode(), value.encode()) for key, value in headers.items()]
        await send({"type": "http.response.start", "status": 200, "headers": raw})
        async with aclosing(self._iterate_events()) as events:
            async for event in events:
                async with asyncio.timeout(SEND_SECONDS):
                    await send({"type": "http.response.body", "body": event, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _iterate_events(self) -> AsyncGenerator[bytes]:
        try:
            async with aclosing(self._searches.run(self._name, self._body)) as messages:
                async for message in messages:
                    yield format_event(message)
            yield format_event(Message("end", b"{}"))
        except (Busy, Stopped, TimeoutError) as error:
            yield format_event(Message("error", json.dumps({"message": describe_failure(error)}).encode()))


def format_event(message: Message) -> bytes:
    """Return a message as a server-sent event; JSON has no line breaks."""
    return b"event: %s\ndata: %s\n\n" % (message.name.encode(), message.content)


def describe_failure(error: Exception) -> str:
    """Say why a task was not done."""
    match error:
        case Busy():
            return "too many requests are waiting; try again later"
        case Stopped():
            return "the server is stopping"
    return "time ran out"


async def _wait_for_disconnect(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _read_body(request: Request) -> bytes:
    """Return the body; raise BodyTooLarge as soon as it is known to be too large, and TimeoutError."""
    announced = request.headers.get("content-length", "0")
    if not announced.isdigit() or int(announced[:20]) > LARGEST_BODY:
        raise BodyTooLarge
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for part in request.stream():
                body += part
                if len(body) > LARGEST_BODY:
                    raise BodyTooLarge
    except ClientDisconnect as error:
        raise TimeoutError from error
    return bytes(body)


def _make_error(status: int, message: str, *, close: bool = False) -> Response:
    headers = {**make_headers(), **({"Connection": "close"} if close else {})}
    return JSONResponse({"error": message}, status, headers)
