"""Pair the puzzles of two records: the same id and the same givens.

Both records are read side by side. A puzzle waits until its partner is read, so that two runs on the same puzzles need
hardly any memory, whatever their number.
"""

from collections.abc import Iterator, Mapping
from itertools import groupby, zip_longest
from operator import attrgetter
from sys import intern
from typing import NamedTuple

from ...core.verdict import Verdict
from ..recording.record import Measurement, Record
from ..statistics.times import combine_rounds


class Outcome(NamedTuple):
    """What one engine did on one puzzle, over its rounds."""

    seconds: float
    verdict: str  # of all rounds; if rounds differ, all of their verdicts
    is_settled: bool
    counts: Mapping[str, int]


Outcomes = Mapping[str, Outcome]  # by engine


class PuzzlePair(NamedTuple):
    """A puzzle and what the engines did on it in each run; None for the run that does not have it."""

    id: str
    tier: str
    family: int | None  # a number that a puzzle shares with its isomorphs; None if A has no isomorphs
    a: Outcomes | None
    b: Outcomes | None


class _Puzzle(NamedTuple):
    """A puzzle of one record that waits for its partner."""

    key: tuple[str, str]
    tier: str
    family: int | None
    outcomes: Outcomes


_Waiting = dict[tuple[str, str], list[_Puzzle]]


def pair_puzzles(a: Record, b: Record) -> Iterator[PuzzlePair]:
    """Yield every puzzle of two records: first those of both, then those of only one of them."""
    waiting_a: _Waiting = {}
    waiting_b: _Waiting = {}
    for one, other in zip_longest(_read_puzzles(a), _read_puzzles(b)):
        if one and other and one.key == other.key:
            yield _make_pair(one, other)
            continue
        if one and (partner := _take_partner(one, waiting_b, waiting_a)):
            yield _make_pair(one, partner)
        if other and (partner := _take_partner(other, waiting_a, waiting_b)):
            yield _make_pair(partner, other)
    for left in waiting_a.values():
        yield from (PuzzlePair(one.key[0], one.tier, None, one.outcomes, None) for one in left)
    for left in waiting_b.values():
        yield from (PuzzlePair(one.key[0], one.tier, None, None, one.outcomes) for one in left)


def _make_pair(one: _Puzzle, other: _Puzzle) -> PuzzlePair:
    return PuzzlePair(one.key[0], one.tier, one.family, one.outcomes, other.outcomes)


def _take_partner(puzzle: _Puzzle, partners: _Waiting, waiting: _Waiting) -> _Puzzle | None:
    """Take the partner of the puzzle from those that wait; if it is not there yet, let the puzzle wait."""
    if found := partners.get(puzzle.key):
        partner = found.pop(0)  # a file that was named twice has every puzzle twice
        if not found:
            del partners[puzzle.key]
        return partner
    waiting.setdefault(puzzle.key, []).append(puzzle)
    return None


def _read_puzzles(record: Record) -> Iterator[_Puzzle]:
    size = record.facts.isomorphs + 1
    for row, measurements in record.measurements_by_puzzle():
        by_engine = groupby(measurements, key=attrgetter("engine"))
        outcomes = {intern(engine): _make_outcome(list(rounds)) for engine, rounds in by_engine}
        yield _Puzzle((row.id, row.givens), intern(row.tier), row.number // size if size > 1 else None, outcomes)


def _make_outcome(rounds: list[Measurement]) -> Outcome:
    time = combine_rounds(rounds)
    return Outcome(time.total, _combine_verdicts(rounds), time.is_settled, time.counts)


def _combine_verdicts(rounds: list[Measurement]) -> str:
    """Return the verdict that all rounds support; `unknown` if one did not settle the puzzle."""
    verdicts = list(dict.fromkeys(one.verdict for one in rounds))
    if Verdict.UNKNOWN in verdicts:
        return Verdict.UNKNOWN.value
    return intern(" or ".join(verdicts))
