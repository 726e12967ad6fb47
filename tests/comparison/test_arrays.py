"""`solve` for NumPy arrays."""

import numpy as np
import pytest

from making import CLASH, EASY, EASY_SOLUTION, ESCARGOT, NONE, TWO, hopeless, puzzle_with_holes, unique_with_holes
from sudoku_compare import Puzzle
from sudoku_compare.comparison import arrays
from sudoku_compare.comparison.arrays import Integers
from sudoku_compare.core.errors import ArrayError, OptionError, SeveralSolutions, Unsettled, UserError
from sudoku_compare.core.shape import Shape, shape_of_box, shape_of_side


def array_of(puzzle: Puzzle | str) -> Integers:
    puzzle = Puzzle.from_text(puzzle) if isinstance(puzzle, str) else puzzle
    return np.array(list(puzzle.givens)).reshape(puzzle.shape.side, puzzle.shape.side)


def is_solution(solution: Integers, puzzle: Integers, shape: Shape) -> bool:
    values = set(shape.values)
    units_are_full = all({int(solution.flat[cell]) for cell in unit} == values for unit in shape.units)
    return units_are_full and bool(((puzzle == 0) | (puzzle == solution)).all())


@pytest.mark.parametrize("engine", ["reductio", "sat:solver=glucose4", ("reductio", "sat"), "backtrack"])
def test_a_puzzle_is_solved_and_not_changed(engine: str) -> None:
    puzzle = array_of(EASY)
    before = puzzle.copy()
    solution = arrays.solve(puzzle, engine=engine)
    assert (solution == array_of(EASY_SOLUTION)).all()
    assert (puzzle == before).all()
    solution[0, 0] = 9  # the result is writable


@pytest.mark.parametrize("text", [CLASH, NONE])
def test_an_unsolvable_puzzle_gives_minus_one_in_every_cell(text: str) -> None:
    solution = arrays.solve(array_of(text))
    assert solution.shape == (9, 9)
    assert np.issubdtype(solution.dtype, np.signedinteger)
    assert (solution == -1).all()


@pytest.mark.parametrize("dtype", [np.uint8, np.int8, np.int32, np.uint64, np.int64])
def test_every_integer_type_is_accepted_and_int_is_returned(dtype: type) -> None:
    solution = arrays.solve(array_of(ESCARGOT).astype(dtype))
    assert solution.dtype == np.int_
    assert is_solution(solution, array_of(ESCARGOT), shape_of_side(9))


def test_lists_and_other_memory_layouts_are_accepted() -> None:
    puzzle = array_of(EASY)
    assert (arrays.solve(puzzle.tolist()) == array_of(EASY_SOLUTION)).all()
    assert (arrays.solve(puzzle.T) == array_of(EASY_SOLUTION).T).all()
    assert (arrays.solve(np.asfortranarray(puzzle)) == array_of(EASY_SOLUTION)).all()


@pytest.mark.parametrize("side", [4, 6, 12, 16, 36, 100])
def test_every_size_is_solved(side: int) -> None:
    shape = shape_of_side(side)
    puzzle = array_of(puzzle_with_holes(shape, 0.95, seed=1))
    assert is_solution(arrays.solve(puzzle, first=True), puzzle, shape)


def test_boxes_may_be_tall() -> None:
    shape = shape_of_box(3, 2)
    puzzle = array_of(unique_with_holes(shape, 0.6))
    assert is_solution(arrays.solve(puzzle, box=(3, 2)), puzzle, shape)


def test_several_solutions_raise_an_error_unless_the_first_is_asked_for() -> None:
    puzzle, shape = array_of(TWO), shape_of_side(9)
    with pytest.raises(SeveralSolutions, match="first=True") as raised:
        arrays.solve(puzzle)
    one, other = raised.value.solutions
    assert isinstance(one, np.ndarray)
    assert isinstance(other, np.ndarray)
    assert is_solution(one, puzzle, shape)
    assert is_solution(other, puzzle, shape)
    assert (one != other).any()
    assert is_solution(arrays.solve(puzzle, first=True), puzzle, shape)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (np.zeros((9, 8), int), "expected side x side integers, such as 9x9, found an array of 9x8"),
        (np.zeros(81, int), "expected side x side integers, such as 9x9, found an array of 81"),
        (np.zeros((1, 9, 9), int), "found an array of 1x9x9"),
        (5, "found a single value"),
        ([[1, 2], [3]], "expected side x side integers, found rows of different lengths"),
        (np.zeros((0, 0), int), "a 0x0 board cannot be divided into boxes; expected a side of 4, 6, 8"),
        (np.zeros((7, 7), int), "a 7x7 board cannot be divided into boxes; expected a side of 4, 6, 8"),
        (np.zeros((9, 9)), "expected integers, with 0 for empty, found float64"),
        (np.full((9, 9), np.nan), "found float64"),
        (np.zeros((9, 9), bool), "found bool"),
        (np.full((9, 9), "1"), "found <U1"),
        (np.full((9, 9), None), "found object"),
        (np.full((4, 4), 5), r"\[0, 0\] \(r1c1\): expected 1 to 4, or 0 for empty, found 5"),
        (np.full((4, 4), -1), r"\[0, 0\] \(r1c1\): expected .* found -1"),
        (np.full((4, 4), 257), "found 257"),
    ],
)
def test_an_invalid_array_is_rejected_with_what_was_expected(wrong: object, message: str) -> None:
    with pytest.raises(ArrayError, match=message) as raised:
        arrays.solve(wrong)  # type: ignore[arg-type]
    assert isinstance(raised.value, ValueError)
    assert isinstance(raised.value, UserError)


def test_a_wrong_value_is_named_with_its_place() -> None:
    puzzle = array_of(EASY)
    puzzle[4, 7] = 10
    with pytest.raises(ArrayError, match=r"\[4, 7\] \(r5c8\): expected .* found 10"):
        arrays.solve(puzzle)


def test_boxes_must_fit_and_engines_must_exist() -> None:
    with pytest.raises(ArrayError, match="box: boxes of 2x2 need a 4x4 array, found 9x9"):
        arrays.solve(array_of(EASY), box=(2, 2))
    with pytest.raises(ArrayError, match="boxes of 0x9"):
        arrays.solve(array_of(EASY), box=(0, 9))
    with pytest.raises(ArrayError, match="at least one engine"):
        arrays.solve(array_of(EASY), engine=())
    with pytest.raises(OptionError, match="did you mean reductio"):
        arrays.solve(array_of(EASY), engine="reductoi")


def test_a_time_out_raises_unsettled() -> None:
    with pytest.raises(Unsettled, match=r"not settled \(reductio: timed out\); allow more seconds"):
        arrays.solve(array_of(hopeless()), seconds=0.1)
