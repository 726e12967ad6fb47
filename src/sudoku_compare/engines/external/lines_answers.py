"""The lines protocol: one puzzle per line in, one answer per line out.

An answer has solutions, a count of solutions, or both, in any order, separated by blanks, tabs, commas or colons:
`SOLUTION`, `COUNT`, `COUNT SOLUTION`, `SOLUTION:COUNT`, `2 SOLUTION SOLUTION`. A field with as many characters as the
board has cells is a solution. On boards above 35x35, which are written as numbers separated by blanks, a count comes
first, or another separator stands between it and the solution.
"""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from ...core.answer import Ending, Limits
from ...core.puzzle import LARGEST_COMPACT_SIDE, SYMBOLS, Grid, Puzzle
from ...core.shape import Shape
from .protocol_error import ProtocolError, quote

LONGEST_COUNT = 40  # digits; an empty 9x9 board has a count of 22
NEWLINE = 10  # as a byte; a value of boards above 9x9, too
LONGEST_VALUE = 3  # digits
_TO_BLANKS = bytes.maketrans(b",:", b"  ")
_TO_TABS = bytes.maketrans(b",:", b"\t\t")

_EXHAUSTED, _ENOUGH, _STUCK = Ending.EXHAUSTED, Ending.ENOUGH, Ending.STUCK  # looking up a member takes 0.1 us

Fields = tuple[list[Grid], list[bytes]]  # the solutions, and the counts as text


class LineAnswer(NamedTuple):
    """What one line says; a named tuple, because a dataclass would take as long as reading the line."""

    solutions: tuple[Grid, ...]
    ending: Ending
    detail: str
    counted: int | None  # how many solutions the program counted, if it did


def format_request(puzzle: Puzzle, empty: str = ".") -> bytes:
    """Return the line to send: one character per cell, or numbers separated by blanks on boards above 35x35."""
    if puzzle.shape.side <= LARGEST_COMPACT_SIDE:
        return puzzle.givens.translate(_make_symbols(empty)) + b"\n"
    return " ".join(str(value) if value else empty for value in puzzle.givens).encode("ascii") + b"\n"


def format_requests(puzzles: Sequence[Puzzle], empty: str = ".") -> bytes:
    """Return the lines for many puzzles. Boards up to 9x9 are translated together, in a third of the time."""
    if max(puzzle.shape.side for puzzle in puzzles) >= NEWLINE:
        return b"".join([format_request(puzzle, empty) for puzzle in puzzles])
    return b"\n".join([puzzle.givens for puzzle in puzzles]).translate(_make_small_symbols(empty)) + b"\n"


def parse_usual_answers(lines: bytes, cells: int, side: int) -> list[Grid] | None:
    """Return the solutions if each line is the usual answer `1 SOLUTION`; None if any of them is not.

    All boards have this many cells. This takes a tenth of the time of reading line by line.
    """
    length = len(b"1 \n") + cells
    count, rest = divmod(len(lines), length)
    if rest or (lines[::length], lines[1::length], lines[length - 1 :: length]) != (
        b"1" * count,
        b" " * count,
        b"\n" * count,
    ):
        return None
    grids = lines.translate(_make_values(side))
    if grids.count(b"\0") != 2 * count:  # the blank and the line break of each line, and nothing else
        return None
    return [grids[start : start + cells] for start in range(2, len(lines), length)]


def parse_answer(line: bytes, puzzle: Puzzle, limits: Limits) -> LineAnswer:
    """Return what the line says about the puzzle.

    Whether a solution is correct is not checked, only that it has a value in each cell. Raises ProtocolError.
    """
    if line[:2] == b"1 " and limits.solutions > 1:  # the usual answer, in 0.8 us instead of 1.5 us
        solution = line[2:].rstrip().translate(_make_values(puzzle.shape.side))
        if len(solution) == len(puzzle.givens) and 0 not in solution:
            return LineAnswer((solution,), _EXHAUSTED, "", 1)
    split = _split_symbols if puzzle.shape.side <= LARGEST_COMPACT_SIDE else _split_numbers
    solutions, counts = split(line, puzzle.shape, len(puzzle.givens))
    if not counts:
        return _judge(solutions, None, limits.solutions)
    if len(counts) > 1:
        raise ProtocolError(f"expected one count, found {quote(counts[0])} and {quote(counts[1])}")
    return _judge(solutions, int(counts[0]), limits.solutions)


def _judge(solutions: list[Grid], count: int | None, limit: int) -> LineAnswer:
    shown = len(solutions)
    if count is not None and count < shown:
        raise ProtocolError(f"counted {_name(count)}, but showed {shown}")
    if shown >= limit:
        return LineAnswer(tuple(solutions[:limit]), _ENOUGH, "", count)
    if count == shown:
        return LineAnswer(tuple(solutions), _EXHAUSTED, "", count)
    if count is not None:
        detail = f"counted {_name(count)}, but showed {shown or 'none'}"
    elif shown:
        detail = f"found {'a solution' if shown == 1 else _name(shown)}, but does not say whether there are others"
    else:
        raise ProtocolError("expected a solution or a count, found an empty line")
    return LineAnswer(tuple(solutions), _STUCK, detail, count)


def _name(count: int) -> str:
    return f"{count} solution{'s' * (count != 1)}"


def _split_symbols(line: bytes, shape: Shape, cells: int) -> Fields:
    solutions: list[Grid] = []
    counts: list[bytes] = []
    for field in line.translate(_TO_BLANKS).split():
        if len(field) == cells:
            solution = field.translate(_make_values(shape.side))
            if 0 in solution:
                cell = solution.index(0)
                raise _complain_about_cell(shape, cell, field[cell : cell + 1])
            solutions.append(solution)
        else:
            counts.append(_check_count(field, cells))
    return solutions, counts


def _split_numbers(line: bytes, shape: Shape, cells: int) -> Fields:
    solutions: list[Grid] = []
    counts: list[bytes] = []
    for group in line.translate(_TO_TABS).split(b"\t"):
        words = group.split()
        if len(words) % cells == 1:
            counts.append(_check_count(words.pop(0), cells))
        if len(words) % cells:
            raise ProtocolError(f"expected solutions of {cells} numbers, found {len(words)} numbers")
        values = bytes(_parse_value(word, shape, number % cells) for number, word in enumerate(words))
        solutions += [values[start : start + cells] for start in range(0, len(values), cells)]
    return solutions, counts


def _check_count(field: bytes, cells: int) -> bytes:
    if not field.isdigit() or len(field) > LONGEST_COUNT:
        found = f"{quote(field)} ({len(field)} character{'s' * (len(field) > 1)})"
        raise ProtocolError(f"expected a solution of {cells} characters or a count, found {found}")
    return field


def _parse_value(word: bytes, shape: Shape, cell: int) -> int:
    value = int(word) if word.isdigit() and len(word) <= LONGEST_VALUE else 0
    if value not in shape.values:
        raise _complain_about_cell(shape, cell, word)
    return value


def _complain_about_cell(shape: Shape, cell: int, found: bytes) -> ProtocolError:
    problem = f"expected a value of a {shape} board, found {quote(found)}"
    return ProtocolError(f"{shape.name_of(cell)} of a solution: {problem}")


@cache
def _make_symbols(empty: str) -> bytes:
    """Return the table from values to symbols."""
    return (empty + SYMBOLS[1:]).encode("ascii").ljust(256, b"?")


@cache
def _make_small_symbols(empty: str) -> bytes:
    """Return the table from values below 10 to symbols, in which a line break stays one."""
    table = bytearray(_make_symbols(empty))
    table[NEWLINE] = NEWLINE
    return bytes(table)


@cache
def _make_values(side: int) -> bytes:
    """Return the table from symbols to the values of a board of this side; from all other characters to 0.

    Boards above 35x35 have no symbols.
    """
    table = bytearray(256)
    for value in range(1, side + 1) if side <= LARGEST_COMPACT_SIDE else ():
        table[ord(SYMBOLS[value])] = table[ord(SYMBOLS[value].lower())] = value
    return bytes(table)
