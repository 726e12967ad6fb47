"""One step of solving by hand, as data: its technique and reason, what it rests on, and what it places and removes."""

from dataclasses import dataclass

from ..core.shape import Cell

Candidate = tuple[Cell, int]  # a cell and a value


@dataclass(frozen=True, slots=True)
class Line:
    """One inference under an assumption: a value that a cell must have, or cannot have."""

    cell: Cell
    value: int
    holds: bool
    reason: str
    refutation: "Refutation | None" = None  # how assuming the value failed, if that is the reason


@dataclass(frozen=True, slots=True)
class Refutation:
    """An assumption, the inferences that matter, and the contradiction at which they end."""

    assumed: Candidate
    lines: tuple[Line, ...]
    contradiction: str

    def depth(self) -> int:
        """Return the largest number of assumptions in force at once."""
        return 1 + max((line.refutation.depth() for line in self.lines if line.refutation), default=0)


@dataclass(frozen=True, slots=True)
class Step:
    """A step. `removed` is complete, so a step can be replayed without knowing its technique."""

    technique: str
    reason: str
    placed: tuple[Candidate, ...] = ()
    removed: tuple[Candidate, ...] = ()
    pattern: tuple[Candidate, ...] = ()  # the candidates that it rests on
    units: tuple[int, ...] = ()  # the units that its reason refers to
    refutation: Refutation | None = None
