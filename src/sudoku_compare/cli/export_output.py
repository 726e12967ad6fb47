"""Where `export` writes: standard output, a file, or a folder with one file per puzzle or page."""

import sys
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..core.errors import output_to
from .file_names import FileNames

if TYPE_CHECKING:
    from ..core.entry import Entry


class Output:
    """The path that the user named with --out, or standard output."""

    def __init__(self, path: Path | None, form: str, names: FileNames, *, is_binary: bool) -> None:
        self.path = path
        self._form = form
        self._names = names
        if is_binary and self.is_terminal:
            raise click.UsageError(f"a terminal cannot show {form.upper()}; name a file with --out")

    @property
    def is_terminal(self) -> bool:
        """Whether the documents are shown on a terminal, where nothing else may be written between their lines."""
        return self.path is None and sys.stdout.isatty()

    def assign_paths(self, entries: "Iterator[Entry]", extension: str) -> "Iterator[tuple[Entry, Path | None]]":
        """Yield each puzzle with the path of its own file; several puzzles go to a folder."""
        start = list(islice(entries, 2))
        is_folder = self._check_number(len(start), "puzzle")
        for entry in chain(start, entries):
            yield (
                entry,
                self.path / (self._names.choose(entry.id) + extension) if self.path and is_folder else self.path,
            )

    def assign_page_paths(self, pages: int, extension: str) -> list[Path | None]:
        """Return the path of each page; several pages go to a folder."""
        if not (self._check_number(pages, "page") and self.path):
            return [self.path] * pages
        digits = len(str(pages))
        return [self.path / f"page-{number:0{digits}}{extension}" for number in range(1, pages + 1)]

    def _check_number(self, number: int, noun: str) -> bool:
        """Return whether the path is a folder for several files."""
        if number > 1 and self.path is None:
            raise click.UsageError(f"the format {self._form} holds one {noun} per file; name a folder with --out")
        return number > 1 or (self.path is not None and self.path.is_dir())

    def write_text(self, pieces: Iterable[str], path: Path | None = None) -> None:
        """Write text piece by piece, to this path if the output is a folder."""
        path = path or self.path
        if path is None:
            sys.stdout.writelines(pieces)
            return
        with output_to("--out", path):
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("w", encoding="utf-8") as file:
                file.writelines(pieces)

    def write_bytes(self, data: bytes, path: Path | None = None) -> None:
        """Write a document, to this path if the output is a folder; the encoding of the terminal does not matter."""
        path = path or self.path
        if path is None:
            sys.stdout.flush()
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()
            return
        with output_to("--out", path):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
