"""JSON: boards as arrays or text, objects that have them, and JSON Lines such as those of `solve --json`.

An object is a puzzle of f-puzzles, SudokuPad or lisudoku, or has its board under one of a few usual keys.
"""

import json
import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

from ..core.entry import Entry, Expected
from ..core.errors import AmbiguousError, PuzzleError
from ..core.shape import Shape, parse_box
from . import fpuzzles, lisudoku, sudokupad
from .document import Reading, locate_error, read_parts, read_text, shorten
from .format import Claim, Format, Item, ReadOptions, Start, Sureness
from .nested_lists import read_board, split_boards
from .source import Source

BOARD_KEYS = ("puzzle", "givens", "grid", "board", "cells", "quiz", "sudoku", "clues")
LIST_KEYS = ("puzzles", "boards", "grids", "sudokus")

_OBJECT = re.compile(r'\s*\{\s*["}]')
_ARRAY = re.compile(r'\s*\[\s*([\[{"\d\]]|null)')
_NOT_JSON = re.compile(r"nil|None|array|\d\.?\s+\d|'|\.\.\.|#")  # arrays as other languages print them


def _assess(start: Start) -> Claim | None:
    is_json = _OBJECT.match(start.text) or (_ARRAY.match(start.text) and not _NOT_JSON.search(_hide_texts(start.text)))
    return Claim(Sureness.CERTAIN, "JSON") if is_json else None


def _hide_texts(text: str) -> str:
    return re.sub(r'"(?:[^"\\]|\\.)*"', '""', text)


def _read(source: Source, options: ReadOptions) -> Iterator[Item]:
    try:
        text = read_text(source)
        yield from _read_text(source.name, text, options.shape)
    except AmbiguousError as error:
        yield locate_error(error, source.name)
    except PuzzleError as error:
        yield error


def _read_text(name: str, text: str, shape: Shape | None) -> Iterator[Item]:
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if len(lines) > 1 and _is_whole(lines[0][1]):
        return read_parts(name, lines, lambda line: _read_value(_parse(line), shape))
    parts = enumerate(_split(_parse_document(name, text), shape), 1)
    return read_parts(name, parts, lambda part: _read_value(part, shape))


def _is_whole(line: str) -> bool:
    try:
        return isinstance(_parse(line), dict | list)
    except PuzzleError:
        return False


def _parse(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise PuzzleError(f"not JSON: {error.msg} (line {error.lineno}, column {error.colno})") from None
    except RecursionError:
        raise PuzzleError("not a puzzle: the JSON is nested too deeply") from None
    except ValueError as error:  # a number with thousands of digits
        raise PuzzleError(f"not JSON: {error}") from None


def _parse_document(name: str, text: str) -> Any:
    try:
        return _parse(text)
    except PuzzleError as error:
        raise locate_error(error, name) from None


def _split(value: Any, shape: Shape | None) -> Iterator[object]:
    """Yield each puzzle of a document."""
    if isinstance(value, dict):
        found = next((value[key] for key in LIST_KEYS if isinstance(value.get(key), list)), None)
        return iter([value]) if found is None else _split(found, shape)
    return split_boards(value, shape) if isinstance(value, list) else iter([value])


def _read_value(value: object, shape: Shape | None) -> Reading:
    return _read_object(value, shape) if isinstance(value, dict) else Reading(read_board(value, shape))


def _read_object(value: dict[str, Any], shape: Shape | None) -> Reading:
    for is_kind, read_kind in (
        (fpuzzles.is_fpuzzle(value), fpuzzles.read_object),
        (sudokupad.is_sudokupad(value), sudokupad.read_object),
        ("gridSize" in value, lisudoku.read_object),
    ):
        if is_kind:
            return read_kind(value, shape)
    key = next((key for key in BOARD_KEYS if key in value), None)
    if key is None:
        found = ", ".join(map(str, value)) or "none"
        raise PuzzleError(f"expected a puzzle under one of the keys {', '.join(BOARD_KEYS)}, found {shorten(found)}")
    shape = shape or (parse_box(str(value["box"])) if value.get("box") else None)
    puzzle = read_board(value[key], shape)
    return Reading(puzzle, str(value.get("name") or value.get("title") or ""), _read_solution(value, puzzle.shape))


def _read_solution(value: dict[str, Any], shape: Shape) -> Expected | None:
    solution = value.get("solution")
    if not solution:
        return None
    try:
        return Expected(solution=read_board(solution, shape).givens)
    except PuzzleError as error:
        raise PuzzleError(f"solution: {error}") from error


def write(entries: Iterable[Entry]) -> Iterator[str]:
    """Yield an array with one object per puzzle."""
    objects = (f"{before}{_format_entry(entry)}" for entry, before in zip(entries, _commas(), strict=False))
    return chain(["["], objects, ["\n]\n"])


def _commas() -> Iterator[str]:
    yield "\n"
    while True:
        yield ",\n"


def _format_entry(entry: Entry) -> str:
    shape, givens = entry.puzzle.shape, entry.puzzle.givens
    rows = [list(givens[start : start + shape.side]) for start in shape.cells[:: shape.side]]
    board = ",\n    ".join(map(json.dumps, rows))
    name = json.dumps(entry.name, ensure_ascii=False)
    return f'{{"name": {name}, "box": "{shape.box}", "puzzle": [\n    {board}\n]}}'


FORMAT = Format("json", "JSON", _assess, _read)
