"""LZ-string texts are those of JavaScript, and damaged or enormous ones are refused."""

import tracemalloc
from base64 import b64encode
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudoku_compare.core.errors import PuzzleError
from sudoku_compare.formats.links.lz_string import LONGEST_TEXT, compress, decompress

FROM_JAVASCRIPT = {  # what the function compressToBase64 of lz-string 1.5.0 returns
    "": "Q===",
    "a": "IZA=",
    "aaaaaaaa": "IY0o",
    "hello, hello, hello": "BYUwNmD2A0AEoRvcUg==",
    '{"size":9,"grid":[[{}]]}': "N4IgzglgXgpiBcBOANCA5gJwgEwQbT2AF8BdEooA",
    "é": "JdA=",
    "€": "jUEQ",
    "\U0001f600 \U0001f600": "rwbgA9gEpA==",
}


@pytest.mark.parametrize("text", FROM_JAVASCRIPT)
def test_texts_are_compressed_as_javascript_does_it(text: str) -> None:
    assert compress(text) == FROM_JAVASCRIPT[text]
    assert decompress(FROM_JAVASCRIPT[text]) == text


@given(st.text(st.characters(codec="utf-8")) | st.text("ab{}[],:1"))
def test_every_text_is_the_same_after_compression_and_decompression(text: str) -> None:
    assert decompress(compress(text)) == text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "ends too early"),
        ("=", "ends too early"),
        ("N4Ig", "ends too early"),
        ("BYUwNmD2A0AEoRvc", "ends too early"),
        ("____", "makes no sense"),
        ("N4Ig!", "expected base64 text, found '!'"),
        ("N4Ig zgl", "expected base64 text, found ' '"),
        ("\udc80", "expected base64 text"),
    ],
)
def test_damaged_text_is_refused(text: str, message: str) -> None:
    with pytest.raises(PuzzleError, match=f"^damaged link: .*{message}"):
        decompress(text.replace("_", "/"))


@given(st.text("ABCDIgz019+/=", max_size=200))
def test_garbage_is_refused_or_read_but_never_fails_otherwise(text: str) -> None:
    with suppress(PuzzleError):
        decompress(text)


def make_bomb(codes: int) -> str:
    """Return the text of `a`, `aa`, `aaa` and so on: each code stands for the phrase that it defines."""
    bits = "00" + format(ord("a"), "08b")[::-1]
    bits += "".join(format(code, f"0{code.bit_length()}b")[::-1] for code in range(4, 4 + codes))
    bits += "0" * (-len(bits) % 6)
    return b64encode(int(bits.ljust(-(-len(bits) // 8) * 8, "0"), 2).to_bytes(-(-len(bits) // 8))).decode()


def test_the_bomb_is_one() -> None:
    with pytest.raises(PuzzleError, match="ends too early"):
        decompress(make_bomb(100))


def test_a_small_text_that_expands_to_a_large_one_is_refused_before_it_does() -> None:
    bomb = make_bomb(6_000)  # 18 million characters
    assert len(bomb) < 20_000
    tracemalloc.start()
    with pytest.raises(PuzzleError, match="expected at most 4,194,304 characters, found more"):
        decompress(bomb)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 6 * LONGEST_TEXT
