"""One puzzle, several engines, one verdict."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import TYPE_CHECKING, NamedTuple

from ..checking.judge import FaultIn, Judgement, fault_finder, judge
from ..checking.solution import refute
from ..core.answer import Limits
from ..core.entry import Entry
from ..core.errors import UserError
from ..core.puzzle import Grid, Puzzle
from ..core.verdict import EngineResult, Verdict
from ..engines.options import format_engine
from ..engines.protocol import Engine, label_answer
from ..engines.registry import DEFAULT, load_engine
from ..running.executor import run
from ..running.jobs import count_useful_workers
from ..running.worker_pool import AnsweredItems, search_in_workers

if TYPE_CHECKING:
    from ..evidence.findings import Evidence

FEW = 20  # puzzles for which a process of their own would not pay

_Testified = tuple[Entry | UserError, tuple[EngineResult, ...]]


class Comparison(NamedTuple):
    """What each engine answered, and what may be believed."""

    entry: Entry
    results: tuple[EngineResult, ...]
    judgement: Judgement
    evidence: "Evidence | None" = None  # where it was asked for

    @property
    def puzzle(self) -> Puzzle:
        return self.entry.puzzle

    @property
    def verdict(self) -> Verdict:
        return self.judgement.verdict

    @property
    def solution(self) -> Grid | None:
        """The first solution that stood the check, if any did."""
        return self.judgement.solutions[0] if self.judgement.solutions else None


def engines_by_text(texts: Iterable[str]) -> dict[str, Engine]:
    """The chosen engines under their full texts, each once."""
    engines = map(load_engine, texts)
    return {format_engine(engine): engine for engine in engines}


def compare(entry: Entry, engines: Mapping[str, Engine], limits: Limits) -> Comparison:
    """Put the puzzle to each engine in turn, check the answers and judge."""
    answers = tuple(run(engine, entry.puzzle, limits) for engine in engines.values())
    [(_, said)] = _testified([(entry, answers)], engines)
    return _judged(entry, said, limits)


def compare_all(
    items: Iterable[Entry | UserError],
    engines: Mapping[str, Engine],
    limits: Limits,
    *,
    live: bool = False,
    many: bool = False,
    jobs: int | None = None,
) -> Iterator[list[Comparison | UserError]]:
    """The same for many, in batches; what could not be read passes through in its place.

    Many puzzles are searched by so many processes beside this one (where not told, as many as there are cores), and
    in a long run read and judged together: one by one, each of these steps finds the processor's cache full of the
    one before, and takes twice as long. A live source goes one by one. Where there are known to be many, the processes
    start before the first is read: reading may start threads, and to fork beside threads is not safe.
    """
    items = iter(items)
    start = [] if live or many else list(islice(items, FEW + 1))
    items = chain(start, items)
    workers = count_useful_workers(list(engines.values()), jobs) if many or len(start) > FEW else 0
    if workers:
        answered = search_in_workers(items, list(engines.values()), limits, workers)
    else:
        answered = _searched_here(items, list(engines.values()), limits)
    for batch in answered:
        yield _judged_all(_testified(batch, engines), limits)


def _searched_here(
    items: Iterator[Entry | UserError], engines: list[Engine], limits: Limits
) -> Iterator[AnsweredItems]:
    for item in items:
        answers = (run(engine, item.puzzle, limits) for engine in engines) if isinstance(item, Entry) else ()
        yield [(item, tuple(answers))]


def _testified(answered: AnsweredItems, engines: Mapping[str, Engine]) -> list[_Testified]:
    testified: list[_Testified] = []
    for item, answers in answered:
        said = zip(engines.items(), answers, strict=True) if answers else ()
        testified.append((item, tuple(label_answer(text, engine, answer) for (text, engine), answer in said)))
    return testified


def _judged_all(answered: list[_Testified], limits: Limits) -> list[Comparison | UserError]:
    found = [
        (item.puzzle, solution)
        for item, said in answered
        if isinstance(item, Entry)
        for result in said
        for solution in result.answer.solutions
    ]
    fault_in = fault_finder(found)
    return [_judged(item, said, limits, fault_in) if isinstance(item, Entry) else item for item, said in answered]


def _judged(entry: Entry, results: tuple[EngineResult, ...], limits: Limits, fault_in: FaultIn = refute) -> Comparison:
    judgement = judge(entry.puzzle, results, limits, entry.expected, fault_in=fault_in)
    return Comparison(entry, results, judgement)


def solve(
    puzzle: Puzzle | str, engines: Sequence[str] = DEFAULT, *, first: bool = False, seconds: float = 60.0
) -> Comparison:
    """Put one puzzle to several engines and say what may be believed of it.

    >>> from sudoku_compare import solve, Puzzle
    >>> puzzle = Puzzle.from_text("1... ..2. .3.. ...4")
    >>> result = solve(puzzle)
    >>> str(result.verdict), result.judgement.agreed
    ('unique', True)
    >>> Puzzle(puzzle.shape, result.solution).text
    '1243342143122134'

    `first` stops each engine at its first solution; `seconds` is the time-out of each.
    """
    asked = Puzzle.from_text(puzzle) if isinstance(puzzle, str) else puzzle
    limits = Limits(solutions=1 if first else 2, seconds=seconds)
    return compare(Entry("puzzle", asked), engines_by_text(engines), limits)
