"""What stands behind a verdict: data that says why, and that others can check.

A part that time ran out for is None, and `open` says which and why.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from ..core.puzzle import Filling
from ..core.shape import Square


class Placed(NamedTuple):
    """A value on a square."""

    square: Square
    value: int


class Mend(NamedTuple):
    """A given whose change, or removal where `to` is None, makes the puzzle unique."""

    square: Square
    was: int
    to: int | None
    assumptions: int  # that `reductio` then needs: newspapers print puzzles that need few


@dataclass(frozen=True, slots=True)
class Certificate:
    """A proof that the checker has followed to its end."""

    claim: Filling | None  # the only solution; None where there is none at all
    prover: str  # who wrote the proof
    proof: tuple[str, ...]  # lines of DRUP
    steps: int  # of the proof, not counting what it drops again
    clauses: int  # of the formula that it refutes

    @property
    def proof_bytes(self) -> int:
        return sum(map(len, self.proof)) + len(self.proof)


@dataclass(frozen=True, slots=True)
class Repair:
    """Values to add that make a puzzle unique."""

    add: tuple[Placed, ...]
    at_least: int  # it takes, as far as that is proven

    @property
    def proven_smallest(self) -> bool:
        return len(self.add) <= self.at_least


@dataclass(frozen=True, slots=True)
class OfUnique:
    certificate: Certificate | None = None
    redundant_givens: tuple[Placed, ...] | None = None  # each could go, one at a time
    open: Mapping[str, str] = field(default_factory=dict)

    @property
    def minimal(self) -> bool | None:
        return None if self.redundant_givens is None else not self.redundant_givens


@dataclass(frozen=True, slots=True)
class OfMultiple:
    count: int
    count_is_exact: bool
    second_solution: Filling
    differs_at: tuple[Square, ...]
    fixed_squares: tuple[Square, ...] | None = None  # empty in the puzzle, and the same in every solution
    repair: Repair | None = None
    open: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class OfUnsolvable:
    certificate: Certificate | None = None
    conflict: tuple[Placed, ...] | None = None  # givens that cannot stand together; without any one of them they can
    confirmed_by: str | None = None  # the engine that agrees
    mends: tuple[Mend, ...] | None = None
    open: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class OfUnknown:
    solutions: int  # that were found, and checked
    open: Mapping[str, str] = field(default_factory=dict)


Evidence = OfUnique | OfMultiple | OfUnsolvable | OfUnknown
