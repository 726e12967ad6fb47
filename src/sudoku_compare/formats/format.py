"""The interface of a format: how sure it is about the start of a source, and how it reads the source.

Each format is a module with a value of type `Format`; `all_formats` has the list of them.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import NamedTuple

from ..core.entry import Entry
from ..core.errors import UserError
from ..core.shape import Shape
from .source import Source

Item = Entry | UserError  # what reading yields: a puzzle, or an error in place of what cannot be read


@dataclass(frozen=True)
class Start:
    """The start of a source, unpacked and without a byte-order mark; detection sees nothing else."""

    data: bytes
    is_whole: bool  # nothing follows

    @cached_property
    def text(self) -> str:
        """The start as text; bytes that are not UTF-8 are replaced."""
        return self.data.decode("utf-8", "replace")

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The whole lines of the text, without comments, surrounding spaces and blank lines."""
        lines = self.text.splitlines()
        if not self.is_whole and lines and not self.text.endswith(("\n", "\r")):
            lines.pop()
        contents = (line.partition("#")[0].strip() for line in lines)
        return tuple(filter(None, contents))


class Sureness(IntEnum):
    """How sure a format is that a source is written in it."""

    POSSIBLE = 1  # it explains every line, but so may another format
    LIKELY = 2  # it explains every line, and something in them is typical of it
    CERTAIN = 3  # there is a signature that no other format has


class Claim(NamedTuple):
    """What a format says about the start of a source."""

    sureness: Sureness
    reading: str  # what it would read, for a message that names several readings: "a 16x16 board in rows"


class ReadOptions(NamedTuple):
    """What the user says about the puzzles of a source."""

    shape: Shape | None = None  # of all puzzles; None to infer it from their size
    read_as: str | None = None  # the name of a format; None to detect it
    with_candidates: bool = False  # keep the candidates that the source gives for its cells


class Format(NamedTuple):
    """A format that can be read.

    `assess` returns None if the source cannot be in this format. `read` yields an error in place of what cannot be
    read; it raises SourceError if the source itself fails.
    """

    name: str  # as it is chosen: `opensudoku`
    assess: Callable[[Start], Claim | None]
    read: Callable[[Source, ReadOptions], Iterator[Item]]
