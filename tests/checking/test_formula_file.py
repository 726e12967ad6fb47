"""The formula file: familiar text and any other order of clauses and literals give the same clauses."""

import random
from io import BytesIO

import pytest

from sudoku_compare import Puzzle
from sudoku_compare.checking import formula_file
from sudoku_compare.checking.formula_file import Numbered, read_formula
from sudoku_compare.checking.proof_text import Malformed
from sudoku_compare.checking.rejection import Rejected
from sudoku_compare.core.puzzle import Grid
from sudoku_compare.engines.sat.dimacs import dimacs_lines
from sudoku_compare.engines.sat.oracle import clauses_of_claim
from witnesses import list_solutions

UNIQUE = Puzzle.from_text("1... ..2. .3.. ...4")
[SOLUTION] = list_solutions(UNIQUE)
FULL = Puzzle.from_text("1243342143122134")
CASES: list[tuple[Puzzle, Grid | None]] = [
    (UNIQUE, SOLUTION),
    (UNIQUE, None),
    (FULL, FULL.givens),
    (Puzzle.from_text("." * 16), None),
    (Puzzle.from_text("." * 16), SOLUTION),
]


def read(text: str, puzzle: Puzzle = UNIQUE, solution: Grid | None = SOLUTION) -> Numbered:
    return read_formula("formula.cnf", BytesIO(text.encode()), puzzle, solution, lambda: None)


def number(clauses: list[list[int]]) -> dict[bytes, list[int]]:
    return {b"%d" % place: sorted(clause) for place, clause in enumerate(clauses, 1)}


def sort_literals(clauses: Numbered) -> dict[bytes, list[int]]:
    """Return the clauses with sorted literals; wrapped ones become negative again."""
    variables = 4**3
    return {
        name: sorted(literal - (2 * variables + 1) * (literal > variables) for literal in clause)
        for name, clause in clauses.items()
    }


@pytest.mark.parametrize(("puzzle", "solution"), CASES)
def test_the_clauses_are_numbered_as_in_the_file(puzzle: Puzzle, solution: Grid | None) -> None:
    text = "".join(dimacs_lines(puzzle, solution))
    expected = number([list(clause) for clause in clauses_of_claim(puzzle, solution)])
    assert sort_literals(read(text, puzzle, solution)) == expected
    assert sort_literals(read(text.replace(" 0\n", "  0\n"), puzzle, solution)) == expected  # not familiar


def test_clauses_and_literals_may_be_in_any_order() -> None:
    clauses = [list(clause) for clause in clauses_of_claim(UNIQUE, SOLUTION)]
    random.Random(1).shuffle(clauses)
    for clause in clauses:
        random.Random(2).shuffle(clause)
    lines = [" ".join(map(str, [*clause, 0])) for clause in clauses]
    assert sort_literals(read("\n".join(["p cnf 64 389", *lines]))) == number(clauses)


def test_the_familiar_rules_are_compared_once(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "".join(dimacs_lines(UNIQUE, SOLUTION))
    read(text)
    monkeypatch.setattr(formula_file, "_compare_clauses", None)
    monkeypatch.setattr(formula_file, "list_rules", None)
    first, second = read(text), read(text)
    assert first == second
    first.clear()  # as the checker may do
    assert read(text) == second


def test_a_large_file_is_not_read_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "".join(dimacs_lines(UNIQUE, SOLUTION))
    monkeypatch.setattr(formula_file, "LARGEST_FAMILIAR", len(text))
    monkeypatch.setattr(formula_file, "_compare_clauses", lambda *arguments: "compared one by one")
    assert len(read(text)) == 389
    assert read(text + "\n") == "compared one by one"


FAMILIAR = "".join(dimacs_lines(UNIQUE, SOLUTION))
HEADER = "p cnf 64 389\n"


@pytest.mark.parametrize(
    "text",
    [
        FAMILIAR.replace("\n1 0\n", "\n"),
        FAMILIAR.replace("\n1 0\n", "\n2 0\n"),
        FAMILIAR.replace("\n1 0\n", "\n1 0\n1 0\n"),
        FAMILIAR + "-1 -2 0\n",
        FAMILIAR + "0\n",
        FAMILIAR + "p cnf 64 389\n",
        FAMILIAR.replace("\n-1 -2 0\n", "\n-1 -3 0\n"),
        FAMILIAR.replace("\n-1 -2 0\n", "\n"),
        FAMILIAR.replace("\n-1 -2 0\n", "\n-1 -2 0\n-1 -2 0\n"),
        FAMILIAR.replace("\nc The givens.\n1 0\n", "1 0\n"),  # the last rule and the first given in one line
        FAMILIAR.replace("\nc The givens.\n1 0\n", "\n"),
        FAMILIAR.partition("\nc The givens.\n")[0],
        FAMILIAR.replace("\nc The rules", "\ncc The rules"),
        FAMILIAR.replace("\nc The rules", "\n5 6 0 c The rules"),
        FAMILIAR.replace(HEADER, "1 0\n" + HEADER),
        FAMILIAR.replace(HEADER, "c " + HEADER),
        FAMILIAR.replace(HEADER, "x" + HEADER),
        FAMILIAR.replace(HEADER, HEADER + "5 6 0\n"),
        FAMILIAR.replace(HEADER, "c \n-1 -2 3 0\n" + HEADER),
    ],
)
def test_a_file_that_looks_familiar_is_accepted_only_if_every_clause_is_right(text: str) -> None:
    with pytest.raises((Rejected, Malformed), match=r"^formula\.cnf"):
        read(text)


def test_a_familiar_file_may_lack_its_comments() -> None:
    lines = FAMILIAR.splitlines(keepends=True)
    text = "".join(line for line in lines if not line.startswith("c "))
    assert sort_literals(read(text)) == sort_literals(read(FAMILIAR))
