"""What happens on a cluster, as it arrives in the inbox of a run."""

from typing import Any, NamedTuple


class WorkersSeen(NamedTuple):
    """The workers that the scheduler lists now."""

    addresses: frozenset[str]


class GoneWorker(NamedTuple):
    """A worker that the scheduler does not list any more."""

    address: str
    was_asked_to_leave: bool  # for example because the cluster shrinks


class WorkersGone(NamedTuple):
    """All workers that disappeared from the list between two looks at it: they are lost together."""

    workers: tuple[GoneWorker, ...]


class Reply(NamedTuple):
    """The reply to a message."""

    number: int
    data: Any


class ProgressReport(NamedTuple):
    """The tasks of a message have been begun, and how many of them are done so far."""

    number: int
    done: int


class NoReply(NamedTuple):
    """A message to which Dask will not deliver a reply."""

    number: int
    reason: str


class SchedulerGone(NamedTuple):
    """The connection to the scheduler is lost."""

    reason: str


Event = WorkersSeen | WorkersGone | Reply | ProgressReport | NoReply | SchedulerGone
