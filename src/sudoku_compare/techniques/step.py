"""One step of solving by hand, as data: its technique and reason, what it rests on, and what it places and removes."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import cycle, pairwise

from ..core.shape import Cell

Candidate = tuple[Cell, int]  # a cell and a value


class LinkKind(StrEnum):
    """What a link says about its two candidates."""

    STRONG = "strong"  # if the source is false, the target is true
    WEAK = "weak"  # if the source is true, the target is false
    PREMISE = "premise"  # under an assumption, the source is one of the reasons for the target


@dataclass(frozen=True, slots=True)
class Link:
    """An inference from one candidate to another: the target is decided because of the source.

    Either may be a group, which is true if one of its candidates is, and false if all of them are.
    """

    source: Candidate  # the first one of a group
    target: Candidate
    kind: LinkKind
    source_group: tuple[Candidate, ...] = ()  # all candidates of the source if it is a group
    target_group: tuple[Candidate, ...] = ()

    def candidates(self) -> tuple[Candidate, ...]:
        """Return the candidates of both ends."""
        return (*(self.source_group or (self.source,)), *(self.target_group or (self.target,)))


def link_groups(source: Sequence[Candidate], target: Sequence[Candidate], kind: LinkKind) -> Link:
    """Return the link between two ends, each of which is one candidate or a group."""
    groups = (tuple(end) if len(end) > 1 else () for end in (source, target))
    return Link(source[0], target[0], kind, *groups)


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
    links: tuple[Link, ...] = ()  # from the premises of each line to the line, then to what the contradiction misses

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
    links: tuple[Link, ...] = ()  # the inferences of the pattern, in order; those of the refutation if there is one
    sets: tuple[tuple[Cell, ...], ...] = ()  # the cells of each almost locked set of the pattern: A, B, ...


def link_alternately(chain: Sequence[Candidate]) -> tuple[Link, ...]:
    """Return the links of a chain that begins and ends with a strong link, with weak and strong ones in turn."""
    return link_ends([(candidate,) for candidate in chain])


def link_ends(ends: Sequence[Sequence[Candidate]], first: LinkKind = LinkKind.STRONG) -> tuple[Link, ...]:
    """Return the links between candidates or groups in a row, weak and strong ones in turn."""
    kinds = cycle((LinkKind.STRONG, LinkKind.WEAK) if first is LinkKind.STRONG else (LinkKind.WEAK, LinkKind.STRONG))
    return tuple(link_groups(*pair, kind) for pair, kind in zip(pairwise(ends), kinds, strict=False))
