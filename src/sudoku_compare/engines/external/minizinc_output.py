"""Reads what MiniZinc prints for our model: the rows of each solution, and whether there are no others."""

from ...core.puzzle import Grid, Puzzle
from .protocol_error import ProtocolError, quote
from .whole_numbers import parse_numbers

END_OF_SOLUTION = "----------"
COMPLETE = "=========="
UNSATISFIABLE = "=====UNSATISFIABLE====="


def parse_minizinc_output(text: str, puzzle: Puzzle, limit: int) -> tuple[tuple[Grid, ...], bool]:
    """Return the solutions, at most `limit`, and whether the program said that there are no others.

    Raises ProtocolError if the program did not finish, or printed something else.
    """
    solutions: list[Grid] = []
    rows: list[str] = []
    endings: list[str] = []
    for line in map(str.strip, text.split("\n")):
        if line == END_OF_SOLUTION:
            solutions.append(_parse_grid(rows, puzzle, len(solutions) + 1))
            rows.clear()
        elif line.startswith("====="):
            endings.append(line)
        elif line and not line.startswith("%"):
            rows.append(line)
    if rows:
        raise ProtocolError(f"the output is cut short: no {END_OF_SOLUTION} after {quote(rows[-1])}")
    is_complete = _judge_ending(endings, len(solutions))
    return tuple(solutions[:limit]), is_complete and len(solutions) <= limit


def _judge_ending(endings: list[str], solutions: int) -> bool:
    """Return whether the search was complete; raise ProtocolError if it failed or contradicts itself."""
    for ending in endings:
        if ending not in (COMPLETE, UNSATISFIABLE):
            raise ProtocolError(f"no result: {quote(ending.strip('='))}")
    if len(endings) > 1 or (UNSATISFIABLE in endings) != (not solutions):
        found = f"{solutions} solution{'s' * (solutions != 1)}, then {' '.join(endings[:3]) or 'nothing'}"
        raise ProtocolError(f"expected solutions, or {UNSATISFIABLE}; found {found}")
    return bool(endings)


def _parse_grid(rows: list[str], puzzle: Puzzle, number: int) -> Grid:
    try:
        values = parse_numbers("\n".join(rows))
    except ProtocolError as error:
        raise ProtocolError(f"solution {number}: {error}") from None
    shape = puzzle.shape
    if len(values) != len(shape.cells):
        raise ProtocolError(f"solution {number}: expected {len(shape.cells)} values, found {len(values)}")
    if wrong := [value for value in values if value not in shape.values]:
        raise ProtocolError(f"solution {number}: expected values from 1 to {shape.side}, found {wrong[0]}")
    return bytes(values)
