"""Links of every known site are read, one per line, and all others are refused with the reason."""

import json

import pytest

from file_reading import read, read_error, read_puzzles
from making import EASY, ESCARGOT
from sudoku_compare.core.entry import Entry
from sudoku_compare.core.shape import shape_of_side
from sudoku_compare.formats.links.lz_string import compress

DIGITS = EASY.replace(".", "0")
FOUR = "1.....2..3.....4"
START = "1.....5694.2.....8.5...9.4....64.8.1....1....2.8.35....4.5...1.9.....4.2621.....5"
POSITION = (  # of that puzzle, from a page about the X-Wing
    "015y2e685w68050609040i022e0e0f0a2e085y050f0a5u090b042e2u2e0i06042c0810012q0f0dd0015w9i102e020a089e03050f9e0d5y042e"
    "05d0609i010f095y0e5y0f0a045y0206020166cy669id205"
)
BASE_32 = "0123456789abcdefghijklmnopqrstuv"
OLD_POSITION = "".join(  # a given is its bit, doubled, plus 1; an empty cell has the candidates 1 and 3 here
    BASE_32[number // 32] + BASE_32[number % 32]
    for number in (2 * (1 << int(symbol) - 1) + 1 if symbol != "." else 0b1010 for symbol in EASY)
)
GIVENS = [{"position": {"row": 0, "col": 0}, "value": 1}, {"position": {"row": 3, "col": 3}, "value": 4}]
LISUDOKU = "https://lisudoku.xyz/solver?import="


def lisudoku(**more: object) -> str:
    return LISUDOKU + compress(json.dumps({"gridSize": 4, "fixedNumbers": GIVENS} | more))


BOXES = [[{"row": cell // 4, "col": cell % 4} for cell in box] for box in shape_of_side(4).units[8:]]

GOOD = {
    f"https://www.sudokuwiki.org/sudoku.htm?bd={DIGITS}": EASY,
    f"http://sudokuwiki.org/Sudoku.htm?bd={EASY}": EASY,
    f"https://www.sudokuwiki.org/sudoku.htm?x=1&bd={DIGITS}&y=2": EASY,
    f"https://www.sudokuwiki.org/sudoku.htm?bd=S9B{POSITION}": START,
    f"https://www.sudokuwiki.org/sudoku.htm?bd={OLD_POSITION}": EASY,
    f"www.sudokuwiki.org/sudoku.htm?bd={DIGITS}": EASY,
    f"HTTPS://WWW.SUDOKUWIKI.ORG/sudoku.htm?bd={DIGITS}": EASY,
    f"https://sudokuexchange.com/play/?s={DIGITS}": EASY,
    f"https://sudokuexchange.com/play?s={EASY}": EASY,
    "https://sudokuexchange.com/play/?s=KDTRBQsV3CQ3p0q08RJ5avLJSRFc": (
        "...3.9..7..1.6..4.....1...32.6..31......2......87..9.56...7.....1..9.8..7..5.8..."
    ),
    f"{LISUDOKU}{DIGITS}": EASY,
    f"{LISUDOKU}1000002003000004": FOUR,
    f"https://lisudoku.xyz/e?import={FOUR.replace('.', '0')}": FOUR,
    lisudoku(): "1..............4",
    lisudoku(regions=BOXES): "1..............4",
    lisudoku(thermos=[], antiKnight=False): "1..............4",
}

ON_SERVER = "this link only names a puzzle on the server; paste a link that contains the puzzle, or the puzzle itself"
BAD = {
    "https://www.sudokuwiki.org/sudoku.htm?n=45": ON_SERVER,
    "https://www.sudokuwiki.org/sudoku.htm": (
        "expected a link such as 'www.sudokuwiki.org/sudoku.htm?bd=...', found no puzzle"
    ),
    f"https://www.sudokuwiki.org/jigsaw.htm?bd={DIGITS}": (
        "expected a link to sudoku.htm, found 'jigsaw.htm', which may have other rules"
    ),
    f"https://www.sudokuwiki.org/sudoku.htm?bd={DIGITS[:80]}": "not a puzzle: expected 81 cells (9x9), found 80",
    f"https://www.sudokuwiki.org/sudoku.htm?bd=S9B{'!' * 162}": (
        "damaged link: expected two digits or letters for each cell, found '!!'"
    ),
    f"https://sudokuwiki.org/sudoku.htm?bd=S9B{'00' * 81}": "damaged link: expected 1 to 529 for each cell, found 0",
    f"https://www.sudokuwiki.org/sudoku.htm?bd=S9B{'zz' * 81}": (
        "damaged link: expected 1 to 529 for each cell, found 1295"
    ),
    f"https://www.sudokuwiki.org/sudoku.htm?bd={'07' * 81}": (
        "damaged link: expected the candidates of a cell, found 7"
    ),
    "https://sudokuexchange.com/play/?s=123": "not a puzzle: expected 81 cells (9x9), found 3",
    "https://sudokuexchange.com/play/?s=12~": "damaged link: expected digits and letters, found '~'",
    "https://lisudoku.xyz/p/uWwScbyWCyHXi2kbL3LY": ON_SERVER,
    f"{LISUDOKU}N4Ig": "damaged link: the compressed text ends too early",
    LISUDOKU + compress("[]"): "expected a puzzle of lisudoku in the link, found '[]'",
    LISUDOKU + compress("{"): "damaged link: expected JSON in it",
    lisudoku(gridSize=5): "expected a grid size of 4, 6 or 9, found '5'",
    lisudoku(thermos=[[BOXES[0][0]]]): "not a plain Sudoku: it has 'thermos'",
    lisudoku(antiKing=True): "not a plain Sudoku: it has 'anti-king'",
    lisudoku(regions=BOXES[:3]): "irregular regions: there is a cell without a region",
    lisudoku(regions=[BOXES[0][:3] + BOXES[1][3:], *BOXES[1:]]): "irregular regions: there is a cell without a region",
    lisudoku(fixedNumbers=[{"position": {"row": 4, "col": 0}, "value": 1}]): (
        "expected a cell with row and col from 0 to 3, found \"{'row': 4, 'col': 0}\""
    ),
    lisudoku(fixedNumbers=[5]): "expected a given with position and value, found '5'",
    lisudoku(fixedNumbers=[{"position": {"row": 0, "col": 0}, "value": 5}]): (
        "r1c1: expected 1 to 4, or 0 for an empty cell, found '5'"
    ),
    "https://example.com/?load=abc": (
        "unknown host 'example.com'; expected a link to app.crackingthecryptic.com, beta.sudokupad.app, f-puzzles.com, "
        "lisudoku.xyz, sudokuexchange.com, sudokupad.app, sudokuwiki.org"
    ),
    "https://[::1": "expected a link, found 'https://[::1'",
}


@pytest.mark.parametrize("link", GOOD)
def test_a_link_that_contains_a_puzzle_is_read(link: str) -> None:
    assert read_puzzles(link) == [GOOD[link]]


@pytest.mark.parametrize("link", BAD)
def test_a_link_without_a_puzzle_is_refused_with_the_reason(link: str) -> None:
    assert read_error(link) == f"file:1: {BAD[link]}"


def test_a_file_has_a_link_on_each_line_and_a_name_after_it_or_not() -> None:
    first, second, *_ = GOOD
    third = f"https://sudokuexchange.com/play/?s={ESCARGOT}"
    items = read(f"# my links\n{first} Easy one\n\n  {second}\thard\n{third}  # the # last\nnot a link\n{first}\n")
    assert [(i.id, i.name) for i in items if isinstance(i, Entry)] == [
        ("file:2", "Easy one"),
        ("file:4", "hard"),
        ("file:5", "the # last"),
        ("file:7", ""),
    ]
    assert [str(i) for i in items if not isinstance(i, Entry)] == ["file:6: expected a link, found 'not a link'"]
