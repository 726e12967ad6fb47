"""The program that tutorials about Sudoku and SAT write with PySAT, as the reference for the engine `sat`.

One variable per candidate, all clauses of the extended encoding with pairwise at-most-one, the givens as unit clauses;
then solve, block the solution, and solve again.
"""

from itertools import combinations, product

from pysat.solvers import Minisat22

DIGITS = range(1, 10)


def number(row: int, column: int, digit: int) -> int:
    """Return the variable that says that the cell has this digit."""
    return 81 * (row - 1) + 9 * (column - 1) + digit


def list_groups() -> list[list[int]]:
    """Return the variables of each cell, and of each digit in each row, column and box: one of each is true."""
    groups = [[number(row, column, digit) for digit in DIGITS] for row, column in product(DIGITS, DIGITS)]
    groups += [[number(row, column, digit) for column in DIGITS] for row, digit in product(DIGITS, DIGITS)]
    groups += [[number(row, column, digit) for row in DIGITS] for column, digit in product(DIGITS, DIGITS)]
    for top, left, digit in product((1, 4, 7), (1, 4, 7), DIGITS):
        groups.append([number(top + down, left + right, digit) for down, right in product(range(3), range(3))])
    return groups


def list_clauses(givens: bytes) -> list[list[int]]:
    """Return the clauses of one puzzle."""
    clauses = []
    for group in list_groups():
        clauses.append(group)
        clauses += [[-one, -other] for one, other in combinations(group, 2)]
    clauses += [[9 * cell + digit] for cell, digit in enumerate(givens) if digit]
    return clauses


def count_solutions(givens: bytes) -> int:
    """Return 0, 1, or 2 for more than one."""
    with Minisat22(bootstrap_with=list_clauses(givens)) as solver:
        if not solver.solve():
            return 0
        solver.add_clause([-literal for literal in solver.get_model() if literal > 0])
        return 2 if solver.solve() else 1
