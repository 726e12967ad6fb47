"""Assume one possibility, syllogize, and write down how that fails, leaving out all that it does not take."""

from typing import NamedTuple

from ..core.shape import Square
from .bit_geometry import lowest, members
from .failing_assumptions import easiest
from .position import Position
from .singles import lone_squares
from .step import Line, Possibility, Refutation


class _Entry(NamedTuple):
    """A line of a record, what it needs to be absent, and what is absent once it holds."""

    line: Line | None  # none is the assumption itself
    needs: frozenset[Possibility]
    strikes: frozenset[Possibility]


class _Record:
    """A hypothetical and how it came about."""

    def __init__(self, position: Position) -> None:
        self.position = position.copy()
        self._entries: list[_Entry] = []

    def hold(self, square: Square, value: int, reason: str, absent: frozenset[Possibility]) -> None:
        position, values = self.position, self.position.geometry.shape.values
        for struck in position.excluded_by(square, value):
            position.strike(*struck)
        position.place(square, value)
        others = ((square, other) for other in values if other != value)
        elsewhere = ((peer, value) for peer in members(position.geometry.peers[square]))
        line = Line(square, value, holds=True, reason=reason) if reason else None
        self._entries.append(_Entry(line, absent, frozenset((*others, *elsewhere))))

    def strike(self, refutation: Refutation, absent: frozenset[Possibility]) -> None:
        self.position.strike(*refutation.assumed)
        line = Line(*refutation.assumed, holds=False, reason="its assumption fails", refutation=refutation)
        self._entries.append(_Entry(line, absent, frozenset({refutation.assumed})))

    def trimmed(self, start: Position, absent: frozenset[Possibility]) -> tuple[list[Line], frozenset[Possibility]]:
        """The lines without which these would not be absent, and all that must be absent from the start."""
        entries = _that_matter(self._entries, absent)
        for entry in entries[:0:-1]:
            without = [other for other in entries if other is not entry]
            if not any(start.possible[square] >> value & 1 for square, value in _needed(without, absent)):
                entries = without
        return [entry.line for entry in entries if entry.line], _needed(entries, absent)


def _that_matter(entries: list[_Entry], absent: frozenset[Possibility]) -> list[_Entry]:
    """The last to strike each possibility that must be absent, and so on for what they need."""
    needed, kept = set(absent), []
    for entry in reversed(entries):
        if entry.line is None or not needed.isdisjoint(entry.strikes):
            needed = needed - entry.strikes | entry.needs
            kept.append(entry)
    return kept[::-1]


def _needed(entries: list[_Entry], absent: frozenset[Possibility]) -> frozenset[Possibility]:
    """What must be absent before all of these, so that each of them holds and these are absent at the end."""
    needed = absent
    for entry in reversed(entries):
        needed = needed - entry.strikes | entry.needs
    return needed


def refute(position: Position, assumed: Possibility, depth: int = 1) -> Refutation | None:
    """How the assumption fails with at most `depth` assumptions in force at once, or None if it does not."""
    found = _refute(position, assumed, depth)
    return found and found[0]


def _refute(position: Position, assumed: Possibility, depth: int) -> tuple[Refutation, frozenset[Possibility]] | None:
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


def _inner(position: Position, depth: int) -> tuple[Refutation, frozenset[Possibility]] | None:
    """An assumption that fails at this depth or a lower one."""
    found = easiest(position)
    if found:
        return _refute(position, found, 1)
    if depth > 1:
        for square in sorted(members(position.open), key=lambda square: position.possible[square].bit_count()):
            for value in members(position.possible[square]):
                position.tick()
                refuted = _refute(position, (square, value), depth)
                if refuted:
                    return refuted
    return None


def _hold_singles(record: _Record) -> bool:
    """Place all singles of the board as it stands; whether there were any."""
    position = record.position
    singles = _singles(position)
    for (square, value), (reason, absent) in singles.items():
        if position.open >> square & 1 and position.possible[square] >> value & 1:  # else another one struck it
            record.hold(square, value, reason, absent)
    return bool(singles)


def _singles(position: Position) -> dict[Possibility, tuple[str, frozenset[Possibility]]]:
    """Each with its reason, and with the possibilities that have to be absent for it."""
    geometry, found = position.geometry, {}
    for square in members(lone_squares(position)):
        value = lowest(position.possible[square])
        absent = frozenset((square, other) for other in geometry.shape.values if other != value)
        found[square, value] = "one possibility left", absent
    for number, section in enumerate(geometry.sections):
        for value in geometry.shape.values:
            places = position.places[value] & section
            if not places & (places - 1) and places & position.open:
                square = lowest(places)
                absent = frozenset((other, value) for other in members(section & ~places))
                found.setdefault((square, value), (f"one place left in {geometry.section(number)}", absent))
    return found
