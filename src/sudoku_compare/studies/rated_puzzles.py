"""Puzzles with known ratings, read from text or CSV.

Each line has a puzzle and its rating, separated by spaces, tabs, commas or semicolons, and further columns. Unless the
first separator is a comma, a rating may have a decimal comma. A header names the columns: `puzzle`, `rating` (or
`ser`), and for the study's closures `known_after_singles`, `candidates_after_singles` and `candidates_after_locked`;
others are ignored. Without a header the first two columns are the puzzle and the rating; five or six columns are read
as Berthier's lists have them (`LAYOUTS`).
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ..benchmark.measurement.sampling import Case, Complain
from ..core.entry import Entry
from ..core.errors import PuzzleError, SourceError
from ..core.puzzle import Puzzle
from ..core.shape import Shape
from ..formats.source import Source, open_source

PUZZLE, RATING = "puzzle", "rating"
KNOWN, SINGLES, LOCKED = "known_after_singles", "candidates_after_singles", "candidates_after_locked"
CLOSURES = (KNOWN, SINGLES, LOCKED)
ALIASES = {"sudoku": PUZZLE, "givens": PUZZLE, "ser": RATING, "er": RATING}
LAYOUTS: Mapping[int, tuple[str, ...]] = {  # the columns without a header, by their number
    5: (PUZZLE, RATING, "w", SINGLES, LOCKED),
    6: (PUZZLE, RATING, "w", KNOWN, SINGLES, LOCKED),
}
LOWEST, HIGHEST = 1.0, 12.9  # ratings outside are no ratings on this scale
SEMICOLONS = re.compile(r"\s*;\s*")  # in a line with semicolons, commas are decimal commas
COMMAS = re.compile(r"\s*[,\t]\s*|\s+")
SPACES = re.compile(r",?\s+")  # in a line whose first column ends with a space, so are commas within a column


class Known(NamedTuple):
    """What a file says about a puzzle: its rating and, if the file has them, counts after simple steps."""

    rating: float
    closures: Mapping[str, int]


def read_rated(paths: Sequence[str], shape: Shape | None, complain: Complain) -> tuple[list[Case], dict[str, Known]]:
    """Read the puzzles of these files and, by the text of the puzzle, what is known about each.

    `complain` is called with each error.
    """
    cases: list[Case] = []
    known: dict[str, Known] = {}
    for path in paths:
        source = open_source(path)
        for line, fields in _read_rows(source):
            try:
                puzzle, facts = _read_row(fields, shape)
            except (PuzzleError, ValueError) as error:
                complain(SourceError(f"{source.name}:{line}: {error}"))
                continue
            earlier = known.setdefault(puzzle.text, facts)
            if earlier.rating != facts.rating:
                other = f"{facts.rating}, but {earlier.rating} where the same puzzle occurs before"
                complain(SourceError(f"{source.name}:{line}: rating: found {other}"))
                continue
            cases.append(Case(len(cases), source.name, Entry(f"{source.name}:{line}", puzzle)))
    return cases, known


def _read_rows(source: Source) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield the number and the fields of each line, by column."""
    header: tuple[str, ...] | None = None
    for number, line in source.lines():
        if not line.strip() or line.startswith("#"):
            continue
        values = [value.strip('"') for value in _split(line.strip())]
        if header is None and (named := _read_header(values)):
            header = named
            continue
        columns = header or LAYOUTS.get(len(values), (PUZZLE, RATING))
        yield number, dict(zip(columns, values, strict=False))


def _split(line: str) -> list[str]:
    if ";" in line:
        return SEMICOLONS.split(line)
    first = COMMAS.search(line)
    return (COMMAS if first and "," in first[0] else SPACES).split(line)


def _read_header(values: list[str]) -> tuple[str, ...] | None:
    names = tuple(ALIASES.get(value.casefold(), value.casefold()) for value in values)
    return names if PUZZLE in names and RATING in names else None


def _read_row(fields: dict[str, str], shape: Shape | None) -> tuple[Puzzle, Known]:
    puzzle = Puzzle.from_text(fields.get(PUZZLE, ""), shape)
    if RATING not in fields:
        raise ValueError("expected a puzzle and its rating, found no rating")
    rating = _read_number(RATING, fields[RATING])
    if not LOWEST <= rating <= HIGHEST:
        raise ValueError(f"rating: expected {LOWEST} to {HIGHEST}, found {fields[RATING]}")
    counts = {name: _read_count(name, fields[name]) for name in CLOSURES if fields.get(name)}
    return puzzle, Known(rating, counts)


def _read_number(name: str, text: str) -> float:
    try:
        return float(text.replace(",", "."))
    except ValueError:
        raise ValueError(f"{name}: expected a number, found {text[:20]!r}") from None


def _read_count(name: str, text: str) -> int:
    number = _read_number(name, text)
    if not (number >= 0 and number.is_integer()):
        raise ValueError(f"{name}: expected a count, found {text[:20]!r}")
    return int(number)
