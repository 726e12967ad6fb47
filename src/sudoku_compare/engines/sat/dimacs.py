"""The formula of a puzzle as DIMACS text, with comments that explain the variables.

The formula of an empty 100x100 board has 189 million clauses. They are written as text at once, because making a list
of numbers for each takes twenty times as long; `clauses_of_claim` has the same clauses in the same order, as lists.
"""

from collections.abc import Iterable, Iterator
from math import comb

from ...core.puzzle import Grid, Puzzle, symbol_of
from ...core.shape import Cell, Shape
from .cnf import Formula

RULES = "The rules: exactly one value for each cell, exactly one place for each value in each row, column and box."


def count_clauses(puzzle: Puzzle, blocked: Grid | None = None) -> int:
    """Return the number of clauses of a formula, without making them."""
    shape, side = puzzle.shape, puzzle.shape.side
    in_two_units = shape.box_height - 1 + shape.box_width - 1  # peers that share a box and also a row or column
    pairs_of_peers = len(shape.cells) * (3 * (side - 1) - in_two_units) // 2
    units = len(dict.fromkeys(shape.units))
    rules = len(shape.cells) * (1 + comb(side, 2)) + (pairs_of_peers + units) * side
    return rules + puzzle.count_givens() + (blocked is not None)


def dimacs_lines(puzzle: Puzzle, blocked: Grid | None = None) -> Iterator[str]:
    """Yield the rules, the givens as unit clauses and, if a solution is blocked, the clause that excludes it.

    A piece of text has one line or many; memory does not grow with the formula.
    """
    shape = puzzle.shape
    yield f"c A {shape} Sudoku with boxes {shape.box_height} high and {shape.box_width} wide.\n"
    yield "c Variables: number, then the cell (row and column) and its value.\n"
    yield from _explain_variables(shape)
    yield f"p cnf {shape.side**3} {count_clauses(puzzle, blocked)}\n"
    yield f"c {RULES}\n"
    yield from _write_rules(shape)
    formula = Formula(puzzle)
    if puzzle.count_givens():
        yield "c The givens.\n"
        yield from (f"{formula.variable(cell, value)} 0\n" for cell, value in enumerate(puzzle.givens) if value)
    if blocked is not None:
        yield "c Not the known solution.\n"
        yield _write_clause(formula.blocking(blocked))


def _explain_variables(shape: Shape) -> Iterator[str]:
    symbols = [symbol_of(value, shape) for value in shape.values]
    for cell in shape.cells:
        name = shape.name_of(cell)
        numbered = zip(_variables(shape, cell), symbols, strict=True)
        yield "".join(f"c {variable} {name}={symbol}\n" for variable, symbol in numbered)


def _write_rules(shape: Shape) -> Iterator[str]:
    """Yield the clauses of the rules, in the order of `Formula.clauses`."""
    for cell in shape.cells:
        yield _write_clause(_variables(shape, cell))
    yield from _write_peers_differ(shape)
    for cell in shape.cells:
        yield _write_cell_has_one_value(shape, cell)
    for unit in dict.fromkeys(shape.units):
        yield "".join(_write_clause(cell * shape.side + value for cell in unit) for value in shape.values)


def _write_peers_differ(shape: Shape) -> Iterator[str]:
    """Yield, for each cell, the clauses that keep its values out of its later peers.

    These are most of the formula. Filling every second place of one list, and joining it, is five times as fast as
    formatting line by line.
    """
    seconds: dict[Cell, list[str]] = {}  # the second halves of the lines, for the cells that later cells still need
    parts = [""] * (2 * shape.side)
    for cell in shape.cells:
        seconds.pop(cell, None)
        parts[::2] = [f"-{variable} " for variable in _variables(shape, cell)]
        lines = []
        for peer in shape.later_peers[cell]:
            if peer not in seconds:
                seconds[peer] = [f"-{variable} 0\n" for variable in _variables(shape, peer)]
            parts[1::2] = seconds[peer]
            lines.append("".join(parts))
        yield "".join(lines)


def _write_cell_has_one_value(shape: Shape, cell: Cell) -> str:
    literals = [f"-{variable}" for variable in _variables(shape, cell)]
    firsts = enumerate(literals[:-1], start=1)
    return "".join(f"{one} " + f" 0\n{one} ".join(literals[later:]) + " 0\n" for later, one in firsts)


def _variables(shape: Shape, cell: Cell) -> range:
    """Return the variables of a cell, one per value."""
    return range(cell * shape.side + 1, (cell + 1) * shape.side + 1)


def _write_clause(literals: Iterable[int]) -> str:
    return " ".join(map(str, literals)) + " 0\n"
