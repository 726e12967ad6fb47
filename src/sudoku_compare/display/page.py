"""Write pages to a file or to standard output."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from ..core.errors import OutputError, output_to

STANDARD_OUTPUT = "-"


def is_standard_output(path: object) -> bool:
    """Return whether this path means standard output."""
    return str(path) == STANDARD_OUTPUT


def write_page(path: Path, text: str) -> None:
    """Write a page to an existing folder, or to standard output if the path is `-`."""
    with open_page(path) as file, output_to("", path):
        file.write(text)
        file.flush()


@contextmanager
def open_page(path: Path | str) -> Iterator[TextIO]:
    """Open a page that is written piece by piece."""
    if is_standard_output(path):
        sys.stdout.flush()
        target: Path | str | int = sys.stdout.fileno()
    else:
        check_folder_of(path)
        target = path
    with output_to("", path):
        file = open(target, "w", encoding="utf-8", closefd=not isinstance(target, int))  # noqa: SIM115 - closed below
    with file:
        yield file


def check_folder_of(path: Path | str) -> None:
    """Raise OutputError if the folder of a page does not exist; call it before a long computation."""
    folder = Path(path).parent
    if not is_standard_output(path) and not folder.is_dir():
        problem = f"{folder} is not a folder" if folder.exists() else f"folder {folder} does not exist"
        raise OutputError(f"cannot write {path}: {problem}")
