"""The record of a benchmark: one SQLite file a run, written as measurements come. The only reader and writer of it.

A row a puzzle, engine and round; rows of one puzzle and round go in together, so that a run that was killed can tell
what is left to do. SQLite keeps the file whole whatever happens to the process.
"""

import json
import math
import os
import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
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

SCHEMA = 2


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_list_of_texts(value: object) -> bool:
    return isinstance(value, list) and all(map(_is_text, value))


def _is_count(value: object) -> bool:
    return type(value) is int and value >= 0


def _is_positive(value: object) -> bool:
    return _is_count(value) and value != 0


FACTS: dict[str, Callable[[Any], bool]] = {  # told in reports, or needed to resume
    "engines": lambda value: _is_list_of_texts(value) and bool(value),
    "packages": lambda value: isinstance(value, dict),
    "collection": _is_text,
    "cpu": _is_text,
    "python": _is_text,
    "fingerprint": _is_text,
    "files": _is_list_of_texts,
    "folder": _is_text,
    "number": lambda value: value is None or _is_positive(value),
    "box": lambda value: value is None or (_is_text(value) and bool(re.fullmatch(r"[1-9]\d?x[1-9]\d?", value))),
    "seconds": lambda value: value is None or (type(value) in (int, float) and 0 < value < math.inf),
    "rounds": _is_positive,
    "seed": _is_count,
    "isomorphs": _is_count,
    "jobs": lambda value: _is_positive(value) and value <= MOST_JOBS,
}
MOST_JOBS = 64
VERDICTS = frozenset(Verdict)
FASTER = "PRAGMA synchronous = NORMAL"  # what is committed outlives the process; the disk need not be waited for
APPLICATION = 0x5D0C0  # in the header of the file, so that no other database is taken for a record
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


class Listed(NamedTuple):
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
    """An open file."""

    def __init__(self, path: Path, connection: sqlite3.Connection, *, is_resumed: bool) -> None:
        self.path = path
        self.is_resumed = is_resumed  # it was there before, and may have measurements
        self._connection = connection
        self._puzzles: list[Listed] = []  # not yet written, all three
        self._measurements: list[tuple[Any, ...]] = []
        self._objections: list[tuple[int, int, str]] = []

    @classmethod
    def create(cls, path: Path, facts: Mapping[str, Any]) -> "Record":
        """A new one; there must be no file in its place. If this is killed, it is there as a whole or not at all."""
        with _told(path):
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
        return cls(path, connection, is_resumed=False)

    @classmethod
    def open(cls, path: Path) -> "Record":
        """One that is there."""
        if not path.is_file():
            raise RecordError(f"{path}: no such record; a file that bench wrote would do")
        with _told(path):
            connection = sqlite3.connect(path, isolation_level=None)
            [application] = connection.execute("PRAGMA application_id").fetchone()
            [schema] = connection.execute("PRAGMA user_version").fetchone()
            if application != APPLICATION:
                raise RecordError(f"{path}: no record of a benchmark; a file that bench wrote would do")
            if schema != SCHEMA:
                raise RecordError(f"{path}: a record of version {schema}; this program reads version {SCHEMA}")
            connection.execute(FASTER)
            record = cls(path, connection, is_resumed=True)
            facts = record.facts()
        wrong = [name for name, is_right in FACTS.items() if name not in facts or not is_right(facts[name])]
        if wrong:
            raise RecordError(f"{path}: damaged: {', '.join(wrong)} is missing or no such thing")
        return record

    def close(self) -> None:
        self._connection.close()

    def facts(self) -> dict[str, Any]:
        """What the run was: environment, options, seeds."""
        with _told(self.path):
            return {name: json.loads(value) for name, value in self._connection.execute("SELECT * FROM fact")}

    def add(self, puzzle: Listed, measurements: Iterable[Measurement], objections: Iterable[str]) -> None:
        """All that was measured of one puzzle in one round; on disk when `commit` is called."""
        self._puzzles.append(puzzle)
        for one in measurements:
            self._measurements.append((*one[:-2], _as_json(tuple(one.counts.items())), one.detail))
            number = one.round
        self._objections += [(puzzle.number, number, text) for text in objections]

    @property
    def pending(self) -> int:
        """Measurements that are not yet written."""
        return len(self._measurements)

    def commit(self) -> None:
        with _told(self.path), self._transaction() as connection:
            connection.executemany("INSERT OR IGNORE INTO puzzle VALUES (?, ?, ?, ?, ?)", self._puzzles)
            holes = ", ".join("?" * len(Measurement._fields))
            connection.executemany(f"INSERT INTO measurement VALUES ({holes})", self._measurements)
            connection.executemany("INSERT INTO objection VALUES (?, ?, ?)", self._objections)
        for written in (self._puzzles, self._measurements, self._objections):
            written.clear()

    def rounds_done(self, puzzle: int) -> set[int]:
        """The rounds in which this puzzle has been measured."""
        with _told(self.path):
            rows = self._connection.execute("SELECT DISTINCT round FROM measurement WHERE puzzle = ?", (puzzle,))
            return {number for (number,) in rows}

    def all_rounds_done(self) -> int:
        """How many rounds of all puzzles together have been measured."""
        with _told(self.path):
            counted = self._connection.execute("SELECT COUNT(*) FROM (SELECT DISTINCT puzzle, round FROM measurement)")
            [number] = counted.fetchone()
            return int(number)

    def puzzles(self) -> Iterator[Listed]:
        with _told(self.path):
            for row in self._connection.execute("SELECT * FROM puzzle ORDER BY number"):
                number, id, tier, box, givens = row
                yield Listed(number, make_printable(id), make_printable(tier), box, givens)

    def measurements(self) -> Iterator[Measurement]:
        engines = set(self.facts()["engines"])
        with _told(self.path):
            for row in self._connection.execute("SELECT * FROM measurement ORDER BY puzzle, engine, round"):
                *start, counts, detail = row
                one = Measurement._make((*start, _from_json(counts), detail))
                if type(one.total) is not float or not 0 <= one.total < math.inf:
                    raise TypeError(f"a time that is none, of puzzle {one.puzzle}")
                if one.engine not in engines or one.verdict not in VERDICTS:
                    raise TypeError(f"{one.engine} and {one.verdict}, of puzzle {one.puzzle}")
                yield one

    def measured(self) -> Iterator[tuple[Listed, list[Measurement]]]:
        """Each puzzle with all that was measured of it, engine by engine, as they are read: there may be a million."""
        puzzles, groups = self.puzzles(), groupby(self.measurements(), key=itemgetter(0))
        for listed, group in zip_longest(puzzles, groups):
            if listed is None or group is None or listed.number != group[0]:
                raise RecordError(f"{self.path}: damaged: puzzles and measurements do not match")
            yield listed, list(group[1])

    def objections(self) -> list[tuple[int, int, str]]:
        """Puzzle, round and text of each."""
        with _told(self.path), closing(self._connection.execute("SELECT * FROM objection")) as rows:
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
    """Never in the place of another one, as far as the file system can see to that."""
    try:
        os.link(draft, path)
    except FileExistsError:
        raise
    except OSError:  # it knows no links
        draft.rename(path)


def _write_new(path: Path, facts: Mapping[str, Any]) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(f"PRAGMA user_version = {SCHEMA}")
        connection.executescript(TABLES)
        rows = [(name, json.dumps(value)) for name, value in facts.items()]
        connection.executemany("INSERT INTO fact VALUES (?, ?)", rows)
        connection.execute("PRAGMA journal_mode = WAL")


@lru_cache(maxsize=1 << 12)
def _as_json(counts: tuple[tuple[str, int], ...]) -> str:
    """Easy puzzles have the same counts again and again."""
    return json.dumps(dict(counts))


@lru_cache(maxsize=1 << 12)
def _from_json(counts: str) -> Mapping[str, int]:
    return MappingProxyType(json.loads(counts))


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """What goes wrong with the file, as one line that says what would do."""
    try:
        yield
    except FileExistsError as error:
        raise RecordError(f"{path}: exists already; another name, or --resume, would do") from error
    except sqlite3.IntegrityError as error:
        raise RecordError(f"{path}: another run is writing to it; --resume when that has ended") from error
    except sqlite3.OperationalError as error:
        if "no such" in str(error) or "decode" in str(error):
            raise RecordError(f"{path}: damaged, or no record ({error})") from error
        raise RecordError(f"{path}: {error}; what was written before is kept") from error
    except (sqlite3.DatabaseError, ValueError, TypeError) as error:
        raise RecordError(f"{path}: damaged, or no record ({error})") from error
    except OSError as error:
        raise RecordError(f"{path}: {error.strerror}; another place would do") from error
