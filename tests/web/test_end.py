"""How the server ends: quickly, silently, and with everything that it has started."""

import os
import signal
import time
from collections.abc import Callable

import pytest

from processes import is_running, wait_for
from web_server import EASY, LONG_SEARCH, WebServer, read_until, start_server

STREAMS = 20
SECOND = 1.0
BUSY = max(1.0, 2 * os.getloadavg()[0] / (os.cpu_count() or 1))  # how much longer everything may take at the moment


def open_streams(server: WebServer) -> Callable[[], None]:
    """Open many streams, wait until some of them search and others wait; return what closes them."""
    streams = [server.open_stream("uniqueness", **LONG_SEARCH) for _ in range(STREAMS)]
    for stream in streams[8:]:
        read_until(stream, b"event: queued")
    wait_for(lambda: len(server.find_tasks()) >= 8)  # each task has a worker
    return lambda: [stream.close() for stream in streams] and None


def measure_end(processes: list[int], start: float) -> float:
    """Return how long it takes from the start until none of these processes runs."""
    wait_for(lambda: not any(map(is_running, processes)))
    return time.monotonic() - start


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_server_within_a_second_with_open_streams(number: int) -> None:
    with start_server("--searches=8") as server:
        close = open_streams(server)
        everything = [server.process.pid, *server.find_tasks(), server.fork_server]
        start = time.monotonic()
        output, errors = server.stop(number)
        elapsed = time.monotonic() - start
        assert measure_end(everything, start) < SECOND * BUSY
        close()
    print(f"ended {elapsed:.2f} s after signal {number}")
    assert (server.process.returncode, errors) == (0, "")
    assert "Traceback" not in output


def test_no_search_survives_a_killed_server_for_a_second() -> None:
    with start_server("--searches=8") as server:
        close = open_streams(server)
        everything = [*server.find_tasks(), server.fork_server]
        start = time.monotonic()
        server.process.kill()
        elapsed = measure_end(everything, start)
        close()
    print(f"all processes ended {elapsed:.2f} s after the server was killed")
    assert elapsed < SECOND * BUSY


def test_the_server_ends_with_a_message_when_its_task_process_is_killed() -> None:
    with start_server("--searches=8") as server:
        close = open_streams(server)
        everything = [server.process.pid, *server.find_tasks(), server.fork_server]
        start = time.monotonic()
        os.kill(server.fork_server, signal.SIGKILL)
        _, errors = server.process.communicate(timeout=60)
        elapsed = measure_end(everything, start)
        close()
    print(f"ended {elapsed:.2f} s after the process of its tasks")
    assert server.process.returncode == 2
    assert errors.count("\n") == 1
    assert "the process that runs the searches has ended unexpectedly" in errors
    assert elapsed < SECOND * BUSY


def test_ctrl_c_ends_the_server_while_it_is_still_being_prepared() -> None:
    with start_server() as server:
        start = time.monotonic()
        _, errors = server.stop()
        elapsed = time.monotonic() - start
    assert (server.process.returncode, errors) == (0, "")
    assert elapsed < 2 * SECOND * BUSY


def test_a_request_whose_process_is_killed_gets_an_error_and_the_next_one_is_answered() -> None:
    with start_server("--searches=1") as server:
        server.ask("read", text=EASY)  # waits until the server is prepared, which starts processes as well
        wait_for(lambda: not server.find_tasks())
        stream = server.open_stream("uniqueness", **LONG_SEARCH)
        [task, *_] = wait_for(server.find_tasks)
        os.kill(task, signal.SIGKILL)
        assert b"ended unexpectedly" in read_until(stream, b"event: error\n")[-200:] + stream.recv(1 << 16)
        assert [name for name, _ in server.ask("uniqueness", givens=EASY)][-1] == "end"
        wait_for(lambda: not server.find_tasks())
