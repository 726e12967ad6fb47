"""A puzzle as a model for other programs: DIMACS, OPB and MiniZinc.

The model contains the rules and the givens, but nothing that an engine has inferred.
"""

from collections.abc import Callable, Iterator, Sequence

from ..core.puzzle import Puzzle
from .sat.dimacs import dimacs_lines

Lines = Iterator[str]


def opb_lines(puzzle: Puzzle) -> Lines:
    """Yield pseudo-boolean constraints: exactly one value per cell, and one place per value in each unit."""
    shape = puzzle.shape

    def variable(cell: int, value: int) -> str:
        return f"x{cell * shape.side + value}"

    def exactly_one(variables: Sequence[str]) -> str:
        return " ".join(f"+1 {variable}" for variable in variables) + " = 1 ;\n"

    constraints = len(shape.cells) + len(shape.units) * shape.side + puzzle.count_givens()
    yield f"* #variable= {shape.side**3} #constraint= {constraints}\n"
    yield f"* A {shape} Sudoku; x1 is r1c1=1, and each cell has {shape.side} variables.\n"
    for cell in shape.cells:
        yield exactly_one([variable(cell, value) for value in shape.values])
    for unit in shape.units:
        for value in shape.values:
            yield exactly_one([variable(cell, value) for cell in unit])
    for cell, value in enumerate(puzzle.givens):
        if value:
            yield exactly_one([variable(cell, value)])


def minizinc_lines(puzzle: Puzzle) -> Lines:
    """Yield a model with one all-different constraint per unit; it prints the solution as numbers."""
    shape, side = puzzle.shape, puzzle.shape.side
    yield f"% A {shape} Sudoku with boxes {shape.box_height} high and {shape.box_width} wide.\n"
    yield 'include "alldifferent.mzn";\n'
    yield f"array[1..{len(shape.cells)}] of var 1..{side}: cell;\n"
    for number, unit in enumerate(shape.units):
        cells = ", ".join(f"cell[{cell + 1}]" for cell in unit)
        yield f"constraint alldifferent([{cells}]); % {shape.unit_name(number)}\n"
    for cell, value in enumerate(puzzle.givens):
        if value:
            yield f"constraint cell[{cell + 1}] = {value}; % {shape.name_of(cell)}\n"
    yield "solve satisfy;\n"
    yield (
        "output [show(cell[s]) ++ if s mod " + str(side) + ' = 0 then "\\n" else " " endif | s in index_set(cell)];\n'
    )


# For each format: the writer, and the extension of its files. A file holds one puzzle.
MODEL_FORMATS: dict[str, tuple[Callable[[Puzzle], Lines], str]] = {
    "dimacs": (dimacs_lines, ".cnf"),
    "opb": (opb_lines, ".opb"),
    "minizinc": (minizinc_lines, ".mzn"),
}
