"""SudokuExchange: links such as `https://sudokuexchange.com/play/?s=53007...`, with 81 digits or run lengths."""

from ...core.entry import Entry
from ...core.puzzle import Puzzle
from ...core.shape import Shape
from ..found_puzzle import FoundPuzzle
from ..nine_by_nine import NINE, digits_of, require_nine
from .run_lengths import expand_digits

LINK = "https://sudokuexchange.com/play/?s="


def read_digits(text: str, shape: Shape | None) -> FoundPuzzle:
    """Read what follows `s=` in a link."""
    digits = text if len(text) == len(NINE.cells) else expand_digits(text)
    return FoundPuzzle(Puzzle.from_text(digits, shape or NINE))


def format_link(entry: Entry) -> str:
    """Return a link to the puzzle."""
    require_nine(entry, "sudokuexchange links")
    return LINK + digits_of(entry.puzzle)
