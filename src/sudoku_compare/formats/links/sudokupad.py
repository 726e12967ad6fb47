"""SudokuPad: links such as `https://sudokupad.app/sclN4Igz...`, and the JSON objects inside them.

The text after `scl` or `ctc` is an object, compressed with LZ-string; after `fpuz` or `fpuzzles` it is a puzzle of
f-puzzles; after `scf` it is a plain 9x9 puzzle in run lengths. Any other text is the name of a puzzle on the server.

The object has `cells`, rows of objects with a `value` where there is a given; `regions`, lists of `[row, column]` that
count from 0; `metadata` with a `title`; and everything that is drawn: `cages`, `lines`, `arrows`, `overlays` and
`underlays`. Rules exist only as drawings and as text, so a puzzle with a drawing is not taken for a plain Sudoku.
Older puzzles keep their title in a cage without cells, as `title: ...`.
"""

import json
import re
from typing import Any
from urllib.parse import quote

from ...core.entry import Entry
from ...core.errors import PuzzleError
from ...core.puzzle import Puzzle
from ...core.shape import LARGEST_SIDE, Shape
from ...core.text import make_printable
from ..found_puzzle import FoundPuzzle, shorten
from ..json_objects import read_pairs
from ..nested_lists import make_puzzle
from . import fpuzzles
from .box_regions import find_boxes
from .lz_string import compress, decompress
from .run_lengths import expand_digits
from .short_json import expand_json

LINK = "https://sudokupad.app/scl"

_SHORT_KEYS = {
    "ca": "cages",
    "ce": "cells",
    "re": "regions",
    "v": "value",
    "t": "title",
    "a": "arrows",
    "l": "lines",
    "o": "overlays",
    "u": "underlays",
    "te": "text",
    "cs": "cellSize",
}
_PLAIN_KEYS = {"id", "cellSize", "cells", "regions", "cages", "metadata", "settings", "title", "author", "version"}
_PLAIN_METADATA = {"title", "author", "rules", "source", "solution", "msgcorrect", "video", "videos", "bgcolor"}
_METADATA_CAGE = re.compile(r"(\w+):\s*(.*)", re.DOTALL)
_ID_LENGTH = 20  # characters; a name of a puzzle on the server is shorter, a puzzle is longer


def read_path(text: str, shape: Shape | None) -> FoundPuzzle:
    """Read what follows the host in a link."""
    for prefix in ("fpuzzles", "fpuz"):
        if text.startswith(prefix) and len(text) > _ID_LENGTH:
            return fpuzzles.read_compressed(text.removeprefix(prefix), shape)
    if text.startswith("scf"):
        return FoundPuzzle(Puzzle.from_text(expand_digits(text.removeprefix("scf")), shape))
    if text.startswith(("scl", "ctc")) and len(text) > _ID_LENGTH:
        return read_object(_parse(decompress(text[3:])), shape)
    raise PuzzleError(
        "this link only names a puzzle on the server; paste a link that contains the puzzle "
        "(sudokupad.app/scl... or fpuzzles...) or the puzzle itself"
    )


def _parse(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text if text.lstrip().startswith('{"') else expand_json(text), object_pairs_hook=read_pairs)
    except (ValueError, RecursionError):
        raise PuzzleError("damaged link: expected JSON in it") from None
    if not isinstance(value, dict):
        raise PuzzleError(f"expected a puzzle of SudokuPad in the link, found {shorten(value)}")
    return value


def is_sudokupad(value: dict[str, Any]) -> bool:
    """Return whether a JSON object is a puzzle of SudokuPad."""
    cells = value.get("cells", value.get("ce"))
    return isinstance(cells, list) and any(isinstance(row, list) and _has_objects(row) for row in cells)


def _has_objects(row: list[object]) -> bool:
    return any(isinstance(cell, dict) for cell in row)


def read_object(value: dict[str, Any], shape: Shape | None) -> FoundPuzzle:
    """Read a puzzle; raise PuzzleError with the name of the rule or drawing if it is not a plain Sudoku."""
    value = {_SHORT_KEYS.get(key, key): content for key, content in value.items()}
    metadata = _read_metadata(value)
    _refuse_drawings(value, metadata)
    rows = value.get("cells")
    if not isinstance(rows, list) or not 4 <= len(rows) <= LARGEST_SIDE:
        raise PuzzleError(f"expected 4 to {LARGEST_SIDE} rows of cells, found {shorten(rows)}")
    side = len(rows)
    cells = [_read_cell(cell) for number, row in enumerate(rows, 1) for cell in _read_row(number, row, side)]
    found = find_boxes(_read_regions(value.get("regions"), side), side)
    if shape and shape != found:
        raise PuzzleError(f"expected boxes of {shape.box}, found {found.box}")
    return FoundPuzzle(make_puzzle(cells, found), str(metadata.get("title") or value.get("title") or ""))


def _read_metadata(value: dict[str, Any]) -> dict[str, Any]:
    """Return the title and the like, also of older puzzles, which keep them in cages."""
    metadata = value.get("metadata")
    found: dict[str, Any] = {}
    if isinstance(metadata, dict):
        found = {_SHORT_KEYS.get(str(key), str(key)): text for key, text in metadata.items()}
    for cage in _list_of(value.get("cages")):
        if match := _METADATA_CAGE.match(_text_of(cage)):
            found.setdefault(match[1].lower(), match[2])
    return found


def _text_of(cage: object) -> str:
    """Return the text of a cage without cells."""
    if not isinstance(cage, dict) or cage.get("cells") or cage.get("ce"):
        return ""
    return str(cage.get("value") or cage.get("v") or "")


def _list_of(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _refuse_drawings(value: dict[str, Any], metadata: dict[str, Any]) -> None:
    drawn = [key for key, content in value.items() if content and key not in _PLAIN_KEYS]
    rules = [key for key, content in metadata.items() if content and key not in _PLAIN_METADATA]
    cages = [cage for cage in _list_of(value.get("cages")) if not _text_of(cage)]
    if rules:
        raise fpuzzles.refuse_rules(rules)
    if drawn or cages or not isinstance(value.get("cages") or [], list):
        name = drawn[0] if drawn else "cages"
        raise PuzzleError(f"not a plain Sudoku: it has {shorten(name)}; in SudokuPad, drawings may be rules")


def _read_row(number: int, row: object, side: int) -> list[object]:
    if not isinstance(row, list) or len(row) != side:
        found = len(row) if isinstance(row, list) else shorten(row)
        raise PuzzleError(f"row {number}: expected {side} cells, as there are {side} rows, found {found}")
    return row


def _read_cell(cell: object) -> object:
    """Return the given in a cell, or None."""
    if not isinstance(cell, dict):
        raise PuzzleError(f"expected a cell as a JSON object, found {shorten(cell)}")
    return cell.get("value", cell.get("v")) if cell.get("given", True) else None


def _read_regions(regions: object, side: int) -> list[int | None]:
    """Return the number of each cell's region."""
    found: list[int | None] = [None] * (side * side)
    for number, region in enumerate(_list_of(regions)):
        for place in _list_of(region):
            match place:
                case [int(row), int(column)] if 0 <= row < side and 0 <= column < side:
                    found[row * side + column] = number
                case _:
                    raise PuzzleError(f"expected a cell of a region as [row, column], found {shorten(place)}")
    if None in found:
        raise PuzzleError("irregular regions: there is a cell without a region")
    return found


def format_link(entry: Entry) -> str:
    """Return a link to the puzzle."""
    return LINK + quote(compress(_format_object(entry)), safe="")


def _format_object(entry: Entry) -> str:
    puzzle, side = entry.puzzle, entry.puzzle.shape.side
    cells = [{"value": value} if value else {} for value in puzzle.givens]
    value: dict[str, Any] = {
        "cellSize": 50,
        "cells": [cells[start : start + side] for start in puzzle.shape.cells[::side]],
        "regions": [[list(divmod(cell, side)) for cell in box] for box in puzzle.shape.units[2 * side :]],
        "metadata": {"title": ""},
    }
    text = json.dumps(value, separators=(",", ":"))
    # SudokuPad looks for keys and short values in the whole text, so a name must not contain its punctuation.
    name = "".join(char if char.isascii() and char.isalnum() else _escape(char) for char in make_printable(entry.name))
    return text.replace('"title":""', f'"title":"{name}"')


def _escape(char: str) -> str:
    data = char.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{data[at : at + 2].hex()}" for at in range(0, len(data), 2))
