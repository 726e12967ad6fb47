"""What a Dask worker does when it is sent a message: it passes the message on to a process that works.

Messages are handled one after the other, in the order in which they arrive, even if the worker has several threads or
serves several coordinators: so one search runs at a time. This module imports little, because every worker loads it.
"""

import atexit
import os
import pickle
import signal
import subprocess
import sys
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from tempfile import TemporaryDirectory
from typing import NamedTuple

from .task_process import REPLY, read_message, write_message

MOST_PROCESSES = 3  # of different runs; the one that was used last is kept longest
STOPPING = 5.0  # seconds to wait for the end of a process whose pipe has closed
# Dask sets this for its workers. It returns freed memory to the system at once, which makes searches 15% slower.
NOT_INHERITED = "MALLOC_TRIM_THRESHOLD_"


class Message(NamedTuple):
    """What a coordinator sends: the work, and the tasks to do. Both are pickled for the process that works."""

    work: bytes
    tasks: bytes | None  # None to prepare only


class _TaskProcess:
    """A process that works, as its worker sees it."""

    readiness = b""  # the reply to its first message

    def __init__(self) -> None:
        alive, self._alive = os.pipe()  # nothing is written to it: it closes when this process ends
        code = f"from {__package__}.task_process import serve; serve({alive})"
        command = [sys.executable, "-P", "-c", code]  # -P: import nothing from the current folder
        self._folder = TemporaryDirectory(prefix="sudoku-compare-")  # for the files of the process
        environment = {name: value for name, value in os.environ.items() if name != NOT_INHERITED}
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            pass_fds=[alive],
            env={**environment, "TMPDIR": self._folder.name},
        )
        os.close(alive)

    def ask(self, message: bytes, note: Callable[[int], None] = lambda done: None) -> bytes:
        """Return the reply; raise EOFError if the process ends instead.

        `note` is called with the number of tasks that are done, now and then.
        """
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            write_message(self._process.stdin, message)
        except BrokenPipeError:
            raise EOFError from None
        while True:
            answer = read_message(self._process.stdout)
            if answer[:1] == REPLY:
                return answer[1:]
            note(int(answer[1:]))

    def find_end(self) -> str:
        """Return in words how the process ended."""
        try:
            code = self._process.wait(STOPPING)
        except subprocess.TimeoutExpired:
            return "its process closed its output"
        return f"its process was ended by {_name_signal(-code)}" if code < 0 else f"its process exited with {code}"

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.wait()
        with suppress(OSError):
            os.close(self._alive)
        for stream in (self._process.stdin, self._process.stdout):
            with suppress(OSError):
                stream and stream.close()
        with suppress(OSError):
            self._folder.cleanup()


_processes: "OrderedDict[bytes, _TaskProcess]" = OrderedDict()
_turns = ThreadPoolExecutor(max_workers=1, thread_name_prefix="sudoku-compare")


def handle(message: bytes, number: int, topic: str) -> bytes:
    """Reply to a message: a pickled `Readiness`, `BatchReply` or `ProcessEnded`.

    The progress is logged as events under this topic, with the number of the message.
    """
    from distributed import get_worker

    worker = get_worker()

    def note(done: int) -> None:
        worker.log_event(topic, [number, done])

    return _turns.submit(_handle, Message(*pickle.loads(message)), note).result()


def _handle(message: Message, note: Callable[[int], None]) -> bytes:
    try:
        process = _find_process(message.work)
        if message.tasks is not None:
            return process.ask(message.tasks, note)
        if _is_ready(process.readiness):
            return process.readiness
        del _processes[message.work]  # what is missing may be there the next time
        process.close()
        return process.readiness
    except EOFError:
        from .work import ProcessEnded

        process = _processes.pop(message.work)
        reason = process.find_end()
        process.close()
        return pickle.dumps(ProcessEnded(reason))


def _is_ready(readiness: bytes) -> bool:
    """Return whether a process can do its work."""
    return pickle.loads(readiness).machine is not None


def _find_process(work: bytes) -> _TaskProcess:
    """Return the process that does this work; start it if there is none, and end one that is not used."""
    if work not in _processes:
        while len(_processes) >= MOST_PROCESSES:
            _processes.popitem(last=False)[1].close()
        _processes[work] = process = _TaskProcess()
        process.readiness = process.ask(work)
    _processes.move_to_end(work)
    return _processes[work]


def _name_signal(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


@atexit.register
def _close_all() -> None:
    for process in _processes.values():
        process.close()
