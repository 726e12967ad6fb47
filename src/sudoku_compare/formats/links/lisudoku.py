"""lisudoku: links such as `https://lisudoku.xyz/solver?import=1000003002000004`.

After `import=` there are digits in reading order, or a JSON object that is compressed with LZ-string: `gridSize`,
`fixedNumbers` (the givens, with rows and columns from 0), `regions`, and the rules of variants. Boards have 4, 6 or 9
rows.
"""

import json
from typing import Any

from ...core.entry import Entry
from ...core.errors import OptionError, PuzzleError
from ...core.puzzle import Puzzle
from ...core.shape import Shape, shape_of_box
from ..found_puzzle import FoundPuzzle, shorten
from ..json_objects import read_pairs
from ..nested_lists import read_value
from ..nine_by_nine import digits_of
from . import fpuzzles
from .box_regions import find_boxes
from .lz_string import decompress

LINK = "https://lisudoku.xyz/solver?import="

_SHAPES = {4: shape_of_box(2, 2), 6: shape_of_box(2, 3), 9: shape_of_box(3, 3)}
_PLAIN_KEYS = {"gridSize", "fixedNumbers", "regions"}


def read_import(text: str, shape: Shape | None) -> FoundPuzzle:
    """Read what follows `import=` in a link."""
    if text.isdecimal():
        return FoundPuzzle(Puzzle.from_text(text, shape))
    try:
        value = json.loads(decompress(text), object_pairs_hook=read_pairs)
    except (ValueError, RecursionError):
        raise PuzzleError("damaged link: expected JSON in it") from None
    if not isinstance(value, dict):
        raise PuzzleError(f"expected a puzzle of lisudoku in the link, found {shorten(value)}")
    return read_object(value, shape)


def read_object(value: dict[str, Any], shape: Shape | None) -> FoundPuzzle:
    """Read a puzzle; raise PuzzleError with the name of the rule if it is not a plain Sudoku."""
    rules = [key for key, content in value.items() if content and key not in _PLAIN_KEYS]
    if rules:
        raise fpuzzles.refuse_rules(rules)
    side = value.get("gridSize")
    if not isinstance(side, int) or side not in _SHAPES:
        raise PuzzleError(f"expected a grid size of 4, 6 or 9, found {shorten(side)}")
    found = find_boxes(_read_regions(value["regions"], side), side) if value.get("regions") else _SHAPES[side]
    if shape and shape != found:
        raise PuzzleError(f"expected boxes of {shape.box}, found {found.box}")
    givens = bytearray(len(found.cells))
    listed = value.get("fixedNumbers") or []
    if not isinstance(listed, list):
        raise PuzzleError(f"expected a list of givens (fixedNumbers), found {shorten(listed)}")
    for given in listed:
        cell, number = _read_given(given, side)
        value_of_cell = read_value(number, found, cell)
        if givens[cell] not in (0, value_of_cell):
            raise PuzzleError(f"{found.name_of(cell)} has two values: {givens[cell]} and {value_of_cell}", cell)
        givens[cell] = value_of_cell
    return FoundPuzzle(Puzzle(found, bytes(givens)))


def _read_given(given: object, side: int) -> tuple[int, object]:
    match given:
        case {"position": position, "value": value}:
            return _read_place(position, side), value
    raise PuzzleError(f"expected a given with position and value, found {shorten(given)}")


def _read_place(place: object, side: int) -> int:
    match place:
        case {"row": int(row), "col": int(column)} if 0 <= row < side and 0 <= column < side:
            return row * side + column
    raise PuzzleError(f"expected a cell with row and col from 0 to {side - 1}, found {shorten(place)}")


def _read_regions(regions: object, side: int) -> list[int | None]:
    found: list[int | None] = [None] * (side * side)
    for number, region in enumerate(regions if isinstance(regions, list) else []):
        for place in region if isinstance(region, list) else [region]:
            found[_read_place(place, side)] = number
    if None in found:
        raise PuzzleError("irregular regions: there is a cell without a region")
    return found


def format_link(entry: Entry) -> str:
    """Return a link to the puzzle."""
    shape = entry.puzzle.shape
    if shape not in _SHAPES.values():
        raise OptionError(f"{entry.id}: lisudoku links hold 4x4, 6x6 (boxes of 2x3) and 9x9 puzzles, found {shape}")
    return LINK + digits_of(entry.puzzle)
