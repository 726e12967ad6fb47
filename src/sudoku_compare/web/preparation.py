"""Load what searches need, once, before any client asks: an engine that has searched is fast from then on."""

import os
import threading
from contextlib import suppress
from time import monotonic, sleep

from ..core.answer import Limits
from ..core.names import DEFAULT_ENGINES
from ..core.puzzle import Puzzle

EXAMPLES = (
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "1.....2..3.....4",
)
PATIENCE = 2.0  # seconds that the threads of a library may take to end


def prepare() -> None:
    """Search once with each engine, import the features, and wait until this process has a single thread again."""
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # NumPy's threads would not survive a fork
    from ..comparison.compare import compare, engines_by_text
    from ..core.entry import Entry
    from ..evidence.examine import EvidenceOptions, examine
    from ..explanation.explain import explain

    for text in EXAMPLES:
        entry, limits = Entry("text:1", Puzzle.from_text(text)), Limits(2, 10.0)
        for name in (*DEFAULT_ENGINES, "kernel"):
            with suppress(ImportError):
                compare(entry, engines_by_text([name]), limits)
        examine(compare(entry, engines_by_text(["kernel", "reductio"]), limits), EvidenceOptions(limits))
        explain(entry, seconds=10.0)
    _wait_for_threads()


def _wait_for_threads() -> None:
    end = monotonic() + PATIENCE
    while threading.active_count() > 1 and monotonic() < end:
        sleep(0.01)
