"""How do the time and the memory of each engine grow with the board?

Each engine searches all puzzles of one size in a new process, one engine after the other.
"""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from statistics import median
from typing import NamedTuple

from ..benchmark.measurement.sampling import Case
from ..checking.judge import judge
from ..comparison.engine_choice import choose_engines
from ..core.answer import Ending, Limits
from ..core.names import DEFAULT_ENGINES
from ..core.puzzle import Puzzle, cyclic_board
from ..core.shape import Shape, shape_of_side
from ..display.numbers import format_bytes, format_count, format_duration, format_ratio
from ..engines.protocol import Engine, label_answer
from ..engines.registry import load_engine
from ..running.search_cost import SearchCost, measure_cost
from .outcome import Chart, Column, Kind, Mark, Outcome, Table, Value
from .workload import LOST, OBJECTION, SETTLED, Workload, read_processor_time

QUESTION = "How do the time and the memory of each engine grow with the size of the board?"
FIRST = shape_of_side(4)  # of the puzzle that an engine searches before the measurement
NOTE = "Medians of processor time, with building the model. A point is missing if fewer than half were settled."
MEMORY_NOTE = "The peak of what the searches of one size add to the loaded engine."
NOT_MEASURED = SearchCost((), None)  # in place of searches whose workers were lost


class Group(NamedTuple):
    """Puzzles of one size and origin."""

    shape: Shape
    source: str  # the share of cells given, or the name of a file


class _Job(NamedTuple):
    """The searches of one engine in one group."""

    engine: str
    puzzles: tuple[Puzzle, ...]
    limits: Limits


class Row(NamedTuple):
    """What one engine needed for one group."""

    group: Group
    engine: str
    puzzles: int
    times: tuple[float, ...]  # seconds of processor time for each settled puzzle
    memory: int | None

    @property
    def median(self) -> float | None:
        """The median time; None if fewer than half of the puzzles were settled, since it might be anything."""
        missing = [math.inf] * (self.puzzles - len(self.times))
        found = median([*self.times, *missing]) if self.puzzles else math.inf
        return found if found < math.inf else None


def study(work: Workload) -> Outcome:
    """Measure each engine on the puzzles of each size."""
    measured, left_out = _measure_all(work)
    rows = [row for row in measured if row.puzzles]
    return Outcome(
        QUESTION,
        tuple(_make_answers(rows)),
        (_make_table(rows),),
        tuple(_make_charts(rows)),
        left_out=left_out,
    )


def _measure_all(work: Workload) -> tuple[list[Row], Mapping[str, int]]:
    engines = choose_engines(work.engines or DEFAULT_ENGINES)
    limits = Limits(2, work.seconds)
    groups = _group(work.cases)
    jobs = [
        _Job(name, tuple(case.entry.puzzle for case in cases), limits) for cases in groups.values() for name in engines
    ]
    costs = iter(work.show_progress(work.place.map_in_order(_do_job, jobs, _lose_job), len(jobs)))
    rows: list[Row] = []
    left_out: Counter[str] = Counter()
    for group, cases in groups.items():
        by_engine = {name: next(costs) for name in engines}
        wrong = {
            number for number, case in enumerate(cases) if _has_objection(case, number, by_engine, engines, limits)
        }
        left_out[OBJECTION] += len(wrong)
        left_out[LOST] += sum(len(cases) for cost in by_engine.values() if cost is NOT_MEASURED)
        rows += [
            _make_row(group, name, len(cases), wrong, cost)
            for name, cost in by_engine.items()
            if cost is not NOT_MEASURED
        ]
    return rows, +left_out


def _group(cases: Sequence[Case]) -> dict[Group, list[Case]]:
    """Group the cases: the sources in their order, and the puzzles of each by size."""
    groups: dict[Group, list[Case]] = {}
    tiers = list(dict.fromkeys(case.tier for case in cases))
    for case in sorted(cases, key=lambda case: (tiers.index(case.tier), len(case.entry.puzzle.shape.cells))):
        groups.setdefault(Group(case.entry.puzzle.shape, case.tier), []).append(case)
    return groups


def _do_job(job: _Job) -> SearchCost:
    first = Puzzle(FIRST, bytes(FIRST.side) + cyclic_board(FIRST)[FIRST.side :])
    return measure_cost(load_engine(job.engine), first, job.puzzles, job.limits)


def _lose_job(job: _Job, reason: str) -> SearchCost:
    return NOT_MEASURED


def _has_objection(
    case: Case, number: int, costs: Mapping[str, SearchCost], engines: Mapping[str, Engine], limits: Limits
) -> bool:
    """Return whether an answer to a puzzle is wrong, or two of them contradict each other."""
    results = [
        label_answer(name, engines[name], cost.answers[number])
        for name, cost in costs.items()
        if number < len(cost.answers)
    ]
    return bool(judge(case.entry.puzzle, results, limits, case.entry.expected).objections)


def _make_row(group: Group, name: str, puzzles: int, wrong: set[int], cost: SearchCost) -> Row:
    used = [answer for number, answer in enumerate(cost.answers) if number not in wrong]
    times = tuple(read_processor_time(answer) for answer in used if answer.ending in SETTLED)
    is_missing = any(answer.ending is Ending.FAILED for answer in used) or len(cost.answers) < puzzles
    return Row(group, name, puzzles - len(wrong), times, None if is_missing else cost.memory)


def _make_answers(rows: Sequence[Row]) -> Iterator[str]:
    for source, engine in dict.fromkeys((row.group.source, row.engine) for row in rows):
        found = [row for row in rows if (row.group.source, row.engine) == (source, engine)]
        yield from _describe_engine([(row, row.median) for row in found if row.median is not None])
    for row in rows:
        if unsettled := row.puzzles - len(row.times):
            of_all = f"{unsettled:,} of {format_count(row.puzzles, 'puzzle')}"
            yield f"{row.engine} did not settle {of_all} ({row.group.shape}, {row.group.source})."


def _describe_engine(measured: Sequence[tuple[Row, float]]) -> Iterator[str]:
    """Yield how the median time of one engine grows, or the median itself if only one size has one."""
    if not measured:
        return
    (first, shortest), (last, _) = measured[0], measured[-1]
    if _count_cells(first) < _count_cells(last) and shortest > 0:
        yield _describe_growth(*measured[0], *measured[-1])
        return
    for row, time in measured:
        memory = "" if row.memory is None else f", {format_bytes(row.memory)} of memory"
        yield f"{row.engine}, {row.group.source}, {row.group.shape}: median time {format_duration(time)}{memory}."


def _describe_growth(first: Row, before: float, last: Row, after: float) -> str:
    ratio, cells = after / before, _count_cells(last) / _count_cells(first)
    change = "grows" if ratio >= 1 else "falls"
    power = f" (roughly the number of cells to the power of {math.log(ratio) / math.log(cells):z.1f})" if ratio else ""
    memory = "" if last.memory is None else f"; on {last.group.shape} it needs {format_bytes(last.memory)} of memory"
    return (
        f"{last.engine}, {last.group.source}: from {first.group.shape} to {last.group.shape}, the median time {change} "
        f"from {format_duration(before)} to {format_duration(after)}, {format_ratio(ratio)} times as long for "
        f"{format_ratio(cells)} times as many cells{power}{memory}."
    )


def _count_cells(row: Row) -> int:
    return len(row.group.shape.cells)


def _make_table(rows: Sequence[Row]) -> Table:
    columns = (
        Column("board", Kind.TEXT),
        Column("puzzles", Kind.TEXT),
        Column("engine", Kind.TEXT),
        Column("number"),
        Column("settled"),
        Column("median", Kind.SECONDS),
        Column("to the smallest", Kind.RATIO),
        Column("memory", Kind.BYTES),
    )
    return Table("Processor time and memory by size", columns, tuple(_make_values(row, rows) for row in rows))


def _make_values(row: Row, rows: Sequence[Row]) -> tuple[Value, ...]:
    same = [one for one in rows if (one.group.source, one.engine) == (row.group.source, row.engine)]
    smallest = same[0].median
    ratio = row.median / smallest if row.median and smallest else None
    board = str(row.group.shape)
    return board, row.group.source, row.engine, row.puzzles, len(row.times), row.median, ratio, row.memory


def _make_charts(rows: Sequence[Row]) -> Iterator[Chart]:
    for number, source in enumerate(dict.fromkeys(row.group.source for row in rows), 1):
        shown = [row for row in rows if row.group.source == source]
        times: tuple[Mapping[str, Value], ...] = tuple(
            {"board": str(row.group.shape), "engine": row.engine, "time": row.median} for row in shown if row.median
        )
        yield Chart(
            f"growth-time-{number}",
            f"Time by size of the board: {source}",
            "board",
            "time",
            times,
            "engine",
            Kind.SECONDS,
            Mark.LINE,
            note=NOTE,
        )
        memories: tuple[Mapping[str, Value], ...] = tuple(
            {"board": str(row.group.shape), "engine": row.engine, "memory": row.memory}
            for row in shown
            if row.memory is not None
        )
        yield Chart(
            f"growth-memory-{number}",
            f"Memory by size of the board: {source}",
            "board",
            "memory",
            memories,
            "engine",
            Kind.BYTES,
            Mark.LINE,
            note=MEMORY_NOTE,
        )
