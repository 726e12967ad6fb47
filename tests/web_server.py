"""Servers in tests: start one as a user does, send it requests, and look at its processes."""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from conftest import PROGRAM, ROOT
from processes import PATIENCE, find_children, is_running

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
LONG = "1" + "." * 624  # an almost empty board of 25x25, which `backtrack` does not settle within minutes
LONG_SEARCH = {"givens": LONG, "engines": ["backtrack"]}
# Starts a server with settings that the command has no options for.
SCRIPT = """
import sys
from pathlib import Path
from sudoku_compare.web.server import Address, serve
from sudoku_compare.web.settings import Patience, Settings
serve(Address(port=0), {settings}, lambda url: print("The page is at", url, flush=True))
"""

Event = tuple[str, Any]


@dataclass(frozen=True)
class Reply:
    """What a server answers."""

    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def value(self) -> Any:
        return json.loads(self.body)

    @property
    def events(self) -> list[Event]:
        return list(split_events(self.body))


def split_events(body: bytes) -> Iterator[Event]:
    """Yield the events of a stream that has arrived."""
    for text in body.decode().split("\n\n")[:-1]:
        event, data = text.split("\n")
        yield event.removeprefix("event: "), json.loads(data.removeprefix("data: "))


@dataclass(frozen=True)
class WebServer:
    """A running server."""

    process: "subprocess.Popen[str]"
    port: int
    token: str
    host: str = "127.0.0.1"

    @property
    def address(self) -> str:
        """The address of the page without the token."""
        return f"http://{self.host}:{self.port}/"

    @property
    def url(self) -> str:
        """The address of the page with the token."""
        return f"{self.address}#token={self.token}"

    @property
    def headers(self) -> dict[str, str]:
        return {"Content-Type": "application/json", "X-Sudoku-Compare-Token": self.token}

    def request(self, method: str, path: str, body: bytes | None = None, **headers: str) -> Reply:
        """Send a request with these headers (`_` for `-`), and return the answer."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=PATIENCE)
        try:
            connection.request(method, path, body, {name.replace("_", "-"): text for name, text in headers.items()})
            response = connection.getresponse()
            return Reply(response.status, response.headers, response.read())
        finally:
            connection.close()

    def get(self, path: str = "/", **headers: str) -> Reply:
        return self.request("GET", path, **headers)

    def post(self, name: str, body: bytes, /, **headers: str) -> Reply:
        own = {name.replace("-", "_"): text for name, text in self.headers.items()}
        return self.request("POST", f"/api/{name}", body, **{**own, **headers})

    def ask(self, name: str, /, **fields: Any) -> list[Event]:
        """Start a task, and return its messages."""
        return self.post(name, json.dumps(fields).encode()).events

    def find_error(self, name: str, /, **fields: Any) -> str:
        """Return the error of a task that fails."""
        [*_, (last, value)] = self.ask(name, **fields)
        assert last == "error", last
        message: str = value["message"]
        return message

    def open_stream(self, name: str, /, **fields: Any) -> socket.socket:
        """Start a task, and return the connection on which its messages arrive."""
        connection = self.connect()
        connection.sendall(self.format_post(name, json.dumps(fields).encode()))
        return connection

    def connect(self) -> socket.socket:
        return socket.create_connection((self.host, self.port), timeout=PATIENCE)

    def format_post(self, name: str, body: bytes, **headers: str) -> bytes:
        """Return a request as the bytes of HTTP; `headers` replace its own."""
        own = {"Host": f"{self.host}:{self.port}", **self.headers, "Content-Length": str(len(body)), **headers}
        lines = [f"POST /api/{name} HTTP/1.1", *(f"{name}: {text}" for name, text in own.items())]
        return "\r\n".join([*lines, "", ""]).encode() + body

    def send_raw(self, data: bytes) -> bytes:
        """Send bytes, and return all that comes back until the server closes the connection."""
        with self.connect() as connection:
            connection.sendall(data)
            return read_to_end(connection)

    @property
    def fork_server(self) -> int:
        [found] = find_children(self.process.pid)
        return found

    def find_tasks(self) -> list[int]:
        """Return the processes of all tasks and whatever they have started."""
        return [one for child in find_children(self.process.pid) for one in list_descendants(child)]

    def count_connections(self) -> int:
        """Return how many connections the server has open: 0A is a socket that listens."""
        own = {str(path.readlink())[8:-1] for path in Path(f"/proc/{self.process.pid}/fd").iterdir() if is_socket(path)}
        rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
        return sum(row[9] in own and row[1].endswith(f":{self.port:04X}") and row[3] != "0A" for row in rows)

    def stop(self, number: int = signal.SIGINT) -> tuple[str, str]:
        """Send a signal, wait for the end, and return what was written to standard output and standard error."""
        self.process.send_signal(number)
        return self.process.communicate(timeout=PATIENCE)


def list_descendants(process: int) -> list[int]:
    """Return all processes below this one that still run."""
    children = find_children(process)
    return [one for one in children if is_running(one)] + [below for one in children for below in list_descendants(one)]


def is_socket(path: Path) -> bool:
    try:
        return str(path.readlink()).startswith("socket:[")
    except FileNotFoundError:
        return False


def read_to_end(connection: socket.socket) -> bytes:
    data = b""
    try:
        while more := connection.recv(1 << 16):
            data += more
    except ConnectionResetError:
        pass
    return data


def read_until(connection: socket.socket, text: bytes) -> bytes:
    """Return what arrives until it contains this text."""
    data = b""
    while text not in data:
        more = connection.recv(1 << 16)
        assert more, f"expected {text!r}, found {data!r}"
        data += more
    return data


def reset(connection: socket.socket) -> None:
    """Close a connection without saying goodbye."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
    connection.close()


def choose_puzzles(number: int) -> list[str]:
    """Return puzzles of all shipped files, spread evenly: all verdicts, and boards of several sizes."""
    files = [path.read_text().splitlines() for path in sorted((ROOT / "data").glob("*.txt"))]
    lines = [line for lines in files for line in lines if line.strip() and not line.startswith("#")]
    return [lines[place * len(lines) // number].partition(":")[0].split()[0] for place in range(number)]


@contextmanager
def start_server(*arguments: str, settings: str | None = None, folder: Path | None = None) -> Iterator[WebServer]:
    """Start the command with these arguments, or the server with other settings; end it at last."""
    script = SCRIPT.format(settings=settings)
    command = [sys.executable, "-c", script] if settings else [PROGRAM, "serve", "--no-browser", "--port=0", *arguments]
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=folder,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    try:
        assert process.stdout
        line = process.stdout.readline()
        assert "#token=" in line, process.communicate()
        if not settings:  # what is read here is not lost in a buffer at the end
            assert "Press Ctrl-C to stop.\n" in iter(process.stdout.readline, "")
        address, _, token = line.split()[-1].partition("/#token=")
        yield WebServer(process, int(address.rpartition(":")[2]), token)
    finally:
        process.kill()
        process.communicate()
