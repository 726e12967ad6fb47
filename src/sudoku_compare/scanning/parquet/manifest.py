"""The manifest of a folder of parts: what is in it, what it was made from, and where to go on. Its JSON, both ways."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from ...core.errors import OutputError
from ...formats.position import LinePosition, Position
from ...formats.text.line_kinds import Columns
from ..summary import ScanSummary
from .source_records import SourceRecord

FORMAT = 1  # changes when a manifest can no longer be read by older code
START = Position()

Setting = str | int | float | bool | None


@dataclass(frozen=True, slots=True)
class Part:
    """A whole file of rows."""

    file: str
    rows: int
    bytes: int
    first: str  # the id of its first row
    last: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a folder of parts contains."""

    version: str  # of the program
    options: Mapping[str, Setting]  # that decide what the rows are, by their names
    sources: tuple[SourceRecord, ...]
    summary: ScanSummary  # of the whole parts
    parts: tuple[Part, ...] = ()
    batches: int = 0  # in the whole parts
    position: Position = START  # after the last whole part
    complete: bool = False

    @property
    def rows(self) -> int:
        """How many rows the whole parts have."""
        return sum(part.rows for part in self.parts)

    def add_part(self, part: Part, *, batches: int, position: Position, summary: ScanSummary) -> "Manifest":
        """Return the manifest with one more part; the other arguments describe the scan at its end."""
        return replace(self, parts=(*self.parts, part), batches=batches, position=position, summary=summary)

    def end(self, summary: ScanSummary) -> "Manifest":
        """Return the manifest of the complete scan."""
        return replace(self, summary=summary, complete=True)

    def to_json(self) -> str:
        values = asdict(self) | {"options": dict(self.options), "summary": self.summary.as_json()}
        start = self.position.start
        values["position"]["start"] = start and start._asdict() | {"columns": start.columns and start.columns._asdict()}
        return json.dumps({"format": FORMAT} | values, indent=1) + "\n"


def parse_manifest(text: str) -> Manifest:
    """Return the manifest that `to_json` wrote; raise OutputError if it is damaged."""
    try:
        values = json.loads(text)
        if values.pop("format") != FORMAT:
            raise OutputError(f"expected format {FORMAT}")
        _check_types(values)
        return Manifest(
            **values
            | {
                "sources": tuple(SourceRecord(**source) for source in values["sources"]),
                "parts": tuple(Part(**part) for part in values["parts"]),
                "position": _parse_position(values["position"]),
                "summary": ScanSummary.from_json(values["summary"]),
            }
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise OutputError(f"not a manifest ({type(error).__name__}: {error})") from error


def find_differences(before: Manifest, now: Manifest) -> Iterator[str]:
    """Yield in words what differs between an interrupted scan and the one that shall go on with it."""
    if before.version != now.version:
        yield f"the version was {before.version}, now {now.version}"
    for name, value in now.options.items():
        if before.options.get(name) != value:
            yield f"{name} was {before.options.get(name)}, now {value}"
    if len(before.sources) != len(now.sources):
        yield f"there were {len(before.sources):,} files, now {len(now.sources):,}"
    for old, new in zip(before.sources, now.sources, strict=False):
        if difference := old.describe_difference(new):
            yield difference


def _check_types(values: dict[str, Any]) -> None:
    for key, kind in {"version": str, "options": dict, "batches": int, "complete": bool}.items():
        if not isinstance(values[key], kind):
            raise TypeError(f"{key}: expected {kind.__name__}")


def _parse_position(values: dict[str, Any]) -> Position:
    start = values["start"]
    if start:
        columns = start["columns"]
        start = LinePosition(**start | {"columns": Columns(**columns) if columns else None})
    return Position(**values | {"start": start})
