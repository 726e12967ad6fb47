"""Tasks about collections: which files there are, and what is in them."""

import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from importlib.resources import files
from itertools import islice
from pathlib import Path
from typing import Any

from ..comparison.classics import list_classics
from ..comparison.compare import compare, engines_by_text
from ..core.answer import Limits
from ..core.entry import Entry
from ..core.errors import SourceError, UserError
from ..explanation.json_form import rating_as_json
from ..explanation.rating import rate
from ..formats.folders import list_files
from ..formats.format import ReadOptions
from ..formats.shipped import CLASSICS, TIERS, load_shipped
from ..formats.source import Source
from .fields import Fields
from .puzzle_tasks import describe_entry, read_shown
from .sending import Sender
from .settings import Settings

SHIPPED = "shipped puzzles"
MOST_FILES = 2000  # in each folder
PAGE = 25  # puzzles that are listed at once
VERDICT_SECONDS = 5.0  # for each engine
RATING_SECONDS = 5.0
ENGINES = ("kernel", "sat")  # two independent methods, both fast on any puzzle


def list_examples(fields: Fields, sender: Sender, settings: Settings) -> None:
    """Send the well-known puzzles, as `examples`."""
    classics = list_classics(load_shipped(CLASSICS))
    examples = [describe_entry(entry) | {"name": classic.name, "about": classic.about} for classic, entry in classics]
    sender.send("examples", {"examples": examples})


def list_library(fields: Fields, sender: Sender, settings: Settings) -> None:
    """Send the files of all folders, as `library`."""
    sender.send("library", {"folders": [_describe_folder(*folder) for folder in _list_folders(settings)]})


def list_puzzles(fields: Fields, sender: Sender, settings: Settings) -> None:
    """Send some puzzles of a file: `puzzle` for each, with its verdict and rating, and at the end `page`."""
    folders = _list_folders(settings)
    folder = fields.read_number("folder", least=0, most=len(folders) - 1)
    start = fields.read_number("start", least=0, most=10**9, default=0)
    path = find_file(folders[folder][1], fields.read_text("file", most=1000))
    errors: list[str] = []
    entries = _iterate_entries(path, errors)
    for _ in islice(entries, start):
        errors.clear()  # those of earlier pages
    rows = list(islice(entries, PAGE + 1))
    for number, entry in enumerate(rows[:PAGE], start + 1):
        sender.send("puzzle", {"number": number} | _describe(entry, settings))
    sender.send("page", {"start": start, "has_more": len(rows) > PAGE, "errors": errors})


def find_file(root: Path, name: str) -> Path:
    """Return the file with this name in a folder; raise SourceError if it is not there, or leads out of the folder."""
    path = root / name
    if "\0" in name or Path(name).is_absolute() or ".." in Path(name).parts:
        raise SourceError(f"file: expected a name from the list, found {name!r}")
    try:
        real = path.resolve(strict=True)
    except (OSError, RuntimeError) as error:
        raise SourceError(f"{name}: no such file in this folder") from error
    if not real.is_relative_to(root.resolve()) or not real.is_file():
        raise SourceError(f"{name}: no such file in this folder")
    return real


def _list_folders(settings: Settings) -> list[tuple[str, Path]]:
    shipped = Path(str(files("sudoku_compare.data")))
    return [(SHIPPED, shipped), *((str(folder), folder) for folder in settings.folders)]


def _describe_folder(name: str, root: Path) -> dict[str, Any]:
    names = [f"{tier}.txt" for tier in (CLASSICS, *TIERS)] if name == SHIPPED else list(_iterate_names(root))
    return {"name": name, "files": names[:MOST_FILES], "has_more": len(names) > MOST_FILES}


def _iterate_names(root: Path) -> Iterator[str]:
    """Yield the names of the files in a folder. One more than MOST_FILES says that there are more."""
    found = (path.relative_to(root).as_posix() for path in list_files(root) if isinstance(path, Path))
    with suppress(OSError):  # a folder whose names can be listed, but nothing else
        yield from islice((name for name in found if is_inside(root, name)), MOST_FILES + 1)


def is_inside(root: Path, name: str) -> bool:
    """Return whether a folder has a file with this name that does not lead out of it."""
    try:
        find_file(root, name.encode().decode())
    except (SourceError, UnicodeError):  # a name that is not UTF-8 cannot be sent back
        return False
    return True


def _iterate_entries(path: Path, errors: list[str]) -> Iterator[Entry]:
    for item in read_shown(_open(path), ReadOptions()):
        if not isinstance(item, UserError):
            yield item
        elif len(errors) < PAGE:
            errors.append(str(item))


def _open(path: Path) -> Source:
    """Open a file without waiting, should it have become a pipe or a link since it was found."""
    try:
        stream = open(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW), "rb")  # noqa: SIM115 - read later
    except OSError as error:
        raise SourceError(f"{path.name}: cannot read: {error.strerror}") from error
    status = os.fstat(stream.fileno())
    if not stat.S_ISREG(status.st_mode):
        stream.close()
        raise SourceError(f"{path.name}: no such file in this folder")
    return Source(path.name, stream, status.st_size)


def _describe(entry: Entry, settings: Settings) -> dict[str, Any]:
    limits = Limits(2, min(VERDICT_SECONDS, settings.longest), memory=settings.memory)
    comparison = compare(entry, engines_by_text(ENGINES), limits)
    rated = rate(entry.puzzle, min(RATING_SECONDS, settings.longest))
    return describe_entry(entry) | {"verdict": str(comparison.verdict), "rating": rating_as_json(rated.rating)}
