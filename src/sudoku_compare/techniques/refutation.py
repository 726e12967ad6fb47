"""Assume a candidate, place singles, and record how that fails, leaving out irrelevant inferences."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..core.shape import Cell
from .bit_geometry import lowest, members
from .failing_assumptions import find_quickest
from .position import Position
from .singles import find_naked_singles
from .step import Candidate, Line, Link, LinkKind, Refutation


class _Entry(NamedTuple):
    """A recorded line, the candidates that must be absent for it, and those that are absent because of it."""

    candidate: Candidate  # what the line is about
    line: Line | None  # None for the assumption itself
    needs: frozenset[Candidate]
    removes: frozenset[Candidate]


class _Record:
    """A position under an assumption, and how it was reached."""

    def __init__(self, position: Position) -> None:
        self.position = position.copy()
        self._entries: list[_Entry] = []

    def place(self, cell: Cell, value: int, reason: str, absent: frozenset[Candidate]) -> None:
        position, values = self.position, self.position.geometry.shape.values
        for excluded in position.excluded_by(cell, value):
            position.remove(*excluded)
        position.place(cell, value)
        others = ((cell, other) for other in values if other != value)
        elsewhere = ((peer, value) for peer in members(position.geometry.peers[cell]))
        line = Line(cell, value, holds=True, reason=reason) if reason else None
        self._entries.append(_Entry((cell, value), line, absent, frozenset((*others, *elsewhere))))

    def remove(self, refutation: Refutation, absent: frozenset[Candidate]) -> None:
        self.position.remove(*refutation.assumed)
        line = Line(*refutation.assumed, holds=False, reason="its assumption fails", refutation=refutation)
        self._entries.append(_Entry(refutation.assumed, line, absent, frozenset({refutation.assumed})))

    def trim(self, start: Position, absent: frozenset[Candidate]) -> list[_Entry]:
        """Return the assumption and the lines that are needed to make these candidates absent."""
        entries = _keep_relevant(self._entries, absent)
        for entry in entries[:0:-1]:
            without = [other for other in entries if other is not entry]
            if not any(_is_candidate(start, needed) for needed in _find_needed(without, absent)):
                entries = without
        return entries


def _keep_relevant(entries: list[_Entry], absent: frozenset[Candidate]) -> list[_Entry]:
    """Keep the last entry that removes each candidate that must be absent, and recursively what that entry needs."""
    needed, kept = set(absent), []
    for entry in reversed(entries):
        if entry.line is None or not needed.isdisjoint(entry.removes):
            needed = needed - entry.removes | entry.needs
            kept.append(entry)
    return kept[::-1]


def _find_needed(entries: list[_Entry], absent: frozenset[Candidate]) -> frozenset[Candidate]:
    """Return what must be absent before all entries, so that each holds and `absent` is true at the end."""
    needed = absent
    for entry in reversed(entries):
        needed = needed - entry.removes | entry.needs
    return needed


def _link_lines(start: Position, entries: list[_Entry]) -> Iterator[Link]:
    """Yield a link from each premise of a line to the line."""
    for number, entry in enumerate(entries):
        needs = frozenset(need for need in entry.needs if _is_candidate(start, need))
        for premise in _find_premises(entries[:number], needs):
            yield Link(premise.candidate, entry.candidate, LinkKind.PREMISE)


def _link_contradiction(start: Position, entries: list[_Entry], absent: Iterable[Candidate]) -> Iterator[Link]:
    """Yield a weak link to each candidate that is missing at the end, from the entry that removes it."""
    missing = [candidate for candidate in absent if _is_candidate(start, candidate)]
    premises = _find_premises(entries, frozenset(missing))
    for candidate in missing:
        cause = next(entry.candidate for entry in premises if candidate in entry.removes)
        if cause != candidate:  # else it was refuted, which is a line of its own
            yield Link(cause, candidate, LinkKind.WEAK)


def _find_premises(entries: list[_Entry], needs: frozenset[Candidate]) -> list[_Entry]:
    """Return entries that remove all these candidates, none of which can be left out; the earliest are preferred."""
    premises = [entry for entry in entries if not needs.isdisjoint(entry.removes)]
    for entry in premises[::-1]:
        without = [other for other in premises if other is not entry]
        if needs <= frozenset().union(*(other.removes for other in without)):
            premises = without
    return premises


def _is_candidate(position: Position, candidate: Candidate) -> bool:
    cell, value = candidate
    return bool(position.candidates[cell] >> value & 1)


def refute(position: Position, assumed: Candidate, depth: int = 1) -> Refutation | None:
    """Return how the assumption fails with at most `depth` assumptions in force at once, or None."""
    found = _refute(position, assumed, depth)
    return found and found[0]


def _refute(position: Position, assumed: Candidate, depth: int) -> tuple[Refutation, frozenset[Candidate]] | None:
    record = _Record(position)
    record.place(*assumed, "", frozenset())
    while not (flaw := record.position.flaw()):
        if _place_singles(record):
            continue
        inner = depth > 1 and _refute_any(record.position, depth - 1)
        if not inner:
            return None
        record.remove(*inner)
    absent = frozenset(flaw.absent)
    entries = record.trim(position, absent)
    lines = tuple(entry.line for entry in entries if entry.line)
    links = (*_link_lines(position, entries), *_link_contradiction(position, entries, flaw.absent))
    return Refutation(assumed, lines, flaw.reason, links), _find_needed(entries, absent)


def _refute_any(position: Position, depth: int) -> tuple[Refutation, frozenset[Candidate]] | None:
    """Refute some assumption at this depth or a lower one."""
    found = find_quickest(position)
    if found:
        return _refute(position, found, 1)
    if depth > 1:
        for cell in sorted(members(position.open), key=lambda cell: position.candidates[cell].bit_count()):
            for value in members(position.candidates[cell]):
                position.tick()
                refuted = _refute(position, (cell, value), depth)
                if refuted:
                    return refuted
    return None


def _place_singles(record: _Record) -> bool:
    """Place all singles of the current board; return whether there were any."""
    position = record.position
    singles = _find_singles(position)
    for (cell, value), (reason, absent) in singles.items():
        if position.open >> cell & 1 and position.candidates[cell] >> value & 1:  # else another single removed it
            record.place(cell, value, reason, absent)
    return bool(singles)


def _find_singles(position: Position) -> dict[Candidate, tuple[str, frozenset[Candidate]]]:
    """Return the singles, each with its reason and the candidates that must be absent for it."""
    geometry, found = position.geometry, {}
    for cell in members(find_naked_singles(position)):
        value = lowest(position.candidates[cell])
        absent = frozenset((cell, other) for other in geometry.shape.values if other != value)
        found[cell, value] = "one candidate left", absent
    for number, unit in enumerate(geometry.units):
        for value in geometry.shape.values:
            places = position.places[value] & unit
            if not places & (places - 1) and places & position.open:
                cell = lowest(places)
                absent = frozenset((other, value) for other in members(unit & ~places))
                found.setdefault((cell, value), (f"one place left in {geometry.unit(number)}", absent))
    return found
