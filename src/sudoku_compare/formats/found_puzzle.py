"""Puzzles found in documents and links: with their places and errors, and what the source says about them."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from ..core.entry import Entry, Expected
from ..core.errors import AmbiguousError, PuzzleError
from ..core.puzzle import Puzzle
from ..core.text import make_printable
from .format import Item
from .source import Source

Part = TypeVar("Part")

LONGEST_SHOWN = 40  # characters of bad input that a message shows


@dataclass(frozen=True, slots=True)
class FoundPuzzle:
    """A puzzle of a document or link, and what that says about it."""

    puzzle: Puzzle
    name: str = ""
    expected: Expected | None = None


def read_text(source: Source) -> str:
    """Return the content of a source as text; raise PuzzleError if it is not UTF-8."""
    try:
        return source.read_document().decode()
    except UnicodeDecodeError:
        raise PuzzleError(f"{source.name}: not UTF-8 text; save the file as UTF-8") from None


def read_parts(
    name: str, parts: Iterable[tuple[int, Part]], read_part: Callable[[Part], FoundPuzzle]
) -> Iterator[Item]:
    """Yield the puzzle of each numbered part of a source, with an error in place of a part that cannot be read."""
    for number, part in parts:
        place = f"{name}:{number}"
        try:
            found = read_part(part)
            yield Entry(place, found.puzzle, found.expected, make_printable(found.name.strip()))
        except PuzzleError as error:
            yield locate_error(error, place)
        except RecursionError:
            yield PuzzleError(f"{place}: not a puzzle: it is nested too deeply")


def locate_error(error: PuzzleError, place: str) -> PuzzleError:
    """Return the error with its place, and its column if that is known, in front of the message."""
    if isinstance(error, AmbiguousError):
        return AmbiguousError(f"{place}: {error}", error.option, error.choices)
    column = "" if error.column is None else f":{error.column}"
    return PuzzleError(f"{place}{column}: {error}", error.cell)


def shorten(value: object) -> str:
    """Return how a message shows something that was found: printable, quoted, and not too long."""
    shown = make_printable(str(value))
    return repr(shown if len(shown) <= LONGEST_SHOWN else shown[:LONGEST_SHOWN] + "...")
