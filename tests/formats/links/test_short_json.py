"""SudokuPad's short form of JSON stands for the same values."""

import json

import pytest

from sudoku_compare.formats.links.short_json import expand_json

CASES = {
    "{a:1}": {"a": 1},
    "{t:t,f:f,n:null}": {"t": True, "f": False, "n": None},
    "[,{v:5},]": [{}, {"v": 5}, {}],
    "[[,],[]]": [[{}, {}], [{}]],
    "{}": {},
    "{c:#0,d:#F,e:1A2B3C}": {"c": "#000000", "d": "#FFFFFF", "e": "1A2B3C"},
    "{t:'it\\'s [,] {x:t}'}": {"t": "it's [,] {x:t}"},
    "{t:'say \"x\"'}": {"t": 'say "x"'},
    '{"t": "a\\"b", x: -1.5e3}': {"t": 'a"b', "x": -1500.0},
    "{1:2}": {"1": 2},
    "{t:'\\u00e9 \\n'}": {"t": "é \n"},
}


@pytest.mark.parametrize("text", CASES)
def test_the_short_form_is_expanded(text: str) -> None:
    assert json.loads(expand_json(text)) == CASES[text]
