"""Which task is to blame for the loss of a worker.

Tasks that may have ended a worker are on trial: each is split into its parts (for a search: its engines), and each part
is done on a worker that has nothing else to do. A part that has lost two workers is set aside. When nothing else is
left to do, it fails: it explains both losses. If a loss remains that no part explains, workers are evidently lost for
other reasons as well, and a part that was set aside gets further attempts before it fails. It gets one more if many
tasks were set aside, because it is not likely that so many of them end their workers.

Two kinds of losses say little about a task. If several workers are lost together, a machine or the network has failed.
And if a task was not in progress as far as the worker has reported, the worker was doing something else, for example
the work of another run. But it may also be that tasks end their workers at the same time, or that a report was lost
with the worker. So a task may be to blame after several such losses.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, TypeVar

from ..machine import Machine
from ..task_queue import LostAttempt

ATTEMPTS = 2  # at a part that lost their workers, before it is set aside
MOST_ATTEMPTS = 4  # at a part, if workers are lost for other reasons as well
LOSSES_BEFORE_BLAME = 4  # of the same kind, each of which says little about the task
MANY = 5  # tasks that were set aside
ATTEMPTS_OF_MANY = 3

TaskType = TypeVar("TaskType")
Result = TypeVar("Result")


@dataclass(slots=True, eq=False)
class Loss:
    """A worker that was lost."""

    suspects: int  # tasks whose trials are not over
    is_explained: bool = False  # by a part that was set aside


class SetAside(NamedTuple):
    """A part that lost its workers."""

    attempts: int
    machine: Machine  # of the last one
    reason: str  # for which it was lost


@dataclass(slots=True, eq=False)
class Trial(Generic[TaskType, Result]):
    """The parts of a task that may have ended a worker, by their positions."""

    loss: Loss
    parts: list[TaskType]
    is_begun: bool  # the lost worker may have begun the task
    waiting: deque[int]
    losses: list[int]  # of workers that did nothing but the part
    results: dict[int, Result] = field(default_factory=dict)
    machines: dict[int, Machine] = field(default_factory=dict)  # which gave the results
    set_aside: dict[int, SetAside] = field(default_factory=dict)
    explaining: set[int] = field(default_factory=set)  # the part that explains the loss, if it is one of these

    @classmethod
    def of(cls, parts: list[TaskType], loss: Loss, *, is_begun: bool) -> "Trial[TaskType, Result]":
        """Return the trial of a task with these parts; `is_begun` if the lost worker may have begun it."""
        return cls(loss, parts, is_begun, deque(range(len(parts))), [0] * len(parts))

    @property
    def part(self) -> TaskType:
        """The part that is next."""
        return self.parts[self.waiting[0]]

    def note_result(self, result: Result, machine: Machine) -> None:
        """Note the result of the next part."""
        number = self.waiting.popleft()
        self.results[number], self.machines[number] = result, machine

    def note_loss(self, machine: Machine, reason: str) -> None:
        """Note that the worker was lost that did nothing but the next part; set the part aside after enough losses."""
        number = self.waiting[0]
        self.losses[number] += 1
        explains_loss = self.is_begun and (not self.loss.is_explained or number in self.explaining)
        attempts = self.losses[number] + explains_loss
        if attempts >= ATTEMPTS:
            self.waiting.popleft()
            self.set_aside[number] = SetAside(attempts, machine, reason)
            if explains_loss:
                self.loss.is_explained = True
                self.explaining.add(number)

    def try_again(self) -> None:
        """Have the parts done again that were set aside."""
        self.waiting.extend(self.set_aside)
        self.set_aside.clear()

    @property
    def has_survived_loss(self) -> bool:
        """Whether a part has a result, although a worker was lost that did nothing else."""
        return any(self.losses[number] for number in self.results)

    def has_attempts_left(self, most: int) -> bool:
        """Return whether a part that was set aside may be done again, if each part gets at most this many attempts."""
        return any(one.attempts < most for one in self.set_aside.values())

    def list_results(self) -> list[Result]:
        """Return the results of all parts, in order."""
        return [self.results[number] for number in range(len(self.parts))]

    def list_machines(self) -> tuple[Machine, ...]:
        """Return the machines that gave the results, in order."""
        return tuple(self.machines[number] for number in range(len(self.parts)))


@dataclass(slots=True, eq=False)
class TrackedTask(Generic[TaskType, Result]):
    """A task of the run, its attempts that gave no result, and its trial if it is on one."""

    task: TaskType
    lost: list[LostAttempt] = field(default_factory=list)
    trial: Trial[TaskType, Result] | None = None
    losses_together: int = 0  # of its worker and others, while it was in progress
    losses_not_in_progress: int = 0  # of its worker, while that did something else as far as is known

    def is_to_blame(self, *, is_in_progress: bool, is_alone: bool) -> bool:
        """Note a loss, and return whether the task may have caused it."""
        if not is_in_progress:
            self.losses_not_in_progress += 1
            return self.losses_not_in_progress >= LOSSES_BEFORE_BLAME
        if not is_alone:
            self.losses_together += 1
            return self.losses_together >= LOSSES_BEFORE_BLAME
        return True


class Trials(Generic[TaskType, Result]):
    """The tasks on trial."""

    def __init__(self) -> None:
        self._waiting: deque[TrackedTask[TaskType, Result]] = deque()
        self._set_aside: list[TrackedTask[TaskType, Result]] = []
        self._unexplained = 0  # losses

    @property
    def has_tasks(self) -> bool:
        """Whether a task on trial waits for a worker."""
        return bool(self._waiting)

    def take(self) -> TrackedTask[TaskType, Result]:
        """Return the task that is next."""
        return self._waiting.popleft()

    def put_back(self, tracked: TrackedTask[TaskType, Result]) -> None:
        """Take a task back whose trial is not over."""
        self._waiting.appendleft(tracked)

    def note_unexplained(self) -> None:
        """Note that a worker was lost for which no task can be to blame."""
        self._unexplained += 1

    def open_trials(self, suspects: Iterable[tuple[TrackedTask[TaskType, Result], list[TaskType], bool]]) -> None:
        """Put tasks on trial, because one of them may have ended a worker: with parts, and whether begun."""
        several = list(suspects)
        loss = Loss(len(several))
        for tracked, parts, is_begun in several:
            tracked.trial = Trial.of(parts, loss, is_begun=is_begun)
            self._waiting.append(tracked)

    def close_trial(self, tracked: TrackedTask[TaskType, Result], trial: Trial[TaskType, Result]) -> bool:
        """Take a task back of which no part waits; return whether all its parts have results."""
        trial.loss.suspects -= 1
        self._unexplained += trial.has_survived_loss or (trial.loss.suspects == 0 and not trial.loss.is_explained)
        if trial.set_aside:
            self._set_aside.append(tracked)
        return not trial.set_aside

    def review(self) -> Iterator[TrackedTask[TaskType, Result]]:
        """Decide about the tasks with parts that were set aside: have them done again, or yield them as failed."""
        tracked_tasks, self._set_aside = self._set_aside, []
        most = MOST_ATTEMPTS if self._unexplained else ATTEMPTS_OF_MANY if len(tracked_tasks) >= MANY else ATTEMPTS
        for tracked in tracked_tasks:
            if tracked.trial and tracked.trial.has_attempts_left(most):
                tracked.trial.loss.suspects += 1
                tracked.trial.try_again()
                self._waiting.append(tracked)
            else:
                yield tracked
