"""What remains open in a puzzle with several solutions: cells, their values, and a deadly pattern.

A deadly pattern is a small set of cells without a given that can be filled in two ways while all other cells stay the
same: no step can decide between the two. (In the literature such a set is also called an unavoidable set.)
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from ..checking.solution import find_fault
from ..core.answer import Ending, Limits, OutOfTime, Stopwatch
from ..core.entry import Candidates
from ..core.puzzle import Grid, Puzzle, differences
from ..core.shape import Cell, Shape
from ..engines.reductio.engine import Reductio
from ..engines.sat.oracle import Oracle, OutOfReach, oracle
from ..techniques import Candidate, Position, position_of
from ..techniques.bit_geometry import members

MOST_COMPARED = 40  # solutions among which the pair with the fewest differences is taken
MOST_SHRUNK = 6  # pairs of solutions whose difference is made as small as possible


@dataclass(frozen=True, slots=True)
class OpenCell:
    """A cell that the steps leave open."""

    cell: Cell
    candidates: tuple[int, ...]  # that the steps leave
    values: tuple[int, ...]  # those that are known to occur in a solution with the candidates at the start


@dataclass(frozen=True, slots=True)
class DeadlyPattern:
    """Cells that can be filled in two ways while all others stay the same."""

    cells: tuple[Cell, ...]
    ways: tuple[tuple[int, ...], tuple[int, ...]]  # the values of the cells, in order

    @property
    def values(self) -> tuple[int, ...]:
        """All values of the pattern."""
        return tuple(sorted(set(self.ways[0] + self.ways[1])))


@dataclass(frozen=True, slots=True)
class OpenCells:
    """The cells that remain open, and what is known about them."""

    cells: tuple[OpenCell, ...]
    is_settled: bool  # whether it is known of every candidate if it occurs in a solution
    pattern: DeadlyPattern | None = None  # None if time ran out, or if only one solution is known
    given: Candidate | None = None  # a given that makes the solution unique; None if no single one does or time ran out
    is_given_settled: bool = True  # whether the search for such a given was finished in time
    is_too_large: bool = False  # whether the board was too large to find out anything


def find_open_cells(
    puzzle: Puzzle, position: Position, candidates: Sequence[Candidates] | None, watch: Stopwatch
) -> OpenCells:
    """Return what remains open at a position of a puzzle with several solutions, as far as time allows.

    `candidates` are those of each cell with which the steps started, empty for all that the givens leave; None if they
    started with all candidates of all cells.
    """
    try:
        return _find_in_reach(puzzle, position, candidates, watch)
    except OutOfReach:
        return OpenCells(_list_cells(position, []), False, is_given_settled=False, is_too_large=True)


def _find_in_reach(
    puzzle: Puzzle, position: Position, candidates: Sequence[Candidates] | None, watch: Stopwatch
) -> OpenCells:
    found: list[Grid] = []
    agreeing: Sequence[Grid] = found
    settled, pattern, given, given_settled = False, None, None, False
    with suppress(OutOfTime), oracle(puzzle, watch) as rules:
        survey = _Survey(puzzle, rules, watch, found)
        survey.settle(position, candidates)
        agreeing = tuple(found)  # later questions also find solutions without the candidates at the start
        settled = True
        pattern = survey.find_pattern()
        start = position_of(puzzle) if candidates else position  # candidates may exclude what makes the solution unique
        given = survey.find_given(start, pattern) if pattern else None
        given_settled = True
    return OpenCells(_list_cells(position, agreeing), settled, pattern, given, given_settled)


def _list_cells(position: Position, solutions: Sequence[Grid]) -> tuple[OpenCell, ...]:
    """Return the open cells with the values that they have in these solutions."""
    cells = []
    for cell in members(position.open):
        occurring = {solution[cell] for solution in solutions}
        left = tuple(members(position.candidates[cell]))
        cells.append(OpenCell(cell, left, tuple(value for value in left if value in occurring)))
    return tuple(cells)


class _Survey:
    """Collects solutions, each of them checked, and compares them."""

    def __init__(self, puzzle: Puzzle, rules: Oracle, watch: Stopwatch, solutions: list[Grid]) -> None:
        self._puzzle = puzzle
        self._rules = rules
        self._watch = watch
        self._solutions = solutions

    def _ask(self, assumptions: list[int]) -> Grid | None:
        solution = self._rules.solution(assumptions)
        if solution is not None:
            if fault := find_fault(self._puzzle, solution):
                raise AssertionError(f"sat returned a wrong solution: {fault}")
            self._solutions.append(solution)
        return solution

    def settle(self, position: Position, candidates: Sequence[Candidates] | None) -> None:
        """Find a solution for each candidate that occurs in one with the candidates at the start."""
        excluded = [-self._rules.literal(cell, value) for cell, value in self._list_excluded(candidates)]
        for cell in members(position.open):
            for value in members(position.candidates[cell]):
                if not any(solution[cell] == value for solution in self._solutions):
                    self._ask([*excluded, self._rules.literal(cell, value)])

    def _list_excluded(self, candidates: Sequence[Candidates] | None) -> Iterator[Candidate]:
        for cell, kept in enumerate(candidates or ()):
            for value in self._puzzle.shape.values if kept and not self._puzzle.givens[cell] else ():
                if value not in kept:
                    yield cell, value

    def find_pattern(self) -> DeadlyPattern | None:
        """Return the smallest deadly pattern that is found; None if only one solution is known."""
        swaps = [pair for solution in self._solutions for pair in self._list_swaps(solution)]
        if swaps:
            return self._make_pattern(*min(swaps, key=lambda pair: len(differences(*pair))))
        compared = self._solutions[:MOST_COMPARED]
        pairs = [(one, other) for number, one in enumerate(compared) for other in compared[:number] if one != other]
        pairs.sort(key=lambda pair: len(differences(*pair)))
        shrunk = [(one, self._shrink(one, other)) for one, other in pairs[:MOST_SHRUNK]]
        return self._make_pattern(*min(shrunk, key=lambda pair: len(differences(*pair)))) if shrunk else None

    def _list_swaps(self, solution: Grid) -> Iterator[tuple[Grid, Grid]]:
        """Yield other solutions that come from exchanging two values in some of the cells."""
        shape = self._puzzle.shape
        for one in shape.values:
            for other in range(one + 1, shape.side + 1):
                self._watch.tick()
                for cells in _list_components(shape, solution, (one, other)):
                    if not any(self._puzzle.givens[cell] for cell in cells):
                        swapped = bytearray(solution)
                        for cell in cells:
                            swapped[cell] = one + other - solution[cell]
                        yield solution, bytes(swapped)

    def _shrink(self, one: Grid, other: Grid) -> Grid:
        """Return a solution that differs from the first one in as few of the same cells as possible."""
        where = self._rules.free_variable()
        self._rules.forbid(one, where=where)
        open_cells = [cell for cell, given in enumerate(self._puzzle.givens) if not given]
        for cell in differences(one, other):
            if one[cell] == other[cell]:
                continue
            same = [place for place in open_cells if place == cell or one[place] == other[place]]
            other = self._ask([where, *(self._rules.literal(place, one[place]) for place in same)]) or other
        return other

    def _make_pattern(self, one: Grid, other: Grid) -> DeadlyPattern:
        if fault := find_fault(self._puzzle, other):
            raise AssertionError(f"a deadly pattern does not hold: {fault}")
        cells = tuple(differences(one, other))
        return DeadlyPattern(cells, (tuple(one[cell] for cell in cells), tuple(other[cell] for cell in cells)))

    def find_given(self, position: Position, pattern: DeadlyPattern) -> Candidate | None:
        """Return a value that makes the solution unique if it is given, first one of the pattern; None if none does."""
        cells = dict.fromkeys((*pattern.cells, *members(position.open)))
        for cell in cells:
            for value in members(position.candidates[cell]):
                if self._decides(cell, value):
                    return cell, value
        return None

    def _decides(self, cell: Cell, value: int) -> bool:
        known = {solution for solution in self._solutions if solution[cell] == value}
        if not known and (found := self._ask([self._rules.literal(cell, value)])):
            known = {found}
        if len(known) != 1:
            return False
        where = self._rules.free_variable()
        self._rules.forbid(known.pop(), where=where)
        if self._ask([where, self._rules.literal(cell, value)]) is not None:
            return False
        answer = Reductio().search(self._puzzle.with_value(cell, value), Limits(2, self._watch.left()))
        if answer.ending is Ending.TIMED_OUT:
            raise OutOfTime
        return answer.ending is Ending.EXHAUSTED and len(answer.solutions) == 1


def _list_components(shape: Shape, solution: Grid, values: tuple[int, int]) -> Iterator[set[Cell]]:
    """Yield the sets of cells in which these two values can be exchanged: with a cell, its partner in each unit."""
    left = {cell for cell in shape.cells if solution[cell] in values}
    while left:
        component, fresh = set(), [left.pop()]
        while fresh:
            cell = fresh.pop()
            component.add(cell)
            partners = left & shape.peers_of(cell)
            left -= partners
            fresh += partners
        yield component
