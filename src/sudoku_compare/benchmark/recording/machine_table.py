"""The tables of the machines of a record, and of the executions on them that gave no result."""

import sqlite3
from collections.abc import Iterable

from ...core.text import make_printable
from ...running.machine import Machine
from .facts import RunFacts
from .record_file import WITH_MACHINES
from .record_rows import Attempt, parse_machine

ONLY_MACHINE = 1  # the number of the machine of a record that is older than the table
ADD_ATTEMPT = """
INSERT INTO attempt SELECT ?1, ?2, COUNT(*) + 1, ?3, ?4 FROM attempt WHERE puzzle = ?1 AND round = ?2
"""


def read_machines(connection: sqlite3.Connection, facts: RunFacts, version: int) -> dict[int, Machine]:
    """Return the machines by number; raise ValueError if one is invalid or listed twice.

    An older record has one machine, of which only what the facts say is known.
    """
    if version < WITH_MACHINES:
        return {ONLY_MACHINE: _make_machine(facts)}
    machines = dict(map(parse_machine, connection.execute("SELECT * FROM machine ORDER BY number")))
    if len(set(machines.values())) < len(machines):
        raise ValueError("machine: expected each machine once, found one twice")
    return machines


def _make_machine(facts: RunFacts) -> Machine:
    known = facts.environment
    return Machine(
        host=None,
        cpu=known.cpu,
        cores=None,
        memory=None,
        system=known.system,
        python=known.python,
        isolation=facts.isolation,
    )


def insert_machine(connection: sqlite3.Connection, machine: Machine) -> int:
    """Add a machine that the record does not have, and return its number."""
    values = machine.as_json()
    names, placeholders = ", ".join(values), ", ".join("?" * len(values))
    added = connection.execute(f"INSERT INTO machine ({names}) VALUES ({placeholders})", tuple(values.values()))
    return added.lastrowid or 0


def insert_attempts(connection: sqlite3.Connection, attempts: Iterable[Attempt]) -> None:
    """Add attempts; those of a puzzle and round are numbered from 1, in the order in which they are added."""
    for one in attempts:
        connection.execute(ADD_ATTEMPT, (one.puzzle, one.round, one.machine, make_printable(one.reason)))
