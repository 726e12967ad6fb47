"""f-puzzles: links such as `https://f-puzzles.com/?load=N4Igzg...`, and the JSON objects inside them.

The text after `load=` is JSON, compressed with LZ-string. The object has a `size` and a `grid`: rows of cells, each an
object with some of `value`, `given` (without it, a player entered the value), `region` (a number, where it is not the
usual box), colours and pencil marks. Every other key of the puzzle is its title and the like, a drawing, or a rule.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from ...core.entry import Entry, Expected
from ...core.errors import PuzzleError
from ...core.puzzle import Puzzle
from ...core.shape import Shape
from ...core.text import join_words, make_printable
from ..found_puzzle import FoundPuzzle, shorten
from ..json_objects import read_pairs
from ..nested_lists import make_puzzle, read_value
from .box_regions import default_boxes, find_boxes
from .lz_string import compress, decompress

LINK = "https://f-puzzles.com/?load="

_METADATA = {
    "size",
    "grid",
    "title",
    "author",
    "ruleset",
    "solution",
    "disabledlogic",
    "truecandidatesoptions",
    "highlightconflicts",
}
_DRAWINGS = ("line", "rectangle", "circle", "text", "cage")  # the site's cosmetic tools
_CELL_KEYS = {
    "value",
    "given",
    "region",
    "c",
    "cArray",
    "highlight",
    "highlightArray",
    "centerPencilMarks",
    "cornerPencilMarks",
}
_RULES = {  # the words for keys that are not words
    "antiking": "anti-king",
    "antiknight": "anti-knight",
    "betweenline": "between lines",
    "diagonal+": "diagonals",
    "diagonal-": "diagonals",
    "difference": "difference dots",
    "disjointgroups": "disjoint groups",
    "extraregion": "extra regions",
    "fogofwar": "fog of war",
    "givenPencilMarks": "given pencil marks",
    "killercage": "killer cages",
    "littlekillersum": "little killer sums",
    "quadruple": "quadruples",
    "ratio": "ratio dots",
    "sandwichsum": "sandwich sums",
    "thermometer": "thermometers",
    "xv": "XV",
}


def is_fpuzzle(value: dict[str, Any]) -> bool:
    """Return whether a JSON object is a puzzle of f-puzzles."""
    grid = value.get("grid")
    return isinstance(grid, list) and any(isinstance(row, list) and any(_are_cells(row)) for row in grid)


def _are_cells(row: list[object]) -> Iterator[bool]:
    return (isinstance(cell, dict) for cell in row)


def read_compressed(text: str, shape: Shape | None) -> FoundPuzzle:
    """Read what follows `load=` in a link."""
    try:
        value = json.loads(decompress(text), object_pairs_hook=read_pairs)
    except (ValueError, RecursionError):
        raise PuzzleError("damaged link: expected JSON in it") from None
    if not (isinstance(value, dict) and is_fpuzzle(value)):
        raise PuzzleError(f"expected a puzzle of f-puzzles in the link, found {shorten(value)}")
    return read_object(value, shape)


def read_object(value: dict[str, Any], shape: Shape | None) -> FoundPuzzle:
    """Read a puzzle; raise PuzzleError with the name of the rule if it is not a plain Sudoku."""
    _refuse_rules(value)
    rows = value["grid"]
    side = len(rows)
    if value.get("size", side) != side:
        raise PuzzleError(f"expected {shorten(value['size'])} rows, as its size says, found {side}")
    cells = [cell for number, row in enumerate(rows, 1) for cell in _read_row(number, row, side)]
    found = _find_shape(cells, side)
    if shape and shape != found:
        raise PuzzleError(f"expected boxes of {shape.box}, found {found.box}")
    puzzle = make_puzzle([cell.get("value") if cell.get("given") else 0 for cell in cells], found)
    return FoundPuzzle(puzzle, str(value.get("title") or ""), _read_solution(value.get("solution"), found))


def _refuse_rules(value: dict[str, Any]) -> None:
    rules = [key for key, content in value.items() if content and key not in _METADATA and key not in _DRAWINGS]
    if rules:
        raise refuse_rules(rules)
    drawings = [key for key in _DRAWINGS if any(_is_drawn(part) for part in _parts_of(value.get(key)))]
    if drawings and value.get("ruleset"):
        raise PuzzleError(
            f"not a plain Sudoku: it has drawings ({drawings[0]}) and rules of its own: {shorten(value['ruleset'])}"
        )


def refuse_rules(keys: list[str]) -> PuzzleError:
    """Return the error for a puzzle with rules that a plain Sudoku does not have."""
    names = list(dict.fromkeys(_RULES.get(key, _RULES.get(key.lower(), key)) for key in keys))
    return PuzzleError(f"not a plain Sudoku: it has {shorten(join_words(names))}")


def _parts_of(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _is_drawn(part: object) -> bool:
    return isinstance(part, dict) and bool(part.get("cells") or part.get("lines"))


def _read_row(number: int, row: object, side: int) -> list[dict[str, Any]]:
    if not isinstance(row, list) or len(row) != side:
        found = len(row) if isinstance(row, list) else shorten(row)
        raise PuzzleError(f"row {number}: expected {side} cells, as there are {side} rows, found {found}")
    for column, cell in enumerate(row, 1):
        if not isinstance(cell, dict):
            raise PuzzleError(f"r{number}c{column}: expected a cell as a JSON object, found {shorten(cell)}")
        unknown = [key for key, content in cell.items() if content and key not in _CELL_KEYS]
        if unknown:
            raise refuse_rules(unknown)
    return row


def _find_shape(cells: list[dict[str, Any]], side: int) -> Shape:
    shape = default_boxes(side)
    if not any("region" in cell for cell in cells):
        return shape
    usual = [number for cell in shape.cells for number in [shape.units_of[cell][2] - 2 * side]]
    regions = [cell.get("region", number) for cell, number in zip(cells, usual, strict=True)]
    if not all(isinstance(region, int) for region in regions):
        raise PuzzleError("irregular regions: there is a cell without a region")
    return find_boxes(regions, side)


def _read_solution(value: object, shape: Shape) -> Expected | None:
    """Return the solution in the document, if it is complete."""
    if not isinstance(value, list) or len(value) != len(shape.cells):
        return None
    try:
        grid = bytes(read_value(number, shape, cell) for cell, number in enumerate(value))
    except PuzzleError as error:
        raise PuzzleError(f"solution: {error}") from error
    return Expected(solution=grid) if all(grid) else None


def make_object(puzzle: Puzzle, name: str) -> dict[str, Any]:
    """Return a puzzle as f-puzzles describes it."""
    shape = puzzle.shape
    usual = default_boxes(shape.side)
    cells: list[dict[str, Any]] = []
    for cell, value in enumerate(puzzle.givens):
        content: dict[str, Any] = {"value": value, "given": True} if value else {}
        box, usual_box = shape.units_of[cell][2], usual.units_of[cell][2]
        if box != usual_box:
            content = {"region": box - 2 * shape.side} | content
        cells.append(content)
    rows = [cells[start : start + shape.side] for start in shape.cells[:: shape.side]]
    return {"size": shape.side} | ({"title": name} if name else {}) | {"grid": rows}


def format_link(entry: Entry) -> str:
    """Return a link to the puzzle."""
    return LINK + compress(format_object(entry))


def format_object(entry: Entry) -> str:
    """Return the puzzle as a JSON object on one line."""
    return json.dumps(make_object(entry.puzzle, make_printable(entry.name)), separators=(",", ":"), ensure_ascii=False)


def write_objects(entries: Iterable[Entry]) -> Iterator[str]:
    """Yield each puzzle as a JSON object on a line of its own."""
    return (format_object(entry) + "\n" for entry in entries)
