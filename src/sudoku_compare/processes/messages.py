"""Messages between this process and a supervisor: plain values (`marshal`) after their length, and open files."""

import marshal
import os
import socket
from typing import Any

HEADER = 4  # bytes before a message, which hold its length
MOST_STREAMS = 3


def send(control: socket.socket, message: tuple[Any, ...], streams: tuple[int, ...] = ()) -> None:
    """Send a message, and file descriptors with it."""
    data = marshal.dumps(message)
    data = len(data).to_bytes(HEADER, "little") + data
    sent = socket.send_fds(control, [data], streams) if streams else control.send(data)
    if sent < len(data):
        control.sendall(data[sent:])


def receive(control: socket.socket) -> tuple[tuple[Any, ...], list[int]] | None:
    """Return the next message and the file descriptors with it; None if the other process has ended."""
    head, streams, _, _ = socket.recv_fds(control, HEADER, MOST_STREAMS)
    for stream in streams:
        os.set_inheritable(stream, False)  # `recv_fds` ignores the flag that would do so
    head = head and _complete(control, head, HEADER)
    if not head:
        return None
    data = _complete(control, b"", int.from_bytes(head, "little"))
    return (marshal.loads(data), streams) if data else None


def _complete(control: socket.socket, data: bytes, length: int) -> bytes:
    while len(data) < length:
        more = control.recv(length - len(data))
        if not more:
            return b""
        data += more
    return data
