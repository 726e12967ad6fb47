"""The steps of a `reductio` search, each with its reason.

A trace begins with the inferences from the givens. Then a cell is chosen, and each of its candidates is assumed in
turn, in a scope of its own: `Assume`, the inferences, perhaps another choice, the end of the scope, `Closed`. If the
search starts over, every scope ends with `Abandoned`, the innermost first, and another cell may be chosen. Cells and
units are identified by their numbers in the shape, and values start at 1; `as_json` replaces the numbers with names.
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
    """The value is removed from the cell because its peer `by` holds that value."""

    kind: ClassVar = "prune"
    cell: Cell
    value: int
    by: Cell


@dataclass(frozen=True, slots=True)
class Lone:
    """Naked single: this is the only candidate left in the cell."""

    kind: ClassVar = "naked_single"
    cell: Cell
    value: int


@dataclass(frozen=True, slots=True)
class Place:
    """Hidden single: this cell is the only place left for the value in the unit."""

    kind: ClassVar = "hidden_single"
    cell: Cell
    value: int
    unit: int


@dataclass(frozen=True, slots=True)
class Assume:
    """Nothing more can be inferred, so a candidate of the cell is assumed; `hypothetical` counts the assumptions."""

    kind: ClassVar = "assume"
    cell: Cell
    value: int
    hypothetical: int
    depth: int  # number of assumptions in force, including this one
    candidates: Values
    refuted: Values  # candidates tried earlier that led to no solution
    solved: Values  # candidates tried earlier that led to at least one solution


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
    """A contradiction: the value is given twice in the unit."""

    kind: ClassVar = "clash"
    cell: Cell
    by: Cell
    value: int
    unit: int


@dataclass(frozen=True, slots=True)
class Exhausted:
    """Every candidate of the chosen cell has been refuted, so this scope is refuted too."""

    kind: ClassVar = "exhausted"
    cell: Cell


@dataclass(frozen=True, slots=True)
class Solution:
    """Every cell has a value."""

    kind: ClassVar = "solution"
    number: int
    grid: bytes


@dataclass(frozen=True, slots=True)
class Closed:
    """The scope of the innermost assumption ends. If it held no solution, the assumed value is refuted."""

    kind: ClassVar = "closed"
    cell: Cell
    value: int
    hypothetical: int
    solutions: int


@dataclass(frozen=True, slots=True)
class Abandoned:
    """The search starts over, so the scope of the innermost assumption ends without a conclusion."""

    kind: ClassVar = "abandoned"
    cell: Cell
    value: int
    hypothetical: int


@dataclass(frozen=True, slots=True)
class Cut:
    """The number of steps that a trace with a limited depth leaves out at this point."""

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


Step = Prune | Lone | Place | Assume | NoValue | NoPlace | Clash | Exhausted | Solution | Closed | Abandoned | Cut | End
StepListener = Callable[[Step], None]

INFERENCES = (Prune, Lone, Place)
CONTRADICTIONS = (NoValue, NoPlace, Clash)
_STEP_TYPES: dict[str, type[Step]] = {
    kind.kind: kind
    for kind in (Prune, Lone, Place, Assume, NoValue, NoPlace, Clash, Exhausted, Solution, Closed, Abandoned, Cut, End)
}
_CELL_NAME = re.compile(r"r(\d+)c(\d+)")
_UNIT_KINDS = ("row", "column", "box")


def as_json(step: Step, shape: Shape) -> dict[str, Any]:
    """Return a step as JSON, with the names of cells and units, and a grid as one line of text."""
    data: dict[str, Any] = {"kind": step.kind}
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
        data[name] = value
    return data


def from_json(data: dict[str, Any], shape: Shape) -> Step:
    """Return the step that `as_json` wrote; raise PuzzleError if the data is not a step."""
    try:
        step_type = _STEP_TYPES[data["kind"]]
        names = [field.name for field in dataclasses.fields(step_type)]
        fields = {name: _read_field(name, data[name], shape) for name in names}
    except (KeyError, TypeError, ValueError, AttributeError, PuzzleError) as error:
        kinds = ", ".join(_STEP_TYPES)
        raise PuzzleError(f"expected a step of a trace ({kinds}), found {str(data)[:80]}") from error
    return step_type(**fields)


def _read_field(name: str, value: Any, shape: Shape) -> Any:
    match name:
        case "cell" | "by":
            return _find_cell(value, shape)
        case "unit":
            kind, number = value.split()
            return _UNIT_KINDS.index(kind) * shape.side + int(number) - 1
        case "grid":
            return Puzzle.from_text(value, shape).givens
        case "candidates" | "refuted" | "solved":
            return tuple(value)
    return value


def _find_cell(name: str, shape: Shape) -> Cell:
    if match := _CELL_NAME.fullmatch(name):
        cell = (int(match[1]) - 1) * shape.side + int(match[2]) - 1
        if cell in shape.cells and shape.name_of(cell) == name:
            return cell
    raise ValueError(name)


class Cutter:
    """Passes on the steps of a trace up to a given depth, and reports how many deeper steps it leaves out."""

    def __init__(self, depth: int, listener: StepListener) -> None:
        self._depth = depth
        self._listener = listener
        self._current_depth = 0
        self._left_out = dict.fromkeys(("assumptions", "inferences", "contradictions", "solutions"), 0)

    def __call__(self, step: Step) -> None:
        self._current_depth += isinstance(step, Assume)
        is_too_deep = self._current_depth > self._depth
        self._current_depth -= isinstance(step, Closed | Abandoned)
        if is_too_deep and not isinstance(step, End):
            self._count(step)
            return
        if any(self._left_out.values()):
            self._listener(Cut(self._depth, **self._left_out))
            self._left_out = dict.fromkeys(self._left_out, 0)
        self._listener(step)

    def _count(self, step: Step) -> None:
        self._left_out["assumptions"] += isinstance(step, Assume)
        self._left_out["inferences"] += isinstance(step, INFERENCES)
        self._left_out["contradictions"] += isinstance(step, CONTRADICTIONS)
        self._left_out["solutions"] += isinstance(step, Solution)
