"""Read a source that holds nothing but boards, in a format that makes rows of its lines in its own way."""

from collections.abc import Callable, Iterator

from ...core.errors import PuzzleError
from ...core.shape import Shape
from ...core.text import make_printable
from ..format import Item
from ..source import Source
from .board_reader import BoardReader
from .line_kinds import Line, is_border, is_heading
from .row import Row


def read_board_lines(
    source: Source, shape: Shape | None, make_row: Callable[[Line], Row], *, blanks: str | None = None
) -> Iterator[Item]:
    """Read a source that holds nothing but boards.

    `make_row` returns the row of a line, or raises PuzzleError if it is not one. A blank line has only `blanks`.
    """
    boards = BoardReader(source.name, shape)
    for number, raw in source.lines():
        text, hash_sign, comment = raw.partition("#")
        line = Line(number, text, make_printable(comment.strip()))
        if not text.strip(blanks):
            yield from () if hash_sign else boards.add_gap()
            continue
        try:
            yield from boards.add_row(make_row(line))
        except PuzzleError as error:
            if is_border(text.strip()):
                boards.add_border(line)
            elif is_heading(text.strip()):
                yield from boards.end()
                boards.name = text.strip()
            else:
                boards.add_bad_row(line, error)
    yield from boards.end()
