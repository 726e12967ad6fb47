"""Names of puzzles and files, as they are read."""

from dataclasses import replace
from pathlib import Path

import pytest

from making import EASY
from sudoku_compare.core.entry import Entry
from sudoku_compare.core.puzzle import Puzzle
from sudoku_compare.formats import collection
from sudoku_compare.formats.collection import read_collection
from sudoku_compare.formats.source import open_source, source_from_text

EVIL, HARMLESS = "\x1b[31mred\u202e\x07", "?[31mred??"


def test_a_name_cannot_control_a_terminal_in_whatever_format_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = Entry("file:1", Puzzle.from_text(EASY), name=EVIL)
    monkeypatch.setattr(collection, "read_items", lambda source, options: iter([entry, replace(entry, name="plain")]))
    assert [item.name for item in read_collection(source_from_text("file", "")) if isinstance(item, Entry)] == [
        HARMLESS,
        "plain",
    ]


def test_a_file_name_cannot_control_a_terminal(tmp_path: Path) -> None:
    path = tmp_path / EVIL
    path.write_text(EASY)
    [entry] = read_collection(open_source(str(path)))
    assert isinstance(entry, Entry)
    assert entry.id == f"{tmp_path}/{HARMLESS}:1"
