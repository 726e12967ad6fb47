"""Files of every version of OpenSudoku are read, and XML that expands or points elsewhere is refused."""

import pytest

from file_reading import read, read_error, read_puzzles
from making import EASY, ESCARGOT
from sudoku_compare.core.entry import Entry
from sudoku_compare.core.shape import shape_of_side

DIGITS = EASY.replace(".", "0")


def game(data: str, more: str = "") -> str:
    return f'<game data="{data}" {more}/>'


def detailed(version: int, marks: str) -> str:
    """Return a game in which r1c3 is 4, entered by a player."""
    cells = [f"{s}|{marks}{int(s == '0')}|" for s in DIGITS]
    cells[2] = f"4|{marks}1|"
    return f"version: {version}&#10;{''.join(cells)}"


VERSION_1 = f"<opensudoku><name>Mine</name><author>me</author><level>easy</level>{game(DIGITS)}</opensudoku>"
VERSION_2 = f"""<?xml version='1.0' encoding='UTF-8' standalone='yes'?>
<opensudoku version="2">
  <folder name="Easy" created="1778054847256">
    {game(DIGITS, 'state="0" time="0"')}
    {game(ESCARGOT, 'note="the &lt;hard&gt; one"')}
  </folder>
  <folder name="Hard">{game(DIGITS)}</folder>
</opensudoku>"""


def names(text: str | bytes) -> list[tuple[str, str, str]]:
    return [(item.id, item.puzzle.text, item.name) for item in read(text) if isinstance(item, Entry)]


def test_version_1_has_one_name_for_all_games() -> None:
    assert names(VERSION_1) == [("file:1", EASY, "Mine")]


def test_version_2_has_folders_and_notes() -> None:
    assert names(VERSION_2) == [
        ("file:1", EASY, "Easy"),
        ("file:2", ESCARGOT, "the <hard> one"),
        ("file:3", EASY, "Hard"),
    ]


@pytest.mark.parametrize(
    ("version", "marks"),
    [(1, "-|"), (1, "1,2,9,|"), (2, "0|"), (2, "511||"), (3, "17|"), (4, "17|3|"), (5, "0|0|7|")],
)
def test_a_value_that_is_editable_is_not_a_given(version: int, marks: str) -> None:
    assert read_puzzles(f"<opensudoku>{game(detailed(version, marks))}</opensudoku>") == [EASY]


def test_other_encodings_are_read() -> None:
    text = f'<?xml version="1.0" encoding="latin-1"?><opensudoku><name>é</name>{game(DIGITS)}</opensudoku>'
    assert names(text.encode("latin-1")) == [("file:1", EASY, "é")]
    assert names(VERSION_1.encode("utf-16")) == [("file:1", EASY, "Mine")]


def test_a_bad_game_does_not_hide_the_others() -> None:
    text = f"<opensudoku>\n{game(DIGITS)}\n{game('12')}\n<game/>\n{game(ESCARGOT)}</opensudoku>"
    assert read_puzzles(text) == [
        EASY,
        "ERROR file:2: line 3: not a puzzle: expected 81 cells (9x9), found 2",
        "ERROR file:3: line 4: expected an attribute data with 81 digits, found none",
        ESCARGOT,
    ]


REFUSED = "file: refused: the XML declares a document type or entities, which a puzzle file does not need"
LAUGHS = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 20))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f'<!DOCTYPE x [<!ENTITY a0 "ha">{LAUGHS}]><opensudoku><name>&a19;</name></opensudoku>', REFUSED),
        ('<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><opensudoku><name>&a;</name></opensudoku>', REFUSED),
        ('<!DOCTYPE opensudoku SYSTEM "http://example.com/x.dtd"><opensudoku/>', REFUSED),
        ("<!DOCTYPE html><html><body>no</body></html>", REFUSED),
        ("<svg></svg>", "file: expected an XML file of OpenSudoku (<opensudoku>), found <svg>"),
        ("<opensudoku></opensudoku>", "file: no puzzle found; expected <game data=...> in <opensudoku>"),
        ("<opensudoku>", "file: damaged XML: no element found (line 1)"),
        ("<opensudoku>\n<game", "file: damaged XML: unclosed token (line 2)"),
        ("<", "file: damaged XML: unclosed token (line 1)"),
        ('<?xml version="1.0" encoding="no-such"?><opensudoku/>', "file: unknown encoding: no-such"),
        (b"<opensudoku>\xff</opensudoku>", "file: damaged XML: not well-formed (invalid token) (line 1)"),
        (f"<opensudoku>{game('version: 9&#10;')}</opensudoku>",
         "file:1: line 1: expected data of one of the versions 1, 2, 3, 4, 5, found '9'"),
        (f"<opensudoku>{game('version: 3&#10;1|0|')}</opensudoku>",
         "file:1: line 1: expected 3 fields for each of 81 cells, found 2 fields"),
        (f"<opensudoku>{game(DIGITS[:80] + 'x9')}</opensudoku>",
         "file:1: line 1: not a puzzle: expected 81 cells (9x9), found 82"),
    ],
)  # fmt: skip
def test_what_is_not_a_file_of_opensudoku_is_refused_in_one_line(text: str | bytes, message: str) -> None:
    assert read_error(text) == message


def test_the_puzzles_before_a_damage_are_read() -> None:
    assert read_puzzles(VERSION_2[:-40]) == [EASY, ESCARGOT, "ERROR file: damaged XML: unclosed token (line 7)"]


def test_deep_nesting_is_no_danger() -> None:
    assert read_error("<opensudoku>" + "<a>" * 100_000) == "file: damaged XML: no element found (line 1)"


def test_only_9x9_puzzles_are_expected() -> None:
    message = "file:1: line 1: not a puzzle: expected 16 cells (4x4), found 81"
    assert read_error(VERSION_1, shape_of_side(4)) == message
