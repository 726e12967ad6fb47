"""Isomorphic puzzles have the same canonical form, and other puzzles have different forms."""

import random
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreted import load_interpreted
from making import CLASH, EASY, EASY_SOLUTION, ESCARGOT, puzzle_with_holes, scrambled_solution, solutions_4x4
from sudoku_compare import Puzzle
from sudoku_compare.core.shape import shape_of_box, shape_of_side
from sudoku_compare.formats.isomorphism import canonical_form, random_isomorph
from sudoku_compare.native.canonical import Canonicalizer

FOUR, NINE = shape_of_side(4), shape_of_side(9)


def transpose(puzzle: Puzzle) -> Puzzle:
    side = puzzle.shape.side
    return Puzzle(puzzle.shape, bytes(puzzle.givens[side * c + r] for r in range(side) for c in range(side)))


def disguise(puzzle: Puzzle, seed: int) -> Puzzle:
    other = random_isomorph(puzzle, random.Random(seed))
    return transpose(other) if seed % 2 and puzzle.shape.box_height == puzzle.shape.box_width else other


def smallest_4x4(givens: bytes) -> bytes:
    """Return the smallest of all isomorphs, by trying every one of them."""
    lines = [
        [2 * band + line for band, inner in zip(bands, inners, strict=True) for line in inner]
        for bands in permutations(range(2))
        for inners in [(a, b) for a in permutations(range(2)) for b in permutations(range(2))]
    ]
    forms = []
    for board in (givens, bytes(givens[4 * c + r] for r in range(4) for c in range(4))):
        for rows in lines:
            for columns in lines:
                names: dict[int, int] = {0: 0}
                forms.append(bytes(names.setdefault(board[4 * r + c], len(names)) for r in rows for c in columns))
    return min(forms)


SPARSE = [
    "." * 81,
    "1" + "." * 80,
    CLASH,
    "12" + "." * 79,
    "1" * 81,
    "123456789" * 9,
    ("123" * 3 + "456" * 3 + "789" * 3) * 3,
]


@pytest.mark.parametrize("text", [EASY, EASY_SOLUTION, ESCARGOT, *SPARSE])
def test_isomorphs_have_the_same_form(text: str) -> None:
    puzzle = Puzzle.from_text(text)
    assert {canonical_form(disguise(puzzle, seed)) for seed in range(20)} == {canonical_form(puzzle)}


@given(st.integers(0, 10**6), st.floats(0, 1), st.sampled_from([(2, 2), (2, 3), (3, 2), (3, 3), (4, 4), (1, 5)]))
@settings(max_examples=150, deadline=None)
def test_isomorphs_of_every_shape_have_the_same_form(seed: int, kept: float, box: tuple[int, int]) -> None:
    puzzle = puzzle_with_holes(shape_of_box(*box), kept, seed)
    assert canonical_form(disguise(puzzle, seed)) == canonical_form(puzzle)


@given(st.lists(st.integers(0, 9), min_size=81, max_size=81), st.integers(0, 10**6))
@settings(max_examples=150, deadline=None)
def test_isomorphs_with_clashing_givens_have_the_same_form(values: list[int], seed: int) -> None:
    puzzle = Puzzle(NINE, bytes(values))
    assert canonical_form(disguise(puzzle, seed)) == canonical_form(puzzle)


def test_full_4x4_boards_have_two_forms() -> None:
    boards = [Puzzle(FOUR, board) for board in solutions_4x4(bytes(16))]
    assert len(boards) == 288
    assert len({canonical_form(board) for board in boards}) == 2


def test_forms_agree_with_trying_every_permutation() -> None:
    rng = random.Random(5)
    boards = [bytes(rng.choice((0, 0, 0, 1, 2, 3, 4)) for _ in range(16)) for _ in range(150)]
    boards += [bytes(rng.choice((0, 0, 0, 0, 0, 1, 2)) for _ in range(16)) for _ in range(150)]
    pairs = {(canonical_form(Puzzle(FOUR, board)).givens, smallest_4x4(board)) for board in boards}
    assert len(pairs) == len({one for one, _ in pairs}) == len({other for _, other in pairs}) < len(boards)


@given(st.integers(0, 10**6), st.floats(0.1, 1))
@settings(max_examples=60, deadline=None)
def test_a_form_is_an_isomorph_of_the_puzzle_and_its_own_form(seed: int, kept: float) -> None:
    puzzle = puzzle_with_holes(FOUR, kept, seed)
    form = canonical_form(puzzle)
    assert smallest_4x4(form.givens) == smallest_4x4(puzzle.givens)
    assert canonical_form(form) == form


@given(st.integers(0, 10**6), st.integers(0, 80))
@settings(max_examples=100, deadline=None)
def test_a_puzzle_with_one_given_fewer_has_another_form(seed: int, cell: int) -> None:
    puzzle = Puzzle(NINE, scrambled_solution(NINE, seed))
    assert canonical_form(puzzle.with_value(cell, 0)) != canonical_form(puzzle)


def test_interpreted_code_gives_the_same_forms_as_compiled_code() -> None:
    plain: Any = load_interpreted("native.canonical")
    puzzles = [puzzle_with_holes(NINE, kept, seed) for seed, kept in enumerate((0.1, 0.3, 0.3, 0.5, 1.0))]
    puzzles += [Puzzle.from_text(text) for text in SPARSE[:5]]
    together = b"".join(puzzle.givens for puzzle in puzzles)
    forms, plain_forms = bytearray(len(together)), bytearray(len(together))
    Canonicalizer(3, 3).canonicalize(together, forms)
    plain.Canonicalizer(3, 3).canonicalize(together, plain_forms)
    assert forms == plain_forms


@pytest.mark.parametrize(("puzzles", "room"), [(b"\0" * 80, 80), (b"\0" * 81, 162), (b"\x0a" * 81, 81)])
def test_buffers_of_wrong_length_and_wrong_values_are_refused(puzzles: bytes, room: int) -> None:
    with pytest.raises(ValueError, match="expected"):
        Canonicalizer(3, 3).canonicalize(puzzles, bytearray(room))
