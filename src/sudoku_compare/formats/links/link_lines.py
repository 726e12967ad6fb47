"""Links to puzzles, one per line, each with a name after it or not; the host says how to read it.

The modules of the sites are imported late: most files have no links.
"""

import re
from collections.abc import Callable, Iterator
from urllib.parse import SplitResult, unquote, urlsplit

from ...core.errors import PuzzleError
from ...core.shape import Shape
from ..format import Claim, Format, Item, ReadOptions, Start, Sureness
from ..found_puzzle import FoundPuzzle, read_parts, shorten
from ..source import Source

_ON_SERVER = "this link only names a puzzle on the server; paste a link that contains the puzzle, or the puzzle itself"


def read_link(text: str, shape: Shape | None) -> FoundPuzzle:
    """Read the puzzle that a link contains; raise PuzzleError if the host is unknown or the puzzle is on its server."""
    try:
        link = urlsplit(text if "://" in text else f"https://{text}")
        host = (link.hostname or "").removeprefix("www.")
    except ValueError:
        raise PuzzleError(f"expected a link, found {shorten(text)}") from None
    if host not in _HOSTS:
        raise PuzzleError(f"unknown host {shorten(host)}; expected a link to {', '.join(sorted(set(_HOSTS)))}")
    return _HOSTS[host](link, shape)


def _find_parameter(link: SplitResult, name: str) -> str | None:
    """Return the value of a parameter of a link. A plus sign is one: base64 has it."""
    for pair in link.query.split("&"):
        key, _, value = pair.partition("=")
        if key == name:
            return unquote(value).replace(" ", "+")
    return None


def _require_parameter(link: SplitResult, name: str) -> str:
    value = _find_parameter(link, name)
    if not value:
        example = f"{link.hostname}{link.path}?{name}=..."
        raise PuzzleError(_ON_SERVER if link.query else f"expected a link such as {shorten(example)}, found no puzzle")
    return value


def _read_fpuzzles(link: SplitResult, shape: Shape | None) -> FoundPuzzle:
    from . import fpuzzles

    return fpuzzles.read_compressed(_require_parameter(link, "load"), shape)


def _read_sudokupad(link: SplitResult, shape: Shape | None) -> FoundPuzzle:
    from . import sudokupad

    path = unquote(link.path).replace(" ", "+").lstrip("/")
    path = re.sub(r"^sudoku(\.html)?(/|$)", "", path)
    return sudokupad.read_path(path or _find_parameter(link, "puzzleid") or "", shape)


def _read_sudokuwiki(link: SplitResult, shape: Shape | None) -> FoundPuzzle:
    from . import sudokuwiki

    return sudokuwiki.read_board(link.path.strip("/"), _require_parameter(link, "bd"), shape)


def _read_sudokuexchange(link: SplitResult, shape: Shape | None) -> FoundPuzzle:
    from . import sudokuexchange

    return sudokuexchange.read_digits(_require_parameter(link, "s"), shape)


def _read_lisudoku(link: SplitResult, shape: Shape | None) -> FoundPuzzle:
    from . import lisudoku

    if link.path.startswith("/p/"):
        raise PuzzleError(_ON_SERVER)
    return lisudoku.read_import(_require_parameter(link, "import"), shape)


_HOSTS: dict[str, Callable[[SplitResult, Shape | None], FoundPuzzle]] = {
    "f-puzzles.com": _read_fpuzzles,
    "sudokupad.app": _read_sudokupad,
    "beta.sudokupad.app": _read_sudokupad,
    "app.crackingthecryptic.com": _read_sudokupad,
    "sudokuwiki.org": _read_sudokuwiki,
    "sudokuexchange.com": _read_sudokuexchange,
    "lisudoku.xyz": _read_lisudoku,
}
_LINK = re.compile(rf"https?://|(www\.)?({'|'.join(map(re.escape, _HOSTS))})/", re.IGNORECASE)


def is_link(text: str) -> bool:
    """Return whether a text starts with a link, possibly to an unknown host."""
    return bool(_LINK.match(text))


def _contents(lines: list[str]) -> Iterator[str]:
    stripped = (line.strip() for line in lines)
    return (line for line in stripped if line and not line.startswith("#"))


def _assess(start: Start) -> Claim | None:
    first = next(_contents(start.text.splitlines()), "")
    return Claim(Sureness.CERTAIN, "links") if is_link(first) else None


def _read(source: Source, options: ReadOptions) -> Iterator[Item]:
    lines = ((number, line.strip()) for number, line in source.lines())
    contents = ((number, line) for number, line in lines if line and not line.startswith("#"))
    return read_parts(source.name, contents, lambda line: _read_line(line, options.shape))


def _read_line(line: str, shape: Shape | None) -> FoundPuzzle:
    if not is_link(line):
        raise PuzzleError(f"expected a link, found {shorten(line)}")
    text, *names = line.split(maxsplit=1)
    found = read_link(text, shape)
    name = "".join(names).removeprefix("#").strip()
    return FoundPuzzle(found.puzzle, name or found.name, found.expected)


FORMAT = Format("links", _assess, _read)
