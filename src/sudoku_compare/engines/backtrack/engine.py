"""Plain backtracking: the next empty square, each value that its sections do not have yet, and back when none is left.

With `propagate`, elimination narrows the possibilities once, before the search; nothing is inferred within it. That
makes it the measure for whatever infers more, and hopeless on much that the others find easy: then it runs out of time.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from ...core.answer import Answer, Ending, Limits, OutOfTime, Stopwatch, ending_of
from ...core.puzzle import Filling, Puzzle
from ...core.shape import Square
from ..options import check_choices, option
from .elimination import Contradiction, Possibilities, eliminate

STRIDE = 64  # values tried between two looks at the clock: well below a millisecond in reading order


@dataclass(frozen=True)
class Backtrack:
    """Plain backtracking, square by square; elimination before it unless told otherwise."""

    name: ClassVar = "backtrack"
    package: ClassVar = None
    distribution: ClassVar = None
    counted: ClassVar = {
        "assumptions": "values tried, each on one square",
        "contradictions": "squares at which no value was possible, and givens that left one so",
        "deepest": "squares filled by trying at once, at most",
        "eliminated": "possibilities that elimination took before the search, beyond what stands beside a given",
    }
    stoppable: ClassVar = True

    propagate: bool = option(True, "eliminate possibilities before the search")
    order: str = option("reading", "which empty square is next", ("reading", "fewest"))

    def __post_init__(self) -> None:
        check_choices(self)

    def search(self, puzzle: Puzzle, limits: Limits) -> Answer:
        watch = Stopwatch(limits)
        search = _Search(self, puzzle, watch)
        solutions: list[Filling] = []
        detail = ""
        try:
            for solution in search.solutions():
                watch.found()
                solutions.append(solution)
                if len(solutions) >= limits.solutions:
                    break
            ending = ending_of(len(solutions), limits)
        except OutOfTime:
            ending, detail = Ending.TIMED_OUT, search.how_far()
        return Answer(tuple(solutions), ending, watch.read(), search.counts(), detail)


class _Search:
    """The board as one list of what each section has; what was tried lies on a stack of squares."""

    def __init__(self, engine: Backtrack, puzzle: Puzzle, watch: Stopwatch) -> None:
        self.engine = engine
        self.puzzle = puzzle
        self.watch = watch
        self.shape = puzzle.shape
        self.taken = [0] * len(self.shape.sections)  # for each section a bit a value
        self.allowed: Possibilities = []
        self.open: list[Square] = []
        self.assumptions = self.contradictions = self.deepest = self.eliminated = 0

    def counts(self) -> dict[str, int]:
        return {name: getattr(self, name) for name in Backtrack.counted}

    def how_far(self) -> str:
        squares = f"{self.deepest:,} of {len(self.open):,} empty squares"
        return f"plain backtracking tried {self.assumptions:,} values and filled {squares} at most"

    def solutions(self) -> Iterator[Filling]:
        """Every solution, one by one; there are no more when the first square has no untried value left."""
        try:
            self._begin()
        except Contradiction:
            self.contradictions += 1
            return
        self.watch.built()
        next_square, stride = (self._next_in_order, STRIDE) if self.engine.order == "reading" else (self._fewest, 1)
        yield from self._filled(next_square, stride)

    def _begin(self) -> None:
        for square, given in enumerate(self.puzzle.givens):
            if given:
                if self._taken_around(square) >> given - 1 & 1:
                    raise Contradiction
                self._put(square, 1 << given - 1)
            else:
                self.open.append(square)
        every_value = (1 << self.shape.side) - 1
        self.allowed = [
            1 << given >> 1 or every_value & ~self._taken_around(square)
            for square, given in enumerate(self.puzzle.givens)
        ]
        if self.engine.propagate:
            before = sum(map(int.bit_count, self.allowed))
            eliminate(self.shape, self.allowed, self.watch.tick)
            self.eliminated = before - sum(map(int.bit_count, self.allowed))

    def _filled(self, next_square: Callable[[int], Square], stride: int) -> Iterator[Filling]:
        """Depth first, on a stack: a square, its untried values, and the one that stands there."""
        to_fill, filling = len(self.open), bytearray(self.puzzle.givens)
        if not to_fill:
            yield bytes(filling)
            return
        squares = [next_square(0)]
        untried, standing = [self._possible(squares[0])], [0]
        while squares:
            square, values = squares[-1], untried[-1]
            if standing[-1]:
                self._put(square, standing[-1])  # which takes it away again
                standing[-1] = filling[square] = 0
            elif not values:
                self.contradictions += 1
            if not values:
                del squares[-1], untried[-1], standing[-1]
                continue
            if self.assumptions % stride == 0:
                self.watch.tick()
            value = values & -values
            untried[-1], standing[-1] = values ^ value, value
            filling[square] = value.bit_length()
            self._put(square, value)
            self.assumptions += 1
            depth = len(squares)
            self.deepest = max(self.deepest, depth)
            if depth == to_fill:
                yield bytes(filling)
                continue
            squares.append(next_square(depth))
            untried.append(self._possible(squares[-1]))
            standing.append(0)

    def _put(self, square: Square, value: int) -> None:
        """Into the sections of the square, or out of them again."""
        for section in self.shape.sections_of[square]:
            self.taken[section] ^= value

    def _taken_around(self, square: Square) -> int:
        taken = 0
        for section in self.shape.sections_of[square]:
            taken |= self.taken[section]
        return taken

    def _possible(self, square: Square) -> int:
        return self.allowed[square] & ~self._taken_around(square)

    def _next_in_order(self, depth: int) -> Square:
        return self.open[depth]

    def _fewest(self, depth: int) -> Square:
        """The empty square with the fewest possibilities, the first of them; filled ones stand before `depth`."""
        fewest = min(range(depth, len(self.open)), key=lambda place: self._rank(self.open[place]))
        self.open[depth], self.open[fewest] = self.open[fewest], self.open[depth]
        return self.open[depth]

    def _rank(self, square: Square) -> tuple[int, Square]:
        return self._possible(square).bit_count(), square
