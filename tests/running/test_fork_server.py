"""Tasks in forks of a prepared process."""

import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from processes import is_running, time_limit, wait_for
from sudoku_compare.running.fork_server import (
    LENGTH,
    Emit,
    ForkServer,
    Message,
    Task,
    pack_request,
    unpack_message,
)

LARGE = 5_000_000  # bytes


def do(request: Any, emit: Emit) -> None:
    """Do the task of a test: the name of a function below, and its argument."""
    name, argument = request
    {"echo": echo, "send": send, "sleep": sleep, "crash": crash, "fork": fork}[name](argument, emit)


def echo(argument: Any, emit: Emit) -> None:
    emit("echo", argument)


def send(argument: int, emit: Emit) -> None:
    emit("large", b"x" * argument)


def sleep(argument: Any, emit: Emit) -> None:
    emit("process", str(os.getpid()).encode())
    time.sleep(1000)


def crash(argument: Any, emit: Emit) -> None:
    emit("first", b"")
    os.kill(os.getpid(), argument)


def fork(argument: Any, emit: Emit) -> None:
    """Start a child that ignores what a polite program ends at; leave at once if `argument` says so."""
    child = os.fork()
    if child == 0:
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        time.sleep(1000)
    emit("process", str(child).encode())
    if not argument:
        time.sleep(1000)


@pytest.fixture
def server() -> Iterator[ForkServer]:
    with time_limit(), ForkServer(lambda: None, do) as server:
        yield server


def start(server: ForkServer, name: str, argument: Any = b"") -> Task:
    task = server.start()
    task.socket.sendall(pack_request((name, argument)))
    return task


def read(task: Task) -> list[Message]:
    """Return all messages of a task, until its process ends."""
    with task.socket.makefile("rb") as stream:
        return list(iter(lambda: read_one(stream.read), None))  # type: ignore[arg-type]


def read_one(take: Callable[[int], bytes]) -> Message | None:
    head = take(LENGTH)
    return unpack_message(take(int.from_bytes(head, "little"))) if head else None


def read_process(task: Task) -> int:
    """Return the process that a task says it has started."""
    data = b""
    while len(data) < LENGTH or len(data) < LENGTH + int.from_bytes(data[:LENGTH], "little"):
        data += task.socket.recv(1)
    return int(unpack_message(data[LENGTH:]).content)


def test_a_task_gets_its_request_and_its_messages_come_back(server: ForkServer) -> None:
    assert read(start(server, "echo", b"some\nlines")) == [Message("echo", b"some\nlines")]


def test_megabytes_travel_both_ways(server: ForkServer) -> None:
    assert read(start(server, "echo", b"y" * LARGE)) == [Message("echo", b"y" * LARGE)]
    assert read(start(server, "send", LARGE)) == [Message("large", b"x" * LARGE)]


def test_many_tasks_run_at_once(server: ForkServer) -> None:
    tasks = [start(server, "echo", str(number).encode()) for number in range(100)]
    assert [int(read(task)[0].content) for task in tasks] == list(range(100))


def test_a_killed_task_ends_and_others_go_on(server: ForkServer) -> None:
    killed, other = start(server, "sleep"), start(server, "sleep")
    processes = [read_process(killed), read_process(other)]
    server.kill(killed)
    wait_for(lambda: not is_running(processes[0]))
    assert is_running(processes[1])
    server.kill(killed)  # once more does no harm
    assert read(start(server, "echo", b"x"))


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_task_that_crashes_ends_its_messages_and_nothing_else(server: ForkServer, number: int) -> None:
    assert read(start(server, "crash", int(number))) == [Message("first", b"")]
    assert read(start(server, "echo", b"x")) == [Message("echo", b"x")]


def test_a_task_that_raises_prints_a_traceback(tmp_path: Path) -> None:
    def prepare() -> None:
        sys.stderr = (tmp_path / "errors").open("w", buffering=1)

    with time_limit(), ForkServer(prepare, do) as server:
        assert read(start(server, "nothing")) == []
    assert "KeyError: 'nothing'" in (tmp_path / "errors").read_text()


@pytest.mark.parametrize("leaves", [True, False])
def test_what_a_task_has_started_ends_with_it(server: ForkServer, leaves: bool) -> None:
    task = start(server, "fork", leaves)
    child = read_process(task)
    if not leaves:
        assert is_running(child)
        server.kill(task)
    wait_for(lambda: not is_running(child))


def test_all_tasks_end_when_the_server_is_closed() -> None:
    with time_limit(), ForkServer(lambda: None, do) as server:
        processes = [read_process(start(server, name, False)) for name in ("sleep", "fork") * 5]
    wait_for(lambda: not any(map(is_running, processes)))
    assert not is_running(server.id)


def test_all_tasks_end_when_the_process_that_forked_them_is_killed() -> None:
    with time_limit(), ForkServer(lambda: None, do) as server:
        processes = [read_process(start(server, name, False)) for name in ("sleep", "fork") * 5]
        os.kill(server.id, signal.SIGKILL)
        wait_for(lambda: not any(map(is_running, processes)))


def test_a_task_cannot_be_started_when_the_process_has_ended() -> None:
    with time_limit(), ForkServer(lambda: None, do) as server:
        os.kill(server.id, signal.SIGKILL)
        assert socket.socket(fileno=os.dup(server.fileno())).recv(1) == b""  # it can be waited for
        with pytest.raises(OSError, match="Broken pipe"):
            start(server, "echo")


def test_closing_does_not_wait_for_the_preparation() -> None:
    start = time.monotonic()
    with ForkServer(lambda: time.sleep(100), do) as server:
        pass
    assert not is_running(server.id)
    assert time.monotonic() - start < 50


def test_what_is_prepared_is_there_in_each_task(tmp_path: Path) -> None:
    prepared: list[bytes] = []

    def serve(request: Any, emit: Emit) -> None:
        emit("prepared", prepared[0])
        prepared[0] = b"changed"

    with time_limit(), ForkServer(lambda: prepared.append(b"once"), serve) as server:
        assert [read(start(server, "any"))[0].content for _ in range(3)] == [b"once"] * 3
    assert prepared == []


def test_a_task_whose_client_goes_away_before_the_request_ends(server: ForkServer) -> None:
    task = server.start()
    task.socket.close()
    assert read(start(server, "echo", b"x"))
