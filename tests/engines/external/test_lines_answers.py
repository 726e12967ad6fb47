"""The lines protocol: what is sent, every form of an answer, and what each means under a limit."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from making import boards_4x4, puzzle_with_holes, scrambled_solution
from sudoku_compare import Limits, Puzzle
from sudoku_compare.core.answer import Ending
from sudoku_compare.core.puzzle import compact
from sudoku_compare.core.shape import Shape, shape_of_box, shape_of_side
from sudoku_compare.engines.external.lines_answers import LineAnswer, format_request, parse_answer
from sudoku_compare.engines.external.protocol_error import ProtocolError

ONE, TWO, THREE = boards_4x4()[:3]
FIRST, SECOND, THIRD = (compact(board, shape_of_side(4)) for board in (ONE, TWO, THREE))
SHAPES = [shape_of_box(2, 2), shape_of_box(2, 3), shape_of_box(3, 3), shape_of_box(4, 4), shape_of_box(5, 7)]
LARGE = shape_of_side(36)  # its cells are numbers
OTHERS = "but does not say whether there are others"

ANSWERS = [  # the line, the limit, the solutions, the ending, the detail and the count
    (FIRST, 1, (ONE,), Ending.ENOUGH, "", None),
    (FIRST, 2, (ONE,), Ending.STUCK, f"found a solution, {OTHERS}", None),
    (f"{FIRST} {SECOND}", 3, (ONE, TWO), Ending.STUCK, f"found 2 solutions, {OTHERS}", None),
    (f"{FIRST} {SECOND}", 2, (ONE, TWO), Ending.ENOUGH, "", None),
    (f"{FIRST},{SECOND}", 1, (ONE,), Ending.ENOUGH, "", None),
    ("0", 1, (), Ending.EXHAUSTED, "", 0),
    ("0", 2, (), Ending.EXHAUSTED, "", 0),
    ("1", 2, (), Ending.STUCK, "counted 1 solution, but showed none", 1),
    ("2", 2, (), Ending.STUCK, "counted 2 solutions, but showed none", 2),
    (f"1 {FIRST}", 1, (ONE,), Ending.ENOUGH, "", 1),
    (f"1 {FIRST}", 2, (ONE,), Ending.EXHAUSTED, "", 1),
    (f"1\t{FIRST}", 2, (ONE,), Ending.EXHAUSTED, "", 1),
    (f"{FIRST}:1", 2, (ONE,), Ending.EXHAUSTED, "", 1),
    (f" {FIRST} ,: 01\r", 2, (ONE,), Ending.EXHAUSTED, "", 1),
    (f"2 {FIRST}", 1, (ONE,), Ending.ENOUGH, "", 2),
    (f"2 {FIRST}", 2, (ONE,), Ending.STUCK, "counted 2 solutions, but showed 1", 2),
    (f"2 {FIRST} {SECOND}", 2, (ONE, TWO), Ending.ENOUGH, "", 2),
    (f"{FIRST}:2:{SECOND}", 3, (ONE, TWO), Ending.EXHAUSTED, "", 2),
    (f"288 {FIRST} {SECOND} {THIRD}", 2, (ONE, TWO), Ending.ENOUGH, "", 288),
    (f"288 {FIRST} {SECOND} {THIRD}", 9, (ONE, TWO, THREE), Ending.STUCK, "counted 288 solutions, but showed 3", 288),
]
FAULTS = [
    ("", "expected a solution or a count, found an empty line"),
    (" \t:, \r", "expected a solution or a count, found an empty line"),
    (f"0 {FIRST}", "counted 0 solutions, but showed 1"),
    (f"1 {FIRST} {SECOND}", "counted 1 solution, but showed 2"),
    ("1 2", "expected one count, found '1' and '2'"),
    (f"1 {FIRST} 1", "expected one count, found '1' and '1'"),
    ("no", "expected a solution of 16 characters or a count, found 'no' (2 characters)"),
    ("-1", "expected a solution of 16 characters or a count, found '-1' (2 characters)"),
    ("1_0", "expected a solution of 16 characters or a count, found '1_0' (3 characters)"),
    ("\0", "expected a solution of 16 characters or a count, found '?' (1 character)"),
    (FIRST[1:] + "x", "r4c4 of a solution: expected a value of a 4x4 board, found 'x'"),
    ("." * 16, "r1c1 of a solution: expected a value of a 4x4 board, found '.'"),
    ("1 " + "0" * 16, "r1c1 of a solution: expected a value of a 4x4 board, found '0'"),
    ("1 " + FIRST[:-1] + "5", "r4c4 of a solution: expected a value of a 4x4 board, found '5'"),
    ("9" * 41, f"expected a solution of 16 characters or a count, found '{'9' * 40}...' (41 characters)"),
    (f"1 {FIRST}1", "expected one count, found '1' and '"),
]


def parse(line: str, limit: int) -> LineAnswer:
    return parse_answer(f"{line}\n".encode(), Puzzle(shape_of_side(4), bytes(16)), Limits(limit))


@pytest.mark.parametrize(("line", "limit", "solutions", "ending", "detail", "counted"), ANSWERS)
def test_every_form_of_an_answer_has_its_meaning(
    line: str, limit: int, solutions: tuple[bytes, ...], ending: Ending, detail: str, counted: int | None
) -> None:
    assert parse(line, limit) == LineAnswer(solutions, ending, detail, counted)


@pytest.mark.parametrize(("line", "message"), FAULTS)
def test_any_other_line_is_refused_with_its_reason(line: str, message: str) -> None:
    for limit in (1, 2):
        with pytest.raises(ProtocolError) as caught:
            parse(line, limit)
        assert str(caught.value).startswith(message)


@pytest.mark.parametrize("end", [b"", b"\n", b"\r\n", b" \n"])
def test_the_end_of_the_line_does_not_matter(end: bytes) -> None:
    puzzle = Puzzle(shape_of_side(4), bytes(16))
    found = parse_answer(f"1 {FIRST}".encode() + end, puzzle, Limits(2))
    assert found == LineAnswer((ONE,), Ending.EXHAUSTED, "", 1)
    with pytest.raises(ProtocolError):
        parse_answer(f"1 {FIRST}4".encode() + end, puzzle, Limits(2))


@pytest.mark.parametrize("shape", [*SHAPES, LARGE], ids=str)
@given(seed=st.integers(0, 1000), empty=st.sampled_from(".0*_"))
def test_a_request_is_one_line_that_has_the_puzzle(shape: Shape, seed: int, empty: str) -> None:
    puzzle = puzzle_with_holes(shape, 0.4, seed)
    line = format_request(puzzle, empty)
    assert line.count(b"\n") == 1
    assert line.endswith(b"\n")
    assert Puzzle.from_text(line.decode(), shape) == puzzle
    cells = line.decode().strip() if shape.side <= 35 else line.decode().split()
    assert [cell == empty for cell in cells] == [not value for value in puzzle.givens]


@pytest.mark.parametrize("shape", [*SHAPES, LARGE], ids=str)
@given(seed=st.integers(0, 1000), form=st.sampled_from(["1 {}", "1:{}", "{}:1", "{},1", "{}\t1", "1\t{}"]))
def test_solutions_of_every_size_are_read(shape: Shape, seed: int, form: str) -> None:
    puzzle, solution = puzzle_with_holes(shape, 0.4, seed), scrambled_solution(shape, seed)
    for text in (compact(solution, shape), compact(solution, shape).lower()):
        found = parse_answer(form.format(text).encode(), puzzle, Limits(2))
        assert found == LineAnswer((solution,), Ending.EXHAUSTED, "", 1)


def test_two_solutions_of_a_large_board_are_read() -> None:
    shape = LARGE
    puzzle, one, two = Puzzle(shape, bytes(36**2)), scrambled_solution(shape, 1), scrambled_solution(shape, 2)
    first, second = compact(one, shape), compact(two, shape)
    for line in (f"2 {first} {second}", f"{first},{second}:2", f"{first} {second}:2"):
        assert parse_answer(line.encode(), puzzle, Limits(3)).solutions == (one, two)
    assert parse_answer(b"0\n", puzzle, Limits(2)).ending is Ending.EXHAUSTED


LARGE_FAULTS = [
    ("1 2 3", "expected solutions of 1296 numbers, found 3 numbers"),
    ("37 " * 1296, "r1c1 of a solution: expected a value of a 36x36 board, found '37'"),
    ("1 " * 1295 + "0", "r36c36 of a solution: expected a value of a 36x36 board, found '0'"),
    ("1 " * 1295 + "x", "r36c36 of a solution: expected a value of a 36x36 board, found 'x'"),
    ("1 " + "1" * 1296, "expected solutions of 1296 numbers, found 2 numbers"),
    ("x", "expected a solution of 1296 characters or a count, found 'x' (1 character)"),
]


@pytest.mark.parametrize(("line", "message"), LARGE_FAULTS)
def test_a_large_board_has_numbers(line: str, message: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        parse_answer(line.encode(), Puzzle(LARGE, bytes(36**2)), Limits(2))
    assert str(caught.value) == message


FIELDS = st.lists(
    st.sampled_from([FIRST, SECOND, "0", "1", "2", "", "x"]) | st.text(alphabet="01234 :,\0", max_size=17)
)
GARBAGE = st.binary() | st.tuples(FIELDS, st.sampled_from(" \t,:")).map(lambda pair: pair[1].join(pair[0]).encode())


@given(GARBAGE, st.integers(1, 4))
def test_garbage_raises_nothing_but_a_protocol_error_and_answers_keep_the_contract(line: bytes, limit: int) -> None:
    for shape in (shape_of_side(4), LARGE):
        with suppress(ProtocolError):
            found = parse_answer(line, Puzzle(shape, bytes(len(shape.cells))), Limits(limit))
            assert len(found.solutions) <= limit
            assert (found.ending is Ending.ENOUGH) == (len(found.solutions) == limit)
            assert all(len(grid) == len(shape.cells) and set(grid) <= set(shape.values) for grid in found.solutions)


@given(st.lists(st.sampled_from([FIRST, SECOND, THIRD]), max_size=3), st.none() | st.integers(0, 4), st.integers(1, 4))
def test_only_a_count_of_what_is_shown_says_that_there_are_no_others(
    fields: list[str], count: int | None, limit: int
) -> None:
    lines = [" ".join(fields)] if count is None else [" ".join([str(count), *fields]), ":".join([*fields, str(count)])]
    with suppress(ProtocolError):
        answers = {parse(line, limit) for line in lines}
        assert len(answers) == 1
        assert (answers.pop().ending is Ending.EXHAUSTED) == (count == len(fields) < limit)
