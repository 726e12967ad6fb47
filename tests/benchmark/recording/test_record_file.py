"""The file of a record: a single file after a run, never changed by reading, readable where nothing can be written."""

import os
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from measuring import FACTS, MACHINE, make_measurement, make_numbered_puzzle, run_command
from sudoku_compare.benchmark.recording import record_file
from sudoku_compare.benchmark.recording.record import SCHEMA, Preparation, Record
from sudoku_compare.benchmark.statistics.summary import summarize
from sudoku_compare.core.errors import RecordError

ROWS = [make_measurement(engine) for engine in FACTS.engines]


def write_record(path: Path, puzzles: int = 3) -> Record:
    """Return a record that is still open for writing."""
    record = Record.create(path, FACTS)
    assert record.find_or_add_machine(MACHINE) == 1
    record.add_preparations([Preparation("reductio", "3x3", 0.25, 0.5, None)])
    for number in range(puzzles):
        record.add(make_numbered_puzzle(number), [row._replace(puzzle=number) for row in ROWS], [])
        record.commit()
    return record


def write_killed_record(path: Path, *, with_index: bool = False) -> None:
    """Write what a killed run leaves: a file without the last rows, which are in the file ending in -wal."""
    running = path.with_name("running")
    record = write_record(running)
    for ending in ("", "-wal", *["-shm"] * with_index):
        shutil.copy(f"{running}{ending}", f"{path}{ending}")
    record.close()
    running.unlink()
    assert Path(f"{path}-wal").stat().st_size > 0


def write_earlier_record(path: Path) -> None:
    """Write what earlier versions leave after a run: one file, which SQLite would read only beside a new log."""
    write_record(path)._connection.close()
    assert record_file._is_in_wal_mode(path)


def read_folder(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def count_puzzles(path: Path) -> int:
    with Record.open(path) as record:
        assert record.preparations() == (Preparation("reductio", "3x3", 0.25, 0.5, None),)
        return summarize(record).puzzles


def test_a_record_is_a_single_file_when_its_run_has_ended(tmp_path: Path) -> None:
    record = write_record(tmp_path / "r")
    assert sorted(read_folder(tmp_path)) == ["r", "r-shm", "r-wal"]
    record.close()
    assert sorted(read_folder(tmp_path)) == ["r"]
    assert not record_file._is_in_wal_mode(tmp_path / "r")
    with Record.resume(tmp_path / "r") as record:
        record.add(make_numbered_puzzle(3), [row._replace(puzzle=3) for row in ROWS], [])
        record.commit()
    assert sorted(read_folder(tmp_path)) == ["r"]
    (tmp_path / "copy").write_bytes((tmp_path / "r").read_bytes())
    assert count_puzzles(tmp_path / "copy") == 4


@pytest.mark.parametrize("with_index", [False, True])
def test_reading_changes_nothing_and_sees_every_row(with_index: bool, tmp_path: Path) -> None:
    write_record(tmp_path / "ended").close()
    write_killed_record(tmp_path / "killed", with_index=with_index)
    for name in ("ended", "killed"):
        before = {key: value for key, value in read_folder(tmp_path).items() if not key.endswith("-shm")}
        assert count_puzzles(tmp_path / name) == 3
        after = read_folder(tmp_path)
        assert {key: value for key, value in after.items() if not key.endswith("-shm")} == before
        assert with_index or not any(key.endswith("-shm") for key in after)


def test_a_run_can_be_reported_while_it_is_writing(tmp_path: Path) -> None:
    record = write_record(tmp_path / "r", puzzles=2)
    with Record.open(tmp_path / "r") as reader:
        assert summarize(reader).puzzles == 2
        record.add(make_numbered_puzzle(2), [row._replace(puzzle=2) for row in ROWS], [])
        record.commit()
        assert summarize(reader).puzzles == 3
        record.close()  # cannot become a single file while it is read
    assert count_puzzles(tmp_path / "r") == 3


def test_a_killed_run_is_resumed_with_every_row(tmp_path: Path) -> None:
    write_killed_record(tmp_path / "r")
    with Record.resume(tmp_path / "r") as record:
        assert record.count_finished_rounds() == 3
    assert sorted(read_folder(tmp_path)) == ["r"]


@pytest.fixture
def read_only_folder(tmp_path: Path) -> Iterator[Path]:
    """Mount a file system with ended and killed records, then make it read-only."""
    folder = tmp_path / "mounted"
    folder.mkdir()
    try:
        if subprocess.run(["mount", "-t", "tmpfs", "tmpfs", folder], capture_output=True).returncode != 0:
            pytest.skip("mounting is not permitted")
    except FileNotFoundError:
        pytest.skip("this system has no command to mount")
    try:
        write_record(folder / "ended").close()
        write_earlier_record(folder / "earlier")
        write_killed_record(folder / "killed")
        write_killed_record(folder / "indexed", with_index=True)
        subprocess.run(["mount", "-o", "remount,ro", folder], check=True)
        yield folder
    finally:
        subprocess.run(["umount", folder], check=True)


@pytest.mark.parametrize("name", ["ended", "earlier", "killed", "indexed"])
def test_a_record_on_a_read_only_file_system_is_reported(name: str, read_only_folder: Path, tmp_path: Path) -> None:
    with pytest.raises(OSError, match="Read-only file system"):
        (read_only_folder / "x").touch()
    done = run_command("report", str(read_only_folder / name), "--json", folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert '"puzzles": 3' in done.stdout
    done = run_command("bench", "--resume", str(read_only_folder / name), "p.txt", folder=tmp_path)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)


def test_the_copy_that_is_read_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copies = tmp_path / "copies"
    copies.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(copies))
    write_killed_record(tmp_path / "r")
    with Record.open(tmp_path / "r"):
        assert len(list(copies.iterdir())) == 1
    assert list(copies.iterdir()) == []


def test_an_index_that_cannot_be_used_does_not_matter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite refuses to read such a record in some folders that cannot be written; then a copy is read."""
    write_killed_record(tmp_path / "r", with_index=True)

    def refuse(path: Path, mode: str) -> None:
        raise sqlite3.OperationalError("unable to open database file")

    monkeypatch.setattr(record_file, "_open_unchanged", refuse)
    assert count_puzzles(tmp_path / "r") == 3


def change_version(path: Path, version: int) -> None:
    connection = sqlite3.connect(path)
    if version < 5:
        connection.execute("ALTER TABLE measurement DROP COLUMN machine")
        connection.execute("ALTER TABLE calibration DROP COLUMN machine")
        connection.execute("DROP TABLE machine")
        connection.execute("DROP TABLE attempt")
    if version < 4:
        connection.execute("ALTER TABLE measurement DROP COLUMN outer")
    if version < 3:
        connection.execute("DROP TABLE preparation")
        connection.execute("DROP TABLE calibration")
    connection.execute(f"PRAGMA user_version = {version}")
    connection.close()


@pytest.mark.parametrize("version", [2, 3, 4])
def test_a_record_of_an_earlier_version_can_be_read_but_not_resumed(version: int, tmp_path: Path) -> None:
    path = tmp_path / "r"
    with write_record(path) as record:
        record.add_calibration(0, 0, 0.5, 1)
        record.commit()
    change_version(path, version)
    with Record.open(path) as record:
        assert (record.version, summarize(record).puzzles) == (version, 3)
        assert [preparation.engine for preparation in record.preparations()] == ["reductio"] * (version >= 3)
        assert record.calibrations() == ({(0, 0, 1): 0.5} if version >= 3 else {})
        assert list(record.measurements()) == [row._replace(puzzle=n) for n in range(3) for row in ROWS]
    message = f"cannot be resumed: expected a record of version {SCHEMA}, found version {version}"
    with pytest.raises(RecordError, match=message):
        Record.resume(path)
    for format in ("text", "csv", "json"):
        assert run_command("report", str(path), "--format", format, folder=tmp_path).returncode == 0
    done = run_command("bench", "--resume", str(path), folder=tmp_path)
    assert (done.returncode, done.stderr.count("\n"), f"found version {version}" in done.stderr) == (2, 1, True)


@pytest.mark.parametrize("version", [0, 1, 6, 99])
def test_a_record_of_an_unknown_version_is_refused(version: int, tmp_path: Path) -> None:
    write_record(tmp_path / "r").close()
    change_version(tmp_path / "r", version)
    for open_record in (Record.open, Record.resume):
        with pytest.raises(RecordError, match=f"of version 2 or 3 or 4 or 5, found version {version}"):
            open_record(tmp_path / "r")


@pytest.mark.skipif(os.name != "posix", reason="other systems do not allow such names")
@pytest.mark.parametrize("name", ["a b", "50%", "what?", "#1", "é", "a\udcff", "-", "file:x"])
def test_a_record_may_have_any_name(name: str, tmp_path: Path) -> None:
    write_record(tmp_path / name).close()
    assert count_puzzles(tmp_path / name) == 3
    Record.resume(tmp_path / name).close()
