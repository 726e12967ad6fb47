"""Hand out the tasks of a run to the workers of a cluster, and see to it that each gives exactly one result.

A worker has up to two batches of tasks at a time, which it does in order, and reports its progress now and then. If it
is lost, the tasks that it had not done yet are on trial (`trial.py`), one part at a time on a worker that has nothing
else to do: one of them may be to blame. The tasks of a worker that was asked to leave, or that was lost together with
others, are sent again as if nothing had happened: no task can be to blame for that.
"""

import math
import pickle
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, Generic, TypeVar

from ...core.errors import ClusterError
from ..machine import Machine
from ..task_queue import Answered, Execution, LostAttempt, Queue
from .connection import Event, Inbox, NoReply, Progressed, Reply, SchedulerGone
from .engine_texts import read_engine_texts
from .membership import Joined, Left, Membership
from .trial import TrackedTask, Trial, Trials
from .work import BatchReply, Outcome, ProcessEnded, SentWork, Work
from .worker_probe import describe_installation
from .worker_side import Message

BATCH_SECONDS = 0.5  # of work in a batch, estimated from the worker's earlier batches
LARGEST_BATCH = 512  # tasks
BATCHES = 2  # that a worker has at a time: one is done, the other is on its way
SHORTEST = 1e-6  # seconds
UNCERTAIN = 0.3  # seconds of work that a worker may have begun since its last report
MOST_INNOCENT = 4  # times that a task loses a worker together with others before it may be to blame
TURN = 0.25  # seconds between two looks at the clock
CALM = 2.0  # seconds without a worker before that is reported

TaskType = TypeVar("TaskType")
Result = TypeVar("Result")
Out = TypeVar("Out")


@dataclass(slots=True, eq=False)
class _Batch(Generic[TaskType, Result]):
    """What a worker was sent."""

    tracked_tasks: list[TrackedTask[TaskType, Result]]
    done: int = 0  # tasks that are known to be done


@dataclass(slots=True, eq=False)
class _Lane(Generic[TaskType, Result]):
    """A worker and the batches that it has, in the order in which it does them, by the numbers of their messages."""

    address: str
    machine: Machine
    sent: dict[int, _Batch[TaskType, Result]] = field(default_factory=dict)
    task_on_trial: TrackedTask[TaskType, Result] | None = None  # whose next part is the only batch
    size: int = 1  # tasks in the next batch
    pace: float = BATCH_SECONDS  # seconds per task

    def adapt(self, tasks: int, seconds: float) -> None:
        """Choose the size of the next batch by how long one took."""
        self.pace = max(seconds / tasks, SHORTEST)
        self.size = max(1, min(LARGEST_BATCH, 2 * self.size, int(BATCH_SECONDS / self.pace)))


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
        self._patience = patience
        self._members = Membership(inbox, self._packed, report)
        self._lanes: dict[str, _Lane[TaskType, Result]] = {}
        self._again: deque[TrackedTask[TaskType, Result]] = deque()
        self._trials: Trials[TaskType, Result] = Trials()
        self._finished: list[Answered[TaskType, Result]] = []
        self._waited = 0.0  # seconds without a worker
        self._has_warned = False
        self._lost_scheduler = ""  # why, if it is

    def run(self, queue: Queue[TaskType, Result, Out]) -> Iterator[list[Out]]:
        """Yield what the queue lets out, until it is empty."""
        while True:
            queue.set_workers(len(self._lanes))
            if not self._lost_scheduler:
                for lane in self._lanes.values():
                    self._fill(lane, queue)
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
        if self._again or self._trials.has_tasks or any(lane.sent for lane in self._lanes.values()):
            return True
        self._again.extend(self._take(queue, 1))  # there may be no worker to send it to
        if self._again:
            return True
        for tracked in self._trials.review():
            self._fail(tracked)
        return bool(self._finished) or self._trials.has_tasks or not queue.is_empty()

    def _wait(self) -> None:
        """Handle the events that have arrived; wait for one if there are none."""
        start = monotonic()
        events, event = [], self._inbox.wait(0 if self._finished else TURN)
        while event:
            events.append(event)
            event = self._inbox.wait(0)
        left: dict[str, Left] = {}
        for change in (change for event in events for change in self._handle(event)):
            if change.address not in left or change.was_asked_to_leave:
                left[change.address] = change
        for change in left.values():
            self._lose_worker(change, is_alone=len(left) == 1)
        self._check_patience(monotonic() - start)

    def _handle(self, event: Event) -> Iterator[Left]:
        """Handle an event, and yield the workers that are gone."""
        match event:
            case SchedulerGone(reason):
                self._lost_scheduler = reason
            case Progressed(number, done):
                if lane := self._find_lane(number):
                    lane.sent[number].done = done
            case Reply(number, data):
                if lane := self._find_lane(number):
                    self._receive(lane, number, pickle.loads(data))
            case NoReply(number, reason):
                if lane := self._find_lane(number):
                    yield self._members.dismiss(lane.address, reason)
        for change in self._members.handle(event):
            if isinstance(change, Joined):
                self._lanes[change.address] = _Lane(change.address, change.machine)
            else:
                yield change

    def _find_lane(self, number: int) -> _Lane[TaskType, Result] | None:
        """Return the worker that has this message; None if it had been given up, or if the message is no batch."""
        return next((lane for lane in self._lanes.values() if number in lane.sent), None)

    def _check_patience(self, seconds: float) -> None:
        """Add these seconds to the time without a worker; warn, and finally give up, if there is still none.

        The time does not count in which the caller, or the source of the tasks, keeps this run from waiting.
        """
        if self._lanes:
            self._waited, self._has_warned = 0.0, False
            return
        self._waited += seconds
        if self._waited > self._patience:
            why = "; ".join(self._members.explain_absence())
            message = f"the cluster had no worker that can take part for {self._patience:g} seconds"
            raise ClusterError(f"{message}: {why}" if why else message)
        if self._waited > (2 * CALM if self._members.is_examining else CALM) and not self._has_warned:
            limit = "" if math.isinf(self._patience) else f", up to {self._patience:g} s"
            has_candidates = self._members.is_examining
            state = "no worker is ready yet" if has_candidates else "the cluster has no worker that can take part"
            self._report(f"{state}; waiting for one{limit}")
            self._has_warned = True

    def _fill(self, lane: _Lane[TaskType, Result], queue: Queue[TaskType, Result, Any]) -> None:
        """Send a worker more to do, if it has too little."""
        if self._trials.has_tasks and not lane.task_on_trial and not lane.sent:
            lane.task_on_trial = self._trials.take()
        if tracked := lane.task_on_trial:
            if not lane.sent and tracked.trial:
                self._send(lane, [tracked], [tracked.trial.part])
            return
        # While tasks are on trial, a worker gets nothing new, so that it is soon free for one of them.
        while (
            not self._trials.has_tasks and len(lane.sent) < BATCHES and (tracked_tasks := self._take(queue, lane.size))
        ):
            self._send(lane, tracked_tasks, [tracked.task for tracked in tracked_tasks])

    def _share_last_batches(self) -> None:
        """Give a worker that has nothing to do half of a batch that waits on another one, when nothing else is left.

        If that batch has been begun after all, some of its tasks are done twice, and the second result counts.
        """
        idle = [lane for lane in self._lanes.values() if not lane.sent and not lane.task_on_trial]
        busy = [lane for lane in self._lanes.values() if len(lane.sent) > 1]
        for lane, other in zip(idle, busy, strict=False):
            number, batch = other.sent.popitem()
            self._inbox.cancel(number)
            half = (len(batch.tracked_tasks) + 1) // 2
            for taker, tracked_tasks in ((lane, batch.tracked_tasks[:half]), (other, batch.tracked_tasks[half:])):
                if tracked_tasks:
                    self._send(taker, tracked_tasks, [tracked.task for tracked in tracked_tasks])

    def _take(self, queue: Queue[TaskType, Result, Any], number: int) -> list[TrackedTask[TaskType, Result]]:
        if self._again:
            return [self._again.popleft() for _ in range(min(number, len(self._again)))]
        return [TrackedTask(task) for task in queue.take(number)]

    def _send(
        self, lane: _Lane[TaskType, Result], tracked_tasks: list[TrackedTask[TaskType, Result]], tasks: list[TaskType]
    ) -> None:
        message = Message(self._packed, pickle.dumps([self._work.pack(task) for task in tasks]))
        lane.sent[self._inbox.send(lane.address, pickle.dumps(tuple(message)))] = _Batch(tracked_tasks)

    def _receive(self, lane: _Lane[TaskType, Result], number: int, reply: BatchReply | ProcessEnded) -> None:
        if isinstance(reply, ProcessEnded):
            self._lose_batches(lane, [number], reply.reason, blamed_after=0)
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
        self, lane: _Lane[TaskType, Result], tracked: TrackedTask[TaskType, Result], trial: Trial[TaskType, Result]
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
            reason = f"{one.attempts} workers were lost while they worked on it, the last because {one.reason}"
            trial.results[number] = self._work.fail(trial.parts[number], reason)
            trial.machines[number] = one.machine
        self._finish(tracked, self._work.join(trial.list_results()), trial.list_machines())

    def _finish(self, tracked: TrackedTask[TaskType, Result], result: Result, machines: tuple[Machine, ...]) -> None:
        self._finished.append(Answered(tracked.task, result, Execution(machines, tuple(tracked.lost))))

    def _lose_worker(self, change: Left, *, is_alone: bool) -> None:
        lane = self._lanes.pop(change.address, None)
        if not change.was_asked_to_leave and not (is_alone and lane and lane.sent):
            self._trials.note_unexplained()
        if lane is None:
            return
        self._waited = 0.0
        reason = "was asked to leave" if change.was_asked_to_leave else "was lost"
        reason += f" ({change.reason})" if change.reason else ""
        consequence = "; its tasks are done again" if lane.sent else ""
        self._report(f"worker {lane.address} on {lane.machine.host} {reason}{consequence}")
        # Several at once: a machine or the network failed, and not a task, unless that happens to it all the time.
        blamed_after = math.inf if change.was_asked_to_leave else 0 if is_alone else MOST_INNOCENT
        self._lose_batches(lane, list(lane.sent), f"the worker {reason}", blamed_after=blamed_after)
        if lane.task_on_trial:
            self._trials.put_back(lane.task_on_trial)

    def _lose_batches(
        self, lane: _Lane[TaskType, Result], numbers: list[int], reason: str, *, blamed_after: float
    ) -> None:
        """Have the tasks of batches done again; those that may have ended their worker, on trial.

        Only tasks with at least `blamed_after` lost attempts may have done that.
        """
        batches = [lane.sent.pop(number) for number in numbers]
        for number in numbers:
            self._inbox.cancel(number)
        if not batches:
            return
        tracked_tasks = [tracked for batch in batches for tracked in batch.tracked_tasks]
        done = batches[0].done
        begun = done + 1 + int(UNCERTAIN / lane.pace)
        for tracked in tracked_tasks[:begun]:
            tracked.lost.append(LostAttempt(lane.machine, reason))
        if (tried := lane.task_on_trial) and tried.trial:
            if len(tried.lost) >= blamed_after:
                tried.trial.note_loss(lane.machine, f"{reason} on {lane.machine.host}")
                self._close_trial(lane, tried, tried.trial)
            return
        # The first batch may be done too, if its reply was lost with the worker.
        suspects = [tracked for tracked in tracked_tasks[done:] if len(tracked.lost) >= blamed_after]
        self._again.extend(
            tracked_tasks[:done] + [tracked for tracked in tracked_tasks[done:] if len(tracked.lost) < blamed_after]
        )
        if suspects:
            begun_tasks = set(tracked_tasks[:begun])
            self._trials.open_trials(
                (tracked, self._work.split(tracked.task), tracked in begun_tasks) for tracked in suspects
            )
