"""Supervisors that run nothing at the moment, kept for the next program."""

from ..core.idle_pool import IdlePool
from .failure import Cause, NoAnswer
from .limits import ProgramLimits
from .memory_group import find_delegated_folder
from .supervisor_client import StartError, SupervisorClient
from .supervisor_process import MemoryLimits, Serve


def find_memory_limits(limits: ProgramLimits) -> MemoryLimits:
    """Return what a supervisor limits from its start on; programs that have this in common can share a supervisor."""
    return MemoryLimits(limits.memory, limits.output, find_delegated_folder() if limits.memory is not None else None)


def start_supervisor(limits: MemoryLimits, serve: Serve | None = None) -> SupervisorClient:
    """Start a supervisor, with `serve` as a fork of this process. Raises NoAnswer."""
    try:
        return SupervisorClient(limits, serve)
    except StartError as error:
        raise refuse_start(error) from error


def refuse_start(error: StartError) -> NoAnswer:
    """Return the error for a program, or its supervisor, that cannot be started."""
    return NoAnswer(Cause.START, f"cannot be started: {error}")


def prepare_supervisor(limits: ProgramLimits) -> None:
    """Start a supervisor for the next program with these limits, if none is idle. This is not part of any time."""
    with supervisors.borrow(find_memory_limits(limits)):
        pass


supervisors: IdlePool[SupervisorClient] = IdlePool(
    start_supervisor, SupervisorClient.close, is_unusable=SupervisorClient.has_news
)
