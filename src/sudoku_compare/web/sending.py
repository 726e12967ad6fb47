"""Messages from a task to the client: JSON values, or one file."""

import json
from typing import Any

from ..running.fork_server import Emit

FILE = "file"  # the name of a message whose content is a file


class Sender:
    """Sends the messages of one task."""

    def __init__(self, emit: Emit) -> None:
        self._emit = emit

    def send(self, name: str, value: Any) -> None:
        """Send a JSON value under a name."""
        self._emit(name, json.dumps(value).encode())

    def send_file(self, name: str, kind: str, content: bytes) -> None:
        """Send a file: its name, its media type and its content."""
        self._emit(FILE, json.dumps([name, kind]).encode() + b"\n" + content)


def split_file(content: bytes) -> tuple[str, str, bytes]:
    """Return the name, the media type and the content of a file that was sent."""
    head, _, data = content.partition(b"\n")
    name, kind = json.loads(head)
    return name, kind, data
