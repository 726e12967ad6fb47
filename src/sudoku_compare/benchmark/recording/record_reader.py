"""Read a record. Its rows are read one by one where there may be a million, and each is checked."""

import sqlite3
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from itertools import groupby, zip_longest
from operator import itemgetter
from pathlib import Path

from ...core.answer import Ending
from ...core.errors import RecordError
from ...core.text import make_printable
from ...running.machine import Machine
from .facts import RunFacts
from .machine_table import ONLY_MACHINE, read_machines
from .measurement_row import Measurement, parse_measurement
from .record_file import WITH_MACHINES, WITH_OUTER, WITH_PREPARATION, report_errors
from .record_rows import (
    Attempt,
    Failures,
    Preparation,
    PuzzleRow,
    parse_attempt,
    parse_calibration,
    parse_objection,
    parse_preparation,
    parse_puzzle,
)

ADDED_COLUMNS = {  # of a measurement: from which version on, and what replaces the column in earlier ones
    "outer": (WITH_OUTER, "NULL"),
    "machine": (WITH_MACHINES, str(ONLY_MACHINE)),
}
FAILURES = """
SELECT engine, SUM(ending = ?1), COUNT(*), MIN(CASE WHEN ending = ?1 THEN puzzle END) FROM measurement
GROUP BY engine HAVING SUM(ending = ?1) > 0
"""
OBJECTIONS = """
SELECT puzzle, round, text FROM objection
WHERE EXISTS (SELECT 1 FROM puzzle WHERE number = objection.puzzle) = ?
"""


class RecordReader:
    """The part of a record that reads it."""

    def __init__(self, path: Path, facts: RunFacts, connection: sqlite3.Connection, version: int) -> None:
        self.path = path
        self.facts = facts
        self.version = version
        self._connection = connection

    def check(self) -> None:
        """Read every row; raise RecordError if one of them is invalid."""
        for _ in self.measurements_by_puzzle():
            pass
        self.objections()
        self.preparations()
        self.calibrations()
        self.attempts()

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
        columns = [self._find_column(name) for name in Measurement._fields]
        with self._select(f"SELECT {', '.join(columns)} FROM measurement ORDER BY puzzle, engine, round") as rows:
            machines = frozenset(self.machines())  # read meanwhile: a run that is writing may add one
            for row in rows:
                yield parse_measurement(row, engines, machines)

    def _find_column(self, name: str) -> str:
        version, default = ADDED_COLUMNS.get(name, (0, ""))
        return name if self.version >= version else default

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

    def calibrations(self) -> dict[tuple[int, int, int], float]:
        """Return the processor time of the calibration work by puzzle, round and machine, where it was measured."""
        if self.version < WITH_PREPARATION:
            return {}
        columns = f"puzzle, round, cpu, {self._find_column('machine')}"
        with self._select(f"SELECT {columns} FROM calibration") as rows:
            machines = frozenset(self.machines())
            return dict(parse_calibration(row, machines) for row in rows)

    def machines(self) -> dict[int, Machine]:
        """Return the machines by number: those that measured, and those on which an attempt was lost."""
        with report_errors(self.path):
            return read_machines(self._connection, self.facts, self.version)

    def measuring_machines(self) -> dict[int, Machine]:
        """Return the machines by number that have measured something."""
        machines = self.machines()
        if len(machines) < 2:
            return machines
        with self._select("SELECT DISTINCT machine FROM measurement ORDER BY machine") as rows:
            numbers = {number for (number,) in rows}
        return {number: machine for number, machine in machines.items() if number in numbers}

    def attempts(self) -> tuple[Attempt, ...]:
        """Return the executions that gave no result, by puzzle and round."""
        if self.version < WITH_MACHINES:
            return ()
        with self._select("SELECT * FROM attempt ORDER BY puzzle, round, number") as rows:
            machines = frozenset(self.machines())
            return tuple(parse_attempt(row, machines) for row in rows)

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
