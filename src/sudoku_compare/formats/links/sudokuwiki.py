"""SudokuWiki: links such as `https://www.sudokuwiki.org/sudoku.htm?bd=53007...`.

After `bd=` there are 81 digits, or a position with candidates in two characters per cell:
- `S9B` and 162 characters to the base of 36: 1 to 9 is a given, 10 to 18 a solved cell, and more is 18 plus a bit for
  each candidate;
- 162 characters to the base of 32: a bit for each candidate, doubled, plus 1 for a given.
"""

from ...core.entry import Entry
from ...core.errors import PuzzleError
from ...core.puzzle import Puzzle
from ...core.shape import Shape
from ..found_puzzle import FoundPuzzle, shorten
from ..nine_by_nine import NINE, digits_of, require_nine

LINK = "https://www.sudokuwiki.org/sudoku.htm?bd="

_VERSION_B = "S9B"
_PAGES = ("", "sudoku.htm", "sudoku.aspx", "sudoku.html")  # other pages have other rules: Jigsaw, Killer, X
_MASK = (1 << NINE.side) - 1


def read_board(page: str, text: str, shape: Shape | None) -> FoundPuzzle:
    """Read what follows `bd=` in a link to a page."""
    if page.lower() not in _PAGES:
        raise PuzzleError(f"expected a link to sudoku.htm, found {shorten(page)}, which may have other rules")
    pairs = text.removeprefix(_VERSION_B)
    if len(pairs) != 2 * len(NINE.cells):
        return FoundPuzzle(Puzzle.from_text(text, shape or NINE))
    numbers = [_read_pair(pairs[at : at + 2], 36 if text != pairs else 32) for at in range(0, len(pairs), 2)]
    decode = _decode_b if text != pairs else _decode_a
    return FoundPuzzle(Puzzle(shape or NINE, bytes(map(decode, numbers))))


def _read_pair(pair: str, base: int) -> int:
    try:
        return int(pair if pair.isalnum() else "", base)  # `+1` is a number, too
    except ValueError:
        raise PuzzleError(f"damaged link: expected two digits or letters for each cell, found {pair!r}") from None


def _decode_b(number: int) -> int:
    if not 0 < number <= 2 * NINE.side + _MASK:
        raise PuzzleError(f"damaged link: expected 1 to {2 * NINE.side + _MASK} for each cell, found {number}")
    return number if number <= NINE.side else 0


def _decode_a(number: int) -> int:
    candidates, is_given = divmod(number, 2)
    if not 0 < candidates <= _MASK or (is_given and candidates.bit_count() > 1):
        raise PuzzleError(f"damaged link: expected the candidates of a cell, found {number}")
    return candidates.bit_length() if is_given else 0


def format_link(entry: Entry) -> str:
    """Return a link to the puzzle."""
    require_nine(entry, "sudokuwiki links")
    return LINK + digits_of(entry.puzzle)
