"""Open a source of puzzles (a file, standard input or text) and read it as numbered lines.

Lines are read one by one, even from a compressed file, so memory does not grow with the file.
"""

import io
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from ..core.errors import PuzzleError, SourceError
from ..core.puzzle import EMPTY_SYMBOLS, Puzzle
from ..core.text import make_printable
from ..native.buffers import make_buffer
from .compression import DAMAGE, Stream, describe_damage, unpack

LONGEST_LINE = 1 << 20  # bytes; the longest puzzle and its solution, 100x100 in numbers, need 80,000
START = 1 << 20  # bytes at the start that decide the format
LARGEST_DOCUMENT = 1 << 26  # bytes; a document that has to be read as a whole may not be larger
SPARE = 1024  # extra bytes in a buffer, so that the rest of the last line usually fits without a copy
SAMPLE = 1024  # bytes at the start that show whether a file is text
LINE_END = " \r\n"  # not tabs: in a table, they end empty fields
UTF8_MARK = b"\xef\xbb\xbf"
UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")


class Block(NamedTuple):
    """Whole lines with their line ends; `decode_line` decodes one of them."""

    data: bytearray
    next_offset: int | None  # where the next block starts in the file; None if reading cannot start there
    next_size: int  # about how many bytes the next block has


@dataclass(frozen=True)
class Source:
    """A readable stream of bytes, with its name for messages."""

    name: str
    stream: io.BufferedReader
    size: int | None = None  # in bytes; None if the stream is not a file

    def split_start(self, is_enough: Callable[[bytes], bool]) -> "tuple[bytes, bool, Source]":
        """Return the first bytes, unpacked; whether nothing follows them; and a source to read everything from.

        From a stream that is not a file, read only until `is_enough`, so that a puzzle is answered before the next
        one has to be written.
        """
        try:
            stream = self._unpack()
        except OSError as error:
            raise SourceError(f"{self.name}: cannot read: {error.strerror or error}") from error
        data, is_whole = _read_start(stream, (lambda data: False) if self.size is not None else is_enough)
        if self.size is None:
            rest: io.BufferedReader = io.BufferedReader(_Replay(data, stream), START)
            return data.removeprefix(UTF8_MARK), is_whole, replace(self, stream=rest)
        self.stream.seek(0)
        return data.removeprefix(UTF8_MARK), is_whole, self

    def read_document(self) -> bytes:
        """Return the whole content, for formats that cannot be read line by line."""
        with self._reading(is_text=False) as stream:
            data = stream.read(LARGEST_DOCUMENT + 1)
        if len(data) > LARGEST_DOCUMENT:
            raise SourceError(f"{self.name}: expected at most {LARGEST_DOCUMENT >> 20} MB in this format, found more")
        return data.removeprefix(UTF8_MARK)

    def lines(self) -> Iterator[tuple[int, str]]:
        """Yield each line with its number, from 1, without its line end."""
        with self._reading() as stream:
            yield from _decode_stream(stream)

    def blocks(self, size: int, largest: int, offset: int = 0) -> Iterator[Block]:
        """Yield the lines from this offset on in blocks.

        The first block has about `size` bytes, and each following one is twice as large, up to `largest`. Offset and
        size decide how a file is divided. From a stream that is not a file, a block is whatever has arrived.
        """
        with self._reading() as stream:
            can_start_anywhere = self.size is not None and stream is self.stream
            is_first = not offset
            if offset:
                stream.seek(offset)
            for data in _read_blocks(stream, size, largest, live=self.size is None):
                size = min(2 * size, largest)
                next_offset = stream.tell() if can_start_anywhere else None
                yield Block(data.removeprefix(UTF8_MARK) if is_first else data, next_offset, size)
                is_first = False

    @contextmanager
    def _reading(self, *, is_text: bool = True) -> Iterator[Stream]:
        try:
            stream = self._unpack()
            if is_text:
                self._check_text(stream.peek(SAMPLE)[:SAMPLE])
            yield stream
        except DAMAGE as error:
            raise SourceError(f"{self.name}: {describe_damage(error)}") from error
        except OSError as error:
            raise SourceError(f"{self.name}: cannot read: {error.strerror or error}") from error

    def is_at(self, path: Path) -> bool:
        """Return whether the path is the file that is being read, possibly under another name or as standard input."""
        try:
            return os.path.samestat(os.fstat(self.stream.fileno()), path.stat())
        except OSError:  # the path does not exist, or the stream is not a file
            return False

    def position(self) -> int:
        """Return how many bytes of the file have been read, before decompression."""
        return self.stream.tell() if self.size is not None else 0

    def _unpack(self) -> Stream:
        return unpack(self.stream, self.name)

    def _check_text(self, start: bytes) -> None:
        if start.startswith(UTF16_MARKS):
            raise SourceError(f"{self.name}: expected UTF-8 text, found UTF-16; save the file as UTF-8")
        if b"\0" in start:
            raise SourceError(f"{self.name}: expected a text file of puzzles, found binary data")


class _Replay(io.RawIOBase):
    """Reads bytes that were read before, and then the rest of their stream."""

    def __init__(self, data: bytes, stream: Stream) -> None:
        self._data = memoryview(data)
        self._stream = stream

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        piece = self._data[: len(buffer)] or self._stream.read1(len(buffer))
        self._data = self._data[len(piece) :]
        buffer[: len(piece)] = piece
        return len(piece)


def _read_start(stream: Stream, is_enough: Callable[[bytes], bool]) -> tuple[bytes, bool]:
    """Return the first bytes, and whether nothing follows. A damaged stream ends at the damage; reading reports it."""
    data = b""
    with suppress(OSError, *DAMAGE):
        while len(data) < START and not is_enough(data):
            piece = stream.read1(START)
            if not piece:
                return data, True
            data += piece
    return data, False


def _decode_stream(stream: Stream) -> Iterator[tuple[int, str]]:
    number = 0
    while line := stream.readline(LONGEST_LINE):
        number += 1
        if number == 1:
            line = line.removeprefix(UTF8_MARK)
        if len(line) == LONGEST_LINE and not line.endswith(b"\n"):
            _skip_rest_of_line(stream)
            line = _replace_long_line(line)
        text = line.decode("utf-8", "replace").rstrip(LINE_END)
        if "\r" not in text:
            yield number, text
            continue
        for part in _split_returns(text):
            yield number, part
            number += 1
        number -= 1


def decode_line(line: bytes | bytearray) -> list[str]:
    """Return the text of a line of a block; it is several lines if carriage returns separate them."""
    text = (_replace_long_line(line) if len(line) > LONGEST_LINE else line).decode("utf-8", "replace").rstrip(LINE_END)
    return _split_returns(text) if "\r" in text else [text]


def _replace_long_line(line: bytes | bytearray) -> bytes:
    """Return what messages show of a line that is too long. A file with old Macintosh line ends is one such line."""
    if b"\r" in line.rstrip():
        return b"(carriage returns instead of line feeds)"
    return f"(a line of over {LONGEST_LINE:,} bytes)".encode()


def _split_returns(text: str) -> list[str]:
    """Split at the line ends of old Macintosh files."""
    return [part.rstrip(LINE_END) for part in text.split("\r")]


def _read_blocks(stream: Stream, size: int, largest: int, *, live: bool) -> Iterator[bytearray]:
    block, filled = make_buffer(size + SPARE), 0
    try:
        while count := _read_some(stream, memoryview(block)[filled:size], is_start=not filled):
            filled += count
            if live or filled == size:
                del block[filled:]
                if not block.endswith(b"\n"):
                    block += _read_rest_of_line(stream)
                yield block
                size = min(2 * size, largest)
                block, filled = make_buffer(size + SPARE), 0
    except (OSError, *DAMAGE):
        if whole := block[: block.rfind(b"\n", 0, filled) + 1]:  # keep the lines before the damage
            yield whole
        raise
    if filled:
        del block[filled:]
        yield block if block.endswith(b"\n") else block + b"\n"


def _read_some(stream: Stream, room: memoryview, *, is_start: bool) -> int:
    """Fill a part of the room with what can be read at once; return 0 at the end.

    At the start of a block, the stream may have buffered some bytes. `read1` returns these alone, but `readinto1` would
    read more, which may have to wait, or fail and lose them. All other bytes are read without being copied.
    """
    if not is_start:
        return stream.readinto1(room)
    piece = stream.read1(len(room))
    room[: len(piece)] = piece
    return len(piece)


def _read_rest_of_line(stream: Stream) -> bytes:
    rest = stream.readline(LONGEST_LINE)
    if rest.endswith(b"\n"):
        return rest
    if len(rest) == LONGEST_LINE:
        _skip_rest_of_line(stream)
    return rest + b"\n"


def open_source(argument: str) -> Source:
    """Open a path, `-` for standard input, or the text of a puzzle."""
    if argument == "-":
        if sys.stdin is None:
            raise SourceError("stdin: expected an open stream, found it closed; give a file or a puzzle")
        return Source("stdin", open(sys.stdin.fileno(), "rb", closefd=False))
    if _looks_like_a_puzzle(argument) and not exists(argument):
        return source_from_text("text", argument)
    return _open_file(argument)


def source_from_text(name: str, text: str) -> Source:
    """Return a source that reads this text; messages call it `name`."""
    encoded = os.fsencode(text)
    return Source(name, io.BufferedReader(io.BytesIO(encoded)), len(encoded))


def _open_file(path: str) -> Source:
    try:
        stream = open(path, "rb")  # noqa: SIM115 - lives as long as its source
        size = os.path.getsize(path) if os.path.isfile(path) else None
        return Source(make_printable(path), stream, size)
    except IsADirectoryError as error:
        raise SourceError(f"{path}: expected a file, found a folder") from error
    except PermissionError as error:
        raise SourceError(f"{path}: cannot read: permission denied; try chmod +r") from error
    except (OSError, ValueError) as error:
        shown = path if len(path) <= 100 else path[:100] + "..."
        raise SourceError(
            f"{shown}: no such file; expected a path, - for standard input, or the text of a puzzle"
        ) from error


def _skip_rest_of_line(stream: Stream) -> None:
    """Read to the end of a line that is too long to be a puzzle, without keeping it."""
    while len(rest := stream.readline(LONGEST_LINE)) == LONGEST_LINE and not rest.endswith(b"\n"):
        pass


def exists(path: str) -> bool:
    """Return whether the path exists; False for text that cannot be a path."""
    try:
        return os.path.exists(path)
    except (OSError, ValueError):
        return False


_DOCUMENT = re.compile(
    r"""\s*( https?:// | [\w.-]+\.(app|com|org|xyz)/  # links
    | [\[{(]\s*[\[{("'\d] | ((np|numpy)\.)?array\(  # JSON and printed arrays
    | <[?!\w] )  # XML""",
    re.IGNORECASE | re.VERBOSE,
)


def _looks_like_a_puzzle(text: str) -> bool:
    """Return whether the text looks like cells, even wrong ones, or a link or document, rather than a file name."""
    if _DOCUMENT.match(text):
        return True
    cells = sum(text.count(symbol) for symbol in "123456789" + EMPTY_SYMBOLS)
    if len(text) >= 16 and cells >= 0.8 * len("".join(text.split())):
        return True
    try:
        return bool(Puzzle.from_text(text))
    except PuzzleError:
        return "\n" in text.strip()
