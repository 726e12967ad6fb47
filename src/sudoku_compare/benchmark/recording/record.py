"""The record of a benchmark: one SQLite file per run, written during the run. Only `Record` reads or writes it.

It has one row per puzzle, engine and round. The rows of one puzzle and round are written together, so that a resumed
run knows what is left to do. SQLite keeps the file consistent even if the process is killed.
"""

import json
import sqlite3
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import astuple
from itertools import groupby, zip_longest
from operator import itemgetter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Self

from ...core.answer import Ending
from ...core.errors import RecordError
from ...core.text import make_printable
from .facts import RunFacts
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
from .record_rows import (
    Failures,
    Measurement,
    Preparation,
    PuzzleRow,
    format_counts,
    parse_calibration,
    parse_measurement,
    parse_objection,
    parse_preparation,
    parse_puzzle,
)

__all__ = ["SCHEMA", "TABLES", "Failures", "Measurement", "Preparation", "PuzzleRow", "Record"]

WITH_PREPARATION, WITH_OUTER = 3, 4  # the versions from which on a record has these
FAILURES = """
SELECT engine, SUM(ending = ?1), COUNT(*), MIN(CASE WHEN ending = ?1 THEN puzzle END) FROM measurement
GROUP BY engine HAVING SUM(ending = ?1) > 0
"""
OBJECTIONS = """
SELECT puzzle, round, text FROM objection
WHERE EXISTS (SELECT 1 FROM puzzle WHERE number = objection.puzzle) = ?
"""


class Record:
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
        self.path = path
        self.facts = facts
        self.is_resumed = is_resumed  # the file existed before, and may hold measurements
        self._connection = connection
        self._is_writable = is_writable
        self.version = version
        self._copy: TemporaryDirectory[str] | None = (
            None  # the temporary copy that is read if the file itself cannot be
        )
        self._puzzles: list[PuzzleRow] = []  # these four lists hold what is not yet written
        self._measurements: list[tuple[Any, ...]] = []
        self._calibrations: list[tuple[int, int, float]] = []
        self._objections: list[tuple[int, int, str]] = []

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

    def copy_content(self) -> bytes:
        """Return everything that is written so far, as the content of a file that `open` can read."""
        with TemporaryDirectory(prefix="sudoku-compare-") as folder, report_errors(self.path):
            path = Path(folder) / "copy.sqlite"
            with closing(sqlite3.connect(path)) as copy:
                self._connection.backup(copy)
                copy.execute("PRAGMA journal_mode = DELETE")
            return path.read_bytes()

    def check(self) -> None:
        """Read every row; raise RecordError if one of them is invalid."""
        for _ in self.measurements_by_puzzle():
            pass
        self.objections()
        self.preparations()
        self.calibrations()

    def add(self, puzzle: PuzzleRow, measurements: Iterable[Measurement], objections: Iterable[str]) -> None:
        """Add all measurements of one puzzle in one round; `commit` writes them to disk."""
        self._puzzles.append(puzzle)
        for one in measurements:
            self._measurements.append((*one[:-2], format_counts(one.counts), make_printable(one.detail)))
            number = one.round
        self._objections += [(puzzle.number, number, make_printable(text)) for text in objections]

    def add_calibration(self, puzzle: int, round: int, cpu: float) -> None:
        """Add the processor time of the calibration work beside the searches of one puzzle in one round."""
        self._calibrations.append((puzzle, round, cpu))

    def add_preparations(self, rows: Iterable[Preparation]) -> None:
        """Write what an engine prepares for each shape."""
        with report_errors(self.path), self._transaction() as connection:
            connection.executemany("INSERT INTO preparation VALUES (?, ?, ?, ?, ?)", map(astuple, rows))

    @property
    def pending(self) -> int:
        """The number of measurements that are not yet written."""
        return len(self._measurements)

    def commit(self) -> None:
        """Write what was added to disk."""
        with report_errors(self.path), self._transaction() as connection:
            connection.executemany("INSERT OR IGNORE INTO puzzle VALUES (?, ?, ?, ?, ?)", self._puzzles)
            placeholders = ", ".join("?" * len(Measurement._fields))
            connection.executemany(f"INSERT INTO measurement VALUES ({placeholders})", self._measurements)
            connection.executemany("INSERT INTO calibration VALUES (?, ?, ?)", self._calibrations)
            connection.executemany("INSERT INTO objection VALUES (?, ?, ?)", self._objections)
        for pending in (self._puzzles, self._measurements, self._calibrations, self._objections):
            pending.clear()

    def finished_rounds(self, puzzle: int) -> set[int]:
        """Return the rounds in which this puzzle has been measured."""
        with report_errors(self.path):
            rows = self._connection.execute("SELECT DISTINCT round FROM measurement WHERE puzzle = ?", (puzzle,))
            return {number for (number,) in rows}

    def count_finished_rounds(self) -> int:
        """Return how many rounds have been measured, summed over all puzzles."""
        with report_errors(self.path):
            rows = self._connection.execute("SELECT COUNT(*) FROM (SELECT DISTINCT puzzle, round FROM measurement)")
            [number] = rows.fetchone()
            return int(number)

    def puzzles(self) -> Generator[PuzzleRow, None, None]:
        """Yield the puzzles in the order of their numbers."""
        with self._select("SELECT * FROM puzzle ORDER BY number") as rows:
            yield from map(parse_puzzle, rows)

    def measurements(self) -> Generator[Measurement, None, None]:
        """Yield the measurements by puzzle, engine and round."""
        engines = frozenset(self.facts.engines)
        columns = [name if self.version >= WITH_OUTER or name != "outer" else "NULL" for name in Measurement._fields]
        with self._select(f"SELECT {', '.join(columns)} FROM measurement ORDER BY puzzle, engine, round") as rows:
            for row in rows:
                yield parse_measurement(row, engines)

    def measurements_by_puzzle(self) -> Iterator[tuple[PuzzleRow, list[Measurement]]]:
        """Yield each puzzle with its measurements by engine. Rows are read one by one: there may be a million."""
        with closing(self.puzzles()) as puzzles, closing(self.measurements()) as measurements:
            groups = groupby(measurements, key=itemgetter(0))
            for row, group in zip_longest(puzzles, groups):
                if row is None or group is None or row.number != group[0]:
                    raise RecordError(f"{self.path}: damaged: puzzles and measurements do not match")
                yield row, list(group[1])

    def objections(self) -> list[tuple[int, int, str]]:
        """Return the puzzle number, round and text of each objection."""
        with report_errors(self.path):
            if self._connection.execute(OBJECTIONS, (False,)).fetchone():
                raise RecordError(f"{self.path}: damaged: an objection is about a puzzle that the record does not have")
            return list(map(parse_objection, self._connection.execute(OBJECTIONS, (True,)).fetchall()))

    def preparations(self) -> tuple[Preparation, ...]:
        """Return what each engine prepares for each shape, by engine; nothing if the record is of an older version."""
        if self.version < WITH_PREPARATION:
            return ()
        engines = self.facts.engines
        with report_errors(self.path):
            rows = self._connection.execute("SELECT * FROM preparation").fetchall()
            found = [parse_preparation(row, engines) for row in rows]
        return tuple(sorted(found, key=lambda one: (engines.index(one.engine), *map(int, one.box.split("x")))))

    def calibrations(self) -> dict[tuple[int, int], float]:
        """Return the processor time of the calibration work by puzzle and round, where it was measured."""
        if self.version < WITH_PREPARATION:
            return {}
        with report_errors(self.path):
            return dict(map(parse_calibration, self._connection.execute("SELECT * FROM calibration")))

    def failures(self) -> tuple[Failures, ...]:
        """Return how many searches of each engine failed, and why the first one did; only engines that failed."""
        with report_errors(self.path):
            rows = self._connection.execute(FAILURES, (Ending.FAILED,)).fetchall()
            found = [
                Failures(engine, failed, of, self._find_reason(engine, first)) for engine, failed, of, first in rows
            ]
        return tuple(sorted(found, key=lambda one: self.facts.engines.index(one.engine)))

    def _find_reason(self, engine: str, puzzle: int) -> str:
        query = "SELECT detail FROM measurement WHERE puzzle = ? AND engine = ? AND ending = ? ORDER BY round"
        [reason] = self._connection.execute(query, (puzzle, engine, Ending.FAILED)).fetchone()
        return make_printable(reason)

    @contextmanager
    def _select(self, query: str) -> Iterator[sqlite3.Cursor]:
        """Yield the rows of a query, and end it even if they are not read to the end: until then the file is locked."""
        with report_errors(self.path), closing(self._connection.execute(query)) as rows:
            yield rows

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
