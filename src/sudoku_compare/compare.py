"""One puzzle, several engines, one verdict."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from time import monotonic
from typing import NamedTuple

from .collection import Entry
from .engine import Engine, Limits
from .engines import BUILT_IN, engine_from_text
from .errors import UserError
from .executor import run
from .options import text_of
from .puzzle import Filling, Puzzle
from .verdict import Judgement, Testimony, Verdict, judge, own_verdict

LARGEST_BATCH = 64  # puzzles
QUICK = 0.02  # seconds, for a batch that may grow


class Comparison(NamedTuple):
    """What each engine answered, and what may be believed."""

    entry: Entry
    testimonies: tuple[Testimony, ...]
    judgement: Judgement

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
    return _judged(entry, _asked(entry, engines, limits))


def compare_all(
    items: Iterable[Entry | UserError], engines: Mapping[str, Engine], limits: Limits
) -> Iterator[Comparison | UserError]:
    """The same for many; what could not be read passes through in its place.

    Easy puzzles go in batches, read, searched and judged together: one by one, each of these steps finds the
    processor's cache full of the one before, and takes twice as long. A batch that takes its time is the last
    of its size, so that no answer waits for others.
    """
    items = iter(items)
    size, start = 1, monotonic()
    while batch := list(islice(items, size)):
        answered = [(item, _asked(item, engines, limits) if isinstance(item, Entry) else ()) for item in batch]
        yield from [_judged(item, said) if isinstance(item, Entry) else item for item, said in answered]
        start, before = monotonic(), start
        size = min(2 * size, LARGEST_BATCH) if start - before < QUICK else 1


def _asked(entry: Entry, engines: Mapping[str, Engine], limits: Limits) -> tuple[Testimony, ...]:
    said = []
    for text, engine in engines.items():
        answer = run(engine, entry.puzzle, limits)
        said.append(Testimony(text, answer, own_verdict(answer)))
    return tuple(said)


def _judged(entry: Entry, testimonies: tuple[Testimony, ...]) -> Comparison:
    return Comparison(entry, testimonies, judge(entry.puzzle, testimonies, entry.expected))


def solve(
    puzzle: Puzzle | str, engines: Sequence[str] = tuple(BUILT_IN), *, first: bool = False, seconds: float = 60.0
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
