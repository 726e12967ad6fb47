"""Minimum hitting sets by MaxSAT (PySAT's RC2), with a deadline."""

from collections.abc import Iterable
from threading import Timer

from ...core.answer import LONGEST_WAIT, OutOfTime, Stopwatch
from ...core.interrupts import hold_signals, run_in_background


def load() -> None:
    """Import PySAT's RC2."""
    with hold_signals():
        from pysat.examples import rc2  # noqa: F401


class HittingSets:
    """Finds the fewest elements such that every set contains at least one of them."""

    def __init__(self, elements: Iterable[int], watch: Stopwatch) -> None:
        """`elements` are positive integers."""
        from pysat.examples.rc2 import RC2
        from pysat.formula import WCNF

        self._elements = set(elements)
        self._watch = watch
        formula = WCNF()
        formula.extend([[-element] for element in self._elements], weights=[1] * len(self._elements))
        self._rc2 = RC2(formula, solver="minisat22", adapt=False)

    def add(self, to_hit: Iterable[int]) -> None:
        """Add a set to hit."""
        self._rc2.add_clause(sorted(to_hit))

    def smallest(self) -> set[int]:
        """Return a minimum hitting set of all sets so far; may raise OutOfTime."""
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
