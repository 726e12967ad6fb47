"""The files of a folder: which are listed, in which order, and what becomes of files without puzzles."""

import os
from pathlib import Path

import pytest

from making import EASY
from sudoku_compare.core.entry import Entry
from sudoku_compare.core.errors import PuzzleError, SourceError
from sudoku_compare.core.puzzle import Puzzle
from sudoku_compare.formats.batch_reader import read_batches
from sudoku_compare.formats.folders import join_errors_of_foreign_batches, join_errors_of_foreign_file, list_files
from sudoku_compare.formats.source import source_from_text

ENTRY = Entry("file:1", Puzzle.from_text(EASY))
BAD, WORSE = PuzzleError("file:1: bad"), PuzzleError("file:2: worse")


def list_names(folder: Path) -> list[str]:
    return [str(path.relative_to(folder)) for path in list_files(folder) if isinstance(path, Path)]


def test_files_are_listed_in_sorted_order_without_hidden_ones(tmp_path: Path) -> None:
    for name in ("b/2.txt", "b/10.txt", "a.txt", "c.txt", ".hidden.txt", ".git/x.txt", "b/.x/y.txt", "b/a/z.txt"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    assert list_names(tmp_path) == ["a.txt", "b/10.txt", "b/2.txt", "b/a/z.txt", "c.txt"]
    assert list_names(tmp_path / ".git") == ["x.txt"]


def test_links_pipes_and_loops_do_no_harm(tmp_path: Path) -> None:
    (tmp_path / "inside").mkdir()
    (tmp_path / "inside" / "loop").symlink_to(tmp_path)
    (tmp_path / "inside" / "broken").symlink_to("nowhere")
    (tmp_path / "inside" / "circle").symlink_to("circle")
    (tmp_path / "file").touch()
    (tmp_path / "inside" / "link").symlink_to(tmp_path / "file")
    os.mkfifo(tmp_path / "pipe")
    assert list_names(tmp_path) == ["file", "inside/broken", "inside/circle", "inside/link"]
    (tmp_path / "link to a folder").symlink_to(tmp_path / "inside")
    assert list_names(tmp_path / "link to a folder") == ["broken", "circle", "link"]


def test_a_folder_that_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    [error] = list_files(tmp_path / "missing")
    assert isinstance(error, SourceError)
    assert "missing: cannot read the folder: No such file or directory" in str(error)


@pytest.mark.parametrize(
    ("items", "expected"),
    [
        ([ENTRY], [ENTRY]),
        ([BAD, ENTRY, WORSE], [BAD, ENTRY, WORSE]),
        ([BAD], [BAD]),
        ([BAD, WORSE], ["file:1: bad; no puzzle found in this file"]),
    ],
)
def test_a_file_without_puzzles_has_a_single_error(items: list[object], expected: list[object]) -> None:
    found = list(join_errors_of_foreign_file(items))  # type: ignore[arg-type]
    assert [item if isinstance(item, Entry) else str(item) for item in found] == [
        item if isinstance(item, Entry) else str(item) for item in expected
    ]


@pytest.mark.parametrize(
    ("text", "puzzles", "errors"),
    [
        (f"{EASY}\n{EASY}\n", 2, 0),
        (f"nonsense\nmore of it\n{EASY}\n", 1, 2),
        ("nonsense\nmore of it\n", 0, 1),
        ("nonsense\n" * 100, 0, 1),
        ("", 0, 1),
    ],
)
def test_batches_without_puzzles_have_a_single_error(text: str, puzzles: int, errors: int) -> None:
    batches = list(join_errors_of_foreign_batches(read_batches(source_from_text("file", text))))
    assert sum(map(len, batches)) == puzzles
    assert sum(len(batch.errors) for batch in batches) == errors
