"""One step of solving by hand, as data: what it rests on, what it places, what it strikes, and why."""

from dataclasses import dataclass

from ..core.shape import Cell

Candidate = tuple[Cell, int]  # a cell and a value


@dataclass(frozen=True, slots=True)
class Line:
    """One inference under an assumption: a value that must stand on a cell, or that cannot."""

    cell: Cell
    value: int
    holds: bool
    reason: str
    refutation: "Refutation | None" = None  # how the assumption of the value failed, if that is the reason


@dataclass(frozen=True, slots=True)
class Refutation:
    """An assumption, what follows from it as far as it matters, and the contradiction at the end."""

    assumed: Candidate
    lines: tuple[Line, ...]
    contradiction: str

    def depth(self) -> int:
        """How many assumptions are in force at once, at most."""
        return 1 + max((line.refutation.depth() for line in self.lines if line.refutation), default=0)


@dataclass(frozen=True, slots=True)
class Step:
    """`removed` is all that falls, so that a step can be replayed without knowing its technique."""

    technique: str
    reason: str
    placed: tuple[Candidate, ...] = ()
    removed: tuple[Candidate, ...] = ()
    pattern: tuple[Candidate, ...] = ()  # the candidates that it rests on
    units: tuple[int, ...] = ()  # the units by which it argues
    refutation: Refutation | None = None
