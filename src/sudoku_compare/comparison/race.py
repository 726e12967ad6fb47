"""Ask several engines about one puzzle at the same time, and pass on each answer when it arrives."""

import select
from collections.abc import Iterator, Mapping
from contextlib import ExitStack

from ..core.answer import Limits
from ..core.entry import Entry
from ..core.verdict import EngineResult
from ..engines.protocol import Engine, label_answer
from ..running.executor import run
from ..running.jobs import can_start_workers
from ..running.worker import Question, Worker
from .compare import Comparison, judge_results


def race(entry: Entry, engines: Mapping[str, Engine], limits: Limits) -> Iterator[EngineResult | Comparison]:
    """Yield the result of each engine when it arrives, and at the end the comparison, in the order of the engines.

    Every engine searches in a worker process of its own, so their times are those of a busy machine. Where the system
    cannot start workers, the engines search one after another.
    """
    found: dict[str, EngineResult] = {}
    for result in _search_together(entry, engines, limits) if can_start_workers() else _search(entry, engines, limits):
        found[result.engine] = result
        yield result
    yield judge_results(entry, tuple(found[text] for text in engines), limits)


def _search_together(entry: Entry, engines: Mapping[str, Engine], limits: Limits) -> Iterator[EngineResult]:
    with ExitStack() as stack:
        waiting: dict[Worker, tuple[str, Engine]] = {}
        for text, engine in engines.items():
            worker = stack.enter_context(Worker([engine], limits))
            worker.send([Question(entry.puzzle, (0,))])
            waiting[worker] = text, engine
        while waiting:
            workers = list(waiting)
            ready, _, _ = select.select(workers, [], [], workers[0].patience)  # the same for all
            for worker in ready or workers:
                for answers in worker.receive(is_late=not ready):  # none if its process has died: a new one searches
                    text, engine = waiting.pop(worker)
                    yield label_answer(text, engine, answers[0])


def _search(entry: Entry, engines: Mapping[str, Engine], limits: Limits) -> Iterator[EngineResult]:
    for text, engine in engines.items():
        yield label_answer(text, engine, run(engine, entry.puzzle, limits))
