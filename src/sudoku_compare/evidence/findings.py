"""What stands behind a verdict: data that says why, and that others can check.

A part that time ran out for is None, and `open` says which and why.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from ..core.puzzle import Grid
from ..core.shape import Cell


class Placed(NamedTuple):
    """A value on a cell."""

    cell: Cell
    value: int


class Fix(NamedTuple):
    """A given whose change, or removal where `to` is None, makes the puzzle unique."""

    cell: Cell
    was: int
    to: int | None
    assumptions: int  # that `reductio` then needs: newspapers print puzzles that need few


@dataclass(frozen=True, slots=True)
class Certificate:
    """A proof that the checker has followed to its end."""

    claim: Grid | None  # the only solution; None where there is none at all
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
    second_solution: Grid
    differs_at: tuple[Cell, ...]
    fixed_cells: tuple[Cell, ...] | None = None  # empty in the puzzle, and the same in every solution
    repair: Repair | None = None
    open: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class OfUnsolvable:
    certificate: Certificate | None = None
    conflict: tuple[Placed, ...] | None = None  # givens that cannot stand together; without any one of them they can
    confirmed_by: str | None = None  # the engine that agrees
    fixes: tuple[Fix, ...] | None = None
    open: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class OfUnknown:
    solutions: int  # that were found, and checked
    open: Mapping[str, str] = field(default_factory=dict)


Evidence = OfUnique | OfMultiple | OfUnsolvable | OfUnknown
