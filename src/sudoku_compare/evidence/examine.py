"""Collects the evidence for a verdict."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TypeVar

from ..checking.rejection import CertificateTooLarge
from ..comparison.compare import Comparison
from ..core.answer import Limits, OutOfTime
from ..core.interrupts import SignalWatch, hold_signals
from ..core.puzzle import Grid, differences
from ..core.verdict import Verdict
from ..engines.sat.oracle import PROVING_SOLVER, OutOfReach
from ..engines.sat.solver import load
from .additional_givens import find_additional_givens
from .certificate import DEFAULT_PROVER, PROVERS, ProofFailure, Prover, certify
from .confirmation import Objection
from .conflict import confirm_conflict, find_conflict, find_fixes
from .progress import Observe, ObservedStopwatch, ignore_progress
from .redundant_givens import find_redundant_givens
from .result import (
    Certificate,
    Evidence,
    Missing,
    MissingReason,
    MultipleEvidence,
    ProofFormat,
    UniqueEvidence,
    UniquenessResult,
    UnknownEvidence,
    UnsolvableEvidence,
)
from .solution_count import SolutionCount, count_solutions, find_fixed_cells

__all__ = ["EvidenceOptions", "examine"]

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class EvidenceOptions:
    """How much evidence to collect."""

    limits: Limits = field(default_factory=lambda: Limits(2, 60.0))  # the seconds are for each part of the evidence
    count_limit: int = 1000  # solutions; counting stops at this number
    prover: Prover = PROVERS[DEFAULT_PROVER]  # writes the proof; `load_prover` finds it by its name
    proof_format: ProofFormat = ProofFormat.LRAT


def examine(comparison: Comparison, options: EvidenceOptions, observe: Observe = ignore_progress) -> UniquenessResult:
    """Collect the evidence for the verdict of a comparison. `observe` is called several times per second meanwhile.

    If the evidence contradicts the comparison, the result has further objections, and its verdict is `unknown` unless
    it is proven.
    """
    with suppress(ImportError):  # each part that needs the package reports that it is missing
        load(PROVING_SOLVER)
    return _Examination(comparison, options, observe).run()


class _Examination:
    """The examination of one puzzle; collects the missing parts and the objections on the way."""

    def __init__(self, comparison: Comparison, options: EvidenceOptions, observe: Observe) -> None:
        self.comparison = comparison
        self.puzzle = comparison.puzzle
        self.options = options
        self.observe = observe
        self.missing: dict[str, Missing] = {}
        self.objections: list[str] = []

    def run(self) -> UniquenessResult:
        judgement = self.comparison.judgement
        evidence = self._collect()
        if self.objections:
            # A checked proof and two checked solutions remain valid, whatever the other objections are.
            proven = isinstance(evidence, MultipleEvidence) or getattr(evidence, "certificate", None)
            judgement = replace(
                judgement,
                verdict=judgement.verdict if proven else Verdict.UNKNOWN,
                agreed=False,
                objections=(*judgement.objections, *self.objections),
            )
        return UniquenessResult(replace(self.comparison, judgement=judgement), evidence)

    def _collect(self) -> Evidence:
        match self.comparison.verdict:
            case Verdict.UNIQUE:
                return self._examine_unique(self.comparison.judgement.solutions[0])
            case Verdict.MULTIPLE:
                return self._examine_multiple(*self.comparison.judgement.solutions[:2])
            case Verdict.UNSOLVABLE:
                return self._examine_unsolvable()
        return UnknownEvidence(len(self.comparison.judgement.solutions))

    def _find(self, part: str, find: Callable[[ObservedStopwatch], Found]) -> Found | None:
        """Find one part of the evidence within its own time limit; None, and the reason, if that fails."""
        watch = ObservedStopwatch(self.options.limits, part, self.observe)
        with SignalWatch() as signals:
            try:
                with hold_signals(watch.stop):
                    return find(watch)
            except Exception as error:
                if error in signals:
                    raise
                self.missing[part] = self._explain(error)
        return None

    def _explain(self, error: Exception) -> Missing:
        """Return why a part is missing. A part that fails does not prevent the others from being found."""
        match error:
            case OutOfTime():
                return self._make_out_of_time()
            case ImportError():
                return Missing(MissingReason.NOT_INSTALLED, f"{error}; pip install python-sat ortools")
            case OutOfReach() | CertificateTooLarge():
                return Missing(MissingReason.TOO_LARGE, f"too large: {error}")
            case MemoryError():
                return Missing(MissingReason.OUT_OF_MEMORY, "out of memory")
            case ProofFailure():
                return Missing(MissingReason.FAILED, str(error))
            case Objection():
                self.objections.append(str(error))
                return Missing(MissingReason.OBJECTION, "see the objection")
        return Missing(MissingReason.FAILED, f"{type(error).__name__}: {error}".splitlines()[0])

    def _make_out_of_time(self) -> Missing:
        message = f"time ran out after {self.options.limits.seconds:g} s; allow more time"
        return Missing(MissingReason.TIMED_OUT, message)

    def _examine_unique(self, solution: Grid) -> UniqueEvidence:
        puzzle = self.puzzle
        return UniqueEvidence(
            certificate=self._find("certificate", lambda watch: self._certify(solution, watch)),
            redundant_givens=self._find(
                "redundant_givens", lambda watch: find_redundant_givens(puzzle, solution, watch)
            ),
            missing=self.missing,
        )

    def _certify(self, claim: Grid | None, watch: ObservedStopwatch) -> Certificate:
        return certify(self.puzzle, claim, self.options.prover, watch, self.options.proof_format)

    def _examine_multiple(self, solution: Grid, second: Grid) -> MultipleEvidence:
        puzzle, limit = self.puzzle, self.options.count_limit
        counted = self._find("count", lambda watch: count_solutions(puzzle, limit, watch, watch.note))
        if counted is None or len(counted.solutions) < 2:
            counted = SolutionCount((solution, second), is_exact=False)
        if not counted.is_exact and len(counted.solutions) < limit:
            self.missing.setdefault("count", self._make_out_of_time())
        return MultipleEvidence(
            count=len(counted.solutions),
            count_is_exact=counted.is_exact,
            second_solution=second,
            differs_at=tuple(differences(solution, second)),
            fixed_cells=self._find("fixed_cells", lambda watch: find_fixed_cells(puzzle, counted, watch)),
            additional_givens=self._find(
                "additional_givens", lambda watch: find_additional_givens(puzzle, counted, watch, watch.note)
            ),
            missing=self.missing,
        )

    def _examine_unsolvable(self) -> UnsolvableEvidence:
        puzzle = self.puzzle
        certificate = self._find("certificate", lambda watch: self._certify(None, watch))
        conflict = self._find("conflict", lambda watch: find_conflict(puzzle, watch))
        if conflict is None:
            reason = Missing(MissingReason.NO_CONFLICT, "needs a conflict, and none was found")
            self.missing |= dict.fromkeys(("confirmed_by", "fixes"), reason)
            return UnsolvableEvidence(certificate, missing=self.missing)
        return UnsolvableEvidence(
            certificate=certificate,
            conflict=conflict,
            confirmed_by=self._find("confirmed_by", lambda watch: confirm_conflict(puzzle, conflict, watch)),
            fixes=self._find("fixes", lambda watch: find_fixes(puzzle, conflict, watch)),
            missing=self.missing,
        )
