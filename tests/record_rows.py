"""The rows of a record that two runs on the same puzzles must have in common, wherever and however fast they ran."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

QUERIES = {
    "puzzle": "SELECT * FROM puzzle",
    "measurement": "SELECT puzzle, engine, round, verdict, ending, counts, detail FROM measurement",
    "objection": "SELECT * FROM objection",
}


def rows_without_times(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    """Return the rows by table, sorted, without times and machines."""
    with closing(sqlite3.connect(path)) as connection:
        return {table: sorted(connection.execute(query)) for table, query in QUERIES.items()}
