"""Cases of any size whose number of solutions is known by construction, without any engine.

- One solution: naked singles alone fill the board again.
- Several solutions: the cells of two values form chains, because every unit has one cell of each. If naked singles fill
  all cells except k of these chains, each can be filled in two ways, and there are 2^k solutions.
- No solution: a puzzle with one solution, in which another value than that of the solution is given in an empty cell.
"""

from collections.abc import Iterator
from itertools import count
from random import Random

from ..core.puzzle import Grid, Puzzle, cyclic_board
from ..core.random_source import random_below, shuffle
from ..core.shape import Cell, Shape
from ..formats.isomorphism import random_isomorph
from .case import Case

MOST_EMPTY = 0.65  # share of the cells that is emptied at first
FEWER_EMPTY = 0.9  # factor of that share after each attempt that naked singles cannot fill
PAIRS_TRIED = 5
MOST_CHAINS = 3


def derive_unique(shape: Shape) -> Iterator[Case]:
    """Yield cases with one solution, without end; the same ones for the same shape."""
    for number in count(1):
        rng = _make_source(shape, "unique", number)
        solution = make_board(shape, rng)
        yield Case(f"unique {number}", _empty_cells(shape, solution, frozenset(), rng), 1, solution)


def derive_multiple(shape: Shape) -> Iterator[Case]:
    """Yield cases with 2, 4, 8... solutions, without end; the same ones for the same shape."""
    for number in count(1):
        rng = _make_source(shape, "multiple", number)
        solution = make_board(shape, rng)
        chains = _choose_chains(shape, solution, rng)
        puzzle = _empty_cells(shape, solution, frozenset().union(*chains), rng)
        yield Case(f"multiple {number}", puzzle, 2 ** len(chains), solution)


def derive_unsolvable(shape: Shape) -> Iterator[Case]:
    """Yield cases without a solution in which no givens clash, without end; the same ones for the same shape."""
    for case in derive_unique(shape):
        rng = _make_source(shape, "unsolvable", int(case.name.split()[-1]))
        wrong = add_wrong_given(case, rng)
        if wrong:
            yield Case(case.name.replace("unique", "unsolvable"), wrong, 0)


def make_board(shape: Shape, rng: Random) -> Grid:
    """Return a full board."""
    return random_isomorph(Puzzle(shape, cyclic_board(shape)), rng).givens


def add_wrong_given(case: Case, rng: Random) -> Puzzle | None:
    """Return the puzzle of a unique case with a wrong given that clashes with no other, if there is one."""
    puzzle, solution = case.puzzle, case.solution
    for cell in shuffle(list(puzzle.shape.cells), rng):
        if solution and not puzzle.givens[cell]:
            wrong = [value for value in _list_candidates(puzzle, cell) if value != solution[cell]]
            if wrong:
                return puzzle.with_value(cell, wrong[random_below(rng, len(wrong))])
    return None


def _make_source(shape: Shape, kind: str, number: int) -> Random:
    return Random(f"{shape.box}/{kind}/{number}")


def _empty_cells(shape: Shape, solution: Grid, emptied: frozenset[Cell], rng: Random) -> Puzzle:
    """Return a puzzle in which naked singles fill all cells except `emptied`: as many others as possible are empty."""
    share = MOST_EMPTY
    while True:
        empty = emptied | {cell for cell in shape.cells if rng.random() < share}
        givens = bytes(0 if cell in empty else value for cell, value in enumerate(solution))
        left = {cell for cell, value in enumerate(fill_naked_singles(shape, givens)) if not value}
        if left == emptied:
            return Puzzle(shape, givens)
        share *= FEWER_EMPTY


def fill_naked_singles(shape: Shape, givens: Grid) -> Grid:
    """Return the grid after filling cells with only one candidate, until there are none."""
    grid = bytearray(givens)
    taken = [sum(1 << grid[cell] for cell in unit if grid[cell]) for unit in shape.units]  # one bit for each value
    every_value = sum(1 << value for value in shape.values)
    is_changed = True
    while is_changed:
        is_changed = False
        for cell in [cell for cell, value in enumerate(grid) if not value]:
            row, column, box = shape.units_of[cell]
            candidates = every_value & ~(taken[row] | taken[column] | taken[box])
            if candidates.bit_count() == 1:
                grid[cell] = candidates.bit_length() - 1
                for unit in (row, column, box):
                    taken[unit] |= candidates
                is_changed = True
    return bytes(grid)


def _list_candidates(puzzle: Puzzle, cell: Cell) -> list[int]:
    seen = {puzzle.givens[peer] for peer in puzzle.shape.peers_of(cell)}
    return [value for value in puzzle.shape.values if value not in seen]


def _choose_chains(shape: Shape, solution: Grid, rng: Random) -> list[frozenset[Cell]]:
    """Return one to three of the shortest chains of two values, from the pair of values that has the most chains."""
    pairs = [shuffle(list(shape.values), rng)[:2] for _ in range(PAIRS_TRIED)]
    chains = max((_find_chains(shape, solution, pair) for pair in pairs), key=len)
    return sorted(chains, key=lambda chain: (len(chain), min(chain)))[: 1 + random_below(rng, MOST_CHAINS)]


def _find_chains(shape: Shape, solution: Grid, pair: list[int]) -> list[frozenset[Cell]]:
    """Return the cells of two values in groups that are connected through units."""
    left = {cell for cell in shape.cells if solution[cell] in pair}
    chains = []
    while left:
        chain, reached = set[Cell](), {min(left)}
        while reached:
            chain |= reached
            left -= reached
            reached = left & {peer for cell in reached for peer in shape.peers_of(cell)}
        chains.append(frozenset(chain))
    return chains
