"""Start the server: first the process that does the tasks, which must inherit no connection, then the HTTP server."""

import asyncio
import ipaddress
import resource
import secrets
import socket
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from ..core.errors import OptionError, UserError
from ..running.fork_server import ForkServer
from .preparation import prepare
from .settings import Settings
from .tasks import make_server_function

USUAL_PORT = 8350
SEND_BUFFER = 1 << 18  # bytes that the system keeps for a client that does not read; by itself it would keep megabytes
ENDED = "the process that runs the searches has ended unexpectedly; start the server again"


class ServerError(UserError):
    """Raised when a server cannot go on."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where the server listens."""

    host: str = "127.0.0.1"
    port: int | None = None  # None for the usual one, or any if that is taken

    @property
    def is_local(self) -> bool:
        """Whether only this machine can reach it."""
        return self.host == "localhost" or _is_loopback(self.host)

    @property
    def shown(self) -> str:
        """The host as this machine's browser can open it, as it stands in an address."""
        host = {"0.0.0.0": "127.0.0.1", "localhost": "127.0.0.1", "::": "::1"}.get(self.host, self.host)
        return f"[{host}]" if ":" in host else host


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def serve(address: Address, settings: Settings, announce: Callable[[str], None]) -> None:
    """Serve until Ctrl-C. `announce` gets the address of the page, with its token, as soon as it can be opened.

    Raises OptionError if the server cannot listen there, and ServerError if the process that runs the tasks ends.
    """
    with ForkServer(prepare, make_server_function(settings)) as tasks, _listen(address) as listener:
        _run(listener, tasks, settings, address, announce)


def _listen(address: Address) -> socket.socket:
    """Return a socket that listens at the address."""
    ports = [USUAL_PORT, 0] if address.port is None else [address.port]
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    for port in ports:
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)  # inherited by connections
        try:
            listener.bind((address.host, port))
            listener.listen(256)
        except (OSError, TypeError) as error:
            listener.close()
            reason = getattr(error, "strerror", None) or str(error)  # a TypeError for what cannot be a host name
            continue
        return listener
    raise OptionError(f"cannot listen at {address.host} port {ports[0]}: {reason}")


def _run(
    listener: socket.socket, tasks: ForkServer, settings: Settings, address: Address, announce: Callable[[str], None]
) -> None:
    from .app import Api
    from .guard import Guard
    from .http_server import HttpServer
    from .searches import Searches

    _allow_many_connections(settings.patience.connections)
    token, port = secrets.token_urlsafe(24), listener.getsockname()[1]
    guard = Guard(token, port, _list_names(address), allows_addresses=not address.is_local)
    searches = Searches(tasks, settings)
    app = Api(searches, settings.patience).make_app(guard)
    server = HttpServer(app, searches.stop, settings.patience)
    url = f"http://{address.shown}:{port}/#token={token}"
    asyncio.run(server.serve_until_stopped(listener, tasks, lambda: announce(url)))
    if server.has_lost_tasks:
        raise ServerError(ENDED)


def _list_names(address: Address) -> frozenset[str]:
    """Return the names, besides those of this machine for itself, under which the server may be asked."""
    return frozenset({address.shown.lower(), *(() if address.is_local else (socket.gethostname().lower(),))})


def _allow_many_connections(number: int) -> None:
    """Raise the limit of open files, so that many open connections do not keep the server from answering."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 4 * number
    if soft != resource.RLIM_INFINITY and soft < wanted:
        limit = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
