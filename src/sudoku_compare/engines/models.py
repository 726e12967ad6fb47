"""A puzzle as a model for other programs: DIMACS, OPB and MiniZinc.

The model has the rules and the givens, and nothing that an engine here has inferred.
"""

from collections.abc import Callable, Iterator, Sequence

from ..core.puzzle import Puzzle
from .sat.dimacs import dimacs_lines

Lines = Iterator[str]


def opb_lines(puzzle: Puzzle) -> Lines:
    """Pseudo-boolean constraints: exactly one value a square, exactly one place a value in each section."""
    shape = puzzle.shape

    def variable(square: int, value: int) -> str:
        return f"x{square * shape.side + value}"

    def exactly_one(variables: Sequence[str]) -> str:
        return " ".join(f"+1 {variable}" for variable in variables) + " = 1 ;\n"

    constraints = len(shape.squares) + len(shape.sections) * shape.side + puzzle.count_givens()
    yield f"* #variable= {shape.side**3} #constraint= {constraints}\n"
    yield f"* A {shape} Sudoku; x1 is r1c1b1=1, and each square has {shape.side} variables.\n"
    for square in shape.squares:
        yield exactly_one([variable(square, value) for value in shape.values])
    for section in shape.sections:
        for value in shape.values:
            yield exactly_one([variable(square, value) for square in section])
    for square, value in enumerate(puzzle.givens):
        if value:
            yield exactly_one([variable(square, value)])


def minizinc_lines(puzzle: Puzzle) -> Lines:
    """A model with an all-different constraint a section; its output is the solution in numbers."""
    shape, side = puzzle.shape, puzzle.shape.side
    yield f"% A {shape} Sudoku with boxes {shape.box_height} high and {shape.box_width} wide.\n"
    yield 'include "alldifferent.mzn";\n'
    yield f"array[1..{len(shape.squares)}] of var 1..{side}: square;\n"
    for number, section in enumerate(shape.sections):
        squares = ", ".join(f"square[{square + 1}]" for square in section)
        yield f"constraint alldifferent([{squares}]); % {shape.section_name(number)}\n"
    for square, value in enumerate(puzzle.givens):
        if value:
            yield f"constraint square[{square + 1}] = {value}; % {shape.name_of(square)}\n"
    yield "solve satisfy;\n"
    yield (
        "output [show(square[s]) ++ if s mod "
        + str(side)
        + ' = 0 then "\\n" else " " endif | s in index_set(square)];\n'
    )


# One puzzle per document, and the extension of its file.
MODEL_FORMATS: dict[str, tuple[Callable[[Puzzle], Lines], str]] = {
    "dimacs": (dimacs_lines, ".cnf"),
    "opb": (opb_lines, ".opb"),
    "minizinc": (minizinc_lines, ".mzn"),
}
