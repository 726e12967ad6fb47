"""Instances of a given size and share of givens: a random full board that loses the rest of its values.

Random removal takes any cells. Balanced removal takes, as far as the number allows, equally many from each row, column
and box: the cells in which another random board has certain values are such a set.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import product
from random import Random

from ..benchmark.measurement.sampling import Case
from ..core.entry import Entry
from ..core.errors import OptionError
from ..core.puzzle import Puzzle
from ..core.random_source import shuffle
from ..core.shape import LARGEST_SIDE, Cell, Shape, has_usual_shape, shape_of_side
from ..generation.generate import random_board

SIZES = (9, 16, 25, 36)
GROWTH_SIZES = (9, 16, 25, 36, 49, 64)
GROWTH_PERCENT = 70  # of the cells given: then all engines settle boards of every size
GROWTH_NUMBER = 5  # instances of each size
PERCENTS = (20, 30, 35, 40, 45, 50, 60)  # of the cells given: the hardest are among these at every size
NUMBER = 10  # instances of each kind
LARGEST_SIZE = 49  # at which the study of hardness stops: its hardest instances are out of reach long before


class Removal(StrEnum):
    """How cells are chosen that lose their values."""

    RANDOM = "random"
    BALANCED = "balanced"


@dataclass(frozen=True, slots=True, repr=False)
class Instance(Entry):
    """A puzzle that was made, with the share of cells given that was asked for, in percent.

    The share that it has differs a little: cells are whole.
    """

    percent: int = field(kw_only=True)


def make_cases(sizes: Sequence[int], percents: Sequence[int], number: int | None, seed: int) -> Iterator[Case]:
    """Yield this many instances for each size, removal and percentage of cells given.

    Each has a random generator of its own, so it does not depend on which others are made. A size or percentage that is
    repeated counts once. The tier of a case is the removal. Raises OptionError if there is no board of that size.
    """
    count = 0
    for shape in [_find_shape(size, LARGEST_SIZE) for size in dict.fromkeys(sizes or SIZES)]:
        for removal in Removal:
            for percent in dict.fromkeys(percents or PERCENTS):
                for one in range(number or NUMBER):
                    name = f"{shape} {removal}, {percent}% given, {one + 1}"
                    puzzle = make_instance(shape, percent / 100, removal, Random(f"{seed}/{name}"))
                    yield Case(count, removal, Instance(f"seed {seed}: {name}", puzzle, percent=percent))
                    count += 1


def make_growing_cases(sizes: Sequence[int], percents: Sequence[int], number: int | None, seed: int) -> Iterator[Case]:
    """Yield this many instances for each percentage of cells given and each size, with random removal.

    A size or percentage that is repeated counts once. The tier of a case is the percentage. Raises OptionError if there
    is no board of that size.
    """
    shapes = [_find_shape(size, LARGEST_SIDE) for size in dict.fromkeys(sizes or GROWTH_SIZES)]
    kinds = list(product(dict.fromkeys(percents or (GROWTH_PERCENT,)), shapes))
    for count, ((percent, shape), one) in enumerate(product(kinds, range(number or GROWTH_NUMBER))):
        name = f"{shape}, {percent}% given, {one + 1}"
        puzzle = make_instance(shape, percent / 100, Removal.RANDOM, Random(f"{seed}/{name}"))
        yield Case(count, f"{percent}% given", Entry(f"seed {seed}: {name}", puzzle))


def _find_shape(size: int, largest: int) -> Shape:
    if size > largest or not has_usual_shape(size):
        raise OptionError(f"size {size}: expected a number from 4 to {largest} that is not a prime number")
    return shape_of_side(size)


def make_instance(shape: Shape, share: float, removal: Removal, rng: Random) -> Puzzle:
    """Return a random board on which this share of the cells is given."""
    board = random_board(shape, rng)
    holes = len(shape.cells) - round(share * len(shape.cells))
    emptied = set(CHOOSERS[removal](shape, holes, rng))
    return Puzzle(shape, bytes(0 if cell in emptied else value for cell, value in enumerate(board)))


def choose_at_random(shape: Shape, number: int, rng: Random) -> Iterable[Cell]:
    """Return this many cells."""
    return shuffle(list(shape.cells), rng)[:number]


def choose_evenly(shape: Shape, number: int, rng: Random) -> Iterable[Cell]:
    """Return this many cells, spread evenly: their numbers in any two units of a kind differ by at most 1."""
    pattern = random_board(shape, rng)
    places: dict[int, list[Cell]] = {value: [] for value in shuffle(list(shape.values), rng)}
    for cell in choose_at_random(shape, len(shape.cells), rng):
        places[pattern[cell]].append(cell)
    return [cell for cells in places.values() for cell in cells][:number]


CHOOSERS: dict[Removal, Callable[[Shape, int, Random], Iterable[Cell]]] = {
    Removal.RANDOM: choose_at_random,
    Removal.BALANCED: choose_evenly,
}
