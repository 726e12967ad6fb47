"""One puzzle, several engines, one verdict."""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import TYPE_CHECKING, NamedTuple

from .check import all_stand, refute
from .engine import Engine, Limits
from .engines import DEFAULT, engine_from_text
from .entries import Entry
from .errors import UserError
from .executor import run
from .options import text_of
from .puzzle import Filling, Puzzle
from .verdict import FaultIn, Judgement, Testimony, Verdict, judge, own_verdict
from .worker import Answers, Worker, can_work

if TYPE_CHECKING:
    from .evidence import Evidence

FEW = 20  # puzzles for which a process of their own would not pay
LARGEST_BATCH = 64  # puzzles
LONG_RUN = 200  # puzzles after which speed matters more than seeing each answer at once

_Answered = tuple[Entry | UserError, tuple[Testimony, ...]]


class Comparison(NamedTuple):
    """What each engine answered, and what may be believed."""

    entry: Entry
    testimonies: tuple[Testimony, ...]
    judgement: Judgement
    evidence: "Evidence | None" = None  # where it was asked for

    @property
    def puzzle(self) -> Puzzle:
        return self.entry.puzzle

    @property
    def verdict(self) -> Verdict:
        return self.judgement.verdict

    @property
    def solution(self) -> Filling | None:
        """The first solution that stood the check, if any did."""
        return self.judgement.solutions[0] if self.judgement.solutions else None


def engines_by_text(texts: Iterable[str]) -> dict[str, Engine]:
    """The chosen engines under their full texts, each once."""
    engines = map(engine_from_text, texts)
    return {text_of(engine): engine for engine in engines}


def compare(entry: Entry, engines: Mapping[str, Engine], limits: Limits) -> Comparison:
    """Put the puzzle to each engine in turn, check the answers and judge."""
    return _judged(entry, _asked(entry, engines, limits), limits)


def compare_all(
    items: Iterable[Entry | UserError], engines: Mapping[str, Engine], limits: Limits, *, live: bool = False
) -> Iterator[list[Comparison | UserError]]:
    """The same for many, in batches; what could not be read passes through in its place.

    Many puzzles are searched in a process beside this one, and in a long run read and judged together: one by one,
    each of these steps finds the processor's cache full of the one before, and takes twice as long. A live source
    goes one by one.
    """
    items = iter(items)
    start = [] if live else list(islice(items, FEW + 1))
    beside = len(start) > FEW and can_work(list(engines.values()))
    searched = (_searched_beside if beside else _searched_here)(chain(start, items), engines, limits)
    for answered in searched:
        yield _judged_all(answered, limits)


def _searched_here(
    items: Iterator[Entry | UserError], engines: Mapping[str, Engine], limits: Limits
) -> Iterator[list[_Answered]]:
    for item in items:
        yield [(item, _asked(item, engines, limits) if isinstance(item, Entry) else ())]


def _searched_beside(
    items: Iterator[Entry | UserError], engines: Mapping[str, Engine], limits: Limits
) -> Iterator[list[_Answered]]:
    """The next batches are under way before the answers to the last are looked at: the worker never waits."""
    waiting: deque[Entry | UserError] = deque()
    names = list(engines)
    with Worker(list(engines.values()), limits) as worker:
        for batch in _batches(items):
            waiting.extend(batch)
            puzzles = [item.puzzle for item in batch if isinstance(item, Entry)]
            worker.send(puzzles)
            while worker.unanswered > 2 * max(1, len(puzzles)):
                yield _matched(waiting, worker.receive(), names)
        while waiting:
            yield _matched(waiting, worker.receive() if worker.unanswered else [], names)


def _batches(items: Iterator[Entry | UserError]) -> Iterator[list[Entry | UserError]]:
    """One by one to begin with, then many together."""
    for item in islice(items, LONG_RUN):
        yield [item]
    while batch := list(islice(items, LARGEST_BATCH)):
        yield batch


def _matched(waiting: deque[Entry | UserError], answers: list[Answers], engines: list[str]) -> list[_Answered]:
    """These answers with the items that they belong to, and what is no puzzle in its place among them."""
    matched: list[_Answered] = []
    answers.reverse()
    while waiting and (answers or not isinstance(waiting[0], Entry)):
        item = waiting.popleft()
        said = zip(engines, answers.pop(), strict=True) if isinstance(item, Entry) else ()
        matched.append((item, tuple(Testimony(text, answer, own_verdict(answer)) for text, answer in said)))
    return matched


def _judged_all(answered: list[_Answered], limits: Limits) -> list[Comparison | UserError]:
    found = [
        (item.puzzle, solution)
        for item, said in answered
        if isinstance(item, Entry)
        for testimony in said
        for solution in testimony.answer.solutions
    ]
    fault_in = _no_fault if all_stand(found) else refute
    return [_judged(item, said, limits, fault_in) if isinstance(item, Entry) else item for item, said in answered]


def _no_fault(puzzle: Puzzle, filling: Filling) -> None:
    """What the checker says of every answer of a batch that it has found to be right as a whole."""


def _asked(entry: Entry, engines: Mapping[str, Engine], limits: Limits) -> tuple[Testimony, ...]:
    said = []
    for text, engine in engines.items():
        answer = run(engine, entry.puzzle, limits)
        said.append(Testimony(text, answer, own_verdict(answer)))
    return tuple(said)


def _judged(entry: Entry, testimonies: tuple[Testimony, ...], limits: Limits, fault_in: FaultIn = refute) -> Comparison:
    judgement = judge(entry.puzzle, testimonies, limits, entry.expected, fault_in=fault_in)
    return Comparison(entry, testimonies, judgement)


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
