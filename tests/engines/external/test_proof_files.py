"""Proof files: text and binary DRAT and text FRAT become the same DRUP lines, and malformed ones are refused."""

from contextlib import suppress
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudoku_compare.engines.external.proof_files import read_proof
from sudoku_compare.engines.external.protocol_error import ProtocolError

FILES = [
    (b"", "drat", []),
    (b"1 -2 0\nd 1 -2 0\n0\n", "drat", ["1 -2 0", "d 1 -2 0", "0"]),
    (b"1 -2 0\n", "drat", ["1 -2 0"]),  # no empty clause is added
    (b"0\n1 0\nnonsense\n", "drat", ["0"]),  # nothing after the empty clause matters
    (b"d 0\n1 0", "drat", ["d 0", "1 0"]),
    (b"c a comment\n\n  1\t2  0 \r\n0\r\n", "drat", ["1 2 0", "0"]),
    (b"%RUPD32 729 10552     \n-18 0\n0\n", "drat", ["-18 0", "0"]),  # PicoSAT
    (b"a\x7f\x82\x02\x00a\x00", "drat", ["-63 129 0", "0"]),  # from the description of the format
    (b"d\xff\x7f\x83\x80\x01\x00", "drat", ["d -8191 -8193 0"]),
    (b"d \x00a\x00", "drat", ["d 16 0", "0"]),  # the second byte is a blank, as in text
    (b"a\x02\x00a\x00garbage", "drat", ["1 0", "0"]),
    (b"d 16 0\n0\n", "drat", ["d 16 0", "0"]),
    (
        b"c text\no 1 1 2 0\no 2 -1 0\na 3 2 0 l 1 2 0\nl 1 0\nr 3 4 0\nd 3 2 0\na 4 0 l 1 0\nf 1 1 2 0\nf 4 0\n",
        "frat",
        ["2 0", "d 2 0", "0"],
    ),
    (b"a 3 1 -2 0\nf 3 1 -2 0\n", "frat", ["1 -2 0"]),
]
FAULTS = [
    (b"1 -2\n", "drat", "line 1: expected one clause, terminated by 0"),
    (b"1 0\nd\n", "drat", "line 2: expected one clause, terminated by 0"),
    (b"1 0 2 0\n", "drat", "line 1: expected one clause, terminated by 0"),
    (b"1 0\n\n1 x 0\n", "drat", "line 3: expected a whole number, found 'x'"),
    (b"1 0\n%RUPD32 1 1\n", "drat", "line 2: expected a whole number, found '%RUPD32'"),
    (b"o 1 1 0\n", "drat", "line 1: expected a whole number, found 'o'"),
    (b"1 \xff 0\n", "drat", "line 1: expected a whole number, found 'ÿ'"),
    (b"1 \0 0\n", "drat", "line 1: expected a whole number, found '?'"),
    (b"99999999999 0\n", "drat", "line 1: expected a whole number, found '99999999999'"),
    (b"1 0\n-731 2 0\n", "drat", "step 2: variable 731, but the formula has only 729"),
    (b"a\x02", "drat", "byte 2: the proof is cut short: no 0 ends the last clause"),
    (b"a\x02\x00b\x02\x00", "drat", "byte 4: expected 'a' or 'd', found 'b'"),
    (b"a\x02\x00\x00", "drat", "byte 4: expected 'a' or 'd', found '?'"),
    (b"a\x01\x00", "drat", "byte 2: not a literal"),
    (b"a\x02\x82\x82\x82\x82\x82\x02\x00", "drat", "byte 7: not a literal"),
    (b"a\x02\x82\x00", "drat", "byte 3: a literal is cut short"),
    (b"a\x02\x00a\xb4\x0b\x00", "drat", "step 2: variable 730, but the formula has only 729"),
    (b"o 1 1 0\nx 1 0\n", "frat", "line 2: expected o, a, d, f, l or r, found 'x'"),
    (b"a 1 2\n", "frat", "line 1: expected one clause, terminated by 0"),
    (b"a 0\n", "frat", "line 1: expected one clause, terminated by 0"),
    (b"a 1 2 l 0\n", "frat", "line 1: expected one clause, terminated by 0"),
    (b"a 1 730 0\n", "frat", "step 1: variable 730, but the formula has only 729"),
]


@pytest.mark.parametrize(("data", "form", "lines"), FILES)
def test_a_proof_becomes_drup_lines(data: bytes, form: str, lines: list[str]) -> None:
    assert read_proof(data, form) == lines


@pytest.mark.parametrize(("data", "form", "message"), FAULTS)
def test_a_malformed_proof_is_refused_with_its_place(data: bytes, form: str, message: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        read_proof(data, form, variables=729)
    assert str(caught.value) == message


Steps = list[tuple[bool, list[int]]]
LITERAL = st.integers(1, 2**31 - 1).flatmap(lambda variable: st.sampled_from([variable, -variable]))
STEPS = st.lists(st.tuples(st.booleans(), st.lists(LITERAL, min_size=1, max_size=5)))


def write_text(steps: Steps) -> bytes:
    return "".join(f"{'d ' * is_deletion}{' '.join(map(str, clause))} 0\n" for is_deletion, clause in steps).encode()


def write_frat(steps: Steps) -> bytes:
    lines = ["o 1 1 2 0"]
    lines += [f"{'ad'[is_deletion]} 2 {' '.join(map(str, clause))} 0 l 1 2 0" for is_deletion, clause in steps]
    return "\n".join([*lines, "f 1 1 2 0"]).encode()


def write_binary(steps: Steps) -> bytes:
    data = bytearray()
    for is_deletion, clause in steps:
        data += b"d" if is_deletion else b"a"
        for literal in clause:
            number = 2 * abs(literal) + (literal < 0)
            while number > 127:
                data.append(number & 127 | 128)
                number >>= 7
            data.append(number)
        data.append(0)
    return bytes(data)


@given(STEPS)
def test_every_format_gives_the_same_lines(steps: Steps) -> None:
    expected = write_text(steps).decode().splitlines()
    assert read_proof(write_text(steps), "drat") == expected
    assert read_proof(write_binary(steps), "drat") == expected
    assert read_proof(write_frat(steps), "frat") == expected


@given(STEPS, st.data())
def test_a_binary_proof_that_is_cut_short_is_refused_or_ends_after_a_step(steps: Steps, data: st.DataObject) -> None:
    proof = write_binary(steps)
    cut = data.draw(st.integers(0, len(proof)))
    expected = write_text(steps).decode().splitlines()
    with suppress(ProtocolError):
        lines = read_proof(proof[:cut], "drat")
        assert lines == expected[: len(lines)]


GARBAGE = st.binary() | st.text(alphabet="adoflrc 0123456789-\n\0%").map(str.encode)


@given(GARBAGE | STEPS.map(write_binary).flatmap(lambda data: st.permutations(data).map(bytes)))
def test_garbage_raises_nothing_but_a_protocol_error_of_one_line(data: bytes) -> None:
    for form in ("drat", "frat"):
        with suppress(ProtocolError):
            read_proof(data, form)
        with pytest.raises(ProtocolError) as caught:
            read_proof(b"1 0\n" + data.replace(b"0", b"1") + b"\nwrong", form)
        assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    ("data", "form"),
    [
        (b"1 -2 0\n" * 300_000 + b"x", "drat"),
        (b"a\x02\x05\x00" * 300_000 + b"x", "drat"),
        (b"a 1 1 -2 0 l 5 0\n" * 300_000 + b"x", "frat"),
        (b"1 " * 10**6, "drat"),
        (b"a" + b"\x02" * 10**6, "drat"),
        (b" " * 10**7 + b"x", "drat"),
    ],
)
def test_a_large_proof_is_read_in_linear_time(data: bytes, form: str) -> None:
    start = perf_counter()
    with pytest.raises(ProtocolError):
        read_proof(data, form)
    assert perf_counter() - start < 20  # a second; a quadratic reader would take hours
