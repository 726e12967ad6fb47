"""Judge what was read from a mutated file: each board must be one that the file can be said to say.

A board is right if it is
- a board of a sample, unchanged;
- what one line says, if that line is not a row of a larger board;
- what consecutive rows say, if they are the rows of one board of a sample in their order, or all rows that are left of
  it, or if they are set apart as a board: the rows between blank lines, headings or the ends of the file divide into
  boards exactly. So swapped and replaced rows are what the file says, but if a row is missing or one too many, no rows
  of two boards make a board;
- what the document says, if the cells are not in lines: see `documents`.

Anything else is a misreading. A board of which nothing was changed may only be missing if there is an error.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import itemgetter

from formats.board_rows import is_said_by_rows, list_bracket_rows, list_line_rows
from formats.documents import is_said_by_document
from formats.mutations import INSERTED, Mutant, kinds_of
from formats.pieces import Piece, split_lines
from formats.row_readings import Values, list_words, read_word
from formats.sample_draft import Kind
from sudoku_compare import Puzzle

CHANGED = -1  # instead of a cell: its line was changed


def find_misreadings(mutant: Mutant, puzzles: Sequence[Puzzle], content: bytes) -> Iterator[str]:
    """Yield a sentence for each puzzle that the mutant does not say."""
    lines = split_lines(mutant)
    originals = {board for sample in mutant.samples for board in sample.boards}
    for puzzle in puzzles:
        if puzzle not in originals and not _is_said(puzzle, mutant, lines, content):
            yield f"read {puzzle.shape} {puzzle.text}, which is not in the file"


def _is_said(puzzle: Puzzle, mutant: Mutant, lines: list[Piece], content: bytes) -> bool:
    if any(_is_said_by_line(puzzle, line) for line in lines):
        return True
    if is_said_by_rows(puzzle, list_line_rows(lines, puzzle.shape.side)):
        return True
    kinds = kinds_of(mutant)
    if Kind.BRACKETS in kinds and is_said_by_rows(puzzle, list_bracket_rows(mutant, puzzle.shape.side)):
        return True
    return is_said_by_document(puzzle, kinds, content)


def find_lost_boards(mutant: Mutant, puzzles: Sequence[Puzzle]) -> Iterator[str]:
    """Yield a sentence for each board that was not read although its lines are there, unchanged and together.

    Lists of givens are left out: a new header between two givens makes two lists of one.
    """
    rows_read = {row for puzzle in puzzles for row in _list_rows(puzzle)}  # also as rows of another board
    lines = _list_read_lines(mutant)
    cells = [(board, cell if line.is_whole else CHANGED) for line in lines for board, cell in line.cells]
    runs = [(board, [cell for _, cell in run]) for board, run in groupby(cells, key=itemgetter(0))]
    for (number, index), run in runs:
        puzzle = mutant.samples[number].boards[index]
        if mutant.samples[number].kind is Kind.GIVENS:
            continue
        if not rows_read.issuperset(_list_rows(puzzle)) and run == mutant.samples[number].list_shown(index):
            yield f"lost {puzzle.shape} {puzzle.text} without an error"


def _list_rows(puzzle: Puzzle) -> list[bytes]:
    side = puzzle.shape.side
    return [puzzle.givens[start : start + side] for start in range(0, side * side, side)]


def _list_read_lines(mutant: Mutant) -> Iterator[Piece]:
    """Yield the lines that are not in a section of which only other programs know the meaning."""
    is_read = True
    for line in split_lines(mutant):
        if section := re.fullmatch(r"\[(\w+)\]?\s*", line.text):
            is_read = section[1].lower() == "puzzle"
        if is_read:
            yield line


def _is_said_by_line(puzzle: Puzzle, line: Piece) -> bool:
    side, givens = puzzle.shape.side, tuple(puzzle.givens)
    if line.is_whole and line.cells:
        return givens in line.list_readings(len(givens), side)
    is_row = line.board is not None and line.side != side and len(line.rows) == 1
    words = () if is_row else list_words(line.text)
    return any(_is_said_by_word(givens, side, line, *span) for span in words) or givens in line.list_readings(
        len(givens), side
    )


def _is_said_by_word(givens: Values, side: int, line: Piece, start: int, end: int) -> bool:
    """Return whether a word is the puzzle: the first one of its line, or one that was written for a board.

    Other words are solutions or names.
    """
    if read_word(line.text[start:end], side) != givens:
        return False
    if not any(character.isalnum() for character in line.text[:start]):
        return True
    first, last = (len(line.text[:place].encode()) for place in (start, end))
    origins = [origin for origin in line.origins[first:last] if origin != INSERTED]
    places = (line.mutant.find_sample(origin) for origin in origins)
    cells = [line.mutant.samples[number].find_cell(offset) for number, offset in places]
    return 2 * sum(cell is not None for cell in cells) > end - start
