"""Exported puzzles keep their meaning: other programs solve them, and this program reads them again."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from conftest import ROOT, Run
from making import EASY, EASY_SOLUTION, ESCARGOT, NONE, unique_with_holes
from sudoku_compare import Limits, Puzzle
from sudoku_compare.cli.export import FORMATS
from sudoku_compare.core.puzzle import compact
from sudoku_compare.core.shape import shape_of_box
from sudoku_compare.engines.models import MODEL_FORMATS
from sudoku_compare.engines.reductio.engine import Reductio
from sudoku_compare.formats.writers import WRITERS

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


def decode(puzzle: Puzzle, literals: list[str]) -> str:
    """Return the solution that the positive literals encode."""
    side = puzzle.shape.side
    grid = bytearray(side * side)
    for literal in map(int, literals):
        if literal > 0:
            cell, value = divmod(literal - 1, side)
            grid[cell] = value + 1
    return compact(bytes(grid), puzzle.shape)


@pytest.mark.parametrize(("form", "ask"), [("dimacs", ask_minisat), ("opb", ask_clasp), ("minizinc", ask_minizinc)])
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


def test_every_format_can_be_chosen() -> None:
    assert set(FORMATS) == {*MODEL_FORMATS, *WRITERS}


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
