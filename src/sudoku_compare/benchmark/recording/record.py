"""The record of a benchmark: one SQLite file per run, written during the run. Only `Record` reads or writes it.

It has one row per puzzle, engine and round. The rows of one puzzle and round are written together, so that a resumed
run knows what is left to do. SQLite keeps the file consistent even if the process is killed.
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import astuple, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Self

from ...core.interrupts import hold_signals
from ...core.text import make_printable
from ...running.machine import Machine
from .facts import RunFacts
from .machine_table import insert_attempts, insert_machine
from .measurement_row import Measurement, format_counts
from .record_file import (
    SCHEMA,
    TABLES,
    close_as_single_file,
    create_file,
    open_to_read,
    open_to_write,
    refuse_old_version,
    report_errors,
)
from .record_reader import RecordReader
from .record_rows import Attempt, Failures, Preparation, PuzzleRow

__all__ = ["SCHEMA", "TABLES", "Attempt", "Failures", "Measurement", "Preparation", "PuzzleRow", "Record"]


class Record(RecordReader):
    """An open record. It is closed at the end of a `with` block, or by `close`."""

    def __init__(
        self,
        path: Path,
        facts: RunFacts,
        connection: sqlite3.Connection,
        *,
        is_resumed: bool,
        is_writable: bool = True,
        version: int = SCHEMA,
    ) -> None:
        super().__init__(path, facts, connection, version)
        self.is_resumed = is_resumed  # the file existed before, and may hold measurements
        self._is_writable = is_writable
        self._copy: TemporaryDirectory[str] | None = (
            None  # the temporary copy that is read if the file itself cannot be
        )
        self._puzzles: list[PuzzleRow] = []  # these five lists hold what is not yet written
        self._measurements: list[tuple[Any, ...]] = []
        self._calibrations: list[tuple[int, int, float, int]] = []
        self._objections: list[tuple[int, int, str]] = []
        self._attempts: list[Attempt] = []
        self._machine_numbers: dict[Machine, int] = {}  # of those that were asked for

    @classmethod
    def create(cls, path: Path, facts: RunFacts) -> "Record":
        """Create a record; raise RecordError if the file exists. A killed process leaves a complete record or none."""
        return cls(path, facts, create_file(path, facts.as_json()), is_resumed=False)

    @classmethod
    def open(cls, path: Path) -> "Record":
        """Open a record to read it; raise RecordError if it is missing, damaged or of an unknown version."""
        connection, version, copy = open_to_read(path)
        facts = _read_facts(path, connection)
        record = cls(path, facts, connection, is_resumed=True, is_writable=False, version=version)
        record._copy = copy
        return record

    @classmethod
    def resume(cls, path: Path) -> "Record":
        """Open a record to continue its run; raise RecordError if any of it is damaged, or of another version."""
        with cls.open(path) as record:
            refuse_old_version(path, record.version)
            record.check()  # before the file is touched
        return cls(path, record.facts, open_to_write(path), is_resumed=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the record. One that was written becomes a single file, which can be copied."""
        if self._is_writable:
            close_as_single_file(self._connection)
        else:
            self._connection.close()
        if self._copy:
            self._copy.cleanup()

    def note_place(self, cluster: str | None, jobs: int) -> None:
        """Note where searches run from now on: the address of a cluster, or None and the number of jobs here."""
        place = {"cluster": cluster, "jobs": jobs}
        self.facts = replace(self.facts, cluster=cluster, jobs=jobs)
        with report_errors(self.path), self._transaction() as connection:
            rows = [(name, json.dumps(value)) for name, value in place.items()]
            connection.executemany("INSERT OR REPLACE INTO fact VALUES (?, ?)", rows)

    def copy_content(self) -> bytes:
        """Return everything that is written so far, as the content of a file that `open` can read."""
        with TemporaryDirectory(prefix="sudoku-compare-") as folder, report_errors(self.path):
            path = Path(folder) / "copy.sqlite"
            with closing(sqlite3.connect(path)) as copy:
                self._connection.backup(copy)
                copy.execute("PRAGMA journal_mode = DELETE")
            return path.read_bytes()

    def add(self, puzzle: PuzzleRow, measurements: Iterable[Measurement], objections: Iterable[str]) -> None:
        """Add all measurements of one puzzle in one round; `commit` writes them to disk."""
        self._puzzles.append(puzzle)
        for one in measurements:
            self._measurements.append((*one[:-2], format_counts(one.counts), make_printable(one.detail)))
            number = one.round
        self._objections += [(puzzle.number, number, make_printable(text)) for text in objections]

    def add_calibration(self, puzzle: int, round: int, cpu: float, machine: int) -> None:
        """Add the processor time of the calibration work beside the searches of one puzzle in one round."""
        self._calibrations.append((puzzle, round, cpu, machine))

    def add_attempts(self, attempts: Iterable[Attempt]) -> None:
        """Add executions that gave no result; `commit` writes them to disk."""
        self._attempts += attempts

    def find_or_add_machine(self, machine: Machine) -> int:
        """Return the number of a machine, which is written if the record does not have it yet."""
        if machine not in self._machine_numbers:
            self._machine_numbers = {known: number for number, known in self.machines().items()}
        if machine not in self._machine_numbers:
            with report_errors(self.path), self._transaction() as connection:
                self._machine_numbers[machine] = insert_machine(connection, machine)
        return self._machine_numbers[machine]

    def add_preparations(self, rows: Iterable[Preparation]) -> None:
        """Write what an engine prepares for each shape."""
        with report_errors(self.path), self._transaction() as connection:
            connection.executemany("INSERT INTO preparation VALUES (?, ?, ?, ?, ?)", map(astuple, rows))

    @property
    def pending(self) -> int:
        """The number of measurements that are not yet written."""
        return len(self._measurements)

    def commit(self) -> None:
        """Write what was added to disk. A signal is handled afterwards, so that nothing is written twice."""
        with hold_signals():
            self._write_pending()
            for pending in (self._puzzles, self._measurements, self._calibrations, self._objections, self._attempts):
                pending.clear()

    def _write_pending(self) -> None:
        with report_errors(self.path), self._transaction() as connection:
            connection.executemany("INSERT OR IGNORE INTO puzzle VALUES (?, ?, ?, ?, ?)", self._puzzles)
            placeholders = ", ".join("?" * len(Measurement._fields))
            connection.executemany(f"INSERT INTO measurement VALUES ({placeholders})", self._measurements)
            connection.executemany("INSERT INTO calibration VALUES (?, ?, ?, ?)", self._calibrations)
            connection.executemany("INSERT INTO objection VALUES (?, ?, ?)", self._objections)
            insert_attempts(connection, self._attempts)

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        self._connection.execute("BEGIN")
        try:
            yield self._connection
            self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise


def _read_facts(path: Path, connection: sqlite3.Connection) -> RunFacts:
    with report_errors(path):
        facts = {name: json.loads(value) for name, value in connection.execute("SELECT * FROM fact")}
        return RunFacts.from_json(facts)
