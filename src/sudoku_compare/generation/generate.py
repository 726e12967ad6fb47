"""Makes puzzles: the same ones from the same seed, on every machine.

A puzzle begins with a full board and loses givens as long as its kind allows. Full boards come from the cyclic one by a
walk, each step of which leaves every unit with all its values: two values change places on cells that hang
together (by a unit that both stand in), or two rows of a band, or two columns of a stack, do in some places. Then
rows, columns and values are shuffled.

Only Python's own generator of random numbers decides, and only through `random` and `getrandbits`, whose sequences are
promised not to change; and only our own engines say how many solutions there are and how many assumptions that takes
(`kernel` compiled or not), so no library's version shows.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from ..checking.solution import find_fault
from ..core.answer import Limits
from ..core.errors import OptionError
from ..core.puzzle import Grid, Puzzle, cyclic_board
from ..core.random_source import below, shuffled
from ..core.shape import Shape
from ..engines.kernel import Kernel, is_nine
from ..engines.reductio.engine import Reductio
from ..formats.isomorphism import isomorph
from ..native.full_grids import Walk
from ..native.solve9 import dig
from ..native.solve_any import Search

KINDS = ("unique", "multiple", "unsolvable")
STEPS_OF_WALK = 2  # for each cell of the board
SWAPS_WHEN_HARD = 1000  # tries to make a puzzle harder
LARGEST_QUICK = 9  # cells in a row
SWAPS_WHEN_LARGE = 20  # above that, where each takes half a second
MOST_BOARDS = 200  # begun anew for one puzzle before the wish is called impossible
MOST_BOARDS_WHEN_HARD = 20  # each takes a second
LARGEST_SETTLED = 16  # cells in a row up to which a search comes to its end, however long it takes
MOST_STEPS = 20_000  # of the kernel's search on a larger board, before the puzzle is given up


@dataclass(frozen=True, slots=True)
class Wish:
    """What puzzles are asked for."""

    shape: Shape
    kind: str = "unique"
    fewest_givens: int = 0
    most_givens: int | None = None
    minimal: bool = False
    hard: bool = False


@dataclass(frozen=True, slots=True)
class Made:
    """A puzzle, how many solutions it has (2 for several), and the one that it was made from, if it has any."""

    puzzle: Puzzle
    count: int
    solution: Grid | None
    assumptions: int  # that `kernel` needed to settle it

    def line(self) -> str:
        """As `puzzle:count:solution`, which every command reads."""
        solution = Puzzle(self.puzzle.shape, self.solution).text if self.solution else ""
        return f"{self.puzzle.text}:{self.count}:{solution}"


def generate(wish: Wish, seed: int) -> Iterator[Made]:
    """Puzzles without end; each has a random generator of its own, so that any one can be made again alone."""
    number = 0
    while True:
        rng = Random(f"{seed}/{number}")
        yield _make(wish, rng)
        number += 1


def _make(wish: Wish, rng: Random) -> Made:
    boards = MOST_BOARDS_WHEN_HARD if wish.hard else MOST_BOARDS
    for _ in range(boards):
        made = _attempt(wish, rng)
        if made and _fits(made, wish):
            _check(made)
            return made
    raise OptionError(f"no such puzzle in {boards} attempts; {_remedy(wish)} would do")


def _remedy(wish: Wish) -> str:
    if wish.hard and wish.fewest_givens:
        return "fewer givens (none of those of a hard puzzle is needless), or a wider range of them,"
    return "more givens, or a wider range of them,"


def _fits(made: Made, wish: Wish) -> bool:
    most = len(wish.shape.cells) if wish.most_givens is None else wish.most_givens
    return wish.fewest_givens <= made.puzzle.count_givens() <= most


def _attempt(wish: Wish, rng: Random) -> Made | None:
    solution = random_board(wish.shape, rng)
    puzzle = _dug(Puzzle(wish.shape, solution), wish, rng)
    if wish.hard:
        puzzle = _hardened(puzzle, solution, rng)
    if wish.kind == "multiple":
        return _loosened(puzzle, solution, wish, rng)
    if wish.kind == "unsolvable":
        return _spoilt(puzzle, rng)
    return _settled(puzzle, 1, solution)


def _check(made: Made) -> None:
    """The checker has the last word on every solution."""
    fault = made.solution is not None and find_fault(made.puzzle, made.solution)
    if fault:
        raise AssertionError(f"generated a wrong solution: {fault}")


def random_board(shape: Shape, rng: Random) -> Grid:
    """A full board."""
    board = bytearray(cyclic_board(shape))
    Walk(board, shape.box_height, shape.box_width, rng.random).go(STEPS_OF_WALK * len(shape.cells))
    return _shuffled_board(bytes(board), shape, rng)


def _shuffled_board(board: Grid, shape: Shape, rng: Random) -> Grid:
    return isomorph(Puzzle(shape, board), rng).givens


def _dug(puzzle: Puzzle, wish: Wish, rng: Random) -> Puzzle:
    """Without givens, taken in random order as long as one solution is left and as many givens as are wished for."""
    goal = 0 if wish.minimal or wish.hard else max(wish.fewest_givens, _goal(wish, rng))
    order = shuffled(list(puzzle.shape.cells), rng)
    if is_nine(puzzle.shape):
        return Puzzle(puzzle.shape, dig(puzzle.givens, bytes(order), goal))
    left = puzzle.count_givens()
    for cell in order:
        if left <= goal:
            break
        fewer = puzzle.with_value(cell, 0)
        if puzzle.givens[cell] and _count(fewer) == 1:
            puzzle = fewer
            left -= 1
    return puzzle


def _goal(wish: Wish, rng: Random) -> int:
    """How many givens to leave where the wish does not say: a number at random within what it says."""
    if wish.most_givens is None:
        return wish.fewest_givens
    return wish.fewest_givens + below(rng, wish.most_givens - wish.fewest_givens + 1)


def _hardened(puzzle: Puzzle, solution: Grid, rng: Random) -> Puzzle:
    """Swap givens, and keep what costs more: one goes, others come, and what is then needless goes too."""
    highest = _cost(puzzle)
    for _ in range(SWAPS_WHEN_LARGE if _is_large(puzzle.shape) else SWAPS_WHEN_HARD):
        givens = [cell for cell, value in enumerate(puzzle.givens) if value]
        empty = [cell for cell, value in enumerate(puzzle.givens) if not value]
        swapped = puzzle.with_value(givens[below(rng, len(givens))], 0)
        for cell in shuffled(empty, rng):
            if _count(swapped) == 1:
                break
            swapped = swapped.with_value(cell, solution[cell])
        swapped = _without_needless(swapped, rng)
        cost = _cost(swapped)
        if cost >= highest:
            puzzle, highest = swapped, cost
    return puzzle


def _cost(puzzle: Puzzle) -> int:
    """Assumptions of two engines that choose them differently, multiplied: for one alone, hard may be luck."""
    _, by_kernel = solutions_up_to_two(puzzle)
    if _is_large(puzzle.shape):
        return by_kernel  # the other may take minutes
    by_reductio = Reductio().search(puzzle, Limits(2)).counts["assumptions"]
    return (by_kernel + 1) * (by_reductio + 1)


def _is_large(shape: Shape) -> bool:
    return shape.side > LARGEST_QUICK


def _without_needless(puzzle: Puzzle, rng: Random) -> Puzzle:
    return _dug(puzzle, Wish(puzzle.shape, minimal=True), rng)


def _loosened(puzzle: Puzzle, solution: Grid, wish: Wish, rng: Random) -> Made | None:
    """A puzzle with several solutions: givens go until there are, and until there are as few as are wished for."""
    most = len(puzzle.givens) if wish.most_givens is None else wish.most_givens
    for cell in shuffled([s for s, value in enumerate(puzzle.givens) if value], rng):
        puzzle = puzzle.with_value(cell, 0)
        if puzzle.count_givens() <= most and _count(puzzle) == 2:
            return _settled(puzzle, 2, solution)
    return None


def _spoilt(puzzle: Puzzle, rng: Random) -> Made | None:
    """A puzzle without a solution, though no two givens clash: one given has another value."""
    shape = puzzle.shape
    for cell in shuffled([s for s, value in enumerate(puzzle.givens) if value], rng):
        seen = {puzzle.givens[peer] for peer in shape.peers_of(cell)} | {puzzle.givens[cell]}
        for value in shuffled([value for value in shape.values if value not in seen], rng):
            spoilt = puzzle.with_value(cell, value)
            if _count(spoilt) == 0:
                return _settled(spoilt, 0, None)
    return None


def _settled(puzzle: Puzzle, count: int, solution: Grid | None) -> Made:
    found, assumptions = solutions_up_to_two(puzzle)
    if found != count:
        raise AssertionError(f"generated a puzzle with {found} solutions in place of {count}: {puzzle.text}")
    return Made(puzzle, count, solution, assumptions)


def _count(puzzle: Puzzle) -> int | None:
    """How many solutions, up to two; None for a large board on which that takes too long to see."""
    shape = puzzle.shape
    if shape.side <= LARGEST_SETTLED:
        return solutions_up_to_two(puzzle)[0]
    search = Search(shape.box_height, shape.box_width, puzzle.givens)
    is_exhausted, solutions = search.go_on(2, MOST_STEPS)
    count = len(solutions) // len(puzzle.givens)
    return count if is_exhausted or count == 2 else None


def solutions_up_to_two(puzzle: Puzzle) -> tuple[int, int]:
    """How many solutions, up to two, and how many assumptions it took to see that."""
    answer = Kernel().search(puzzle, Limits(2))
    return len(answer.solutions), answer.counts["assumptions"]
