"""What a mutated document says if its cells are not in lines: an array, a list of givens, JSON, a compressed link.

In these formats a changed byte may well say another puzzle, so the libraries that define the format decide.
"""

import io
import json
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote

from formats.sample_draft import Kind
from sudoku_compare import Puzzle
from sudoku_compare.core.errors import UserError


def is_said_by_document(puzzle: Puzzle, kinds: set[Kind], content: bytes) -> bool:
    """Return whether a document of one of these kinds says the puzzle."""
    text = content.decode("utf-8", "replace")
    return (
        (Kind.NPY in kinds and _is_said_by_array(puzzle, content))
        or (Kind.GIVENS in kinds and _is_said_by_givens(puzzle, text))
        or (Kind.PACKED_LINK in kinds and _is_said_by_links(puzzle, text))
        or (Kind.OBJECTS in kinds and any(_is_said_by_objects(puzzle, value) for value in _load_all(text)))
    )


def _is_said_by_array(puzzle: Puzzle, content: bytes) -> bool:
    """Ask NumPy: a flipped bit in a value is another value, and one in the header may be another type."""
    import numpy as np

    try:
        values = np.load(io.BytesIO(content), allow_pickle=False)
        flat = values.reshape(-1, len(puzzle.givens)).tolist()
    except (ValueError, EOFError, OSError, TypeError, SyntaxError):
        return False
    return list(puzzle.givens) in flat


def _is_said_by_givens(puzzle: Puzzle, text: str) -> bool:
    """Return whether the lines below some `p` line, or above the first, are exactly the givens.

    A line that was lost is not noticed: the file says a puzzle with fewer givens. A line that is not a given spoils the
    list.
    """
    side = puzzle.shape.side
    given = {(cell // side + 1, cell % side + 1, value) for cell, value in enumerate(puzzle.givens) if value}
    sections: list[set[tuple[int, ...]]] = [set()]
    for line in re.split(r"\r\n|\r|\n", text):
        if line.startswith("p"):
            sections.append(set())
        elif match := re.fullmatch(r"\s*(\d+)\s+(\d+)\s+(\d+)(?:\s+0)?\s*", line):
            sections[-1].add(tuple(map(int, match.groups())))
        elif line.strip() and not line.lstrip().startswith(("c", "#", "%")):
            sections[-1].add(())
    return given in sections


def _load_all(text: str) -> Iterator[Any]:
    """Yield the JSON of the whole text, or of each line."""
    for piece in (text, *text.splitlines()):
        try:
            yield json.loads(piece)
        except (ValueError, RecursionError):
            continue


def _is_said_by_links(puzzle: Puzzle, text: str) -> bool:
    """Ask the JSON that is left in a link: a changed character changes all that follows it in the compressed text."""
    from sudoku_compare.formats.links.lz_string import decompress

    for packed in re.findall(r"(?:load=|scl|ctc|fpuz(?:zles)?)([\w+/%=-]{20,})", text):
        try:
            value = json.loads(decompress(unquote(packed)))
        except (ValueError, RecursionError, UserError):
            continue
        if _is_said_by_objects(puzzle, value):
            return True
    return False


def _is_said_by_objects(puzzle: Puzzle, value: Any) -> bool:
    """Return whether JSON of f-puzzles or SudokuPad has these givens, and nothing else in its cells."""
    try:
        cells = [cell for row in value.get("grid") or value["cells"] for cell in row]
        is_given = "cells" in value  # in f-puzzles a cell says itself whether its value is given
        values = [cell.get("value") or 0 if cell.get("given", is_given) else 0 for cell in cells]
        return values == list(puzzle.givens) and not {key for cell in cells for key in cell} - {"value", "given"}
    except (TypeError, KeyError, AttributeError):
        return False
