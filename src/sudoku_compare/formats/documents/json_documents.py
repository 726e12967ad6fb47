"""JSON: boards as arrays or text, objects that have them, and JSON Lines such as those of `solve --json`.

An object is a puzzle of f-puzzles, SudokuPad or lisudoku, or has its board under one of a few usual keys.
"""

import json
import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

from ...core.entry import Entry, Expected
from ...core.errors import PuzzleError
from ...core.shape import Shape, parse_box
from ...core.text import make_printable
from ..format import Claim, Format, Item, ReadOptions, Start, Sureness
from ..found_puzzle import FoundPuzzle, locate_error, read_parts, read_text, shorten
from ..json_objects import RepeatedKey, read_pairs
from ..nested_lists import read_board, split_boards
from ..source import Source

BOARD_KEYS = ("puzzle", "givens", "grid", "board", "cells", "quiz", "sudoku", "clues")
LIST_KEYS = ("puzzles", "boards", "grids", "sudokus")

_OBJECT = re.compile(r'\s*\{\s*["}]')
_ARRAY = re.compile(r'\s*\[\s*([\[{"\d\]]|null)')
_STRING = re.compile(r'\s*"[0-9A-Za-z.*_-]{16,}"\s*(\n|$)')  # a puzzle as text
_TEXT = re.compile(r'"(?:[^"\\]|\\.)*"')
_SAMPLE = 4096  # characters without their quoted texts that show whether an array is JSON
_SPACE = re.compile(r"\s*")
_NOT_JSON = re.compile(r"nil|None|array|\d\.?\s+\d|'|\.\.\.|#")  # arrays as other languages print them


def _assess(start: Start) -> Claim | None:
    return Claim(Sureness.CERTAIN, "JSON") if is_json(start.text) else None


def is_json(text: str) -> bool:
    """Return whether a text starts as JSON does, rather than as an array that another language prints."""
    return bool(_OBJECT.match(text) or _STRING.match(text) or (_ARRAY.match(text) and not _is_printed(text)))


def _is_printed(text: str) -> bool:
    """Return whether an array is written as another language prints it."""
    if '"' in text:
        text = _TEXT.sub("", text[:_SAMPLE])
    return bool(_NOT_JSON.search(text))


def _read(source: Source, options: ReadOptions) -> Iterator[Item]:
    try:
        yield from _read_text(source.name, read_text(source), options.shape)
    except PuzzleError as error:
        is_located = str(error).startswith(f"{source.name}:")
        yield error if is_located else locate_error(error, source.name)


def _read_text(name: str, text: str, shape: Shape | None) -> Iterator[Item]:
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if len(lines) > 1 and _is_whole(lines[0][1]):
        return read_parts(name, lines, lambda line: _read_value(_parse(line), shape))
    values = list(_parse_all(name, text))
    parts = enumerate(_split(values[0][1], shape), 1) if len(values) == 1 else iter(values)
    return read_parts(name, parts, lambda part: _read_value(part, shape))


def _is_whole(line: str) -> bool:
    try:
        return isinstance(_parse(line), dict | list | str)
    except PuzzleError:
        return False


def _parse(text: str) -> Any:
    ((_, value), *more) = _parse_all("", text)
    if more:
        raise PuzzleError("not JSON: expected one value on the line, found more")
    return value


def _parse_all(name: str, text: str) -> Iterator[tuple[int, Any]]:
    """Yield each value with its line: a document has one, and some programs write several one after another."""
    decoder = json.JSONDecoder(object_pairs_hook=read_pairs)
    line, counted, at = 1, 0, _skip_space(text, 0)
    while at < len(text):
        line, counted = line + text.count("\n", counted, at), at
        try:
            value, at = decoder.raw_decode(text, at)
        except json.JSONDecodeError as error:
            place = f"{name}:{error.lineno}:{error.colno}: " if name else ""
            raise PuzzleError(f"{place}not JSON: {error.msg}", column=error.colno) from None
        except RecursionError:
            raise PuzzleError(f"{name}: not a puzzle: the JSON is nested too deeply") from None
        except RepeatedKey as error:
            raise PuzzleError(f"{name}: {error}" if name else str(error)) from None
        except ValueError:
            raise PuzzleError(f"{name}: not a puzzle: the JSON has a number with thousands of digits") from None
        yield line, value
        at = _skip_space(text, at)


def _skip_space(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at


def _split(value: Any, shape: Shape | None) -> Iterator[object]:
    """Yield each puzzle of a document."""
    if isinstance(value, dict):
        found = next((value[key] for key in LIST_KEYS if isinstance(value.get(key), list)), None)
        return iter([value]) if found is None else _split(found, shape)
    return split_boards(value, shape) if isinstance(value, list) else iter([value])


def _read_value(value: object, shape: Shape | None) -> FoundPuzzle:
    return _read_object(value, shape) if isinstance(value, dict) else FoundPuzzle(read_board(value, shape))


def _read_object(value: dict[str, Any], shape: Shape | None) -> FoundPuzzle:
    from ..links import fpuzzles, lisudoku, sudokupad  # imported late: most files have no objects

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
    return FoundPuzzle(puzzle, str(value.get("name") or value.get("title") or ""), _read_solution(value, puzzle.shape))


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
    name = json.dumps(make_printable(entry.name), ensure_ascii=False)
    return f'{{"name": {name}, "box": "{shape.box}", "puzzle": [\n    {board}\n]}}'


FORMAT = Format("json", _assess, _read)
