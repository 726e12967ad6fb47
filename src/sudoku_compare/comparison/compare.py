"""Puts puzzles to several engines, and judges the answers."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from ..checking.judge import Check, Judgement, choose_checker, judge
from ..checking.solution import find_fault
from ..core.answer import Limits
from ..core.entry import Entry
from ..core.errors import OptionError, UserError
from ..core.puzzle import Grid, Puzzle
from ..core.verdict import EngineResult, Verdict
from ..engines.options import format_engine
from ..engines.protocol import Engine, label_answer
from ..engines.registry import load_engine
from ..running.executor import run
from ..running.jobs import count_useful_workers
from ..running.place import Place, ThisMachine

if TYPE_CHECKING:  # a single puzzle starts faster without worker processes
    from ..running.worker_pool import AnsweredItems

FEW = 20  # puzzles for which worker processes do not pay off

_Labelled = tuple[Entry | UserError, tuple[EngineResult, ...]]


@dataclass(frozen=True, slots=True, repr=False)
class Comparison:
    """The answers of the engines to one puzzle, and the verdict: what `solve` returns."""

    entry: Entry
    results: tuple[EngineResult, ...]
    judgement: Judgement

    def __repr__(self) -> str:
        from ..display.numbers import format_duration

        engines = ", ".join(result.engine for result in self.results)
        seconds = sum(result.answer.seconds.total for result in self.results)
        objections = ", with objections" if self.judgement.objections else ""
        return f"<Comparison {self.verdict} by {engines} in {format_duration(seconds)}{objections}>"

    def _repr_html_(self) -> str:
        from .notebook import draw_comparison

        return draw_comparison(self)

    def to_dict(self) -> dict[str, Any]:
        """Return the comparison as plain values: the JSON object of the command `solve`."""
        from .json_form import to_json

        return to_json(self)

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle that the engines were asked about."""
        return self.entry.puzzle

    @property
    def verdict(self) -> Verdict:
        """How many solutions the puzzle has, as far as it is settled."""
        return self.judgement.verdict

    @property
    def solution(self) -> Grid | None:
        """The first solution that passed the check, if any."""
        return self.judgement.solutions[0] if self.judgement.solutions else None


def engines_by_text(engines: Iterable[str | Engine]) -> dict[str, Engine]:
    """Return the engines, given as text or as objects, with their full texts as keys, without duplicates."""
    chosen: dict[str, Engine] = {}
    for one in engines:
        engine = load_engine(one) if isinstance(one, str) else one
        text = format_engine(engine)
        if chosen.setdefault(text, engine) != engine:
            raise OptionError(f"engines: expected different names, found two different engines called {text}")
    return chosen


def compare(entry: Entry, engines: Mapping[str, Engine], limits: Limits) -> Comparison:
    """Put one puzzle to each engine in turn, check the answers, and judge them."""
    asked = engines.items()
    results = tuple(label_answer(text, engine, run(engine, entry.puzzle, limits)) for text, engine in asked)
    return judge_results(entry, results, limits)


def compare_all(
    items: Iterable[Entry | UserError | None],
    engines: Mapping[str, Engine],
    limits: Limits,
    *,
    live: bool = False,
    jobs: int | None = None,
    place: Place | None = None,
) -> Iterator[list[Comparison | UserError]]:
    """Compare many puzzles; yield the comparisons in batches, in order, with each reading error in its place.

    More than a few puzzles are searched by `jobs` worker processes (default: one per core). A long run reads and judges
    in batches, because alternating between these steps for every puzzle takes twice as long: each step evicts the
    others from the processor's cache. Set `live` for a source that must be answered puzzle by puzzle, and `place` if
    there are known to be many puzzles: they are searched there. If that place starts processes, it does so before
    anything is read: reading may start threads, and forking a process that has threads is not safe.

    An item that is None yields an empty batch at once, so that the caller can do other work while its earlier puzzles
    are being searched.
    """
    for batch in _search_all(iter(items), list(engines.values()), limits, place, live=live, jobs=jobs):
        yield _judge_all(_label_answers(batch, engines), limits)


def _search_all(
    items: Iterator[Entry | UserError | None],
    engines: list[Engine],
    limits: Limits,
    place: Place | None,
    *,
    live: bool,
    jobs: int | None,
) -> "Iterator[AnsweredItems]":
    start: list[Entry | UserError | None] = [] if live or place else list(islice(items, FEW + 1))
    if place is None and len(start) > FEW and (workers := count_useful_workers(jobs)):
        place = ThisMachine(workers)
    items = chain(start, items)
    if place is None:
        yield from _search_here(items, engines, limits)
        return
    with place.open_pool(engines, limits, together=True) as pool:
        yield from pool.run_in_order(items)


def _search_here(
    items: Iterator[Entry | UserError | None], engines: list[Engine], limits: Limits
) -> "Iterator[AnsweredItems]":
    for item in items:
        if item is None:
            yield []
            continue
        answers = (run(engine, item.puzzle, limits) for engine in engines) if isinstance(item, Entry) else ()
        yield [(item, tuple(answers))]


def _label_answers(batch: "AnsweredItems", engines: Mapping[str, Engine]) -> list[_Labelled]:
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
    return [judge_results(item, results, limits, check) if isinstance(item, Entry) else item for item, results in batch]


def judge_results(
    entry: Entry, results: tuple[EngineResult, ...], limits: Limits, check: Check = find_fault
) -> Comparison:
    """Check the answers of all engines to one puzzle, and judge them."""
    judgement = judge(entry.puzzle, results, limits, entry.expected, check=check)
    return Comparison(entry, results, judgement)
