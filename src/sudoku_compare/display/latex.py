"""Puzzles as a LaTeX document: the package `sudoku` for 9x9 boards with boxes of 3x3, TikZ for all others."""

from collections.abc import Iterator, Sequence

from ..core.puzzle import LARGEST_COMPACT_SIDE, Grid, symbol_of
from ..core.shape import Shape
from ..core.text import make_printable
from .printing import PrintedPuzzle, caption_solution, number_captions

PACKAGE_BOX = "3x3"  # the only boxes that the package `sudoku` draws
BOARD_WIDTH = 16.0  # centimetres
LARGEST_CELL = 1.0  # centimetres
POINTS = 28.45  # per centimetre
LAST_KNOWN_CHARACTER = "\u017f"  # pdflatex stops at characters that its fonts do not have, such as Chinese ones
SPECIAL = {character: f"\\{character}" for character in "&%$#_{}"} | {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
}


def latex_lines(puzzles: Sequence[PrintedPuzzle], title: str = "") -> Iterator[str]:
    """Yield a document with these puzzles, and with their solutions, if any, after a page break."""
    captions = number_captions(puzzles)
    yield from _start_document({printed.puzzle.shape for printed in puzzles})
    if title:
        yield f"\\section*{{{escape_latex(title)}}}\n"
    for printed, caption in zip(puzzles, captions, strict=True):
        yield from _write_board(printed, None, caption)
    if any(printed.solved for printed in puzzles):
        yield "\\clearpage\n\\section*{Solutions}\n"
    for printed, caption in zip(puzzles, captions, strict=True):
        if printed.solved:
            yield from _write_board(printed, printed.solved.solution, caption_solution(printed.solved, caption))
    yield "\\end{document}\n"


def escape_latex(text: str) -> str:
    """Return text for LaTeX; a character that pdflatex does not know becomes a question mark."""
    known = (character if character <= LAST_KNOWN_CHARACTER else "?" for character in make_printable(text))
    return "".join(SPECIAL.get(character, character) for character in known)


def _start_document(shapes: set[Shape]) -> Iterator[str]:
    yield "\\documentclass{article}\n"
    yield "\\usepackage{fix-cm}\n\\usepackage[margin=12mm]{geometry}\n"
    if any(shape.box == PACKAGE_BOX for shape in shapes):
        yield "\\usepackage{sudoku}\n"
    if any(shape.box != PACKAGE_BOX for shape in shapes):
        yield "\\usepackage{tikz}\n"
    yield "\\pagestyle{empty}\n\\begin{document}\n"


def _write_board(printed: PrintedPuzzle, solution: Grid | None, caption: str) -> Iterator[str]:
    shape = printed.puzzle.shape
    yield "\n\\noindent\\begin{minipage}{\\linewidth}\n\\centering\n"
    if caption:
        yield f"\\textbf{{{escape_latex(caption)}}}\\\\[1ex]\n"
    if shape.box == PACKAGE_BOX:
        yield from _write_with_package(shape, solution or printed.puzzle.givens)
    else:
        yield from _write_with_tikz(shape, printed.puzzle.givens, solution)
    yield "\\end{minipage}\n\\bigskip\n"


def _write_with_package(shape: Shape, grid: Grid) -> Iterator[str]:
    yield "\\begin{sudoku}\n"
    for start in shape.cells[:: shape.side]:
        values = grid[start : start + shape.side]
        yield "|" + "|".join(symbol_of(value, shape) if value else " " for value in values) + "|.\n"
    yield "\\end{sudoku}\n"


def _write_with_tikz(shape: Shape, givens: Grid, solution: Grid | None) -> Iterator[str]:
    side = shape.side
    cell = min(LARGEST_CELL, BOARD_WIDTH / side)
    size = cell * POINTS * (0.6 if side <= LARGEST_COMPACT_SIDE else 0.5)
    font = f"\\fontsize{{{size:.1f}}}{{{size:.1f}}}\\selectfont"
    yield f"\\begin{{tikzpicture}}[x={cell:.3f}cm,y={cell:.3f}cm,every node/.style={{inner sep=0pt,font={font}}}]\n"
    yield f"\\draw[gray,very thin] (0,0) grid ({side},{side});\n"
    yield f"\\draw[thick,xstep={shape.box_width},ystep={shape.box_height}] (0,0) grid ({side},{side});\n"
    for number, value in enumerate(solution or givens):
        if value:
            row, column = divmod(number, side)
            is_given = givens[number] != 0
            symbol = f"\\textbf{{{symbol_of(value, shape)}}}" if is_given else symbol_of(value, shape)
            style = "" if is_given else "[gray]"
            yield f"\\node{style} at ({column + 0.5},{side - row - 0.5}) {{{symbol}}};\n"
    yield "\\end{tikzpicture}\n"
