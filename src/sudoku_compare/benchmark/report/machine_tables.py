"""The tables of a run on several machines: the machines, the times on each, and what all have in common.

No number in them is made from times of different machines.
"""

from ...display.numbers import format_duration
from ..statistics.engine_stats import EngineStats
from ..statistics.machine_stats import RATIOS, MachineSummary, format_value
from ..statistics.summary import Summary
from .blocks import Table, Value
from .tables import format_row, make_tables, name_columns

MOST_APART = 4  # machines whose tiers a text shows; of more machines, it has one line per machine and engine
COLUMNS = ("machine", "processor", "cores", "memory", "Python", "puzzles", "repeated")
TIMES = ("median", "p90", "p99", "slowest", "par2")
APART = "The times of each machine by tier are in the page and in the JSON."
REPEATED = "repeated: attempts at a puzzle there that gave no result"


def make_machine_table(summary: Summary) -> Table | None:
    """Return a table with one row per machine; None if all was measured, and nothing lost, on one machine."""
    if len(summary.machines) < 2:
        return None
    return Table(
        title=f"machines: {len(summary.machines):,}",
        columns=COLUMNS,
        rows=tuple(map(_format_machine, summary.machines)),
        values=tuple(map(_list_machine, summary.machines)),
        notes=(REPEATED,) if any(one.repeated for one in summary.machines) else (),
        texts=2,
        less_needed=(("Python",), ("memory",), ("cores",), ("repeated",)),
    )


def _format_machine(one: MachineSummary) -> tuple[str, ...]:
    machine = one.machine
    known = {name: format_value(name, getattr(machine, name)) for name in ("cores", "memory")}
    return (one.name, machine.cpu, *known.values(), machine.python, f"{one.puzzles:,}", f"{one.repeated:,}")


def _list_machine(one: MachineSummary) -> tuple[Value, ...]:
    machine = one.machine
    return (one.name, machine.cpu, machine.cores, machine.memory, machine.python, one.puzzles, one.repeated)


def make_time_tables(summary: Summary) -> tuple[Table, ...]:
    """Return the tables of each machine, tier by tier; the title of each names the machine."""
    return tuple(
        table for one in summary.measuring for table in make_tables(summary.of_machine(one), prefix=f"{one.name}, ")
    )


def make_short_table(summary: Summary) -> Table:
    """Return one table with a row for each machine and engine, over all its puzzles."""
    rows = [(one.name, row) for one in summary.measuring for row in one.rows if row.tier == one.rows[-1].tier]
    return Table(
        title="each machine, all its puzzles",
        columns=("machine", "engine", "settled", "median", "p90", "p99", "slowest", "PAR-2"),
        rows=tuple((name, *_format_short(row, summary.reference)) for name, row in rows),
        values=tuple((name, row.engine, row.settled, *(getattr(row, key) for key in TIMES)) for name, row in rows),
        notes=(APART,),
        texts=2,
        less_needed=(("p99",), ("slowest",), ("p90",), ("PAR-2",)),
    )


def _format_short(row: EngineStats, reference: str) -> tuple[str, ...]:
    engine, settled, *_ = format_row(row, reference)
    return (engine, settled, *(format_duration(getattr(row, name)) for name in TIMES))


def make_common_tables(summary: Summary) -> tuple[Table, ...]:
    """Return one table per tier of what the machines have in common: settled puzzles, and ratios within a machine."""
    return tuple(map(_keep_common_columns, make_tables(summary, prefix="all machines, ")))


def _keep_common_columns(table: Table) -> Table:
    """Return the table of a tier without the columns of times."""
    times = name_columns("", has_ratios=False)[2:]
    is_ratio = len(table.columns) > len(times) + 2
    places = [0, 1, *range(len(times) + 2, len(table.columns) - 1)] if is_ratio else [0, 1]
    return Table(
        title=table.title,
        columns=tuple(table.columns[place] for place in places),
        rows=tuple(tuple(row[place] for place in places) for row in table.rows),
        values=tuple(tuple(row[place] for place in places) for row in table.values),
        notes=(*table.notes, f"{RATIOS}.") if is_ratio else table.notes,
        row_notes=table.row_notes,
        tier=table.tier,
    )
