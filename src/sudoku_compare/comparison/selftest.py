"""`sudoku-compare test`: runs the engines on shipped puzzles whose solutions are known."""

from collections.abc import Iterator, Mapping
from itertools import chain
from random import Random
from typing import NamedTuple

from ..core.answer import Limits
from ..core.entry import Entry
from ..core.errors import UserError
from ..core.puzzle import Grid
from ..core.random_source import shuffle
from ..core.verdict import Verdict
from ..engines.protocol import Engine
from ..formats.shipped import CLASSICS, TIERS, load_shipped
from .compare import Comparison, compare_all


class TestedPuzzle(NamedTuple):
    """One puzzle of a test, with its number."""

    number: int
    comparison: Comparison
    expected: Grid
    passed: bool


def load_known_puzzles() -> list[Entry]:
    """Return every shipped puzzle that has one solution, and whose solution is known."""
    entries = chain.from_iterable(load_shipped(tier) for tier in (CLASSICS, *TIERS))
    return [entry for entry in entries if entry.only_solution]


def draw_puzzles(count: int, seed: int) -> list[Entry]:
    """Return some of the known puzzles at random; the same seed gives the same puzzles."""
    return shuffle(load_known_puzzles(), Random(f"{seed}/trial"))[:count]


def run_test(entries: list[Entry], engines: Mapping[str, Engine], limits: Limits) -> Iterator[TestedPuzzle]:
    """Put each puzzle to the engines; stop after the first puzzle that does not pass."""
    for number, item in enumerate(chain.from_iterable(compare_all(entries, engines, limits)), 1):
        if isinstance(item, UserError):
            raise item
        tested = _test_puzzle(number, item)
        yield tested
        if not tested.passed:
            return


def _test_puzzle(number: int, comparison: Comparison) -> TestedPuzzle:
    expected = comparison.entry.only_solution or b""
    is_right = comparison.verdict is Verdict.UNIQUE and comparison.solution == expected
    return TestedPuzzle(number, comparison, expected, is_right and not comparison.judgement.objections)
