"""From a verdict to the evidence for it."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeVar

from ..checking.certificate_folder import OutOfReach as ProofOutOfReach
from ..comparison.compare import Comparison
from ..core.answer import Limits, OutOfTime, Stopwatch
from ..core.interrupts import hold_signals, watch_signals
from ..core.puzzle import Grid, differences
from ..core.verdict import Verdict
from ..engines.sat.oracle import OutOfReach
from ..engines.sat.solver import load
from .additional_givens import find_repair
from .certificate import PROVERS, certify
from .confirmation import Doubt
from .conflict import confirm, find_conflict, find_fixes
from .findings import Evidence, OfMultiple, OfUnique, OfUnknown, OfUnsolvable
from .redundant_givens import redundant_givens
from .solution_count import Counted, count_solutions, fixed_cells

__all__ = ["PROVERS", "Inquiry", "examine"]

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class Inquiry:
    """How far to go."""

    seconds: float = 60.0  # for each part of the evidence
    count: int = 1000  # solutions up to which they are counted
    proof_from: str = next(iter(PROVERS))


def examine(comparison: Comparison, inquiry: Inquiry) -> Comparison:
    """The same with the evidence for its verdict, and with what speaks against it if that came to light."""
    with suppress(ImportError):  # each part that needs it says so
        load()
    return _Examination(comparison, inquiry).result()


class _Examination:
    """One puzzle; what could not be found in time, and what was objected to on the way."""

    def __init__(self, comparison: Comparison, inquiry: Inquiry) -> None:
        self.comparison = comparison
        self.puzzle = comparison.puzzle
        self.inquiry = inquiry
        self.open: dict[str, str] = {}
        self.doubts: list[str] = []

    def result(self) -> Comparison:
        judgement = self.comparison.judgement
        evidence = self._evidence()
        if self.doubts:
            # A checked proof, or two checked solutions, stand whatever else is in doubt.
            proven = isinstance(evidence, OfMultiple) or getattr(evidence, "certificate", None)
            judgement = judgement._replace(
                verdict=judgement.verdict if proven else Verdict.UNKNOWN,
                agreed=False,
                objections=(*judgement.objections, *self.doubts),
            )
        return self.comparison._replace(judgement=judgement, evidence=evidence)

    def _evidence(self) -> Evidence:
        match self.comparison.verdict:
            case Verdict.UNIQUE:
                return self._of_unique(self.comparison.judgement.solutions[0])
            case Verdict.MULTIPLE:
                return self._of_multiple(*self.comparison.judgement.solutions[:2])
            case Verdict.UNSOLVABLE:
                return self._of_unsolvable()
        return OfUnknown(len(self.comparison.judgement.solutions))

    def _part(self, name: str, find: Callable[[Stopwatch], Found]) -> Found | None:
        """One part of the evidence, in its own time; None and the reason if it cannot be had."""
        watch = Stopwatch(Limits(seconds=self.inquiry.seconds))
        with watch_signals() as signals:
            try:
                with hold_signals(watch.stop):
                    return find(watch)
            except Exception as error:
                if error in signals:
                    raise
                self.open[name] = self._reason(error)
        return None

    def _reason(self, error: Exception) -> str:
        """Why a part of the evidence is missing: one that fails does not keep the others from being found."""
        if isinstance(error, OutOfTime):
            return self._out_of_time()
        if isinstance(error, ImportError):
            return f"{error}; pip install python-sat ortools"
        if isinstance(error, OutOfReach | ProofOutOfReach):
            return f"too large: {error}"
        if isinstance(error, MemoryError):
            return "out of memory"
        if isinstance(error, Doubt):
            self.doubts.append(str(error))
            return "in doubt"
        return f"{type(error).__name__}: {error}".splitlines()[0]

    def _out_of_time(self) -> str:
        return f"time ran out after {self.inquiry.seconds:g} s; a longer --timeout may help"

    def _of_unique(self, solution: Grid) -> OfUnique:
        puzzle, prover = self.puzzle, self.inquiry.proof_from
        return OfUnique(
            certificate=self._part("certificate", lambda watch: certify(puzzle, solution, prover, watch)),
            redundant_givens=self._part("minimal", lambda watch: redundant_givens(puzzle, solution, watch)),
            open=self.open,
        )

    def _of_multiple(self, solution: Grid, second: Grid) -> OfMultiple:
        puzzle = self.puzzle
        counted = self._part("count", lambda watch: count_solutions(puzzle, self.inquiry.count, watch))
        if counted is None or len(counted.solutions) < 2:
            counted = Counted((solution, second), is_exact=False)
        if not counted.is_exact and len(counted.solutions) < self.inquiry.count:
            self.open.setdefault("count", self._out_of_time())
        return OfMultiple(
            count=len(counted.solutions),
            count_is_exact=counted.is_exact,
            second_solution=second,
            differs_at=tuple(differences(solution, second)),
            fixed_cells=self._part("fixed_cells", lambda watch: fixed_cells(puzzle, counted, watch)),
            repair=self._part("repair", lambda watch: find_repair(puzzle, counted, watch)),
            open=self.open,
        )

    def _of_unsolvable(self) -> OfUnsolvable:
        puzzle, prover = self.puzzle, self.inquiry.proof_from
        certificate = self._part("certificate", lambda watch: certify(puzzle, None, prover, watch))
        conflict = self._part("conflict", lambda watch: find_conflict(puzzle, watch))
        if conflict is None:
            self.open |= dict.fromkeys(("confirmed_by", "fix"), "without a conflict there is nothing to start from")
            return OfUnsolvable(certificate, open=self.open)
        return OfUnsolvable(
            certificate=certificate,
            conflict=conflict,
            confirmed_by=self._part("confirmed_by", lambda watch: confirm(puzzle, conflict, watch)),
            fixes=self._part("fix", lambda watch: find_fixes(puzzle, conflict, watch)),
            open=self.open,
        )
