"""Which counts of an engine differ between two runs. Counts do not depend on the machine, so a difference is real."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from heapq import heappush, heappushpop
from typing import Any, NamedTuple

from ..statistics.times import PEAKS

MOST_NAMED = 5  # puzzles with the largest changes of a count


class PuzzleCount(NamedTuple):
    """A count of an engine on one puzzle in two runs."""

    puzzle: str
    a: int
    b: int


@dataclass(frozen=True, slots=True)
class CountChange:
    """A count of an engine, summed over the puzzles that both runs settled; for `PEAKS`, the largest."""

    engine: str
    count: str
    puzzles: int  # whose count is known in both runs
    changed: int  # of them
    a: int | None  # None if the run does not have this count
    b: int | None
    largest: tuple[PuzzleCount, ...]  # the largest changes, the largest first

    @property
    def growth(self) -> float | None:
        """The change as a share of A's count; None if that is 0 or unknown."""
        return (self.b - self.a) / self.a if self.a and self.b is not None else None

    def as_json(self) -> dict[str, Any]:
        """Return the change as one JSON object."""
        return asdict(self) | {"largest": [one._asdict() for one in self.largest]}


class _Tally:
    """A count of one engine so far."""

    def __init__(self, is_peak: bool) -> None:
        self._is_peak = is_peak
        self._a: int | None = None
        self._b: int | None = None
        self._puzzles = self._changed = 0
        self._largest: list[tuple[int, int, PuzzleCount]] = []  # a heap: the smallest of them first

    def add(self, puzzle: str, a: int | None, b: int | None) -> None:
        self._a, self._b = self._combine(self._a, a), self._combine(self._b, b)
        if a is None or b is None:
            return
        self._puzzles += 1
        if a != b:
            self._changed += 1
            entry = (abs(a - b), -self._puzzles, PuzzleCount(puzzle, a, b))
            if len(self._largest) < MOST_NAMED:
                heappush(self._largest, entry)
            else:
                heappushpop(self._largest, entry)

    def _combine(self, total: int | None, count: int | None) -> int | None:
        if total is None or count is None:
            return count if total is None else total
        return max(total, count) if self._is_peak else total + count

    def summarize(self, engine: str, count: str) -> CountChange:
        largest = tuple(change for _, _, change in sorted(self._largest, reverse=True))
        return CountChange(engine, count, self._puzzles, self._changed, self._a, self._b, largest)


class CountTallies:
    """The counts of all engines in two runs so far."""

    def __init__(self) -> None:
        self._tallies: dict[tuple[str, str], _Tally] = {}

    def add(self, puzzle: str, engine: str, a: Mapping[str, int], b: Mapping[str, int]) -> None:
        """Add the counts of a puzzle that both runs settled."""
        for name in a if a.keys() == b.keys() else {**a, **b}:
            tally = self._tallies.get((engine, name))
            if tally is None:
                tally = self._tallies[engine, name] = _Tally(name in PEAKS)
            tally.add(puzzle, a.get(name), b.get(name))

    def summarize(self, engines: Sequence[str]) -> Iterator[CountChange]:
        """Yield every count, changed or not, by engine."""
        for wanted in engines:
            for (engine, count), tally in self._tallies.items():
                if engine == wanted:
                    yield tally.summarize(engine, count)
