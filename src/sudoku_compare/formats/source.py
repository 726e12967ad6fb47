"""Where puzzles come from: a file, standard input or the argument itself, as numbered lines of text.

Lines come one by one, packed or not, so that memory does not grow with the file.
"""

import gzip
import io
import os
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from ..core.errors import PuzzleError, SourceError
from ..core.puzzle import EMPTY_SYMBOLS, Puzzle

LONGEST_LINE = 1 << 20  # bytes; the longest puzzle and its solution, 100x100 in numbers, need 80,000
SAMPLE = 1024  # bytes that tell text from what is none
GZIP_MAGIC = b"\x1f\x8b"
UTF8_MARK = b"\xef\xbb\xbf"
UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")


@dataclass(frozen=True)
class Source:
    """A readable stream of bytes with the name that messages give it."""

    name: str
    stream: io.BufferedReader
    size: int | None = None

    def lines(self) -> Iterator[tuple[int, str]]:
        """Each line with its number, counted from 1, without its end."""
        with self._reading() as stream:
            yield from _decoded(stream)

    def blocks(self, size: int, largest: int) -> Iterator[bytes]:
        """Whole lines with their ends, about so many bytes at once; `texts_of` tells what such a line says.

        Each time twice as many, up to the largest; of a stream that is not a file, as much as has come.
        """
        with self._reading() as stream:
            first = True
            for block in _blocks(stream, size, largest, live=self.size is None):
                yield block.removeprefix(UTF8_MARK) if first else block
                first = False

    @contextmanager
    def _reading(self) -> "Iterator[io.BufferedReader | gzip.GzipFile]":
        try:
            stream = self._unpacked()
            self._refuse_what_is_no_text(stream.peek(SAMPLE)[:SAMPLE])
            yield stream
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise SourceError(f"{self.name}: damaged gzip file ({error}); pack it anew") from error
        except OSError as error:
            raise SourceError(f"{self.name}: cannot be read ({error.strerror})") from error

    def is_at(self, path: Path) -> bool:
        """Whether this is what is read, under whatever name, or as standard input."""
        try:
            return os.path.samestat(os.fstat(self.stream.fileno()), path.stat())
        except OSError:  # no file there, or none here
            return False

    def position(self) -> int:
        """How many bytes have been taken from the file, packed as they are in it."""
        return self.stream.tell() if self.size is not None else 0

    def _unpacked(self) -> "io.BufferedReader | gzip.GzipFile":
        return gzip.GzipFile(fileobj=self.stream) if self.stream.peek(2)[:2] == GZIP_MAGIC else self.stream

    def _refuse_what_is_no_text(self, start: bytes) -> None:
        if start.startswith(UTF16_MARKS):
            raise SourceError(f"{self.name}: UTF-16 text; save it as UTF-8")
        if b"\0" in start:
            raise SourceError(f"{self.name}: binary, not text; give a text file of puzzles")


def _decoded(stream: io.BufferedReader | gzip.GzipFile) -> Iterator[tuple[int, str]]:
    number = 0
    while line := stream.readline(LONGEST_LINE):
        number += 1
        if number == 1:
            line = line.removeprefix(UTF8_MARK)
        if len(line) == LONGEST_LINE and not line.endswith(b"\n"):
            _skip_to_the_end_of_the_line(stream)
            line = _overlong(line)
        text = line.decode("utf-8", "replace").rstrip()
        if "\r" not in text:
            yield number, text
            continue
        for part in _parts(text):
            yield number, part
            number += 1
        number -= 1


def texts_of(line: bytes) -> list[str]:
    """What a line of a block says: one line of text, or several."""
    text = (_overlong(line) if len(line) > LONGEST_LINE else line).decode("utf-8", "replace").rstrip()
    return _parts(text) if "\r" in text else [text]


def _overlong(line: bytes) -> bytes:
    """What is told of such a line, and no puzzle either. A file as old Macintoshes wrote them is one line as well."""
    if b"\r" in line.rstrip():
        return b"(carriage returns; line feeds would do)"
    return f"(a line of over {LONGEST_LINE:,} bytes)".encode()


def _parts(text: str) -> list[str]:
    """At the line ends of old Macintosh files."""
    return [part.rstrip() for part in text.split("\r")]


def _blocks(stream: io.BufferedReader | gzip.GzipFile, size: int, largest: int, *, live: bool) -> Iterator[bytes]:
    block = b""
    try:
        while piece := stream.read1(size):
            block += piece
            if live or len(block) >= size:
                yield block if block.endswith(b"\n") else block + _rest_of_line(stream)
                block = b""
                size = min(2 * size, largest)
    except (EOFError, OSError, zlib.error):
        if whole := block[: block.rfind(b"\n") + 1]:  # what came before the damage is not lost
            yield whole
        raise
    if block:
        yield block if block.endswith(b"\n") else block + b"\n"


def _rest_of_line(stream: io.BufferedReader | gzip.GzipFile) -> bytes:
    rest = stream.readline(LONGEST_LINE)
    if rest.endswith(b"\n"):
        return rest
    if len(rest) == LONGEST_LINE:
        _skip_to_the_end_of_the_line(stream)
    return rest + b"\n"


def open_source(argument: str) -> Source:
    """A path, `-` for standard input, or the text of a puzzle."""
    if argument == "-":
        if sys.stdin is None:
            raise SourceError("stdin: closed; give a file or a puzzle")
        return Source("stdin", open(sys.stdin.fileno(), "rb", closefd=False))
    if _looks_like_a_puzzle(argument) and not exists(argument):
        return source_of_text("text", argument)
    return _open_file(argument)


def source_of_text(name: str, text: str) -> Source:
    """What is there already, under the name that messages give it."""
    encoded = os.fsencode(text)
    return Source(name, io.BufferedReader(io.BytesIO(encoded)), len(encoded))


def _open_file(path: str) -> Source:
    try:
        stream = open(path, "rb")  # noqa: SIM115 - lives as long as its source
        size = os.path.getsize(path) if os.path.isfile(path) else None
        return Source(path, stream, size)
    except IsADirectoryError as error:
        raise SourceError(f"{path}: a folder; give a file in it") from error
    except PermissionError as error:
        raise SourceError(f"{path}: no permission to read it; chmod +r would give it") from error
    except (OSError, ValueError) as error:
        shown = path if len(path) <= 100 else path[:100] + "..."
        raise SourceError(
            f"{shown}: neither a file nor a puzzle; give a path, - for standard input, or the cells themselves"
        ) from error


def _skip_to_the_end_of_the_line(stream: io.BufferedReader | gzip.GzipFile) -> None:
    """What is too long to be a puzzle is too long to be kept."""
    while len(rest := stream.readline(LONGEST_LINE)) == LONGEST_LINE and not rest.endswith(b"\n"):
        pass


def exists(path: str) -> bool:
    try:
        return os.path.exists(path)
    except (OSError, ValueError):
        return False


def _looks_like_a_puzzle(text: str) -> bool:
    """Whether this reads as cells, even wrong ones, rather than as the name of a file."""
    cells = sum(text.count(symbol) for symbol in "123456789" + EMPTY_SYMBOLS)
    if len(text) >= 16 and cells >= 0.8 * len("".join(text.split())):
        return True
    try:
        return bool(Puzzle.from_text(text))
    except PuzzleError:
        return "\n" in text.strip()
