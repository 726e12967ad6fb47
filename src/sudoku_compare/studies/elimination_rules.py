"""The rules of elimination one by one: of all that follows from a board, what a rule sees.

`assert_places` finds the last disjunct of every disjunction. A cell's is what `prune` alone leaves (lone constraint,
naked single), a unit's is what asserting finds (COFIO, hidden single).
"""

from collections.abc import Callable

from ..engines.reductio.propagation import Board, Fields, Tick, assert_places, prune

Rule = Callable[[Fields, Board], Board]  # from all that follows to what is asserted in this round


def nothing(fields: Fields, followed: Board) -> Board:
    return 0


def lone(fields: Fields, followed: Board) -> Board:
    """Cells with one value left."""
    return followed & fields.in_cells


def both(fields: Fields, followed: Board) -> Board:
    """Cells with one value left, and values with one place left."""
    return followed


def lone_first(fields: Fields, followed: Board) -> Board:
    """Values with one place left only where no cell has one value left, as people go about it."""
    return lone(fields, followed) or followed


def in_every_unit(fields: Fields, followed: Board) -> Board:
    """Cells with one value left, and of values with one place left those that have it in row, column and box alike.

    More than is needed, where any one of the three would do.
    """
    found = lone(fields, followed)
    rest = followed ^ found
    while rest:
        position = rest.bit_length() - 1
        bits = sum(1 << bit for bit in fields.positions(*fields.candidate_at(position))[1:])
        if followed & bits == bits:
            found |= bits
        rest &= ~(bits | 1 << position)
    return found


def follow(fields: Fields, board: Board, asserted: Board, rule: Rule, tick: Tick) -> tuple[Board, int]:
    """The board when nothing follows any more by this rule, and after how many rounds.

    What is asserted to begin with is the first of them.
    """
    rounds = 0
    while asserted:
        board = prune(fields, board, asserted, [], tick)
        asserted = rule(fields, assert_places(fields, board))
        rounds += 1
    return board, rounds
