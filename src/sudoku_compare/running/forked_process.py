"""A forked process with a two-way channel to it.

`multiprocessing` offers the same, but importing it takes 12 ms, which is too much for a run of a few thousand puzzles
(`docs/decisions.md` has the measurement).
"""

import marshal
import os
import select
import signal
from collections.abc import Callable
from typing import Any, NoReturn

LENGTH = 4  # bytes before each message that hold its length


class Channel:
    """Sends and receives plain values (`marshal`) through two pipes."""

    def __init__(self, reader: int, writer: int) -> None:
        self._reader = os.fdopen(reader, "rb", 0)
        self._writer = os.fdopen(writer, "wb", 0)

    def fileno(self) -> int:
        """Return the file descriptor that `select` waits for."""
        return self._reader.fileno()

    def is_readable(self, seconds: float | None) -> bool:
        """Wait for a message, or for the end of the other process; return False if neither comes in time."""
        return bool(select.select([self], [], [], seconds)[0])

    def send(self, values: list[Any]) -> None:
        """Send a message; raise BrokenPipeError if the other process has ended."""
        data = marshal.dumps(values)
        message = len(data).to_bytes(LENGTH, "little") + data
        while message:
            message = message[self._writer.write(message) :]

    def receive(self) -> list[Any]:
        """Wait for a message and return it; raise EOFError if the other process has ended."""
        values: list[Any] = marshal.loads(self._read(int.from_bytes(self._read(LENGTH), "little")))
        return values

    def _read(self, length: int) -> bytes:
        data = self._reader.read(length)
        while len(data) < length:
            more = self._reader.read(length - len(data))
            if not more:
                raise EOFError
            data += more
        return data

    def close(self) -> None:
        self._reader.close()
        self._writer.close()


class ForkedProcess:
    """Runs `serve` in a fork of this process, which prints nothing and does not outlive this one."""

    def __init__(self, serve: Callable[[Channel], None]) -> None:
        down, up = os.pipe(), os.pipe()
        alive = os.pipe()  # nothing is ever written to it: it closes when this process ends, for whatever reason
        unblocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # until the child ignores it
        self._id = os.fork()
        if self._id == 0:
            for end in (down[1], up[0], alive[1]):
                os.close(end)
            _run_child(serve, Channel(down[0], up[1]), alive[0])
        signal.pthread_sigmask(signal.SIG_SETMASK, unblocked)
        for end in (down[0], up[1], alive[0]):
            os.close(end)
        self.channel = Channel(up[0], down[1])
        self._alive = alive[1]

    def kill(self) -> None:
        """End the process at once and close the channel."""
        os.kill(self._id, signal.SIGKILL)
        os.waitpid(self._id, 0)
        self.channel.close()
        os.close(self._alive)


def _run_child(serve: Callable[[Channel], None], channel: Channel, alive: int) -> NoReturn:
    import threading

    code = 1
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which then kills this process
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(nowhere, stream)
        threading.Thread(target=_end_with_parent, args=(alive,), daemon=True).start()
        serve(channel)
        code = 0
    finally:
        os._exit(code)


def _end_with_parent(alive: int) -> NoReturn:
    os.read(alive, 1)
    os._exit(1)
