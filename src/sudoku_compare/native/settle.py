"""Settle many 9x9 puzzles in one call.

>>> puzzle = b"..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
>>> settled = settle_many(puzzle * 2)
>>> settled.found
bytearray(b'\\x01\\x01')
>>> bytes(settled.solutions[:9]).hex()
'090807060504030201'
"""

from array import array
from dataclasses import dataclass

from .solve9 import IS_COMPILED, settle_into, sum_assumptions
from .solve9_constants import CELLS, NO_CAP, UNSETTLED

AT_ONCE = 4096  # puzzles per call of compiled code; Ctrl-C is noticed between calls (0.3 s if all are of the hardest)

__all__ = ["CELLS", "IS_COMPILED", "UNSETTLED", "SettledBatch", "settle_many", "sum_assumptions"]


@dataclass(frozen=True, slots=True)
class SettledBatch:
    """The result for each puzzle, in order."""

    found: bytearray  # the number of solutions, up to the limit; UNSETTLED if the assumptions ran out
    solutions: bytearray  # the first solutions of each puzzle, 81 values each; zeros where there is none
    assumptions: "array[int]"

    def solutions_of(self, number: int) -> tuple[bytes, ...]:
        """Return the solutions of one puzzle that were kept; none if the puzzle is unsettled."""
        found = self.found[number]
        if found == UNSETTLED:
            return ()
        room = len(self.solutions) // len(self.found)
        start = room * number
        starts = range(start, start + min(CELLS * found, room), CELLS)
        return tuple(bytes(self.solutions[first : first + CELLS]) for first in starts)


def settle_many(
    puzzles: bytes | bytearray | memoryview, limit: int = 2, *, assumptions: int = NO_CAP, keep: int = 1
) -> SettledBatch:
    """Search each puzzle until `limit` solutions are found or the search is exhausted, without holding the GIL.

    `puzzles` has 81 bytes per puzzle, values or digits; any other byte is an empty cell. A puzzle that needs more than
    `assumptions` assumptions stays unsettled. The first `keep` solutions of each puzzle are kept.
    """
    count, rest = divmod(len(puzzles), CELLS)
    if rest:
        raise ValueError(f"puzzles: expected {CELLS} bytes per puzzle, found {len(puzzles)} bytes")
    if not 0 < limit < UNSETTLED:
        raise ValueError(f"limit: expected 1 to {UNSETTLED - 1}, found {limit}")
    if not 0 <= assumptions <= NO_CAP:
        raise ValueError(f"assumptions: expected 0 to {NO_CAP}, found {assumptions}")
    if keep < 0:
        raise ValueError(f"keep: expected 0 or more, found {keep}")
    settled = SettledBatch(bytearray(count), bytearray(CELLS * count * keep), array("I", bytes(4 * count)))
    givens, found = memoryview(puzzles), memoryview(settled.found)
    solutions, all_assumptions = memoryview(settled.solutions), memoryview(settled.assumptions)
    for start in range(0, max(count, 1), AT_ONCE):  # once for no puzzles, too, because `settle_into` checks the buffers
        end = min(start + AT_ONCE, count)
        part = givens[CELLS * start : CELLS * end]
        kept = solutions[CELLS * keep * start : CELLS * keep * end]
        settle_into(part, found[start:end], kept, all_assumptions[start:end], limit, assumptions)
    return settled
