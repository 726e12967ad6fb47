"""The record of a benchmark: one SQLite file per run, written during the run. Only this module reads or writes it.

It has one row per puzzle, engine and round. The rows of one puzzle and round are written together, so that a resumed
run knows what is left to do. SQLite keeps the file consistent even if the process is killed.
"""

import json
import math
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from functools import lru_cache
from itertools import groupby, zip_longest
from operator import itemgetter
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from ..core.errors import RecordError
from ..core.text import make_printable
from ..core.verdict import Verdict
from .facts import RunFacts

SCHEMA = 2
VERDICTS = frozenset(Verdict)
FASTER = "PRAGMA synchronous = NORMAL"  # a commit survives the end of the process without waiting for the disk
APPLICATION = 0x5D0C0  # in the file header, so that no other database is mistaken for a record
TABLES = """
CREATE TABLE fact (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE puzzle (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL, tier TEXT NOT NULL, box TEXT NOT NULL, givens TEXT NOT NULL
);
CREATE TABLE measurement (
    puzzle INTEGER NOT NULL REFERENCES puzzle, engine TEXT NOT NULL, round INTEGER NOT NULL,
    verdict TEXT NOT NULL, ending TEXT NOT NULL,
    build REAL NOT NULL, first REAL, settle REAL NOT NULL, cpu REAL,
    counts TEXT NOT NULL, detail TEXT NOT NULL,
    PRIMARY KEY (puzzle, engine, round)
) WITHOUT ROWID;
CREATE TABLE objection (puzzle INTEGER NOT NULL REFERENCES puzzle, round INTEGER NOT NULL, text TEXT NOT NULL);
"""


class PuzzleRow(NamedTuple):
    """A puzzle of the run."""

    number: int
    id: str
    tier: str
    box: str
    givens: str


class Measurement(NamedTuple):
    """One engine on one puzzle in one round; times in seconds."""

    puzzle: int
    engine: str
    round: int
    verdict: str
    ending: str
    build: float
    first: float | None
    settle: float
    cpu: float | None
    counts: Mapping[str, int]
    detail: str

    @property
    def total(self) -> float:
        return self.build + (self.first or 0.0) + self.settle


class Record:
    """An open record."""

    def __init__(self, path: Path, facts: RunFacts, connection: sqlite3.Connection, *, is_resumed: bool) -> None:
        self.path = path
        self.facts = facts
        self.is_resumed = is_resumed  # the file existed before, and may hold measurements
        self._connection = connection
        self._puzzles: list[PuzzleRow] = []  # these three lists hold what is not yet written
        self._measurements: list[tuple[Any, ...]] = []
        self._objections: list[tuple[int, int, str]] = []

    @classmethod
    def create(cls, path: Path, facts: RunFacts) -> "Record":
        """Create a record; raise RecordError if the file exists. A killed process leaves a complete record or none."""
        with _report_errors(path):
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
        return cls(path, facts, connection, is_resumed=False)

    @classmethod
    def open(cls, path: Path) -> "Record":
        """Open an existing record; raise RecordError if it is missing, damaged or of another version."""
        if not path.is_file():
            raise RecordError(f"{path}: no such record")
        with _report_errors(path):
            connection = sqlite3.connect(path, isolation_level=None)
            [application] = connection.execute("PRAGMA application_id").fetchone()
            [schema] = connection.execute("PRAGMA user_version").fetchone()
            if application != APPLICATION:
                raise RecordError(f"{path}: not a benchmark record")
            if schema != SCHEMA:
                raise RecordError(f"{path}: expected a record of version {SCHEMA}, found version {schema}")
            connection.execute(FASTER)
            facts = {name: json.loads(value) for name, value in connection.execute("SELECT * FROM fact")}
            return cls(path, RunFacts.from_json(facts), connection, is_resumed=True)

    def close(self) -> None:
        self._connection.close()

    def add(self, puzzle: PuzzleRow, measurements: Iterable[Measurement], objections: Iterable[str]) -> None:
        """Add all measurements of one puzzle in one round; `commit` writes them to disk."""
        self._puzzles.append(puzzle)
        for one in measurements:
            self._measurements.append((*one[:-2], _as_json(tuple(one.counts.items())), one.detail))
            number = one.round
        self._objections += [(puzzle.number, number, text) for text in objections]

    @property
    def pending(self) -> int:
        """The number of measurements that are not yet written."""
        return len(self._measurements)

    def commit(self) -> None:
        """Write what was added to disk."""
        with _report_errors(self.path), self._transaction() as connection:
            connection.executemany("INSERT OR IGNORE INTO puzzle VALUES (?, ?, ?, ?, ?)", self._puzzles)
            placeholders = ", ".join("?" * len(Measurement._fields))
            connection.executemany(f"INSERT INTO measurement VALUES ({placeholders})", self._measurements)
            connection.executemany("INSERT INTO objection VALUES (?, ?, ?)", self._objections)
        for pending in (self._puzzles, self._measurements, self._objections):
            pending.clear()

    def finished_rounds(self, puzzle: int) -> set[int]:
        """Return the rounds in which this puzzle has been measured."""
        with _report_errors(self.path):
            rows = self._connection.execute("SELECT DISTINCT round FROM measurement WHERE puzzle = ?", (puzzle,))
            return {number for (number,) in rows}

    def count_finished_rounds(self) -> int:
        """Return how many rounds have been measured, summed over all puzzles."""
        with _report_errors(self.path):
            rows = self._connection.execute("SELECT COUNT(*) FROM (SELECT DISTINCT puzzle, round FROM measurement)")
            [number] = rows.fetchone()
            return int(number)

    def puzzles(self) -> Iterator[PuzzleRow]:
        """Yield the puzzles in the order of their numbers."""
        with _report_errors(self.path):
            for row in self._connection.execute("SELECT * FROM puzzle ORDER BY number"):
                number, id, tier, box, givens = row
                yield PuzzleRow(number, make_printable(id), make_printable(tier), box, givens)

    def measurements(self) -> Iterator[Measurement]:
        """Yield the measurements by puzzle, engine and round."""
        engines = set(self.facts.engines)
        with _report_errors(self.path):
            for row in self._connection.execute("SELECT * FROM measurement ORDER BY puzzle, engine, round"):
                *start, counts, detail = row
                one = Measurement._make((*start, _from_json(counts), detail))
                if type(one.total) is not float or not 0 <= one.total < math.inf:
                    raise TypeError(f"puzzle {one.puzzle}: invalid time")
                if one.engine not in engines or one.verdict not in VERDICTS:
                    raise TypeError(f"puzzle {one.puzzle}: unexpected engine {one.engine!r} or verdict {one.verdict!r}")
                yield one

    def measurements_by_puzzle(self) -> Iterator[tuple[PuzzleRow, list[Measurement]]]:
        """Yield each puzzle with its measurements by engine. Rows are read one by one: there may be a million."""
        puzzles, groups = self.puzzles(), groupby(self.measurements(), key=itemgetter(0))
        for row, group in zip_longest(puzzles, groups):
            if row is None or group is None or row.number != group[0]:
                raise RecordError(f"{self.path}: damaged: puzzles and measurements do not match")
            yield row, list(group[1])

    def objections(self) -> list[tuple[int, int, str]]:
        """Return the puzzle number, round and text of each objection."""
        with _report_errors(self.path), closing(self._connection.execute("SELECT * FROM objection")) as rows:
            return rows.fetchall()

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


def _put_in_place(draft: Path, path: Path) -> None:
    """Rename the draft without replacing an existing file, as far as the file system allows."""
    try:
        os.link(draft, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without hard links
        draft.rename(path)


def _write_new(path: Path, facts: RunFacts) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(f"PRAGMA user_version = {SCHEMA}")
        connection.executescript(TABLES)
        rows = [(name, json.dumps(value)) for name, value in facts.as_json().items()]
        connection.executemany("INSERT INTO fact VALUES (?, ?)", rows)
        connection.execute("PRAGMA journal_mode = WAL")


@lru_cache(maxsize=1 << 12)
def _as_json(counts: tuple[tuple[str, int], ...]) -> str:
    """Return the counts as JSON; cached, because many easy puzzles have the same counts."""
    return json.dumps(dict(counts))


@lru_cache(maxsize=1 << 12)
def _from_json(counts: str) -> Mapping[str, int]:
    return MappingProxyType(json.loads(counts))


@contextmanager
def _report_errors(path: Path) -> Iterator[None]:
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
    except (sqlite3.DatabaseError, ValueError, TypeError) as error:
        raise RecordError(f"{path}: damaged, or not a record ({error})") from error
    except OSError as error:
        raise RecordError(f"{path}: {error.strerror}") from error
