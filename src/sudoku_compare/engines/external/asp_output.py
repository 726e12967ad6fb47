"""Reads what clingo prints for our ASP program: the cells of each solution, and whether there are no others."""

import re

from ...core.puzzle import Grid, Puzzle
from .protocol_error import ProtocolError, quote

CELL = re.compile(r"cell\(([0-9]{1,3}),([0-9]{1,3}),([0-9]{1,3})\)", re.ASCII)
STATUSES = {"SATISFIABLE": True, "UNSATISFIABLE": False}
EXHAUSTED = 20  # a bit field: 10 satisfiable, 20 exhausted, so 30 is both
EXIT_CODES = {True: (10, 30, 0), False: (20, 0)}


def parse_asp_output(text: str, puzzle: Puzzle, code: int) -> tuple[tuple[Grid, ...], bool]:
    """Return the solutions, and whether the program said, by its exit code or in words, that there are no others.

    Raises ProtocolError if the program did not finish, or printed something else.
    """
    solutions: list[Grid] = []
    statuses: list[bool] = []
    lines = iter(text.split("\n"))
    for line in map(str.strip, lines):
        if line.startswith("Answer:"):
            solutions.append(_parse_grid(next(lines, ""), puzzle, len(solutions) + 1))
        elif line in STATUSES:
            statuses.append(STATUSES[line])
    _check_status(statuses, len(solutions), code)
    return tuple(solutions), not solutions or code == 10 + EXHAUSTED


def _check_status(statuses: list[bool], solutions: int, code: int) -> None:
    if len(statuses) != 1:
        raise ProtocolError(f"expected one status such as SATISFIABLE, found {len(statuses)}; the exit code is {code}")
    word = "SATISFIABLE" if statuses[0] else "UNSATISFIABLE"
    if code not in EXIT_CODES[statuses[0]]:
        raise ProtocolError(f"the status is {word}, but the exit code is {code}")
    if statuses[0] != bool(solutions):
        raise ProtocolError(f"the status is {word}, but the number of answers is {solutions}")


def _parse_grid(line: str, puzzle: Puzzle, number: int) -> Grid:
    shape = puzzle.shape
    grid = bytearray(len(shape.cells))
    for word in line.split():
        atom = CELL.fullmatch(word)
        row, column, value = map(int, atom.groups()) if atom else (0, 0, 0)
        if not all(one in shape.values for one in (row, column, value)):
            raise ProtocolError(f"answer {number}: expected cell(ROW,COLUMN,VALUE), found {quote(word)}")
        cell = (row - 1) * shape.side + column - 1
        if grid[cell]:
            raise ProtocolError(f"answer {number}: {shape.name_of(cell)} has two values")
        grid[cell] = value
    if 0 in grid:
        raise ProtocolError(f"answer {number}: {shape.name_of(grid.index(0))} has no value")
    return bytes(grid)
