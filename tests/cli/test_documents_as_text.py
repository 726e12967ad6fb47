"""Links and documents can be given in place of a file, and errors about them are one line."""

import json
from pathlib import Path

import pytest

from conftest import Run
from making import EASY, EASY_SOLUTION
from sudoku_compare import Puzzle
from sudoku_compare.core.entry import Entry
from sudoku_compare.formats.writing.writers import WRITERS

ENTRY = Entry("text:1", Puzzle.from_text(EASY))
ON_COMMAND_LINE = ["fpuzzles", "sudokupad", "sudokuwiki", "sudokuexchange", "lisudoku", "json", "fpuzzles-json",
                   "python", "numpy", "opensudoku", "givens"]  # fmt: skip


@pytest.mark.parametrize("form", ON_COMMAND_LINE)
def test_a_document_is_solved_as_text(form: str, sudoku_compare: Run) -> None:
    text = "".join(WRITERS[form].write([ENTRY])).strip()
    done = sudoku_compare("solve", text, "--engine", "reductio", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["solution"] == EASY_SOLUTION


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("https://example.com/x", "text:1: unknown host 'example.com'; expected a link to app.crackingthecryptic.com"),
        ("[[1,2],[3,4]]", "text:1: a 2x2 board cannot be divided into boxes"),
        ("<svg/>", "text: expected an XML file of OpenSudoku"),
        ('{"puzzle": ', "text:1:12: not JSON: Expecting value"),
    ],
)
def test_a_wrong_document_is_refused_in_one_line(text: str, message: str, sudoku_compare: Run) -> None:
    done = sudoku_compare("solve", text)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"sudoku-compare: {message}")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("form", WRITERS)
def test_every_format_is_written(form: str, sudoku_compare: Run) -> None:
    done = sudoku_compare("export", EASY, "--format", form)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("\n")


def test_a_size_that_a_format_cannot_hold_is_refused_in_one_line(sudoku_compare: Run) -> None:
    done = sudoku_compare("export", "1.....2..3.....4", "--format", "sudokuwiki")
    assert done.returncode == 2
    assert done.stderr == "sudoku-compare: text:1: sudokuwiki links hold 9x9 puzzles only, found 4x4\n"


@pytest.mark.parametrize("command", [["bench"], ["study", "sufficiency"]])
def test_a_command_without_an_option_for_the_format_says_how_to_convert_a_file(
    sudoku_compare: Run, tmp_path: Path, command: list[str]
) -> None:
    path = tmp_path / "board"
    path.write_text("1\t2\t34\t4\n34\t4\t1\t2\n2\t1\t4\t3\n4\t3\t2\t1\n")
    done = sudoku_compare(*command, str(path))
    assert "--format line --read-as candidates or spreadsheet" in done.stderr
