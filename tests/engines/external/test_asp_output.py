"""What clingo prints: answers, exit codes, and everything else that is refused."""

import random
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from making import boards_4x4
from sudoku_compare import Puzzle
from sudoku_compare.core.shape import shape_of_side
from sudoku_compare.engines.external.asp_output import parse_asp_output
from sudoku_compare.engines.external.protocol_error import ProtocolError

PUZZLE = Puzzle(shape_of_side(4), bytes(16))
ONE, TWO = boards_4x4()[:2]


def write_atoms(board: bytes, seed: int = 0) -> str:
    atoms = [f"cell({cell // 4 + 1},{cell % 4 + 1},{value})" for cell, value in enumerate(board)]
    return " ".join(random.Random(seed).sample(atoms, len(atoms)))


FIRST, SECOND = write_atoms(ONE), write_atoms(TWO)
STATISTICS = "\nModels       : 1\nCalls        : 1\nTime         : 0.009s\n"
OUTPUTS = [
    (f"clingo version 5.4.1\nSolving...\nAnswer: 1\n{FIRST}\nSATISFIABLE\n{STATISTICS}", 30, (ONE,), True),
    (f"Answer: 1\n{FIRST}\nSATISFIABLE\n", 10, (ONE,), False),
    (f"Answer: 1\n{FIRST}\nSATISFIABLE\n", 0, (ONE,), False),
    (f"Answer: 1 (Time: 0.003s)\r\n{FIRST} \r\nAnswer: 2\r\n{SECOND}\r\nSATISFIABLE\r\n", 10, (ONE, TWO), False),
    (f"clingo version 5.4.1\nSolving...\nUNSATISFIABLE\n{STATISTICS}", 20, (), True),
    ("UNSATISFIABLE", 0, (), True),
]
FAULTS = [
    ("", 1, "expected one status such as SATISFIABLE, found 0; the exit code is 1"),
    ("UNKNOWN\n", 0, "expected one status such as SATISFIABLE, found 0; the exit code is 0"),
    ("UNSATISFIABLE\nSATISFIABLE\n", 20, "expected one status such as SATISFIABLE, found 2; the exit code is 20"),
    ("UNSATISFIABLE\n", 30, "the status is UNSATISFIABLE, but the exit code is 30"),
    (f"Answer: 1\n{FIRST}\nSATISFIABLE\n", 20, "the status is SATISFIABLE, but the exit code is 20"),
    (f"Answer: 1\n{FIRST}\nSATISFIABLE\n", 11, "the status is SATISFIABLE, but the exit code is 11"),
    ("SATISFIABLE\n", 10, "the status is SATISFIABLE, but the number of answers is 0"),
    (f"Answer: 1\n{FIRST}\nUNSATISFIABLE\n", 20, "the status is UNSATISFIABLE, but the number of answers is 1"),
    ("Answer: 1\n\nSATISFIABLE\n", 10, "answer 1: r1c1 has no value"),
    ("Answer: 1", 10, "answer 1: r1c1 has no value"),
    (f"Answer: 1\n{FIRST.replace('cell(2,3,', 'cell(2,4,')}\nSATISFIABLE\n", 10, "answer 1: r2c4 has two values"),
    (f"Answer: 1\n{FIRST} cell(1,1,1)\nSATISFIABLE\n", 10, "answer 1: r1c1 has two values"),
    (f"Answer: 1\n{FIRST} cell(1,1,5)\n", 10, "answer 1: expected cell(ROW,COLUMN,VALUE), found 'cell(1,1,5)'"),
    (f"Answer: 1\n{FIRST} cell(0,1,1)\n", 10, "answer 1: expected cell(ROW,COLUMN,VALUE), found 'cell(0,1,1)'"),
    (f"Answer: 1\n{FIRST} other(1)\n", 10, "answer 1: expected cell(ROW,COLUMN,VALUE), found 'other(1)'"),
    (f"Answer: 1\n{FIRST}\nAnswer: 2\ncell(1,1,1)\n", 10, "answer 2: r1c2 has no value"),
]


@pytest.mark.parametrize(("text", "code", "solutions", "is_complete"), OUTPUTS)
def test_answers_and_the_end_of_the_search_are_read(
    text: str, code: int, solutions: tuple[bytes, ...], is_complete: bool
) -> None:
    assert parse_asp_output(text, PUZZLE, code) == (solutions, is_complete)


@pytest.mark.parametrize(("text", "code", "message"), FAULTS)
def test_anything_else_is_refused_with_its_reason(text: str, code: int, message: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        parse_asp_output(text, PUZZLE, code)
    assert str(caught.value) == message


@given(st.sampled_from(boards_4x4()), st.integers())
def test_the_order_of_the_atoms_does_not_matter(board: bytes, seed: int) -> None:
    text = f"Answer: 1\n{write_atoms(board, seed)}\nSATISFIABLE\n"
    assert parse_asp_output(text, PUZZLE, 30) == ((board,), True)


LINES = st.lists(
    st.sampled_from(["Answer: 1", FIRST, SECOND, "SATISFIABLE", "UNSATISFIABLE", "cell(1,1,1)"]) | st.text()
)


@given(LINES.map("\n".join), st.sampled_from([0, 10, 20, 30]))
def test_garbage_raises_nothing_but_a_protocol_error(text: str, code: int) -> None:
    with suppress(ProtocolError):
        solutions, _ = parse_asp_output(text, PUZZLE, code)
        assert set(solutions) <= {ONE, TWO}
