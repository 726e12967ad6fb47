"""What formats for 9x9 puzzles share."""

from ..core.entry import Entry
from ..core.errors import OptionError
from ..core.puzzle import Puzzle
from ..core.shape import shape_of_box

NINE = shape_of_box(3, 3)


def require_nine(entry: Entry, what: str) -> None:
    """Raise OptionError if a puzzle is not a usual 9x9; `what` is the format in the plural."""
    shape = entry.puzzle.shape
    if shape != NINE:
        boxes = f" with boxes of {shape.box}" if shape.side == NINE.side else ""
        raise OptionError(f"{entry.id}: {what} hold {NINE} puzzles only, found {shape}{boxes}")


def digits_of(puzzle: Puzzle) -> str:
    """Return the cells as digits, 0 for an empty cell."""
    return "".join(map(str, puzzle.givens))
