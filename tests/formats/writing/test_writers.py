"""Whatever is written can be read again, and a format refuses what it cannot hold."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from file_reading import read
from making import EASY, puzzle_with_holes
from sudoku_compare import Puzzle
from sudoku_compare.core.entry import Entry
from sudoku_compare.core.errors import OptionError
from sudoku_compare.core.shape import Shape, shape_of_box, shape_of_side
from sudoku_compare.formats.writing.writers import WRITERS

NINE = shape_of_box(3, 3)
SMALL = [shape_of_box(*box) for box in [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3), (1, 9), (2, 5), (3, 4), (4, 4)]]
LARGE = [shape_of_box(*box) for box in [(5, 5), (5, 7), (6, 6), (7, 5), (8, 8), (10, 10)]]

NINE_ONLY = ["sdk", "sdm", "ss", "hodoku", "opensudoku", "sudokuwiki", "sudokuexchange"]
WITH_BOXES = ["csv", "fpuzzles", "fpuzzles-json", "sudokupad", "json", "givens"]  # formats that say the size of boxes
NAMELESS = ["grid", "csv", "sdk", "sdm", "ss", "hodoku"]  # where no name is read
ANY_SIZE = [form for form in WRITERS if form not in (*NINE_ONLY, "lisudoku")]
NAMES = st.text(st.characters(categories=("L", "M", "N", "P", "S"), include_characters=" "), max_size=30)


def shapes_of(form: str) -> list[Shape]:
    if form == "lisudoku":
        return [shape_of_side(4), shape_of_side(6), NINE]
    return [NINE] if form in NINE_ONLY else SMALL


@st.composite
def entries(draw: st.DrawFn, shapes: list[Shape]) -> list[Entry]:
    """Draw one to three puzzles of one shape, with names."""
    shape = draw(st.sampled_from(shapes))
    kept = draw(st.sampled_from([0.0, 0.1, 0.5, 1.0]))
    seeds = draw(st.lists(st.integers(0, 10**6), min_size=1, max_size=3))
    puzzles = [puzzle_with_holes(shape, kept, seed) for seed in seeds]
    return [Entry(f"file:{at}", puzzle, None, draw(NAMES).strip()) for at, puzzle in enumerate(puzzles, 1)]


def check_round_trip(form: str, written: list[Entry]) -> None:
    """Write the puzzles, read them, and compare: the names only where there are some."""
    writer = WRITERS[form]
    if not writer.holds_several:
        written = written[:1]
    shape = None if form in WITH_BOXES else written[0].puzzle.shape
    again = read("".join(writer.write(written)), shape)
    assert all(isinstance(item, Entry) for item in again), again
    assert [item.puzzle for item in again] == [entry.puzzle for entry in written]
    if form not in NAMELESS:
        assert [item.name for item, entry in zip(again, written, strict=True) if entry.name] == [
            entry.name for entry in written if entry.name
        ]


@pytest.mark.parametrize("form", WRITERS)
@settings(max_examples=40)
@given(data=st.data())
def test_reading_what_was_written_gives_the_same_puzzles_and_names(form: str, data: st.DataObject) -> None:
    check_round_trip(form, data.draw(entries(shapes_of(form))))


@pytest.mark.slow
@pytest.mark.parametrize("form", ANY_SIZE)
@settings(max_examples=10)
@given(data=st.data())
def test_so_it_does_for_large_boards(form: str, data: st.DataObject) -> None:
    check_round_trip(form, data.draw(entries(LARGE)))


@pytest.mark.parametrize("form", [*NINE_ONLY, "lisudoku"])
@pytest.mark.parametrize("shape", [shape_of_box(4, 4), shape_of_box(1, 9)])
def test_a_puzzle_that_the_format_cannot_hold_is_refused_with_its_size(form: str, shape: Shape) -> None:
    entry = Entry("file:7", puzzle_with_holes(shape, 0.5, 1))
    with pytest.raises(OptionError, match=f"^file:7: {form} .*hold .*9x9 puzzles.*, found {shape}"):
        list(WRITERS[form].write([entry]))


@pytest.mark.parametrize("form", WRITERS)
def test_a_name_cannot_end_its_line_or_quotation(form: str) -> None:
    name = "a\n[[1]]\r\x1b[2J\"'<>&--> ,t:{}\u2028\udc80"
    text = "".join(WRITERS[form].write([Entry("file:1", Puzzle.from_text(EASY), None, name)]))
    assert not {"\r", "\x1b", "\u2028", "\udc80"} & set(text)
    (item,) = read(text)
    assert isinstance(item, Entry)
    assert item.puzzle.text == EASY


@pytest.mark.parametrize("form", WRITERS)
def test_no_puzzles_make_a_document_that_can_be_read(form: str) -> None:
    text = "".join(WRITERS[form].write([]))
    assert [item for item in read(text) if isinstance(item, Entry)] == []


def test_a_grid_of_hodoku_has_the_candidates_if_they_are_known() -> None:
    puzzle = Puzzle.from_text(EASY)
    candidates = tuple((value,) if value else (1, 2, 9) for value in puzzle.givens)
    text = "".join(WRITERS["hodoku"].write([Entry("file:1", puzzle, candidates=candidates)]))
    assert "| 5   3   129 | 129 7   129 |" in text
    (item,) = read(text, with_candidates=True)
    assert isinstance(item, Entry)
    assert (item.puzzle, item.candidates) == (puzzle, candidates)
