"""A search of `reductio` as data, step by step, each step with its reason.

A trace begins with what follows from the givens. Then a cell is chosen, and each of its candidates is assumed in
turn, in a scope of its own: `Assume`, what follows from it, perhaps a choice within it, how it ended, `Closed`. Cells
are numbers of the shape, units too, values count from 1; `as_json` has their names.
"""

import dataclasses
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from .errors import PuzzleError
from .puzzle import Puzzle, compact
from .shape import Cell, Shape

Values = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Prune:
    """The value falls from the cell: a peer of it, `by`, is known to hold it."""

    kind: ClassVar = "prune"
    cell: Cell
    value: int
    by: Cell


@dataclass(frozen=True, slots=True)
class Lone:
    """The cell has this one candidate left."""

    kind: ClassVar = "naked_single"
    cell: Cell
    value: int


@dataclass(frozen=True, slots=True)
class Place:
    """The unit has this one place left for the value."""

    kind: ClassVar = "hidden_single"
    cell: Cell
    value: int
    unit: int


@dataclass(frozen=True, slots=True)
class Assume:
    """Nothing follows any more: one of the cell's candidates is assumed, as the nth hypothetical of the search."""

    kind: ClassVar = "assume"
    cell: Cell
    value: int
    hypothetical: int
    depth: int  # assumptions in force with this one
    candidates: Values
    refuted: Values  # of these, those whose scopes held no solution
    solved: Values  # and those whose scopes held some


@dataclass(frozen=True, slots=True)
class NoValue:
    """A contradiction: the cell has no candidate left."""

    kind: ClassVar = "no_candidate"
    cell: Cell


@dataclass(frozen=True, slots=True)
class NoPlace:
    """A contradiction: the unit has no place left for the value."""

    kind: ClassVar = "no_place"
    value: int
    unit: int


@dataclass(frozen=True, slots=True)
class Clash:
    """A contradiction: a value is given twice in a unit."""

    kind: ClassVar = "clash"
    cell: Cell
    by: Cell
    value: int
    unit: int


@dataclass(frozen=True, slots=True)
class Exhausted:
    """Every candidate of the cell on which this scope chose has been refuted, so the scope itself is."""

    kind: ClassVar = "exhausted"
    cell: Cell


@dataclass(frozen=True, slots=True)
class Solution:
    """Every cell is decided."""

    kind: ClassVar = "solution"
    number: int
    grid: bytes


@dataclass(frozen=True, slots=True)
class Closed:
    """The scope of the innermost assumption ends. Without a solution in it, the assumed value is refuted."""

    kind: ClassVar = "closed"
    cell: Cell
    value: int
    hypothetical: int
    solutions: int


@dataclass(frozen=True, slots=True)
class Cut:
    """What a trace that ends at some depth leaves out at this point."""

    kind: ClassVar = "cut"
    depth: int
    assumptions: int
    inferences: int
    contradictions: int
    solutions: int


@dataclass(frozen=True, slots=True)
class End:
    """How the search ended (`exhausted`, `enough` or `timed_out`), and its counts."""

    kind: ClassVar = "end"
    ending: str
    solutions: int
    assumptions: int
    contradictions: int
    deepest: int


Step = Prune | Lone | Place | Assume | NoValue | NoPlace | Clash | Exhausted | Solution | Closed | Cut | End
Tell = Callable[[Step], None]

INFERENCES = (Prune, Lone, Place)
CONTRADICTIONS = (NoValue, NoPlace, Clash)
_KINDS: dict[str, type[Step]] = {
    kind.kind: kind
    for kind in (Prune, Lone, Place, Assume, NoValue, NoPlace, Clash, Exhausted, Solution, Closed, Cut, End)
}
_NAMED = re.compile(r"r(\d+)c(\d+)")
_UNITS = ("row", "column", "box")


def as_json(step: Step, shape: Shape) -> dict[str, Any]:
    """With names for cells and units, and a grid in one line."""
    written: dict[str, Any] = {"kind": step.kind}
    for name in type(step).__slots__:
        value = getattr(step, name)
        match name:
            case "cell" | "by":
                value = shape.name_of(value)
            case "unit":
                value = shape.unit_name(value)
            case "grid":
                value = compact(value, shape)
            case "candidates" | "refuted" | "solved":
                value = list(value)
        written[name] = value
    return written


def from_json(written: dict[str, Any], shape: Shape) -> Step:
    """The step that `as_json` wrote; raises PuzzleError where it is none."""
    try:
        kind = _KINDS[written["kind"]]
        fields = {field.name: _read(field.name, written[field.name], shape) for field in dataclasses.fields(kind)}
    except (KeyError, TypeError, ValueError, AttributeError, PuzzleError) as error:
        raise PuzzleError(f"{str(written)[:80]}: no step of a trace; one of {', '.join(_KINDS)} would do") from error
    return kind(**fields)


def _read(name: str, value: Any, shape: Shape) -> Any:
    match name:
        case "cell" | "by":
            return _cell_named(value, shape)
        case "unit":
            kind, number = value.split()
            return _UNITS.index(kind) * shape.side + int(number) - 1
        case "grid":
            return Puzzle.from_text(value, shape).givens
        case "candidates" | "refuted" | "solved":
            return tuple(value)
    return value


def _cell_named(name: str, shape: Shape) -> Cell:
    if found := _NAMED.fullmatch(name):
        cell = (int(found[1]) - 1) * shape.side + int(found[2]) - 1
        if cell in shape.cells and shape.name_of(cell) == name:
            return cell
    raise ValueError(name)


class Cutter:
    """Passes a trace on without the scopes below a depth, and says how much that leaves out."""

    def __init__(self, depth: int, tell: Tell) -> None:
        self._depth = depth
        self._tell = tell
        self._at = 0  # how deep the trace is now
        self._left_out = dict.fromkeys(("assumptions", "inferences", "contradictions", "solutions"), 0)

    def __call__(self, step: Step) -> None:
        self._at += isinstance(step, Assume)
        deep = self._at > self._depth
        self._at -= isinstance(step, Closed)
        if deep and not isinstance(step, End):
            self._count(step)
            return
        if any(self._left_out.values()):
            self._tell(Cut(self._depth, **self._left_out))
            self._left_out = dict.fromkeys(self._left_out, 0)
        self._tell(step)

    def _count(self, step: Step) -> None:
        self._left_out["assumptions"] += isinstance(step, Assume)
        self._left_out["inferences"] += isinstance(step, INFERENCES)
        self._left_out["contradictions"] += isinstance(step, CONTRADICTIONS)
        self._left_out["solutions"] += isinstance(step, Solution)
