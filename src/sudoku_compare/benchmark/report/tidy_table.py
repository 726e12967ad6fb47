"""The measurements of a record as one flat table: one row per puzzle, engine and round, and one column per count.

CSV files and data frames show this table. Rows are produced one by one: a record may have millions of them.
"""

import csv
from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from ...core.text import disarm_formula, make_printable
from ...running.machine import Machine
from ..recording.record import Measurement, Record

PUZZLE_COLUMNS = ("puzzle", "id", "tier", "box", "givens")
RESULT_COLUMNS = ("engine", "round", "verdict", "ending", "build", "first", "settle", "total", "cpu", "outer", "detail")
MACHINE_COLUMNS = ("machine", "host", "cpu_model", "cores", "memory")  # `cpu` is the processor time
COLUMNS = PUZZLE_COLUMNS + RESULT_COLUMNS + MACHINE_COLUMNS
COUNT_PREFIX = "count_"

Row = tuple[Any, ...]


class Output(Protocol):
    """Where text is written to."""

    def write(self, text: str, /) -> object: ...


def find_count_names(*records: Record) -> list[str]:
    """Return the names of all counts in these records, in alphabetical order."""
    names: set[str] = set()
    for record in records:
        for _, measurements in record.measurements_by_puzzle():
            for one in measurements:
                names.update(one.counts)
    return sorted(names)


def list_columns(counts: Sequence[str]) -> list[str]:
    """Return the headings of the table with these counts."""
    return [*COLUMNS, *(COUNT_PREFIX + name for name in counts)]


def iterate_rows(record: Record, counts: Sequence[str]) -> Iterator[Row]:
    """Yield the rows of the table with the columns of these counts; a missing value is None."""
    machines: dict[int, Row] = {}  # filled as they come: a run that is writing may add one
    for puzzle, measurements in record.measurements_by_puzzle():
        for one in measurements:
            if one.machine not in machines:
                machines = {number: _list_machine(number, machine) for number, machine in record.machines().items()}
            yield (*puzzle, *_list_results(one), *machines[one.machine], *map(one.counts.get, counts))


def _list_machine(number: int, machine: Machine) -> Row:
    return (number, machine.host, machine.cpu, machine.cores, machine.memory)


def _list_results(one: Measurement) -> Row:
    times = (one.build, one.first, one.settle, one.total, one.cpu, one.outer)
    return (one.engine, one.round, one.verdict, one.ending, *times, one.detail or None)


def write_csv(output: Output, records: Sequence[tuple[str, Record]], counts: Sequence[str]) -> None:
    """Write the table of each record, given with its name, as CSV. If there are several, the first column is the name.

    `counts` are those of `find_count_names`, which reads all records: a damaged one is noticed before any output.
    """
    is_named = len(records) > 1
    writer = csv.writer(output, lineterminator="\n")
    writer.writerow(["record"] * is_named + list_columns(counts))
    for name, record in records:
        start = (make_printable(name),) if is_named else ()
        writer.writerows(map(_disarm, start + row) for row in iterate_rows(record, counts))


def _disarm(value: object) -> object:
    return disarm_formula(value) if isinstance(value, str) else value
