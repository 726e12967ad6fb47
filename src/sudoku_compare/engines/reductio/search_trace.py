"""A search of `reductio` as a trace, step by step.

This is the search itself, with the same assumptions in the same order. What it asserted is read from its trail, in the
order of assertion. Each assertion is traced with its reason, followed by every candidate that it removes.
"""

from dataclasses import dataclass, field

from ...core.answer import Ending, Limits, OutOfTime, Stopwatch, determine_ending
from ...core.puzzle import Grid, Puzzle
from ...core.shape import Cell
from ...core.trace_steps import (
    Abandoned,
    Assume,
    Clash,
    Closed,
    End,
    Exhausted,
    Lone,
    NoPlace,
    NoValue,
    Place,
    Prune,
    Solution,
    Step,
    StepListener,
)
from .engine import Search
from .propagation import Board, fields_of


def trace(puzzle: Puzzle, limits: Limits, emit: StepListener, watch: Stopwatch | None = None) -> End:
    """Search as the engine does and pass each step to `emit`; return the last one.

    >>> from sudoku_compare import Limits, Puzzle
    >>> steps: list[Step] = []
    >>> trace(Puzzle.from_text("1... ..2. .3.. ...4"), Limits(2), steps.append).ending
    'exhausted'
    >>> steps[0]
    Prune(cell=1, value=1, by=0)

    The time that `emit` takes counts against the limit, unless the caller extends the deadline of `watch` by it.
    """
    search = _TraceSearch(puzzle, watch or Stopwatch(limits), emit)
    found = 0
    try:
        for grid in search.solutions():
            found += 1
            search.emit_solution(found, grid)
            if found >= limits.solutions:
                break
        ending = determine_ending(found, limits)
        if ending is Ending.EXHAUSTED:
            search.emit_rest()
    except OutOfTime:
        ending = Ending.TIMED_OUT
    end = End(str(ending), found, search.assumptions, search.contradictions, search.deepest)
    emit(end)
    return end


@dataclass(slots=True)
class _Choice:
    """The cell chosen at one depth, and the outcomes of the assumptions made there so far."""

    cell: Cell
    candidates: tuple[int, ...]
    refuted: list[int] = field(default_factory=list)
    solved: list[int] = field(default_factory=list)


@dataclass(slots=True)
class _Open:
    """An assumption in force."""

    cell: Cell
    value: int
    hypothetical: int
    removed: int  # candidates that had been removed when it was made
    solutions: int = 0


class _TraceSearch(Search):
    """A search that passes every step to `emit`."""

    def __init__(self, puzzle: Puzzle, watch: Stopwatch, emit: StepListener) -> None:
        super().__init__(puzzle, fields_of(puzzle.shape), watch)
        self.shape = puzzle.shape
        self._emit = emit
        self._left = [(1 << self.shape.side) - 1] * len(self.shape.cells)  # one bit per value for each cell
        self._removed: list[tuple[Cell, int]] = []  # they come back when their scope is closed
        self._path: list[_Open] = []
        self._choices: list[_Choice] = []  # one per depth of the path, and perhaps one more
        self._peers: dict[Cell, list[Cell]] = {}
        self._trail_emitted: int | None = None  # length of the trail that has been traced; None before the givens
        self._contradictions_emitted = 0
        self._is_emitted = False  # whether everything on this board has been traced

    def assume(self) -> tuple[Board, Board]:
        self._emit_board()
        board, asserted = super().assume()
        self._close(self.depth)
        cell, value = self.fields.candidate_at(asserted.bit_length() - 1)
        if len(self._choices) < self.depth:
            self._choices.append(_Choice(cell, self._list_values(cell)))
        choice = self._choices[-1]
        refuted, solved = tuple(choice.refuted), tuple(choice.solved)
        self._emit(Assume(cell, value, self.assumptions, self.depth, choice.candidates, refuted, solved))
        self._path.append(_Open(cell, value, self.assumptions, len(self._removed)))
        self._trail_emitted = len(self.trail)
        self._is_emitted = False
        self.watch.tick()
        return board, asserted

    def start_over(self) -> None:
        self._emit_board()
        while self._path:
            scope = self._path.pop()
            self._emit(Abandoned(scope.cell, scope.value, scope.hypothetical))
            self._restore(scope)
        self._choices.clear()
        super().start_over()

    def emit_solution(self, number: int, grid: Grid) -> None:
        self._emit_board()
        self._emit(Solution(number, grid))
        if self._path:
            self._path[-1].solutions += 1

    def emit_rest(self) -> None:
        """Trace the end of an exhausted search: the rest of the last board, and the end of every scope."""
        self._emit_board()
        self._close(1)
        if self._choices and not self._choices[0].solved:
            self._emit(Exhausted(self._choices[0].cell))

    def _emit_board(self) -> None:
        """Trace what followed on the board that the search has just left, with the contradiction if there was one."""
        if self._is_emitted:
            return
        self._is_emitted = True
        if self._trail_emitted is None:
            self._trail_emitted = 0
            if clash := self._find_clash():
                self._emit_contradiction(clash)
                return
            self._emit_givens()
        for cell, value in self.trail[self._trail_emitted :]:
            if not self.puzzle.givens[cell]:
                self._emit_assertion(cell, value)
        if self.contradictions > self._contradictions_emitted:
            self._emit_contradiction(self._find_contradiction())

    def _emit_contradiction(self, step: Step) -> None:
        self._contradictions_emitted = self.contradictions
        self._emit(step)

    def _emit_givens(self) -> None:
        given = [(cell, value) for cell, value in enumerate(self.puzzle.givens) if value]
        for cell, value in given:
            self._left[cell] = 1 << value - 1
        for cell, value in given:
            self._emit_pruning(cell, value)

    def _emit_assertion(self, cell: Cell, value: int) -> None:
        if not (self._path and self._path[-1].cell == cell):
            self._emit(self._find_reason(cell, value))
        others = self._left[cell] ^ 1 << value - 1
        if others:
            self._remove(cell, others)
        self._emit_pruning(cell, value)

    def _find_reason(self, cell: Cell, value: int) -> Step:
        bit = 1 << value - 1
        if self._left[cell] == bit:
            return Lone(cell, value)
        for number in self.shape.units_of[cell]:
            if sum(self._left[place] & bit for place in self.shape.units[number]) == bit:
                return Place(cell, value, number)
        raise AssertionError(f"{self.shape.name_of(cell)} = {value} does not follow")

    def _emit_pruning(self, cell: Cell, value: int) -> None:
        """Remove the value from the cell's peers."""
        if cell not in self._peers:
            self._peers[cell] = sorted(self.shape.peers_of(cell))
        bit = 1 << value - 1
        for peer in self._peers[cell]:
            if self._left[peer] & bit:
                self._remove(peer, bit)
                self._emit(Prune(peer, value, cell))

    def _remove(self, cell: Cell, values: int) -> None:
        self._left[cell] ^= values
        self._removed.append((cell, values))

    def _find_clash(self) -> Clash | None:
        for number, unit in enumerate(self.shape.units):
            seen: dict[int, Cell] = {}
            for cell in unit:
                value = self.puzzle.givens[cell]
                if value and value in seen:
                    return Clash(cell, seen[value], value, number)
                seen[value] = cell
        return None

    def _find_contradiction(self) -> NoValue | NoPlace:
        if 0 in self._left:
            return NoValue(self._left.index(0))
        every_value = (1 << self.shape.side) - 1
        for number, unit in enumerate(self.shape.units):
            placed = 0
            for cell in unit:
                placed |= self._left[cell]
            if missing := every_value ^ placed:
                return NoPlace(missing.bit_length(), number)
        raise AssertionError("contradiction without a reason")

    def _list_values(self, cell: Cell) -> tuple[int, ...]:
        return tuple(value for value in self.shape.values if self._left[cell] >> value - 1 & 1)

    def _close(self, depth: int) -> None:
        """Close the scopes of this depth and deeper, the innermost first."""
        while len(self._path) >= depth:
            scope = self._path.pop()
            if len(self._choices) > len(self._path) + 1 and not scope.solutions:
                self._emit(Exhausted(self._choices[-1].cell))
            del self._choices[len(self._path) + 1 :]
            self._emit(Closed(scope.cell, scope.value, scope.hypothetical, scope.solutions))
            choice = self._choices[-1]
            (choice.solved if scope.solutions else choice.refuted).append(scope.value)
            if self._path:
                self._path[-1].solutions += scope.solutions
            self._restore(scope)

    def _restore(self, scope: _Open) -> None:
        """Bring back the candidates that were removed in this scope."""
        for cell, values in reversed(self._removed[scope.removed :]):
            self._left[cell] |= values
        del self._removed[scope.removed :]
