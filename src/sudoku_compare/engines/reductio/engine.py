"""Indirect proof over disjunctive syllogism: assume, syllogize, and take a contradiction as a refutation.

Each assumption opens a hypothetical, a board of its own, in the scope of those before it. What is
still to be tried lies on a stack, so that depth costs memory only, and the search ends when the stack
is empty: then every solution has been seen.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from ...core.answer import Answer, Ending, Limits, OutOfTime, Stopwatch, determine_ending
from ...core.puzzle import Grid, Puzzle
from .propagation import Board, Candidate, Contradiction, Fields, assert_places, begin, fields_of, syllogize

MOST_COMPARED = 64  # cells that are weighed against each other before one is chosen


@dataclass(slots=True)
class Scope:
    """An open choice: the board on which it is made, and the values of the cell that are still untried."""

    board: Board
    cell: int  # where its field begins
    untried: int  # a bit a value
    trail_length: int  # what was asserted up to here
    depth: int  # assumptions in force once one is made here


@dataclass(frozen=True)
class Reductio:
    """Hand-written: disjunctive syllogism to a fixpoint, then indirect proof."""

    name: ClassVar = "reductio"
    method: ClassVar = "reductio"
    package: ClassVar = None
    distribution: ClassVar = None
    counted: ClassVar = {
        "assumptions": "values assumed, each on a hypothetical of its own",
        "contradictions": "boards that ended in a contradiction, hypothetical or as given",
        "deepest": "assumptions in force at once, at most",
    }
    stoppable: ClassVar = True

    def search(self, puzzle: Puzzle, limits: Limits) -> Answer:
        fields = fields_of(puzzle.shape)  # made once for all puzzles of a shape, as a package is imported once
        watch = Stopwatch(limits)
        search = Search(puzzle, fields, watch)
        solutions: list[Grid] = []
        try:
            for solution in search.solutions():
                watch.found()
                solutions.append(solution)
                if len(solutions) >= limits.solutions:
                    break
            ending = determine_ending(len(solutions), limits)
        except OutOfTime:
            ending = Ending.TIMED_OUT
        return Answer(tuple(solutions), ending, watch.read(), search.counts())


class Search:
    """One search, from the givens until every solution has been seen. Whoever wants to watch it overrides `assume`."""

    def __init__(self, puzzle: Puzzle, fields: Fields, watch: Stopwatch) -> None:
        self.puzzle = puzzle
        self.fields = fields
        self.watch = watch
        self.trail: list[Candidate] = []
        self.scopes: list[Scope] = []
        self.depth = 0
        self.assumptions = self.contradictions = self.deepest = 0

    def counts(self) -> dict[str, int]:
        return {
            "assumptions": self.assumptions,
            "contradictions": self.contradictions,
            "deepest": self.deepest,
        }

    def solutions(self) -> Iterator[Grid]:
        """Every solution, one by one; the search is over when there are no more."""
        fields, trail, scopes, tick = self.fields, self.trail, self.scopes, self.watch.tick
        try:
            board = begin(fields, self.puzzle.givens, trail, tick)
            self.watch.built()
            asserted = assert_places(fields, board)
        except Contradiction:
            self.contradictions += 1
            return
        while True:
            try:
                board = syllogize(fields, board, asserted, trail, tick)
                if board:
                    scopes.append(self._choose(board))
                else:
                    yield self._grid()
            except Contradiction:
                self.contradictions += 1
            if not scopes:
                return
            board, asserted = self.assume()

    def _choose(self, board: Board) -> Scope:
        cell = choose_cell(self.fields, board)
        values = board >> cell & (1 << self.fields.side) - 1
        return Scope(board, cell, values, len(self.trail), self.depth + 1)

    def assume(self) -> tuple[Board, Board]:
        """The next untried value of the innermost scope, on that scope's board."""
        scopes = self.scopes
        scope = scopes[-1]
        self.assumptions += 1
        self.depth = scope.depth
        self.deepest = max(self.deepest, scope.depth)
        value = scope.untried & -scope.untried
        scope.untried ^= value
        if not scope.untried:
            scopes.pop()
        del self.trail[scope.trail_length :]
        return scope.board, value << scope.cell

    def _grid(self) -> Grid:
        """The board as decided by what is on the trail."""
        grid = bytearray(self.puzzle.givens)
        for cell, value in self.trail:
            grid[cell] = value
        return bytes(grid)


def choose_cell(fields: Fields, board: Board) -> int:
    """Where to assume: a cell with the fewest candidates, and of these one that sees most of the others.

    Given as the beginning of the cell's field.
    """
    side, guards = fields.side, fields.cell_guards
    open_cells = board & guards
    ones = open_cells >> side
    remaining = board & (guards - (guards >> side) | guards)
    while True:
        remaining &= remaining - ones
        fewest = open_cells & ~(remaining - ones)
        if fewest:
            break
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
