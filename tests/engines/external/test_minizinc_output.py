"""What MiniZinc prints: solutions, how the search ended, and everything else that is refused."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from making import boards_4x4
from sudoku_compare import Puzzle
from sudoku_compare.core.shape import shape_of_side
from sudoku_compare.engines.external.minizinc_output import parse_minizinc_output
from sudoku_compare.engines.external.protocol_error import ProtocolError

PUZZLE = Puzzle(shape_of_side(4), bytes(16))
ONE, TWO, THREE = boards_4x4()[:3]


def write_block(board: bytes) -> str:
    rows = [" ".join(map(str, board[start : start + 4])) for start in range(0, 16, 4)]
    return "\n".join([*rows, "----------\n"])


FIRST, SECOND, THIRD = map(write_block, (ONE, TWO, THREE))
OUTPUTS = [
    (f"{FIRST}==========\n", 2, (ONE,), True),
    (f"{FIRST}", 2, (ONE,), False),
    (f"{FIRST}{SECOND}", 2, (ONE, TWO), False),
    (f"{FIRST}{SECOND}==========", 2, (ONE, TWO), True),
    (f"{FIRST}{SECOND}{THIRD}==========", 2, (ONE, TWO), False),
    ("=====UNSATISFIABLE=====\n", 2, (), True),
    (f"% a comment\n\n{FIRST}% time elapsed: 0.01 s\n==========\n%%%mzn-stat: nodes=3\n", 2, (ONE,), True),
    (f"{FIRST}==========\n".replace("\n", "\r\n"), 1, (ONE,), True),
]
FAULTS = [
    ("", "expected solutions, or =====UNSATISFIABLE=====; found 0 solutions, then nothing"),
    ("==========\n", "expected solutions, or =====UNSATISFIABLE=====; found 0 solutions, then =========="),
    ("=====UNKNOWN=====\n", "no result: 'UNKNOWN'"),
    ("=====ERROR=====\n", "no result: 'ERROR'"),
    ("=====UNSATorUNBOUNDED=====\n", "no result: 'UNSATorUNBOUNDED'"),
    (f"{FIRST}=====UNKNOWN=====\n", "no result: 'UNKNOWN'"),
    (
        f"{FIRST}=====UNSATISFIABLE=====\n",
        "expected solutions, or =====UNSATISFIABLE=====; found 1 solution, then =====UNSATISFIABLE=====",
    ),
    (
        f"{FIRST}==========\n==========\n",
        "expected solutions, or =====UNSATISFIABLE=====; found 1 solution, then ========== ==========",
    ),
    (FIRST.replace("----------", ""), "the output is cut short: no ---------- after '4 3 2 1'"),
    (f"{FIRST}1 2 3\n", "the output is cut short: no ---------- after '1 2 3'"),
    (f"{FIRST}----------\n", "solution 2: expected 16 values, found 0"),
    (FIRST.replace("1", "", 1), "solution 1: expected 16 values, found 15"),
    (FIRST.replace("1", "5", 1), "solution 1: expected values from 1 to 4, found 5"),
    (FIRST.replace("1", "0", 1), "solution 1: expected values from 1 to 4, found 0"),
    (FIRST.replace("1", "256", 1), "solution 1: expected values from 1 to 4, found 256"),
    (FIRST.replace("1", "-1", 1), "solution 1: expected values from 1 to 4, found -1"),
    (FIRST.replace("1", "one", 1), "solution 1: expected a whole number, found 'one'"),
]


@pytest.mark.parametrize(("text", "limit", "solutions", "is_complete"), OUTPUTS)
def test_solutions_and_the_end_of_the_search_are_read(
    text: str, limit: int, solutions: tuple[bytes, ...], is_complete: bool
) -> None:
    assert parse_minizinc_output(text, PUZZLE, limit) == (solutions, is_complete)


@pytest.mark.parametrize(("text", "message"), FAULTS)
def test_anything_else_is_refused_with_its_reason(text: str, message: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        parse_minizinc_output(text, PUZZLE, 2)
    assert str(caught.value) == message


LINES = st.lists(
    st.sampled_from([FIRST.strip(), "----------", "==========", "=====UNSATISFIABLE=====", "1"]) | st.text()
)


@given(LINES.map("\n".join), st.integers(1, 3))
def test_garbage_raises_nothing_but_a_protocol_error(text: str, limit: int) -> None:
    with suppress(ProtocolError):
        solutions, _ = parse_minizinc_output(text, PUZZLE, limit)
        assert set(solutions) <= {ONE}
        assert len(solutions) <= limit
