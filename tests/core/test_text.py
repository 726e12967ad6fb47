"""Lists, suggestions and printable text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudoku_compare.core.text import UniqueNames, disarm_formula, is_text, join_words, make_printable, suggest


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


@pytest.mark.parametrize("text", ["=1", "+1", "-1", "@x", "\tx", "\rx", "=cmd|calc"])
def test_a_formula_is_disarmed(text: str) -> None:
    assert disarm_formula(text) == f"'{text}"


@pytest.mark.parametrize("text", ["", "a=1", "53..7", ".", "data/hard.txt:1", "'=1"])
def test_other_text_stays_as_it_is(text: str) -> None:
    assert disarm_formula(text) == text


@given(st.lists(st.sampled_from(["a", "b", "a#2", "a#3", "a#2#2"])))
def test_names_are_never_used_twice(names: list[str]) -> None:
    unique = UniqueNames()
    chosen = [unique.choose(name) for name in names]
    assert len(set(chosen)) == len(chosen)
    assert all(one.startswith(name) for one, name in zip(chosen, names, strict=True))


@pytest.mark.parametrize(
    ("id", "expected"), [("text:1", True), ("text#12:3", True), ("a/text:1", False), ("texts:1", False)]
)
def test_puzzles_given_as_text_are_known_by_their_id(id: str, expected: bool) -> None:
    assert is_text(id) is expected
