"""`sudoku-compare test`: runs the engines on random puzzles whose solutions are known."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from random import Random
from typing import NamedTuple

from ..core.answer import Answer, Ending, Limits
from ..core.entry import Entry, Expected
from ..core.errors import UserError
from ..core.puzzle import Grid
from ..core.random_source import random_below, shuffle
from ..core.verdict import Verdict
from ..engines.protocol import Engine
from ..formats.batch_reader import Batch
from ..formats.shipped import CLASSICS, TIERS, load_shipped
from ..native.expected_codes import HAS_SOLUTION, NO_COUNT
from .compare import Comparison, compare_all

KNOWN_CODES = (HAS_SOLUTION + NO_COUNT, HAS_SOLUTION + 1)  # a solution, and no word of others


class TestedPuzzle(NamedTuple):
    """One puzzle of a test, with its number."""

    number: int
    comparison: Comparison
    expected: Grid
    passed: bool

    def explain_engines(self) -> list[str]:
        """Return, for each engine that did not settle the puzzle with the expected solution, what it did instead."""
        results = self.comparison.results
        return [f"{one.engine}: {_explain_answer(one.answer)}" for one in results if not self._is_right(one.answer)]

    def _is_right(self, answer: Answer) -> bool:
        return answer.ending is Ending.EXHAUSTED and answer.solutions == (self.expected,)


def _explain_answer(answer: Answer) -> str:
    if answer.ending not in (Ending.EXHAUSTED, Ending.ENOUGH):
        return ": ".join(filter(None, (answer.ending.replace("_", " "), answer.detail)))
    if len(answer.solutions) == 1:
        return "found another solution"
    return f"found {len(answer.solutions) or 'no'} solutions"


@dataclass(frozen=True, slots=True)
class DrawnPuzzles:
    """Puzzles drawn at random, and how many puzzles of the pool had a known solution or none."""

    entries: list[Entry]
    with_solution: int
    without_solution: int


def load_known_puzzles() -> list[Entry]:
    """Return every shipped puzzle that has one solution, and whose solution is known."""
    entries = chain.from_iterable(load_shipped(tier) for tier in (CLASSICS, *TIERS))
    return [entry for entry in entries if entry.only_solution]


def draw_puzzles(count: int, seed: int) -> list[Entry]:
    """Return some of the known puzzles at random; the same seed gives the same puzzles."""
    return shuffle(load_known_puzzles(), Random(f"{seed}/trial"))[:count]


def draw_from_pool(batches: Iterable[Batch], count: int, seed: int) -> DrawnPuzzles:
    """Draw puzzles with a known solution at random from a pool of any size; the same seed gives the same puzzles.

    Keeps only the drawn puzzles in memory (reservoir sampling): the n-th puzzle replaces one of them, chosen at
    random, with the probability count / n. So each puzzle of the pool is drawn with the same probability.
    """
    rng = Random(f"{seed}/pool")
    drawn: list[Entry] = []
    known = puzzles = 0
    for batch in batches:
        puzzles += len(batch)
        for index in _find_known(batch):
            known += 1
            place = len(drawn) if len(drawn) < count else random_below(rng, known)
            if place < count:
                drawn[place : place + 1] = [_take_entry(batch, index)]
    return DrawnPuzzles(shuffle(drawn, rng), known, puzzles - known)


def _find_known(batch: Batch) -> Iterator[int]:
    """Yield the numbers of the puzzles in the batch whose only solution is known; 9x9 puzzles come first."""
    nines = len(batch.line_numbers)
    yield from (index for index, code in enumerate(batch.expected_codes) if code in KNOWN_CODES)
    yield from (nines + n for n, (_, entry) in enumerate(batch.other_entries) if _is_known(entry.expected))


def _is_known(expected: Expected | None) -> bool:
    """Return whether the collection gives a solution, and does not say that there are others."""
    return expected is not None and expected.solution is not None and expected.solutions in (None, 1)


def _take_entry(batch: Batch, number: int) -> Entry:
    nines = len(batch.line_numbers)
    return batch.entry(number) if number < nines else batch.other_entries[number - nines][1]


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
    expected = comparison.entry.expected
    solution = expected.solution if expected and expected.solution else b""
    is_right = comparison.verdict is Verdict.UNIQUE and comparison.solution == solution
    return TestedPuzzle(number, comparison, solution, is_right and not comparison.judgement.objections)
