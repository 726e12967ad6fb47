"""Measure how long engines take for instances, and what these are like: how many solutions, which cells are fixed."""

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import NamedTuple

from ..benchmark.measurement.preparation import make_simple_puzzle
from ..benchmark.measurement.sampling import Case
from ..checking.judge import judge
from ..comparison.engine_choice import choose_engines
from ..core.answer import Answer, Ending, Limits, OutOfTime, Stopwatch
from ..core.errors import OptionError
from ..core.names import DEFAULT_ENGINES
from ..core.puzzle import Grid, Puzzle
from ..core.random_source import shuffle
from ..core.verdict import Verdict
from ..engines.protocol import Engine, label_answer
from ..evidence.solution_count import SolutionCount, find_fixed_cells
from ..running.task_queue import Task
from .hardness_instances import Instance
from .workload import FAILED, OBJECTION, SETTLED, Workload, read_processor_time

BAND = 5  # percent of the cells given: puzzles of files are grouped by the nearest multiple


class Timing(NamedTuple):
    """How long one engine searched one instance, and whether it settled it."""

    seconds: float  # of processor time, without the build, which takes longest where searching is easy
    is_settled: bool


@dataclass(frozen=True, slots=True)
class Observation:
    """What was measured on one instance."""

    puzzle: Puzzle
    source: str  # how it was made (a Removal), or the file that it is from
    percent: int  # of the cells given: as asked for or, of a puzzle from a file, the nearest band
    timings: Mapping[str, Timing]  # by engine
    verdict: Verdict
    solutions: tuple[Grid, ...]  # at most two
    backbone: float | None = None  # the share of the empty cells that are equal in all solutions, if that was settled


def find_band(puzzle: Puzzle) -> int:
    """Return the share of cells given in percent, to the nearest multiple of `BAND`."""
    return BAND * math.floor(100 / BAND * puzzle.count_givens() / len(puzzle.givens) + 0.5)


def observe_all(work: Workload) -> tuple[list[Observation], Mapping[str, int]]:
    """Return what was measured on each instance, and how many were left out, by reason. Raises OptionError."""
    if math.isinf(work.seconds):
        raise OptionError("study hardness: expected a time limit: without one, unsettled instances have no PAR-2")
    left_out: Counter[str] = Counter()
    searched = sorted(_search_all(work, left_out), key=lambda found: found[0].number)
    observations = [observation for _, observation in searched]
    backbones = work.place.map_in_order(partial(measure_backbone, work.seconds), observations, _lose_backbone)
    return [
        replace(observation, backbone=share) for observation, share in zip(observations, backbones, strict=True)
    ], left_out


def _search_all(work: Workload, left_out: Counter[str]) -> Iterator[tuple[Case, Observation]]:
    engines = choose_engines(work.engines or DEFAULT_ENGINES)
    limits = Limits(2, work.seconds)
    with work.place.open_pool(list(engines.values()), limits) as pool:
        pool.warm_up([make_simple_puzzle(shape) for shape in {case.entry.puzzle.shape for case in work.cases}])
        answered = (one for several in pool.run(make_tasks(work, len(engines))) for one in several)
        for one in work.show_progress(answered, len(work.cases)):
            answers = dict(zip(one.task.order, one.result, strict=True))
            named = {name: answers[number] for number, name in enumerate(engines)}
            observation = _judge(one.task.key, named, engines, limits)
            if isinstance(observation, str):
                left_out[observation] += 1
            else:
                yield one.task.key, observation


def make_tasks(work: Workload, engines: int) -> list[Task[Case]]:
    """Return the tasks in random order, so that no kind of instance is measured earlier than the others on the whole.

    The first searches of an engine take longer, even after it has been warmed up.
    """
    tasks = []
    for number, case in enumerate(work.cases):
        order = shuffle(list(range(engines)), Random(f"{work.seed}/{number}"))
        tasks.append(Task(case._replace(number=number), case.entry.puzzle, tuple(order)))
    return shuffle(tasks, Random(f"{work.seed}/tasks"))


def _judge(
    case: Case, answers: Mapping[str, Answer], engines: Mapping[str, Engine], limits: Limits
) -> Observation | str:
    """Return the observation of one instance, or why it is left out."""
    puzzle = case.entry.puzzle
    results = [label_answer(name, engines[name], answer) for name, answer in answers.items()]
    judgement = judge(puzzle, results, limits, case.entry.expected)
    if judgement.objections:
        return OBJECTION
    if all(answer.ending is Ending.FAILED for answer in answers.values()):
        return FAILED
    timings = {name: read_timing(answer) for name, answer in answers.items()}
    return Observation(puzzle, case.tier, _find_percent(case), timings, judgement.verdict, judgement.solutions[:2])


def _find_percent(case: Case) -> int:
    return case.entry.percent if isinstance(case.entry, Instance) else find_band(case.entry.puzzle)


def read_timing(answer: Answer) -> Timing:
    """Return the processor time of a search without the build, whose share is estimated from elapsed times."""
    total = answer.seconds.total
    searching = max(0.0, 1 - answer.seconds.build / total) if total else 1.0
    return Timing(read_processor_time(answer) * searching, answer.ending in SETTLED)


def measure_backbone(seconds: float, observation: Observation) -> float | None:
    """Return the share of the empty cells that are equal in all solutions; None if that is not settled in time."""
    empty = observation.puzzle.givens.count(0)
    if observation.verdict is Verdict.UNIQUE:
        return 1.0
    if observation.verdict is not Verdict.MULTIPLE:
        return None
    try:
        known = SolutionCount(observation.solutions, is_exact=False)
        return len(find_fixed_cells(observation.puzzle, known, Stopwatch(Limits(seconds=seconds)))) / empty
    except OutOfTime:
        return None


def _lose_backbone(observation: Observation, reason: str) -> None:
    return None
