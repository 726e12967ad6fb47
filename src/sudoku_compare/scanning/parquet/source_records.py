"""Recognize the sources of an interrupted scan: their size, time of change, and a fingerprint of samples."""

import os
import stat
from dataclasses import dataclass
from hashlib import blake2b
from typing import BinaryIO

SAMPLE = 1 << 16  # bytes
SAMPLES = 16  # evenly spread over the file, with its first and its last bytes
DIGEST_SIZE = 16  # bytes


@dataclass(frozen=True, slots=True)
class SourceRecord:
    """What is known about a source of a scan: a path, `-` for standard input, or the text of a puzzle."""

    name: str
    bytes: int | None = None  # None if it is not a file
    modified: int | None = None  # in nanoseconds since 1970
    fingerprint: str | None = None  # None if the source can be read only once

    @property
    def can_be_read_again(self) -> bool:
        """Whether this is not a pipe."""
        return self.fingerprint is not None

    def describe_difference(self, other: "SourceRecord") -> str | None:
        """Return what has changed from this record to the other; None if nothing has."""
        if self.name != other.name:
            return f"the file was {self.name}, now {other.name}"
        if self.bytes != other.bytes:
            return f"{self.name} had {_format_size(self.bytes)}, now {_format_size(other.bytes)}"
        if (self.modified, self.fingerprint) != (other.modified, other.fingerprint):
            return f"{self.name} has been changed"
        return None


def record_source(argument: str) -> SourceRecord:
    """Return the record of a source as it is now."""
    if argument == "-":
        return SourceRecord(argument)
    try:
        with open(argument, "rb") as file:
            return _record_file(argument, file)
    except (OSError, ValueError):  # a file that cannot be read, or the text of a puzzle
        return SourceRecord(argument, fingerprint="")


def _record_file(path: str, file: BinaryIO) -> SourceRecord:
    status = os.fstat(file.fileno())
    if not stat.S_ISREG(status.st_mode):
        return SourceRecord(path)
    return SourceRecord(path, status.st_size, status.st_mtime_ns, _sample(file, status.st_size))


def _sample(file: BinaryIO, size: int) -> str:
    digest = blake2b(digest_size=DIGEST_SIZE)
    last = max(0, size - SAMPLE)
    for offset in sorted({last * number // (SAMPLES - 1) for number in range(SAMPLES)}):
        file.seek(offset)
        digest.update(file.read(SAMPLE))
    return digest.hexdigest()


def _format_size(size: int | None) -> str:
    return "no size" if size is None else f"{size:,} bytes"
