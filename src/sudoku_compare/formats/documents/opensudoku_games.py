"""Parse the XML of OpenSudoku. Document types and entities are refused: a small file could expand to gigabytes."""

from dataclasses import dataclass
from typing import Any
from xml.sax import SAXParseException
from xml.sax.handler import ContentHandler
from xml.sax.xmlreader import Locator

from defusedxml import DefusedXmlException
from defusedxml.sax import parseString

from ...core.errors import PuzzleError
from ..found_puzzle import shorten

_ROOT = "opensudoku"
_LONGEST_NAME = 1000  # characters; more is not a name


@dataclass(frozen=True, slots=True)
class Game:
    """A `game` element."""

    data: str | None
    name: str
    line: int


class _Games(ContentHandler):
    """Collects the games of a document."""

    def __init__(self) -> None:
        super().__init__()
        self.games: list[Game] = []
        self._locator: Any = None
        self._path: list[str] = []
        self._folder = ""  # or the name of the whole collection
        self._text = ""

    def setDocumentLocator(self, locator: Locator) -> None:  # noqa: N802 - SAX calls it that
        self._locator = locator

    def startElement(self, name: str, attrs: Any) -> None:  # noqa: N802
        if not self._path and name != _ROOT:
            raise PuzzleError(f"expected an XML file of OpenSudoku (<{_ROOT}>), found <{shorten(name)[1:-1]}>")
        self._path.append(name)
        self._text = ""
        if name == "folder":
            self._folder = attrs.get("name", "")
        elif name == "game":
            title = attrs.get("note") or attrs.get("puzzle_note") or attrs.get("user_note") or self._folder
            self.games.append(Game(attrs.get("data"), title, self._locator.getLineNumber()))

    def characters(self, content: str) -> None:
        if self._path[-1] == "name" and len(self._text) < _LONGEST_NAME:
            self._text += content

    def endElement(self, name: str) -> None:  # noqa: N802
        self._path.pop()
        if name == "name" and self._path == [_ROOT]:
            self._folder = self._text.strip()


def parse_games(data: bytes) -> tuple[list[Game], str]:
    """Return the games, and what is wrong with the document after them, if anything."""
    handler = _Games()
    try:
        parseString(data, handler, forbid_dtd=True)
    except SAXParseException as error:
        return handler.games, f"damaged XML: {error.getMessage()} (line {error.getLineNumber()})"
    except DefusedXmlException:
        return handler.games, "refused: the XML declares a document type or entities, which a puzzle file does not need"
    except (PuzzleError, ValueError, LookupError) as error:  # LookupError: an unknown encoding
        return handler.games, str(error)
    return handler.games, "" if handler.games else f"no puzzle found; expected <game data=...> in <{_ROOT}>"
