"""The pipes of a running program: read and written as far as they go, never waiting for just one of them."""

import os
import select
from collections.abc import Iterable, Iterator
from contextlib import suppress
from math import ceil

from .supervisor_client import Streams

CHUNK = 1 << 18  # bytes read at once
LARGEST_PIPE = 1 << 20  # bytes that a pipe may hold
KEPT_ERRORS = 4096  # bytes at the end of standard error that are kept


class Pipes:
    """Moves data between a program's pipes and the buffers `output` and `errors`."""

    def __init__(self, streams: Streams, control: int) -> None:
        self.output = bytearray()
        self.errors = b""  # the end of what was written to standard error
        self.received = 0  # bytes of both since `reset`
        self._received_errors = 0  # bytes of standard error since `reset`
        self.is_output_closed = False
        self._streams = streams
        self._control = control  # readable when the program has ended
        self._chunks: Iterator[bytes] = iter(())
        self._unsent = memoryview(b"")
        self._is_input_open = True
        self._closes_input = False
        self._poll = select.poll()
        for stream in (streams.output, streams.errors, control):
            self._poll.register(stream, select.POLLIN)

    def reset(self) -> None:
        """Count what is received from now on."""
        self.received = self._received_errors = 0

    @property
    def recent_errors(self) -> bytes:
        """The end of what was written to standard error since `reset`."""
        return self.errors[-self._received_errors :] if self._received_errors else b""

    def reset_count(self) -> None:
        """Start to count anew what the program writes."""
        self.received = 0

    def send(self, chunks: Iterable[bytes], *, then_close: bool = False) -> None:
        """Send these chunks as fast as the program reads them, while `wait` is called.

        Each is taken when it is needed, so that the program works while the next one is made.
        """
        self._chunks = iter(chunks)
        self._unsent = memoryview(next(self._chunks, b""))
        self._closes_input = then_close
        if self._is_input_open:
            self._push()
            if self._is_input_open and self._unsent:
                self._poll.register(self._streams.input, select.POLLOUT)

    def wait(self, seconds: float | None) -> bool:
        """Move what can be moved now, or wait for something; return whether the program has ended."""
        has_ended = False
        for stream, _ in self._poll.poll(None if seconds is None else ceil(seconds * 1000)):
            if stream == self._streams.output:
                self._pull_output()
            elif stream == self._streams.errors:
                self._pull_errors()
            elif stream == self._control:
                has_ended = True
            else:
                self._push()
        return has_ended

    def take_lines(self, count: int) -> bytes:
        """Remove and return the whole lines at the start of the output, at most this many."""
        end = self.output.rfind(b"\n") + 1
        if self.output.count(b"\n", 0, end) > count:  # the program wrote more than it was asked for
            end = len(b"\n".join(self.output.split(b"\n", count)[:count])) + 1
        lines = bytes(self.output[:end])
        del self.output[:end]
        return lines

    def drain(self) -> None:
        """Read what the pipes still hold, after the program has ended or answered; it may go on writing."""
        for pull in (self._pull_output, self._pull_errors):
            left = LARGEST_PIPE
            while left > 0 and (length := pull()):
                left -= length

    def close(self) -> None:
        self._streams.close()

    def _push(self) -> None:
        try:
            while self._unsent:
                self._unsent = self._unsent[os.write(self._streams.input, self._unsent) :]
                if not self._unsent:
                    self._unsent = memoryview(next(self._chunks, b""))
        except BlockingIOError:
            return
        except BrokenPipeError:  # the program does not want to read any more
            self._unsent = memoryview(b"")
            self._closes_input = True
        with suppress(KeyError):
            self._poll.unregister(self._streams.input)
        if self._closes_input:
            self._is_input_open = False
            os.close(self._streams.input)
            self._streams = self._streams._replace(input=-1)

    def _pull_output(self) -> int:
        data = self._read(self._streams.output)
        if data is not None:
            self.output += data
            self.received += len(data)
            self.is_output_closed = not data
        return len(data or b"")

    def _pull_errors(self) -> int:
        data = self._read(self._streams.errors)
        if data:
            self.received += len(data)
            self._received_errors += len(data)
            self.errors = (self.errors + data)[-KEPT_ERRORS:]
        return len(data or b"")

    def _read(self, stream: int) -> bytes | None:
        """Return what the stream holds, empty at its end, None if it holds nothing yet."""
        try:
            data = os.read(stream, CHUNK)
        except BlockingIOError:
            return None
        if not data:
            with suppress(KeyError):
                self._poll.unregister(stream)
        return data
