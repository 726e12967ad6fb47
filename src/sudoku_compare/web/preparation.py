"""Runs each kind of task once before the first request, so that later tasks start with everything loaded."""

import gc
import json
import os
import threading
from time import monotonic, sleep
from typing import Any

from .settings import Settings
from .tasks import do_task

UNIQUE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
MULTIPLE = "1.....2..3.....4"
UNSOLVABLE = "1...1..........."
ENGINES = ("reductio", "sat", "cpsat", "kernel", "backtrack")
REHEARSALS: tuple[tuple[str, dict[str, Any]], ...] = (
    *(("uniqueness", {"givens": givens}) for givens in (UNIQUE, MULTIPLE, UNSOLVABLE)),
    ("explain", {"givens": MULTIPLE, "digits": ".2.............."}),
    ("page", {"givens": UNIQUE}),
    ("trace", {"givens": UNIQUE}),
    ("certificate", {"givens": UNIQUE}),
    ("read", {"text": UNIQUE}),
    ("export", {"givens": UNIQUE, "format": "svg"}),
    ("export", {"givens": UNIQUE, "format": "sudokupad"}),
    ("library", {}),
)
PATIENCE = 2.0  # seconds that the threads of a library may take to end


def prepare() -> None:
    """Do each kind of task once, without a client, and wait until this process has a single thread again."""
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # NumPy's threads would not survive a fork
    _load_engines()
    for name, fields in REHEARSALS:
        do_task(Settings(), (name, json.dumps(fields).encode()), lambda name, content: None)
    _wait_for_threads()
    gc.collect()
    gc.freeze()  # the memory of what is loaded stays shared with the tasks: no collection touches it


def _load_engines() -> None:
    """Search once with each engine in this process: a task searches in workers, whose memory is gone afterwards.

    Engines that are other programs are only listed: their processes must not be shared by tasks.
    """
    from ..comparison.compare import compare, engines_by_text
    from ..core.answer import Limits
    from ..core.entry import Entry
    from ..core.puzzle import Puzzle
    from ..engines.registry import list_engine_names

    list_engine_names()
    for text in (UNIQUE, MULTIPLE):
        compare(Entry("text:1", Puzzle.from_text(text)), engines_by_text(ENGINES), Limits(2, 10.0))


def _wait_for_threads() -> None:
    end = monotonic() + PATIENCE
    while threading.active_count() > 1 and monotonic() < end:
        sleep(0.01)
