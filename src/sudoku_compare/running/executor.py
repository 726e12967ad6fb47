"""Run one search, in this process or in a host process that can be stopped from outside.

The caller always gets an answer: an error in an engine becomes the ending `failed` with the reason, and an engine that
cannot stop itself is stopped from outside.
"""

import math

from ..core.answer import Answer, Limits
from ..core.puzzle import Puzzle
from ..engines.hosting.guard import guard
from ..engines.protocol import Engine, Origin, enforces_limits, find_origin


def run(engine: Engine, puzzle: Puzzle, limits: Limits, *, has_memory_limit: bool = False) -> Answer:
    """Return the engine's answer; errors become answers too.

    `has_memory_limit` says that this process has the memory limit itself, so that a search may run in it.
    """
    if may_run_here(engine, limits, has_memory_limit=has_memory_limit):
        return guard(engine, puzzle, limits, _search_here)
    return run_in_host(engine, puzzle, limits)


def run_in_host(engine: Engine, puzzle: Puzzle, limits: Limits) -> Answer:
    """Return the engine's answer from a process of its own; if that process dies, that is an answer too."""
    if enforces_limits(engine):
        return guard(engine, puzzle, limits, _search_here)
    from .observation import observe_in_host  # imported late: it slows down every start, and few engines need it

    return observe_in_host(engine, puzzle, limits).answer


def may_run_here(engine: Engine, limits: Limits, *, has_memory_limit: bool = False) -> bool:
    """Return whether the engine is trusted, stops itself, and needs no limit that only another process can have."""
    if enforces_limits(engine):
        return True
    is_limited = limits.cpu < math.inf or (limits.memory is not None and not has_memory_limit)
    return find_origin(engine) is Origin.BUILT_IN and engine.stoppable and not is_limited


def _search_here(engine: Engine, puzzle: Puzzle, limits: Limits) -> Answer:
    return engine.search(puzzle, limits)
