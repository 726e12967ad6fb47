"""Our end of a supervisor process: start it, have it run a program, learn how that ended, stop it."""

import fcntl
import os
import select
import signal
import socket
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from time import monotonic, sleep
from typing import Any, NamedTuple, NoReturn

from .messages import receive, send
from .process_tree import kill_by_environment
from .supervisor_process import DEFAULT_SIGNALS, MemoryLimits, ProgramEnding, Serve, SupervisorProcess, main

SUPERVISOR_ENDED = "lost its supervisor process"
PIPE_SIZE = 1 << 18  # bytes
STOPPING = 15.0  # seconds that a supervisor may take to stop everything
SHORT_PAUSE = 0.001  # seconds between two looks at a supervisor that is ending
NAME_VARIABLE = "SUDOKU_COMPARE_SUPERVISOR"


class StartError(Exception):
    """Raised when a program cannot be started."""


class Streams(NamedTuple):
    """This process's ends of the program's standard input, output and error; none of them blocks."""

    input: int
    output: int
    errors: int

    def close(self) -> None:
        for stream in self:
            with suppress(OSError):
                os.close(stream)


class SupervisorClient:
    """A supervisor process, which runs one program at a time and ends with this process.

    With `serve`, it is a fork of this process, and the "program" is a further fork that calls `serve`.
    """

    def __init__(self, limits: MemoryLimits, serve: Serve | None = None) -> None:
        """Start the supervisor. Raises StartError."""
        self.limits = limits
        self._control, theirs = _make_sockets()
        self._id: int | None = None
        self._name = f"{os.getpid()}-{token_hex(8)}"  # in the environment of everything that it starts
        self._program = 0  # its process id, which is also the number of its process group
        try:
            with theirs:
                if serve:
                    self._id = _fork_supervisor(theirs, self._control, limits, serve)
                else:
                    self._id = _spawn_supervisor(theirs)
                    send(self._control, tuple(limits))
            self._receive()  # it is ready
        except (OSError, EOFError) as error:
            self.close()
            raise StartError(f"supervisor: {error}") from error

    def start(self, command: Sequence[str], *, cpu: float | None = None) -> tuple[int, Streams]:
        """Start a program; return its process id and its streams. Raises StartError.

        `cpu` is its limit of processor time. The limits of time and of output are up to the caller, who reads it.
        """
        pipes = os.pipe(), os.pipe(), os.pipe()
        theirs = pipes[0][0], pipes[1][1], pipes[2][1]
        ours = Streams(pipes[0][1], pipes[1][0], pipes[2][0])
        # Unbuffered: a Python program that prints a line without flushing it would never be heard.
        variables = {**os.environ, "PYTHONUNBUFFERED": "1", NAME_VARIABLE: self._name}
        try:
            send(self._control, ("start", list(command), variables, cpu), theirs)
            kind, value = self._receive()
        except (OSError, EOFError):
            kind, value = "failed", SUPERVISOR_ENDED
        except BaseException:  # Ctrl-C
            ours.close()
            raise
        finally:
            for stream in theirs:
                os.close(stream)
        if kind == "failed":
            ours.close()
            raise StartError(value)
        for stream in ours:
            os.set_blocking(stream, False)
            _enlarge_pipe(stream)
        self._program = int(value)
        return self._program, ours

    def fileno(self) -> int:
        """Return the file descriptor that `select` waits for: it is readable when the program has ended."""
        return self._control.fileno()

    def allow_cpu(self, seconds: float) -> None:
        """Allow the program so much processor time from now on."""
        with suppress(OSError):  # the supervisor has ended, which the caller will notice
            send(self._control, ("allow", seconds))

    def has_news(self) -> bool:
        """Return whether the program or the supervisor has ended."""
        return self._poll(0.0)

    def _poll(self, seconds: float | None) -> bool:
        poll = select.poll()
        poll.register(self._control, select.POLLIN)
        return bool(poll.poll(None if seconds is None else seconds * 1000))

    def wait(self, seconds: float | None) -> ProgramEnding | None:
        """Wait for the end of the program and of everything that it started.

        Return None if it does not end in time, or if the supervisor has ended.
        """
        if not self._poll(seconds):
            return None
        try:
            _, *values = self._receive()
        except (OSError, EOFError):
            return None
        self._program = 0  # its number may soon be that of another process
        return ProgramEnding(*values)

    def stop(self) -> ProgramEnding | None:
        """End the program and everything that it started; return None if the supervisor does not answer."""
        self._wake()
        try:
            send(self._control, ("stop",))
        except OSError:
            return None
        return self.wait(STOPPING)

    def close(self) -> None:
        """End the supervisor, and with it everything that it has started; a second call does nothing."""
        with suppress(OSError):
            self._control.shutdown(socket.SHUT_RDWR)  # a fork of this process may have a copy of the socket open
        self._control.close()
        self._wake()
        if self._id is not None and _wait_for_end(self._id) != 0:
            self._end_what_it_started()
        self._id = None

    def _wake(self) -> None:
        """Let the supervisor go on if the program has stopped it."""
        if self._id is not None:
            with suppress(ProcessLookupError):
                os.kill(self._id, signal.SIGCONT)

    def _end_what_it_started(self) -> None:
        """Kill what is left of a program that has killed its supervisor."""
        if self._program:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._program, signal.SIGKILL)
        kill_by_environment(f"{NAME_VARIABLE}={self._name}".encode())

    def _receive(self) -> tuple[Any, ...]:
        message = receive(self._control)
        if message is None:
            raise EOFError(SUPERVISOR_ENDED)
        return message[0]


def _make_sockets() -> tuple[socket.socket, socket.socket]:
    """Return two connected sockets. The second one is not a standard stream, not even if these are closed here."""
    ours, theirs = socket.socketpair()
    with theirs:
        return ours, socket.socket(fileno=fcntl.fcntl(theirs, fcntl.F_DUPFD_CLOEXEC, 3))


def _wait_for_end(child: int) -> int:
    """Wait for the end of a child, which is killed if it takes too long; return its exit code, 0 if it is no child."""
    end = monotonic() + STOPPING
    try:
        while (found := os.waitpid(child, os.WNOHANG)) == (0, 0):
            if monotonic() > end:
                os.kill(child, signal.SIGKILL)
            sleep(SHORT_PAUSE)
    except ChildProcessError:
        return 0
    return os.waitstatus_to_exitcode(found[1])


def _enlarge_pipe(stream: int) -> None:
    """Let a pipe hold more, so that a program that answers many questions seldom waits for this process."""
    if hasattr(fcntl, "F_SETPIPE_SZ"):
        with suppress(OSError):  # the user may already have as many large pipes as the system allows
            fcntl.fcntl(stream, fcntl.F_SETPIPE_SZ, PIPE_SIZE)


def _spawn_supervisor(theirs: socket.socket) -> int:
    """Start a new interpreter, which has nothing of this process but one end of the socket."""
    theirs.set_inheritable(True)
    package = str(Path(__file__).parents[2])
    code = f"import sys; sys.path.insert(0, {package!r}); from {main.__module__} import main; main({theirs.fileno()})"
    command = [sys.executable, "-I", "-S", "-c", code]  # nothing of the user's environment, no site packages
    nowhere = [(os.POSIX_SPAWN_OPEN, stream, os.devnull, os.O_RDWR, 0) for stream in range(3)]
    return os.posix_spawn(
        sys.executable,
        command,
        os.environ,
        file_actions=nowhere,
        setsid=True,
        setsigmask=[],
        setsigdef=DEFAULT_SIGNALS,
    )


def _fork_supervisor(theirs: socket.socket, ours: socket.socket, limits: MemoryLimits, serve: Serve) -> int:
    unblocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # until the child ignores it
    child = os.fork()
    if child == 0:
        ours.close()
        _become_supervisor(theirs, limits, serve)
    signal.pthread_sigmask(signal.SIG_SETMASK, unblocked)
    return child


def _become_supervisor(control: socket.socket, limits: MemoryLimits, serve: Serve) -> NoReturn:
    code = 1  # the other end then kills what is left
    try:
        os.setsid()
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(nowhere, stream)
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        for number in DEFAULT_SIGNALS:
            signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_SETMASK, ())
        SupervisorProcess(control, limits, serve).run()
        code = 0
    finally:
        os._exit(code)
