"""What a Dask worker does when it is sent a message: it passes the message on to a process that works.

Messages are handled one after the other, even if the worker has several threads or serves several coordinators: so one
search runs at a time. With one thread they are handled in the order in which they arrive; with several, two that arrive
at about the same time may change places. This module imports little, because every worker loads it.
"""

import asyncio
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
from typing import Any, NamedTuple

from .task_process import REPLY, read_message, write_message

MOST_PROCESSES = 3  # of different runs; the one that was used last is kept longest
REPORTING = 1.0  # seconds that the report of a beginning may take
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
        self._folder = TemporaryDirectory(prefix="sudoku-compare-")  # for the files of the process
        environment = {name: value for name, value in os.environ.items() if name != NOT_INHERITED}
        alive, self._alive = os.pipe()  # nothing is written to it: it closes when this process ends
        code = f"from {__package__}.task_process import serve; serve({alive})"
        command = [sys.executable, "-P", "-c", code]  # -P: import nothing from the current folder
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                pass_fds=[alive],
                env={**environment, "TMPDIR": self._folder.name},
            )
        except OSError:
            os.close(self._alive)
            self._folder.cleanup()
            raise
        finally:
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

    The progress is logged as events under this topic, with the number of the message: first 0, when the tasks begin.
    """
    from distributed import get_worker

    worker: Any = get_worker()

    def note(done: int) -> None:
        if done:
            worker.log_event(topic, [number, done])
        else:
            _report_beginning(worker, topic, number)

    return _turns.submit(_handle, Message(*pickle.loads(message)), note).result()


def _report_beginning(worker: Any, topic: str, number: int) -> None:
    """Report that the tasks of a message begin, and wait until the report has left this process.

    `log_event` would send it a little later. But the first task may end this process at once, and would not be
    blamed if it did not seem to have begun.
    """
    report = worker.scheduler.log_event(topic=topic, msg=[number, 0], reply=False)
    with suppress(Exception):  # if the scheduler cannot be reached, Dask notices that elsewhere
        asyncio.run_coroutine_threadsafe(report, worker.loop.asyncio_loop).result(REPORTING)


def _handle(message: Message, note: Callable[[int], None]) -> bytes:
    readiness = _prepare(message.work)
    if message.tasks is None or not _is_ready(readiness):
        return readiness
    note(0)
    try:
        return _processes[message.work].ask(message.tasks, note)
    except EOFError:
        from .work import ProcessEnded

        return pickle.dumps(ProcessEnded(_drop(message.work)))


def _prepare(work: bytes) -> bytes:
    """Return the readiness of the process that does this work; start it if there is none."""
    if work not in _processes:
        try:
            _start(work)
        except EOFError:
            return _refuse(_drop(work))
        except OSError as error:
            return _refuse(f"cannot start a process: {error.strerror or error}")
    _processes.move_to_end(work)
    readiness = _processes[work].readiness
    if not _is_ready(readiness):
        _processes.pop(work).close()  # what is missing may be there the next time
    return readiness


def _start(work: bytes) -> None:
    """Start a process that does this work, and end the one that was not used for longest if there are too many."""
    while len(_processes) >= MOST_PROCESSES:
        _processes.popitem(last=False)[1].close()
    _processes[work] = process = _TaskProcess()
    process.readiness = process.ask(work)


def _drop(work: bytes) -> str:
    """Forget a process that has ended, and return how it ended."""
    process = _processes.pop(work)
    reason = process.find_end()
    process.close()
    return reason


def _is_ready(readiness: bytes) -> bool:
    """Return whether a process can do its work."""
    return pickle.loads(readiness).machine is not None


def _refuse(problem: str) -> bytes:
    """Return the readiness of a process that could not be started."""
    from .work import Readiness

    return pickle.dumps(Readiness(None, problem))


def _name_signal(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


@atexit.register
def _close_all() -> None:
    for process in _processes.values():
        process.close()
