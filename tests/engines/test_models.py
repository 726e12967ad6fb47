"""The models for other programs."""

import shutil
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from making import puzzle_with_holes, solutions_4x4
from sudoku_compare import Limits, Puzzle
from sudoku_compare.core.shape import shape_of_box
from sudoku_compare.engines.external.asp_output import parse_asp_output
from sudoku_compare.engines.models import MODEL_FORMATS, asp_lines
from sudoku_compare.engines.reductio.engine import Reductio

# How a line that is a clause or a constraint ends or starts.
COUNTED = {
    "dimacs": lambda line: line.endswith(" 0"),
    "opb": lambda line: line.endswith(" = 1 ;"),
    "minizinc": lambda line: line.startswith("constraint "),
    "asp": lambda line: not line.startswith(("#", "%")),
}


@pytest.mark.parametrize("name", MODEL_FORMATS)
@given(box=st.sampled_from([(2, 2), (1, 5), (5, 1), (2, 3), (3, 3)]), seed=st.integers(0, 100))
def test_the_size_of_a_model_is_known_before_it_is_written(name: str, box: tuple[int, int], seed: int) -> None:
    puzzle = puzzle_with_holes(shape_of_box(*box), 0.4, seed)
    model = MODEL_FORMATS[name]
    lines = "".join(model.write(puzzle)).splitlines()
    assert sum(map(COUNTED[name], lines)) == model.count(puzzle)


def ask_clingo(puzzle: Puzzle) -> list[bytes]:
    """Return every solution of the puzzle that clingo finds."""
    program = shutil.which("clingo")
    if program is None:
        pytest.skip("clingo is not installed; .ci/run installs it")
    done = subprocess.run([program, "-n", "0"], input="".join(asp_lines(puzzle)), capture_output=True, text=True)
    solutions, is_complete = parse_asp_output(done.stdout, puzzle, done.returncode)
    assert is_complete
    return sorted(solutions)


@pytest.mark.parametrize("box", [(2, 3), (3, 2), (1, 5), (5, 1), (2, 4), (3, 3)])
def test_the_asp_program_has_the_solutions_of_the_puzzle(box: tuple[int, int]) -> None:
    for seed in range(3):
        puzzle = puzzle_with_holes(shape_of_box(*box), 0.5, seed)
        assert ask_clingo(puzzle) == sorted(Reductio().search(puzzle, Limits(10_000)).solutions)


@pytest.mark.parametrize(
    "givens", [bytes(16), bytes([1, *[0] * 15]), bytes([1, 2, 3, 4, 4, *[0] * 11]), b"\1\1" + bytes(14)]
)
def test_the_asp_program_of_a_4x4_board_has_its_solutions(givens: bytes) -> None:
    assert ask_clingo(Puzzle(shape_of_box(2, 2), givens)) == solutions_4x4(givens)
