"""The steps of a trace as sentences, in the words and the notation of the program in which they were first thought.

`r2c3 = [2^, 7*] HP3 -> invalid`: of the candidates 2 and 7 of that cell, 7 was refuted and 2 is assumed, as the
third hypothetical, which ends in a contradiction. `~8` is: not eight.
"""

from collections.abc import Callable
from typing import NamedTuple

from ..core.puzzle import Puzzle, compact, symbol_of
from ..core.shape import Cell
from ..core.trace_steps import (
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
LONGEST_CHAIN = 6  # assumptions in force that a chain has all of; a longer one is told by its ends
FIRST, LAST = 2, 3  # how many of these


class Line(NamedTuple):
    """One sentence, and how deep in assumptions it stands."""

    kind: str  # given, assumed or known; assume; invalid, refuted, solution or valid; cut; end
    depth: int
    text: str


class _Known(NamedTuple):
    """A known value, whose consequences are being gathered."""

    kind: str
    cell: Cell
    value: int
    why: str
    fallen: list[Cell]


class Words:
    """Takes the steps of one trace, and tells each sentence when it is complete."""

    def __init__(self, puzzle: Puzzle, tell: Callable[[Line], None]) -> None:
        self._shape = puzzle.shape
        self._tell = tell
        self._name = puzzle.shape.name_of
        self._known: _Known | None = None
        self._path: list[str] = []

    def __call__(self, step: Step) -> None:
        if isinstance(step, Prune):
            self._gather(step)
            return
        self._release()
        match step:
            case Lone(cell, value):
                self._known = _Known("known", cell, value, ", its only candidate left", [])
            case Place(cell, value, unit):
                why = f", the only place left in {self._shape.unit_name(unit)}"
                self._known = _Known("known", cell, value, why, [])
            case Assume():
                self._assume(step)
            case NoValue() | NoPlace() | Clash() | Exhausted():
                self._say("invalid", f"invalid: {self._contradiction(step)}")
            case Solution(number, grid):
                self._say("solution", f"VALID, every cell decided: solution {number}, {compact(grid, self._shape)}")
            case Closed(solutions=solutions):
                led = f"VALID, {_counted(solutions, 'solution')} found in it" if solutions else "invalid"
                self._say("valid" if solutions else "refuted", f"{self._chain()} -> {led}")
                self._path.pop()
            case Cut():
                self._say("cut", self._cut(step))
            case End():
                self._path.clear()
                self._say("end", self._end(step))

    def _say(self, kind: str, text: str) -> None:
        self._tell(Line(kind, len(self._path), text))

    def _gather(self, step: Prune) -> None:
        if self._known is None or self._known.cell != step.by:
            self._release()
            self._known = _Known("given", step.by, step.value, " (given)", [])
        self._known.fallen.append(step.cell)

    def _release(self) -> None:
        if known := self._known:
            self._known = None
            text = f"{self._name(known.cell)} = {self._value(known.value)}{known.why}"
            if known.fallen:
                text += f": ~{self._value(known.value)} at {', '.join(map(self._name, known.fallen))}"
            self._say(known.kind, text)

    def _assume(self, step: Assume) -> None:
        head = f"{self._name(step.cell)} = [{', '.join(self._marked(step))}] HP{step.hypothetical}"
        self._say("assume", head)
        self._path.append(head)
        self._known = _Known("assumed", step.cell, step.value, f" (HP{step.hypothetical})", [])

    def _marked(self, step: Assume) -> list[str]:
        marks = {step.value: "^", **dict.fromkeys(step.refuted, "*"), **dict.fromkeys(step.solved, "+")}
        return [self._value(value) + marks.get(value, "") for value in step.candidates]

    def _value(self, value: int) -> str:
        return symbol_of(value, self._shape)

    def _contradiction(self, step: NoValue | NoPlace | Clash | Exhausted) -> str:
        match step:
            case NoValue(cell):
                return f"{self._name(cell)} has no candidate left"
            case NoPlace(value, unit):
                return f"{self._value(value)} has no place left in {self._shape.unit_name(unit)}"
            case Clash(cell, by, value, unit):
                where = f"{self._name(by)} and {self._name(cell)}"
                return f"{self._value(value)} is given twice in {self._shape.unit_name(unit)}: {where}"
            case Exhausted(cell):
                return f"every candidate of {self._name(cell)} is refuted"

    def _chain(self) -> str:
        path = self._path
        if len(path) > LONGEST_CHAIN:
            path = [*path[:FIRST], f"({len(path) - FIRST - LAST:,} more)", *path[-LAST:]]
        return " -> ".join(path)

    @staticmethod
    def _cut(step: Cut) -> str:
        parts = [
            _counted(step.assumptions, "assumption"),
            _counted(step.inferences, "inference"),
            _counted(step.contradictions, "contradiction"),
            _counted(step.solutions, "solution"),
        ]
        return f"cut: {', '.join(parts)} deeper than {step.depth}; a higher --trace-depth shows them"

    @staticmethod
    def _end(step: End) -> str:
        found = _counted(step.solutions, "solution")
        how = {
            "exhausted": f"exhausted: {found}, nothing left to try",
            "enough": f"enough: {found}, as many as were asked for",
            "timed_out": f"timed out: {found} so far; a longer --timeout may help",
        }[step.ending]
        counts = f"{_counted(step.assumptions, 'assumption')}, {_counted(step.contradictions, 'contradiction')}"
        return f"{how}; {counts}, {step.deepest:,} deepest"


def _counted(number: int, thing: str) -> str:
    return f"{number:,} {thing}" + "s" * (number != 1)
