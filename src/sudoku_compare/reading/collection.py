"""A collection of puzzles in memory: `read` returns it."""

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import IO, TYPE_CHECKING, Any, Literal, overload

from ..core.arguments import wrong_type
from ..core.entry import Entry
from ..core.errors import UserError
from ..core.puzzle import Puzzle, compact
from ..formats.detection import find_format
from ..formats.format import ReadOptions
from ..formats.source import Source
from .array_puzzle import is_array
from .one_puzzle import Box, to_entry, to_shape
from .sources import is_file_object, open_any, read_source

if TYPE_CHECKING:
    from ..display.frames import ColumnKind, DataFrame

EXPECTED = "a path, the text of a puzzle, an open file, a Puzzle, an array, or several of these"


@dataclass(frozen=True, slots=True, repr=False)
class PuzzleCollection:
    """Puzzles in memory, in order: a sequence of entries. Each entry has its puzzle and where it comes from."""

    entries: tuple[Entry, ...]
    errors: tuple[UserError, ...] = ()  # what could not be read, if errors are collected

    def __len__(self) -> int:
        return len(self.entries)

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)

    @overload
    def __getitem__(self, index: int) -> Entry: ...

    @overload
    def __getitem__(self, index: slice) -> "PuzzleCollection": ...

    def __getitem__(self, index: int | slice) -> "Entry | PuzzleCollection":
        if isinstance(index, slice):
            return PuzzleCollection(self.entries[index])
        return self.entries[index]

    def __repr__(self) -> str:
        from ..display.numbers import format_count

        errors = f", {format_count(len(self.errors), 'error')}" if self.errors else ""
        return f"<PuzzleCollection of {format_count(len(self), 'puzzle')}{errors}>"

    def _repr_html_(self) -> str:
        from ..display.notebook import draw_entries

        return draw_entries(self.entries, repr(self))

    def to_dict(self) -> dict[str, Any]:
        """Return the puzzles and the errors as plain values, ready for JSON."""
        return {"puzzles": [_entry_to_dict(entry) for entry in self], "errors": list(map(str, self.errors))}

    def to_dataframe(self) -> "DataFrame":
        """Return a data frame with one row per puzzle.

        The columns are `id`, `name`, `size`, `box`, `givens`, `count_of_givens`, and what the source says about the
        puzzle: `expected_solutions` (2 means several) and `expected_solution`.
        """
        from ..display.frames import make_frame

        return make_frame(ENTRY_COLUMNS, (_entry_to_dict(entry).values() for entry in self))


ENTRY_COLUMNS: "dict[str, ColumnKind]" = {
    "id": "text",
    "name": "text",
    "size": "count",
    "box": "text",
    "givens": "text",
    "count_of_givens": "count",
    "expected_solutions": "count",
    "expected_solution": "text",
}


def _entry_to_dict(entry: Entry) -> dict[str, Any]:
    puzzle, expected = entry.puzzle, entry.expected
    solution = expected.solution if expected else None
    return {
        "id": entry.id,
        "name": entry.name,
        "size": puzzle.shape.side,
        "box": puzzle.shape.box,
        "givens": puzzle.text,
        "count_of_givens": puzzle.count_givens(),
        "expected_solutions": expected.solutions if expected else None,
        "expected_solution": None if solution is None else compact(solution, puzzle.shape),
    }


def read(
    source: Any,
    *,
    box: Box | None = None,
    read_as: str | None = None,
    errors: Literal["raise", "collect"] = "raise",
) -> PuzzleCollection:
    """Read puzzles into memory; the format is detected.

    Parameters: `source` is what FILE is on the command line (a path, or the text of a puzzle), a `Path`, an open file,
    a `Puzzle` or `Entry`, a NumPy array or list of rows with 0 for an empty cell, or several of these in a list. An
    array of three dimensions holds several puzzles. `box` is the height and width of the boxes (default: as close to
    square as possible). `read_as` is the name of a format, as on the command line, if it should not be detected.
    `errors="collect"` keeps what cannot be read in the attribute `errors` of the result instead
    of raising the first error.

    Raises PuzzleError for text that is not a puzzle, SourceError if a file cannot be read, OptionError if there is no
    such format, and TypeError.

    >>> collection = read(["1.....2..3.....4", "12..............\\n"])
    >>> collection
    <PuzzleCollection of 2 puzzles>
    >>> collection[0]
    <Entry text[0]:1: 4x4, givens: 4>
    """
    if errors not in ("raise", "collect"):
        raise ValueError(f"errors: expected 'raise' or 'collect', found {errors!r}")
    options = ReadOptions(to_shape(box), _check_format(read_as))
    found: list[Entry] = []
    faults: list[UserError] = []
    for item in _read_items(source, box, options, ""):
        if isinstance(item, Entry):
            found.append(item)
        elif errors == "raise":
            raise item
        else:
            faults.append(item)
    return PuzzleCollection(tuple(found), tuple(faults))


def _check_format(name: str | None) -> str | None:
    if name is None or isinstance(name, str):
        return name and find_format(name).name
    raise wrong_type("read_as", "the name of a format", name)


def _read_items(source: Any, box: Box | None, options: ReadOptions, place: str) -> Iterator[Entry | UserError]:
    """Yield the puzzles of a source; `place` says where in a list it is, so that the ids are different."""
    try:
        if isinstance(source, PuzzleCollection):
            yield from source
        elif isinstance(source, Entry | Puzzle) or is_array(source):
            entry = to_entry(source, box)
            yield entry if isinstance(source, Entry) else replace(entry, id=entry.id + place)
        elif isinstance(source, str | os.PathLike) or is_file_object(source):
            yield from read_source(_open(source, place), options)
        elif isinstance(source, Iterable) and not isinstance(source, bytes | bytearray | Mapping):
            for number, item in enumerate(source):
                yield from _read_items(item, box, options, f"{place}[{number}]")
        else:
            raise wrong_type(f"source{place}", EXPECTED, source)
    except UserError as error:
        yield error


def _open(source: "str | os.PathLike[str] | IO[Any]", place: str) -> Source:
    opened = open_any(source)
    return replace(opened, name=opened.name + place) if opened.name == "text" else opened
