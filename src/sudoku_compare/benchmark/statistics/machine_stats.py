"""The numbers of a run on several machines. A time is compared only with times of the same machine."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from ...core.sizes import format_size
from ...display.numbers import format_count
from ...running.machine import Machine
from ..recording.facts import RunFacts
from ..recording.record import Attempt
from .engine_stats import EngineStats, Tables, add_ratios, find_pair, make_row, name_total
from .pairs import PairStats, compare_engines
from .tallies import Tier, VerdictTally, pool_machines

MOST_REASONS = 5  # why attempts gave no result, in a sentence
MOST_VALUES = 4  # in which machines differ, in a sentence
COMPARED = {"cpu": "processor", "cores": "cores", "memory": "memory", "python": "Python"}
RATIOS = "Each ratio compares two times on the same machine"

MachineTiers = Mapping[int, Mapping[str, Tier]]  # by the number of the machine, and by tier
TierVerdicts = Mapping[str, Mapping[str, VerdictTally]]  # by tier and engine


@dataclass(frozen=True, slots=True)
class MachineSummary:
    """A machine of a run, and the numbers that were measured there."""

    number: int
    name: str  # the host, with the number if that is not enough
    machine: Machine
    puzzles: int  # measured there
    repeated: int = 0  # attempts at a puzzle there that gave no result
    rows: tuple[EngineStats, ...] = ()  # empty if it is the only machine: the summary has them
    pairs: tuple[PairStats, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return the numbers as one JSON object."""
        about = {"number": self.number, **self.machine.as_json(), "puzzles": self.puzzles, "repeated": self.repeated}
        return about | {"table": [asdict(row) for row in self.rows], "pairs": [asdict(pair) for pair in self.pairs]}


def name_machines(machines: Mapping[int, Machine]) -> dict[int, str]:
    """Return a name for each machine that no other one has: its host, if that is known, or else its number."""
    hosts = Counter(machine.host for machine in machines.values())
    return {
        number: f"machine {number}"
        if machine.host is None
        else machine.host
        if hosts[machine.host] == 1
        else f"{machine.host} (machine {number})"
        for number, machine in machines.items()
    }


def make_pooled_tables(machines: MachineTiers, verdicts: TierVerdicts, facts: RunFacts) -> Tables:
    """Return the rows and pairs of all machines together: verdicts and counts, and ratios, but no times."""
    rows: list[EngineStats] = []
    pairs: list[PairStats] = []
    for name, by_engine in add_total(verdicts).items():
        tiers = [tier for one in machines.values() for key, tier in one.items() if key == name or name not in verdicts]
        pooled = pool_machines(tiers, facts.isomorphs)
        of_tier = compare_engines(name, *pooled)
        pairs += of_tier
        for engine in pooled.times:
            pair = find_pair(of_tier, engine, facts.engines[0])
            rows.append(add_ratios(make_row(name, engine, by_engine[engine]), pair))
    return tuple(rows), tuple(pairs)


def add_total(verdicts: TierVerdicts) -> TierVerdicts:
    """Return the tiers, followed by the tier of all puzzles if there are several."""
    if len(verdicts) < 2:
        return verdicts
    total: dict[str, VerdictTally] = {}
    for by_engine in verdicts.values():
        for engine, tally in by_engine.items():
            total.setdefault(engine, VerdictTally()).include_verdicts(tally)
    return {**verdicts, name_total(verdicts): total}


def count_reasons(attempts: Iterable[Attempt]) -> dict[str, int]:
    """Return how many attempts gave no result for each reason, the most frequent first."""
    return dict(Counter(one.reason for one in attempts).most_common())


def describe_repeats(reasons: Mapping[str, int]) -> list[str]:
    """Return a sentence if attempts gave no result."""
    if not reasons:
        return []
    number = sum(reasons.values())
    start = f"{format_count(number, 'attempt')} at a puzzle gave no result"
    if len(reasons) == 1:
        return [f"{start}: {next(iter(reasons))}."]
    named = [f"{count:,}: {reason}" for reason, count in list(reasons.items())[:MOST_REASONS]]
    others = number - sum(list(reasons.values())[:MOST_REASONS])
    return [f"{start}: {'; '.join(named + [f'{others:,}: other reasons'] * bool(others))}."]


def describe_machines(machines: Sequence[Machine], facts: RunFacts) -> list[str]:
    """Return what a reader must know about the machines that measured, before any time is shown."""
    if len(machines) < 2:
        return [sentence for machine in machines for sentence in _describe_other_machine(machine, facts)]
    start = f"The puzzles were measured on {format_count(len(machines), 'machine')}."
    differences = [_describe_difference(name, machines) for name in COMPARED]
    if any(differences):
        named = "; ".join(filter(None, differences))
        return [start, f"The machines differ: {named}; their times are shown apart and never combined. {RATIOS}."]
    return [f"{start} Their times are shown apart and never combined. {RATIOS}."]


def is_measured_elsewhere(machine: Machine, facts: RunFacts) -> bool:
    """Return whether this is not the machine that the facts describe, which led the run."""
    led = facts.environment
    return (machine.cpu, machine.python, machine.system) != (led.cpu, led.python, led.system)


def _describe_other_machine(machine: Machine, facts: RunFacts) -> list[str]:
    if not is_measured_elsewhere(machine, facts):
        return []
    host = "a host of unknown name" if machine.host is None else machine.host
    return [f"All times are of {host} ({machine.cpu}, Python {machine.python}), not of the machine that led the run."]


def _describe_difference(name: str, machines: Sequence[Machine]) -> str:
    values = dict.fromkeys(getattr(machine, name) for machine in machines)
    if len(values) == 1:
        return ""
    named = [format_value(name, value) for value in values]
    more = [f"{len(named) - MOST_VALUES:,} others"] if len(named) > MOST_VALUES + 1 else named[MOST_VALUES:]
    return f"{COMPARED[name]} {' or '.join(named[:MOST_VALUES] + more)}"


def format_value(name: str, value: Any) -> str:
    """Return a value of the description of a machine as text."""
    if value is None:
        return "not known"
    return format_size(value) if name == "memory" else str(value)
