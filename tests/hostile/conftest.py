"""What the tests of this folder share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from hostile.commands import make_folder
from hostile.marking import mark_processes


@pytest.fixture
def mark() -> Iterator[str]:
    """Every process that the test starts inherits this mark, so that the test can find it."""
    with mark_processes() as mark:
        yield mark


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the puzzles, the programs and their descriptions."""
    return make_folder(tmp_path)
