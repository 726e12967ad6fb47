"""Assume one candidate, syllogize, and write down how that fails, leaving out all that it does not take."""

from typing import NamedTuple

from ..core.shape import Cell
from .bit_geometry import lowest, members
from .failing_assumptions import easiest
from .position import Position
from .singles import lone_cells
from .step import Candidate, Line, Refutation


class _Entry(NamedTuple):
    """A line of a record, what it needs to be absent, and what is absent once it holds."""

    line: Line | None  # none is the assumption itself
    needs: frozenset[Candidate]
    strikes: frozenset[Candidate]


class _Record:
    """A hypothetical and how it came about."""

    def __init__(self, position: Position) -> None:
        self.position = position.copy()
        self._entries: list[_Entry] = []

    def hold(self, cell: Cell, value: int, reason: str, absent: frozenset[Candidate]) -> None:
        position, values = self.position, self.position.geometry.shape.values
        for struck in position.excluded_by(cell, value):
            position.strike(*struck)
        position.place(cell, value)
        others = ((cell, other) for other in values if other != value)
        elsewhere = ((peer, value) for peer in members(position.geometry.peers[cell]))
        line = Line(cell, value, holds=True, reason=reason) if reason else None
        self._entries.append(_Entry(line, absent, frozenset((*others, *elsewhere))))

    def strike(self, refutation: Refutation, absent: frozenset[Candidate]) -> None:
        self.position.strike(*refutation.assumed)
        line = Line(*refutation.assumed, holds=False, reason="its assumption fails", refutation=refutation)
        self._entries.append(_Entry(line, absent, frozenset({refutation.assumed})))

    def trimmed(self, start: Position, absent: frozenset[Candidate]) -> tuple[list[Line], frozenset[Candidate]]:
        """The lines without which these would not be absent, and all that must be absent from the start."""
        entries = _that_matter(self._entries, absent)
        for entry in entries[:0:-1]:
            without = [other for other in entries if other is not entry]
            if not any(start.possible[cell] >> value & 1 for cell, value in _needed(without, absent)):
                entries = without
        return [entry.line for entry in entries if entry.line], _needed(entries, absent)


def _that_matter(entries: list[_Entry], absent: frozenset[Candidate]) -> list[_Entry]:
    """The last to strike each candidate that must be absent, and so on for what they need."""
    needed, kept = set(absent), []
    for entry in reversed(entries):
        if entry.line is None or not needed.isdisjoint(entry.strikes):
            needed = needed - entry.strikes | entry.needs
            kept.append(entry)
    return kept[::-1]


def _needed(entries: list[_Entry], absent: frozenset[Candidate]) -> frozenset[Candidate]:
    """What must be absent before all of these, so that each of them holds and these are absent at the end."""
    needed = absent
    for entry in reversed(entries):
        needed = needed - entry.strikes | entry.needs
    return needed


def refute(position: Position, assumed: Candidate, depth: int = 1) -> Refutation | None:
    """How the assumption fails with at most `depth` assumptions in force at once, or None if it does not."""
    found = _refute(position, assumed, depth)
    return found and found[0]


def _refute(position: Position, assumed: Candidate, depth: int) -> tuple[Refutation, frozenset[Candidate]] | None:
    record = _Record(position)
    record.hold(*assumed, "", frozenset())
    while not (flaw := record.position.flaw()):
        if _hold_singles(record):
            continue
        inner = depth > 1 and _inner(record.position, depth - 1)
        if not inner:
            return None
        record.strike(*inner)
    lines, absent = record.trimmed(position, frozenset(flaw.absent))
    return Refutation(assumed, tuple(lines), flaw.reason), absent


def _inner(position: Position, depth: int) -> tuple[Refutation, frozenset[Candidate]] | None:
    """An assumption that fails at this depth or a lower one."""
    found = easiest(position)
    if found:
        return _refute(position, found, 1)
    if depth > 1:
        for cell in sorted(members(position.open), key=lambda cell: position.possible[cell].bit_count()):
            for value in members(position.possible[cell]):
                position.tick()
                refuted = _refute(position, (cell, value), depth)
                if refuted:
                    return refuted
    return None


def _hold_singles(record: _Record) -> bool:
    """Place all singles of the board as it stands; whether there were any."""
    position = record.position
    singles = _singles(position)
    for (cell, value), (reason, absent) in singles.items():
        if position.open >> cell & 1 and position.possible[cell] >> value & 1:  # else another one struck it
            record.hold(cell, value, reason, absent)
    return bool(singles)


def _singles(position: Position) -> dict[Candidate, tuple[str, frozenset[Candidate]]]:
    """Each with its reason, and with the candidates that have to be absent for it."""
    geometry, found = position.geometry, {}
    for cell in members(lone_cells(position)):
        value = lowest(position.possible[cell])
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
