"""Compare two records, A and B: what differs in their circumstances, times, verdicts and counts.

Everything is computed from the puzzles that both records have, and a ratio is always B to A: above 1, B is slower.
"""

from dataclasses import dataclass, replace
from statistics import median
from typing import Any, Generic, NamedTuple, TypeVar

from ..recording.facts import RunFacts
from ..recording.record import Record
from ..statistics.summary import name_total
from .count_changes import CountChange, CountTallies
from .fact_differences import Difference, find_differences
from .paired_times import EngineComparison, TimeTally, choose_limit, summarize_tiers
from .pairing import Outcome, PuzzlePair, has_several_machines, pair_puzzles

MOST_LISTED = 1000  # changed verdicts, and puzzles of only one record; all of them are counted

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Listing(Generic[T]):
    """The number of items, and the first `MOST_LISTED` of them."""

    number: int
    listed: tuple[T, ...]


class VerdictChange(NamedTuple):
    """A puzzle on which an engine has another verdict in B than in A."""

    puzzle: str
    engine: str
    a: str
    b: str


@dataclass(frozen=True, slots=True)
class ComparedRecord:
    """One of the two records, and what only it has."""

    name: str
    facts: RunFacts
    puzzles: int
    unpaired: Listing[str]  # ids of the puzzles that the other record does not have
    unpaired_engines: tuple[str, ...]
    objections: int
    calibration: float | None  # median processor time of the calibration work in seconds; None if it is not known

    def as_json(self) -> dict[str, Any]:
        """Return the record's part of a comparison as one JSON object."""
        return {
            "record": self.name,
            "facts": self.facts.as_json(),
            "puzzles": self.puzzles,
            "unpaired": self.unpaired.number,
            "unpaired_listed": list(self.unpaired.listed),
            "unpaired_engines": list(self.unpaired_engines),
            "objections": self.objections,
            "calibration": self.calibration,
        }


@dataclass(frozen=True, slots=True)
class RecordComparison:
    """Everything that a comparison shows."""

    a: ComparedRecord
    b: ComparedRecord
    differences: tuple[Difference, ...]
    puzzles: int  # in both records
    rows: tuple[EngineComparison, ...]  # tier by tier; the last tier is that of all puzzles
    lost_verdicts: Listing[VerdictChange]  # A settled the puzzle, and B did not or says otherwise
    gained_verdicts: Listing[VerdictChange]  # only B settled the puzzle
    counts: tuple[CountChange, ...]  # changed or not
    has_several_machines: bool = False  # A or B has: then only times of the same machine are compared

    @property
    def overall(self) -> tuple[EngineComparison, ...]:
        """The rows of all puzzles."""
        return tuple(row for row in self.rows if row.tier == self.rows[-1].tier)

    @property
    def machine_ratio(self) -> float | None:
        """How much longer the calibration work took in B than in A; None if it was not measured in both."""
        a, b = self.a.calibration, self.b.calibration
        return b / a if a and b else None

    @property
    def is_same_machine(self) -> bool:
        return self.has_several_machines or not any(one.is_about_machine for one in self.differences)

    def as_json(self) -> dict[str, Any]:
        """Return the comparison as one JSON object."""
        return {
            "differences": [one._asdict() for one in self.differences],
            "a": self.a.as_json(),
            "b": self.b.as_json(),
            "puzzles": self.puzzles,
            "several_machines": self.has_several_machines,
            "machine_ratio": self.machine_ratio,
            "table": [row.as_json() for row in self.rows],
            "verdicts_lost": self.lost_verdicts.number,
            "verdicts_lost_listed": [one._asdict() for one in self.lost_verdicts.listed],
            "verdicts_gained": self.gained_verdicts.number,
            "verdicts_gained_listed": [one._asdict() for one in self.gained_verdicts.listed],
            "counts": [one.as_json() for one in self.counts],
        }


def compare_records(a: Record, b: Record) -> RecordComparison:
    """Compare two records. They are read side by side, puzzle by puzzle: each may have a million."""
    engines = [engine for engine in a.facts.engines if engine in b.facts.engines]
    limit = choose_limit(a.facts.seconds, b.facts.seconds)
    is_split = has_several_machines(a, b)
    tally = _ComparisonTally(limit, is_split=is_split)
    for pair in pair_puzzles(a, b):
        tally.add(pair)
    name_of_all = name_total(tally.tiers)
    return RecordComparison(
        a=_describe(a, b, tally.puzzles, tally.only_a),
        b=_describe(b, a, tally.puzzles, tally.only_b),
        differences=tuple(find_differences(_name_machine(a), _name_machine(b))),
        puzzles=tally.puzzles,
        rows=tuple(summarize_tiers(tally.tiers, engines, limit, name_of_all)),
        lost_verdicts=tally.lost_verdicts.freeze(),
        gained_verdicts=tally.gained_verdicts.freeze(),
        counts=tuple(tally.counts.summarize(engines)),
        has_several_machines=is_split,
    )


def _name_machine(record: Record) -> RunFacts:
    """Return the facts of a run with the machine that measured, if it is only one, not the one that led the run."""
    machines = list(record.measuring_machines().values())
    if len(machines) != 1:
        return record.facts
    [machine] = machines
    known = replace(record.facts.environment, cpu=machine.cpu, system=machine.system, python=machine.python)
    return replace(record.facts, environment=known)


def _describe(own: Record, other: Record, paired: int, unpaired: "_Lister[str]") -> ComparedRecord:
    engines = tuple(engine for engine in own.facts.engines if engine not in other.facts.engines)
    calibrations = own.calibrations().values()
    return ComparedRecord(
        name=str(own.path),
        facts=own.facts,
        puzzles=paired + unpaired.number,
        unpaired=unpaired.freeze(),
        unpaired_engines=engines,
        objections=len(own.objections()),
        calibration=median(calibrations) if calibrations and not has_several_machines(own) else None,
    )


class _Lister(Generic[T]):
    """Counts what is added, and keeps the first `MOST_LISTED`."""

    def __init__(self) -> None:
        self.number = 0
        self._kept: list[T] = []

    def add(self, item: T) -> None:
        self.number += 1
        if len(self._kept) < MOST_LISTED:
            self._kept.append(item)

    def freeze(self) -> Listing[T]:
        return Listing(self.number, tuple(self._kept))


class _ComparisonTally:
    """What has been found in the pairs of puzzles so far."""

    def __init__(self, limit: float | None, *, is_split: bool) -> None:
        self._limit = limit
        self._is_split = is_split
        self.puzzles = 0
        self.tiers: dict[str, dict[str, TimeTally]] = {}
        self.lost_verdicts = _Lister[VerdictChange]()
        self.gained_verdicts = _Lister[VerdictChange]()
        self.counts = CountTallies()
        self.only_a = _Lister[str]()
        self.only_b = _Lister[str]()

    def add(self, pair: PuzzlePair) -> None:
        if pair.a is None:
            self.only_b.add(pair.id)
        elif pair.b is None:
            self.only_a.add(pair.id)
        else:
            self.puzzles += 1
            times = self.tiers.setdefault(pair.tier, {})
            for engine, before in pair.a.items():
                after = pair.b.get(engine)
                if after is not None:
                    tally = times.get(engine) or times.setdefault(engine, self._make_tally())
                    tally.add(before, after, pair.family)
                    self._compare(pair.id, engine, before, after)

    def _make_tally(self) -> TimeTally:
        return TimeTally(self._limit, is_split=self._is_split)

    def _compare(self, puzzle: str, engine: str, a: Outcome, b: Outcome) -> None:
        if a.is_settled and b.is_settled:
            self.counts.add(puzzle, engine, a.counts, b.counts)
        if a.verdict != b.verdict:
            changes = self.lost_verdicts if a.is_settled else self.gained_verdicts
            changes.add(VerdictChange(puzzle, engine, a.verdict, b.verdict))
