"""Samples of every format in which each line is a puzzle or a row; `SAMPLES` also has those of `document_samples`."""

from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import count, islice
from math import isqrt

from formats.document_samples import make_documents
from formats.sample_draft import (
    CELL,
    Draft,
    Kind,
    Sample,
    add_mark,
    change_line_ends,
    compress,
    make_rows,
    show_numbers,
    show_symbols,
)
from making import EASY, EASY_SOLUTION, ESCARGOT, load_shipped, puzzle_with_holes, scrambled_solution
from sudoku_compare import Puzzle
from sudoku_compare.core.puzzle import LARGEST_COMPACT_SIDE
from sudoku_compare.core.shape import Shape, shape_of_box, shape_of_side

Show = Callable[[Puzzle], list[str]]  # the text of each cell
Template = Callable[[Puzzle], str]


@cache
def choose(side: int, number: int) -> list[Puzzle]:
    """Return puzzles of this size in which all rows differ, and none is empty or could be a small puzzle by itself."""
    pool = iter(load_shipped("medium")) if side == 9 else _make_puzzles(shape_of_side(side))
    return list(islice(filter(_has_telling_rows, pool), number))


def _make_puzzles(shape: Shape) -> Iterator[Puzzle]:
    return (puzzle_with_holes(shape, 0.6 if shape.side < 9 else 0.5, seed) for seed in count())


def _has_telling_rows(puzzle: Puzzle) -> bool:
    side = puzzle.shape.side
    rows = [puzzle.givens[start : start + side] for start in range(0, side * side, side)]
    return len(set(rows)) == side and all(max(row) > isqrt(side) for row in rows)


def make_lines(puzzles: list[Puzzle], show: Show = show_symbols, *, separator: str = "", after: str = "\n") -> Draft:
    """Return a draft with a puzzle on each line; `{}` in `after` is the number of the puzzle, from 1."""
    draft = Draft()
    for number, puzzle in enumerate(puzzles, 1):
        template = separator.join([CELL] * len(puzzle.givens)) + after.format(number)
        draft.add_board(puzzle, template, show(puzzle))
    return draft


def make_boards(puzzles: list[Puzzle], template: Template, show: Show = show_symbols, *, after: str = "") -> Draft:
    """Return a draft with boards one after the other, and some text after each."""
    draft = Draft()
    for puzzle in puzzles:
        draft.add_board(puzzle, template(puzzle) + after, show(puzzle))
    return draft


def _make_line_samples() -> Iterator[Sample]:
    nine = choose(9, 6)
    for empty in ".0-?_*x":
        show = partial(show_symbols, empty=empty)
        yield make_lines(nine, show).finish(f"lines with {empty} for an empty cell")
    yield make_lines(nine, after=" puzzle {}\n").finish("lines with a name after a blank")
    yield make_lines(nine, after=",puzzle {}\n").finish("lines with a name after a comma")
    yield make_lines(nine, after="\tpuzzle {}\n").finish("lines with a name after a tab")
    yield make_lines(nine, after="  # Rätsel {} ✎ 数独\n").finish("lines with a name in UTF-8")
    yield make_lines(nine, after=":1:\n").finish("lines with an expected count")
    solved = [Puzzle.from_text(EASY)] * 3
    yield make_lines(solved, after=f":1:{EASY_SOLUTION}\n").finish("lines with an expected solution")
    yield make_boards(nine[:3], write_groups).finish("lines of groups of symbols")
    yield make_lines(nine, show_numbers, separator=" ").finish("lines of 81 numbers")
    yield make_lines(nine, show_numbers, separator=",").finish("lines of 81 numbers with commas")
    for side, number in ((4, 3), (6, 5), (12, 4), (16, 3), (25, 3)):
        yield make_lines(choose(side, number)).finish(f"lines of {side}x{side}")
    yield make_lines(choose(4, 16)).finish("sixteen lines of 4x4")
    yield make_lines(choose(16, 3), show_numbers, separator=" ").finish("lines of 256 numbers")
    collection = Draft().add_text("# A collection\n")
    for puzzle in nine[:2]:
        collection.add_board(puzzle, CELL * 81 + "\n\n", show_symbols(puzzle, "0"))
    yield collection.finish("an .sdm file")


def write_groups(puzzle: Puzzle) -> str:
    """Return a template with the rows on one line."""
    return " ".join([CELL * puzzle.shape.side] * puzzle.shape.side) + "\n"


def _make_table_samples() -> Iterator[Sample]:
    nine = choose(9, 4)
    kaggle, clues = Draft().add_text("quizzes,solutions\n"), Draft().add_text("id,puzzle,solution,clues\n")
    quoted, tabs = Draft().add_text('"puzzle","name"\n'), Draft().add_text("puzzle\tsolution\n")
    for number, puzzle in enumerate(nine, 1):
        solution = "".join(map(str, scrambled_solution(puzzle.shape, number)))
        zeros = show_symbols(puzzle, "0")
        kaggle.add_board(puzzle, CELL * 81 + f",{solution}\n", zeros)
        clues.add_text(f"{number},").add_board(puzzle, CELL * 81 + f",{solution},27\n", show_symbols(puzzle))
        quoted.add_text('"').add_board(puzzle, CELL * 81 + f'","number {number}"\n', show_symbols(puzzle))
        tabs.add_board(puzzle, CELL * 81 + f"\t{solution}\n", show_symbols(puzzle))
    yield kaggle.finish("CSV with quizzes and solutions")
    yield clues.finish("CSV with the puzzle in the second column")
    yield quoted.finish("CSV with quotes")
    yield tabs.finish("TSV with puzzles and solutions")
    boxes = Draft().add_text("puzzle,box\n")
    for puzzle in islice(_make_puzzles(shape_of_box(3, 2)), 3):
        boxes.add_board(puzzle, CELL * 36 + ",3x2\n", show_symbols(puzzle))
    yield boxes.finish("CSV with boxes")


def _make_row_samples() -> Iterator[Sample]:
    nine, banded = choose(9, 3), partial(make_rows, border="\n")
    yield make_boards(nine[:1], make_rows).finish("rows")
    yield make_boards(nine, make_rows, after="\n").finish("boards with blank lines between them")
    yield make_boards(nine, make_rows).finish("boards without anything between them")
    euler = Draft()
    for number, puzzle in enumerate(nine, 1):
        euler.add_text(f"Grid {number:02}\n").add_board(puzzle, make_rows(puzzle), show_symbols(puzzle, "0"))
    yield euler.finish("boards with headings")
    for separator, word in ((" ", "spaces"), (", ", "commas"), ("\t", "tabs")):
        apart = partial(make_rows, separator=separator)
        yield make_boards(nine[:2], apart, after="\n").finish(f"rows with {word}")
    for side in (9, 16, 25):
        name = f"{side}x{side} with blank lines between bands"
        yield make_boards(choose(side, 2), banded, after="\n\n").finish(name)
        name = f"{side}x{side} in rows without anything between the boards"
        yield make_boards(choose(side, 2), make_rows).finish(name)
    tall = list(islice(_make_puzzles(shape_of_box(4, 3)), 1))
    yield make_boards(tall, banded).finish("12x12 with tall boxes and blank lines between bands")
    mixed = Draft().add_board(nine[0], CELL * 81 + "\n", show_symbols(nine[0]))
    mixed.add_board(nine[1], make_rows(nine[1]), show_symbols(nine[1]))
    yield mixed.add_board(nine[2], CELL * 81 + "\n", show_symbols(nine[2])).finish("lines and boards")


def _make_number_samples() -> Iterator[Sample]:
    rows, wide = partial(make_rows, separator=" "), partial(show_numbers, width=2)
    for side in (12, 16, 36, 64, 100):
        yield make_boards(choose(side, 1), rows, show_numbers).finish(f"{side}x{side} in rows of numbers")
    banded = partial(make_rows, separator=" ", border="\n")
    yield make_boards(choose(36, 1), banded, wide).finish("36x36 with blank lines between bands")
    yield make_boards(choose(16, 2), rows, wide, after="\n").finish("two 16x16 in rows of numbers")


def draw(puzzle: Puzzle) -> str:
    """Return a template of our own drawing."""
    width = 1 if puzzle.shape.side <= LARGEST_COMPACT_SIDE else len(str(puzzle.shape.side))
    rule = "-+-".join(["-" * ((width + 1) * puzzle.shape.box_width - 1)] * puzzle.shape.box_height)
    return make_rows(puzzle, " ", box=" | ", border=f"{rule}\n")


def draw_simple(puzzle: Puzzle) -> str:
    """Return a template of Simple Sudoku's drawing."""
    rows = make_rows(puzzle, box="|", border="|---+---+---|\n", frame="||")
    return f"*-----------*\n{rows}*-----------*\n"


def draw_hodoku(puzzle: Puzzle) -> str:
    """Return a template of HoDoKu's drawing."""
    rule = "+".join(["-------"] * 3)
    rows = make_rows(puzzle, " ", box=" | ", border=f":{rule}:\n", frame=("| ", " |"))
    return f".{rule}.\n{rows}'{rule}'\n"


def draw_lines(puzzle: Puzzle) -> str:
    """Return a template of a drawing with box-drawing characters."""
    rows = make_rows(puzzle, " ", box=" │ ", border="├───────┼───────┼───────┤\n", frame=("│ ", " │"))
    return f"┌───────┬───────┬───────┐\n{rows}└───────┴───────┴───────┘\n"


def _make_drawn_samples() -> Iterator[Sample]:
    nine = choose(9, 2)
    for side in (6, 9, 16):
        yield make_boards(choose(side, 2), draw, after="\n").finish(f"our drawing of {side}x{side}")
    tall = list(islice(_make_puzzles(shape_of_box(3, 2)), 2))
    yield make_boards(tall, draw, after="\n").finish("our drawing of 6x6 with tall boxes")
    wide = partial(show_numbers, empty=".", width=2)
    yield make_boards(choose(36, 1), draw, wide).finish("our drawing of 36x36")
    yield make_boards(nine, draw_simple).finish("Simple Sudoku's drawing")
    bars = partial(make_rows, box="|", border="-----------\n")
    yield make_boards(nine[:1], bars).finish("an .ss file")
    yield make_boards(nine, draw_hodoku).finish("HoDoKu's drawing")
    yield make_boards(nine, draw_lines).finish("a drawing with box-drawing characters")


def _make_spreadsheet_samples() -> Iterator[Sample]:
    nine, fields = choose(9, 1), partial(show_numbers, empty="")
    for separator, word in ((",", "commas"), (";", "semicolons"), ("\t", "tabs")):
        rows = partial(make_rows, separator=separator)
        yield make_boards(nine, rows, fields).finish(f"a spreadsheet with {word}")
    commas = partial(make_rows, separator=",")
    yield make_boards(choose(16, 1), commas, fields).finish("a 16x16 spreadsheet")
    yield make_boards(nine, commas, show_quoted).finish("a spreadsheet with quotes")
    yield make_boards(nine, commas, show_decimals).finish("a spreadsheet with decimals")


def show_quoted(puzzle: Puzzle) -> list[str]:
    """Return each cell in quotes."""
    return [f'"{text}"' for text in show_numbers(puzzle, "")]


def show_decimals(puzzle: Puzzle) -> list[str]:
    """Return each value as a spreadsheet shows it that takes it for a measurement: `5.0`."""
    return [text and f"{text}.0" for text in show_numbers(puzzle, "")]


def list_candidates(puzzle: Puzzle) -> list[str]:
    """Return the value of each given, and the candidates of each other cell: at least two, as in an unsolved puzzle."""
    texts = []
    for cell, value in enumerate(puzzle.givens):
        seen = {puzzle.givens[peer] for peer in puzzle.shape.peers_of(cell)}
        candidates = [str(digit) for digit in puzzle.shape.values if digit not in seen]
        texts.append(str(value) if value else "".join(candidates) if len(candidates) > 1 else "12")
    return texts


def _make_candidate_samples() -> Iterator[Sample]:
    puzzle = Puzzle.from_text(ESCARGOT)
    texts = [text.ljust(9) for text in list_candidates(puzzle)]
    rule = "+".join(["-" * 30] * 3)
    rows = make_rows(puzzle, " ", box="| ", border=f":{rule}:\n", frame=("| ", "|"))
    hodoku = Draft().add_board(puzzle, f".{rule}.\n{rows}'{rule}'\n", texts)
    yield hodoku.finish("HoDoKu's candidates", Kind.CANDIDATES)
    simple = make_rows(puzzle, " ", box="| ", border=f"|{rule}|\n", frame=("| ", "|"))
    yield (
        Draft()
        .add_board(puzzle, f"*{rule}*\n{simple}*{rule}*\n", texts)
        .finish("Simple Sudoku's candidates", Kind.CANDIDATES)
    )
    placed = ["u3" if text == "12" else text.strip() for text in texts]
    yield Draft().add_board(puzzle, make_rows(puzzle, " "), placed).finish("an .sdx file", Kind.CANDIDATES)


def _make_section_samples() -> Iterator[Sample]:
    puzzle = Puzzle.from_text(EASY)
    state = "\n".join(EASY_SOLUTION[start : start + 9] for start in range(0, 81, 9)) + "\n"
    about = "#ASomebody\n#DA puzzle\n#CNo comment\n#B2006-08-03\n#LEasy\n"
    yield Draft().add_text(about).add_board(puzzle, make_rows(puzzle), show_symbols(puzzle)).finish("an .sdk file")
    sections = Draft().add_text("[Puzzle]\n").add_board(puzzle, make_rows(puzzle), show_symbols(puzzle))
    yield sections.add_text(f"[State]\n{state}").finish("an .sdk file with sections")


def _derive(samples: dict[str, Sample]) -> Iterator[Sample]:
    """Return some samples with other line ends, with a byte-order mark, and compressed."""
    for name in ("rows", "lines with . for an empty cell", "our drawing of 9x9", "a spreadsheet with commas"):
        yield change_line_ends(samples[name], b"\r\n", f"{name}, with carriage returns and line feeds")
    for name in ("lines with 0 for an empty cell", "boards with blank lines between them"):
        yield change_line_ends(samples[name], b"\r", f"{name}, with carriage returns")
        yield add_mark(samples[name], f"{name}, with a byte-order mark")
    for name in ("lines with - for an empty cell", "rows", "16x16 in rows of numbers", "JSON", "OpenSudoku"):
        yield compress(samples[name], f"{name}, compressed")


def _make_all() -> dict[str, Sample]:
    makers = (
        *(_make_line_samples, _make_table_samples, _make_row_samples, _make_number_samples, _make_drawn_samples),
        *(_make_spreadsheet_samples, _make_candidate_samples, _make_section_samples),
    )
    samples = {sample.name: sample for make in makers for sample in make()}
    samples |= {sample.name: sample for sample in make_documents(choose(9, 3), choose(16, 1)[0])}
    return samples | {sample.name: sample for sample in _derive(samples)}


SAMPLES = _make_all()
