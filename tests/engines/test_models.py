"""The models for other programs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from making import puzzle_with_holes
from sudoku_compare.core.shape import shape_of_box
from sudoku_compare.engines.models import MODEL_FORMATS

# How a line that is a clause or a constraint ends or starts.
COUNTED = {
    "dimacs": lambda line: line.endswith(" 0"),
    "opb": lambda line: line.endswith(" = 1 ;"),
    "minizinc": lambda line: line.startswith("constraint "),
}


@pytest.mark.parametrize("name", MODEL_FORMATS)
@given(box=st.sampled_from([(2, 2), (1, 5), (5, 1), (2, 3), (3, 3)]), seed=st.integers(0, 100))
def test_the_size_of_a_model_is_known_before_it_is_written(name: str, box: tuple[int, int], seed: int) -> None:
    puzzle = puzzle_with_holes(shape_of_box(*box), 0.4, seed)
    model = MODEL_FORMATS[name]
    lines = "".join(model.write(puzzle)).splitlines()
    assert sum(map(COUNTED[name], lines)) == model.count(puzzle)
