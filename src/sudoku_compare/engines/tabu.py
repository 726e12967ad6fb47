"""Engine `tabu`: a local search for solutions of large boards, where searches that prove something take too long.

It starts from a full board with conflicts and repairs them, one cell after the other (`native/tabu_search.py`). To find
another solution, it forbids the value of a random open cell and starts again from the last solution. It gives up after
a number of moves, and claims that there is no (other) solution only where singles show it.
"""

from dataclasses import dataclass
from random import Random
from typing import ClassVar

from ..core.answer import Answer, Ending, Limits, Stopwatch
from ..core.errors import OptionError
from ..core.puzzle import Grid, Puzzle
from ..native.settle import IS_COMPILED
from ..native.solve_any import Search as Inference
from ..native.tabu_search import Walk
from .collecting import Solutions, collect_solutions
from .options import option

STRETCH = 20_000_000 if IS_COMPILED else 200_000  # moves between two looks at the clock, times all candidates
FIRST_WALK = 20_000  # moves from one solution to another before another cell is tried
LONGER = 1.25  # times the moves of a walk: those of the next one
MOVES_OF_A_START = 100  # that preparing a walk counts as, so that walks that end at once do not go on forever


@dataclass(frozen=True)
class Tabu:
    """Local search: repairs the conflicts of a full board; finds solutions of large boards, but proves little."""

    name: ClassVar = "tabu"
    method: ClassVar = "kernel"  # whose singles it uses: what it proves is no independent confirmation
    package: ClassVar = None
    distribution: ClassVar = None
    counted: ClassVar = {
        "moves": "changes of the value of a cell",
        "walks": "starts of the search: one, and those from a solution to another one",
    }
    stoppable: ClassVar = True
    complete: ClassVar = False
    backend: ClassVar = "compiled" if IS_COMPILED else "interpreted"

    seed: int = option(0, "random seed for the choice among equally good moves")
    moves: int = option(10_000, "moves per cell of the board after which it gives up looking for the next solution")

    def __post_init__(self) -> None:
        if self.moves < 1:
            raise OptionError(f"engine tabu: moves={self.moves}: expected at least 1")

    def search(self, puzzle: Puzzle, limits: Limits) -> Answer:
        watch = Stopwatch(limits)
        search = _Search(puzzle, self, watch)
        solutions, ending = collect_solutions(search.solutions(), limits, watch)
        if ending is Ending.EXHAUSTED and search.gave_up:
            return Answer(solutions, Ending.STUCK, watch.read(), search.counts(), search.gave_up)
        return Answer(solutions, ending, watch.read(), search.counts())


class _Search:
    """The walks of one search, from the singles that follow from the givens until it gives up."""

    def __init__(self, puzzle: Puzzle, engine: Tabu, watch: Stopwatch) -> None:
        self._puzzle = puzzle
        self._watch = watch
        self._random = Random(engine.seed)
        self._most = engine.moves * len(puzzle.givens)
        self._stretch = max(1, STRETCH // puzzle.shape.side**3)
        self._moves = self._walks = 0
        self.gave_up = ""  # in words; empty as long as it has not

    def counts(self) -> dict[str, int]:
        return {"moves": self._moves, "walks": self._walks}

    def solutions(self) -> Solutions:
        """Yield different solutions until it gives up."""
        shape = self._puzzle.shape
        inference = Inference(shape.box_height, shape.box_width, self._puzzle.givens)
        candidates = inference.infer_without(-1)
        self._watch.mark_built()
        if not candidates:
            return
        self._watch.tick()
        solution = self._walk(candidates, b"", self._most)
        known: set[Grid] = set()
        while solution:
            known.add(solution)
            yield solution
            solution = self._find_another(inference, candidates, solution, known)

    def _walk(self, candidates: bytes, start: bytes, most: int) -> Grid:
        """Return a solution with these candidates; nothing if there is none within this many moves."""
        shape = self._puzzle.shape
        walk = Walk(shape.box_height, shape.box_width, candidates, start, self._random.getrandbits(63))
        self._walks += 1
        solution, left = walk.advance(0), most
        while not solution and left > 0:
            self._watch.tick()
            before = walk.count_moves()
            solution = walk.advance(min(left, self._stretch))
            self._moves += walk.count_moves() - before
            left -= self._stretch
        if not solution and not start:
            self.gave_up = f"it gave up; moves without a solution: {self._moves:,}"
        return solution

    def _find_another(self, inference: Inference, candidates: bytes, start: Grid, known: set[Grid]) -> Grid:
        """Return a solution that is not known; nothing if there is none, or if it gives up.

        If singles show that a cell cannot have another value than in the last solution, it is not tried again. If that
        holds for all cells, there is no other solution.
        """
        side, length, spent, made = self._puzzle.shape.side, float(FIRST_WALK), 0, self._moves
        cells = [cell for cell in self._puzzle.shape.cells if candidates.count(1, cell * side, (cell + 1) * side) > 1]
        while cells and spent < self._most:
            self._watch.tick()
            cell = cells[self._random.randrange(len(cells))]
            left = inference.infer_without(cell * side + start[cell] - 1)
            spent += MOVES_OF_A_START
            if not left:
                cells.remove(cell)
                continue
            before = self._moves
            solution = self._walk(left, start, min(int(length), self._most - spent))
            spent += self._moves - before
            length = min(length * LONGER, self._most)
            if solution and solution not in known:
                return solution
        if cells:
            self.gave_up = f"it gave up; moves without another solution: {self._moves - made:,}"
        return b""
