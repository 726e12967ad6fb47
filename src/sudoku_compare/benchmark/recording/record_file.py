"""The file of a record: how it is created, opened for reading and opened for writing, and what its errors mean.

A run writes in SQLite's WAL mode, so that it loses nothing if it is killed; then the last rows are in a second file,
whose name ends in `-wal`. A run that ends in any other way leaves a single file, which can be copied and can be read
where nothing can be written.
"""

import json
import os
import shutil
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from ...core.errors import RecordError

SCHEMA = 5
READABLE = (2, 3, 4, SCHEMA)
WITH_PREPARATION, WITH_OUTER, WITH_MACHINES = 3, 4, 5  # the versions from which on a record has these
APPLICATION = 0x5D0C0  # in the file header, so that no other database is mistaken for a record
FASTER = "PRAGMA synchronous = NORMAL"  # a commit survives the end of the process without waiting for the disk
TABLES = """
CREATE TABLE fact (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE preparation (
    engine TEXT NOT NULL, box TEXT NOT NULL, load REAL, cold REAL, warm REAL, PRIMARY KEY (engine, box)
) WITHOUT ROWID;
CREATE TABLE puzzle (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL, tier TEXT NOT NULL, box TEXT NOT NULL, givens TEXT NOT NULL
);
CREATE TABLE machine (
    number INTEGER PRIMARY KEY, host TEXT, cpu TEXT NOT NULL, cores INTEGER, memory INTEGER,
    system TEXT, python TEXT NOT NULL, isolation TEXT,
    UNIQUE (host, cpu, cores, memory, system, python, isolation)
);
CREATE TABLE measurement (
    puzzle INTEGER NOT NULL REFERENCES puzzle, engine TEXT NOT NULL, round INTEGER NOT NULL,
    verdict TEXT NOT NULL, ending TEXT NOT NULL,
    build REAL NOT NULL, first REAL, settle REAL NOT NULL, cpu REAL, outer REAL,
    machine INTEGER NOT NULL REFERENCES machine, counts TEXT NOT NULL, detail TEXT NOT NULL,
    PRIMARY KEY (puzzle, engine, round)
) WITHOUT ROWID;
CREATE TABLE calibration (
    puzzle INTEGER NOT NULL REFERENCES puzzle, round INTEGER NOT NULL, cpu REAL NOT NULL,
    machine INTEGER NOT NULL REFERENCES machine, PRIMARY KEY (puzzle, round)
) WITHOUT ROWID;
CREATE TABLE attempt (
    puzzle INTEGER NOT NULL, round INTEGER NOT NULL, number INTEGER NOT NULL,
    machine INTEGER REFERENCES machine, reason TEXT NOT NULL, PRIMARY KEY (puzzle, round, number)
) WITHOUT ROWID;
CREATE TABLE objection (puzzle INTEGER NOT NULL REFERENCES puzzle, round INTEGER NOT NULL, text TEXT NOT NULL);
"""


class OpenedFile(NamedTuple):
    """A connection to the file of a record. The folder of a temporary copy, if there is one, must outlive it."""

    connection: sqlite3.Connection
    version: int
    copy: "TemporaryDirectory[str] | None" = None


def create_file(path: Path, facts: Mapping[str, Any]) -> sqlite3.Connection:
    """Create the file and open it for writing; raise RecordError if it exists.

    A process that is killed meanwhile leaves a complete file or none.
    """
    with report_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists():
            raise FileExistsError
        draft = path.with_name(f".{path.name}.{os.getpid()}")
        draft.touch()
        try:
            _write_new(draft, facts)
            _put_in_place(draft, path)
        finally:
            draft.unlink(missing_ok=True)
        connection = sqlite3.connect(path, isolation_level=None)
        connection.execute(FASTER)
        return connection


def open_to_write(path: Path) -> sqlite3.Connection:
    """Open an existing record to add rows."""
    with report_errors(path):
        connection = _connect(path, "mode=rw")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(FASTER)
        return connection


def refuse_old_version(path: Path, version: int) -> None:
    """Raise RecordError if a record of this version cannot be continued."""
    if version != SCHEMA:
        raise RecordError(
            f"{path}: cannot be resumed: expected a record of version {SCHEMA}, found version {version}, "
            "which can only be read"
        )


def open_to_read(path: Path) -> OpenedFile:
    """Open an existing file without ever changing it; raise RecordError if it is not a record.

    SQLite reads a file in WAL mode only if it can write beside it, unless the file is declared immutable. That is true
    if no `-wal` file holds rows: then no run is writing. Otherwise SQLite needs the index that a run keeps beside it
    (`-shm`); where there is none, a temporary copy is read.
    """
    if not path.is_file():
        raise RecordError(f"{path}: no such record")
    with report_errors(path):
        if not _has_rows_in_log(path):
            return _open_unchanged(path, "mode=ro&immutable=1" if _is_in_wal_mode(path) else "mode=ro")
        if _append_ending(path, "-shm").exists():
            with suppress(sqlite3.OperationalError):
                return _open_unchanged(path, "mode=ro")
        return _open_copy(path)


def close_as_single_file(connection: sqlite3.Connection) -> None:
    """Close a file that was written, and leave a single file unless another process is reading it."""
    with suppress(sqlite3.Error):
        connection.execute("PRAGMA journal_mode = DELETE")
    connection.close()


@contextmanager
def report_errors(path: Path) -> Iterator[None]:
    """Turn any error of the file into a RecordError with a one-line message."""
    try:
        yield
    except FileExistsError as error:
        raise RecordError(f"{path}: already exists: choose another name, or resume that run") from error
    except sqlite3.IntegrityError as error:
        raise RecordError(f"{path}: another run is writing to it: resume when that run has ended") from error
    except sqlite3.OperationalError as error:
        if "no such" in str(error) or "decode" in str(error):
            raise RecordError(f"{path}: damaged, or not a record ({error})") from error
        raise RecordError(f"{path}: {error}; what was written before is kept") from error
    except (sqlite3.DatabaseError, ValueError, TypeError, RecursionError) as error:
        raise RecordError(f"{path}: damaged, or not a record ({error})") from error
    except OSError as error:
        raise RecordError(f"{path}: {error.strerror}") from error


def _open_unchanged(path: Path, mode: str) -> OpenedFile:
    connection = _connect(path, mode)
    return OpenedFile(connection, _check_version(path, connection))


def _open_copy(path: Path) -> OpenedFile:
    folder = TemporaryDirectory(prefix="sudoku-compare-")
    copy = Path(folder.name) / "record"
    shutil.copyfile(path, copy)
    shutil.copyfile(_append_ending(path, "-wal"), _append_ending(copy, "-wal"))
    connection = sqlite3.connect(copy, isolation_level=None)
    return OpenedFile(connection, _check_version(path, connection), folder)


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?{mode}", uri=True, isolation_level=None)


def _check_version(path: Path, connection: sqlite3.Connection) -> int:
    [application] = connection.execute("PRAGMA application_id").fetchone()
    [version] = connection.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION:
        raise RecordError(f"{path}: not a benchmark record")
    if version not in READABLE:
        expected = " or ".join(map(str, READABLE))
        raise RecordError(f"{path}: expected a record of version {expected}, found version {version}")
    return int(version)


def _has_rows_in_log(path: Path) -> bool:
    log = _append_ending(path, "-wal")
    return log.is_file() and log.stat().st_size > 0


def _is_in_wal_mode(path: Path) -> bool:
    """Read it from the header: byte 19 is the version of the file format that a reader needs, 2 for WAL mode."""
    with open(path, "rb") as file:
        return file.read(20)[19:] == b"\x02"


def _append_ending(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


def _put_in_place(draft: Path, path: Path) -> None:
    """Rename the draft without replacing an existing file, as far as the file system allows."""
    try:
        os.link(draft, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without hard links
        draft.rename(path)


def _write_new(path: Path, facts: Mapping[str, Any]) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(f"PRAGMA user_version = {SCHEMA}")
        connection.executescript(TABLES)
        rows = [(name, json.dumps(value)) for name, value in facts.items()]
        connection.executemany("INSERT INTO fact VALUES (?, ?)", rows)
        connection.execute("PRAGMA journal_mode = WAL")
