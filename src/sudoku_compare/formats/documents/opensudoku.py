"""OpenSudoku: XML files with any number of 9x9 puzzles (`.opensudoku`).

Version 1 has the name of the collection in an element `name` and a `game` element per puzzle. Versions 2 and up put the
games into `folder` elements with a `name`, and a game may have a `note`. The attribute `data` of a game has 81 digits,
or `version: N` and then, for each cell, its value, one to three fields of pencil marks and colours, and whether it is
editable, each followed by `|`: a value that is editable was entered by a player.
"""

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from ...core.entry import Entry
from ...core.errors import PuzzleError
from ...core.puzzle import Puzzle
from ...core.shape import Shape
from ...core.text import make_printable
from ..format import Claim, Format, Item, ReadOptions, Start, Sureness
from ..found_puzzle import FoundPuzzle, read_parts, shorten
from ..nine_by_nine import NINE, digits_of, require_nine
from ..source import Source

if TYPE_CHECKING:
    from .opensudoku_games import Game

_DETAILED = re.compile(r"version:\s*(\S*)\s*(.*)", re.DOTALL)
_FIELDS = {"1": 3, "2": 3, "3": 3, "4": 4, "5": 5}  # of each cell, by version


def _assess(start: Start) -> Claim | None:
    text = start.text.lstrip()
    if text.startswith("<") or start.data.startswith((b"\xff\xfe<", b"\xfe\xff\0<")):
        return Claim(Sureness.CERTAIN, "OpenSudoku XML")
    return None


def _read(source: Source, options: ReadOptions) -> Iterator[Item]:
    from .opensudoku_games import parse_games  # imported late: XML takes longer than reading a file of lines

    games, error = parse_games(source.read_document())
    parts = enumerate(games, 1)
    yield from read_parts(source.name, parts, lambda game: _read_game(game, options.shape))
    if error:
        yield PuzzleError(f"{source.name}: {error}")


def _read_game(game: "Game", shape: Shape | None) -> FoundPuzzle:
    try:
        if game.data is None:
            raise PuzzleError("expected an attribute data with 81 digits, found none")
        return FoundPuzzle(_read_data(game.data.strip(), shape or NINE), game.name)
    except PuzzleError as error:
        raise PuzzleError(f"line {game.line}: {error}") from error


def _read_data(data: str, shape: Shape) -> Puzzle:
    detailed = _DETAILED.match(data)
    if detailed is None:
        return Puzzle.from_text(data, shape)
    if detailed[1] not in _FIELDS:
        raise PuzzleError(f"expected data of one of the versions {', '.join(_FIELDS)}, found {shorten(detailed[1])}")
    count = _FIELDS[detailed[1]]
    fields = detailed[2].strip().replace("||", "|").split("|")[:-1]  # version 2 had a double bar
    if len(fields) != count * len(NINE.cells):
        raise PuzzleError(f"expected {count} fields for each of {len(NINE.cells)} cells, found {len(fields)} fields")
    values, editable = fields[::count], fields[count - 1 :: count]
    symbols = ["0" if is_editable == "1" else value for value, is_editable in zip(values, editable, strict=True)]
    return Puzzle.from_text(" ".join(symbols), shape)


def write(entries: Iterable[Entry]) -> Iterator[str]:
    """Yield a document with all puzzles in one folder, and the name of each as its note."""
    from html import escape

    yield "<?xml version='1.0' encoding='UTF-8'?>\n<opensudoku version=\"2\">\n"
    yield '  <folder name="sudoku-compare">\n'
    for entry in entries:
        require_nine(entry, "opensudoku files")
        note = f' note="{escape(make_printable(entry.name))}"' if entry.name else ""
        yield f'    <game data="{digits_of(entry.puzzle)}"{note}/>\n'
    yield "  </folder>\n</opensudoku>\n"


FORMAT = Format("opensudoku", _assess, _read)
