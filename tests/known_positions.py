"""Positions in which a technique applies or must not apply: `techniques/known_positions.txt`."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from sudoku_compare import Puzzle
from sudoku_compare.techniques import Position, Step, position_of

FILE = Path(__file__).parent / "techniques" / "known_positions.txt"


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
    for line in FILE.read_text().splitlines():
        if line and not line.startswith("#"):
            name, word, values, excluded, conclusion = (field.strip() for field in line.split(";", 4))
            yield KnownPosition(
                name.removeprefix("not "), not name.startswith("not "), word, values, excluded, conclusion
            )


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
