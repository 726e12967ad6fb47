"""Minimum hitting sets by MaxSAT: RC2 of PySAT, stopped at a deadline."""

from collections.abc import Iterable
from threading import Timer

from ...core.answer import LONGEST_WAIT, OutOfTime, Stopwatch
from ...core.interrupts import hold_signals, run_in_background


def load() -> None:
    """Import what is needed."""
    with hold_signals():
        from pysat.examples import rc2  # noqa: F401


class HittingSets:
    """Sets in, one element at least of each out: as few elements as will do."""

    def __init__(self, elements: Iterable[int], watch: Stopwatch) -> None:
        """Elements are whole numbers above 0."""
        from pysat.examples.rc2 import RC2
        from pysat.formula import WCNF

        self._elements = set(elements)
        self._watch = watch
        formula = WCNF()
        formula.extend([[-element] for element in self._elements], weights=[1] * len(self._elements))
        self._rc2 = RC2(formula, solver="minisat22", adapt=False)

    def add(self, to_hit: Iterable[int]) -> None:
        self._rc2.add_clause(sorted(to_hit))

    def smallest(self) -> set[int]:
        """A smallest hitting set of all sets so far; raises OutOfTime."""
        self._watch.tick()
        timer = Timer(min(self._watch.left(), LONGEST_WAIT), self._rc2.interrupt)
        timer.daemon = True
        timer.start()
        try:
            literals = run_in_background(lambda: self._rc2.compute(expect_interrupt=True), self._rc2.interrupt)
        finally:
            timer.cancel()
        if literals is None:
            raise OutOfTime
        return self._elements.intersection(literals)

    def close(self) -> None:
        self._rc2.delete()
