"""Pair the puzzles of two records: the same id and the same givens, and the times that can be compared.

Both records are read side by side. A puzzle waits until its partner is read, so that two runs on the same puzzles need
hardly any memory, whatever their number.

If each record has one machine, all times are paired, and the facts say whether they can be compared. Otherwise only
times of the same place are: the same host, processor, system and Python.
"""

from collections.abc import Iterator, Mapping
from itertools import groupby, zip_longest
from operator import attrgetter
from sys import intern
from typing import NamedTuple

from ...core.verdict import Verdict
from ...running.machine import Machine
from ..recording.record import Measurement, Record
from ..statistics.times import combine_rounds

Place = tuple[object, ...]  # where a time was measured, as far as two records can have it in common
ANYWHERE: Place = ()


class Outcome(NamedTuple):
    """What one engine did on one puzzle, over its rounds."""

    times: Mapping[Place, float | None]  # the time on each machine; None if the puzzle was not settled there
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
    is_split = has_several_machines(a, b)
    for one, other in zip_longest(*(_read_puzzles(record, _find_places(record, is_split)) for record in (a, b))):
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


def has_several_machines(*records: Record) -> bool:
    """Return whether one of the records has measurements of several machines."""
    return any(len(record.measuring_machines()) > 1 for record in records)


def _find_places(record: Record, is_split: bool) -> dict[int, Place]:
    """Return the place of each machine by its number."""
    return {
        number: _find_place(record, number, machine) if is_split else ANYWHERE
        for number, machine in record.machines().items()
    }


def _find_place(record: Record, number: int, machine: Machine) -> Place:
    """Return what two machines have in common only if they are the same; an unknown host is not any other one."""
    if machine.host is None:
        return (id(record), number)
    return (machine.host, machine.cpu, machine.system, machine.python)


def _read_puzzles(record: Record, places: Mapping[int, Place]) -> Iterator[_Puzzle]:
    size = record.facts.isomorphs + 1
    for row, measurements in record.measurements_by_puzzle():
        by_engine = groupby(measurements, key=attrgetter("engine"))
        outcomes = {intern(engine): _make_outcome(list(rounds), places) for engine, rounds in by_engine}
        yield _Puzzle((row.id, row.givens), intern(row.tier), row.number // size if size > 1 else None, outcomes)


def _make_outcome(rounds: list[Measurement], places: Mapping[int, Place]) -> Outcome:
    verdict = _combine_verdicts(rounds)
    by_place: dict[Place, list[Measurement]] = {}
    for one in rounds:
        by_place.setdefault(places[one.machine], []).append(one)
    times = {place: combine_rounds(several) for place, several in by_place.items()}
    seconds = {place: time.total if time.is_settled else None for place, time in times.items()}
    return Outcome(seconds, verdict, verdict != Verdict.UNKNOWN, rounds[0].counts)


def _combine_verdicts(rounds: list[Measurement]) -> str:
    """Return the verdict that all rounds support; `unknown` if one did not settle the puzzle."""
    verdicts = list(dict.fromkeys(one.verdict for one in rounds))
    if Verdict.UNKNOWN in verdicts:
        return Verdict.UNKNOWN.value
    return intern(" or ".join(verdicts))
