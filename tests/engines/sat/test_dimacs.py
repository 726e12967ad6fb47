"""The formula as text has the clauses of the formula as lists, and their number is known beforehand."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from making import puzzle_with_holes, scrambled_solution
from sudoku_compare import Puzzle
from sudoku_compare.core.shape import shape_of_box, shape_of_side
from sudoku_compare.engines.sat.dimacs import count_clauses, dimacs_lines
from sudoku_compare.engines.sat.oracle import clauses_of_claim

BOXES = [(2, 2), (1, 4), (4, 1), (2, 3), (3, 2), (1, 7), (3, 3), (2, 5), (4, 4)]


def read_clauses(text: str) -> tuple[str, list[list[int]]]:
    """Return the problem line and the clauses, each of which ends with 0."""
    lines = [line for line in text.splitlines() if not line.startswith("c ")]
    clauses = [[int(word) for word in line.split()] for line in lines[1:]]
    assert all(clause[-1] == 0 for clause in clauses)
    return lines[0], [clause[:-1] for clause in clauses]


@settings(max_examples=30)
@given(st.sampled_from(BOXES), st.sampled_from([0.0, 0.4, 1.0]), st.integers(0, 100), st.booleans())
def test_the_text_has_the_clauses_in_the_same_order(
    box: tuple[int, int], kept: float, seed: int, is_blocked: bool
) -> None:
    puzzle = puzzle_with_holes(shape_of_box(*box), kept, seed)
    blocked = scrambled_solution(puzzle.shape, seed) if is_blocked else None
    header, clauses = read_clauses("".join(dimacs_lines(puzzle, blocked)))
    assert clauses == [list(clause) for clause in clauses_of_claim(puzzle, blocked)]
    assert header == f"p cnf {puzzle.shape.side**3} {len(clauses)}"
    assert count_clauses(puzzle, blocked) == len(clauses)


def test_comments_explain_every_variable_and_every_part() -> None:
    puzzle = Puzzle.from_text("1.....2..3.....4")
    comments = [line for line in "".join(dimacs_lines(puzzle, puzzle.givens)).splitlines() if line.startswith("c ")]
    assert {"c 1 r1c1=1", "c 64 r4c4=4", "c The givens.", "c Not the known solution."} <= set(comments)
    assert "c The givens." not in "".join(dimacs_lines(Puzzle(puzzle.shape, bytes(16)))).splitlines()


@pytest.mark.parametrize(("side", "clauses"), [(9, 10_530), (100, 189_040_000)])
def test_the_number_of_clauses_is_known_at_once(side: int, clauses: int) -> None:
    assert count_clauses(Puzzle(shape_of_side(side), bytes(side * side))) == clauses


def test_a_large_formula_starts_at_once_and_comes_in_pieces() -> None:
    pieces = dimacs_lines(Puzzle(shape_of_side(64), bytes(64 * 64)))
    header = next(piece for piece in pieces if piece.startswith("p cnf"))
    assert header == f"p cnf {64**3} {count_clauses(Puzzle(shape_of_side(64), bytes(64 * 64)))}\n"
    assert max(len(next(pieces)) for _ in range(64 * 64 + 3)) < 1_000_000  # characters
