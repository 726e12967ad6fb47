"""What can be done on a cluster: searches, and any function applied to items.

Each kind of work has two sides. The coordinator's side (`Work`) packs tasks and unpacks results. The worker's side
(`RemoteWork`) is sent to the workers and does the tasks; it holds texts and plain values, and no path of one machine.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from ...core.answer import Limits
from ...core.errors import ClusterError, OptionError, UserError
from ...core.puzzle import Puzzle
from ...core.shape import shape_of_box
from ...engines.hosting.guard import fail
from ...engines.protocol import Engine
from ..machine import Machine
from ..task_queue import Answers, Task
from ..worker import Question, Worker, pack_answer, pack_question, unpack_answer

Item = TypeVar("Item")
Result = TypeVar("Result")
TaskType = TypeVar("TaskType")


class Outcome(NamedTuple):
    """What a worker sends back for one task: a value, or why there is none."""

    value: Any = None
    error: str = ""  # something that the user can fix
    bug: str = ""  # a traceback


class Readiness(NamedTuple):
    """What a worker says before it gets its first task."""

    machine: Machine | None
    problem: str = ""  # why it cannot do this work


class BatchReply(NamedTuple):
    """The outcomes of one batch, in order."""

    outcomes: list[Outcome]
    seconds: float = 0.0  # that the batch took
    bug: str = ""  # a traceback, if the batch could not be read


class ProcessEnded(NamedTuple):
    """The process that did the work ended instead of replying."""

    reason: str


Note = Callable[[int], None]  # called with the number of tasks of the batch that are done
Do = Callable[[list[Any], Note], list[Outcome]]


class RemoteWork(Protocol):
    """The worker's side of a kind of work."""

    def start(self) -> Do:
        """Prepare, and return a function that does a batch of tasks; raise UserError if that is not possible here."""


class SentWork(NamedTuple):
    """What is sent to a worker before its first task."""

    engine_files: tuple[str, ...]  # the texts of the files that describe engines on the coordinator's machine
    remote: RemoteWork
    installation: tuple[tuple[str, str | None], ...] = ()  # so that no process is used that has loaded other software


class Work(Protocol[TaskType, Result]):
    """The coordinator's side of a kind of work."""

    remote: RemoteWork

    def pack(self, task: TaskType) -> Any:
        """Return the task as plain values."""

    def unpack(self, task: TaskType, outcome: Outcome) -> Result:
        """Return the result."""

    def split(self, task: TaskType) -> list[TaskType]:
        """Return the smallest tasks that make up this one."""

    def join(self, results: list[Result]) -> Result:
        """Return the result of a task from those of its parts."""

    def fail(self, task: TaskType, reason: str) -> Result:
        """Return the result of a task that ended every worker that tried it."""


@dataclass(frozen=True)
class RemoteSearch:
    """Searches with engines that are sent as text; internal engines, such as the calibration, are pickled."""

    engines: tuple[str | Engine, ...]
    versions: Mapping[str, str | None]  # by engine, of those that are programs
    limits: Limits
    together: bool
    examples: tuple[Puzzle, ...]  # every engine is asked about these before the first search counts

    def start(self) -> Do:
        """Load the engines and start a process that searches."""
        worker = Worker(self._load_engines(), self.limits, together=self.together)
        every_engine = tuple(range(len(self.engines)))
        _ask(worker, [Question(puzzle, every_engine) for puzzle in self.examples], lambda done: None)

        def search(tasks: list[Any], note: Note) -> list[Outcome]:
            questions = [
                Question(Puzzle(shape_of_box(height, width), givens), order) for height, width, givens, order in tasks
            ]
            answered = _ask(worker, questions, note)
            return [Outcome([pack_answer(one, one.seconds.cpu) for one in row]) for row in answered]

        return search

    def _load_engines(self) -> list[Engine]:
        from ...engines.registry import load_engine
        from .engine_texts import find_program_versions

        engines = [load_engine(one) if isinstance(one, str) else one for one in self.engines]
        for name, version in find_program_versions(engines).items():
            if version != self.versions.get(name):
                here = self.versions.get(name) or "unknown"
                raise OptionError(f"engine {name}: version {version or 'unknown'} there, {here} here")
        return engines


def _ask(worker: Worker, questions: Sequence[Question], note: Note) -> list[Answers]:
    worker.send(questions)
    answers: list[Answers] = []
    while worker.unanswered:
        answers += worker.receive()
        note(len(answers))
    return answers


@dataclass(frozen=True)
class SearchWork:
    """The coordinator's side of searches."""

    remote: RemoteSearch

    def pack(self, task: Task[Any]) -> Any:
        return pack_question(Question(task.puzzle, task.order))

    def unpack(self, task: Task[Any], outcome: Outcome) -> Answers:
        return tuple(map(unpack_answer, outcome.value))

    def split(self, task: Task[Any]) -> list[Task[Any]]:
        """Return one task per engine."""
        return [task._replace(order=(engine,)) for engine in task.order]

    def join(self, results: list[Answers]) -> Answers:
        return tuple(answer for answers in results for answer in answers)

    def fail(self, task: Task[Any], reason: str) -> Answers:
        return tuple(fail(reason) for _ in task.order)


@dataclass(frozen=True)
class RemoteFunction:
    """Applies a function to each item. It must be importable on the workers, and so must be what it is made of."""

    function: Callable[[Any], Any]

    def start(self) -> Do:
        """Return a function that does a batch."""

        def apply_to_all(items: list[Any], note: Note) -> list[Outcome]:
            outcomes: list[Outcome] = []
            for item in items:
                outcomes.append(self._apply(item))
                note(len(outcomes))
            return outcomes

        return apply_to_all

    def _apply(self, item: Any) -> Outcome:
        try:
            return Outcome(self.function(item))
        except UserError as error:
            return Outcome(error=str(error))


@dataclass(frozen=True)
class ItemTask(Generic[Item]):
    """An item, and its place among the results."""

    slot: Any
    item: Item


@dataclass(frozen=True)
class ItemError:
    """The result of an item that has none: the error that is raised when it is the item's turn."""

    error: UserError


@dataclass(frozen=True)
class FunctionWork(Generic[Item, Result]):
    """The coordinator's side of a function that is applied to items."""

    remote: RemoteFunction
    when_lost: Callable[[Item, str], Result] | None  # returns the result of an item that ends every worker

    def pack(self, task: ItemTask[Item]) -> Any:
        return task.item

    def unpack(self, task: ItemTask[Item], outcome: Outcome) -> Result | ItemError:
        if outcome.error:
            return ItemError(OptionError(outcome.error))
        value: Result = outcome.value
        return value

    def split(self, task: ItemTask[Item]) -> list[ItemTask[Item]]:
        return [task]

    def join(self, results: list[Result | ItemError]) -> Result | ItemError:
        [result] = results
        return result

    def fail(self, task: ItemTask[Item], reason: str) -> Result | ItemError:
        if self.when_lost is None:
            return ItemError(ClusterError(f"a task ended every worker that tried it: {reason}"))
        return self.when_lost(task.item, reason)
