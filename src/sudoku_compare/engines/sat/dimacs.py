"""The formula of a puzzle as DIMACS text, with comments that explain the variables."""

from collections.abc import Iterator

from ...core.puzzle import Grid, Puzzle, symbol_of
from .oracle import clauses_of_claim


def dimacs_lines(puzzle: Puzzle, blocked: Grid | None = None) -> Iterator[str]:
    """Yield the rules, the givens as unit clauses and, if a solution is blocked, the clause that excludes it."""
    shape = puzzle.shape
    count = sum(1 for _ in clauses_of_claim(puzzle, blocked))  # generated twice, as there may be too many to keep
    first_given = count - puzzle.count_givens() - (blocked is not None)
    headings = {
        0: "The rules: exactly one value for each cell, exactly one place for each value in each row, column and box.",
        first_given: "The givens.",
    }
    if blocked is not None:
        headings[count - 1] = "Not the known solution."
    yield f"c A {shape} Sudoku with boxes {shape.box_height} high and {shape.box_width} wide.\n"
    yield "c Variables: number, then the cell (row and column) and its value.\n"
    for cell in shape.cells:
        for value in shape.values:
            yield f"c {cell * shape.side + value} {shape.name_of(cell)}={symbol_of(value, shape)}\n"
    yield f"p cnf {shape.side**3} {count}\n"
    for number, clause in enumerate(clauses_of_claim(puzzle, blocked)):
        if number in headings:
            yield f"c {headings[number]}\n"
        yield " ".join(map(str, [*clause, 0])) + "\n"
