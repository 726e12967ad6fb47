"""Puzzles as LaTeX documents."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from making import EASY, EASY_SOLUTION, puzzle_with_holes, scrambled_solution
from sudoku_compare import Puzzle
from sudoku_compare.core.puzzle import symbol_of
from sudoku_compare.core.shape import Shape, shape_of_box, shape_of_side
from sudoku_compare.display.latex import escape_latex, latex_lines
from sudoku_compare.display.printing import PrintedPuzzle, Solved

PUZZLE = Puzzle.from_text(EASY)
SOLVED = Solved(Puzzle.from_text(EASY_SOLUTION).givens)


def read_with_package(text: str) -> list[str]:
    """Return the boards that the environment `sudoku` draws, as compact text."""
    boards = re.findall(r"\\begin\{sudoku\}\n(.*?)\\end\{sudoku\}", text, re.DOTALL)
    return ["".join(re.findall(r"\|(.)(?=\|)", board)).replace(" ", ".") for board in boards]


def read_with_tikz(text: str, shape: Shape) -> list[bytes]:
    values = {symbol_of(value, shape): value for value in shape.values}
    boards = []
    for drawing in re.findall(r"\\begin\{tikzpicture\}.*?\\end\{tikzpicture\}", text, re.DOTALL):
        grid = bytearray(len(shape.cells))
        for x, y, symbol in re.findall(r"\\node(?:\[gray\])? at \(([\d.]+),([\d.]+)\) \{(?:\\textbf\{)?(\w+)", drawing):
            grid[int(shape.side - float(y)) * shape.side + int(float(x))] = values[symbol]
        boards.append(bytes(grid))
    return boards


def test_a_nine_by_nine_uses_the_package_and_nothing_else() -> None:
    text = "".join(latex_lines([PrintedPuzzle(PUZZLE, "", SOLVED)]))
    assert read_with_package(text) == [EASY, EASY_SOLUTION]
    assert "tikz" not in text


@given(st.sampled_from([(2, 2), (1, 9), (9, 1), (2, 3), (4, 4), (6, 6)]), st.integers(0, 100))
def test_other_shapes_use_tikz(box: tuple[int, int], seed: int) -> None:
    shape = shape_of_box(*box)
    puzzle = puzzle_with_holes(shape, 0.5, seed)
    solution = scrambled_solution(shape, seed)
    text = "".join(latex_lines([PrintedPuzzle(puzzle, "", Solved(solution))]))
    assert read_with_tikz(text, shape) == [puzzle.givens, solution]
    assert "usepackage{sudoku}" not in text


def test_boxes_are_drawn_with_their_height_and_width() -> None:
    text = "".join(latex_lines([PrintedPuzzle(Puzzle(shape_of_box(2, 3), bytes(36)))]))
    assert "xstep=3,ystep=2" in text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("50% & $1 #2_{x}", r"50\% \& \$1 \#2\_\{x\}"),
        (r"\input{x}", r"\textbackslash{}input\{x\}"),
        ("~^", r"\textasciitilde{}\textasciicircum{}"),
        ("Ångström \x1b 数独", "Ångström ? ??"),
    ],
)
def test_names_cannot_contain_commands(text: str, expected: str) -> None:
    assert escape_latex(text) == expected


def test_a_puzzle_without_a_unique_solution_says_so() -> None:
    text = "".join(latex_lines([PrintedPuzzle(PUZZLE, "a", Solved(None, "Several solutions"))]))
    assert "Several solutions: a" in text
    assert read_with_package(text) == [EASY, EASY]


@pytest.mark.slow
def test_a_document_can_be_compiled(tmp_path: Path) -> None:
    latex = shutil.which("pdflatex")
    if latex is None or not subprocess.run(["kpsewhich", "sudoku.sty"], capture_output=True).stdout:
        pytest.skip("pdflatex or its package sudoku is not installed")
    sixteen = puzzle_with_holes(shape_of_side(16), 0.4, 1)
    puzzles = [PrintedPuzzle(PUZZLE, r"50% & \more", SOLVED), PrintedPuzzle(sixteen, "数独")]
    (tmp_path / "p.tex").write_text("".join(latex_lines(puzzles, "$ é")))
    done = subprocess.run([latex, "-halt-on-error", "p.tex"], cwd=tmp_path, capture_output=True, timeout=120)
    assert done.returncode == 0, done.stdout.decode(errors="replace")[-2000:]
    assert (tmp_path / "p.pdf").read_bytes().startswith(b"%PDF")
