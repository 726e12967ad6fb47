"""Amounts of memory and of output as text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudoku_compare.core.errors import OptionError
from sudoku_compare.core.sizes import format_size, parse_size


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("0", 0),
        ("1", 1),
        ("100B", 100),
        ("100b", 100),
        ("2k", 2_000),
        ("2KB", 2_000),
        ("2kB", 2_000),
        ("2 MB", 2_000_000),
        (" 2GB ", 2_000_000_000),
        ("1.5GB", 1_500_000_000),
        ("0.1TB", 100_000_000_000),
        ("2KiB", 2_048),
        ("2kib", 2_048),
        ("1.5 GiB", 1_610_612_736),
        ("1TiB", 1 << 40),
        ("999999999999999TB", 999_999_999_999_999 * 10**12),
    ],
)
def test_a_size_is_read(text: str, size: int) -> None:
    assert parse_size(text) == size


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "GB", "-1", "+1", "1e9", "1,5GB", "1.GB", ".5GB", "1..5", "1GBs", "1 G B", "1XB", "1PB", "٣GB"),
        *("1\nGB", "inf", "nan", "0x10", "1" * 16, "1.1234567", "1_000", "½GB", "1KIBI"),
    ],
)
def test_what_is_not_a_size_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(OptionError, match=r"expected a size such as 500MB, 2GB or 2GiB, found "):
        parse_size(text)


@given(st.text(max_size=12))
def test_any_text_is_a_size_or_an_error(text: str) -> None:
    try:
        size, message = parse_size(text), ""
    except OptionError as error:
        size, message = 0, str(error)
    assert size >= 0
    assert message.isprintable()


@pytest.mark.parametrize(
    ("size", "text"),
    [
        (0, "0 bytes"),
        (1, "1 byte"),
        (999, "999 bytes"),
        (1000, "1 kB"),
        (1024, "1.02 kB"),
        (1 << 20, "1 MiB"),
        (3 << 30, "3 GiB"),
        (500_000_000, "500 MB"),
        (999_999, "1 MB"),
        (999_500_000, "1 GB"),
        (2_000_000_000, "2 GB"),
        (12_638_259_200, "12.6 GB"),
        (5 * 10**12, "5 TB"),
    ],
)
def test_a_size_is_written_in_words(size: int, text: str) -> None:
    assert format_size(size) == text


@given(st.integers(0, 10**15))
def test_what_is_written_can_be_read_and_is_nearly_the_same(size: int) -> None:
    text = format_size(size).replace(" bytes", "").replace(" byte", "")
    assert parse_size(text) == pytest.approx(size, rel=0.005)
