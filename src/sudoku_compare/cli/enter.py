"""`sudoku-compare enter`."""

import io
import re
import sys
from typing import TYPE_CHECKING

import click

from .choices import UNIQUE_OR_SOLVED, exit_codes, search_options
from .exit_codes import ExitCode
from .messages import complain

if TYPE_CHECKING:
    from ..core.puzzle import Grid, Puzzle
    from ..core.shape import Shape

USUAL_SIDE = 9
NUMBER = re.compile(r"r?(\d{1,3})", re.IGNORECASE)  # of a row that is to be entered again
SURE = ("", "y", "yes")


@click.command(epilog=exit_codes(UNIQUE_OR_SOLVED))
@search_options
@click.option(
    "--size", type=int, metavar="SIDE", help=f"Cells in a row; {USUAL_SIDE} where neither this nor --box is given."
)
@click.option("--first", is_flag=True, help="Stop at the first solution; says nothing about others.")
@click.pass_context
def enter(
    context: click.Context,
    engines: tuple[str, ...],
    shape: "Shape | None",
    timeout: float,
    as_json: bool,
    size: int | None,
    first: bool,
) -> ExitCode:
    """Ask for a puzzle row by row, then solve it as `solve` does.

    A row is 3.2...6.. or 302000600; on boards above 35x35, numbers between blanks. One that cannot be read is refused
    with the reason, and asked for again. rN goes back to row N. When all rows are there the board is shown: the number
    of a row enters that row again, an empty line solves.

    Questions go to standard error, and only where a person answers them: rows may come through a pipe as well.
    """
    from .solve import solve

    puzzle = Dialogue(_shape(shape, size)).puzzle()
    settings = {"engines": engines, "shape": puzzle.shape, "timeout": timeout, "as_json": as_json, "first": first}
    code: ExitCode = context.invoke(solve, file=puzzle.text, **settings)
    return code


def _shape(shape: "Shape | None", size: int | None) -> "Shape":
    from ..core.errors import OptionError
    from ..core.shape import shape_of_side

    if shape and size not in (None, shape.side):
        raise OptionError(f"--size {size} and --box {shape.box}: these boxes make a {shape}")
    return shape or shape_of_side(USUAL_SIDE if size is None else size)


class Dialogue:
    """The questions that make a puzzle, and the answers so far."""

    def __init__(self, shape: "Shape") -> None:
        self.shape = shape
        self.rows: list[Grid] = []
        self.asks = sys.stdin is not None and sys.stdin.isatty()  # whether there is anybody to ask
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")  # what is no text is refused as a row, not as a crash

    def puzzle(self) -> "Puzzle":
        """Ask until every row is there and nobody wants to change one."""
        self._tell(f"A {self.shape} board, row by row; . or 0 for an empty cell. rN goes back to row N.")
        while len(self.rows) < self.shape.side:
            self.rows.append(self._row(len(self.rows)))
        while (row := self._row_to_fix()) is not None:
            self.rows[row] = self._row(row)
        return self._board()

    def _board(self) -> "Puzzle":
        from ..formats.rows import puzzle_from_rows

        return puzzle_from_rows(self.rows, self.shape)

    def _row(self, row: int) -> "Grid":
        """The answer for this row: asked for until it is one."""
        from ..core.errors import PuzzleError
        from ..formats.line_kinds import is_border
        from ..formats.rows import read_row

        while True:
            answer = self._answer(f"row {row + 1}: ")
            if answer is None:
                raise PuzzleError(self._what_is_missing(row))
            back = NUMBER.fullmatch(answer) if answer[:1] in ("r", "R") else None
            if back and 0 < int(back[1]) <= len(self.rows):
                self.rows[int(back[1]) - 1] = self._row(int(back[1]) - 1)
            elif back:
                complain(f"{answer}: rows 1 to {len(self.rows)} are there to go back to")
            elif answer and not is_border(answer):
                try:
                    return read_row(answer, self.shape, row)
                except PuzzleError as error:
                    complain(f"{error}; row {row + 1} once more")

    def _row_to_fix(self) -> int | None:
        """The row that is to be entered again, counted from 0; None if the board is right."""
        self._show_board()
        while True:
            answer = self._answer(f"Right? Empty solves it, 1 to {self.shape.side} enters that row again: ")
            if answer is None or answer.lower() in SURE:
                return None
            number = NUMBER.fullmatch(answer)
            if number and 0 < int(number[1]) <= self.shape.side:
                return int(number[1]) - 1
            complain(f"{answer[:40]!r} is no row; 1 to {self.shape.side} would do, or an empty line to solve")

    def _what_is_missing(self, row: int) -> str:
        rest = f"row {row + 1}" + (f" to row {self.shape.side}" if row + 1 < self.shape.side else "")
        if row < len(self.rows):
            rest = f"row {row + 1}"
        missing = "is" if rest.count("row") == 1 else "are"
        return f"the input ended, and {rest} {missing} missing; a {self.shape} puzzle has {self.shape.side} rows"

    def _answer(self, question: str) -> str | None:
        """One line without its end; None when there are no more."""
        line = ""
        try:
            if self.asks:
                click.echo(question, nl=False, err=True)
            line = sys.stdin.readline() if sys.stdin else ""
        finally:
            if not line and self.asks:
                click.echo(err=True)  # Ctrl-C and Ctrl-D leave the line of the question unfinished
        return line.strip() if line else None

    def _show_board(self) -> None:
        from ..display.board import draw

        board = self._board()
        for line in draw(board.shape, board.givens) if self.asks else ():
            click.echo(f"  {line.plain}", err=True)
        if clash := board.find_clash():
            self._tell(f"It cannot be solved so: {clash}.")

    def _tell(self, message: str) -> None:
        if self.asks:
            click.echo(message, err=True)
