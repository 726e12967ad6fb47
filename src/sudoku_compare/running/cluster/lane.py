"""A worker as its coordinator sees it: the batches that it has, and how large the next one may be."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, TypeVar

from ..machine import Machine
from ..task_queue import SHORTEST, choose_batch_size
from .trial import TrackedTask

BATCH_SECONDS = 0.5  # of work in a batch, estimated from the worker's earlier batches
LARGEST_BATCH = 512  # tasks
UNCERTAIN = 0.3  # seconds of work that a worker may have begun since its last report

TaskType = TypeVar("TaskType")
Result = TypeVar("Result")


@dataclass(slots=True, eq=False)
class Batch(Generic[TaskType, Result]):
    """What a worker was sent."""

    tracked_tasks: list[TrackedTask[TaskType, Result]]
    is_begun: bool = False  # as far as the worker has reported
    done: int = 0  # tasks that are known to be done


class LostTask(NamedTuple, Generic[TaskType, Result]):
    """A task that gave no result."""

    tracked: TrackedTask[TaskType, Result]
    is_in_progress: bool  # it is in the batch on which the worker was working, and it is not known to be done
    is_begun: bool  # the worker may have begun the task, or even have done it


@dataclass(slots=True, eq=False)
class Lane(Generic[TaskType, Result]):
    """A worker and the batches that it has, by the numbers of their messages, in the order in which they were sent."""

    address: str
    machine: Machine
    sent: dict[int, Batch[TaskType, Result]] = field(default_factory=dict)
    current: int | None = None  # the message that was begun last: the worker works on it, if it has not replied yet
    task_on_trial: TrackedTask[TaskType, Result] | None = None  # whose next part is the only batch
    size: int = 1  # tasks in the next batch
    pace: float = BATCH_SECONDS  # seconds per task

    @property
    def place(self) -> str:
        """The name of the machine, for messages."""
        return self.machine.host or "an unknown host"

    @property
    def has_waiting_batch(self) -> bool:
        """Whether the batch that was sent last has not been begun, because there is another one before it."""
        return len(self.sent) > 1 and not next(reversed(self.sent.values())).is_begun

    def note_progress(self, number: int, done: int = 0) -> None:
        """Note that a batch was begun, and how many of its tasks are done. Reports may overtake each other."""
        batch = self.sent[number]
        if not batch.is_begun:
            batch.is_begun, self.current = True, number
        batch.done = max(batch.done, done)

    def adapt(self, tasks: int, seconds: float) -> None:
        """Choose the size of the next batch by how long one took."""
        self.pace = seconds / tasks
        self.size = choose_batch_size(self.size, self.pace, batch_seconds=BATCH_SECONDS, most=LARGEST_BATCH)

    def give_up(self, numbers: list[int], current: int | None) -> Iterator[LostTask[TaskType, Result]]:
        """Forget these batches, and yield their tasks; `current` is the one on which the worker was working."""
        for number in numbers:
            batch = self.sent.pop(number)
            if number == current:
                done, begun = batch.done, batch.done + 1 + int(UNCERTAIN / max(self.pace, SHORTEST))
            else:  # if it was begun, it is done, and the reply is on its way
                done = begun = len(batch.tracked_tasks) if batch.is_begun else 0
            for place, tracked in enumerate(batch.tracked_tasks):
                yield LostTask(tracked, number == current and place >= done, place < begun)
