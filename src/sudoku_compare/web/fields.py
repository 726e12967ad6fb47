"""The fields of a request, checked: whatever a client sends, a task gets valid values or an error for the user."""

import dataclasses
import math
from collections.abc import Mapping
from typing import Any

from ..comparison.compare import engines_by_text
from ..core.entry import Candidates
from ..core.errors import PuzzleError, UserError
from ..core.names import DEFAULT_ENGINES
from ..core.puzzle import Puzzle
from ..core.shape import Shape, parse_box
from ..engines.protocol import Engine
from ..engines.registry import BUILT_IN, list_engine_names, load_engine, split_text
from ..running.jobs import count_cores
from .settings import LARGEST_SIDE

MOST_ENGINES = 12
LONGEST_NAME = 200  # characters of a name, a file name, or an engine with its options


class RequestError(UserError):
    """Raised for a request that a page of this program would not send."""


class Fields:
    """Reads the fields of one request by name and kind. Every method raises UserError for a value that is not valid."""

    def __init__(self, body: Mapping[str, Any], *, longest: float = math.inf) -> None:
        self._body = body
        self._longest = longest

    def read_text(self, name: str, *, most: int = LONGEST_NAME, default: str | None = None) -> str:
        """Return a text of limited length."""
        value = self._body.get(name, default)
        if not isinstance(value, str):
            raise RequestError(f"{name}: expected text, found {_describe(value)}")
        if len(value) > most:
            raise RequestError(f"{name}: expected at most {most:,} characters, found {len(value):,}")
        try:
            value.encode()
        except UnicodeEncodeError as error:
            raise RequestError(f"{name}: expected Unicode text, found half of a surrogate pair") from error
        return value

    def read_number(self, name: str, *, least: int, most: int, default: int | None = None) -> int:
        """Return a whole number between two bounds."""
        value = self._body.get(name, default)
        if type(value) is not int or not least <= value <= most:
            raise RequestError(f"{name}: expected a whole number from {least:,} to {most:,}, found {_describe(value)}")
        return value

    def read_flag(self, name: str) -> bool:
        """Return true or false; false if the request does not say."""
        value = self._body.get(name, False)
        if not isinstance(value, bool):
            raise RequestError(f"{name}: expected true or false, found {_describe(value)}")
        return value

    def read_seconds(self) -> float:
        """Return the time limit of each search, at most the server's own."""
        value = self._body.get("seconds", min(self._longest, 60.0))
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < math.inf:
            raise RequestError(f"seconds: expected a number greater than 0, found {_describe(value)}")
        return min(float(value), self._longest)

    def read_puzzle(self, name: str = "givens") -> Puzzle:
        """Return the puzzle: its text in the field `givens`, its box shape in the field `box`."""
        text = self.read_text(name, most=4 * LARGEST_SIDE**2)
        puzzle = Puzzle.from_text(text, self.read_shape())
        return check_size(puzzle)

    def read_shape(self) -> Shape | None:
        """Return the shape with the boxes that the field `box` describes; None if there is no such field."""
        if self._body.get("box") is None:
            return None
        shape = parse_box(self.read_text("box", most=10))
        if shape.side > LARGEST_SIDE:
            raise _make_size_error(shape)
        return shape

    def read_digits(self, puzzle: Puzzle) -> Puzzle | None:
        """Return the puzzle with the user's own digits in its empty cells; None if there are none."""
        if not self._body.get("digits"):
            return None
        filled = Puzzle.from_text(self.read_text("digits", most=4 * LARGEST_SIDE**2), puzzle.shape)
        merged = bytes(given or digit for given, digit in zip(puzzle.givens, filled.givens, strict=True))
        return Puzzle(puzzle.shape, merged) if merged != puzzle.givens else None

    def read_candidates(self, puzzle: Puzzle) -> tuple[Candidates, ...] | None:
        """Return the candidates that the user has left in each empty cell; None if the request has none."""
        value = self._body.get("candidates")
        if value is None:
            return None
        cells = len(puzzle.shape.cells)
        if not isinstance(value, list) or len(value) != cells:
            raise RequestError(f"candidates: expected a list of {cells:,} lists, found {_describe(value)}")
        checked = [_check_candidates(puzzle.shape, cell, kept) for cell, kept in enumerate(value)]
        return tuple(() if given else kept for given, kept in zip(puzzle.givens, checked, strict=True))

    def read_engines(self) -> dict[str, Engine]:
        """Return the engines by their texts. Only engines that the list of engines has may be asked.

        A path of a program or the name of a Python module would let a request run anything.
        """
        value = self._body.get("engines", list(DEFAULT_ENGINES))
        if not isinstance(value, list) or not 1 <= len(value) <= MOST_ENGINES:
            raise RequestError(f"engines: expected a list of 1 to {MOST_ENGINES} engines, found {_describe(value)}")
        return engines_by_text([_load_listed_engine(text) for text in value])


def _load_listed_engine(text: Any) -> Engine:
    if not isinstance(text, str) or len(text) > LONGEST_NAME:
        raise RequestError(f"engines: expected the names of engines, found {_describe(text)}")
    name = text.partition(":")[0]
    is_listed = name in BUILT_IN or name in list_engine_names()  # the list of programs takes a moment
    if not is_listed or split_text(text)[0] != name:
        raise RequestError(f"engines: expected an engine from the list, found {_describe(text)}")
    engine = load_engine(text)
    if dataclasses.is_dataclass(engine):
        for field in dataclasses.fields(engine):
            _check_option(engine, field)
    return engine


def _check_option(engine: Engine, field: "dataclasses.Field[Any]") -> None:
    """Refuse values of options that may name a file or a command, and more threads than there are cores."""
    value = getattr(engine, field.name)
    is_free_text = isinstance(field.default, str) and value not in field.metadata.get("choices", ())
    if is_free_text and value != field.default and engine.name not in BUILT_IN:
        raise RequestError(f"engines: the option {field.name} of {engine.name} cannot be set on this page")
    if engine.name == "cpsat" and field.name == "workers" and value > count_cores():
        raise RequestError(f"engines: {engine.name}: expected at most {count_cores()} workers, found {value}")


def check_size(puzzle: Puzzle) -> Puzzle:
    """Return the puzzle; raise PuzzleError if the page cannot show it."""
    if puzzle.shape.side > LARGEST_SIDE:
        raise _make_size_error(puzzle.shape)
    return puzzle


def _make_size_error(shape: Shape) -> PuzzleError:
    return PuzzleError(f"expected a board of at most {LARGEST_SIDE}x{LARGEST_SIDE} on this page, found {shape}")


def _check_candidates(shape: Shape, cell: int, kept: Any) -> Candidates:
    if not isinstance(kept, list) or not all(type(value) is int and 1 <= value <= shape.side for value in kept):
        place = f"candidates of {shape.name_of(cell)}"
        raise RequestError(f"{place}: expected whole numbers from 1 to {shape.side}, found {_describe(kept)}")
    return tuple(sorted(set(kept)))


def _describe(value: Any) -> str:
    """Return a value of a request as short text for a message."""
    if value is None:
        return "nothing"
    if isinstance(value, list):
        return f"a list of {len(value):,}"
    if isinstance(value, dict):
        return "an object"
    shown = repr(value)
    return shown if len(shown) <= 40 else f"{shown[:40]}..."
