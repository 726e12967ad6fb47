"""The rules of Sudoku as clauses, derived from the height and width of the boxes alone.

This code shares nothing with the encoder of the engines. The clauses of a certificate are compared with these, so a
fault in the encoder becomes visible. Variable `(row * side + column) * side + value` states that the cell has this
value; rows and columns count from 0, values from 1.
"""

from collections.abc import Iterator
from itertools import combinations

Clause = tuple[int, ...]


def count_variables(height: int, width: int) -> int:
    """Return the number of variables of a puzzle with such boxes."""
    return (height * width) ** 3


def count_rules(height: int, width: int) -> int:
    """Return how many clauses `encode_rules` yields, without generating them."""
    side = height * width
    cells, boxes_are_lines = side * side, 1 in (height, width)
    pairs_of_peers = cells * (2 * (side - 1) + (height - 1) * (width - 1)) // 2
    return cells * (3 if boxes_are_lines else 4) + cells * side * (side - 1) // 2 + pairs_of_peers * side


def encode_rules(height: int, width: int) -> Iterator[Clause]:
    """Yield the rules: each cell has exactly one value, and each unit contains each value exactly once."""
    side = height * width
    numbers = range(side)
    places = [divmod(cell, side) for cell in range(side * side)]

    def variable(row: int, column: int, value: int) -> int:
        return (row * side + column) * side + value + 1

    def box(row: int, column: int) -> tuple[int, int]:
        return row // height, column // width

    for one in numbers:
        for other in numbers:
            yield tuple(variable(one, other, value) for value in numbers)
            yield tuple(variable(one, column, other) for column in numbers)
            yield tuple(variable(row, one, other) for row in numbers)
    boxes: dict[tuple[int, int], list[tuple[int, int]]] = {}
    negated = {place: [-variable(*place, value) for value in numbers] for place in places}
    for place in places:
        boxes.setdefault(box(*place), []).append(place)
        yield from combinations(negated[place], 2)
    for cells in boxes.values() if min(height, width) > 1 else ():  # otherwise the boxes are rows or columns
        for value in numbers:
            yield tuple(variable(*cell, value) for cell in cells)
    for place, later in combinations(places, 2):
        if place[0] == later[0] or place[1] == later[1] or box(*place) == box(*later):
            yield from zip(negated[place], negated[later], strict=True)


def encode_givens(givens: bytes, side: int) -> Iterator[Clause]:
    """Yield one clause per given."""
    for cell, value in enumerate(givens):
        if value:
            yield (cell * side + value,)


def encode_exclusion(givens: bytes, solution: bytes, side: int) -> Clause:
    """Return the clause that excludes this solution: some cell without a given has another value."""
    pairs = enumerate(zip(givens, solution, strict=True))
    return tuple(-(cell * side + value) for cell, (given, value) in pairs if not given)
