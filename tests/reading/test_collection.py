"""`read`: puzzles from Python in every form."""

import gzip
import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas
import pytest

from making import EASY, EASY_SOLUTION, TWO
from sudoku_compare import OptionError, Puzzle, PuzzleCollection, PuzzleError, SourceError, read, solve
from sudoku_compare.core.shape import shape_of_box

FOUR = "1.....2..3.....4"
ROWS = [[1, 0, 0, 0], [0, 0, 2, 0], [0, 3, 0, 0], [0, 0, 0, 4]]


def texts_of(collection: PuzzleCollection) -> list[str]:
    return [entry.puzzle.text for entry in collection]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "two.txt"
    path.write_text(f"{EASY}\n{FOUR}\n")
    return path


@pytest.mark.parametrize(
    "source",
    [
        FOUR,
        "1...\n..2.\n.3..\n...4\n",
        Puzzle.from_text(FOUR),
        read(FOUR),
        read(FOUR)[0],
        ROWS,
        np.array(ROWS),
        np.array([ROWS]),
        pandas.DataFrame(ROWS),
        pandas.Series([FOUR]),
        [FOUR],
        [ROWS],
        (item for item in [FOUR]),
        io.StringIO(FOUR),
        io.BytesIO(FOUR.encode()),
        io.BytesIO(gzip.compress(FOUR.encode())),
    ],
)
def test_a_puzzle_in_any_form_is_read(source: Any) -> None:
    assert texts_of(read(source)) == [FOUR]


def test_paths_are_read_in_their_order(file: Path) -> None:
    assert texts_of(read(file)) == texts_of(read(str(file))) == [EASY, FOUR]
    collection = read([file, str(file), FOUR])
    assert texts_of(collection) == [EASY, FOUR, EASY, FOUR, FOUR]
    assert collection[1].id == f"{file}:2"


def test_open_files_are_read(file: Path) -> None:
    with file.open() as text, file.open("rb") as binary:
        assert texts_of(read(text)) == texts_of(read(binary)) == [EASY, FOUR]
    with file.open() as text:
        assert read(text)[0].id == f"{file}:1"


def test_a_path_is_never_taken_for_a_puzzle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SourceError, match="no such file"):
        read(Path(FOUR))
    monkeypatch.chdir(tmp_path)
    Path("-").write_text(FOUR)
    assert texts_of(read(Path("-"))) == [FOUR]


def test_the_ids_of_a_list_are_different() -> None:
    collection = read([FOUR, EASY, ROWS, Puzzle.from_text(TWO)])
    assert [entry.id for entry in collection] == ["text[0]:1", "text[1]:1", "array[2]", "puzzle[3]"]


def test_a_collection_is_a_sequence() -> None:
    collection = read([FOUR, EASY, TWO])
    assert len(collection) == 3
    assert collection[-1].puzzle.text == TWO
    assert texts_of(collection[1:]) == [EASY, TWO]
    assert repr(collection) == "<PuzzleCollection of 3 puzzles>"
    assert repr(collection[:1]) == "<PuzzleCollection of 1 puzzle>"
    assert collection == read([FOUR, EASY, TWO])


def test_the_first_error_is_raised_or_all_are_collected() -> None:
    text = f"{EASY}\n{EASY[:-1]}\n{TWO}\n"
    with pytest.raises(PuzzleError, match="text:2: "):
        read(text)
    collection = read([text, "absent.txt"], errors="collect")
    assert texts_of(collection) == [EASY, TWO]
    assert ["text[0]:2" in str(error) for error in collection.errors] == [True, False]
    assert repr(collection) == "<PuzzleCollection of 2 puzzles, 2 errors>"
    with pytest.raises(ValueError, match="errors: expected 'raise' or 'collect', found 'ignore'"):
        read(FOUR, errors="ignore")  # type: ignore[arg-type]


@pytest.mark.parametrize("source", [None, 5, {"a": 1}, b"1...", [FOUR, None]])
def test_anything_else_is_refused_even_if_errors_are_collected(source: Any) -> None:
    with pytest.raises(TypeError, match=r"source(\[1\])?: expected a path"):
        read(source, errors="collect")


def test_boxes_can_be_chosen() -> None:
    assert read("." * 36, box=(3, 2))[0].puzzle.shape == shape_of_box(3, 2)
    assert read(np.zeros((6, 6), int), box=(3, 2))[0].puzzle.shape == shape_of_box(3, 2)
    with pytest.raises(TypeError, match="box: "):
        read(FOUR, box="2x2")  # type: ignore[arg-type]


def test_a_data_frame_has_what_the_source_says() -> None:
    frame = read(f"{EASY}:1:{EASY_SOLUTION}\n{FOUR}\n").to_dataframe()
    assert list(frame["id"]) == ["text:1", "text:2"]
    assert list(frame["size"]) == [9, 4]
    assert list(frame["count_of_givens"]) == [81 - EASY.count("."), 4]
    assert frame["expected_solutions"].fillna(-1).tolist() == [1, -1]
    assert frame["expected_solution"][0] == EASY_SOLUTION
    assert frame["expected_solution"].isna().tolist() == [False, True]


def test_the_plain_values_of_a_collection_can_be_written_as_json() -> None:
    values = read([FOUR, "nonsense"], errors="collect").to_dict()
    assert json.loads(json.dumps(values)) == values
    assert [one["givens"] for one in values["puzzles"]] == [FOUR]
    assert len(values["errors"]) == 1


def test_a_notebook_shows_the_first_boards_only() -> None:
    html = read([FOUR] * 10)._repr_html_()
    assert html.count("<svg") == 4
    assert "and 6 more" in html


SIXTEEN = "................\n" * 16
TWO_FORMATS = "1\t2\t34\t4\n34\t4\t1\t2\n2\t1\t4\t3\n4\t3\t2\t1\n"


@pytest.mark.parametrize("function", [read, solve])
@pytest.mark.parametrize(
    ("text", "hint"),
    [
        (SIXTEEN, r"choose with box=\(4, 4\) or box=\(2, 2\)$"),
        (TWO_FORMATS, r"choose with read\(\.\.\., read_as='candidates'\) or read\(\.\.\., read_as='spreadsheet'\)$"),
    ],
)
def test_an_error_about_two_readings_names_the_arguments_that_decide(function: Any, text: str, hint: str) -> None:
    with pytest.raises(PuzzleError, match=hint):
        function(text)


def test_the_format_can_be_chosen() -> None:
    assert [entry.puzzle.text for entry in read(TWO_FORMATS, read_as="candidates")] == ["12.4.41221434321"]


def test_a_format_that_does_not_exist_is_refused() -> None:
    with pytest.raises(OptionError, match="unknown format 'excel'"):
        read(FOUR, read_as="excel")
    with pytest.raises(TypeError, match="read_as: expected the name of a format"):
        read(FOUR, read_as=7)  # type: ignore[arg-type]
