"""Lists, suggestions and printable text."""

import pytest

from sudoku_compare.core.text import join_words, make_printable, suggest


@pytest.mark.parametrize(
    ("words", "text"), [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")]
)
def test_words_are_joined_as_in_a_sentence(words: list[str], text: str) -> None:
    assert join_words(words) == text


@pytest.mark.parametrize(
    ("word", "text"),
    [("kernal", "did you mean kernel?"), ("qqqq", "expected one of kernel, sat")],
)
def test_an_unknown_word_gets_a_suggestion(word: str, text: str) -> None:
    assert suggest(word, iter(["kernel", "sat"])) == text


def test_nothing_is_suggested_from_nothing() -> None:
    assert suggest("kernel", []) == "there are none"


def test_control_characters_are_replaced() -> None:
    assert make_printable("\x1b[31mred\ud800é") == "?[31mred?é"
