"""Unpack gzip and zstd streams while they are read. The first bytes, not the name, say how a stream is packed."""

import gzip
import io
import zlib
from typing import Any

from ..core.errors import SourceError

GZIP_MAGIC = b"\x1f\x8b"
ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"
PIECE = 1 << 12  # bytes unpacked at once; small, because they may be millions of times larger unpacked

Stream = io.BufferedReader | gzip.GzipFile


class DamagedZstd(EOFError):
    """Raised for a zstd stream that is cut off or invalid."""


DAMAGE = (EOFError, zlib.error, gzip.BadGzipFile)  # what reading a damaged stream raises


def unpack(stream: io.BufferedReader, name: str) -> Stream:
    """Return a stream with the unpacked bytes: the stream itself if it is not packed.

    Raises SourceError if the library that unpacks it is not installed; `name` is that of the stream.
    """
    start = stream.peek(4)
    if start.startswith(GZIP_MAGIC):
        return gzip.GzipFile(fileobj=stream)
    return io.BufferedReader(_ZstdStream(stream, name)) if start.startswith(ZSTD_MAGIC) else stream


def describe_damage(error: Exception) -> str:
    """Return what is wrong with a packed stream whose reading raised this error."""
    return f"damaged {'zstd' if isinstance(error, DamagedZstd) else 'gzip'} file ({error}); compress it again"


class _ZstdStream(io.RawIOBase):
    """Unpacks one frame after the other. The library's own reader does not notice a missing end."""

    def __init__(self, stream: io.BufferedReader, name: str) -> None:
        try:
            import zstandard  # imported late: few files need it
        except ImportError as error:
            message = f"{name}: reading zstd files needs the package zstandard; install sudoku-compare[zstd]"
            raise SourceError(message) from error
        self._library = zstandard
        self._stream = stream
        self._frame: Any = None  # what unpacks the current frame
        self._packed = b""
        self._unpacked = memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._unpacked and self._read_piece():
            self._unpacked = memoryview(self._unpack_piece())
        piece = self._unpacked[: len(buffer)]
        self._unpacked = self._unpacked[len(piece) :]
        buffer[: len(piece)] = piece
        return len(piece)

    def _read_piece(self) -> bool:
        """Return whether there is something to unpack."""
        self._packed = self._packed or self._stream.read1(PIECE)
        if not self._packed and self._frame is not None:
            raise DamagedZstd("the end is missing")
        return bool(self._packed)

    def _unpack_piece(self) -> bytes:
        self._frame = self._frame or self._library.ZstdDecompressor().decompressobj()
        try:
            unpacked: bytes = self._frame.decompress(self._packed)
        except self._library.ZstdError as error:
            raise DamagedZstd(str(error).rpartition(": ")[2]) from error
        self._packed = self._frame.unused_data
        if self._frame.eof:
            self._frame = None
        return unpacked
