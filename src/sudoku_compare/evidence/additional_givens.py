"""The fewest values that make a puzzle with several solutions unique.

Known solutions are kept as bits: for each value on a cell, in which of them it stands there. So whether some values
together leave two solutions is an `&` and a look at the bits. Only where they leave one or none has the SAT solver to
say whether there are more, and what it finds joins the known ones. That settles all sets of one, two and three values,
whichever solution they lead to. That fewer values will not do is so said by the SAT solver alone; that those found
will, another engine confirms.

Beyond that, for one solution after the other, the smallest set of its values that rules out all others is a minimum
hitting set: of the sets of cells in which it differs from each of them.
"""

from collections.abc import Iterator
from contextlib import suppress
from random import Random

from ..core.answer import Ending, Limits, OutOfTime, Stopwatch
from ..core.puzzle import Grid, Puzzle
from ..engines.registry import load_engine
from ..engines.sat.hitting_sets import HittingSets
from ..engines.sat.hitting_sets import load as load_hitting_sets
from ..engines.sat.oracle import Oracle, oracle
from ..running.executor import run
from .confirmation import Doubt, must_solve
from .findings import Placed, Repair
from .solution_count import Counted

LARGEST_TRIED = 3  # values: all sets up to this size are tried
MOST_KNOWN = 2000  # solutions to begin with; with more it takes longer to learn them than to ask for others
TRIES = 20  # to find few values quickly, after each size
ALWAYS = 5.0  # seconds to confirm what was found, be the time up or not
AS_GOOD = 5  # values among which such a try chooses at random (the same on every machine)


def find_repair(puzzle: Puzzle, counted: Counted, watch: Stopwatch) -> Repair:
    """The fewest values found in time, and how few it can be."""
    load_hitting_sets()
    with oracle(puzzle, watch) as rules:
        search = _Search(puzzle, counted, rules, watch)
        with suppress(OutOfTime):
            search.run()
    _confirm(puzzle, search.best, max(ALWAYS, watch.left()))
    return Repair(tuple(sorted(search.best)), search.at_least)


def _confirm(puzzle: Puzzle, added: list[Placed], seconds: float) -> None:
    """Have another engine agree: `reductio`, or on boards that are too large for it `cpsat`."""
    givens = bytearray(puzzle.givens)
    for cell, value in added:
        givens[cell] = value
    repaired = Puzzle(puzzle.shape, bytes(givens))
    for engine in ("reductio", "cpsat"):
        answer = run(load_engine(engine), repaired, Limits(2, seconds))
        if answer.ending is Ending.EXHAUSTED and len(answer.solutions) == 1:
            must_solve(repaired, answer.solutions[0])
            return
        if answer.ending in (Ending.EXHAUSTED, Ending.ENOUGH):
            raise Doubt(f"sat says that the values added make it unique; {engine} finds otherwise")
    raise OutOfTime


class _Search:
    def __init__(self, puzzle: Puzzle, counted: Counted, rules: Oracle, watch: Stopwatch) -> None:
        self.puzzle = puzzle
        self.rules = rules
        self.watch = watch
        self.is_complete = counted.is_exact and len(counted.solutions) <= MOST_KNOWN
        self.known: list[Grid] = []
        self._open = [cell for cell, given in enumerate(puzzle.givens) if not given]
        self._with: dict[Placed, int] = {}  # bits: in which of the known solutions
        self._forbidding: dict[int, int] = {}  # literals, by the number of the known solution
        for solution in counted.solutions[:MOST_KNOWN]:
            self._learn(solution)
        self.best = self._values_of(self.known[0])
        self.at_least = 1

    def run(self) -> None:
        """Find fewer and fewer, and prove that it takes more and more, until they meet."""
        rng = Random(0)
        self._guess(rng)
        for size in range(1, LARGEST_TRIED + 1):
            if len(self.best) <= self.at_least:
                return
            found = self._set_of(size)
            if found:
                self.best = found
                return
            self.at_least = size + 1
            for _ in range(TRIES):
                self._guess(rng)
        for target in self.known:
            if len(self.best) <= self.at_least:
                return
            self._take(self._smallest_for(target))
        if self.is_complete:
            self.at_least = len(self.best)  # there is no solution that fewer values lead to

    def _take(self, values: list[Placed]) -> None:
        self.best = min(self.best, values, key=len)

    def _learn(self, solution: Grid) -> None:
        bit = 1 << len(self.known)
        self.known.append(solution)
        for cell in self._open:
            placed = Placed(cell, solution[cell])
            self._with[placed] = self._with.get(placed, 0) | bit

    def _left(self, values: list[Placed]) -> int:
        """The known solutions in which all of these stand; where they are fewer than two, after asking for more."""
        while True:
            left = (1 << len(self.known)) - 1
            for placed in values:
                left &= self._with.get(placed, 0)
            if left & (left - 1) or self.is_complete:
                return left
            solution = self._another(values, left)
            if solution is None:
                return left
            self._learn(solution)

    def _another(self, values: list[Placed], known: int) -> Grid | None:
        """A solution with these values other than the known one, if one is known."""
        self.watch.tick()
        assumptions = [self.rules.literal(*placed) for placed in values]
        if known:
            assumptions.append(self._other_than(known.bit_length() - 1))
        solution = self.rules.solution(assumptions)
        if solution is not None:
            must_solve(self.puzzle, solution)
        return solution

    def _other_than(self, number: int) -> int:
        """The literal under which this known solution is forbidden."""
        if number not in self._forbidding:
            self._forbidding[number] = self.rules.free_variable()
            self.rules.forbid(self.known[number], where=self._forbidding[number])
        return self._forbidding[number]

    def _guess(self, rng: Random) -> None:
        """Values each of which stands in few of the solutions that those before it leave, and not one too many."""
        values: list[Placed] = []
        left = self._left(values)
        while left & (left - 1):
            counts = {placed: (left & where).bit_count() for placed, where in self._with.items() if left & where}
            values.append(rng.choice(sorted(counts, key=counts.__getitem__)[:AS_GOOD]))
            left = self._left(values)
        self._take(values)
        for placed in list(values):
            fewer = [kept for kept in values if kept != placed]
            if _is_one(self._left(fewer)):
                values = fewer
                self._take(values)

    def _values_of(self, solution: Grid) -> list[Placed]:
        return [Placed(cell, solution[cell]) for cell in self._open]

    def _set_of(self, size: int) -> list[Placed] | None:
        """So many values that leave one solution, if there are any, given that fewer do not."""
        if size == 1:
            candidates = self._candidates()
        else:
            everywhere = (1 << len(self.known)) - 1
            candidates = [placed for placed, where in self._with.items() if where != everywhere]
        candidates.sort(key=lambda placed: self._with.get(placed, 0).bit_count())
        return next(self._sets(candidates, size), None)

    def _candidates(self) -> list[Placed]:
        possible = self.rules.formula.candidates
        return [Placed(cell, value) for cell in self._open for value in sorted(possible[cell])]

    def _sets(self, candidates: list[Placed], size: int) -> Iterator[list[Placed]]:
        """Choose all but the last as `combinations` would; the last in a loop that does little but `&`."""
        stack: list[tuple[list[Placed], int]] = [([], 0)]
        while stack:
            chosen, start = stack.pop()
            if len(chosen) < size - 1:
                stack += [([*chosen, candidates[n]], n + 1) for n in reversed(range(start, len(candidates)))]
                continue
            self.watch.tick()
            left = (1 << len(self.known)) - 1
            for placed in chosen:
                left &= self._with[placed]
            for number in range(start, len(candidates)):
                both = left & self._with.get(candidates[number], 0)
                if both & (both - 1) == 0 and _is_one(self._left([*chosen, candidates[number]])):
                    yield [*chosen, candidates[number]]

    def _smallest_for(self, target: Grid) -> list[Placed]:
        """The fewest of the target's values that leave no other solution."""
        hitting = HittingSets([cell + 1 for cell in self._open], self.watch)
        try:
            while True:
                values = [Placed(element - 1, target[element - 1]) for element in sorted(hitting.smallest())]
                left = self._left(values)
                others = [number for number in _bits(left) if self.known[number] != target]
                if not others:
                    return values
                for number in others[:10]:
                    other = self.known[number]
                    hitting.add(cell + 1 for cell in self._open if other[cell] != target[cell])
        finally:
            hitting.close()


def _is_one(bits: int) -> bool:
    return bits != 0 and bits & (bits - 1) == 0


def _bits(bits: int) -> Iterator[int]:
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest
