"""One puzzle, several engines, one verdict."""

from collections.abc import Sequence
from dataclasses import dataclass

from .collection import Entry
from .engine import Engine, Limits
from .engines import BUILT_IN, engine_from_text
from .executor import run
from .options import text_of
from .puzzle import Filling, Puzzle
from .verdict import Judgement, Testimony, Verdict, judge


@dataclass(frozen=True, slots=True)
class Comparison:
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


def compare(entry: Entry, engines: Sequence[Engine], limits: Limits) -> Comparison:
    """Put the puzzle to each engine in turn, check the answers and judge."""
    testimonies = tuple(Testimony(text_of(engine), run(engine, entry.puzzle, limits)) for engine in engines)
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
    return compare(Entry("puzzle", asked), [engine_from_text(text) for text in engines], limits)
