"""Text with a puzzle on each line, or boards in rows, or both: the format of most collections."""

from collections.abc import Iterator

from ..format import Claim, Format, Item, ReadOptions, Start, Sureness
from ..source import Source
from .line_reader import LineReader


def _assess(start: Start) -> Claim | None:
    if b"\0" in start.data:
        return None
    return Claim(Sureness.POSSIBLE, "lines or boards of puzzles")


def _read(source: Source, options: ReadOptions) -> Iterator[Item]:
    return LineReader(source, options.shape).read_all()


FORMAT = Format("text", _assess, _read)
