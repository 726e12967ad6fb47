"""The number of full boards, estimated by random walks (Knuth's way, with a leaning).

A walk begins with the first box filled, which holds for one board in side!, and assumes values until the board is full.
The product of one over the probability of each choice has the number of full boards as its mean, whatever the
probabilities; a walk that ends in a contradiction counts as 0. The better the probabilities, the less the products
spread.
"""

import math
from collections.abc import Sequence
from random import Random
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

LEAN = 0.05  # per candidate: makes the products spread a third as much as even choices do, on 9x9 and on 16x16
ERRORS = 2.576  # standard errors to either side that make a 99% interval


class Estimate(NamedTuple):
    """In natural logarithms, as the numbers are large."""

    side: int
    log: float
    error: float  # standard error of the mean, as a share of it
    walks: int

    @property
    def low(self) -> float:
        return self.log - ERRORS * self.error

    @property
    def high(self) -> float:
        return self.log + ERRORS * self.error


def walk(shape: Shape, rng: Random, tick: Tick) -> float:
    """The logarithm of one product; minus infinity for a contradiction."""
    fields = fields_of(shape)
    board = _beginning(shape, fields, tick)
    log = math.lgamma(shape.side + 1)
    while board:
        boards = _next_boards(fields, board, tick)
        if not boards:
            return -math.inf
        board, probability = _chosen(boards, fields.in_cells, rng)
        log -= math.log(probability)
    return log


def _beginning(shape: Shape, fields: Fields, tick: Tick) -> Board:
    """The board whose first box holds the values in order."""
    givens = bytearray(len(shape.cells))
    for value, cell in enumerate(shape.units[-shape.side], 1):
        givens[cell] = value
    board = begin(fields, bytes(givens), [], tick)
    return syllogize(fields, board, assert_places(fields, board), [], tick)


def _next_boards(fields: Fields, board: Board, tick: Tick) -> list[Board]:
    """One for each value of a cell with the fewest that does not lead to a contradiction at once."""
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


def _chosen(boards: list[Board], places: Board, rng: Random) -> tuple[Board, float]:
    """One of them, and how likely it was: the more candidates it leaves, the likelier."""
    left = [(board & places).bit_count() for board in boards]
    weights = [math.exp(LEAN * (count - max(left))) for count in left]
    point = rng.random() * sum(weights)
    number = 0
    while number < len(boards) - 1 and point >= weights[number]:
        point -= weights[number]
        number += 1
    return boards[number], weights[number] / sum(weights)


def estimate(side: int, logs: Sequence[float]) -> Estimate:
    """From the products of many walks to their mean, and how far that may be off."""
    highest = max(logs)
    if highest == -math.inf or len(logs) < 2:
        return Estimate(side, highest, math.inf, len(logs))
    shares = [math.exp(log - highest) for log in logs]
    mean = math.fsum(shares) / len(shares)
    spread = math.fsum((share - mean) ** 2 for share in shares) / (len(shares) - 1)
    return Estimate(side, highest + math.log(mean), math.sqrt(spread / len(shares)) / mean, len(logs))
