"""A comparison of two records in words and tables: first what differs in their circumstances, then the numbers."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from ...core.text import join_words
from ...display.numbers import format_count, format_duration, format_interval, format_ratio
from ..report.blocks import Block, Emphasis, Line, Table
from ..statistics.inference import FEWEST
from .comparison import ComparedRecord, Listing, RecordComparison, VerdictChange
from .count_changes import CountChange
from .fact_differences import LABELS
from .paired_times import EngineComparison

MOST_NAMED = 5  # puzzles in a line
MOST_CHANGES = 20  # changed verdicts in a table; JSON has more
RATIO = "time B to A (95%)"
COLUMNS = ("engine", "A settled", "B settled", RATIO, "pairs", "A PAR-2", "B PAR-2", "PAR-2 B to A")
LESS_NEEDED = (("A PAR-2", "B PAR-2"), ("A settled", "B settled"), ("PAR-2 B to A",))
SAME_SPEED = 1.05  # ratio of the times of the calibration work up to which the machine counts as equally fast
SEVERAL = (
    "A or B was measured on several machines: times are compared only where both have a puzzle on the same host with "
    "the same processor, system and Python"
)
LEGEND = (
    "A ratio is B's time to A's: above 1, B is slower. It is the median over the pairs, the puzzles that both settled. "
    "PAR-2 counts a puzzle that was not settled as twice the time limit."
)


def make_blocks(comparison: RecordComparison) -> Iterator[Block]:
    """Yield the comparison as lines and tables, in order."""
    yield from _describe_differences(comparison)
    for name, record in (("A", comparison.a), ("B", comparison.b)):
        yield from _describe_record(name, record)
    if not comparison.rows:
        yield Line("A and B have no puzzle and engine in common: nothing is compared.", Emphasis.WARNING)
        return
    yield from (Line(_summarize(row)) for row in comparison.overall)
    for _, rows in groupby(comparison.rows, key=lambda row: row.tier):
        yield _make_time_table(list(rows))
    yield Line(LEGEND)
    if any(row.ratio and row.ratio.low is None for row in comparison.rows):
        yield Line(f"An interval is shown from {FEWEST} pairs on; isomorphs of a puzzle count as one pair with it.")
    yield from _describe_verdicts("Verdicts changed or lost", comparison.lost_verdicts)
    yield from _describe_verdicts("Settled only in B", comparison.gained_verdicts)
    yield from _describe_counts(comparison.counts)


def _describe_differences(comparison: RecordComparison) -> Iterator[Block]:
    """Yield a warning for each difference; the first warning says whether times can be compared at all."""
    if not comparison.is_same_machine:
        names = [LABELS.get(one.fact, one.fact) for one in comparison.differences if one.is_about_machine]
        yield Line(f"warning: the times of A and B are not comparable: different {join_words(names)}", Emphasis.WARNING)
    if comparison.has_several_machines:
        yield Line(f"warning: {SEVERAL}", Emphasis.WARNING)
    ratio = comparison.machine_ratio
    if ratio and not 1 / SAME_SPEED <= ratio <= SAME_SPEED:
        text = f"the machine was {'slower' if ratio > 1 else 'faster'} in B: a fixed piece of work took"
        yield Line(f"warning: {text} {format_ratio(ratio)} times as long as in A", Emphasis.WARNING)
    for difference in comparison.differences:
        yield Line(f"warning: {difference}", Emphasis.WARNING)
    if not comparison.differences and not comparison.has_several_machines:
        yield Line("A and B have the same machine, software, options and puzzles.")


def _describe_record(name: str, record: ComparedRecord) -> Iterator[Block]:
    started = f"started {record.facts.started}, " if record.facts.started else ""
    yield Line(f"{name}: {record.name}, {started}{format_count(record.puzzles, 'puzzle')}")
    if record.unpaired.number:
        named = _name_some(record.unpaired)
        yield Line(
            f"warning: {format_count(record.unpaired.number, 'puzzle')} only in {name}: {named}", Emphasis.WARNING
        )
    if record.unpaired_engines:
        yield Line(f"warning: engines only in {name}: {', '.join(record.unpaired_engines)}", Emphasis.WARNING)
    if record.objections:
        yield Line(f"warning: {format_count(record.objections, 'objection')} in {name}", Emphasis.WARNING)


def _name_some(unpaired: Listing[str]) -> str:
    return ", ".join(unpaired.listed[:MOST_NAMED]) + ", ..." * (unpaired.number > MOST_NAMED)


def _summarize(row: EngineComparison) -> str:
    """Return the result of an engine on all puzzles as a sentence."""
    on = f"on {format_count(row.paired, 'puzzle')} that both settled"
    if row.ratio is None:
        return f"{row.engine}: not compared: no puzzle was settled in both A and B."
    times = f"{format_ratio(row.ratio.value)} times as long as A"
    if row.ratio.low is None or row.ratio.high is None:
        return f"{row.engine}: B took {times} {on}, too few for an interval."
    interval = f"(95% interval {format_ratio(row.ratio.low)} to {format_ratio(row.ratio.high)})"
    if row.ratio.low <= 1 <= row.ratio.high:
        return f"{row.engine}: no significant difference: B took {times} {interval} {on}."
    return f"{row.engine}: B was {'slower' if row.ratio.low > 1 else 'faster'}: it took {times} {interval} {on}."


def _make_time_table(rows: list[EngineComparison]) -> Table:
    return Table(
        title=f"{rows[0].tier}: {format_count(max(row.puzzles for row in rows), 'puzzle')} in both",
        columns=COLUMNS,
        rows=tuple(map(_format_row, rows)),
        less_needed=LESS_NEEDED,
    )


def _format_row(row: EngineComparison) -> tuple[str, ...]:
    settled = [f"{number:,}/{row.puzzles:,}" for number in (row.settled_a, row.settled_b)]
    par2 = [format_duration(row.par2_a), format_duration(row.par2_b), format_ratio(row.par2_ratio)]
    return (row.engine, *settled, format_interval(*(row.ratio or (None, None, None))), f"{row.paired:,}", *par2)


def _describe_verdicts(title: str, changes: Listing[VerdictChange]) -> Iterator[Block]:
    if not changes.number:
        yield Line(f"{title}: none")
        return
    more = changes.number - MOST_CHANGES
    yield Table(
        title=f"{title}: {changes.number:,}",
        columns=("puzzle", "engine", "in A", "in B"),
        rows=tuple((one.puzzle, one.engine, one.a, one.b) for one in changes.listed[:MOST_CHANGES]),
        notes=(f"and {more:,} more",) if more > 0 else (),
        texts=4,
    )


def _describe_counts(counts: Iterable[CountChange]) -> Iterator[Block]:
    """Yield a table of the changed counts, each with the puzzles where it changed most."""
    changed = [one for one in counts if one.changed or one.a is None or one.b is None]
    if not changed:
        yield Line("Changed counts: none")
        return
    yield Table(
        title="Changed counts, over the puzzles that both settled",
        columns=("engine", "count", "in A", "in B", "change", "puzzles changed"),
        rows=tuple(map(_format_count_row, changed)),
        notes=tuple(_name_largest(one) for one in changed if one.largest),
        texts=2,
        less_needed=(("puzzles changed",), ("change",)),
    )


def _format_count_row(change: CountChange) -> tuple[str, ...]:
    totals = ["-" if total is None else f"{total:,}" for total in (change.a, change.b)]
    growth = "-" if change.growth is None else f"{change.growth:+.1%}"
    return (change.engine, change.count, *totals, growth, f"{change.changed:,}/{change.puzzles:,}")


def _name_largest(change: CountChange) -> str:
    named = ", ".join(f"{one.puzzle} ({one.a:,} to {one.b:,})" for one in change.largest)
    return f"{change.engine}, {change.count}: changed most on {named}"
