"""Measure many puzzles x engines x rounds side by side.

Each puzzle and round has its own order of engines, so that a disturbance of the machine affects all engines alike.
Searches run in workers that have loaded everything before the first search counts. Every answer is checked, outside
the timed region. Before the searches of a puzzle, the worker does the calibration work (`calibration`).
"""

from collections.abc import Iterable, Iterator
from random import Random
from time import monotonic
from typing import NamedTuple

from ...checking.judge import choose_checker, judge
from ...core.random_source import shuffle
from ...core.shape import Shape
from ...core.verdict import EngineResult
from ...engines.protocol import label_answer
from ...running.worker import Order
from ...running.worker_pool import Answered, Task, WorkerPool
from ..recording.record import Measurement, PuzzleRow, Record
from .calibration import Calibration, is_calibrated
from .plan import Plan
from .preparation import make_simple_puzzle
from .sampling import Case

COMMIT = 0.5  # seconds between two writes to disk: a killed run loses at most this much work
MOST_PENDING = 500  # rows written at once: the workers wait while they are written


class _Key(NamedTuple):
    """One unit of work: a puzzle in one round."""

    case: Case
    round: int


def measure(cases: Iterable[Case], plan: Plan, record: Record, shapes: Iterable[Shape] = ()) -> Iterator[Case]:
    """Measure what the record does not have yet, write it there, and yield each case when one of its rounds is done.

    Each worker solves a puzzle of each of the `shapes` before the first search counts.
    """
    with WorkerPool([*plan.engines.values(), Calibration()], plan.limits, plan.jobs) as pool:
        pool.warm_up([make_simple_puzzle(shape) for shape in shapes])
        last = monotonic()
        try:
            for answered in pool.run(_make_tasks(cases, plan, record)):
                _add_to_record(answered, plan, record)
                if record.pending >= MOST_PENDING or monotonic() - last > COMMIT:
                    record.commit()
                    last = monotonic()
                for task, _ in answered:
                    yield task.key.case
        finally:
            record.commit()


def _make_tasks(cases: Iterable[Case], plan: Plan, record: Record) -> Iterator[Task[_Key]]:
    for case in cases:
        done = record.finished_rounds(case.number) if record.is_resumed else set()
        for number in range(plan.rounds):
            if number not in done:
                order = _choose_order(plan, f"{plan.seed}/{case.number}/{number}")
                if is_calibrated(case.number):
                    order = (len(plan.engines), *order)
                yield Task(_Key(case, number), case.entry.puzzle, order)


def _choose_order(plan: Plan, seed: str) -> Order:
    """Return a random order of the engines for one puzzle and round."""
    engines = list(range(len(plan.engines)))
    return tuple(shuffle(engines, Random(seed)) if len(engines) > 1 else engines)


def _add_to_record(answered: Answered[_Key], plan: Plan, record: Record) -> None:
    """Check the answers, compare the engines' answers to each puzzle, and add them to the record."""
    found = [(task.puzzle, solution) for task, answers in answered for one in answers for solution in one.solutions]
    check = choose_checker(found)
    engines = list(plan.engines.items())
    for (key, puzzle, order), answers in answered:
        asked = dict(zip(order, answers, strict=True))
        calibration = asked.pop(len(engines), None)
        if calibration and calibration.seconds.cpu:
            record.add_calibration(key.case.number, key.round, calibration.seconds.cpu)
        results = [label_answer(*engines[number], answer) for number, answer in asked.items()]
        judgement = judge(puzzle, results, plan.limits, key.case.entry.expected, check=check)
        rows = [_make_measurement(key, result) for result in results]
        record.add(make_puzzle_row(key.case), rows, judgement.objections)


def make_puzzle_row(case: Case) -> PuzzleRow:
    """Return the case as a record stores it."""
    puzzle = case.entry.puzzle
    return PuzzleRow(case.number, case.entry.id, case.tier, puzzle.shape.box, puzzle.text)


def _make_measurement(key: _Key, result: EngineResult) -> Measurement:
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
        outer=answer.seconds.outer,
        counts=answer.counts,
        detail=answer.detail,
    )
