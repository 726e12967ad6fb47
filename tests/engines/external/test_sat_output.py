"""What SAT solvers print: every usual form is read, and anything unclear is refused with its reason."""

from contextlib import suppress
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudoku_compare.engines.external.protocol_error import ProtocolError
from sudoku_compare.engines.external.sat_output import SatResult, parse_sat_output

MODEL = SatResult(True, (1, -2, 3))
FORMS = [
    ("s SATISFIABLE\nv 1 -2 3 0\n", 10, MODEL),
    ("s SATISFIABLE\nv 1 -2\nv 3\nv 0\n", 10, MODEL),
    ("c version 1\nv 1 -2 3 0\nc more\ns SATISFIABLE\nc time", 30, MODEL),  # clasp
    ("SAT\n1 -2 3 0\n", 10, MODEL),  # MiniSat's result file
    ("SAT\n1 -2\n3 0", 10, MODEL),
    ("s SATISFIABLE\r\nv 1 -2 3 0\r\n", 10, MODEL),
    ("s  SATISFIABLE \n v\t1 -2  3\t0\n\n", 0, MODEL),
    ("s SATISFIABLE\nv 1 -2 3 \n", 0, MODEL),  # Z3
    ("s SATISFIABLE\ns SATISFIABLE\nv 1 -2 3 0\n", 10, MODEL),
    ("WARNING: for repeatability\nSATISFIABLE\nv 1 -2 3 0\n", 10, MODEL),
    ("s SATISFIABLE\nv 2147483647 0\n", 10, SatResult(True, (2147483647,))),
    ("s UNSATISFIABLE\n", 20, SatResult(False)),
    ("c s SATISFIABLE\ns UNSATISFIABLE\nc v 1 0\n", 0, SatResult(False)),
    ("UNSATISFIABLE", 20, SatResult(False)),
    ("UNSAT\n", 20, SatResult(False)),
]
FAULTS = [
    ("", 0, "no status such as 's SATISFIABLE'; the exit code is 0"),
    ("c nothing\nv 1 0\n", 10, "no status such as 's SATISFIABLE'; the exit code is 10"),
    ("s UNKNOWN\n", 0, "no result: the status is UNKNOWN"),
    ("INDETERMINATE\n", 0, "no result: the status is INDETERMINATE"),
    ("s OPTIMUM FOUND\n", 30, "expected the status SATISFIABLE or UNSATISFIABLE, found 'OPTIMUM FOUND'"),
    ("s\n", 10, "expected the status SATISFIABLE or UNSATISFIABLE, found ''"),
    ("s SATISFIABLE\nv 1 0\ns UNSATISFIABLE\n", 10, "the status is both SATISFIABLE and UNSATISFIABLE"),
    ("s SATISFIABLE\nv 1 0\n", 20, "the status is SATISFIABLE, but the exit code is 20"),
    ("s SATISFIABLE\nv 1 0\n", -11, "the status is SATISFIABLE, but the exit code is -11"),
    ("s UNSATISFIABLE\n", 10, "the status is UNSATISFIABLE, but the exit code is 10"),
    ("s UNSATISFIABLE\n", 30, "the status is UNSATISFIABLE, but the exit code is 30"),
    ("s UNSATISFIABLE\nv 1 0\n", 20, "the status is UNSATISFIABLE, but there is a model"),
    ("s SATISFIABLE\n", 10, "satisfiable, but without a model"),
    ("s SATISFIABLE\nv 0\n", 10, "satisfiable, but without a model"),
    ("SAT\n", 10, "satisfiable, but without a model"),
    ("s SATISFIABLE\nv 1 -2\nv 3\n", 10, "not a model: it is cut short, no 0 ends it"),
    ("s SATISFIABLE\nv 1 -2", 10, "not a model: it is cut short, no 0 ends it"),
    ("SAT\n1 -2\n", 10, "not a model: it is cut short, no 0 ends it"),
    ("s SATISFIABLE\nv 1 0 2 0\n", 10, "not a model: literals follow the 0 that ends it"),
    ("s SATISFIABLE\nv 1 0\nv 2\n", 10, "not a model: literals follow the 0 that ends it"),
    ("s SATISFIABLE\nv 1 x2 0\n", 10, "expected a whole number, found 'x2'"),
    ("s SATISFIABLE\nv 1 1_0 0\n", 10, "expected a whole number, found '1_0'"),
    ("s SATISFIABLE\nv 1 ٣ 0\n", 10, "expected a whole number, found '٣'"),
    ("s SATISFIABLE\nv 1 \0 0\n", 10, "expected a whole number, found '?'"),
    ("s SATISFIABLE\nv 1 2\x1c3 0\n", 10, "expected a whole number, found '2?3'"),
    ("s SATISFIABLE\nv " + "9" * 5000 + " 0\n", 10, "expected a whole number, found '" + "9" * 40 + "...'"),
    ("s SATISFIABLE\nv -2147483648 0\n", 10, "not a model: -2147483648 is not a literal"),
    ("s SATISFIABLE\nv 1 5 -5 0\n", 10, "not a model: it contains both 5 and -5"),
]


@pytest.mark.parametrize(("text", "code", "result"), FORMS)
def test_every_usual_form_is_read(text: str, code: int, result: SatResult) -> None:
    assert parse_sat_output(text, code) == result


@pytest.mark.parametrize(("text", "code", "message"), FAULTS, ids=[message[:50] for *_, message in FAULTS])
def test_unclear_output_is_refused_with_its_reason(text: str, code: int, message: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        parse_sat_output(text, code)
    assert str(caught.value) == message


LITERALS = st.dictionaries(st.integers(1, 2**31 - 1), st.booleans(), min_size=1)


@given(LITERALS.map(lambda signs: tuple(v if sign else -v for v, sign in signs.items())), st.integers(1, 20))
def test_a_model_comes_back_however_its_lines_are_broken(literals: tuple[int, ...], width: int) -> None:
    words = [*map(str, literals), "0"]
    lines = [f"v {' '.join(words[start : start + width])}" for start in range(0, len(words), width)]
    assert parse_sat_output("\n".join(["s SATISFIABLE", *lines]), 10) == SatResult(True, literals)


@given(LITERALS, st.data())
def test_a_model_that_is_cut_short_is_never_taken_for_a_whole_one(signs: dict[int, bool], data: st.DataObject) -> None:
    text = f"s SATISFIABLE\nv {' '.join(map(str, signs))} 0\n"
    cut = data.draw(st.integers(0, len(text) - 3))
    with pytest.raises(ProtocolError):
        parse_sat_output(text[:cut], 10)


GARBAGE = st.text() | st.text(alphabet="sv SATUNISFIABLE0123456789-\n\t\0")
LINES = st.lists(st.sampled_from(["s SATISFIABLE", "SAT", "v 1 -2", "v 0", "0", "c", "UNSAT", "\0", "-"]) | GARBAGE)


@given(LINES.map("\n".join), st.sampled_from([0, 10, 20, 30, 1, -9]))
def test_garbage_raises_nothing_but_a_protocol_error_of_one_line(text: str, code: int) -> None:
    with suppress(ProtocolError):
        parse_sat_output(text, code)
    with pytest.raises(ProtocolError) as caught:
        parse_sat_output(f"{text}\ns WRONG", code)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    "text", ["\n" * 10**6, "v 1\n" * 10**6, "SAT\n" + "1 " * 10**6, "v" + " " * 10**7, "\0" * 10**7, "s SAT\n" * 10**6]
)
def test_a_lot_of_garbage_is_read_in_linear_time(text: str) -> None:
    start = perf_counter()
    with pytest.raises(ProtocolError):
        parse_sat_output(text, 10)
    assert perf_counter() - start < 20  # a second or two; a quadratic reader would take hours
