"""Finds the fewest additional givens that make a puzzle with several solutions unique.

For each placement (a value in a cell), one integer has a bit for each known solution that contains it. So `&` shows how
many known solutions a set of placements leaves. Only if it leaves at most one does the SAT solver have to look for
others, and what it finds joins the known solutions. This settles all sets of one, two and three placements. Another
engine confirms that the placements found are enough; that fewer are not enough rests on the SAT solver alone.

For larger sets, the solutions are tried one after another as the target. The smallest set of its placements that
excludes all other solutions is a minimum hitting set of the sets of cells in which the target differs from each other
solution.
"""

from collections.abc import Iterator
from contextlib import suppress
from random import Random

from ..core.answer import Ending, Limits, OutOfTime, Stopwatch
from ..core.puzzle import Grid, Puzzle
from ..display.numbers import format_count
from ..engines.registry import load_engine
from ..engines.sat.hitting_sets import HittingSets
from ..engines.sat.hitting_sets import load as load_hitting_sets
from ..engines.sat.oracle import Oracle, oracle
from ..running.executor import run
from .confirmation import Objection, require_solution
from .progress import Note, ignore_note
from .result import AdditionalGivens, Placement
from .solution_count import SolutionCount

LARGEST_TRIED = 3  # placements: all sets up to this size are tried
MOST_KNOWN = 2000  # solutions to start with; using more of them takes longer than asking the solver for others
GUESSES = 20  # random attempts to find a small set, after each size
CONFIRM_SECONDS = 5.0  # to confirm what was found, even if the time is up
CHOICES = 5  # best placements among which a guess chooses at random (the same on every machine)


def find_additional_givens(
    puzzle: Puzzle, counted: SolutionCount, watch: Stopwatch, note: Note = ignore_note
) -> AdditionalGivens:
    """Return the smallest set found in time, and a lower bound. `note` is called with both when one improves.

    Raises OutOfTime, Objection, and RuntimeError if `cpsat` fails.
    """
    load_hitting_sets()
    with oracle(puzzle, watch) as rules:
        search = _Search(puzzle, counted, rules, watch, note)
        with suppress(OutOfTime):
            search.run()
    _confirm(puzzle, search.best, max(CONFIRM_SECONDS, watch.left()))
    return AdditionalGivens(tuple(sorted(search.best)), search.at_least)


def _confirm(puzzle: Puzzle, added: list[Placement], seconds: float) -> None:
    """Have another engine confirm the result: `reductio`, or `cpsat` if the board is too large for it."""
    completed = puzzle
    for given in added:
        completed = completed.with_value(given.cell, given.value)
    for engine in ("reductio", "cpsat"):
        answer = run(load_engine(engine), completed, Limits(2, seconds))
        if answer.ending is Ending.EXHAUSTED and len(answer.solutions) == 1:
            require_solution(completed, answer.solutions[0])
            return
        if answer.ending in (Ending.EXHAUSTED, Ending.ENOUGH):
            givens = format_count(len(added), "more given")
            raise Objection(f"sat claimed that the puzzle is unique with {givens}, but {engine} found otherwise")
    if answer.ending is Ending.FAILED:
        raise RuntimeError(f"{engine} failed: {answer.detail}")
    raise OutOfTime


class _Search:
    """The search for one puzzle: `best` and `at_least` are valid at any time."""

    def __init__(
        self, puzzle: Puzzle, counted: SolutionCount, rules: Oracle, watch: Stopwatch, note: Note = ignore_note
    ) -> None:
        self.puzzle = puzzle
        self.rules = rules
        self.watch = watch
        self._note = note
        self.is_complete = counted.is_exact and len(counted.solutions) <= MOST_KNOWN
        self.known: list[Grid] = []
        self._open = [cell for cell, given in enumerate(puzzle.givens) if not given]
        self._with: dict[Placement, int] = {}  # bits: which of the known solutions contain it
        self._forbidding: dict[int, int] = {}  # from the number of a known solution to a literal that forbids it
        for solution in counted.solutions[:MOST_KNOWN]:
            self._learn(solution)
        self.best = self._placements_of(self.known[0])
        self.at_least = 1

    def run(self) -> None:
        """Improve the best set and the lower bound in turn, until they meet."""
        rng = Random(0)
        self._guess(rng)
        for size in range(1, LARGEST_TRIED + 1):
            if len(self.best) <= self.at_least:
                return
            found = self._find_set(size)
            if found:
                self.best = found
                return
            self.at_least = size + 1
            self._note_bounds()
            for _ in range(GUESSES):
                self._guess(rng)
        for target in self.known:
            if len(self.best) <= self.at_least:
                return
            self._take(self._find_smallest(target))
        if self.is_complete:
            self.at_least = len(self.best)  # every solution has been tried as the target

    def _take(self, placements: list[Placement]) -> None:
        if len(placements) < len(self.best):
            self.best = placements
            self._note_bounds()

    def _note_bounds(self) -> None:
        self._note(f"best so far {len(self.best):,}, at least {self.at_least:,}")

    def _learn(self, solution: Grid) -> None:
        bit = 1 << len(self.known)
        self.known.append(solution)
        for cell in self._open:
            placement = Placement(cell, solution[cell])
            self._with[placement] = self._with.get(placement, 0) | bit

    def _select_known(self, placements: list[Placement]) -> int:
        """Return the known solutions, as bits, that contain all placements."""
        left = (1 << len(self.known)) - 1
        for placement in placements:
            left &= self._with.get(placement, 0)
        return left

    def _find_left(self, placements: list[Placement]) -> int:
        """Return the known solutions, as bits, that contain all placements; if fewer than two, ask for more first."""
        while True:
            left = self._select_known(placements)
            if left & (left - 1) or self.is_complete:
                return left
            solution = self._find_another(placements, left)
            if solution is None:
                return left
            self._learn(solution)

    def _find_another(self, placements: list[Placement], known: int) -> Grid | None:
        """Return a solution that contains the placements and differs from the known one (if there is one), or None."""
        self.watch.tick()
        assumptions = [self.rules.literal(given.cell, given.value) for given in placements]
        if known:
            assumptions.append(self._forbid(known.bit_length() - 1))
        solution = self.rules.solution(assumptions)
        if solution is not None:
            require_solution(self.puzzle, solution)
        return solution

    def _forbid(self, number: int) -> int:
        """Return a literal that forbids this known solution when it is assumed."""
        if number not in self._forbidding:
            self._forbidding[number] = self.rules.free_variable()
            self.rules.forbid(self.known[number], where=self._forbidding[number])
        return self._forbidding[number]

    def _guess(self, rng: Random) -> None:
        """Choose placements that few of the remaining solutions contain, then remove those that are not needed."""
        chosen: list[Placement] = []
        left = self._find_left(chosen)
        while left & (left - 1):
            counts = {placement: (left & where).bit_count() for placement, where in self._with.items() if left & where}
            chosen.append(rng.choice(sorted(counts, key=counts.__getitem__)[:CHOICES]))
            left = self._find_left(chosen)
        self._take(chosen)
        for placement in list(chosen):
            fewer = [kept for kept in chosen if kept != placement]
            if _is_one(self._find_left(fewer)):
                chosen = fewer
                self._take(chosen)

    def _placements_of(self, solution: Grid) -> list[Placement]:
        return [Placement(cell, solution[cell]) for cell in self._open]

    def _find_set(self, size: int) -> list[Placement] | None:
        """Return a set of this size that leaves one solution, if there is one, assuming that no smaller set does."""
        if size == 1:
            candidates = self._list_candidates()
        else:
            everywhere = self._select_known([])
            candidates = [placement for placement, where in self._with.items() if where != everywhere]
        candidates.sort(key=lambda placement: self._with.get(placement, 0).bit_count())
        return next(self._find_sets(candidates, size), None)

    def _list_candidates(self) -> list[Placement]:
        possible = self.rules.formula.candidates
        return [Placement(cell, value) for cell in self._open for value in sorted(possible[cell])]

    def _find_sets(self, candidates: list[Placement], size: int) -> Iterator[list[Placement]]:
        """Yield the sets that leave one solution. The last placement is chosen in a loop that does little but `&`."""
        stack: list[tuple[list[Placement], int]] = [([], 0)]
        while stack:
            chosen, start = stack.pop()
            if len(chosen) < size - 1:
                stack += [([*chosen, candidates[n]], n + 1) for n in reversed(range(start, len(candidates)))]
                continue
            self.watch.tick()
            left = self._select_known(chosen)
            for number in range(start, len(candidates)):
                both = left & self._with.get(candidates[number], 0)
                if both & (both - 1) == 0 and _is_one(self._find_left([*chosen, candidates[number]])):
                    yield [*chosen, candidates[number]]

    def _find_smallest(self, target: Grid) -> list[Placement]:
        """Return the smallest set of the target's placements that leaves no other solution."""
        hitting = HittingSets([cell + 1 for cell in self._open], self.watch)
        try:
            while True:
                chosen = [Placement(element - 1, target[element - 1]) for element in sorted(hitting.smallest())]
                left = self._find_left(chosen)
                others = [number for number in _iterate_bits(left) if self.known[number] != target]
                if not others:
                    return chosen
                for number in others[:10]:
                    other = self.known[number]
                    hitting.add(cell + 1 for cell in self._open if other[cell] != target[cell])
        finally:
            hitting.close()


def _is_one(bits: int) -> bool:
    return bits != 0 and bits & (bits - 1) == 0


def _iterate_bits(bits: int) -> Iterator[int]:
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest
