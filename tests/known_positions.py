"""Positions in which a technique applies or must not apply: our own and published ones, in files in `techniques`."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from sudoku_compare import Puzzle
from sudoku_compare.techniques import Position, Step, position_of

FOLDER = Path(__file__).parent / "techniques"


class KnownPosition(NamedTuple):
    """A position, and what a technique does there; `applies` is False if it must not do that."""

    technique: str
    applies: bool
    word: str  # in parentheses in the reason
    values: str  # a value after + is solved, any other is given
    excluded: str  # such as `r1c2-35`
    conclusion: str

    def make(self, *, also_given: int | None = None) -> Position:
        """Return the position; `also_given` is a solved cell that is taken for a given."""
        return make_position(self.values, self.excluded, also_given=also_given)


def read_known_positions() -> Iterator[KnownPosition]:
    """Yield our own positions."""
    return map(parse_position, read_lines("known_positions.txt"))


def read_published_positions() -> Iterator[tuple[KnownPosition, str]]:
    """Yield positions that were published as examples, each with its source."""
    for line in read_lines("published_positions.txt"):
        position, _, source = line.rpartition(";")
        yield parse_position(position), source.strip()


def read_lines(name: str) -> list[str]:
    lines = (FOLDER / name).read_text().splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def parse_position(line: str) -> KnownPosition:
    name, word, values, excluded, conclusion = (field.strip() for field in line.split(";", 4))
    return KnownPosition(name.removeprefix("not "), not name.startswith("not "), word, values, excluded, conclusion)


def make_position(values: str, excluded: str = "", *, also_given: int | None = None) -> Position:
    """Return the position with these values and without the excluded candidates."""
    cells = re.findall(r"\+?[\d.]", values)
    is_given = [len(cell) == 1 or number == also_given for number, cell in enumerate(cells)]
    puzzle = Puzzle.from_text("".join(c[-1] if given else "." for c, given in zip(cells, is_given, strict=True)))
    position = position_of(puzzle)
    for number, cell in enumerate(cells):
        if not is_given[number]:
            value = int(cell[1])
            position.apply(Step("", "", ((number, value),), position.excluded_by(number, value)))
    for item in excluded.split():
        name, lost = item.split("-")
        number = next(cell for cell in puzzle.shape.cells if puzzle.shape.name_of(cell) == name)
        for value in map(int, lost):
            assert position.candidates[number] >> value & 1, f"{item}: not a candidate"
            position.remove(number, value)
    return position
