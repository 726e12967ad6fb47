"""A puzzle as a model for other programs: DIMACS, OPB, MiniZinc and ASP.

The model contains the rules and the givens, but nothing that an engine has inferred.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from ..core.puzzle import Puzzle
from .sat.dimacs import count_clauses, dimacs_lines

Lines = Iterator[str]


def opb_lines(puzzle: Puzzle) -> Lines:
    """Yield pseudo-boolean constraints: exactly one value per cell, and one place per value in each unit."""
    shape, side = puzzle.shape, puzzle.shape.side
    yield f"* #variable= {side**3} #constraint= {count_constraints(puzzle)}\n"
    yield f"* A {shape} Sudoku; x1 is r1c1=1, and each cell has {side} variables.\n"
    for cell in shape.cells:
        yield _exactly_one(cell * side + value for value in shape.values)
    for unit in shape.units:
        for value in shape.values:
            yield _exactly_one(cell * side + value for cell in unit)
    for cell, value in enumerate(puzzle.givens):
        if value:
            yield _exactly_one([cell * side + value])


def count_constraints(puzzle: Puzzle) -> int:
    """Return the number of pseudo-boolean constraints."""
    shape = puzzle.shape
    return len(shape.cells) + len(shape.units) * shape.side + puzzle.count_givens()


def _exactly_one(variables: Iterable[int]) -> str:
    return "+1 x" + " +1 x".join(map(str, variables)) + " = 1 ;\n"


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


def count_minizinc_constraints(puzzle: Puzzle) -> int:
    """Return the number of constraints of the MiniZinc model."""
    return len(puzzle.shape.units) + puzzle.count_givens()


ASP_RULES = """\
{ cell(R, C, V) : V = 1..side } = 1 :- R = 1..side, C = 1..side.
:- { cell(R, C, V) : C = 1..side } != 1, R = 1..side, V = 1..side.
:- { cell(R, C, V) : R = 1..side } != 1, C = 1..side, V = 1..side.
:- { cell(R, C, V) : in_box(R, C, B) } != 1, B = 1..side, V = 1..side.
in_box(R, C, (R - 1) / height * height + (C - 1) / width + 1) :- R = 1..side, C = 1..side.
"""


def asp_lines(puzzle: Puzzle) -> Lines:
    """Yield a program for answer-set solvers: each answer has one atom cell(Row,Column,Value) per cell."""
    shape, side = puzzle.shape, puzzle.shape.side
    yield f"% A {shape} Sudoku with boxes {shape.box_height} high and {shape.box_width} wide.\n"
    yield f"#const height = {shape.box_height}.\n#const width = {shape.box_width}.\n#const side = {side}.\n"
    yield ASP_RULES
    for cell, value in enumerate(puzzle.givens):
        if value:
            yield f"cell({cell // side + 1}, {cell % side + 1}, {value}).\n"
    yield "#show cell/3.\n"


def count_asp_rules(puzzle: Puzzle) -> int:
    """Return the number of rules of the ASP program, with one fact per given."""
    return ASP_RULES.count("\n") + puzzle.count_givens()


@dataclass(frozen=True, slots=True)
class ModelFormat:
    """A format for models. `write` yields pieces of text, and a file holds one puzzle."""

    write: Callable[[Puzzle], Lines]
    extension: str
    count: Callable[[Puzzle], int]  # of the clauses or constraints, known before anything is written
    noun: str  # what is counted, in the singular


MODEL_FORMATS = {
    "dimacs": ModelFormat(dimacs_lines, ".cnf", count_clauses, "clause"),
    "opb": ModelFormat(opb_lines, ".opb", count_constraints, "constraint"),
    "minizinc": ModelFormat(minizinc_lines, ".mzn", count_minizinc_constraints, "constraint"),
    "asp": ModelFormat(asp_lines, ".lp", count_asp_rules, "rule"),
}
