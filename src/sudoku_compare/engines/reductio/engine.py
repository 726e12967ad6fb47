"""Indirect proof on top of disjunctive syllogism: assume a value, syllogize, and refute it by a contradiction.

Each assumption has a board of its own (a hypothetical) in the scope of the assumptions before it. What is still to be
tried is on a stack, so depth costs only memory. When the stack is empty, every solution has been found. On a large
board, the search learns from its contradictions and starts over now and then (`experience`).
"""

from dataclasses import dataclass
from typing import ClassVar

from ...core.answer import Answer, Limits, Stopwatch
from ...core.puzzle import Grid, Puzzle
from ..collecting import Solutions, collect_solutions
from .experience import start_experience
from .propagation import Board, Candidate, Contradiction, Fields, assert_places, begin, fields_of, syllogize

MOST_COMPARED = 64  # cells that are compared before one is chosen


@dataclass(slots=True)
class Scope:
    """An open choice: the board on which it is made, and the untried values of the cell."""

    board: Board
    cell: int  # the position of its field
    untried: int  # one bit per value
    trail_length: int  # when the choice was made
    depth: int  # number of assumptions in force, including this one


@dataclass(frozen=True)
class Reductio:
    """Disjunctive syllogism until nothing more follows, then indirect proof."""

    name: ClassVar = "reductio"
    method: ClassVar = "reductio"
    package: ClassVar = None
    distribution: ClassVar = None
    counted: ClassVar = {
        "assumptions": "values assumed",
        "contradictions": "boards that ended in a contradiction",
        "deepest": "largest number of nested assumptions",
    }
    stoppable: ClassVar = True

    def search(self, puzzle: Puzzle, limits: Limits) -> Answer:
        fields = fields_of(puzzle.shape)  # not timed: made once per shape, just as a package is imported once
        watch = Stopwatch(limits)
        search = Search(puzzle, fields, watch)
        solutions, ending = collect_solutions(search.solutions(), limits, watch)
        return Answer(solutions, ending, watch.read(), search.counts())

    def stream(self, puzzle: Puzzle, watch: Stopwatch) -> Solutions:
        return Search(puzzle, fields_of(puzzle.shape), watch).solutions()


class Search:
    """One search, from the givens until every solution has been found. Subclasses observe it by overriding `assume`
    and `start_over`."""

    def __init__(self, puzzle: Puzzle, fields: Fields, watch: Stopwatch) -> None:
        self.puzzle = puzzle
        self.fields = fields
        self.watch = watch
        self.trail: list[Candidate] = []
        self.scopes: list[Scope] = []
        self.depth = 0
        self.experience = start_experience(fields)
        self._outermost: tuple[Board, int] = 0, 0  # the board of the first choice, and the length of its trail
        self.assumptions = self.contradictions = self.deepest = 0

    def counts(self) -> dict[str, int]:
        return {
            "assumptions": self.assumptions,
            "contradictions": self.contradictions,
            "deepest": self.deepest,
        }

    def solutions(self) -> Solutions:
        """Yield every solution; may raise OutOfTime."""
        fields, trail, scopes, tick = self.fields, self.trail, self.scopes, self.watch.tick
        try:
            board = begin(fields, self.puzzle.givens, trail, tick)
            self.watch.mark_built()
            asserted = assert_places(fields, board)
        except Contradiction:
            self.contradictions += 1
            return
        while True:
            try:
                board = syllogize(fields, board, asserted, trail, tick)
                if board:
                    if not self._outermost[0]:
                        self._outermost = board, len(trail)
                    scopes.append(self._choose(board))
                else:
                    self._note_solution()
                    yield self._grid()
            except Contradiction as contradiction:
                self.contradictions += 1
                self._note_contradiction(contradiction)
            if not scopes:
                return
            board, asserted = self.assume()

    def _choose(self, board: Board) -> Scope:
        if self.experience is None:
            cell = choose_cell(self.fields, board)
        else:
            cell = self.experience.choose_cell(find_fewest(self.fields, board))
        values = board >> cell & (1 << self.fields.side) - 1
        return Scope(board, cell, values, len(self.trail), self.depth + 1)

    def _note_solution(self) -> None:
        if self.experience is not None:
            self.experience.note_solution()

    def _note_contradiction(self, contradiction: Contradiction) -> None:
        if self.experience is None:
            return
        self.experience.note_contradiction(contradiction.empty)
        if self.scopes and self.experience.is_run_over():
            self.experience.note_values(self.trail)
            self.experience.start_over()
            self.start_over()

    def start_over(self) -> None:
        """Give up all assumptions, and choose again on the board without any."""
        board, known = self._outermost
        self.scopes.clear()
        self.depth = 0
        del self.trail[known:]
        self.scopes.append(self._choose(board))

    def assume(self) -> tuple[Board, Board]:
        """Assume the next untried value of the innermost scope; return that scope's board and the bit to assert."""
        scopes = self.scopes
        scope = scopes[-1]
        self.assumptions += 1
        self.depth = scope.depth
        self.deepest = max(self.deepest, scope.depth)
        value = self._choose_value(scope)
        scope.untried ^= value
        if not scope.untried:
            scopes.pop()
        del self.trail[scope.trail_length :]
        return scope.board, value << scope.cell

    def _choose_value(self, scope: Scope) -> int:
        """Return the bit of the value to assume; called while the trail still has the board that was just left."""
        if self.experience is None:
            return scope.untried & -scope.untried
        self.experience.note_values(self.trail)
        return self.experience.choose_value(scope.cell // self.fields.width, scope.untried)

    def _grid(self) -> Grid:
        """Return the grid with the values on the trail."""
        grid = bytearray(self.puzzle.givens)
        for cell, value in self.trail:
            grid[cell] = value
        return bytes(grid)


def choose_cell(fields: Fields, board: Board) -> int:
    """Return the field position of the cell for the next assumption.

    Among the cells with the fewest candidates, it is one that sees the most of the others.
    """
    side, fewest = fields.side, find_fewest(fields, board)
    best, most = 0, -1
    rest = fewest
    for _ in range(MOST_COMPARED):
        if not rest:
            break
        guard = rest.bit_length() - 1
        rest ^= 1 << guard
        seen = (fewest & fields.cell_peers(guard // fields.width)).bit_count()
        if seen > most:
            best, most = guard - side, seen
    return best


def find_fewest(fields: Fields, board: Board) -> Board:
    """Return the guards of the open cells with the fewest candidates."""
    side, guards = fields.side, fields.cell_guards
    open_cells = board & guards
    ones = open_cells >> side
    remaining = board & (guards - (guards >> side) | guards)
    while True:
        remaining &= remaining - ones
        fewest = open_cells & ~(remaining - ones)
        if fewest:
            return fewest
