"""A process that has loaded what many tasks need, and forks itself for each of them.

A server cannot fork its own process: it has threads and open connections. So it starts this process first, which has
neither. A task starts within milliseconds, with every engine loaded, shares nothing with earlier tasks, and can be
killed together with everything that it has started.

A task gets its request through a socket, and sends messages back: a name and a content of bytes each. When this process
ends, for whatever reason, so do its tasks.
"""

import fcntl
import json
import marshal
import os
import select
import signal
import socket
import traceback
from collections.abc import Callable
from contextlib import suppress
from time import monotonic, sleep
from typing import Any, NamedTuple, NoReturn, Self

LENGTH = 4  # bytes before each message that hold its length
START, KILL = b"s", b"k"
NUMBER = 8  # bytes of the number of a task
LONGEST_REQUEST = 1 << 28
CLOSING = 0.5  # seconds that the process may take to end its tasks

Emit = Callable[[str, bytes], None]
Serve = Callable[[Any, Emit], None]  # does one task


class Message(NamedTuple):
    """What a task sends."""

    name: str
    content: bytes


class Task(NamedTuple):
    """A running task: its number, and the socket on which its messages arrive."""

    number: int
    socket: socket.socket


class ForkServer:
    """Starts tasks in forks of a process that `prepare` has prepared; `serve` does a task.

    Create it while this process has a single thread and no connections.
    """

    def __init__(self, prepare: Callable[[], None], serve: Serve) -> None:
        self._control, theirs = socket.socketpair()
        self._tasks = 0
        self.id = os.fork()
        if self.id == 0:
            self._control.close()
            _run_server(theirs, prepare, serve)
        theirs.close()

    def fileno(self) -> int:
        """Return the file descriptor that becomes readable when the server process has ended."""
        return self._control.fileno()

    def start(self) -> Task:
        """Start a task, which waits for its request: `pack_request`. Raises OSError if the server process has ended."""
        self._tasks += 1
        mine, theirs = socket.socketpair()
        with theirs:
            try:
                message = START + self._tasks.to_bytes(NUMBER, "little")
                socket.send_fds(self._control, [message], [theirs.fileno()])
            except OSError:
                mine.close()
                raise
        return Task(self._tasks, mine)

    def kill(self, task: Task) -> None:
        """End a task and everything that it has started; a task that has ended stays as it is."""
        task.socket.close()
        with suppress(OSError):
            self._control.sendall(KILL + task.number.to_bytes(NUMBER, "little"))

    def close(self) -> None:
        """End all tasks and the process that forks them, even if it is still being prepared."""
        self._control.close()
        end = monotonic() + CLOSING
        with suppress(ChildProcessError):
            while os.waitpid(self.id, os.WNOHANG) == (0, 0):
                if monotonic() > end:
                    os.kill(self.id, signal.SIGKILL)
                sleep(0.005)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def pack(data: bytes) -> bytes:
    """Return data with its length before it."""
    return len(data).to_bytes(LENGTH, "little") + data


def pack_request(request: Any) -> bytes:
    """Return what the socket of a task must be sent; `request` consists of plain values."""
    return pack(marshal.dumps(request))


def unpack_message(data: bytes) -> Message:
    """Return the message that a task has sent as this data."""
    name, _, content = data.partition(b"\n")
    return Message(name.decode(), content)


def _run_server(control: socket.socket, prepare: Callable[[], None], serve: Serve) -> NoReturn:
    """In the new process: prepare, then fork until the other end of the control socket is closed."""
    try:
        os.setsid()  # Ctrl-C is for the parent
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_DFL)
        _close_standard_streams()
        prepare()
        _Children(control, serve).run()
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(0)


def _close_standard_streams() -> None:
    """Connect standard input and output to nothing; standard error stays, for tracebacks."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1):
        os.dup2(nowhere, stream)
    os.close(nowhere)


class _Child(NamedTuple):
    """The process of a task, and our end of a pipe. The task ends when that end closes."""

    id: int
    end: int


class _Children:
    """In the fork server: the processes of the tasks that run. Each leads a process group, which is killed whole."""

    def __init__(self, control: socket.socket, serve: Serve) -> None:
        self._control = control
        self._serve = serve
        self._processes: dict[int, _Child] = {}  # by the number of the task

    def run(self) -> None:
        """Obey the commands until the control socket is closed, then end all tasks."""
        control = self._control.fileno()
        woken, wakes = os.pipe()
        os.set_blocking(wakes, False)
        signal.signal(signal.SIGCHLD, lambda number, frame: None)
        signal.set_wakeup_fd(wakes, warn_on_full_buffer=False)
        while True:
            ready, _, _ = select.select([control, woken], [], [])
            if woken in ready:
                os.read(woken, 4096)
                self._reap()
            if control in ready and not self._obey():
                break
        for child in self._processes.values():  # all of them, before waiting for any
            _kill_group(child.id)
        for number in list(self._processes):
            self._kill(number)

    def _obey(self) -> bool:
        """Carry out one command; return False if there are no more."""
        size = 1 + NUMBER
        data, streams, _, _ = socket.recv_fds(self._control, size, 1)
        while data and len(data) < size:
            more, others, _, _ = socket.recv_fds(self._control, size - len(data), 1)
            data, streams = data + more, streams + others
            if not more:
                return False
        if not data:
            return False
        number = int.from_bytes(data[1:], "little")
        if data[:1] == KILL:
            self._kill(number)
        elif streams:  # there is none if this process may not open more files: the client sees its end closed
            self._start(number, socket.socket(fileno=streams[0]))
        return True

    def _start(self, number: int, stream: socket.socket) -> None:
        ends: tuple[int, ...] = ()
        with stream:
            try:
                ends = alive, end = os.pipe()
                child = os.fork()
            except OSError as error:  # too many files or processes
                for one in ends:
                    os.close(one)
                _refuse(stream, error)
                return
            if child == 0:
                self._control.close()
                for other in (end, *(running.end for running in self._processes.values())):
                    os.close(other)
                _run_task(stream, self._serve, alive)
            os.close(alive)
            with suppress(OSError):  # the child does the same; whoever is first
                os.setpgid(child, child)
        self._processes[number] = _Child(child, end)

    def _kill(self, number: int) -> None:
        if child := self._processes.pop(number, None):
            _kill_group(child.id)
            os.close(child.end)
            with suppress(ChildProcessError):
                os.waitpid(child.id, 0)

    def _reap(self) -> None:
        """Note which tasks have ended, and kill what they have left behind."""
        for number, child in list(self._processes.items()):
            info = os.waitid(os.P_PID, child.id, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            if info is not None:  # still a zombie, so that its group cannot be another one
                self._kill(number)


def _refuse(stream: socket.socket, error: OSError) -> None:
    """Tell the client of a task why its process cannot be started."""
    content = json.dumps({"message": f"cannot start a process: {error.strerror}"})
    with suppress(OSError):
        stream.sendall(pack(f"error\n{content}".encode()))


def _kill_group(process: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process, signal.SIGKILL)


def _run_task(stream: socket.socket, serve: Serve, alive: int) -> NoReturn:
    """In the process of a task: do it, and leave."""
    code = 1
    try:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        with suppress(OSError):
            os.setpgid(0, 0)
        _end_with(alive)
        length = int.from_bytes(_read(stream, LENGTH), "little")
        request = marshal.loads(_read(stream, min(length, LONGEST_REQUEST)))

        def emit(name: str, content: bytes) -> None:
            stream.sendall(pack(name.encode() + b"\n" + content))

        serve(request, emit)
        code = 0
    except (EOFError, BrokenPipeError, ConnectionResetError):
        pass  # nobody waits for the answer any more
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(code)


def _end_with(alive: int) -> None:
    """Have the system end the process group of this task when the other end of a pipe is closed.

    SIGIO ends a process that does not handle it. A thread that waits for the end would do as well, but a task forks
    workers, and a process that forks should have no threads.
    """
    with suppress(OSError):  # not every system has signals for pipes
        fcntl.fcntl(alive, fcntl.F_SETOWN, -os.getpgrp())
        fcntl.fcntl(alive, fcntl.F_SETFL, fcntl.fcntl(alive, fcntl.F_GETFL) | os.O_ASYNC)
    if select.select([alive], [], [], 0)[0]:
        raise EOFError


def _read(stream: socket.socket, length: int) -> bytes:
    data = bytearray()
    while len(data) < length:
        more = stream.recv(length - len(data))
        if not more:
            raise EOFError
        data += more
    return bytes(data)
