"""The propagation rules one by one: of everything that follows from a board, which part does each rule find?

`assert_places` finds the last disjunct of every disjunction: the last candidate of a cell (a naked single, called a
lone constraint in seed 001, see docs/studies.md) and the last place of a value in a unit (a hidden single, called a
COFIO constraint there). Following naked singles alone reaches arc consistency on the pairwise constraints "these two
cells differ", which is what AC-3 computes: such a constraint removes a candidate only if the other cell has no other
candidate.
"""

from collections.abc import Callable

from ..engines.reductio.propagation import Board, Fields, Tick, assert_places, prune

Rule = Callable[[Fields, Board], Board]  # from everything that follows to what is asserted in this round


def see_nothing(fields: Fields, followed: Board) -> Board:
    """Assert nothing."""
    return 0


def see_naked_singles(fields: Fields, followed: Board) -> Board:
    """Assert naked singles: cells with one candidate left."""
    return followed & fields.in_cells


def see_all_singles(fields: Fields, followed: Board) -> Board:
    """Assert naked and hidden singles."""
    return followed


def see_naked_singles_first(fields: Fields, followed: Board) -> Board:
    """Assert naked singles; hidden singles only if there is no naked single, as people do."""
    return see_naked_singles(fields, followed) or followed


def see_agreeing_singles(fields: Fields, followed: Board) -> Board:
    """Assert naked singles, and hidden singles that are hidden singles in row, column and box at once.

    This demands more than is needed: a hidden single in one of the three units suffices.
    """
    found = see_naked_singles(fields, followed)
    rest = followed ^ found
    while rest:
        position = rest.bit_length() - 1
        bits = sum(1 << bit for bit in fields.positions(*fields.candidate_at(position))[1:])
        if followed & bits == bits:
            found |= bits
        rest &= ~(bits | 1 << position)
    return found


def follow(fields: Fields, board: Board, asserted: Board, rule: Rule, tick: Tick) -> tuple[Board, int]:
    """Apply the rule until nothing more follows; return the board and the number of rounds.

    The first round asserts `asserted`.
    """
    rounds = 0
    while asserted:
        board = prune(fields, board, asserted, [], tick)
        asserted = rule(fields, assert_places(fields, board))
        rounds += 1
    return board, rounds
