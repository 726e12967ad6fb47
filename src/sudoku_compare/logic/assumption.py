"""Assume one possibility, syllogize, and write down how that fails, if it does.

`rounds_to_contradiction` finds out fast whether an assumption fails; `refute` writes it down, leaving out
all that the contradiction does not need.
"""

from ..shape import Square
from .geometry import Squares, lowest, members
from .position import Position
from .singles import lone_squares
from .step import Line, Possibility, Refutation

MOST_ROUNDS = 1 << 30  # more than any board has


def rounds_to_contradiction(position: Position, square: Square, value: int, most: int = MOST_ROUNDS) -> int | None:
    """After how many rounds of syllogizing (all singles of a board at once) the assumption fails; None if it does not.

    Looks no further than `most` rounds.
    """
    sections, peers, everywhere = position.geometry.sections, position.geometry.peers, position.geometry.all
    places, undecided = position.places[:], position.open
    values = range(1, len(places))
    fresh = [(square, value)]
    for number in range(1, most + 1):
        position.tick()
        for known, held in fresh:
            bit = 1 << known
            if not places[held] & bit:
                return number
            undecided &= ~bit
            for other in values:
                places[other] &= ~bit
            places[held] = places[held] & ~peers[known] | bit
        once = twice = 0
        for where in places:
            twice |= once & where
            once |= where
        if once != everywhere:
            return number
        lone = once & ~twice & undecided
        fresh = []
        for held in values:
            where = places[held]
            for section in sections:
                inside = where & section
                if inside & (inside - 1):
                    continue
                if not inside:
                    return number
                if inside & undecided:
                    fresh.append((inside.bit_length() - 1, held))
            if lone & where:
                fresh += [(known, held) for known in members(lone & where)]
        if not fresh:
            return None
        fresh = list(dict.fromkeys(fresh))
    return None


def easiest(position: Position, squares: Squares | None = None) -> Possibility | None:
    """The possibility whose assumption fails after the fewest rounds, if any does."""
    best, fewest = None, MOST_ROUNDS
    for square in members(position.open if squares is None else squares):
        for value in members(position.possible[square]):
            rounds = rounds_to_contradiction(position, square, value, fewest - 1)
            if rounds is not None:
                best, fewest = (square, value), rounds
                if fewest == 1:
                    return best
    return best


class _Record:
    """A hypothetical with its lines, each with what it needed to be absent and what it struck."""

    def __init__(self, position: Position) -> None:
        self.position = position.copy()
        self.lines: list[tuple[Line | None, frozenset[Possibility], tuple[Possibility, ...]]] = []

    def hold(self, possibility: Possibility, reason: str, absent: frozenset[Possibility]) -> None:
        excluded = self.position.excluded_by(*possibility)
        self._add(Line(*possibility, holds=True, reason=reason) if reason else None, absent, excluded)
        self.position.place(*possibility)

    def _add(self, line: Line | None, absent: frozenset[Possibility], struck: tuple[Possibility, ...]) -> None:
        self.lines.append((line, absent, struck))
        for square, value in struck:
            self.position.strike(square, value)

    def strike(self, refutation: Refutation, absent: frozenset[Possibility]) -> None:
        line = Line(*refutation.assumed, holds=False, reason="its assumption fails", refutation=refutation)
        self._add(line, absent, (refutation.assumed,))

    def trimmed(self, absent: frozenset[Possibility]) -> tuple[tuple[Line, ...], frozenset[Possibility]]:
        """The lines without which these would not be absent, and what must be absent from the start."""
        needed, kept = set(absent), []
        for line, needs, struck in reversed(self.lines):
            if needed.isdisjoint(struck):
                continue
            needed.difference_update(struck)
            needed |= needs
            if line:
                kept.append(line)
        return tuple(reversed(kept)), frozenset(needed)


def refute(position: Position, assumed: Possibility, depth: int = 1) -> Refutation | None:
    """How the assumption fails with at most `depth` assumptions in force at once, or None if it does not."""
    found = _refute(position, assumed, depth)
    return found and found[0]


def _refute(position: Position, assumed: Possibility, depth: int) -> tuple[Refutation, frozenset[Possibility]] | None:
    record = _Record(position)
    record.hold(assumed, "", frozenset())
    while not (flaw := record.position.flaw()):
        if _hold_singles(record):
            continue
        inner = depth > 1 and _inner(record.position, depth - 1)
        if not inner:
            return None
        record.strike(*inner)
    lines, absent = record.trimmed(frozenset(flaw.absent))
    return Refutation(assumed, lines, flaw.reason), absent


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
            record.hold((square, value), reason, absent)
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
