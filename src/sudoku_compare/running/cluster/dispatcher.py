"""Hand out the tasks of a run to the workers of a cluster, and see to it that each gives exactly one result.

A worker has up to two batches of tasks at a time. It reports when it begins one, and then its progress now and then. If
it is lost, the tasks that it had not done yet of the batch that it had begun are on trial (`trial.py`), one part at a
time on a worker that has nothing else to do: one of them may be to blame. Other tasks are sent again as if nothing had
happened, and so are those of a worker that was asked to leave, or that was lost together with others.
"""

import pickle
from collections import deque
from collections.abc import Callable, Iterator
from time import monotonic
from typing import Any, Generic, NamedTuple, TypeVar

from ...core.errors import ClusterError
from ..machine import Machine
from ..task_queue import Execution, LostAttempt, Queue, TaskResult
from .absence import Absence
from .connection import Inbox
from .engine_texts import read_engine_texts
from .events import Event, NoReply, ProgressReport, Reply, SchedulerGone
from .lane import Batch, Lane
from .membership import Membership, WorkerJoined, WorkerLeft
from .trial import TrackedTask, Trial, Trials
from .work import BatchReply, Outcome, ProcessEnded, Readiness, SentWork, Work
from .worker_probe import describe_installation
from .worker_side import Message

BATCHES = 2  # that a worker has at a time: one is done, the other is on its way
MOST_BYTES = 4_000_000  # in a batch of several tasks: Dask warns above 10 MB, and everything is in memory several times
CLOCK_INTERVAL = 0.25  # seconds between two looks at the clock

TaskType = TypeVar("TaskType")
Result = TypeVar("Result")
Out = TypeVar("Out")


class _Loss(NamedTuple):
    """Why batches have no result."""

    reason: str
    is_alone: bool = True  # no other worker was lost at the same time
    was_asked_to_leave: bool = False


class Dispatcher(Generic[TaskType, Result]):
    """One run of a queue of tasks on a cluster."""

    def __init__(
        self, inbox: Inbox, work: Work[TaskType, Result], report: Callable[[str], None], patience: float
    ) -> None:
        self._inbox = inbox
        self._work = work
        installation = tuple(describe_installation().items())
        self._packed = pickle.dumps(SentWork(read_engine_texts(), work.remote, installation))
        self._report = report
        self._members = Membership(inbox, self._packed, report)
        self._absence = Absence(self._members, patience, report)
        self._lanes: dict[str, Lane[TaskType, Result]] = {}
        self._tasks_to_resend: deque[TrackedTask[TaskType, Result]] = deque()
        self._trials: Trials[TaskType, Result] = Trials()
        self._finished: list[TaskResult[TaskType, Result]] = []
        self._lost_scheduler = ""  # why, if it is

    def run(self, queue: Queue[TaskType, Result, Out]) -> Iterator[list[Out]]:
        """Yield what the queue lets out, until it is empty."""
        while True:
            queue.set_workers(len(self._lanes))
            if not self._lost_scheduler:
                for lane in self._lanes.values():
                    self._fill(lane, queue)
                if not queue.has_more():
                    self._share_last_batches()
            ready = queue.pop_ready()
            has_turn = queue.pop_turn()
            if ready or has_turn:
                yield ready
            if has_turn:
                continue
            if self._lost_scheduler:  # only now: results that came before have gone out
                raise ClusterError(f"the scheduler is gone: {self._lost_scheduler}")
            if not self._find_more_work(queue):
                return
            self._wait()
            queue.put(self._finished)
            self._finished = []

    def _find_more_work(self, queue: Queue[TaskType, Result, Any]) -> bool:
        """Return whether anything is left to do; if it seems not, take one more task, or judge those set aside."""
        if self._tasks_to_resend or self._trials.has_tasks or any(lane.sent for lane in self._lanes.values()):
            return True
        self._tasks_to_resend.extend(self._take(queue, 1))  # there may be no worker to send it to
        if self._tasks_to_resend:
            return True
        for tracked in self._trials.review():
            self._fail(tracked)
        return bool(self._finished) or self._trials.has_tasks or not queue.is_empty()

    def _wait(self) -> None:
        """Handle the events that have arrived; wait for one if there are none."""
        start = monotonic()
        events, event = [], self._inbox.wait(0 if self._finished else CLOCK_INTERVAL)
        while event:
            events.append(event)
            event = self._inbox.wait(0)
        left: dict[str, WorkerLeft] = {}
        for change in (change for event in events for change in self._handle(event)):
            if change.address not in left or change.was_asked_to_leave:
                left[change.address] = change
        for change in left.values():
            self._lose_worker(change, is_alone=len(left) == 1)
        self._absence.check(monotonic() - start, has_workers=bool(self._lanes))

    def _handle(self, event: Event) -> Iterator[WorkerLeft]:
        """Handle an event, and yield the workers that are gone."""
        match event:
            case SchedulerGone(reason):
                self._lost_scheduler = reason
            case ProgressReport(number, done):
                if lane := self._find_lane(number):
                    lane.note_progress(number, done)
            case Reply(number, data):
                if lane := self._find_lane(number):
                    self._receive(lane, number, pickle.loads(data))
            case NoReply(number, reason):
                if lane := self._find_lane(number):
                    yield self._members.dismiss(lane.address, reason)
        for change in self._members.handle(event):
            if isinstance(change, WorkerJoined):
                self._lanes[change.address] = Lane(change.address, change.machine)
            else:
                yield change

    def _find_lane(self, number: int) -> Lane[TaskType, Result] | None:
        """Return the worker that has this message; None if it had been given up, or if the message is no batch."""
        return next((lane for lane in self._lanes.values() if number in lane.sent), None)

    def _fill(self, lane: Lane[TaskType, Result], queue: Queue[TaskType, Result, Any]) -> None:
        """Send a worker more to do, if it has too little."""
        if self._trials.has_tasks and not lane.task_on_trial and not lane.sent:
            lane.task_on_trial = self._trials.take()
        if tracked := lane.task_on_trial:
            if not lane.sent and tracked.trial:
                self._send(lane, [tracked], pickle.dumps([self._work.pack(tracked.trial.part)]))
            return
        # While tasks are on trial, a worker gets nothing new, so that it is soon free for one of them.
        while (
            not self._trials.has_tasks and len(lane.sent) < BATCHES and (tracked_tasks := self._take(queue, lane.size))
        ):
            self._send_what_fits(lane, tracked_tasks)

    def _share_last_batches(self) -> None:
        """Give a worker that has nothing to do half of a batch that waits on another one.

        If that batch is begun at this moment, some of its tasks are done twice, and the second result counts.
        """
        idle = [lane for lane in self._lanes.values() if not lane.sent and not lane.task_on_trial]
        busy = [lane for lane in self._lanes.values() if lane.has_waiting_batch]
        for lane, other in zip(idle, busy, strict=False):
            number, batch = other.sent.popitem()
            self._inbox.cancel(number)
            half = (len(batch.tracked_tasks) + 1) // 2
            for taker, tracked_tasks in ((lane, batch.tracked_tasks[:half]), (other, batch.tracked_tasks[half:])):
                if tracked_tasks:
                    self._send_what_fits(taker, tracked_tasks)

    def _take(self, queue: Queue[TaskType, Result, Any], number: int) -> list[TrackedTask[TaskType, Result]]:
        if self._tasks_to_resend:
            return [self._tasks_to_resend.popleft() for _ in range(min(number, len(self._tasks_to_resend)))]
        return [TrackedTask(task) for task in queue.take(number)]

    def _send_what_fits(self, lane: Lane[TaskType, Result], tracked_tasks: list[TrackedTask[TaskType, Result]]) -> None:
        """Send a worker a batch of these tasks; if it would be too large, only half of them, and the others later."""
        packed = pickle.dumps([self._work.pack(tracked.task) for tracked in tracked_tasks])
        if len(packed) <= MOST_BYTES or len(tracked_tasks) == 1:
            self._send(lane, tracked_tasks, packed)
            return
        lane.size = len(tracked_tasks) // 2
        self._tasks_to_resend.extendleft(reversed(tracked_tasks[lane.size :]))
        self._send_what_fits(lane, tracked_tasks[: lane.size])

    def _send(
        self, lane: Lane[TaskType, Result], tracked_tasks: list[TrackedTask[TaskType, Result]], packed: bytes
    ) -> None:
        message = pickle.dumps(tuple(Message(self._packed, packed)))
        lane.sent[self._inbox.send(lane.address, message)] = Batch(tracked_tasks)

    def _receive(self, lane: Lane[TaskType, Result], number: int, reply: BatchReply | ProcessEnded | Readiness) -> None:
        if isinstance(reply, Readiness):
            self._refuse_worker(lane, reply.problem)
            return
        if isinstance(reply, ProcessEnded):
            self._lose_batches(lane, [number], number, _Loss(reply.reason))
            return
        if reply.bug:
            raise RuntimeError(f"on a worker of the cluster:\n{reply.bug}")
        tracked_tasks = lane.sent.pop(number).tracked_tasks
        lane.adapt(len(tracked_tasks), reply.seconds)
        if (tracked := lane.task_on_trial) and tracked.trial:
            [outcome] = reply.outcomes
            tracked.trial.note_result(self._unpack(tracked.trial.part, outcome), lane.machine)
            self._close_trial(lane, tracked, tracked.trial)
            return
        for tracked, outcome in zip(tracked_tasks, reply.outcomes, strict=True):
            self._finish(tracked, self._unpack(tracked.task, outcome), (lane.machine,))

    def _unpack(self, task: TaskType, outcome: Outcome) -> Result:
        if outcome.bug:
            raise RuntimeError(f"on a worker of the cluster:\n{outcome.bug}")
        return self._work.unpack(task, outcome)

    def _close_trial(
        self, lane: Lane[TaskType, Result], tracked: TrackedTask[TaskType, Result], trial: Trial[TaskType, Result]
    ) -> None:
        """Free the worker if no part of its task waits any more, and finish the task if all parts have results."""
        if not trial.waiting:
            lane.task_on_trial = None
            if self._trials.close_trial(tracked, trial):
                self._finish(tracked, self._work.join(trial.list_results()), trial.list_machines())

    def _fail(self, tracked: TrackedTask[TaskType, Result]) -> None:
        """Finish a task of which some parts were given up."""
        trial = tracked.trial
        assert trial
        for number, one in trial.set_aside.items():
            reason = f"{one.attempts} attempts gave no result; in the last one, {one.reason}"
            trial.results[number] = self._work.fail(trial.parts[number], reason)
            trial.machines[number] = one.machine
        self._finish(tracked, self._work.join(trial.list_results()), trial.list_machines())

    def _finish(self, tracked: TrackedTask[TaskType, Result], result: Result, machines: tuple[Machine, ...]) -> None:
        self._finished.append(TaskResult(tracked.task, result, Execution(machines, tuple(tracked.lost))))

    def _refuse_worker(self, lane: Lane[TaskType, Result], problem: str) -> None:
        """Have a worker take part no longer that cannot do this work any more, and have others do its tasks."""
        del self._lanes[lane.address]
        self._members.refuse(lane.address, problem)
        for number in lane.sent:
            self._inbox.cancel(number)
        if lane.task_on_trial:
            self._trials.put_back(lane.task_on_trial)
        else:
            self._tasks_to_resend.extend(lost.tracked for lost in lane.give_up(list(lane.sent), None))

    def _lose_worker(self, change: WorkerLeft, *, is_alone: bool) -> None:
        lane = self._lanes.pop(change.address, None)
        reason = "was asked to leave" if change.was_asked_to_leave else "was lost"
        reason += f" ({change.reason})" if change.reason else ""
        has_suspects = False
        if lane:
            self._absence.start()
            consequence = "; its tasks are done again" if lane.sent else ""
            self._report(f"worker {lane.address} on {lane.place} {reason}{consequence}")
            loss = _Loss(f"the worker {reason}", is_alone, change.was_asked_to_leave)
            has_suspects = self._lose_batches(lane, list(lane.sent), lane.current, loss)
            if lane.task_on_trial:
                self._trials.put_back(lane.task_on_trial)
        if not change.was_asked_to_leave and not (is_alone and has_suspects):
            self._trials.note_unexplained()

    def _lose_batches(self, lane: Lane[TaskType, Result], numbers: list[int], current: int | None, loss: _Loss) -> bool:
        """Have the tasks of batches done again; return whether some may be to blame, which are then on trial.

        `current` is the batch on which the worker was working.
        """
        for number in numbers:
            self._inbox.cancel(number)
        innocent: list[TrackedTask[TaskType, Result]] = []
        suspects: list[tuple[TrackedTask[TaskType, Result], bool]] = []
        for tracked, is_in_progress, is_begun in lane.give_up(numbers, current):
            if is_begun:
                tracked.lost.append(LostAttempt(lane.machine, loss.reason))
            if loss.was_asked_to_leave or not tracked.is_to_blame(
                is_in_progress=is_in_progress, is_alone=loss.is_alone
            ):
                innocent.append(tracked)
            else:
                suspects.append((tracked, is_begun))
        if (task_on_trial := lane.task_on_trial) and task_on_trial.trial:
            if suspects:
                task_on_trial.trial.note_loss(lane.machine, f"{loss.reason} on {lane.place}")
                self._close_trial(lane, task_on_trial, task_on_trial.trial)
            return bool(suspects)
        self._tasks_to_resend.extend(innocent)
        if suspects:
            self._trials.open_trials(
                (tracked, self._work.split(tracked.task), is_begun) for tracked, is_begun in suspects
            )
        return bool(suspects)
