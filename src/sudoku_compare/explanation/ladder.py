"""The ladder of steps by which a puzzle is rated, from the easiest to the hardest, on the scale of Sudoku Explainer.

In each round, the first kind of step on the ladder that changes the position is applied: all its steps at once,
or, for chains, all steps rated no higher than the rating so far or, if there are none, all that are rated lowest. The
rating is that of the hardest round. Nothing depends on the order of rows, columns, boxes or values, because every
search is exhaustive and every chain as short as possible: isomorphic puzzles have the same rating. (On large boards,
some kinds of nets are left out if there are too many candidates, whose number is the same for isomorphs.)

Ratings are in tenths here: 65 is 6.5.
"""

from array import array
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from ..core.puzzle import Grid, Puzzle
from ..native.rate_chains import BY_BOTH, BY_CELL, BY_VALUE, NO_RATING, Chains, tenths_for
from ..native.rate_dynamic import DYNAMIC, NISHIO, WITH_STRUCTURES, Nets
from ..native.rate_position import Position, make_geometry
from ..native.rate_trail import Trail
from ..native.rate_uniqueness import UniquenessSteps

LOWEST = 10  # also of a puzzle without an open cell
HIGHEST = 120  # for puzzles in which assumptions must be nested three deep, and for the longest of the others
WITH_CHAINS, WITH_MULTIPLE_CHAINS, WITH_NETS = 95, 100, 105  # an assumption fails with such steps inside
MOST_COMBINED = 4000  # candidates; with more, what they have in common would not fit in memory
ALL = NO_RATING - 1  # every step, whatever its rating

Tick = Callable[[], None]


class Climb:
    """A puzzle on its way up the ladder: the position, and the highest rating so far."""

    def __init__(self, puzzle: Puzzle, solution: Grid, tick: Tick) -> None:
        shape = puzzle.shape
        self.side, self.solution, self.tick = shape.side, solution, tick
        self.position = Position(shape.box_height, shape.box_width, puzzle.givens)
        self.unit_of, _, self.member = make_geometry(shape.box_height, shape.box_width)
        self.candidates = array("Q", [0]) * len(shape.cells)
        self.removed = array("Q", [0]) * len(shape.cells)
        self.rating = 0

    def copy_candidates(self) -> "array[int]":
        """Return the candidates of each cell."""
        self.position.copy_candidates(self.candidates)
        return self.candidates

    def make_chains(self) -> Chains:
        """Return the chains of the position."""
        return Chains(self.side, self.unit_of, self.copy_candidates())

    def take(self, found: Chains | Nets) -> int:
        """Apply the steps that count in this round; return the rating of the lowest, or 0 if there are none."""
        lowest = found.lowest()
        if lowest == NO_RATING or not found.collect(max(lowest, self.rating), self.removed):
            return 0
        return lowest if self.position.remove_all(self.removed) else 0


class Rung(NamedTuple):
    """A kind of step: `find` applies its steps and returns their rating, or 0 if there are none."""

    technique: str
    find: Callable[[Climb], int]


class Climbed(NamedTuple):
    """The rating in tenths, and the technique of the hardest round."""

    rating: int
    technique: str


def climb(puzzle: Puzzle, solution: Grid, tick: Tick) -> Climbed:
    """Rate a puzzle with this unique solution. Raises whatever `tick` raises when time is up."""
    state, hardest = Climb(puzzle, solution, tick), LADDER[0].technique
    while state.position.state()[0]:
        tick()
        technique, rating = _take_step(state)
        if rating > state.rating:
            state.rating, hardest = rating, technique
        if rating >= HIGHEST:
            break
    return Climbed(max(LOWEST, min(state.rating, HIGHEST)), hardest)


def _take_step(state: Climb) -> tuple[str, int]:
    for technique, find in LADDER:
        if rating := find(state):
            return technique, rating
    return LADDER[-1].technique, HIGHEST


def _find_simple(rating: int, find: Callable[..., bool], *arguments: int) -> Callable[[Climb], int]:
    """Return a search for steps that all have the same rating."""
    return lambda state: rating if find(state.position, *arguments) else 0


def _find_loops(rating: int, length: int, set_size: int) -> Callable[[Climb], int]:
    def find(state: Climb) -> int:
        steps = UniquenessSteps(state.side, state.unit_of, state.member, state.copy_candidates())
        return rating if state.position.remove_all(steps.find_loops(length, set_size)) else 0

    return find


def _find_grave(rating: int, *, several: bool) -> Callable[[Climb], int]:
    def find(state: Climb) -> int:
        steps = UniquenessSteps(state.side, state.unit_of, state.member, state.copy_candidates())
        return rating if state.position.remove_all(steps.find_grave(several)) else 0

    return find


def _find_chains(state: Climb, *, mode: int) -> int:
    chains = state.make_chains()
    _search_chains(chains, mode, state.rating, state.tick)
    return state.take(chains)


def _search_chains(chains: Chains, mode: int, most: int, tick: Tick) -> None:
    start, count = 0, chains.tables()[1]
    while start < count:
        start = chains.find_chains(mode, start, most)
        tick()


def _find_multiple_chains(state: Climb) -> int:
    chains = state.make_chains()
    _search_multiple_chains(chains, state.tick)
    return state.take(chains)


def _search_multiple_chains(chains: Chains, tick: Tick) -> None:
    start, count = 0, 4 * chains.tables()[0]
    while start < count:
        start = chains.find_multiple_chains(start)
        tick()


def _find_nets(state: Climb, *, base: int) -> int:
    tables = state.make_chains().tables()
    keeps = base != NISHIO and tables[1] <= MOST_COMBINED
    nets, start = Nets(tables, keeps), 0
    while start < tables[1]:
        start = nets.find_nets(base, start)
        state.tick()
    if keeps:
        nets.combine(base)
    return state.take(nets)


def _find_nested(state: Climb, *, base: int) -> int:
    """Find candidates whose assumption fails if the steps of `base` are used to refute it."""
    tables = state.make_chains().tables()
    trail = Trail(tables, state.solution, state.tick)
    ratings: dict[int, int] = {}
    for candidate in trail.open_candidates():
        if inferences := _refute(state, trail, candidate, base):
            ratings[candidate] = min(base + tenths_for(inferences - 2), HIGHEST)
    if not ratings:
        return 0
    lowest = min(ratings.values())
    most = max(lowest, state.rating)
    for candidate, rating in ratings.items():
        if rating <= most:
            state.position.remove(tables[2][candidate], tables[3][candidate] + 1)
    return lowest


def _refute(state: Climb, trail: Trail, candidate: int, base: int) -> int:
    """Return how many inferences refute an assumption with the steps of `base` inside, or 0 if they do not."""
    length = trail.size()
    trail.assume(candidate)
    while not trail.refuted() and _remove_inside(state, trail, base):
        state.tick()
    inferences = trail.size() - length if trail.refuted() else 0
    trail.undo(length)
    return inferences


def _remove_inside(state: Climb, trail: Trail, base: int) -> bool:
    """Apply all steps of `base` within an assumption; return whether there are any."""
    if base == WITH_NETS:
        return trail.eliminate_once(1)
    trail.copy_candidates(state.candidates)
    chains = Chains(state.side, state.unit_of, state.candidates)
    _search_chains(chains, BY_BOTH, ALL, state.tick)
    if base == WITH_MULTIPLE_CHAINS and chains.lowest() == NO_RATING:
        _search_multiple_chains(chains, state.tick)
    if not chains.collect(ALL, state.removed):
        return False
    length = trail.size()
    trail.remove_all(state.removed)
    return trail.refuted() or trail.size() > length


P = Position
LADDER = (
    Rung("full-house", _find_simple(10, P.find_full_houses)),
    Rung("hidden-single", _find_simple(12, P.find_hidden_singles_in_boxes)),
    Rung("hidden-single", _find_simple(15, P.find_hidden_singles_in_lines)),
    Rung("direct-pointing", _find_simple(17, P.find_pointing, True)),
    Rung("direct-claiming", _find_simple(19, P.find_claiming, True)),
    Rung("direct-hidden-pair", _find_simple(20, P.find_hidden_sets, 2, True)),
    Rung("naked-single", _find_simple(23, P.find_naked_singles)),
    Rung("direct-hidden-triple", _find_simple(25, P.find_hidden_sets, 3, True)),
    Rung("pointing", _find_simple(26, P.find_pointing, False)),
    Rung("claiming", _find_simple(28, P.find_claiming, False)),
    Rung("naked-pair", _find_simple(30, P.find_naked_sets, 2)),
    Rung("x-wing", _find_simple(32, P.find_fish, 2)),
    Rung("hidden-pair", _find_simple(34, P.find_hidden_sets, 2, False)),
    Rung("naked-triple", _find_simple(36, P.find_naked_sets, 3)),
    Rung("swordfish", _find_simple(38, P.find_fish, 3)),
    Rung("hidden-triple", _find_simple(40, P.find_hidden_sets, 3, False)),
    Rung("xy-wing", _find_simple(42, P.find_wings, 2)),
    Rung("xyz-wing", _find_simple(44, P.find_wings, 3)),
    Rung("unique-rectangle", _find_loops(45, 4, 0)),
    Rung("unique-rectangle", _find_loops(46, 4, 2)),
    Rung("unique-loop", _find_loops(46, 6, 0)),
    Rung("unique-rectangle", _find_loops(47, 4, 3)),
    Rung("unique-loop", _find_loops(47, 6, 2)),
    Rung("unique-loop", _find_loops(47, 8, 0)),
    Rung("unique-rectangle", _find_loops(48, 4, 4)),
    Rung("unique-loop", _find_loops(48, 6, 3)),
    Rung("unique-loop", _find_loops(48, 8, 2)),
    Rung("naked-quad", _find_simple(50, P.find_naked_sets, 4)),
    Rung("unique-loop", _find_loops(50, 10, 0)),
    Rung("jellyfish", _find_simple(52, P.find_fish, 4)),
    Rung("hidden-quad", _find_simple(54, P.find_hidden_sets, 4, False)),
    Rung("bug+1", _find_grave(56, several=False)),
    Rung("bug", _find_grave(57, several=True)),
    Rung("x-chain", partial(_find_chains, mode=BY_VALUE)),
    Rung("xy-chain", partial(_find_chains, mode=BY_CELL)),
    Rung("aic", partial(_find_chains, mode=BY_BOTH)),
    Rung("nishio", partial(_find_nets, base=NISHIO)),
    Rung("forcing-chain", _find_multiple_chains),
    Rung("forcing-net", partial(_find_nets, base=DYNAMIC)),
    Rung("forcing-net", partial(_find_nets, base=WITH_STRUCTURES)),
    Rung("reductio", partial(_find_nested, base=WITH_CHAINS)),
    Rung("reductio", partial(_find_nested, base=WITH_MULTIPLE_CHAINS)),
    Rung("reductio", partial(_find_nested, base=WITH_NETS)),
)
