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
from ...core.interrupts import hold_signals
from ...core.random_source import shuffle
from ...core.shape import Shape
from ...core.verdict import EngineResult
from ...engines.protocol import label_answer
from ...running.machine import Machine, describe_machine
from ...running.place import Place, ThisMachine
from ...running.task_queue import Execution, Order, Task
from ...running.worker_pool import AnsweredTasks
from ..recording.record import Attempt, Measurement, PuzzleRow, Record
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


def measure(
    cases: Iterable[Case], plan: Plan, record: Record, shapes: Iterable[Shape] = (), place: Place | None = None
) -> Iterator[Case]:
    """Measure what the record does not have yet, write it there, and yield each case when one of its rounds is done.

    Each worker solves a puzzle of each of the `shapes` before the first search counts. Without a `place`, the plan's
    number of jobs run on this machine.
    """
    here = describe_machine()
    place = place or ThisMachine(plan.jobs)
    with place.open_pool([*plan.engines.values(), Calibration()], plan.limits) as pool:
        pool.warm_up([make_simple_puzzle(shape) for shape in shapes])
        last = monotonic()
        try:
            for answered in pool.run(_make_tasks(cases, plan, record)):
                with hold_signals():  # so that the rows of a puzzle and round are added together
                    _add_to_record(answered, plan, record, here)
                if record.pending >= MOST_PENDING or monotonic() - last > COMMIT:
                    record.commit()
                    last = monotonic()
                for one in answered:
                    yield one.task.key.case
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


def _add_to_record(answered: AnsweredTasks[_Key], plan: Plan, record: Record, here: Machine) -> None:
    """Check the answers, compare the engines' answers to each puzzle, and add them to the record.

    `here` is this machine, which gave the answers that no other machine gave.
    """
    found = [(task.puzzle, solution) for task, answers, _ in answered for one in answers for solution in one.solutions]
    check = choose_checker(found)
    engines = list(plan.engines.items())
    for (key, puzzle, order), answers, execution in answered:
        asked = dict(zip(order, answers, strict=True))
        machines = dict(zip(order, _number_machines(execution, here, len(order), record), strict=True))
        record.add_attempts(_list_attempts(key, execution, record))
        calibration = asked.pop(len(engines), None)
        if calibration and calibration.seconds.cpu:
            record.add_calibration(key.case.number, key.round, calibration.seconds.cpu, machines[len(engines)])
        results = {number: label_answer(*engines[number], answer) for number, answer in asked.items()}
        judgement = judge(puzzle, list(results.values()), plan.limits, key.case.entry.expected, check=check)
        rows = [_make_measurement(key, result, machines[number]) for number, result in results.items()]
        record.add(make_puzzle_row(key.case), rows, judgement.objections)


def _number_machines(execution: Execution, here: Machine, answers: int, record: Record) -> list[int]:
    """Return the number of the machine that gave each of the answers to a task."""
    numbers = [record.find_or_add_machine(machine) for machine in execution.machines or (here,)]
    return numbers if len(numbers) == answers else numbers * answers


def _list_attempts(key: _Key, execution: Execution, record: Record) -> list[Attempt]:
    """Return the executions of a task that were lost."""
    return [
        Attempt(key.case.number, key.round, record.find_or_add_machine(machine) if machine else None, reason)
        for machine, reason in execution.lost
    ]


def make_puzzle_row(case: Case) -> PuzzleRow:
    """Return the case as a record stores it."""
    puzzle = case.entry.puzzle
    return PuzzleRow(case.number, case.entry.id, case.tier, puzzle.shape.box, puzzle.text)


def _make_measurement(key: _Key, result: EngineResult, machine: int) -> Measurement:
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
        machine=machine,
        counts=answer.counts,
        detail=answer.detail,
    )
