"""What a search on a large board learns from its contradictions: where to assume next, what, and when to start over.

The cell for an assumption is, among those with the fewest candidates, the one in which contradictions have appeared
most often, recent ones counting more. Its value is the one that it had last, so that a search that starts over soon
gets back to where it was, but with the difficult cells first. A search starts over after a number of contradictions
that grows each time, so that one of them is complete in the end. Once a solution has been found, the search does not
start over.
"""

from collections.abc import Iterable

from .propagation import LARGEST_SMALL_SIDE, Board, Candidate, Fields

FIRST_RUN = 50  # contradictions before the search starts over for the first time
LONGER = 1.1  # times the length of a run: that of the next one
RECENT = 1.02  # times the weight of a contradiction: that of the next one
LARGEST_WEIGHT = 1e100  # weights are scaled down above it, long before they overflow


class Experience:
    """The weights of the cells, the last value of each cell, and the length of the current run."""

    def __init__(self, fields: Fields) -> None:
        self._fields = fields
        self._weights: dict[int, float] = {}  # by the position of the cell's guard
        self._weight = 1.0  # of the next contradiction
        self._values: dict[int, int] = {}
        self._contradictions = 0  # in this run
        self._length: float = FIRST_RUN
        self._may_start_over = True

    def note_values(self, trail: Iterable[Candidate]) -> None:
        """Remember the values that cells have just been given."""
        self._values.update(trail)

    def note_contradiction(self, empty: Board) -> None:
        """Add to the weights of the cells that have no candidate left; their guards are among `empty`."""
        self._contradictions += 1
        cells = empty & self._fields.cell_guards
        while cells:
            guard = cells.bit_length() - 1
            cells ^= 1 << guard
            self._weights[guard] = self._weights.get(guard, 0.0) + self._weight
        self._weight *= RECENT
        if self._weight > LARGEST_WEIGHT:
            self._weights = {guard: weight / LARGEST_WEIGHT for guard, weight in self._weights.items()}
            self._weight /= LARGEST_WEIGHT

    def note_solution(self) -> None:
        """Never start over again: the solution would be found a second time."""
        self._may_start_over = False

    def is_run_over(self) -> bool:
        """Return whether the search should start over."""
        return self._may_start_over and self._contradictions > self._length

    def start_over(self) -> None:
        """Begin a longer run."""
        self._contradictions = 0
        self._length *= LONGER

    def choose_cell(self, fewest: Board) -> int:
        """Return the field position of the heaviest of these cells, which are given by their guards."""
        get_weight = self._weights.get
        best, most = 0, -1.0
        while fewest:
            guard = fewest.bit_length() - 1
            fewest ^= 1 << guard
            weight = get_weight(guard, 0.0)
            if weight > most:
                best, most = guard, weight
        return best - self._fields.side

    def choose_value(self, cell: int, untried: int) -> int:
        """Return the bit of the cell's last value if it is untried, otherwise the lowest one."""
        last = self._values.get(cell, 0)
        if last and untried >> last - 1 & 1:
            return 1 << last - 1
        return untried & -untried


def start_experience(fields: Fields) -> Experience | None:
    """Return an experience for a large board; small ones are searched too quickly for it to pay."""
    return Experience(fields) if fields.side > LARGEST_SMALL_SIDE else None
