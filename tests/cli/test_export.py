"""Exported puzzles keep their meaning: other programs solve them, and this program reads them again."""

import json
import os
import pty
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from pypdf import PdfReader

from conftest import PROGRAM, ROOT, Run
from making import EASY, EASY_SOLUTION, ESCARGOT, NONE, TWO, unique_with_holes
from sudoku_compare import Limits, Puzzle
from sudoku_compare.core.puzzle import compact
from sudoku_compare.core.shape import shape_of_box
from sudoku_compare.engines.reductio.engine import Reductio
from svg_reading import find_boards, parse_svg, read_grid, read_values

CLASSICS = str(ROOT / "data" / "classics.txt")


def program(name: str) -> str:
    path = shutil.which(name)
    if path is None:
        pytest.skip(f"{name} is not installed; .ci/run installs it")
    return path


def ask_minisat(puzzle: Puzzle, text: str, folder: Path) -> str | None:
    (folder / "puzzle.cnf").write_text(text)
    command = [program("minisat"), "-verb=0", str(folder / "puzzle.cnf"), str(folder / "answer")]
    subprocess.run(command, capture_output=True)
    word, _, literals = (folder / "answer").read_text().partition("\n")
    return decode(puzzle, literals.split()) if word == "SAT" else None


def ask_clasp(puzzle: Puzzle, text: str, folder: Path) -> str | None:
    (folder / "puzzle.opb").write_text(text)
    done = subprocess.run([program("clasp"), str(folder / "puzzle.opb")], capture_output=True, text=True)
    values = [word for line in done.stdout.splitlines() if line.startswith("v ") for word in line.split()[1:]]
    return decode(puzzle, [word.replace("x", "") for word in values]) if "s SATISFIABLE" in done.stdout else None


def ask_minizinc(puzzle: Puzzle, text: str, folder: Path) -> str | None:
    program("fzn-gecode")
    (folder / "puzzle.mzn").write_text(text)
    command = [program("minizinc"), "--solver", "gecode", str(folder / "puzzle.mzn")]
    done = subprocess.run(command, capture_output=True, text=True)
    if "UNSATISFIABLE" in done.stdout:
        return None
    numbers = done.stdout.partition("-----")[0].split()
    return compact(bytes(map(int, numbers)), puzzle.shape)


def ask_clingo(puzzle: Puzzle, text: str, folder: Path) -> str | None:
    (folder / "puzzle.lp").write_text(text)
    done = subprocess.run([program("clingo"), str(folder / "puzzle.lp")], capture_output=True, text=True)
    if "UNSATISFIABLE" in done.stdout:
        return None
    grid = bytearray(len(puzzle.givens))
    for row, column, value in re.findall(r"cell\((\d+),(\d+),(\d+)\)", done.stdout):
        grid[(int(row) - 1) * puzzle.shape.side + int(column) - 1] = int(value)
    return compact(bytes(grid), puzzle.shape)


def decode(puzzle: Puzzle, literals: list[str]) -> str:
    """Return the solution that the positive literals encode."""
    side = puzzle.shape.side
    grid = bytearray(side * side)
    for literal in map(int, literals):
        if literal > 0:
            cell, value = divmod(literal - 1, side)
            grid[cell] = value + 1
    return compact(bytes(grid), puzzle.shape)


@pytest.mark.parametrize(
    ("form", "ask"),
    [("dimacs", ask_minisat), ("opb", ask_clasp), ("minizinc", ask_minizinc), ("asp", ask_clingo)],
)
def test_another_program_finds_the_solution(form: str, ask: object, sudoku_compare: Run, tmp_path: Path) -> None:
    tall, wide = unique_with_holes(shape_of_box(3, 2), 0.6), unique_with_holes(shape_of_box(4, 4), 0.6)
    for puzzle in (*map(Puzzle.from_text, (EASY, ESCARGOT, "1.....2..3.....4", NONE)), tall, wide):
        box = puzzle.shape.box
        done = sudoku_compare("export", puzzle.text, "--format", form, "--box", box)
        assert done.returncode == 0
        solutions = Reductio().search(puzzle, Limits(1)).solutions
        expected = compact(solutions[0], puzzle.shape) if solutions else None
        assert ask(puzzle, done.stdout, tmp_path) == expected  # type: ignore[operator]


@pytest.mark.parametrize("form", ["line", "grid", "csv"])
def test_exported_puzzles_can_be_read_again(form: str, sudoku_compare: Run) -> None:
    exported = sudoku_compare("export", CLASSICS, "--format", form).stdout
    again = sudoku_compare("export", "-", "--format", "line", input=exported).stdout
    lines = sudoku_compare("export", CLASSICS, "--format", "line").stdout
    assert [line.split()[0] for line in again.splitlines()] == [line.split()[0] for line in lines.splitlines()]
    assert len(lines.splitlines()) == 27


def test_a_format_for_one_puzzle_writes_several_puzzles_to_a_folder(sudoku_compare: Run, tmp_path: Path) -> None:
    done = sudoku_compare("export", CLASSICS, "--format", "opb")
    assert done.returncode == 2
    assert "the format opb holds one puzzle per file; name a folder with --out" in done.stderr
    done = sudoku_compare("export", CLASSICS, "--format", "opb", "--out", str(tmp_path / "all"))
    assert (done.returncode, len(list((tmp_path / "all").iterdir()))) == (0, 27)
    assert all(path.name.endswith(".opb") for path in (tmp_path / "all").iterdir())


def test_a_table_keeps_the_boxes(sudoku_compare: Run) -> None:
    text = "3........5...4...6..1.4........64.13"
    table = sudoku_compare("export", text, "--format", "csv", "--box", "3x2").stdout
    done = sudoku_compare("solve", "-", "--json", "--engine", "reductio", input=table)
    assert (json.loads(done.stdout)["box"], json.loads(done.stdout)["verdict"]) == ("3x2", "unsolvable")
    done = sudoku_compare("solve", "-", "--engine", "reductio", input=f"puzzle,box\n{text},round\n")
    assert (done.returncode, 'stdin:2: box "round": expected HEIGHTxWIDTH such as 2x3' in done.stderr) == (2, True)


def test_the_input_file_is_never_overwritten(sudoku_compare: Run, tmp_path: Path) -> None:
    path = tmp_path / "p.txt"
    path.write_text(f"{EASY}\n")
    for form in ("line", "dimacs"):
        done = sudoku_compare("export", str(path), "--format", form, "--out", str(path))
        assert (done.returncode, "is the input file; choose another file" in done.stderr) == (2, True)
    assert path.read_text() == f"{EASY}\n"


def test_a_long_puzzle_as_text_replaces_an_existing_file(sudoku_compare: Run, tmp_path: Path) -> None:
    (tmp_path / "p.txt").write_text("old")
    done = sudoku_compare("export", "0 " * 36**2, "--format", "line", "--out", str(tmp_path / "p.txt"))
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "p.txt").read_text() == "0 " * (36**2 - 1) + "0\n"


def test_a_table_quotes_names_with_commas_and_quotes(sudoku_compare: Run, tmp_path: Path) -> None:
    (tmp_path / "p.txt").write_text(f'{EASY}  # "one", two\n')
    table = sudoku_compare("export", str(tmp_path / "p.txt"), "--format", "csv").stdout
    assert table.splitlines()[1].endswith(',"""one"", two"')
    done = sudoku_compare("solve", "-", "--json", "--engine", "reductio", input=table)
    assert json.loads(done.stdout)["solution"] == EASY_SOLUTION


def test_a_bad_line_is_reported_and_the_rest_is_written(sudoku_compare: Run, tmp_path: Path) -> None:
    (tmp_path / "p.txt").write_text(f"{EASY}\n{EASY[:-1]}\n{ESCARGOT}\n")
    done = sudoku_compare("export", str(tmp_path / "p.txt"), "--format", "line")
    assert (done.returncode, done.stdout) == (2, f"{EASY}\n{ESCARGOT}\n")
    assert "p.txt:2" in done.stderr or "line 2" in done.stderr


def test_a_path_that_cannot_be_written_is_an_error(sudoku_compare: Run, tmp_path: Path) -> None:
    done = sudoku_compare("export", EASY, "--format", "grid", "--out", str(tmp_path))
    assert done.returncode == 2
    assert "cannot write" in done.stderr


def read_board(path: Path) -> str:
    """Return the givens of the first board of a picture as compact text."""
    puzzle = Puzzle.from_text(EASY)
    board = find_boards(parse_svg(path.read_text()))[0]
    return compact(read_grid(board, "givens", puzzle.shape), puzzle.shape)


def test_a_picture_shows_the_puzzle(sudoku_compare: Run, tmp_path: Path) -> None:
    done = sudoku_compare("export", EASY, "--format", "svg", "--out", str(tmp_path / "p.svg"))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert read_board(tmp_path / "p.svg") == EASY
    assert sudoku_compare("export", EASY, "--format", "svg").stdout == (tmp_path / "p.svg").read_text()


@pytest.mark.parametrize("form", ["svg", "html", "latex"])
def test_documents_are_utf8_whatever_the_terminal_uses(sudoku_compare: Run, form: str) -> None:
    done = sudoku_compare("export", "-", "--format", form, input=f"{EASY}  # Ångström\n", PYTHONIOENCODING="ascii")
    assert "Ångström" in done.stdout


def test_several_pictures_of_several_files_go_to_a_folder_under_names_of_their_own(
    sudoku_compare: Run, tmp_path: Path
) -> None:
    for folder, text in (("a", EASY), ("b", ESCARGOT)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "p.txt").write_text(f"{text}\n")
    files = [str(tmp_path / folder / "p.txt") for folder in ("a", "b", "a")]
    refused = sudoku_compare("export", *files, "--format", "svg")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "the format svg holds one puzzle per file; name a folder with --out" in refused.stderr
    assert sudoku_compare("export", *files, "--format", "svg", "--out", str(tmp_path / "out")).returncode == 0
    assert sorted(read_board(path) for path in (tmp_path / "out").iterdir()) == sorted([EASY, ESCARGOT, EASY])


def test_a_collection_of_several_files_is_one_document(sudoku_compare: Run, tmp_path: Path) -> None:
    (tmp_path / "p.txt").write_text(f"{EASY}\n")
    done = sudoku_compare("export", str(tmp_path / "p.txt"), "missing.txt", ESCARGOT, "--format", "line")
    assert done.stdout.split() == [EASY, ESCARGOT]
    assert done.returncode == 2
    assert "missing.txt" in done.stderr


@pytest.mark.parametrize(("form", "signature"), [("png", b"\x89PNG\r\n"), ("pdf", b"%PDF-")])
def test_binary_formats_go_to_a_pipe_but_not_to_a_terminal(form: str, signature: bytes) -> None:
    command = [str(PROGRAM), "export", EASY, "--format", form]
    assert subprocess.run(command, capture_output=True, timeout=60).stdout.startswith(signature)
    reader, terminal = pty.openpty()
    try:
        done = subprocess.run(command, stdout=terminal, stderr=subprocess.PIPE, text=True, timeout=60)
    finally:
        os.close(terminal)
        os.close(reader)
    assert done.returncode == 2
    assert f"a terminal cannot show {form.upper()}; name a file with --out" in done.stderr


def test_a_pdf_has_the_puzzles_and_then_the_solutions(tmp_path: Path, sudoku_compare: Run) -> None:
    (tmp_path / "p.txt").write_text(f"{EASY}  # easy\n{ESCARGOT}\n{TWO}\n")
    path = tmp_path / "p.pdf"
    arguments = ["--format", "pdf", "--per-page", "2", "--solution", "--title", "Sunday", "--out", str(path)]
    done = sudoku_compare("export", str(tmp_path / "p.txt"), *arguments)
    assert done.returncode == 4
    assert "p.txt:3: multiple; no solution is drawn" in done.stderr
    pages = [page.extract_text() for page in PdfReader(path).pages]
    assert ["solutions" in page for page in pages] == [False, False, True, True]
    assert "1. easy" in pages[0]
    assert "Several solutions: 3" in pages[3]


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        (EASY, 0, ""),
        (TWO, 4, "text:1: multiple; no solution is drawn"),
        (NONE, 3, "text:1: unsolvable; no solution is drawn"),
    ],
)
def test_only_the_only_solution_is_drawn(sudoku_compare: Run, text: str, code: int, message: str) -> None:
    done = sudoku_compare("export", text, "--format", "svg", "--solution")
    assert (done.returncode, message in done.stderr) == (code, True)
    puzzle, solution = find_boards(parse_svg(done.stdout))
    shape = Puzzle.from_text(text).shape
    grid = bytes(map(max, read_grid(solution, "filled", shape), read_grid(solution, "givens", shape)))
    assert compact(grid, shape) == (EASY_SOLUTION if text == EASY else text)
    assert not any(read_grid(puzzle, "filled", shape))


def test_pages_as_pictures_are_numbered(sudoku_compare: Run, tmp_path: Path) -> None:
    folder = tmp_path / "pages"
    assert (
        sudoku_compare("export", CLASSICS, "--format", "svg", "--per-page", "2", "--out", str(folder)).returncode == 0
    )
    assert sorted(path.name for path in folder.iterdir()) == [f"page-{number:02}.svg" for number in range(1, 15)]


@pytest.mark.parametrize(
    ("form", "option"),
    [
        ("csv", "--labels"),
        ("dimacs", "--solution"),
        ("latex", "--candidates"),
        ("latex", "--labels"),
        ("line", "--title=x"),
        ("opb", "--per-page=2"),
    ],
)
def test_an_option_that_the_format_does_not_use_is_refused(sudoku_compare: Run, form: str, option: str) -> None:
    done = sudoku_compare("export", EASY, "--format", form, option)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"the format {form} does not use {option.partition('=')[0]}\n" in done.stderr


def test_a_large_model_says_beforehand_how_large_it_is(sudoku_compare: Run, tmp_path: Path) -> None:
    (tmp_path / "p.txt").write_text("0 " * 49**2 + "\n")
    done = sudoku_compare("export", str(tmp_path / "p.txt"), "--format", "dimacs", "--out", "/dev/null")
    assert done.returncode == 0
    assert "p.txt:1: writing 117,649 variables and 10,598,014 clauses" in done.stderr


def test_latex_is_one_document_for_all_puzzles(sudoku_compare: Run) -> None:
    done = sudoku_compare("export", CLASSICS, "--format", "latex", "--title", "100%")
    assert done.stdout.count("\\begin{document}") == 1
    assert done.stdout.count("\\begin{sudoku}") + done.stdout.count("\\begin{tikzpicture}") == 27
    assert "100\\%" in done.stdout


def test_the_candidates_of_a_file_are_drawn(sudoku_compare: Run, tmp_path: Path) -> None:
    (tmp_path / "p.txt").write_text(
        "| 1  24 | 34 3 |\n| 34 24 | 2  1 |\n+-------+------+\n| 24 3 | 1 24 |\n| 2 1 | 3 4 |\n"
    )
    done = sudoku_compare("export", str(tmp_path / "p.txt"), "--format", "svg", "--candidates")
    shape = shape_of_box(2, 2)
    [board] = find_boards(parse_svg(done.stdout))
    shown = read_values(board, "candidates", shape)
    assert shown == {1: ["2", "4"], 2: ["3", "4"], 4: ["3", "4"], 5: ["2", "4"], 8: ["2", "4"], 11: ["2", "4"]}


def test_a_folder_is_exported_with_all_its_files(sudoku_compare: Run, tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / "in" / name).mkdir(parents=True)
        (tmp_path / "in" / name / "p.txt").write_text(f"{EASY}\n")
    refused = sudoku_compare("export", str(tmp_path / "in"), "--format", "line")
    assert (refused.returncode, "--recursive" in refused.stderr) == (2, True)
    arguments = [str(tmp_path / "in"), "--recursive", "--format", "svg", "--out", str(tmp_path / "out")]
    assert sudoku_compare("export", *arguments).returncode == 0
    assert [read_board(path) for path in (tmp_path / "out").iterdir()] == [EASY, EASY]
