"""Generate puzzles: the same seed gives the same puzzles on every machine.

A puzzle starts as a full board and loses givens as long as its specification allows. Full boards come from the cyclic
board by a random walk, each step of which keeps all values in every unit: two values are exchanged in connected cells,
or two rows of a band (or two columns of a stack) are exchanged in some places. Then rows, columns and values are
shuffled.

All random choices use Python's own generator through `random` and `getrandbits`, whose sequences are guaranteed not to
change. Only our own engines (`kernel`, compiled or not, and `reductio`) count solutions and assumptions, so the version
of a library has no influence.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from random import Random

from ..checking.solution import find_fault
from ..core.answer import Limits
from ..core.errors import OptionError
from ..core.puzzle import Grid, Puzzle, cyclic_board
from ..core.random_source import random_below, shuffle
from ..core.shape import Shape
from ..engines.kernel import Kernel, is_nine
from ..engines.reductio.engine import Reductio
from ..formats.isomorphism import random_isomorph
from ..native.full_grids import GridWalk
from ..native.solve9 import dig_holes
from ..native.solve_any import Search
from ..running.place import Place

WALK_STEPS = 2  # per cell of the board
SWAPS_WHEN_HARD = 1000  # attempts to make a puzzle harder
LARGEST_QUICK = 9  # side up to which a swap is quick
SWAPS_WHEN_LARGE = 20  # on larger boards, where each swap takes half a second
MOST_BOARDS = 200  # starting boards to try before the specification counts as impossible
MOST_BOARDS_WHEN_HARD = 20  # each takes a second
LARGEST_SETTLED = 16  # side up to which every search runs to its end, however long it takes
MOST_STEPS = 20_000  # of the kernel on a larger board, before the puzzle is abandoned


@dataclass(frozen=True, slots=True)
class PuzzleSpec:
    """The properties of the puzzles to generate."""

    shape: Shape
    kind: str = "unique"
    fewest_givens: int = 0
    most_givens: int | None = None
    minimal: bool = False
    hard: bool = False


@dataclass(frozen=True, slots=True)
class GeneratedPuzzle:
    """A puzzle, its number of solutions (2 for several), and the solution it was made from, if it has one."""

    puzzle: Puzzle
    count: int
    solution: Grid | None
    assumptions: int  # that `kernel` needed to settle it

    def line(self) -> str:
        """Return the puzzle as `puzzle:count:solution`, which every command reads."""
        solution = Puzzle(self.puzzle.shape, self.solution).text if self.solution else ""
        return f"{self.puzzle.text}:{self.count}:{solution}"


def generate(spec: PuzzleSpec, seed: int, number: int, place: Place) -> Iterator[GeneratedPuzzle]:
    """Yield this many puzzles; each has its own random generator, so it does not matter where it is made."""
    return place.map_in_order(partial(generate_one, spec, seed), range(number))


def generate_one(spec: PuzzleSpec, seed: int, number: int) -> GeneratedPuzzle:
    """Return the puzzle with this number, counted from 0; raise OptionError if none is found."""
    rng = Random(f"{seed}/{number}")
    boards = MOST_BOARDS_WHEN_HARD if spec.hard else MOST_BOARDS
    for _ in range(boards):
        generated = _attempt(spec, rng)
        if generated and _has_wanted_givens(generated, spec):
            _check_solution(generated)
            return generated
    raise OptionError(f"found no such puzzle in {boards} attempts; {_suggest_change(spec)}")


def _suggest_change(spec: PuzzleSpec) -> str:
    if spec.hard and spec.fewest_givens:
        return "allow fewer givens (a hard puzzle is minimal) or a wider range"
    return "allow more givens or a wider range"


def _has_wanted_givens(generated: GeneratedPuzzle, spec: PuzzleSpec) -> bool:
    most = len(spec.shape.cells) if spec.most_givens is None else spec.most_givens
    return spec.fewest_givens <= generated.puzzle.count_givens() <= most


def _attempt(spec: PuzzleSpec, rng: Random) -> GeneratedPuzzle | None:
    solution = random_board(spec.shape, rng)
    puzzle = _dig(Puzzle(spec.shape, solution), spec, rng)
    if spec.hard:
        puzzle = _harden(puzzle, solution, rng)
    if spec.kind == "multiple":
        return _make_multiple(puzzle, solution, spec, rng)
    if spec.kind == "unsolvable":
        return _make_unsolvable(puzzle, rng)
    return _settle(puzzle, 1, solution)


def _check_solution(generated: GeneratedPuzzle) -> None:
    """Let the independent checker confirm the solution."""
    fault = generated.solution is not None and find_fault(generated.puzzle, generated.solution)
    if fault:
        raise AssertionError(f"generated a wrong solution: {fault}")


def random_board(shape: Shape, rng: Random) -> Grid:
    """Return a random full board."""
    board = bytearray(cyclic_board(shape))
    walk = GridWalk(board, shape.box_height, shape.box_width, rng.random)
    walk.take_steps(WALK_STEPS * len(shape.cells))
    return random_isomorph(Puzzle(shape, bytes(board)), rng).givens


def _dig(puzzle: Puzzle, spec: PuzzleSpec, rng: Random) -> Puzzle:
    """Remove givens in random order as long as the solution stays unique and enough givens are left."""
    goal = 0 if spec.minimal or spec.hard else max(spec.fewest_givens, _choose_goal(spec, rng))
    order = shuffle(list(puzzle.shape.cells), rng)
    if is_nine(puzzle.shape):
        return Puzzle(puzzle.shape, dig_holes(puzzle.givens, bytes(order), goal))
    left = puzzle.count_givens()
    for cell in order:
        if left <= goal:
            break
        fewer = puzzle.with_value(cell, 0)
        if puzzle.givens[cell] and _count_solutions(fewer) == 1:
            puzzle = fewer
            left -= 1
    return puzzle


def _choose_goal(spec: PuzzleSpec, rng: Random) -> int:
    """Return how many givens to leave: a random number within the range of the specification."""
    if spec.most_givens is None:
        return spec.fewest_givens
    return spec.fewest_givens + random_below(rng, spec.most_givens - spec.fewest_givens + 1)


def _harden(puzzle: Puzzle, solution: Grid, rng: Random) -> Puzzle:
    """Remove a random given, add others, and remove redundant ones; repeat, keeping each result that is not easier."""
    highest = _measure_cost(puzzle)
    for _ in range(SWAPS_WHEN_LARGE if _is_large(puzzle.shape) else SWAPS_WHEN_HARD):
        givens = [cell for cell, value in enumerate(puzzle.givens) if value]
        empty = [cell for cell, value in enumerate(puzzle.givens) if not value]
        swapped = puzzle.with_value(givens[random_below(rng, len(givens))], 0)
        for cell in shuffle(empty, rng):
            if _count_solutions(swapped) == 1:
                break
            swapped = swapped.with_value(cell, solution[cell])
        swapped = _dig(swapped, PuzzleSpec(puzzle.shape, minimal=True), rng)
        cost = _measure_cost(swapped)
        if cost >= highest:
            puzzle, highest = swapped, cost
    return puzzle


def _measure_cost(puzzle: Puzzle) -> int:
    """Multiply the assumptions of two engines that choose differently: a puzzle may be hard for just one by chance."""
    _, by_kernel = count_up_to_two(puzzle)
    if _is_large(puzzle.shape):
        return by_kernel  # reductio may take minutes
    by_reductio = Reductio().search(puzzle, Limits(2)).counts["assumptions"]
    return (by_kernel + 1) * (by_reductio + 1)


def _is_large(shape: Shape) -> bool:
    return shape.side > LARGEST_QUICK


def _make_multiple(puzzle: Puzzle, solution: Grid, spec: PuzzleSpec, rng: Random) -> GeneratedPuzzle | None:
    """Remove givens until there are several solutions and no more givens than the specification allows."""
    most = len(puzzle.givens) if spec.most_givens is None else spec.most_givens
    for cell in shuffle([cell for cell, value in enumerate(puzzle.givens) if value], rng):
        puzzle = puzzle.with_value(cell, 0)
        if puzzle.count_givens() <= most and _count_solutions(puzzle) == 2:
            return _settle(puzzle, 2, solution)
    return None


def _make_unsolvable(puzzle: Puzzle, rng: Random) -> GeneratedPuzzle | None:
    """Change one given so that no solution is left, although no two givens clash."""
    shape = puzzle.shape
    for cell in shuffle([cell for cell, value in enumerate(puzzle.givens) if value], rng):
        taken = {puzzle.givens[peer] for peer in shape.peers_of(cell)} | {puzzle.givens[cell]}
        for value in shuffle([value for value in shape.values if value not in taken], rng):
            changed = puzzle.with_value(cell, value)
            if _count_solutions(changed) == 0:
                return _settle(changed, 0, None)
    return None


def _settle(puzzle: Puzzle, count: int, solution: Grid | None) -> GeneratedPuzzle:
    """Confirm the number of solutions and count the assumptions."""
    found, assumptions = count_up_to_two(puzzle)
    if found != count:
        raise AssertionError(f"generated a puzzle with {found} solutions instead of {count}: {puzzle.text}")
    return GeneratedPuzzle(puzzle, count, solution, assumptions)


def _count_solutions(puzzle: Puzzle) -> int | None:
    """Return the number of solutions, up to two; None if that takes too long on a large board."""
    shape = puzzle.shape
    if shape.side <= LARGEST_SETTLED:
        return count_up_to_two(puzzle)[0]
    search = Search(shape.box_height, shape.box_width, puzzle.givens)
    is_exhausted, solutions = search.advance(2, MOST_STEPS)
    count = len(solutions) // len(puzzle.givens)
    return count if is_exhausted or count == 2 else None


def count_up_to_two(puzzle: Puzzle) -> tuple[int, int]:
    """Return the number of solutions, up to two, and the number of assumptions that the kernel needed."""
    answer = Kernel().search(puzzle, Limits(2))
    return len(answer.solutions), answer.counts["assumptions"]
