"""A cluster without Dask and without time: its workers do what a test tells them, and otherwise one task after another.

`SimulatedCluster` has the methods of `Inbox`. Whenever the dispatcher waits, the simulation takes its next
turn. Every execution of a part of a task is counted, and no part may be executed in two places at the same time.
"""

import pickle
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sudoku_compare.running.cluster.events import (
    Event,
    GoneWorker,
    NoReply,
    ProgressReport,
    Reply,
    WorkersGone,
    WorkersSeen,
)
from sudoku_compare.running.cluster.work import BatchReply, Outcome, ProcessEnded, Readiness
from sudoku_compare.running.cluster.worker_side import Message
from sudoku_compare.running.machine import Machine

MOST_TURNS = 3_000  # after which a run that does not end has failed
SLOW, FAST = 1.0, 0.001  # seconds per task: so slow that every batch has one task, so fast that it has many
INSTALLATION = {"python": "3.11", "sudoku-compare": "1.0"}  # the same here and on every worker

Part = tuple[int, str]  # the number of a task, and one of its letters


class LetterTask(NamedTuple):
    """A task with several parts, one for each letter."""

    number: int
    letters: str
    key: Any = None

    @property
    def parts(self) -> list[Part]:
        return [(self.number, letter) for letter in self.letters]


Letters = tuple[str, ...]  # a result: the capital letter of each part, or "failed: " with the reason


@dataclass(frozen=True)
class LetterWork:
    """The coordinator's side of the work of simulated workers."""

    remote: Any = None

    def pack(self, task: LetterTask) -> Any:
        return task.number, task.letters

    def unpack(self, task: LetterTask, outcome: Outcome) -> Letters:
        letters: Letters = outcome.value
        return letters

    def split(self, task: LetterTask) -> list[LetterTask]:
        return [task._replace(letters=letter) for letter in task.letters]

    def join(self, results: list[Letters]) -> Letters:
        return tuple(letter for result in results for letter in result)

    def fail(self, task: LetterTask, reason: str) -> Letters:
        return tuple(f"failed: {reason}" for _ in task.letters)


def make_tasks(number: int, letters: str = "ab") -> list[LetterTask]:
    return [LetterTask(one, letters) for one in range(number)]


def make_machine(host: str) -> Machine:
    return Machine(host=host, cpu="cpu", cores=1, memory=None, system=None, python="3.11.0", isolation=None)


class Clock:
    """The time of the simulation, in seconds."""

    now = 0.0

    def read(self) -> float:
        return self.now


CLOCK = Clock()


@dataclass(eq=False)
class SimulatedWorker:
    """A worker, and the messages that it has not replied to, by their numbers, the first of which it works on."""

    address: str
    messages: dict[int, list[LetterTask] | None] = field(default_factory=dict)  # None: to prepare
    outcomes: list[Outcome] = field(default_factory=list)  # of the first message, so far
    pace: float = SLOW
    is_muted: bool = False  # its replies and progress are lost, as if it ended before they were sent
    is_busy_elsewhere: bool = False  # with the work of another run: it begins no batch
    begun: int | None = None  # the message that it reported last as begun
    problem: str = ""  # why it cannot start a process, if it cannot
    unreplied: list[Part] = field(default_factory=list)  # what it has done since it was muted

    @property
    def machine(self) -> Machine:
        return make_machine(f"host of {self.address}")


class SimulatedCluster:
    """An inbox whose events come from simulated workers.

    `poison` are parts that end what executes them: its worker, or only the process if `ends_process`. A test can also
    cause losses itself, with `lose`, `end_process` and `give_up`. `replace` says whether another worker joins for each
    that is lost, and `reports_beginnings` whether the reports arrive that a batch has been begun.
    """

    def __init__(
        self,
        workers: int = 1,
        *,
        poison: set[Part] | None = None,
        ends_process: bool = False,
        replace: bool = True,
        reports_beginnings: bool = True,
    ) -> None:
        self.poison = poison or set()
        self.ends_process = ends_process
        self.replace = replace
        self.reports_beginnings = reports_beginnings
        self.pace = SLOW
        self.workers: dict[str, SimulatedWorker] = {}
        self.executed: Counter[Part] = Counter()  # how often each part was begun
        self.suspected: Counter[Part] = Counter()  # how often something was lost that may have been executing it
        self.sizes: list[int] = []  # of all batches, in the order in which they were sent
        self.bytes: list[int] = []  # the same
        self.sent: list[tuple[str, list[LetterTask]]] = []
        self.cancelled: set[int] = set()
        self.reports: list[str] = []
        self.events: deque[Event] = deque()
        self._late: list[Event] = []  # for the next turn
        self.bug = ""  # what the workers reply to every task, if it is not empty
        self.errors: dict[int, str] = {}  # by the numbers of tasks, what the workers reply to them instead of a result
        self.scenario: Iterator[None] = iter(())
        self._joined = 0
        self._numbers = 0
        self._turns = 0
        CLOCK.now = 0.0
        for _ in range(workers):
            self.join()

    def wait(self, seconds: float) -> Event | None:
        if not self.events and seconds:
            self._turns += 1
            assert self._turns < MOST_TURNS, "the run does not end"
            self._take_turn()
            if not self.events:
                CLOCK.now += seconds
                self.events.append(WorkersSeen(frozenset(self.workers)))
        return self.events.popleft() if self.events else None

    def send(self, worker: str, message: bytes) -> int:
        tasks = Message(*pickle.loads(message)).tasks
        batch = None if tasks is None else [LetterTask(*values) for values in pickle.loads(tasks)]
        if tasks is not None and batch is not None:
            self.sizes.append(len(batch))
            self.bytes.append(len(tasks))
            self.sent.append((worker, batch))
            self._check_only_here(batch)
        self._numbers += 1
        if worker in self.workers:
            self.workers[worker].messages[self._numbers] = batch
            self._report_beginning(self.workers[worker])
        return self._numbers

    def evaluate(self, worker: str, source: str, expression: str) -> int:
        self._numbers += 1
        if worker in self.workers:
            self.events.append(Reply(self._numbers, INSTALLATION))
        return self._numbers

    def cancel(self, number: int) -> None:
        self.cancelled.add(number)
        for worker in self.workers.values():
            if number == next(iter(worker.messages), None):
                worker.outcomes = []
            worker.messages.pop(number, None)
            self._report_beginning(worker)

    def cancel_all(self) -> None:
        raise NotImplementedError("only the connection does this")

    def report(self, line: str) -> None:
        self.reports.append(line)

    def join(self) -> SimulatedWorker:
        """Add a worker."""
        self._joined += 1
        worker = SimulatedWorker(f"w{self._joined}", pace=self.pace)
        self.workers[worker.address] = worker
        self.events.append(WorkersSeen(frozenset(self.workers)))
        return worker

    def lose(self, *workers: SimulatedWorker, asked: bool = False, is_late: bool = False) -> None:
        """End workers together; with `is_late`, what they have begun is answered in the next turn."""
        self.events.append(WorkersGone(tuple(GoneWorker(worker.address, asked) for worker in workers)))
        for worker in workers:
            del self.workers[worker.address]
            begun = self._suspect_begun(worker) if not asked else next(iter(worker.messages), None)
            if is_late and begun is not None:
                batch = worker.messages[begun] or []
                self._late.append(ProgressReport(begun, len(batch)))
                outcomes = [Outcome(tuple(letter.upper() for letter in task.letters)) for task in batch]
                self._late.append(Reply(begun, pickle.dumps(BatchReply(outcomes, 1.0))))
        if self.replace:
            for _ in workers:
                self.join()

    def end_process(self, worker: SimulatedWorker, reason: str = "its process was ended by SIGKILL") -> None:
        """End the process that works, while the worker lives on."""
        number = self._suspect_begun(worker)
        if number is not None:
            reply = Readiness(None, reason) if worker.messages[number] is None else ProcessEnded(reason)
            self._finish(worker, number, Reply(number, pickle.dumps(reply)))

    def give_up(self, worker: SimulatedWorker, number: int, reason: str = "KilledWorker") -> None:
        """Have Dask give up a message."""
        if number == next(iter(worker.messages)):
            self._suspect_begun(worker)
        self._finish(worker, number, NoReply(number, reason))

    def work(self, worker: SimulatedWorker, *, with_progress: bool = True) -> None:
        """Have a worker do its next task."""
        if not worker.messages:
            return
        number, batch = next(iter(worker.messages.items()))
        if batch is None:
            self._finish(worker, number, Reply(number, pickle.dumps(Readiness(worker.machine))))
            return
        if worker.is_busy_elsewhere:
            return
        if worker.problem:
            self._finish(worker, number, Reply(number, pickle.dumps(Readiness(None, worker.problem))))
            return
        if not self._execute(worker, batch[len(worker.outcomes)]):
            return
        done = len(worker.outcomes)
        if done == len(batch):
            reply = BatchReply(worker.outcomes, worker.pace * done)
            self._finish(worker, number, Reply(number, pickle.dumps(reply)))
        elif with_progress and not worker.is_muted:
            self.events.append(ProgressReport(number, done))

    def free(self, worker: SimulatedWorker) -> None:
        """Have a worker that was busy with another run begin what it has."""
        worker.is_busy_elsewhere = False
        self._report_beginning(worker)

    def _execute(self, worker: SimulatedWorker, task: LetterTask) -> bool:
        """Do one task; return whether it did not end its worker or the process."""
        for part in task.parts:
            self.executed[part] += 1
            if part in self.poison:
                self.end_process(worker) if self.ends_process else self.lose(worker)
                return False
        value = tuple(letter.upper() for letter in task.letters)
        worker.outcomes.append(Outcome(value, self.errors.get(task.number, ""), self.bug))
        return True

    def _report_beginning(self, worker: SimulatedWorker) -> None:
        """Have a worker report that it begins the first of its messages, if it has not done that yet."""
        number = next(iter(worker.messages), None)
        if number is None or worker.messages[number] is None or number == worker.begun or worker.is_busy_elsewhere:
            return
        worker.begun = number
        if self.reports_beginnings and not worker.is_muted and not worker.problem:
            self.events.append(ProgressReport(number, 0))

    def _finish(self, worker: SimulatedWorker, number: int, event: Event) -> None:
        if number == next(iter(worker.messages)):
            worker.outcomes = []
        batch = worker.messages.pop(number)
        if worker.is_muted:
            worker.unreplied += [part for task in batch or [] for part in task.parts]
        else:
            self.events.append(event)
        self._report_beginning(worker)

    def _suspect_begun(self, worker: SimulatedWorker) -> int | None:
        """Count what a loss may be blamed on, and return the number of the message that was being handled."""
        self.suspected.update(worker.unreplied)
        for number, batch in worker.messages.items():
            for task in (batch or [])[len(worker.outcomes) :]:
                self.suspected.update(task.parts)
            return number
        return None

    def _check_only_here(self, batch: list[LetterTask]) -> None:
        under_way = {
            part
            for worker in self.workers.values()
            for other in worker.messages.values()
            for task in other or []
            for part in task.parts
        }
        twice = under_way.intersection(part for task in batch for part in task.parts)
        assert not twice, f"{twice} would be executed twice at the same time"

    def _take_turn(self) -> None:
        self.events.extend(self._late)
        self._late.clear()
        try:
            next(self.scenario)
        except StopIteration:
            for worker in list(self.workers.values()):
                if worker.address in self.workers:
                    self.work(worker)
