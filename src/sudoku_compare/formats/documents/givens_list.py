"""Lists of givens in the manner of DIMACS: comments, a line that says the size, and one given per line.

A line that starts with `c` is a comment. `p sudoku 9` starts a 9x9 puzzle, and `p sudoku 6 3 2` a 6x6 puzzle with boxes
of 3 rows and 2 columns; then each line has a row, a column and a value, and a 0 at the end or not. After `p cnf`, each
line is a clause. Clauses of one literal are the givens; the variables are numbered through (row by row, and by value
within a cell, as `export` writes them), or have the three digits row, column and value.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ...core.entry import Entry
from ...core.errors import PuzzleError
from ...core.puzzle import Puzzle
from ...core.shape import LARGEST_SIDE, Shape, has_usual_shape, shape_of_box, shape_of_side
from ...core.text import make_printable
from ..format import Claim, Format, Item, ReadOptions, Start, Sureness
from ..found_puzzle import locate_error, shorten
from ..source import Source

_PROBLEM = re.compile(r"p\s+(sudoku|cnf)\b")
_TRIPLE = re.compile(r"([1-9]\d?|100)\s+([1-9]\d?|100)\s+([1-9]\d?|100)(\s+0)?$")
_BOXES = re.compile(r"boxes (\d+) high and (\d+) wide")  # in the comments that `export` writes
_THREE_DIGITS = 999  # variables, if their digits are row, column and value
_DIGITS_SIDE = 9  # of a puzzle whose variables are written like that


def _assess(start: Start) -> Claim | None:
    lines = [line for line in map(str.strip, start.text.splitlines()) if line]
    if not start.is_whole:
        lines = lines[:-1]
    comments = [line for line in lines if line == "c" or line.startswith("c ")]
    rest = next((line for line in lines if not (line == "c" or line.startswith("c "))), "")
    if _PROBLEM.match(rest) or (comments and not rest):
        return Claim(Sureness.CERTAIN, "a list of givens")
    contents = [line for line in lines if line not in comments]
    if contents and all(map(_TRIPLE.match, contents)) and not _may_be_rows(contents):
        return Claim(Sureness.LIKELY, "a list of givens")
    return None


def _may_be_rows(lines: list[str]) -> bool:
    """Return whether each line may be a row of a 4x4 board, or a row of a larger one in groups of symbols."""
    rows = [line.split() for line in lines]
    is_small = len(rows) % 4 == 0 and all(len(row) == 4 and max(map(int, row)) <= 4 for row in rows)
    return is_small or all(len(word) > 1 for row in rows for word in row)


def _read(source: Source, options: ReadOptions) -> Iterator[Item]:
    reader = _Reader(source.name, options.shape)
    for number, raw in source.lines():
        try:
            yield from reader.read_line(number, raw.strip())
        except PuzzleError as error:
            yield locate_error(error, f"{source.name}:{number}")
            reader.skip()
    yield from reader.finish()


@dataclass
class _List:
    """The givens that were read so far."""

    line: int  # where the list starts
    shape: Shape | None  # None if the size is not known before the end
    kind: str  # sudoku or cnf
    variables: int = 0  # of a cnf
    clauses_left: int = 0  # of a cnf: how many its first line announces that have not been read
    name: str = ""
    givens: dict[tuple[int, int], int] = field(default_factory=dict)  # row and column from 1


class _Reader:
    """Reads line by line: a formula has many more clauses than givens."""

    def __init__(self, source: str, shape: Shape | None) -> None:
        self._source = source
        self._shape = shape
        self._boxes: Shape | None = None  # from a comment
        self._comment = ""  # the last one, which is the name of the list below it
        self._list: _List | None = None
        self._is_skipping = False  # after an error, until the next list

    def read_line(self, number: int, text: str) -> Iterator[Item]:
        """Read a line; yield the puzzle that ends above it, if it starts another one."""
        words = text.split()
        if not words:
            return
        if words[0] == "c":
            self._read_comment(text[1:].strip())
        elif words[0] == "p":
            yield from self.finish()
            self._list = self._start_list(number, words)
        elif not self._is_skipping:
            self._list = self._list or _List(number, self._shape, "sudoku", name=self._comment)
            self._comment = ""
            self._add(self._list, words)

    def skip(self) -> None:
        """Ignore the rest of a list with an error."""
        self._list, self._is_skipping = None, True

    def finish(self) -> Iterator[Item]:
        """Yield the puzzle whose last given was read."""
        found, self._list, self._is_skipping = self._list, None, False
        if found is None:
            return
        place = f"{self._source}:{found.line}"
        try:
            yield Entry(place, _make_puzzle(found), None, make_printable(found.name))
        except PuzzleError as error:
            yield locate_error(error, place)

    def _read_comment(self, text: str) -> None:
        self._comment = text
        if boxes := _BOXES.search(text[:100]):
            self._boxes = shape_of_box(int(boxes[1][:4]), int(boxes[2][:4]))

    def _start_list(self, number: int, words: list[str]) -> _List:
        kind, numbers = words[1] if len(words) > 1 else "", [_read_number(word) for word in words[2:]]
        boxes, self._boxes = self._boxes, None
        name, self._comment = self._comment, ""
        if kind == "sudoku" and len(numbers) in (1, 3):
            return _List(number, self._check(_find_shape(numbers, self._shape)), kind, name=name)
        if kind == "cnf" and len(numbers) == 2:
            side = _find_side(numbers[0])
            shape = self._shape or (boxes if boxes and boxes.side == side else shape_of_side(side))
            return _List(number, self._check(shape, side), kind, variables=numbers[0], clauses_left=numbers[1])
        raise PuzzleError(f"expected `p sudoku 9` or `p cnf 729 NUMBER`, found {shorten(' '.join(words))}")

    def _check(self, shape: Shape, side: int = 0) -> Shape:
        if (self._shape and shape != self._shape) or (side and shape.side != side):
            raise PuzzleError(f"expected a puzzle with boxes of {self._shape and self._shape.box}, found another size")
        return shape

    def _add(self, into: _List, words: list[str]) -> None:
        numbers = [_read_number(word) for word in words]
        if into.kind == "cnf":
            if numbers[-1] != 0:
                raise PuzzleError("expected a clause that ends with 0")
            if numbers.count(0) > 1:
                raise PuzzleError("expected one clause on the line, found more")
            into.clauses_left -= 1
            if len(numbers) != 2:
                return
            row, column, value = _split_variable(numbers[0], into)
        elif len(numbers) == 3 or (len(numbers) == 4 and numbers[3] == 0):
            row, column, value = numbers[:3]
        else:
            raise PuzzleError(f"expected a row, a column and a value, found {shorten(' '.join(words))}")
        side = into.shape.side if into.shape else LARGEST_SIDE
        if not all(1 <= number <= side for number in (row, column, value)):
            raise PuzzleError(f"expected a row, a column and a value from 1 to {side}, found {row} {column} {value}")
        if into.givens.setdefault((row, column), value) != value:
            raise PuzzleError(f"r{row}c{column} has two values: {into.givens[row, column]} and {value}")


def _read_number(word: str) -> int:
    if not word.removeprefix("-").isdecimal() or len(word) > 9:
        raise PuzzleError(f"expected a whole number, found {shorten(word)}")
    return int(word)


def _find_shape(numbers: list[int], shape: Shape | None) -> Shape:
    side, *box = numbers
    found = shape_of_box(*box) if box else shape if shape and shape.side == side else shape_of_side(side)
    if found.side != side:
        raise PuzzleError(f"expected boxes with {side} cells, found {found.box}")
    return found


def _find_side(variables: int) -> int:
    """Return the side of the puzzle whose formula has this many variables."""
    if variables == _THREE_DIGITS:
        return _DIGITS_SIDE
    side: int = round(max(variables, 0) ** (1 / 3))
    if side**3 != variables:
        raise PuzzleError(f"expected a variable for each value of each cell, such as 729, found {variables}")
    return side


def _split_variable(literal: int, into: _List) -> tuple[int, int, int]:
    """Return row, column and value of a variable that is true, counted from 1."""
    if not 0 < literal <= into.variables:
        raise PuzzleError(f"expected a variable from 1 to {into.variables}, found {literal}")
    if into.variables == _THREE_DIGITS:
        return literal // 100, literal // 10 % 10, literal % 10
    side = into.shape.side if into.shape else 0
    cell, value = divmod(literal - 1, side)
    return cell // side + 1, cell % side + 1, value + 1


def _make_puzzle(found: _List) -> Puzzle:
    if found.clauses_left:
        difference = f"{abs(found.clauses_left)} {'fewer' if found.clauses_left > 0 else 'more'}"
        raise PuzzleError(f"expected as many clauses as the line `p cnf` says, found {difference}")
    shape = found.shape or _guess_shape(found.givens)
    givens = bytearray(len(shape.cells))
    for (row, column), value in found.givens.items():
        givens[(row - 1) * shape.side + column - 1] = value
    return Puzzle(shape, bytes(givens))


def _guess_shape(givens: dict[tuple[int, int], int]) -> Shape:
    """Return the size of a puzzle without a `p` line: its largest number, if that is the side of a usual board."""
    largest = max(max(row, column, value) for (row, column), value in givens.items())
    if not has_usual_shape(largest) or len(givens) < largest:  # so few givens do not show the size
        raise PuzzleError("expected a line with the size, such as `p sudoku 9`, above the givens")
    return shape_of_side(largest)


def write(entries: Iterable[Entry]) -> Iterator[str]:
    """Yield each puzzle as a list of givens."""
    for entry in entries:
        shape = entry.puzzle.shape
        yield f"c {make_printable(entry.name)}\n" if entry.name else ""
        yield f"p sudoku {shape.side} {shape.box_height} {shape.box_width}\n"
        for cell, value in enumerate(entry.puzzle.givens):
            row, column = divmod(cell, shape.side)
            if value:
                yield f"{row + 1} {column + 1} {value}\n"


FORMAT = Format("givens", _assess, _read)
