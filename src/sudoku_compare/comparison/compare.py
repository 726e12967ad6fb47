"""Puts puzzles to several engines, and judges the answers."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice

from ..checking.judge import Check, Judgement, choose_checker, judge
from ..checking.solution import find_fault
from ..core.answer import Limits
from ..core.entry import Entry
from ..core.errors import UserError
from ..core.names import DEFAULT_ENGINES
from ..core.puzzle import Grid, Puzzle
from ..core.verdict import EngineResult, Verdict
from ..engines.options import format_engine
from ..engines.protocol import Engine, label_answer
from ..engines.registry import load_engine
from ..running.executor import run
from ..running.jobs import count_useful_workers
from ..running.worker_pool import AnsweredItems, search_in_workers

FEW = 20  # puzzles for which worker processes do not pay off

_Labelled = tuple[Entry | UserError, tuple[EngineResult, ...]]


@dataclass(frozen=True, slots=True)
class Comparison:
    """The answers of the engines to one puzzle, and the verdict."""

    entry: Entry
    results: tuple[EngineResult, ...]
    judgement: Judgement

    @property
    def puzzle(self) -> Puzzle:
        return self.entry.puzzle

    @property
    def verdict(self) -> Verdict:
        return self.judgement.verdict

    @property
    def solution(self) -> Grid | None:
        """The first solution that passed the check, if any."""
        return self.judgement.solutions[0] if self.judgement.solutions else None


def engines_by_text(texts: Iterable[str]) -> dict[str, Engine]:
    """Return the engines with their full texts as keys, without duplicates."""
    engines = map(load_engine, texts)
    return {format_engine(engine): engine for engine in engines}


def compare(entry: Entry, engines: Mapping[str, Engine], limits: Limits) -> Comparison:
    """Put one puzzle to each engine in turn, check the answers, and judge them."""
    asked = engines.items()
    results = tuple(label_answer(text, engine, run(engine, entry.puzzle, limits)) for text, engine in asked)
    return _judge(entry, results, limits)


def compare_all(
    items: Iterable[Entry | UserError | None],
    engines: Mapping[str, Engine],
    limits: Limits,
    *,
    live: bool = False,
    many: bool = False,
    jobs: int | None = None,
) -> Iterator[list[Comparison | UserError]]:
    """Compare many puzzles; yield the comparisons in batches, in order, with each reading error in its place.

    More than a few puzzles are searched by `jobs` worker processes (default: one per core). A long run reads and judges
    in batches, because alternating between these steps for every puzzle takes twice as long: each step evicts the
    others from the processor's cache. Set `live` for a source that must be answered puzzle by puzzle, and `many` if
    there are known to be many puzzles. Then the workers start before anything is read: reading may start threads, and
    forking a process that has threads is not safe.

    An item that is None yields an empty batch at once, so that the caller can do other work while its earlier puzzles
    are being searched.
    """
    items = iter(items)
    start = [] if live or many else list(islice(items, FEW + 1))
    items = chain(start, items)
    workers = count_useful_workers(list(engines.values()), jobs) if many or len(start) > FEW else 0
    if workers:
        answered = search_in_workers(items, list(engines.values()), limits, workers)
    else:
        answered = _search_here(items, list(engines.values()), limits)
    for batch in answered:
        yield _judge_all(_label_answers(batch, engines), limits)


def _search_here(
    items: Iterator[Entry | UserError | None], engines: list[Engine], limits: Limits
) -> Iterator[AnsweredItems]:
    for item in items:
        if item is None:
            yield []
            continue
        answers = (run(engine, item.puzzle, limits) for engine in engines) if isinstance(item, Entry) else ()
        yield [(item, tuple(answers))]


def _label_answers(batch: AnsweredItems, engines: Mapping[str, Engine]) -> list[_Labelled]:
    labelled: list[_Labelled] = []
    for item, answers in batch:
        pairs = zip(engines.items(), answers, strict=True) if answers else ()
        labelled.append((item, tuple(label_answer(text, engine, answer) for (text, engine), answer in pairs)))
    return labelled


def _judge_all(batch: list[_Labelled], limits: Limits) -> list[Comparison | UserError]:
    found = [
        (item.puzzle, solution)
        for item, results in batch
        if isinstance(item, Entry)
        for result in results
        for solution in result.answer.solutions
    ]
    check = choose_checker(found)
    return [_judge(item, results, limits, check) if isinstance(item, Entry) else item for item, results in batch]


def _judge(entry: Entry, results: tuple[EngineResult, ...], limits: Limits, check: Check = find_fault) -> Comparison:
    judgement = judge(entry.puzzle, results, limits, entry.expected, check=check)
    return Comparison(entry, results, judgement)


def solve(
    puzzle: Puzzle | str, engines: Sequence[str] = DEFAULT_ENGINES, *, first: bool = False, seconds: float = 60.0
) -> Comparison:
    """Put one puzzle to several engines, check and compare their answers, and return the verdict.

    >>> from sudoku_compare import solve, Puzzle
    >>> puzzle = Puzzle.from_text("1... ..2. .3.. ...4")
    >>> result = solve(puzzle)
    >>> str(result.verdict), result.judgement.agreed
    ('unique', True)
    >>> Puzzle(puzzle.shape, result.solution).text
    '1243342143122134'

    `first` stops each engine at its first solution; `seconds` is the time-out of each engine.
    """
    asked = Puzzle.from_text(puzzle) if isinstance(puzzle, str) else puzzle
    limits = Limits(solutions=1 if first else 2, seconds=seconds)
    return compare(Entry("puzzle", asked), engines_by_text(engines), limits)
