"""The input of a study, and the steps that all studies share."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from ..benchmark.measurement.sampling import Case, Complain, draw_evenly, read_files
from ..core.answer import Limits, OutOfTime, Stopwatch
from ..core.puzzle import Grid, Puzzle
from ..core.shape import Shape
from ..core.text import is_text
from ..engines.reductio.engine import Search
from ..engines.reductio.propagation import fields_of
from ..formats.shipped import CLASSICS, load_shipped

SHIPPED = ("easy", "medium", "hard", "extreme", CLASSICS)  # the 9x9 puzzles with one solution in these collections
SIDE = 9
ALL = "all"  # the tier of all puzzles
NOT_UNIQUE = "none or several solutions"
TOO_LATE = "no answer in time"

Item = TypeVar("Item")


def _show_nothing(items: Iterable[Any]) -> Iterable[Any]:
    return items


class Subject(NamedTuple):
    """A puzzle with its only solution, and the stopwatch that limits its examination."""

    puzzle: Puzzle
    solution: Grid
    watch: Stopwatch


@dataclass(frozen=True, slots=True)
class Workload:
    """What a study works on."""

    cases: tuple[Case, ...] = ()
    seed: int = 0
    seconds: float = 10.0  # per puzzle
    samples: int | None = None  # random walks, in a study without puzzles
    show_progress: Callable[[Iterable[Any]], Iterable[Any]] = _show_nothing  # returns the items unchanged


@dataclass(frozen=True, slots=True)
class Findings(Generic[Item]):
    """What an examination found for each puzzle, by tier, and how many puzzles were left out, by reason."""

    tiers: Mapping[str, list[Item]]  # with the tier of all puzzles, if there are several tiers
    left_out: Mapping[str, int]

    @property
    def all(self) -> list[Item]:
        """What was found for each puzzle of all tiers."""
        return self.tiers.get(ALL) or [item for items in self.tiers.values() for item in items]


def examine_all(work: Workload, examine: Callable[[Subject], Item]) -> Findings[Item]:
    """Examine each puzzle that has exactly one solution; leave out the others, and those that take too long."""
    tiers: dict[str, list[Item]] = {}
    everything: list[Item] = []
    left_out: Counter[str] = Counter()
    for case in work.show_progress(work.cases):
        watch = Stopwatch(Limits(seconds=work.seconds))
        try:
            solution = find_only_solution(case.entry.puzzle, watch)
            if solution is None:
                left_out[NOT_UNIQUE] += 1
                continue
            found = examine(Subject(case.entry.puzzle, solution, watch))
        except OutOfTime:
            left_out[TOO_LATE] += 1
            continue
        tiers.setdefault(case.tier, []).append(found)
        everything.append(found)
    return Findings(tiers | {ALL: everything} if len(tiers) > 1 else tiers, left_out)


def read_cases(paths: Sequence[str], shape: Shape | None, complain: Complain) -> Iterator[Case]:
    """Yield the puzzles of these files, or the shipped ones; `complain` is called with each error in a file."""
    if paths:
        for case in read_files(paths, shape, complain):
            # A puzzle given as text is not the name of a tier.
            yield case._replace(tier="text") if is_text(case.entry.id) else case
    else:
        for tier in SHIPPED:
            for entry in load_shipped(tier):
                if entry.puzzle.shape.side == SIDE and entry.only_solution:
                    yield Case(0, tier, entry)


def choose_cases(cases: Iterable[Case], number: int | None, seed: int) -> tuple[Case, ...]:
    """Return all cases, or a random sample of this size."""
    return tuple(cases) if number is None else tuple(draw_evenly(cases, number, seed))


def find_only_solution(puzzle: Puzzle, watch: Stopwatch) -> Grid | None:
    """Return the solution if there is exactly one; raise OutOfTime at the deadline."""
    found = []
    for solution in Search(puzzle, fields_of(puzzle.shape), watch).solutions():
        found.append(solution)
        if len(found) > 1:
            return None
    return found[0] if found else None


def format_percent(part: int, whole: int) -> str:
    """Return the share in percent.

    >>> format_percent(1, 3)
    '33.3%'
    """
    return f"{part / whole:.1%}" if whole else "none"
