"""`sudoku-compare enter`."""

import io
import re
import sys
from typing import TYPE_CHECKING

import click

from .choices import UNIQUE_OR_SOLVED, box_option, exit_codes, search_options, unpack_limits
from .exit_codes import ExitCode
from .messages import complain

if TYPE_CHECKING:
    from ..core.answer import Limits
    from ..core.puzzle import Grid, Puzzle
    from ..core.shape import Shape

USUAL_SIDE = 9
ROW_NUMBER = re.compile(r"r?(\d{1,3})", re.IGNORECASE)
ANSWERS_FOR_YES = ("", "y", "yes")
LONGEST_ECHO = 40  # characters of an answer that a message repeats


@click.command(epilog=exit_codes(UNIQUE_OR_SOLVED))
@search_options
@box_option
@click.option("--size", type=int, metavar="SIDE", show_default=f"{USUAL_SIDE}, or as --box says", help="Cells per row.")
@click.option("--first", is_flag=True, help="Stop at the first solution, without asking whether there are others.")
@click.pass_context
def enter(
    context: click.Context,
    engines: tuple[str, ...],
    shape: "Shape | None",
    limits: "Limits",
    as_json: bool,
    size: int | None,
    first: bool,
) -> ExitCode:
    """Enter a puzzle row by row, then solve it.

    Type a row as 3.2...6.. or 302000600; on boards larger than 35x35, type numbers separated by spaces. A row that
    cannot be read is asked for again. rN goes back to row N. After the last row the board is shown: type the number
    of a row to enter it again, or an empty line to solve the puzzle.

    The questions go to standard error, and only to a terminal; rows may also come from a pipe.
    """
    from .solve import solve

    puzzle = Dialogue(_choose_shape(shape, size)).ask_puzzle()
    settings = {"engines": engines, "shape": puzzle.shape, "as_json": as_json, "first": first, **unpack_limits(limits)}
    code: ExitCode = context.invoke(solve, files=(puzzle.text,), **settings)
    return code


def _choose_shape(shape: "Shape | None", size: int | None) -> "Shape":
    from ..core.errors import OptionError
    from ..core.shape import shape_of_side

    if shape and size not in (None, shape.side):
        raise OptionError(f"--size {size} and --box {shape.box}: a puzzle with these boxes is {shape}")
    return shape or shape_of_side(USUAL_SIDE if size is None else size)


class Dialogue:
    """Asks for the rows of a puzzle, and keeps the answers so far."""

    def __init__(self, shape: "Shape") -> None:
        self.shape = shape
        self.rows: list[Grid] = []
        self.is_interactive = sys.stdin is not None and sys.stdin.isatty()
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")  # invalid bytes are reported as a bad row

    def ask_puzzle(self) -> "Puzzle":
        """Ask for every row, then for corrections, and return the puzzle."""
        self._inform(f"Enter a {self.shape} puzzle row by row; . or 0 for an empty cell. rN goes back to row N.")
        while len(self.rows) < self.shape.side:
            self.rows.append(self._ask_row(len(self.rows)))
        while (row := self._ask_correction()) is not None:
            self.rows[row] = self._ask_row(row)
        return self._make_puzzle()

    def _make_puzzle(self) -> "Puzzle":
        from ..formats.text.typed_rows import puzzle_from_rows

        return puzzle_from_rows(self.rows, self.shape)

    def _ask_row(self, row: int) -> "Grid":
        """Ask for a row, counted from 0, until the answer can be read."""
        from ..core.errors import PuzzleError
        from ..formats.text.line_kinds import is_border
        from ..formats.text.typed_rows import read_row

        while True:
            answer = self._ask(f"row {row + 1}: ")
            if answer is None:
                raise PuzzleError(self._describe_missing(row))
            back = ROW_NUMBER.fullmatch(answer) if answer[:1] in ("r", "R") else None
            if back:
                self._go_back(answer, int(back[1]))
            elif answer and not is_border(answer):
                try:
                    return read_row(answer, self.shape, row)
                except PuzzleError as error:
                    complain(f"{error}; enter row {row + 1} again")

    def _go_back(self, answer: str, number: int) -> None:
        if 0 < number <= len(self.rows):
            self.rows[number - 1] = self._ask_row(number - 1)
        elif self.rows:
            complain(f"{answer}: expected r1 to r{len(self.rows)}")
        else:
            complain(f"{answer}: no row has been entered yet")

    def _ask_correction(self) -> int | None:
        """Ask which row to enter again; return its number counted from 0, or None if the board is right."""
        self._show_board()
        side = self.shape.side
        while True:
            answer = self._ask(f"Correct? Press Enter to solve, or type the number of a row to change (1 to {side}): ")
            if answer is None or answer.lower() in ANSWERS_FOR_YES:
                return None
            number = ROW_NUMBER.fullmatch(answer)
            if number and 0 < int(number[1]) <= side:
                return int(number[1]) - 1
            complain(f"expected a row number from 1 to {side} or an empty line, found {answer[:LONGEST_ECHO]!r}")

    def _describe_missing(self, row: int) -> str:
        last = row + 1 if row < len(self.rows) else self.shape.side
        missing = f"row {row + 1} is" if last == row + 1 else f"rows {row + 1} to {last} are"
        return f"the input ended, but {missing} missing; a {self.shape} puzzle has {self.shape.side} rows"

    def _ask(self, question: str) -> str | None:
        """Return the next line without its end; None if there are no more."""
        line = ""
        try:
            if self.is_interactive:
                click.echo(question, nl=False, err=True)
            line = sys.stdin.readline() if sys.stdin else ""
        finally:
            if not line and self.is_interactive:
                click.echo(err=True)  # Ctrl-C and Ctrl-D leave the cursor at the end of the question
        return line.strip() if line else None

    def _show_board(self) -> None:
        from ..display.board import draw

        board = self._make_puzzle()
        for line in draw(board.shape, board.givens) if self.is_interactive else ():
            click.echo(f"  {line.plain}", err=True)
        if clash := board.find_clash():
            self._inform(f"This puzzle has no solution: {clash}.")

    def _inform(self, message: str) -> None:
        if self.is_interactive:
            click.echo(message, err=True)
