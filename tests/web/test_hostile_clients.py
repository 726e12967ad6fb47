"""Clients that send too much, too slowly, or nothing; that do not read, or go away. The server goes on."""

import json
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from processes import PATIENCE, wait_for
from web_server import EASY, LONG, LONG_SEARCH, WebServer, read_to_end, read_until, reset, start_server

# Waits a second where the command waits for half a minute.
IMPATIENT = "Settings(searches=2, patience=Patience(header=1.0, body=1.0, reading=1.0, connections=600))"
SHORT = 10.0  # seconds that an answer may take on a busy machine; far less than any search of these tests


@pytest.fixture(scope="module")
def server() -> Iterator[WebServer]:
    with start_server(settings=IMPATIENT) as server:
        yield server
        assert server.stop() == ("", "")


@pytest.fixture(autouse=True)
def nothing_is_left(server: WebServer) -> Iterator[None]:
    yield
    wait_for(lambda: not server.find_tasks())
    check_that_it_answers(server)


def check_that_it_answers(server: WebServer) -> None:
    start = time.monotonic()
    assert server.get().status == 200
    assert server.ask("read", text=EASY)[-1] == ("end", {})
    assert time.monotonic() - start < SHORT


def test_a_large_body_is_refused_when_it_is_announced(server: WebServer) -> None:
    with server.connect() as connection:
        connection.sendall(server.format_post("read", b"", **{"Content-Length": "10000000"}))
        assert read_to_end(connection).split()[1] == b"413"


def test_a_large_body_that_is_not_announced_is_refused_on_the_way(server: WebServer) -> None:
    head = server.format_post("read", b"", **{"Transfer-Encoding": "chunked"}).replace(b"Content-Length: 0\r\n", b"")
    chunk = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
    sent = 0
    with server.connect() as connection:
        connection.sendall(head)
        reply = b""
        try:
            for _ in range(160):  # 10 MB
                connection.sendall(chunk)
                sent += 0x10000
        except (BrokenPipeError, ConnectionResetError):
            pass  # it does not read further
        else:
            reply = read_to_end(connection)
    assert sent < 10_000_000 or reply.split()[1] == b"413"


@pytest.mark.parametrize("length", ["10", "1000"])
def test_a_body_that_does_not_end_is_refused_in_time(server: WebServer, length: str) -> None:
    with server.connect() as connection:
        connection.sendall(server.format_post("read", b"{", **{"Content-Length": length}))
        assert read_to_end(connection).split()[1] == b"408"


def test_a_body_that_arrives_byte_by_byte_is_refused_in_time(server: WebServer) -> None:
    with server.connect() as connection:
        connection.sendall(server.format_post("read", b"", **{"Content-Length": "1000"}))
        assert drip(connection, b"x").split()[1:2] in ([b"408"], [])


@pytest.mark.parametrize("is_first", [True, False])
def test_a_header_that_arrives_byte_by_byte_ends_the_connection(server: WebServer, is_first: bool) -> None:
    with server.connect() as connection:
        if not is_first:
            connection.sendall(f"GET /nothing HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())
            read_until(connection, b"Not found")
        assert drip(connection, b"G") == b""


def drip(connection: socket.socket, byte: bytes) -> bytes:
    """Send single bytes until the server closes the connection; return what it sent. Fails if it goes on for ever."""
    connection.settimeout(0.1)
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            connection.sendall(byte)
            return read_to_end(connection)
        except TimeoutError:
            continue
        except (BrokenPipeError, ConnectionResetError):
            return b""
    raise AssertionError("the server reads for ever")


def test_a_body_that_is_longer_than_announced_ends_the_connection(server: WebServer) -> None:
    reply = server.send_raw(server.format_post("read", b"{}" + b"x" * 100, **{"Content-Length": "2"}))
    assert b"event: end" not in reply


def test_a_client_that_sends_more_during_a_search_is_cut_off(server: WebServer) -> None:
    with server.open_stream("uniqueness", **LONG_SEARCH) as stream:
        wait_for(server.find_tasks)
        stream.sendall(b"GET / HTTP/1.1\r\n")
        read_to_end(stream)
        wait_for(lambda: not server.find_tasks())


def test_silent_connections_are_closed_in_time(server: WebServer) -> None:
    with ExitStack() as stack:
        idle = [stack.enter_context(server.connect()) for _ in range(100)]
        assert {read_to_end(connection) for connection in idle} == {b""}


def test_the_longest_silent_connection_makes_room_for_a_new_one() -> None:
    settings = "Settings(patience=Patience(connections=50))"
    with start_server(settings=settings) as server, ExitStack() as stack:
        idle = [stack.enter_context(server.connect()) for _ in range(1000)]
        check_that_it_answers(server)
        assert read_to_end(idle[0]) == b""


def test_a_search_ends_when_its_client_goes_away(server: WebServer) -> None:
    for leave in (socket.socket.close, reset):
        stream = server.open_stream("uniqueness", **LONG_SEARCH)
        wait_for(server.find_tasks)
        leave(stream)
        wait_for(lambda: not server.find_tasks())


def test_a_file_is_not_made_for_a_client_that_has_gone(server: WebServer) -> None:
    stream = server.open_stream("certificate", **LONG_SEARCH)
    wait_for(server.find_tasks)
    stream.close()
    wait_for(lambda: not server.find_tasks())


def test_a_client_that_goes_away_while_it_waits_leaves_the_queue(server: WebServer) -> None:
    running = [server.open_stream("uniqueness", **LONG_SEARCH) for _ in range(2)]
    wait_for(lambda: len(server.find_tasks()) >= 2)
    waiting = [server.open_stream("uniqueness", givens=EASY) for _ in range(2)]
    for number, stream in enumerate(waiting):
        read_until(stream, b'event: queued\ndata: {"before": %d}' % number)
    reset(waiting[0])
    read_until(waiting[1], b'{"before": 0}')
    running[0].close()
    read_until(waiting[1], b"event: end")
    for stream in (running[1], waiting[1]):
        stream.close()


def test_a_client_that_does_not_read_is_cut_off(server: WebServer) -> None:
    text = f"{LONG}\n" * 1000
    assert len(server.post("read", json.dumps({"text": text}).encode()).body) > 700_000  # more than the system keeps
    wait_for(lambda: not server.count_connections())
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.connect((server.host, server.port))
        connection.settimeout(PATIENCE)
        connection.sendall(server.format_post("read", json.dumps({"text": text}).encode()))
        wait_for(server.count_connections)
        wait_for(lambda: not server.count_connections())
        assert b"event: end" not in read_to_end(connection)


@pytest.mark.parametrize("number", [60, pytest.param(500, marks=pytest.mark.slow)])
def test_many_streams_at_once_leave_the_server_free_to_answer(server: WebServer, number: int) -> None:
    streams = [server.open_stream("uniqueness", **LONG_SEARCH) for _ in range(number)]
    for stream in streams[2:]:
        read_until(stream, b"event: queued")
    check_that_it_answers(server)
    for place, stream in enumerate(streams):
        (reset if place % 2 else socket.socket.close)(stream)


def test_further_requests_are_refused_when_too_many_wait() -> None:
    settings = "Settings(searches=1)"
    with start_server(settings=settings) as server, ExitStack() as stack:
        streams = [stack.enter_context(server.open_stream("uniqueness", **LONG_SEARCH)) for _ in range(501)]
        read_until(streams[-1], b"event: queued")
        assert server.find_error("uniqueness", givens=EASY) == "too many requests are waiting; try again later"


def test_a_task_that_takes_too_long_is_ended() -> None:
    settings = "Settings(longest=0.1, patience=Patience(quick=0.01))"
    with start_server(settings=settings) as server:
        server.ask("uniqueness", givens=EASY)  # waits until the server is prepared
        assert server.find_error("engines") == "time ran out"
        wait_for(lambda: not server.find_tasks())
