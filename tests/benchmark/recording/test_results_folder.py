"""Where records are kept, and how a user names one."""

import os
from pathlib import Path

import pytest

from sudoku_compare.benchmark.recording.results_folder import (
    find_latest_record,
    find_records,
    new_record_name,
    record_path,
)
from sudoku_compare.core.errors import RecordError


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("one", "results/one.sqlite"),
        ("one.sqlite", "results/one.sqlite"),
        ("./one", "./one"),
        ("/tmp/one.db", "/tmp/one.db"),
        ("here", "here"),
    ],
)
def test_a_name_is_a_file_or_a_record_in_the_results_folder(name: str, path: str, folder: Path) -> None:
    (folder / "here").touch()
    assert record_path(name) == Path(path)


def test_the_latest_record_is_the_one_modified_last(folder: Path) -> None:
    with pytest.raises(RecordError, match="no benchmark record in results/"):
        find_latest_record()
    (folder / "results" / "folder.sqlite").mkdir(parents=True)
    for name, modified in (("b.sqlite", 1), ("a.sqlite", 2), ("notes.txt", 3), (".draft.sqlite", 4)):
        (folder / "results" / name).touch()
        os.utime(folder / "results" / name, (modified, modified))
    assert find_records() == [Path("results/a.sqlite"), Path("results/b.sqlite")]
    assert find_latest_record() == Path("results/a.sqlite")


def test_a_new_name_has_the_time_in_it() -> None:
    assert new_record_name().startswith("bench-20")
