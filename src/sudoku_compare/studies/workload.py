"""What a study is given to work on, and what studies do alike."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

from ..benchmark.sampling import Case, Complain, draw_evenly, read_files
from ..core.answer import Limits, OutOfTime, Stopwatch
from ..core.puzzle import Grid, Puzzle
from ..core.shape import Shape
from ..engines.reductio.engine import Search
from ..engines.reductio.propagation import fields_of
from ..formats.shipped import CLASSICS, shipped

SHIPPED = ("easy", "medium", "hard", "extreme", CLASSICS)  # of these the 9x9 with one solution
SIDE = 9
ALL = "all"

Item = TypeVar("Item")


def _unwatched(items: Iterable[Any]) -> Iterable[Any]:
    return items


@dataclass(slots=True)
class Work:
    """Puzzles in their tiers; the seed of whatever is random; seconds for each puzzle; who watches; what was left out.

    Not frozen, as `each` counts what it leaves out: one for each run of a study.
    """

    cases: tuple[Case, ...] = ()
    seed: int = 0
    seconds: float = 10.0
    samples: int | None = None  # where there are no puzzles but random boards
    watched: Callable[[Iterable[Any]], Iterable[Any]] = (
        _unwatched  # gives the items as they are, and shows how far it is
    )
    left_out: Counter[str] = field(default_factory=Counter, init=False)  # puzzles by the reason

    def each(self, look: "Callable[[Posed], Item]") -> Iterator[tuple[Case, Item]]:
        """What a look at each puzzle with one solution gives; others, and those that take too long, are left out."""
        for case in self.watched(self.cases):
            watch = Stopwatch(Limits(seconds=self.seconds))
            try:
                solution = only_solution(case.entry.puzzle, watch)
                if solution is None:
                    self.left_out["none or several solutions"] += 1
                    continue
                yield case, look(Posed(case.entry.puzzle, solution, watch))
            except OutOfTime:
                self.left_out["no answer in time"] += 1


class Posed(NamedTuple):
    """A puzzle with its one solution, and the clock."""

    puzzle: Puzzle
    solution: Grid
    watch: Stopwatch


def cases_for(paths: Sequence[str], shape: Shape | None, complain: Complain) -> Iterator[Case]:
    """The puzzles of these files, or the shipped ones. A puzzle that is given as text is no name for a tier."""
    if paths:
        for case in read_files(paths, shape, complain):
            yield case._replace(tier="text") if case.entry.id.startswith("text:") else case
    else:
        for tier in SHIPPED:
            for entry in shipped(tier):
                if entry.puzzle.shape.side == SIDE and entry.only_solution:
                    yield Case(0, tier, entry)


def chosen(cases: Iterable[Case], number: int | None, seed: int) -> tuple[Case, ...]:
    """All of them, or so many at random."""
    return tuple(cases) if number is None else tuple(draw_evenly(cases, number, seed))


def only_solution(puzzle: Puzzle, watch: Stopwatch) -> Grid | None:
    """The solution of a puzzle that has exactly one."""
    found = []
    for solution in Search(puzzle, fields_of(puzzle.shape), watch).solutions():
        found.append(solution)
        if len(found) > 1:
            return None
    return found[0] if found else None


def by_tier(results: Iterable[tuple[Case, Item]]) -> dict[str, list[Item]]:
    """The results of each tier, and of all where there are several tiers."""
    tiers: dict[str, list[Item]] = {}
    everything: list[Item] = []
    for case, result in results:
        tiers.setdefault(case.tier, []).append(result)
        everything.append(result)
    return tiers | {ALL: everything} if len(tiers) > 1 else tiers


def overall(tiers: dict[str, list[Item]]) -> list[Item]:
    """The results of all tiers."""
    return tiers.get(ALL) or [result for results in tiers.values() for result in results]


def percent(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else "none"
