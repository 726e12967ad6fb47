"""Estimate the number of completed grids by random walks (Knuth's method, with weighted choices).

A walk begins with the first box filled in order, as it is in one of `side!` grids, and assumes values until the grid
is complete. The product of the inverse probabilities of its choices has the number of completed grids as its mean,
whatever the probabilities are; a walk that ends in a contradiction counts as 0. Better probabilities make the products
vary less.
"""

import math
from collections.abc import Sequence
from random import Random
from statistics import fmean
from typing import NamedTuple

from ..core.shape import Shape
from ..engines.reductio.engine import choose_cell
from ..engines.reductio.propagation import (
    Board,
    Contradiction,
    Fields,
    Tick,
    assert_places,
    begin,
    fields_of,
    syllogize,
)

WEIGHT = 0.05  # per candidate: with it the products vary a third as much as with even choices, on 9x9 and on 16x16
ERRORS = 2.576  # standard errors on either side of a 99% interval


class Estimate(NamedTuple):
    """An estimate as a natural logarithm, because the number is large."""

    side: int
    log: float
    error: float  # relative standard error of the mean
    walks: int

    @property
    def low(self) -> float:
        return self.log - ERRORS * self.error

    @property
    def high(self) -> float:
        return self.log + ERRORS * self.error


def walk(shape: Shape, rng: Random, tick: Tick) -> float:
    """Return the logarithm of one product; minus infinity after a contradiction."""
    fields = fields_of(shape)
    board = _fill_first_box(shape, fields, tick)
    log = math.lgamma(shape.side + 1)
    while board:
        boards = _branch(fields, board, tick)
        if not boards:
            return -math.inf
        board, probability = _choose(boards, fields.in_cells, rng)
        log -= math.log(probability)
    return log


def _fill_first_box(shape: Shape, fields: Fields, tick: Tick) -> Board:
    """Return the board whose first box has the values in order."""
    givens = bytearray(len(shape.cells))
    for value, cell in enumerate(shape.units[-shape.side], 1):
        givens[cell] = value
    board = begin(fields, bytes(givens), [], tick)
    return syllogize(fields, board, assert_places(fields, board), [], tick)


def _branch(fields: Fields, board: Board, tick: Tick) -> list[Board]:
    """Return a board for each value of a cell with the fewest candidates (MRV), except values that fail at once."""
    cell = choose_cell(fields, board)
    values = board >> cell & (1 << fields.side) - 1
    boards = []
    while values:
        value = values & -values
        values ^= value
        try:
            boards.append(syllogize(fields, board, value << cell, [], tick))
        except Contradiction:
            continue
    return boards


def _choose(boards: list[Board], places: Board, rng: Random) -> tuple[Board, float]:
    """Choose a board and return it with its probability: the more candidates it leaves, the more probable."""
    left = [(board & places).bit_count() for board in boards]
    weights = [math.exp(WEIGHT * (count - max(left))) for count in left]
    point = rng.random() * sum(weights)
    number = 0
    while number < len(boards) - 1 and point >= weights[number]:
        point -= weights[number]
        number += 1
    return boards[number], weights[number] / sum(weights)


def estimate(side: int, logs: Sequence[float]) -> Estimate:
    """Return the mean of the products of many walks, and its standard error."""
    highest = max(logs)
    if highest == -math.inf or len(logs) < 2:
        return Estimate(side, highest, math.inf, len(logs))
    shares = [math.exp(log - highest) for log in logs]
    mean = fmean(shares)
    spread = math.fsum((share - mean) ** 2 for share in shares) / (len(shares) - 1)
    return Estimate(side, highest + math.log(mean), math.sqrt(spread / len(shares)) / mean, len(logs))
