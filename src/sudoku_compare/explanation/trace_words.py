"""The steps of a trace as sentences, in a compact notation.

`r2c3 = [2^, 7*] HP3 -> invalid`: of the candidates 2 and 7 of r2c3, 7 is refuted and 2 is assumed, as the third
hypothetical, which ends in a contradiction. `~8` means: not 8.
"""

from collections.abc import Callable
from typing import NamedTuple

from ..core.puzzle import Puzzle, compact, symbol_of
from ..core.shape import Cell
from ..core.trace_steps import (
    Abandoned,
    Assume,
    Clash,
    Closed,
    Cut,
    End,
    Exhausted,
    Lone,
    NoPlace,
    NoValue,
    Place,
    Prune,
    Solution,
    Step,
)

LEGEND = "~ not, ^ assumed, * refuted, + led to a solution, HPn the nth hypothetical, -> in its scope"
LONGEST_CHAIN = 6  # assumptions up to which a chain is printed in full
FIRST, LAST = 2, 3  # how many assumptions of a longer chain are printed at its start and end


class Line(NamedTuple):
    """One sentence, and the number of assumptions that it depends on."""

    kind: str  # given, assumed or known; assume; invalid, refuted, solution or valid; cut; end
    depth: int
    text: str
    cells: tuple[Cell, ...] = ()  # the cells that it is about
    value: int = 0  # the value that its cell gets, or 0


class _Known(NamedTuple):
    """A known value, and the cells that lose this value as a candidate."""

    kind: str
    cell: Cell
    value: int
    why: str
    removed_from: list[Cell]


class TraceWriter:
    """Takes the steps of one trace, and passes on each sentence as soon as it is complete."""

    def __init__(self, puzzle: Puzzle, put: Callable[[Line], None]) -> None:
        self._shape = puzzle.shape
        self._put = put
        self._name = puzzle.shape.name_of
        self._known: _Known | None = None
        self._path: list[str] = []

    def __call__(self, step: Step) -> None:
        if isinstance(step, Prune):
            self._gather(step)
            return
        self._finish_known()
        match step:
            case Lone(cell, value):
                self._known = _Known("known", cell, value, ", its only candidate left", [])
            case Place(cell, value, unit):
                why = f", the only place left in {self._shape.unit_name(unit)}"
                self._known = _Known("known", cell, value, why, [])
            case Assume():
                self._assume(step)
            case NoValue() | NoPlace() | Clash() | Exhausted():
                reason = self._describe_contradiction(step)
                self._write("invalid", f"invalid: {reason}", self._find_cells(step))
            case Solution(number, grid):
                self._write("solution", f"VALID, every cell solved: solution {number}, {compact(grid, self._shape)}")
            case Closed(solutions=solutions):
                led = f"VALID, {_count(solutions, 'solution')} found in it" if solutions else "invalid"
                self._write("valid" if solutions else "refuted", f"{self._describe_chain()} -> {led}")
                self._path.pop()
            case Abandoned():
                self._write("abandoned", f"{self._describe_chain()} -> abandoned, the search starts over")
                self._path.pop()
            case Cut():
                self._write("cut", self._describe_cut(step))
            case End():
                self._path.clear()
                self._write("end", self._describe_end(step))

    def _write(self, kind: str, text: str, cells: tuple[Cell, ...] = (), value: int = 0) -> None:
        self._put(Line(kind, len(self._path), text, cells, value))

    def _gather(self, step: Prune) -> None:
        if self._known is None or self._known.cell != step.by:
            self._finish_known()
            self._known = _Known("given", step.by, step.value, " (given)", [])
        self._known.removed_from.append(step.cell)

    def _finish_known(self) -> None:
        if known := self._known:
            self._known = None
            text = f"{self._name(known.cell)} = {self._symbol(known.value)}{known.why}"
            if known.removed_from:
                text += f": ~{self._symbol(known.value)} at {', '.join(map(self._name, known.removed_from))}"
            self._write(known.kind, text, (known.cell,), known.value)

    def _assume(self, step: Assume) -> None:
        head = f"{self._name(step.cell)} = [{', '.join(self._mark_candidates(step))}] HP{step.hypothetical}"
        self._write("assume", head, (step.cell,), step.value)
        self._path.append(head)
        self._known = _Known("assumed", step.cell, step.value, f" (HP{step.hypothetical})", [])

    def _mark_candidates(self, step: Assume) -> list[str]:
        marks = {step.value: "^", **dict.fromkeys(step.refuted, "*"), **dict.fromkeys(step.solved, "+")}
        return [self._symbol(value) + marks.get(value, "") for value in step.candidates]

    def _symbol(self, value: int) -> str:
        return symbol_of(value, self._shape)

    def _describe_contradiction(self, step: NoValue | NoPlace | Clash | Exhausted) -> str:
        match step:
            case NoValue(cell):
                return f"{self._name(cell)} has no candidate left"
            case NoPlace(value, unit):
                return f"{self._symbol(value)} has no place left in {self._shape.unit_name(unit)}"
            case Clash(cell, by, value, unit):
                where = f"{self._name(by)} and {self._name(cell)}"
                return f"{self._symbol(value)} is given twice in {self._shape.unit_name(unit)}: {where}"
            case Exhausted(cell):
                return f"every candidate of {self._name(cell)} is refuted"

    def _find_cells(self, step: NoValue | NoPlace | Clash | Exhausted) -> tuple[Cell, ...]:
        match step:
            case NoPlace(unit=unit):
                return self._shape.units[unit]
            case Clash(cell, by):
                return by, cell
            case _:
                return (step.cell,)

    def _describe_chain(self) -> str:
        path = self._path
        if len(path) > LONGEST_CHAIN:
            path = [*path[:FIRST], f"({len(path) - FIRST - LAST:,} more)", *path[-LAST:]]
        return " -> ".join(path)

    @staticmethod
    def _describe_cut(step: Cut) -> str:
        parts = [
            _count(step.assumptions, "assumption"),
            _count(step.inferences, "inference"),
            _count(step.contradictions, "contradiction"),
            _count(step.solutions, "solution"),
        ]
        return f"cut: {', '.join(parts)} deeper than {step.depth}"

    @staticmethod
    def _describe_end(step: End) -> str:
        found = _count(step.solutions, "solution")
        how = {
            "exhausted": f"exhausted: {found}, nothing left to try",
            "enough": f"enough: {found}, as many as requested",
            "timed_out": f"timed out: {found} so far; allow more time",
        }[step.ending]
        counts = f"{_count(step.assumptions, 'assumption')}, {_count(step.contradictions, 'contradiction')}"
        return f"{how}; {counts}, depth {step.deepest:,}"


def _count(number: int, thing: str) -> str:
    return f"{number:,} {thing}" + "s" * (number != 1)
