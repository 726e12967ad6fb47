"""Many puzzles x engines x rounds, measured side by side.

Engines are asked puzzle by puzzle, in an order of its own for each puzzle and round, so that what disturbs the machine
disturbs all of them alike. Searches run in workers that are ready, with everything loaded, before the first one counts.
Every answer is checked, outside the clock.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from itertools import chain, islice, zip_longest
from pathlib import Path
from random import Random
from time import monotonic
from typing import NamedTuple

from .collection import read_collection
from .engine import Engine, Limits
from .entries import Entry, Expected
from .errors import UserError
from .generate import isomorph, shuffled
from .pool import Pool, Task
from .record import Listed, Measurement, Record
from .shape import Shape
from .source import open_source
from .verdict import Testimony, judge, own_verdict
from .worker import Answers, Order

TIERS = ("easy", "medium", "hard", "extreme", "unsolvable", "multiple", "16x16", "25x25")
COMMIT = 0.5  # seconds between two writes to disk: so much work a killed run loses

Complain = Callable[[UserError], None]


@dataclass(frozen=True, slots=True)
class Plan:
    """How to measure."""

    engines: Mapping[str, Engine]
    limits: Limits
    rounds: int = 1
    seed: int = 0
    jobs: int = 1


class Case(NamedTuple):
    """A puzzle of the run, by its number in it."""

    number: int
    tier: str
    entry: Entry

    def listed(self) -> Listed:
        puzzle = self.entry.puzzle
        box = f"{puzzle.shape.box_height}x{puzzle.shape.box_width}"
        return Listed(self.number, self.entry.id, self.tier, box, puzzle.text)


def shipped(tier: str) -> list[Entry]:
    """A collection that every install carries."""
    path = files("sudoku_compare.data") / f"{tier}.txt"
    entries = read_collection(open_source(str(path)))
    named = [entry for entry in entries if isinstance(entry, Entry)]
    return [entry._replace(id=f"{tier}:{entry.id.rpartition(':')[2]}") for entry in named]


def sampled(number: int, seed: int) -> Iterator[Case]:
    """So many of the shipped puzzles."""
    return evenly((Case(0, tier, entry) for tier in TIERS for entry in shipped(tier)), number, seed)


def evenly(cases: Iterable[Case], number: int, seed: int) -> Iterator[Case]:
    """So many of these, at random: as many of each tier as of any other, or all that it has."""
    tiers: dict[str, list[Case]] = {}
    for case in cases:
        tiers.setdefault(case.tier, []).append(case)
    in_random_order = [shuffled(of_tier, Random(f"{seed}/{tier}")) for tier, of_tier in tiers.items()]
    in_turn = filter(None, chain.from_iterable(zip_longest(*in_random_order)))
    order = list(tiers)
    chosen = sorted(islice(in_turn, number), key=lambda case: order.index(case.tier))
    for count, case in enumerate(chosen):
        yield case._replace(number=count)


def from_files(paths: Iterable[str], shape: Shape | None, complain: Complain) -> Iterator[Case]:
    """Every puzzle of these collections, each of which is a tier; what cannot be read is complained of."""
    number = 0
    for path in paths:
        tier = Path(path).name
        for item in read_collection(open_source(path), shape):
            if isinstance(item, Entry):
                yield Case(number, tier, item)
                number += 1
            else:
                complain(item)


def with_isomorphs(cases: Iterable[Case], each: int, seed: int) -> Iterator[Case]:
    """Each puzzle, and so many others that differ from it in names and places only."""
    if not each:
        yield from cases
        return
    number = 0
    for case in cases:
        rng = Random(f"{seed}/{case.number}")
        for copy in range(each + 1):
            entry = case.entry
            if copy:
                expected = entry.expected and Expected(entry.expected.solutions)  # its solution is another one too
                entry = Entry(f"{entry.id}~{copy}", isomorph(entry.puzzle, rng), expected, entry.name)
            yield Case(number, case.tier, entry)
            number += 1


def fingerprint(cases: Iterable[Case]) -> tuple[str, int]:
    """Of a collection, and how many puzzles it has: other puzzles, or the same in another order, have another one."""
    digest, count = hashlib.sha256(), 0
    for case in cases:
        digest.update(f"{case.tier} {case.entry.puzzle.shape.box_height} {case.entry.puzzle.text}\n".encode())
        count += 1
    return digest.hexdigest(), count


def measure(cases: Iterable[Case], plan: Plan, record: Record) -> Iterator[Case]:
    """Measure what the record does not have yet, and write it down; gives each case as one of its rounds is done."""
    engines = list(plan.engines.values())
    cases = iter(cases)
    first = list(islice(cases, 1))
    with Pool(engines, plan.limits, plan.jobs) as pool:
        warm_up = [
            Task(None, case.entry.puzzle, tuple(range(len(engines)))) for case in first for _ in range(plan.jobs)
        ]
        for _ in pool.run(warm_up):
            pass
        last = monotonic()
        try:
            for task, answers in pool.run(_tasks(chain(first, cases), plan, record)):
                case, number = task.key
                _write(case, number, [list(plan.engines)[n] for n in task.order], answers, plan, record)
                if monotonic() - last > COMMIT:
                    record.commit()
                    last = monotonic()
                yield case
        finally:
            record.commit()


def _tasks(cases: Iterable[Case], plan: Plan, record: Record) -> Iterator[Task[tuple[Case, int]]]:
    for case in cases:
        done = record.rounds_done(case.number) if record.is_resumed else set()
        for number in range(plan.rounds):
            if number not in done:
                yield Task((case, number), case.entry.puzzle, _order(plan, f"{plan.seed}/{case.number}/{number}"))


def _order(plan: Plan, seed: str) -> Order:
    """The engines as they come up for one puzzle and round."""
    engines = list(range(len(plan.engines)))
    return tuple(shuffled(engines, Random(seed)) if len(engines) > 1 else engines)


def _write(case: Case, number: int, engines: list[str], answers: Answers, plan: Plan, record: Record) -> None:
    """Check the answers against each other, and put them down."""
    said = [Testimony(text, answer, own_verdict(answer)) for text, answer in zip(engines, answers, strict=True)]
    judgement = judge(case.entry.puzzle, said, plan.limits, case.entry.expected)
    rows = [
        Measurement(
            puzzle=case.number,
            engine=testimony.engine,
            round=number,
            verdict=str(testimony.verdict),
            ending=str(testimony.answer.ending),
            build=testimony.answer.seconds.build,
            first=testimony.answer.seconds.first,
            settle=testimony.answer.seconds.settle,
            cpu=testimony.answer.seconds.cpu,
            counts=testimony.answer.counts,
            detail=testimony.answer.detail,
        )
        for testimony in said
    ]
    record.add(case.listed(), rows, judgement.objections)
