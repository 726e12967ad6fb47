"""Many puzzles x engines x rounds, measured side by side.

Engines are asked puzzle by puzzle, in an order of its own for each puzzle and round, so that what disturbs the machine
disturbs all of them alike. Searches run in workers that are ready, with everything loaded, before the first one counts.
Every answer is checked, outside the clock.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from time import monotonic
from typing import NamedTuple

from ..checking.judge import fault_finder, judge
from ..core.answer import Limits
from ..core.entry import Entry, Expected
from ..core.puzzle import Puzzle, cyclic_board
from ..core.random_source import shuffled
from ..core.shape import Shape
from ..core.verdict import EngineResult
from ..engines.protocol import Engine, label_answer
from ..formats.isomorphism import isomorph
from ..running.worker import Order
from ..running.worker_pool import Answered, Task, WorkerPool
from .record import Listed, Measurement, Record
from .sampling import Case

COMMIT = 0.5  # seconds between two writes to disk: so much work a killed run loses
MOST_PENDING = 500  # rows that are written together: workers do not wait for more to be written


@dataclass(frozen=True, slots=True)
class Plan:
    """How to measure."""

    engines: Mapping[str, Engine]
    limits: Limits
    rounds: int = 1
    seed: int = 0
    jobs: int = 1


class _Key(NamedTuple):
    """What is measured at a time."""

    case: Case
    round: int


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


class Census(NamedTuple):
    """Of a collection: other puzzles, on other lines or with other expectations, have another fingerprint."""

    fingerprint: str
    puzzles: int
    shapes: tuple[Shape, ...]


def census(cases: Iterable[Case]) -> Census:
    digest, count, shapes = hashlib.sha256(), 0, dict[Shape, None]()
    for case in cases:
        entry, puzzle = case.entry, case.entry.puzzle
        line = entry.id.rpartition(":")[2]  # wherever the file is
        told = (entry.expected.solutions, entry.expected.solution) if entry.expected else None
        digest.update(f"{case.tier} {line} {puzzle.shape.box_height} {puzzle.text} {told}\n".encode())
        shapes[puzzle.shape] = None
        count += 1
    return Census(digest.hexdigest(), count, tuple(shapes))


def measure(cases: Iterable[Case], plan: Plan, record: Record, shapes: Iterable[Shape] = ()) -> Iterator[Case]:
    """Measure what the record does not have yet, and write it down; gives each case as one of its rounds is done.

    Workers have met every one of the shapes before the first search counts.
    """
    with WorkerPool(list(plan.engines.values()), plan.limits, plan.jobs) as pool:
        pool.warm_up([_simple(shape) for shape in shapes])
        last = monotonic()
        try:
            for answered in pool.run(_tasks(cases, plan, record)):
                _write(answered, plan, record)
                if record.pending >= MOST_PENDING or monotonic() - last > COMMIT:
                    record.commit()
                    last = monotonic()
                for task, _ in answered:
                    yield task.key.case
        finally:
            record.commit()


def _simple(shape: Shape) -> Puzzle:
    """A puzzle that costs an engine little more than what it does once for each shape."""
    return Puzzle(shape, bytes(shape.side) + cyclic_board(shape)[shape.side :])


def _tasks(cases: Iterable[Case], plan: Plan, record: Record) -> Iterator[Task[_Key]]:
    for case in cases:
        done = record.rounds_done(case.number) if record.is_resumed else set()
        for number in range(plan.rounds):
            if number not in done:
                yield Task(_Key(case, number), case.entry.puzzle, _order(plan, f"{plan.seed}/{case.number}/{number}"))


def _order(plan: Plan, seed: str) -> Order:
    """The engines as they come up for one puzzle and round."""
    engines = list(range(len(plan.engines)))
    return tuple(shuffled(engines, Random(seed)) if len(engines) > 1 else engines)


def _write(answered: Answered[_Key], plan: Plan, record: Record) -> None:
    """Check the answers, those to a puzzle against each other, and put them down."""
    found = [(task.puzzle, solution) for task, answers in answered for one in answers for solution in one.solutions]
    fault_in = fault_finder(found)
    numbered = list(plan.engines.items())
    for (key, puzzle, order), answers in answered:
        asked = zip(order, answers, strict=True)
        said = [label_answer(*numbered[number], answer) for number, answer in asked]
        judgement = judge(puzzle, said, plan.limits, key.case.entry.expected, fault_in=fault_in)
        rows = [_measurement(key, result) for result in said]
        record.add(_listed(key.case), rows, judgement.objections)


def _listed(case: Case) -> Listed:
    puzzle = case.entry.puzzle
    return Listed(case.number, case.entry.id, case.tier, puzzle.shape.box, puzzle.text)


def _measurement(key: _Key, result: EngineResult) -> Measurement:
    answer = result.answer
    return Measurement(
        puzzle=key.case.number,
        engine=result.engine,
        round=key.round,
        verdict=result.verdict.value,
        ending=answer.ending.value,
        build=answer.seconds.build,
        first=answer.seconds.first,
        settle=answer.seconds.settle,
        cpu=answer.seconds.cpu,
        counts=answer.counts,
        detail=answer.detail,
    )
