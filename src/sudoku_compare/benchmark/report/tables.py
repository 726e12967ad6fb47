"""The tables of a benchmark as texts, whatever shows them: a terminal, a page, Markdown or LaTeX."""

from collections.abc import Sequence
from itertools import groupby

from ...display.numbers import format_count, format_counts, format_duration, format_interval, format_ratio
from ..statistics.inference import FEWEST, fewest_for_percentile
from ..statistics.pairs import PairStats
from ..statistics.summary import EngineStats, Summary
from .blocks import Table, Value

REFERENCE = "reference"
LUCK = "slowest to fastest among a puzzle and its isomorphs, if all were settled"
MOST_REASONS = 2  # why puzzles were not settled, per engine
WORTH_MENTIONING = 0.2  # relative difference between what an engine reports and what is measured outside it
TIMES = ("median", "p90", "p99", "slowest", "par2")

PREPARATION = (
    "load: the imports of the engine and its first answer, once per process; cold: the first search of a nearly "
    "complete puzzle of this size; warm: the same search again; prepare: cold minus warm, done once per size; a dash: "
    "too short to be measured, or the engine failed"
)

LED = "measured on the machine that led the run"


def make_tables(summary: Summary, prefix: str = "") -> tuple[Table, ...]:
    """Return one table per tier, with one row per engine; each title starts with the prefix."""
    return tuple(
        _make_table(tier, list(rows), summary, prefix) for tier, rows in groupby(summary.rows, key=lambda row: row.tier)
    )


def name_columns(reference: str, *, has_ratios: bool) -> tuple[str, ...]:
    """Return the headings of the table of a tier."""
    own = ("engine", "settled", "median", "p90", "p99", "slowest", "PAR-2", "build")
    ratios = (f"time to {reference} (95%)", "pairs", f"PAR-2 to {reference}")
    return own + ratios if has_ratios else own


def _make_table(tier: str, rows: Sequence[EngineStats], summary: Summary, prefix: str) -> Table:
    columns = name_columns(summary.reference, has_ratios=len(rows) > 1)
    texts = tuple(format_row(row, summary.reference)[: len(columns)] for row in rows)
    return Table(
        title=f"{prefix}{tier}: {format_count(max(row.of for row in rows), 'puzzle')}",
        columns=columns,
        rows=texts,
        notes=tuple(_describe_alike(tier, summary.pairs)),
        less_needed=_list_less_needed(summary.reference, columns, texts),
        row_notes=tuple(map(format_note, rows)),
        tier=tier,
        values=tuple(_list_values(row)[: len(columns)] for row in rows),
    )


def _list_less_needed(
    reference: str, columns: Sequence[str], rows: Sequence[Sequence[str]]
) -> tuple[tuple[str, ...], ...]:
    """Return the columns that leave the table if there is no room: those without any value first."""
    *_, ratio, pairs, par2_ratio = name_columns(reference, has_ratios=True)
    order = ("build", pairs, par2_ratio, "p99", "slowest", "p90", "PAR-2", ratio)
    empty = [name for name in order if name in columns and all(row[columns.index(name)] == "-" for row in rows)]
    return tuple((name,) for name in dict.fromkeys((*empty, *order)) if name in columns)


def _list_values(row: EngineStats) -> tuple[Value, ...]:
    times = tuple(getattr(row, name) for name in TIMES)
    return (row.engine, row.settled, *times, row.build_share, row.ratio, row.paired, row.par2_ratio)


def format_row(row: EngineStats, reference: str) -> tuple[str, ...]:
    """Return the texts of a row."""
    settled = f"all {row.of:,}" if row.settled == row.of else f"{row.settled:,}/{row.of:,}"
    times = [format_duration(getattr(row, name)) for name in TIMES]
    build = "-" if row.build_share is None else f"{row.build_share:.0%}"
    if row.engine == reference:
        return (row.engine, settled, *times, build, REFERENCE, "-", REFERENCE)
    paired = "-" if row.paired is None else f"{row.paired:,}"
    return (
        row.engine,
        settled,
        *times,
        build,
        format_interval(row.ratio, row.ratio_low, row.ratio_high),
        paired,
        format_ratio(row.par2_ratio),
    )


def format_note(row: EngineStats) -> str:
    """Return what is too wide for the table."""
    parts = [f"slowest on {row.slowest_id}"] if row.slowest_id else []
    parts += _list_reasons(row)
    if row.reported is not None and row.measured and abs(row.reported / row.measured - 1) > WORTH_MENTIONING:
        times = format_duration(row.reported), format_duration(row.measured)
        parts.append(f"it reports {times[0]}, but {times[1]} were measured outside it, which this table shows")
    if row.luck:
        parts.append(f"luck {format_ratio(row.luck)} ({LUCK})")
    if row.counts:
        parts.append(f"{_name_all(row.of)}: {format_counts(row.counts)}")
    return "; ".join(parts)


def _list_reasons(row: EngineStats) -> list[str]:
    """Return why puzzles were not settled, the most frequent reasons first."""
    reasons = [f"{format_count(number, 'puzzle')} {reason}" for reason, number in row.unsettled.items()]
    more = len(reasons) - MOST_REASONS
    return reasons[:MOST_REASONS] + ([f"{format_count(more, 'other reason')}"] if more > 0 else [])


def _name_all(puzzles: int) -> str:
    return "on this puzzle" if puzzles == 1 else f"over all {puzzles:,} puzzles"


def _describe_alike(tier: str, pairs: Sequence[PairStats]) -> list[str]:
    return [
        f"no significant difference between {pair.other} and {pair.engine} "
        f"(p = {pair.p_value:.2g}, {format_count(pair.paired, 'pair')})"
        for pair in pairs
        if pair.tier == tier and pair.is_significant is False
    ]


def list_footnotes(summary: Summary) -> tuple[str, ...]:
    """Return why values are missing, as a sentence for each reason that applies to this report."""
    notes = []
    timed = [row for one in summary.machines for row in one.rows] or summary.rows
    if any(row.p99 is None for row in timed):
        few, many = fewest_for_percentile(90), fewest_for_percentile(99)
        notes.append(f"p90 needs {few} settled puzzles and p99 needs {many}; with fewer, the cell has a dash.")
    others = [row for row in (*summary.rows, *timed) if row.paired is not None]
    if any(row.ratio is not None and row.ratio_low is None for row in others):
        notes.append(f"A 95% interval needs {FEWEST} pairs, and is a dash with fewer; isomorphs count as one pair.")
    if any(row.ratio is None for row in others):
        notes.append("Where no puzzle was settled by both engines, the ratio of their times is a dash.")
    if any(row.par2 is None for row in timed):
        notes.append("Without a time limit, PAR-2 is a dash if a puzzle was not settled.")
    return tuple(notes)


def make_pair_tables(summary: Summary) -> tuple[Table, ...]:
    """Return one table per tier that compares every engine with every other."""
    return tuple(
        _make_pair_table(tier, list(pairs)) for tier, pairs in groupby(summary.pairs, key=lambda pair: pair.tier)
    )


def _make_pair_table(tier: str, pairs: Sequence[PairStats]) -> Table:
    return Table(
        title=f"{tier}: engine against engine",
        columns=("engine", "against", "pairs", "ratio of times (95%)", "effect", "p (Holm)", "difference"),
        rows=tuple(_format_pair(pair) for pair in pairs),
        values=tuple(
            (pair.engine, pair.other, pair.paired, pair.ratio, pair.effect, pair.p_value, None) for pair in pairs
        ),
        texts=2,
        tier=tier,
    )


def _format_pair(pair: PairStats) -> tuple[str, ...]:
    effect = "-" if pair.effect is None else f"{pair.effect:+.2f}"
    return (
        pair.engine,
        pair.other,
        f"{pair.paired:,}",
        format_interval(pair.ratio, pair.ratio_low, pair.ratio_high),
        effect,
        _format_p_value(pair.p_value),
        {None: "too few pairs", True: "significant", False: "not significant"}[pair.is_significant],
    )


def _format_p_value(p_value: float | None) -> str:
    if p_value is None:
        return "-"
    return "< 0.001" if p_value < 0.001 else f"{p_value:.2g}"


def make_preparation_table(summary: Summary) -> Table | None:
    """Return a table of what each engine does outside its clock; None if the record does not have it."""
    rows = summary.preparation
    if not rows:
        return None
    times = [(row.load, row.prepare, row.cold, row.warm) for row in rows]
    names = [(row.engine, _name_size(row.box)) for row in rows]
    return Table(
        title="preparation (not included in the other tables)",
        columns=("engine", "size", "load", "prepare", "cold", "warm"),
        rows=tuple((*name, *map(format_duration, each)) for name, each in zip(names, times, strict=True)),
        values=tuple((*name, *each) for name, each in zip(names, times, strict=True)),
        notes=(PREPARATION, LED) if summary.has_several_machines or summary.facts.cluster else (PREPARATION,),
        texts=2,
        less_needed=(("warm",), ("cold",)),
    )


def _name_size(box: str) -> str:
    """Return the side of the board, and the box as well unless it is square."""
    height, width = map(int, box.split("x"))
    side = f"{height * width}x{height * width}"
    return side if height == width else f"{side} ({box})"
