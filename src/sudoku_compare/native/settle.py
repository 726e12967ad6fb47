"""What is compiled of the search: `nine` (9x9), `sizes` (every other), `boards` (a walk through full boards).

It knows nothing of the rest of the project. Many 9x9 puzzles in one call:

>>> puzzle = b"..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
>>> settled = settle_many(puzzle * 2)
>>> settled.found
bytearray(b'\\x01\\x01')
>>> bytes(settled.solutions[:9]).hex()
'090807060504030201'
"""

from array import array
from typing import NamedTuple

from .solve9 import IS_COMPILED, settle_into
from .solve9_constants import CELLS, NO_CAP, UNSETTLED

__all__ = ["CELLS", "IS_COMPILED", "UNSETTLED", "Settled", "settle_many"]


class Settled(NamedTuple):
    """For each puzzle, in order."""

    found: bytearray  # how many solutions, up to the limit; UNSETTLED if the assumptions ran out
    solutions: bytearray  # 81 values each, of the first solutions; noughts where none was found
    assumptions: "array[int]"

    def solutions_of(self, number: int) -> tuple[bytes, ...]:
        """Of one puzzle, those that were kept; none if it is not settled."""
        found = self.found[number]
        if found == UNSETTLED:
            return ()
        room = len(self.solutions) // len(self.found)
        start = room * number
        starts = range(start, start + min(CELLS * found, room), CELLS)
        return tuple(bytes(self.solutions[first : first + CELLS]) for first in starts)


def settle_many(
    puzzles: bytes | bytearray | memoryview, limit: int = 2, *, assumptions: int = NO_CAP, keep: int = 1
) -> Settled:
    """Search each of the puzzles until `limit` solutions are found or nothing is left, without holding the GIL.

    `puzzles` has 81 bytes a puzzle, values or digits; any other byte is an empty cell. A puzzle that would need
    more than so many assumptions is left unsettled. Of each, the first `keep` solutions are kept.
    """
    count, rest = divmod(len(puzzles), CELLS)
    if rest:
        raise ValueError(f"{len(puzzles)} bytes; 81 for each puzzle would do")
    if not 0 < limit < UNSETTLED:
        raise ValueError(f"a limit of {limit}; 1 to {UNSETTLED - 1} would do")
    if not 0 <= assumptions <= NO_CAP:
        raise ValueError(f"{assumptions} assumptions; 0 to {NO_CAP} would do")
    if keep < 0:
        raise ValueError(f"keep {keep} solutions; 0 or more would do")
    settled = Settled(bytearray(count), bytearray(CELLS * count * keep), array("I", bytes(4 * count)))
    settle_into(puzzles, *settled, limit, assumptions)
    return settled
