"""The result of `uniqueness`: a comparison, and evidence for its verdict that others can check.

A part of the evidence that was not found is None, and `missing` states the reason.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from ..comparison.compare import Comparison
from ..core.errors import OutputError
from ..core.puzzle import Grid, Puzzle
from ..core.shape import Cell
from ..core.verdict import Verdict


@dataclass(frozen=True, slots=True, order=True)
class Placement:
    """A value in a cell."""

    cell: Cell
    value: int


@dataclass(frozen=True, slots=True)
class Fix:
    """A change of one given that makes an unsolvable puzzle unique; `to` is None if the given has to be removed."""

    cell: Cell
    was: int
    to: int | None
    assumptions: int  # that `reductio` needs after the fix; published puzzles usually need few


class ProofFormat(StrEnum):
    """How a proof is written."""

    LRAT = "lrat"  # with hints, which make it quick to check
    DRUP = "drup"  # without hints, which makes it short


@dataclass(frozen=True, slots=True)
class Certificate:
    """A proof that the checker has verified."""

    claim: Grid | None  # the only solution; None if there is no solution
    prover: str  # the program that wrote the proof
    proof: tuple[str, ...]  # its lines, trimmed
    proof_format: ProofFormat
    steps: int  # of the proof, without deletions
    clauses: int  # of the formula that the proof refutes
    prover_bytes: int  # the size of the proof as the program wrote it
    bytes_without_hints: int  # the size of the trimmed proof as DRUP

    @property
    def proof_bytes(self) -> int:
        """The size of the proof."""
        return count_bytes(self.proof)


def count_bytes(lines: Sequence[str]) -> int:
    """Return the size of these lines as a file."""
    return sum(map(len, lines)) + len(lines)


@dataclass(frozen=True, slots=True)
class AdditionalGivens:
    """Givens to add to a puzzle with several solutions, so that its solution becomes unique."""

    add: tuple[Placement, ...]
    at_least: int  # the best proven lower bound for the number of givens to add

    @property
    def proven_smallest(self) -> bool:
        """Whether fewer givens are proven not to be enough."""
        return len(self.add) <= self.at_least


class MissingReason(StrEnum):
    """Why a part of the evidence is missing."""

    TIMED_OUT = "timed_out"
    TOO_LARGE = "too_large"
    OUT_OF_MEMORY = "out_of_memory"
    NOT_INSTALLED = "not_installed"  # a package is missing
    OBJECTION = "objection"  # the engines contradict each other; the objection is in the judgement
    NO_CONFLICT = "no_conflict"  # it depends on the conflict, which is missing too
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Missing:
    """The reason why a part of the evidence is missing, and a message with details."""

    because: MissingReason
    message: str


MissingParts = Mapping[str, Missing]  # from the name of the part, as in JSON


@dataclass(frozen=True, slots=True)
class UniqueEvidence:
    """The evidence that there is one solution."""

    certificate: Certificate | None = None
    redundant_givens: tuple[Placement, ...] | None = None  # each can be removed on its own
    missing: MissingParts = field(default_factory=dict)

    @property
    def is_minimal(self) -> bool | None:
        """Whether every given is necessary; None if that is not known."""
        return None if self.redundant_givens is None else not self.redundant_givens


@dataclass(frozen=True, slots=True)
class MultipleEvidence:
    """The evidence that there are several solutions."""

    count: int
    count_is_exact: bool
    second_solution: Grid
    differs_at: tuple[Cell, ...]
    fixed_cells: tuple[Cell, ...] | None = None  # empty cells that have the same value in every solution
    additional_givens: AdditionalGivens | None = None
    missing: MissingParts = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class UnsolvableEvidence:
    """The evidence that there is no solution."""

    certificate: Certificate | None = None
    conflict: tuple[Placement, ...] | None = None  # a minimal set of givens that cannot all be true
    confirmed_by: str | None = None  # the engine that confirms the conflict
    fixes: tuple[Fix, ...] | None = None
    missing: MissingParts = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class UnknownEvidence:
    """What is known if the question was not settled."""

    solutions: int  # found and checked
    missing: MissingParts = field(default_factory=dict)


Evidence = UniqueEvidence | MultipleEvidence | UnsolvableEvidence | UnknownEvidence


@dataclass(frozen=True, slots=True, repr=False)
class UniquenessResult:
    """A comparison and the evidence for its verdict: what `uniqueness` returns."""

    comparison: Comparison
    evidence: Evidence

    def __repr__(self) -> str:
        from .line import summarize

        return f"<UniquenessResult {self.verdict}: {summarize(self.evidence)}>"

    def _repr_html_(self) -> str:
        from .notebook import draw_result

        return draw_result(self)

    def to_dict(self) -> dict[str, Any]:
        """Return the result as plain values: the JSON object of the command `uniqueness`."""
        from .json_form import to_json

        return to_json(self)

    def write_certificate(self, folder: Path | str) -> None:
        """Write the proof, and everything needed to check it, to a folder, which the command `verify` checks.

        Raises OutputError if there is no certificate, or if it cannot be written.
        """
        from .certificate_writer import write_certificate

        certificate: Certificate | None = getattr(self.evidence, "certificate", None)
        if certificate is None:
            raise OutputError(f"cannot write {folder}: there is no certificate; the verdict is {self.verdict}")
        write_certificate(Path(folder), self.puzzle, certificate)

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle."""
        return self.comparison.puzzle

    @property
    def verdict(self) -> Verdict:
        """How many solutions the puzzle has, as far as it is settled."""
        return self.comparison.verdict

    @property
    def solution(self) -> Grid | None:
        """The first solution that passed the check, if any."""
        return self.comparison.solution
