"""Compute the numbers of a benchmark from its record alone. Text, JSON and pages show these numbers.

A search that did not settle its puzzle counts as twice its limit in PAR-2 and is not part of any median; `settled` of
`of` puzzles were settled. Times of different machines are never combined.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from ...running.machine import Machine
from ..recording.facts import RunFacts
from ..recording.record import Preparation, PuzzleRow, Record
from .engine_stats import EngineStats, make_tables, name_total
from .machine_stats import (
    MachineSummary,
    count_reasons,
    describe_machines,
    describe_repeats,
    make_pooled_tables,
    name_machines,
)
from .pairs import PairStats
from .sentences import write_machine_sentences, write_sentences
from .tallies import Tier, VerdictTally, combine_tiers, pool_machines
from .times import MachineTimes, iterate_times

__all__ = ["EngineStats", "Objection", "Summary", "name_total", "summarize"]


@dataclass(frozen=True, slots=True)
class Objection:
    """A complaint about the answers to a puzzle, which is named by its id."""

    puzzle: str
    round: int
    text: str

    def __str__(self) -> str:
        return f"objection: {self.puzzle}, round {self.round}: {self.text}"


@dataclass(frozen=True, slots=True)
class Summary:
    """Everything that a report shows. With several machines, `rows` has no times: those of each machine are apart."""

    facts: RunFacts
    puzzles: int
    objections: tuple[Objection, ...]
    rows: tuple[EngineStats, ...]  # tier by tier
    pairs: tuple[PairStats, ...] = ()  # tier by tier: each engine with every engine before it
    sentences: tuple[str, ...] = ()  # the result in words
    preparation: tuple[Preparation, ...] = ()  # what each engine does outside its clock, by shape
    machines: tuple[MachineSummary, ...] = ()  # those that measured, and those on which an execution was lost
    repeated: Mapping[str, int] = field(default_factory=dict)  # how many attempts at a puzzle gave no result, by reason

    @property
    def reference(self) -> str:
        """The engine to which the ratios of the rows refer."""
        return self.facts.engines[0]

    @property
    def measuring(self) -> tuple[MachineSummary, ...]:
        """The machines that measured."""
        return tuple(one for one in self.machines if one.puzzles)

    @property
    def has_several_machines(self) -> bool:
        return len(self.measuring) > 1

    def of_machine(self, one: MachineSummary) -> "Summary":
        """Return what was measured on one of several machines."""
        return replace(self, puzzles=one.puzzles, rows=one.rows, pairs=one.pairs, machines=(one,))

    def as_json(self) -> dict[str, Any]:
        """Return the numbers as one JSON object."""
        return {
            "facts": self.facts.as_json(),
            "puzzles": self.puzzles,
            "sentences": list(self.sentences),
            "reference": self.reference,
            "objections": [asdict(objection) for objection in self.objections],
            "table": [asdict(row) for row in self.rows],
            "pairs": [asdict(pair) for pair in self.pairs],
            "preparation": [asdict(one) | {"prepare": one.prepare} for one in self.preparation],
            "machines": [one.as_json() for one in self.machines],
            "repeated": dict(self.repeated),
        }


class _RunTally:
    """What has been read of a record so far."""

    def __init__(self, record: Record, named: set[int]) -> None:
        self._record = record
        self._is_split: bool | None = None  # whether the record has several machines, once the first row is read
        self.puzzles = 0
        self.ids = dict.fromkeys(named, "")  # only of these: there may be a million puzzles
        self.counts: Counter[int] = Counter()  # puzzles by machine
        self.machines: dict[int, dict[str, Tier]] = defaultdict(lambda: defaultdict(self._make_tier))
        self.verdicts: dict[str, dict[str, VerdictTally]] = {}  # over all machines, if there are several

    def _make_tier(self) -> Tier:
        return Tier(self._record.facts.engines)

    def add(self, puzzle: PuzzleRow, times: MachineTimes) -> None:
        self.puzzles += 1
        if puzzle.number in self.ids:
            self.ids[puzzle.number] = puzzle.id
        for machine, by_engine in times.items():
            self.counts[machine] += 1
            self.machines[machine][puzzle.tier].add(puzzle, by_engine)
        if self._is_split is None:
            self._is_split = len(self._record.machines()) > 1
        if self._is_split:
            self._add_verdicts(puzzle.tier, times)

    def _add_verdicts(self, tier: str, times: MachineTimes) -> None:
        tallies = self.verdicts.setdefault(tier, {engine: VerdictTally() for engine in self._record.facts.engines})
        for engine, tally in tallies.items():
            several = [by_engine[engine] for by_engine in times.values() if engine in by_engine]
            if several:
                tally.add_verdict(several)

    def list_tiers(self, machine: int) -> dict[str, Tier]:
        """Return the tiers of one of several machines in the order of the run."""
        tiers = self.machines[machine]
        return {name: tiers[name] for name in self.verdicts if name in tiers}


def summarize(record: Record) -> Summary:
    """Compute the numbers of a record."""
    facts, objections, attempts = record.facts, record.objections(), record.attempts()
    tally = _RunTally(record, {number for number, _, _ in objections})
    for puzzle, times in iterate_times(record):
        tally.add(puzzle, times)
    machines = record.machines()
    summary = _summarize_machines(tally, facts) if len(tally.machines) > 1 else _summarize_machine(tally, facts)
    measuring = [machines[number] for number in sorted(tally.machines)]
    reasons = count_reasons(attempts)
    lost = Counter(one.machine for one in attempts)
    return replace(
        summary,
        objections=tuple(Objection(tally.ids[number], round, text) for number, round, text in objections),
        sentences=(
            *_describe_progress(record),
            *describe_repeats(reasons),
            *describe_machines(measuring, facts),
            *summary.sentences,
        ),
        preparation=record.preparations(),
        machines=tuple(_list_machines(tally, machines, lost, facts)),
        repeated=reasons,
    )


def _summarize_machine(tally: _RunTally, facts: RunFacts) -> Summary:
    """Return the numbers of a run on one machine, or of a record without a row."""
    tiers = next(iter(tally.machines.values()), {})
    total = combine_tiers(tiers, facts.engines)
    sentences = write_sentences(total.times(), total.families(facts.isomorphs) if facts.isomorphs else ())
    return Summary(facts, tally.puzzles, (), *make_tables(tiers, facts), sentences)


def _summarize_machines(tally: _RunTally, facts: RunFacts) -> Summary:
    """Return the numbers of a run on several machines that do not belong to one of them."""
    rows, pairs = make_pooled_tables(tally.machines, tally.verdicts, facts)
    pooled = pool_machines([tier for tiers in tally.machines.values() for tier in tiers.values()], facts.isomorphs)
    settled = {row.engine: row.settled for row in rows if row.tier == rows[-1].tier}
    return Summary(facts, tally.puzzles, (), rows, pairs, write_machine_sentences(pooled, settled, tally.puzzles))


def _list_machines(
    tally: _RunTally, machines: Mapping[int, Machine], lost: Mapping[int | None, int], facts: RunFacts
) -> list[MachineSummary]:
    is_split = len(tally.machines) > 1
    names = name_machines(machines)
    return [
        MachineSummary(
            number,
            names[number],
            machine,
            tally.counts[number],
            lost.get(number, 0),
            *(make_tables(tally.list_tiers(number), facts) if is_split and number in tally.machines else ()),
        )
        for number, machine in machines.items()
        if number in tally.machines or number in lost
    ]


def _describe_progress(record: Record) -> list[str]:
    """Return a sentence if the run was interrupted and not resumed."""
    planned = (record.facts.puzzles or 0) * record.facts.rounds
    done = record.count_finished_rounds()
    if done >= planned:
        return []
    what = "puzzles" if record.facts.rounds == 1 else "rounds of puzzles"
    return [f"The run is incomplete: {done:,} of {planned:,} {what} have been measured."]
