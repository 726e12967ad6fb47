"""The process in which a Dask worker does its work: a new interpreter, which has one thread that works.

The worker's own process has threads that talk to the cluster. They would disturb the times of searches, a limit of
memory would hit them, and an engine that crashes would take them with it.
"""

import os
import pickle
import sys
import threading
import traceback
from time import perf_counter
from typing import IO, TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from .work import Do, Readiness, SentWork

LENGTH = 8  # bytes before each message that hold its length
REPLY, PROGRESS = b"r", b"p"  # the first byte of what this process writes
QUIET = 0.1  # seconds between two messages about the progress


def write_message(stream: IO[bytes], data: bytes) -> None:
    """Write a message, with its length before it."""
    stream.write(len(data).to_bytes(LENGTH, "little") + data)
    stream.flush()


def read_message(stream: IO[bytes]) -> bytes:
    """Wait for a message and return it; raise EOFError if the other side has ended."""
    data = stream.read(LENGTH)
    if len(data) == LENGTH:
        length = int.from_bytes(data, "little")
        data = stream.read(length)
        if len(data) == length:
            return data
    raise EOFError


def serve(alive: int) -> None:
    """Reply to the first message, which describes the work, and then to every batch of tasks, until the worker ends.

    `alive` is a pipe that closes when the worker's process ends, for whatever reason.
    """
    threading.Thread(target=_end_with_worker, args=(alive,), daemon=True).start()
    questions, replies = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # only replies go to the worker, not what an engine prints
    try:
        readiness, do = _start(read_message(questions))
        write_message(replies, REPLY + pickle.dumps(readiness))
        while do:
            write_message(replies, REPLY + _do_batch(do, read_message(questions), _Progress(replies)))
    except (EOFError, BrokenPipeError):  # the worker has ended
        os._exit(0)


def _start(message: bytes) -> "tuple[Readiness, Do | None]":
    """Prepare for the work; return no function if that is not possible, and why."""
    from ...core.errors import UserError
    from ..machine import describe_machine
    from .engine_texts import install_engine_files
    from .work import Readiness

    try:
        work: SentWork = pickle.loads(message)
        install_engine_files(work.engine_files)
        return Readiness(describe_machine()), work.remote.start()
    except UserError as error:
        problem = str(error)
    except Exception as error:
        problem = f"{type(error).__name__}: {error}"
    return Readiness(None, problem), None


class _Progress:
    """Writes how many tasks of a batch are done, now and then."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._last = perf_counter()

    def note(self, done: int) -> None:
        now = perf_counter()
        if now - self._last > QUIET:
            self._last = now
            write_message(self._stream, PROGRESS + str(done).encode())


def _do_batch(do: "Do", message: bytes, progress: _Progress) -> bytes:
    """Return a pickled `BatchReply`; outcomes that cannot be pickled are a bug."""
    from .work import BatchReply, Outcome

    start = perf_counter()
    try:
        tasks = pickle.loads(message)
    except Exception:
        return pickle.dumps(BatchReply([], bug=traceback.format_exc()))
    try:
        outcomes = do(tasks, progress.note)
        return pickle.dumps(BatchReply(outcomes, perf_counter() - start))
    except Exception:
        outcomes = [Outcome(bug=traceback.format_exc()) for _ in tasks]
        return pickle.dumps(BatchReply(outcomes, perf_counter() - start))


def _end_with_worker(alive: int) -> NoReturn:
    os.read(alive, 1)
    os._exit(1)
