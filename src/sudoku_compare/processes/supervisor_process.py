"""The process between this program and one that is not trusted: it starts it, limits it, and ends all of it.

It is the parent of the program and the subreaper of everything that the program starts, so that whatever is orphaned
becomes a child of this process and can be found and ended. It ends everything when its own parent ends. Only one
program runs at a time.

`SupervisorClient` starts it, with `main` as a new interpreter that imports little, and is the other end of the socket.
"""

import ctypes
import errno
import os
import resource
import select
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Any, NamedTuple

from .memory_group import MemoryGroup
from .messages import receive, send
from .process_tree import (
    HAS_PROC,
    KILL_PATIENCE,
    count_cpu,
    has_children,
    list_ended,
    measure_address_space,
    signal_descendants,
)

PR_SET_CHILD_SUBREAPER = 36  # from prctl(2), which the standard library does not offer
GRACE = 2.0  # seconds between SIGTERM and SIGKILL: MiniZinc needs them to stop its own children
POLL = 0.05  # seconds between two looks at the processor time, if it is limited
KILL_PAUSE = 0.0005  # seconds between two rounds of SIGKILL
DEFAULT_SIGNALS = [  # those that Python or a caller may have changed
    getattr(signal, f"SIG{name}") for name in ("PIPE", "XFSZ", "INT", "TERM", "CHLD", "HUP", "QUIT", "ALRM")
]

Serve = Callable[[], None]  # what a forked child does instead of running a program; streams are 0, 1 and 2


class MemoryLimits(NamedTuple):
    """What everything that a supervisor starts may use; None where there is no limit."""

    memory: int | None  # bytes: of address space per process, or in a cgroup of everything together
    file_size: int | None  # bytes of each file that is written
    cgroup: str | None  # a folder of cgroup v2 that is delegated to this user, in which memory is limited


class ProgramEnding(NamedTuple):
    """How the program ended, and what it used, together with everything that it started."""

    code: int  # as in subprocess: negative for a signal
    seconds: float
    cpu: float
    peak: int  # bytes of memory
    is_over_cpu: bool  # ended because its processor time was used up
    is_over_memory: bool  # the system ended it because its cgroup was full


class SupervisorProcess:
    """Serves the requests `start`, `allow` (more processor time) and `stop` until the other end closes the socket."""

    def __init__(self, control: socket.socket, limits: MemoryLimits, serve: Serve | None = None) -> None:
        self._control = control
        self._limits = limits
        self._serve = serve
        self._program: _Program | None = None
        _become_subreaper()
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if limits.file_size is not None:
            _set_limit(resource.RLIMIT_FSIZE, limits.file_size)
        if limits.cgroup is not None:
            _lift_limit(resource.RLIMIT_AS)  # that of a worker, which would count address space as well
        elif limits.memory is not None:
            already = measure_address_space() if serve else 0  # a fork has what its parent has
            _set_limit(resource.RLIMIT_AS, limits.memory + already)
        self._wake, writer = os.pipe()
        os.set_blocking(self._wake, False)
        os.set_blocking(writer, False)
        signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda number, frame: None)

    def run(self) -> None:
        """Say that this process is ready, and serve until the other closes the socket or ends; then end everything."""
        with suppress(OSError):  # raised if the other process has ended
            send(self._control, ("ready",))
            while self._serve_next():
                pass
        kill_all(self._program)

    def _serve_next(self) -> bool:
        """Handle what happens next; return False at the end."""
        is_limited = self._program is not None and self._program.cpu_limit is not None
        ready = self._wait(POLL if is_limited else None)
        self._reap()
        if self._control in ready:
            request = receive(self._control)
            if request is None:
                return False
            self._handle(*request)
        if self._program and self._program.is_over_cpu():
            self._stop()
        return True

    def _wait(self, seconds: float | None) -> list[Any]:
        watched: list[Any] = [self._control, self._wake]
        ready = select.select(watched, [], [], seconds)[0]
        if self._wake in ready:
            while True:
                try:
                    os.read(self._wake, 4096)
                except BlockingIOError:
                    break
        return ready

    def _handle(self, message: tuple[Any, ...], streams: list[int]) -> None:
        kind, *values = message
        if kind == "start":
            command, environment, cpu = values
            self._start(command, environment, cpu, streams)
        elif kind == "allow" and self._program:
            self._program.allow(values[0])
        elif kind == "stop" and self._program:
            self._stop()

    def _start(self, command: list[str], environment: dict[str, str], cpu: float | None, streams: list[int]) -> None:
        limits, group = self._limits, None
        try:
            if limits.cgroup is not None and limits.memory is not None:
                group = MemoryGroup(limits.cgroup, limits.memory)
            start = monotonic()
            serve, control = self._serve, self._control
            child = _fork(serve, streams, control) if serve else _spawn(command, environment, streams)
            self._program = _Program(child, start, cpu, group)
            if group:
                group.add(child)
        except OSError as error:
            kill_all(self._program)
            self._program = None
            if group:
                group.remove()
            send(self._control, ("failed", _explain_start(command, error)))
            return
        finally:
            for stream in streams:
                os.close(stream)
        send(self._control, ("started", child))

    def _reap(self) -> None:
        """Collect what has ended. When the program itself has, end what it left behind and report."""
        if self._program:
            self._program.collect()
            if self._program.code is not None:
                self._finish(self._program)

    def _finish(self, program: "_Program") -> None:
        seconds = program.measure_seconds()
        self._program = None
        kill_all(program)
        send(self._control, ("ended", *program.end(seconds)))

    def _stop(self) -> None:
        """Ask everything to end, wait for the grace period, and end the rest."""
        program = self._program
        if program is None:
            return
        signal_all(signal.SIGTERM, program)
        end = monotonic() + GRACE
        while program.code is None and monotonic() < end:
            if self._control in self._wait(max(0.0, end - monotonic())) and receive(self._control) is None:
                break  # nobody waits any more; any other message comes too late
            program.collect()
        if program.code is None:
            program.code = -signal.SIGKILL
        self._finish(program)


class _Program:
    """The program that runs, and what it and its children have used."""

    def __init__(self, id: int, start: float, cpu: float | None, group: MemoryGroup | None) -> None:
        self.id = id
        self.cpu_limit = cpu
        self._group = group
        self.code: int | None = None
        self.cpu = 0.0  # of what has ended
        self.peak = 0
        self._was_over = False
        self._start = start

    def collect(self) -> None:
        """Collect every child that has ended, and what it used."""
        for ended, status, usage in list_ended():
            self.cpu += usage.ru_utime + usage.ru_stime
            self.peak = max(self.peak, usage.ru_maxrss * (1024 if sys.platform == "linux" else 1))
            if ended == self.id:
                self.code = os.waitstatus_to_exitcode(status)

    def allow(self, seconds: float) -> None:
        """Allow so much processor time from now on."""
        self.cpu_limit = self.cpu + count_cpu() + seconds

    def is_over_cpu(self) -> bool:
        if self.cpu_limit is not None and self.cpu + count_cpu() > self.cpu_limit:
            self._was_over = True
        return self._was_over

    def measure_seconds(self) -> float:
        return monotonic() - self._start

    def end(self, seconds: float) -> ProgramEnding:
        """Return how the program ended, when nothing of it is left."""
        is_over_memory = self._group is not None and self._group.was_full()
        if self._group:
            self._group.remove()
        return ProgramEnding(self.code or 0, seconds, self.cpu, self.peak, self._was_over, is_over_memory)


def kill_all(program: _Program | None) -> None:
    """Kill every descendant, again and again until none is left: they may be starting others."""
    end = monotonic() + KILL_PATIENCE
    while program and monotonic() < end:
        program.collect()
        if not has_children():
            return
        signal_all(signal.SIGKILL, program)
        select.select([], [], [], KILL_PAUSE)


def signal_all(number: int, program: _Program) -> None:
    """Send the signal to every descendant; where these cannot be listed, to the group of the program."""
    if HAS_PROC:
        signal_descendants(number)
    else:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(program.id, number)


def _become_subreaper() -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def _spawn(command: list[str], environment: dict[str, str], streams: list[int]) -> int:
    """Start a program in a session of its own, with these streams as 0, 1 and 2; return its process id.

    It is spawned instead of forked: a fork of an interpreter takes a millisecond, which would be counted as the
    program's.
    """
    moves = [(os.POSIX_SPAWN_DUP2, stream, number) for number, stream in enumerate(streams)]
    return os.posix_spawnp(
        command[0], command, environment, file_actions=moves, setsid=True, setsigmask=[], setsigdef=DEFAULT_SIGNALS
    )


def _explain_start(command: list[str], error: OSError) -> str:
    """Return why a program, or a fork of this process, cannot be started."""
    what, hint = command[0] if command else "memory group", ""
    if error.errno == errno.ENOEXEC:
        hint = "; a script needs a first line such as #!/usr/bin/env python3"
    elif error.errno == errno.ENOENT and os.access(what, os.X_OK):
        hint = "; it exists, but the interpreter in its first line, or its dynamic linker, does not"
    return f"{what}: {error.strerror}{hint}"


def _fork(serve: Serve, streams: list[int], control: socket.socket) -> int:
    """Start a fork of this process that calls `serve`, in a session of its own; return its process id."""
    child = os.fork()
    if child:
        return child
    code = 1
    try:
        os.setsid()
        control.close()
        signal.set_wakeup_fd(-1)
        for number in DEFAULT_SIGNALS:
            signal.signal(number, signal.SIG_DFL)
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
            os.close(stream)
        serve()
        code = 0
    finally:
        os._exit(code)


def _lift_limit(kind: int) -> None:
    """Raise a limit of this process as far as the system allows."""
    hard = resource.getrlimit(kind)[1]
    resource.setrlimit(kind, (hard, hard))


def _set_limit(kind: int, value: int) -> None:
    """Lower a limit of this process, and so of everything that it starts. Nobody can raise it again."""
    hard = resource.getrlimit(kind)[1]
    value = value if hard == resource.RLIM_INFINITY else min(value, hard)
    resource.setrlimit(kind, (value, value))


def main(control: int) -> None:
    """Serve the socket with this number, the only file that stays open; its first message has the limits."""
    os.closerange(3, control)
    os.closerange(control + 1, resource.getrlimit(resource.RLIMIT_NOFILE)[0])
    os.set_inheritable(control, False)
    connection = socket.socket(fileno=control)
    first = receive(connection)
    if first:
        SupervisorProcess(connection, MemoryLimits(*first[0])).run()
