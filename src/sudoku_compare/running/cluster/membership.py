"""Which workers may take part in a run: those with the same software as this machine, and with every engine."""

import inspect
import pickle
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from ..machine import Machine
from . import worker_probe
from .connection import Inbox
from .events import Event, NoReply, Reply, WorkersGone, WorkersSeen
from .work import Readiness
from .worker_side import Message

REFUSED = "is refused"
PROBE = "describe_installation()"
MOST_EXAMINATIONS = 3  # of a worker that does not reply


class WorkerJoined(NamedTuple):
    """A worker that takes part from now on."""

    address: str
    machine: Machine


class WorkerLeft(NamedTuple):
    """A worker that is gone."""

    address: str
    was_asked_to_leave: bool
    reason: str = ""  # more about it, if there is more


class Membership:
    """Examines each worker that appears, once, and says which ones join and leave."""

    def __init__(self, inbox: Inbox, work: bytes, report: Callable[[str], None]) -> None:
        self._inbox = inbox
        self._prepare = pickle.dumps(tuple(Message(work, None)))
        self._report = report
        self._source = inspect.getsource(worker_probe)
        self._here = worker_probe.describe_installation()
        self._seen: set[str] = set()
        self._examined: dict[int, str] = {}  # the messages under way, and their workers
        self._silent: Counter[str] = Counter()  # workers that did not reply, and how often
        self.refusals: dict[str, str] = {}  # why workers do not take part

    @property
    def is_examining(self) -> bool:
        """Whether a worker has not replied yet."""
        return bool(self._examined)

    def explain_absence(self) -> Iterator[str]:
        """Yield why each worker that the scheduler lists does not take part."""
        for address, reason in self.refusals.items():
            yield f"{address}: {reason}"
        for address in sorted(set(self._examined.values())):
            yield f"{address}: no reply yet, it may be busy with another run"

    def handle(self, event: Event) -> Iterator[WorkerJoined | WorkerLeft]:
        """Yield the changes that follow from an event; other events are ignored."""
        match event:
            case WorkersSeen(addresses):
                for address in sorted(addresses - self._seen):
                    self._seen.add(address)
                    self._examined[self._inbox.evaluate(address, self._source, PROBE)] = address
            case WorkersGone(workers):
                for address, was_asked_to_leave in workers:
                    self._seen.discard(address)
                    self.refusals.pop(address, None)
                    self._forget(address)
                    yield WorkerLeft(address, was_asked_to_leave)
            case Reply(number, data) if number in self._examined:
                yield from self._examine(self._examined.pop(number), data)
            case NoReply(number, reason) if number in self._examined:
                self._examine_again(self._examined.pop(number), reason)

    def dismiss(self, address: str, reason: str) -> WorkerLeft:
        """Have a worker leave that does not reply; if the scheduler still lists it, it is examined again."""
        self._seen.discard(address)
        self._forget(address)
        return WorkerLeft(address, was_asked_to_leave=False, reason=reason)

    def _examine(self, address: str, reply: Any) -> Iterator[WorkerJoined]:
        if isinstance(reply, dict):
            if difference := describe_difference(self._here, reply):
                self.refuse(address, difference)
            else:
                self._examined[self._inbox.send(address, self._prepare)] = address
            return
        readiness: Readiness = pickle.loads(reply)
        if readiness.machine:
            yield WorkerJoined(address, readiness.machine)
        else:
            self.refuse(address, readiness.problem)

    def _examine_again(self, address: str, reason: str) -> None:
        """Examine a worker again that did not reply, if the scheduler still lists it; finally refuse it."""
        self._silent[address] += 1
        if self._silent[address] < MOST_EXAMINATIONS:
            self._seen.discard(address)
        else:
            self.refuse(address, reason)

    def refuse(self, address: str, reason: str) -> None:
        """Have a worker not take part, for this reason."""
        self.refusals[address] = reason
        self._report(f"worker {address} {REFUSED}: {reason}")

    def _forget(self, address: str) -> None:
        for number in [number for number, other in self._examined.items() if other == address]:
            del self._examined[number]
            self._inbox.cancel(number)


def describe_difference(here: Mapping[str, str | None], there: Mapping[str, str | None]) -> str:
    """Return how the software of a worker differs from that of this machine; nothing if it does not.

    >>> describe_difference({"python-sat": "1.8"}, {"python-sat": None})
    'python-sat missing there, 1.8 here'
    """
    return "; ".join(
        f"{name} {there.get(name) or 'missing'} there, {version or 'missing'} here"
        for name, version in here.items()
        if there.get(name) != version
    )
