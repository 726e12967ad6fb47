"""The input of a study, and the steps that all studies share."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar

from ..benchmark.measurement.sampling import Case, Complain, draw_evenly, read_files
from ..core.answer import Answer, Ending, Limits, OutOfTime, Stopwatch
from ..core.puzzle import Grid, Puzzle
from ..core.shape import Shape
from ..core.text import is_text
from ..engines.reductio.engine import Search
from ..engines.reductio.propagation import fields_of
from ..formats.shipped import CLASSICS, load_shipped
from ..running.place import Place, ThisProcess
from .rated_puzzles import Known

SHIPPED = ("easy", "medium", "hard", "extreme", CLASSICS)  # the 9x9 puzzles with one solution in these collections
SIDE = 9
ALL = "all"  # the tier of all puzzles
NOT_UNIQUE = "none or several solutions"
TOO_LATE = "no answer in time"
LOST = "ended every worker that tried it"
FAILED = "every engine failed"
OBJECTION = "an answer is wrong, or answers contradict each other"
SETTLED = (Ending.EXHAUSTED, Ending.ENOUGH)

Item = TypeVar("Item")


def _show_nothing(items: Iterable[Any], number: int) -> Iterable[Any]:
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
    # called with the items and their number; returns the items
    show_progress: Callable[[Iterable[Any], int], Iterable[Any]] = _show_nothing
    place: Place = field(default_factory=ThisProcess)
    engines: tuple[str, ...] = ()  # those that a study of engines compares; the usual ones if there are none
    known: Mapping[str, Known] = field(default_factory=dict)  # by the text of the puzzle; only for the study of ratings


@dataclass(frozen=True, slots=True)
class Findings(Generic[Item]):
    """What an examination found for each puzzle, by tier, and how many puzzles were left out, by reason."""

    tiers: Mapping[str, list[Item]]  # with the tier of all puzzles, if there are several tiers
    left_out: Mapping[str, int]

    @property
    def all(self) -> list[Item]:
        """What was found for each puzzle of all tiers."""
        return self.tiers.get(ALL) or [item for items in self.tiers.values() for item in items]


@dataclass(frozen=True, slots=True)
class _Examination(Generic[Item]):
    """The examination of one puzzle, which may take place on another machine."""

    examine: Callable[[Subject], Item]
    seconds: float

    def __call__(self, puzzle: Puzzle) -> "_Found[Item]":
        watch = Stopwatch(Limits(seconds=self.seconds))
        try:
            solution = find_only_solution(puzzle, watch)
            if solution is None:
                return _Found(None, NOT_UNIQUE)
            return _Found(self.examine(Subject(puzzle, solution, watch)))
        except OutOfTime:
            return _Found(None, TOO_LATE)


class _Found(NamedTuple, Generic[Item]):
    """What was found for one puzzle, or why it was left out."""

    item: Item | None
    left_out: str = ""


def _leave_out(puzzle: Puzzle, reason: str) -> _Found[Any]:
    return _Found(None, LOST)


def examine_all(work: Workload, examine: Callable[[Subject], Item]) -> Findings[Item]:
    """Examine each puzzle that has exactly one solution; leave out the others, and those that take too long.

    `examine` is a function of a module, so that another machine can find it.
    """
    tiers: dict[str, list[Item]] = {}
    everything: list[Item] = []
    left_out: Counter[str] = Counter()
    puzzles = (case.entry.puzzle for case in work.cases)
    found = work.place.map_in_order(_Examination(examine, work.seconds), puzzles, _leave_out)
    for case, one in zip(work.cases, work.show_progress(found, len(work.cases)), strict=True):
        if one.left_out:
            left_out[one.left_out] += 1
            continue
        tiers.setdefault(case.tier, []).append(one.item)
        everything.append(one.item)
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


def read_processor_time(answer: Answer) -> float:
    """Return the seconds of processor time of a search; its elapsed time if processor time was not measured."""
    return answer.seconds.total if answer.seconds.cpu is None else answer.seconds.cpu


def format_percent(part: int, whole: int) -> str:
    """Return the share in percent.

    >>> format_percent(1, 3)
    '33.3%'
    """
    return f"{part / whole:.1%}" if whole else "none"
