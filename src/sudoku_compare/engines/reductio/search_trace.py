"""A search of `reductio` told step by step, as it goes.

It is the search itself: the same assumptions in the same order. What it asserted is read off its trail, in the order in
which it was asserted; each assertion is told with its reason, and with every candidate that fell to it.
"""

from dataclasses import dataclass, field

from ...core.answer import Ending, Limits, OutOfTime, Stopwatch, determine_ending
from ...core.puzzle import Grid, Puzzle
from ...core.shape import Cell
from ...core.trace_steps import (
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
    Tell,
)
from .engine import Search
from .propagation import Board, fields_of


def trace(puzzle: Puzzle, limits: Limits, tell: Tell, watch: Stopwatch | None = None) -> End:
    """Search as the engine does, and tell each step as it is made; the last one is given back too.

    >>> from sudoku_compare import Limits, Puzzle
    >>> steps: list[Step] = []
    >>> trace(Puzzle.from_text("1... ..2. .3.. ...4"), Limits(2), steps.append).ending
    'exhausted'
    >>> steps[0]
    Prune(cell=1, value=1, by=0)

    The time that the telling takes counts, but for what is granted to the watch.
    """
    search = _Told(puzzle, watch or Stopwatch(limits), tell)
    found = 0
    try:
        for grid in search.solutions():
            found += 1
            search.tell_solution(found, grid)
            if found >= limits.solutions:
                break
        ending = determine_ending(found, limits)
        if ending is Ending.EXHAUSTED:
            search.tell_the_rest()
    except OutOfTime:
        ending = Ending.TIMED_OUT
    end = End(str(ending), found, search.assumptions, search.contradictions, search.deepest)
    tell(end)
    return end


@dataclass(slots=True)
class _Choice:
    """Where a scope assumes, and what became of the values assumed so far."""

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
    fallen: int  # candidates that had fallen when it was made
    solutions: int = 0


class _Told(Search):
    def __init__(self, puzzle: Puzzle, watch: Stopwatch, tell: Tell) -> None:
        super().__init__(puzzle, fields_of(puzzle.shape), watch)
        self.shape = puzzle.shape
        self._tell = tell
        self._left = [(1 << self.shape.side) - 1] * len(self.shape.cells)  # for each cell a bit a value
        self._fallen: list[tuple[Cell, int]] = []  # what falls within a scope comes back when it is closed
        self._path: list[_Open] = []
        self._choices: list[_Choice] = []  # for each depth on the path, and perhaps one more
        self._peers: dict[Cell, list[Cell]] = {}
        self._trail_told: int | None = None  # how much of the trail; None before the givens are told
        self._contradictions_told = 0
        self._is_told = False  # whether all of this board is

    def assume(self) -> tuple[Board, Board]:
        self._tell_board()
        board, asserted = super().assume()
        self._close(self.depth)
        cell, value = self.fields.candidate_at(asserted.bit_length() - 1)
        if len(self._choices) < self.depth:
            self._choices.append(_Choice(cell, self._values(cell)))
        choice = self._choices[-1]
        refuted, solved = tuple(choice.refuted), tuple(choice.solved)
        self._tell(Assume(cell, value, self.assumptions, self.depth, choice.candidates, refuted, solved))
        self._path.append(_Open(cell, value, self.assumptions, len(self._fallen)))
        self._trail_told = len(self.trail)
        self._is_told = False
        self.watch.tick()
        return board, asserted

    def tell_solution(self, number: int, grid: Grid) -> None:
        self._tell_board()
        self._tell(Solution(number, grid))
        if self._path:
            self._path[-1].solutions += 1

    def tell_the_rest(self) -> None:
        """The search is exhausted: what its last board had, and the end of every scope."""
        self._tell_board()
        self._close(1)
        if self._choices and not self._choices[0].solved:
            self._tell(Exhausted(self._choices[0].cell))

    def _tell_board(self) -> None:
        """What followed on the board that the search has just left, up to a contradiction if it ended in one."""
        if self._is_told:
            return
        self._is_told = True
        if self._trail_told is None:
            self._trail_told = 0
            if clash := self._clash():
                self._contradiction(clash)
                return
            self._tell_givens()
        for cell, value in self.trail[self._trail_told :]:
            if not self.puzzle.givens[cell]:
                self._tell_asserted(cell, value)
        if self.contradictions > self._contradictions_told:
            self._contradiction(self._what_is_missing())

    def _contradiction(self, step: Step) -> None:
        self._contradictions_told = self.contradictions
        self._tell(step)

    def _tell_givens(self) -> None:
        given = [(cell, value) for cell, value in enumerate(self.puzzle.givens) if value]
        for cell, value in given:
            self._left[cell] = 1 << value - 1
        for cell, value in given:
            self._tell_fallen(cell, value)

    def _tell_asserted(self, cell: Cell, value: int) -> None:
        if not (self._path and self._path[-1].cell == cell):
            self._tell(self._reason(cell, value))
        others = self._left[cell] ^ 1 << value - 1
        if others:
            self._fall(cell, others)
        self._tell_fallen(cell, value)

    def _reason(self, cell: Cell, value: int) -> Step:
        bit = 1 << value - 1
        if self._left[cell] == bit:
            return Lone(cell, value)
        for number in self.shape.units_of[cell]:
            if sum(self._left[place] & bit for place in self.shape.units[number]) == bit:
                return Place(cell, value, number)
        raise AssertionError(f"{self.shape.name_of(cell)} = {value} does not follow")

    def _tell_fallen(self, cell: Cell, value: int) -> None:
        """The value leaves the cell's peers."""
        if cell not in self._peers:
            self._peers[cell] = sorted(self.shape.peers_of(cell))
        bit = 1 << value - 1
        for peer in self._peers[cell]:
            if self._left[peer] & bit:
                self._fall(peer, bit)
                self._tell(Prune(peer, value, cell))

    def _fall(self, cell: Cell, values: int) -> None:
        self._left[cell] ^= values
        self._fallen.append((cell, values))

    def _clash(self) -> Clash | None:
        for number, unit in enumerate(self.shape.units):
            seen: dict[int, Cell] = {}
            for cell in unit:
                value = self.puzzle.givens[cell]
                if value and value in seen:
                    return Clash(cell, seen[value], value, number)
                seen[value] = cell
        return None

    def _what_is_missing(self) -> NoValue | NoPlace:
        if 0 in self._left:
            return NoValue(self._left.index(0))
        every_value = (1 << self.shape.side) - 1
        for number, unit in enumerate(self.shape.units):
            placed = 0
            for cell in unit:
                placed |= self._left[cell]
            if missing := every_value ^ placed:
                return NoPlace(missing.bit_length(), number)
        raise AssertionError("a contradiction without a reason")

    def _values(self, cell: Cell) -> tuple[int, ...]:
        return tuple(value for value in self.shape.values if self._left[cell] >> value - 1 & 1)

    def _close(self, depth: int) -> None:
        """The scopes of this depth and deeper end, the innermost first."""
        while len(self._path) >= depth:
            scope = self._path.pop()
            if len(self._choices) > len(self._path) + 1 and not scope.solutions:
                self._tell(Exhausted(self._choices[-1].cell))
            del self._choices[len(self._path) + 1 :]
            self._tell(Closed(scope.cell, scope.value, scope.hypothetical, scope.solutions))
            choice = self._choices[-1]
            (choice.solved if scope.solutions else choice.refuted).append(scope.value)
            if self._path:
                self._path[-1].solutions += scope.solutions
            for cell, values in reversed(self._fallen[scope.fallen :]):
                self._left[cell] |= values
            del self._fallen[scope.fallen :]
