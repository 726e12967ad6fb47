"""What the reader of formulas and proofs accepts, and the message for everything else."""

from io import BytesIO

import pytest

from sudoku_compare.checking.proof_text import ClauseLine, ClauseReader, HintedLine, HintReader, Malformed

VARIABLES = 12


def read(text: bytes, variables: int = VARIABLES) -> ClauseReader:
    return ClauseReader("some.file", BytesIO(text), variables, lambda: None)


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        (b"", []),
        (b"\n \n\t\n", []),
        (b"c\nc 1 0\nc 2\n", []),
        (b"0\n", [ClauseLine(1, [], False)]),
        (b"1 0", [ClauseLine(1, [1], False)]),
        (b"1 -2 12 -12 0\n", [ClauseLine(1, [1, -2, 12, -12], False)]),
        (b"  3\t-4   0  \r\n", [ClauseLine(1, [3, -4], False)]),
        (b"0000000005 0\n", [ClauseLine(1, [5], False)]),
        (b"d 1 2 0\n", [ClauseLine(1, [1, 2], True)]),
        (b"d 0\n", [ClauseLine(1, [], True)]),
        (b"c 1\n\n1 0\nc\nd 1 0\n0\n", [ClauseLine(3, [1], False), ClauseLine(5, [1], True), ClauseLine(6, [], False)]),
    ],
)
def test_each_line_is_one_clause(text: bytes, clauses: list[ClauseLine]) -> None:
    assert list(read(text).read_clauses()) == clauses


NOT_A_NUMBER = "expected a whole number of at most 10 digits, found"
NOT_A_VARIABLE = "expected a variable from 1 to 12, found"


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        (b"1 2\n", 1, "expected one clause, terminated by 0"),
        (b"c\n1 0\n1\n", 3, "expected one clause, terminated by 0"),
        (b"d\n", 1, "expected one clause, terminated by 0"),
        (b"1 0 c\n", 1, "expected one clause, terminated by 0"),
        (b"1 00\n", 1, "expected one clause, terminated by 0"),
        (b"13 0\n", 1, f"{NOT_A_VARIABLE} 13"),
        (b"-13 0\n", 1, f"{NOT_A_VARIABLE} -13"),
        (b"1 0 0\n", 1, f"{NOT_A_VARIABLE} 0"),
        (b"-0 0\n", 1, f"{NOT_A_VARIABLE} -0"),
        (b"9999999999 0\n", 1, f"{NOT_A_VARIABLE} 9999999999"),
        (b"00000000001 0\n", 1, f"{NOT_A_NUMBER} '00000000001'"),
        (b"1" * 25 + b" 0\n", 1, f"{NOT_A_NUMBER} '{'1' * 20}'"),
        (b"- 0\n", 1, f"{NOT_A_NUMBER} ''"),
        (b"--1 0\n", 1, f"{NOT_A_NUMBER} '-1'"),
        (b"+1 0\n", 1, f"{NOT_A_NUMBER} '+1'"),
        (b"1_0 0\n", 1, f"{NOT_A_NUMBER} '1_0'"),
        (b"1.0 0\n", 1, f"{NOT_A_NUMBER} '1.0'"),
        (b"x 0\n", 1, f"{NOT_A_NUMBER} 'x'"),
        (b"1 d 0\n", 1, f"{NOT_A_NUMBER} 'd'"),
        (b"d d 1 0\n", 1, f"{NOT_A_NUMBER} 'd'"),
        (b"cc 1 0\n", 1, f"{NOT_A_NUMBER} 'cc'"),
        ("\u0661 0\n".encode(), 1, f"{NOT_A_NUMBER} '\ufffd\ufffd'"),  # a digit, but not of ASCII
        (b"1 0\n\xff 0\n", 2, f"{NOT_A_NUMBER} '\ufffd'"),
    ],
)
def test_a_line_that_is_not_a_clause_is_refused_with_its_number(text: bytes, line: int, problem: str) -> None:
    with pytest.raises(Malformed) as refused:
        list(read(text).read_clauses())
    assert str(refused.value) == f"some.file, line {line}: {problem}"


@pytest.mark.parametrize(
    ("text", "header", "clauses"),
    [
        (b"p cnf 12 3\n1 0\n", (12, 3), [ClauseLine(2, [1])]),
        (b"c 1 0\n\n p  cnf\t0 0\n", (0, 0), []),
        (b"p cnf 9999999999 0000000001", (9999999999, 1), []),
    ],
)
def test_the_header_comes_before_the_clauses(text: bytes, header: tuple[int, int], clauses: list[ClauseLine]) -> None:
    reader = read(text)
    assert reader.read_header() == header
    assert list(reader.read_clauses()) == clauses


EXPECTED_HEADER = "expected a header such as 'p cnf 729 10552'"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"", "some.file: expected a formula in DIMACS format, found nothing"),
        (b"c p cnf 12 3\n\n", "some.file: expected a formula in DIMACS format, found nothing"),
        (b"1 0\np cnf 12 3\n", f"some.file, line 1: {EXPECTED_HEADER}"),
        (b"c\np cnf 12\n", f"some.file, line 2: {EXPECTED_HEADER}"),
        (b"p cnf 12 3 4\n", f"some.file, line 1: {EXPECTED_HEADER}"),
        (b"p dnf 12 3\n", f"some.file, line 1: {EXPECTED_HEADER}"),
        (b"q cnf 12 3\n", f"some.file, line 1: {EXPECTED_HEADER}"),
        (b"P CNF 12 3\n", f"some.file, line 1: {EXPECTED_HEADER}"),
        (b"p cnf -1 3\n", f"some.file, line 1: {NOT_A_NUMBER} '-1'"),
        (b"p cnf 12 x\n", f"some.file, line 1: {NOT_A_NUMBER} 'x'"),
        (b"p cnf 12 00000000003\n", f"some.file, line 1: {NOT_A_NUMBER} '00000000003'"),
    ],
)
def test_a_wrong_header_is_refused(text: bytes, message: str) -> None:
    with pytest.raises(Malformed) as refused:
        read(text).read_header()
    assert str(refused.value) == message


@pytest.mark.parametrize(
    ("variables", "longest"),
    [
        (VARIABLES, 10_000),
        (729, 10_000),
        (4096, 49_176),  # every variable in ten digits with its sign and a space, and then room for `d` and 0
    ],
)
def test_a_line_may_be_as_long_as_a_comment_or_a_clause_of_all_variables(variables: int, longest: int) -> None:
    full = b"c" + b" " * (longest - 2) + b"\n"
    assert list(read(full + b"1 0\n", variables).read_clauses()) == [ClauseLine(2, [1])]
    for text in (full.replace(b"\n", b" \n"), b"c" * (longest + 1), b"c" * 10 * longest):
        with pytest.raises(Malformed) as refused:
            list(read(b"1 0\n" + text, variables).read_clauses())
        assert str(refused.value) == f"some.file, line 2: longer than {longest:,} bytes, which no clause needs"


def test_a_clause_of_all_variables_fits_into_a_line() -> None:
    numbers = [-number for number in range(1, 4097)]
    text = b"d " + b" ".join(b"-%010d" % -number for number in numbers) + b" 0\n"
    assert list(read(text, 4096).read_clauses()) == [ClauseLine(1, numbers, True)]


def test_no_more_of_a_line_is_read_than_a_clause_needs() -> None:
    stream = BytesIO(b"c" * 1_000_000)
    with pytest.raises(Malformed):
        list(ClauseReader("some.file", stream, VARIABLES, lambda: None).read_clauses())
    assert stream.tell() == 10_001


def test_the_time_is_checked_at_every_line() -> None:
    ticks: list[int] = []
    stream = BytesIO(b"p cnf 12 2\nc\n\n1 0\nd 1 0\n")
    reader = ClauseReader("some.file", stream, VARIABLES, lambda: ticks.append(stream.tell()))
    reader.read_header()
    assert len(ticks) == 1
    list(reader.read_clauses())
    assert ticks == [11, 13, 14, 18, 24]  # after each line, before anything else is read


def read_hints(text: bytes, variables: int = VARIABLES) -> list[HintedLine]:
    return list(HintReader("some.file", BytesIO(text), variables, lambda: None).read_steps())


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        (b"", []),
        (b"c 5 1 0 2 0\n\n", []),
        (b"5 0 1 2 0\n", [HintedLine(1, b"5", [], [b"1", b"2"])]),
        (b"5 1 -12 0 1 -2 0", [HintedLine(1, b"5", [1, -12], [b"1", b"-2"])]),
        (b"  5  1   -2 0  7   8  0 \r\n", [HintedLine(1, b"5", [1, -2], [b"7", b"8"])]),
        (b"5 1  0 3 0\n", [HintedLine(1, b"5", [1], [b"3"])]),
        (b"5 1 0 0\n", [HintedLine(1, b"5", [1], [])]),
        (b"5 1\t2 0 3\t4 0\n", [HintedLine(1, b"5", [1, 2], [b"3", b"4"])]),
        (b"5 1 0 x 0\n", [HintedLine(1, b"5", [1], [b"x"])]),  # no clause has this number
        (b"c\n9999999999 1 0 2 0\n", [HintedLine(2, b"9999999999", [1], [b"2"])]),
        (b"5 d 1 2 0\n", [HintedLine(1, b"", [], [b"1", b"2"], is_deletion=True)]),
        (b"0 d 0\n", [HintedLine(1, b"", [], [], is_deletion=True)]),
    ],
)
def test_each_line_is_one_step_with_hints(text: bytes, steps: list[HintedLine]) -> None:
    assert read_hints(text) == steps


@pytest.mark.parametrize(
    "text",
    [
        b"5 1 0 2\n",
        b"5 1 0\n",
        b"5 1\n",
        b"5\n",
        b"0\n",
        b"0 1 0 2 0\n",
        b"05 1 0 2 0\n",
        b"-5 1 0 2 0\n",
        b"5 01 0 2 0\n",
        b"5 --1 0 2 0\n",
        b"5 +1 0 2 0\n",
        b"5 1_0 0 2 0\n",
        b"5 x 0 2 0\n",
        b"99999999999 1 0 2 0\n",
        b"5 99999999999 0 2 0\n",
        "5 \u0661 0 2 0\n".encode(),
        b"5 d 1 2\n",
        b"5 d 1 x 0\n",
        b"5 d -1 0\n",
        b"5 d 99999999999 0\n",
        b"x d 1 0\n",
        b"d 1 2 0\n",
    ],
)
def test_a_line_that_is_not_a_step_with_hints_is_refused(text: bytes) -> None:
    with pytest.raises(Malformed) as refused:
        read_hints(b"c\n" + text)
    assert str(refused.value) == (
        "some.file, line 2: expected a step, such as '10600 -5 17 0 10554 812 0' (number, literals, 0, hints, 0), "
        "or a deletion, such as '10600 d 10580 0', with numbers of at most 10 digits"
    )


@pytest.mark.parametrize("literal", [13, -13, 9999999999])
def test_a_step_with_hints_has_only_the_variables_of_the_formula(literal: int) -> None:
    with pytest.raises(Malformed, match=f"^some.file, line 1: expected a variable from 1 to 12, found {literal}$"):
        read_hints(b"5 12 -12 %d 0 1 0\n" % literal)


@pytest.mark.parametrize(("variables", "longest"), [(12, 1_000_000), (100_000, 2_400_048)])
def test_a_line_with_hints_is_as_long_as_a_step_can_be(variables: int, longest: int) -> None:
    start = b"5 1 0 2"
    assert len(read_hints(start + b" " * (longest - len(start) - 1) + b"0", variables)) == 1
    with pytest.raises(Malformed, match=f"line 1: longer than {longest:,} bytes, which no clause needs$"):
        read_hints(start + b" " * (longest - len(start)) + b"0", variables)
