"""Puzzles to be printed or shown as pictures: which boards go on which sheet, and what is written above them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..core.entry import Candidates
from ..core.errors import OptionError
from ..core.puzzle import Grid, Puzzle
from .svg_board import Board, list_candidates
from .svg_sheet import Panel, Words, draw_page, draw_picture

LARGEST_WITH_CANDIDATES = 36  # side; on larger boards, candidates are smaller than a printer can print


@dataclass(frozen=True, slots=True)
class Solved:
    """What is drawn as the solution of a puzzle: a checked one, or the reason why there is none to draw."""

    solution: Grid | None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class PrintedPuzzle:
    """A puzzle to draw, with its name; and with its solution if that is to be drawn as well."""

    puzzle: Puzzle
    name: str = ""
    solved: Solved | None = None
    candidates: Sequence[Candidates] | None = None  # of each cell; None for all values that no given excludes


@dataclass(frozen=True, slots=True)
class PrintStyle:
    """What is drawn besides the givens."""

    candidates: bool = False
    labels: bool = False
    title: str = ""


def draw_puzzle(printed: PrintedPuzzle, style: PrintStyle) -> str:
    """Return one puzzle as a picture, with its solution, if any, to its right."""
    puzzle = _make_panel(printed, style, "Puzzle" if printed.solved else "")
    caption = "" if printed.solved and printed.solved.reason else "Solution"
    panels = [puzzle, *_list_solution_panels([printed], style, [caption])]
    return draw_picture(panels, Words(title=style.title or printed.name))


def draw_pages(
    puzzles: Sequence[PrintedPuzzle], style: PrintStyle, per_page: int, *, with_margins: bool = True
) -> Iterator[str]:
    """Yield pages with all puzzles, then pages with their solutions, so that these can be kept apart."""
    captions = number_captions(puzzles)
    boards = [_make_panel(printed, style, caption) for printed, caption in zip(puzzles, captions, strict=True)]
    for panels in _split(boards, per_page):
        yield draw_page(panels, per_page, style.title, with_margins=with_margins)
    title = f"{style.title}: solutions" if style.title else "Solutions"
    for panels in _split(list(_list_solution_panels(puzzles, style, captions)), per_page):
        yield draw_page(panels, per_page, title, with_margins=with_margins)


def count_pages(puzzles: Sequence[PrintedPuzzle], per_page: int) -> int:
    """Return how many pages these puzzles and their solutions need."""
    solved = sum(printed.solved is not None for printed in puzzles)
    return -(-len(puzzles) // per_page) + -(-solved // per_page)


def _split(panels: Sequence[Panel], per_page: int) -> Iterator[Sequence[Panel]]:
    return (panels[start : start + per_page] for start in range(0, len(panels), per_page))


def _make_panel(printed: PrintedPuzzle, style: PrintStyle, caption: str) -> Panel:
    puzzle = printed.puzzle
    if style.candidates and puzzle.shape.side > LARGEST_WITH_CANDIDATES:
        largest = f"{LARGEST_WITH_CANDIDATES}x{LARGEST_WITH_CANDIDATES}"
        raise OptionError(f"candidates of a {puzzle.shape} cannot be read in print; {largest} is the largest size")
    if not style.candidates:
        return Panel(Board(puzzle, labels=style.labels), caption)
    known = list_candidates(puzzle) if printed.candidates is None else dict(enumerate(printed.candidates))
    return Panel(Board(puzzle, candidates=known, labels=style.labels), caption)


def _list_solution_panels(
    puzzles: Sequence[PrintedPuzzle], style: PrintStyle, captions: Sequence[str]
) -> Iterator[Panel]:
    for printed, caption in zip(puzzles, captions, strict=True):
        if printed.solved:
            board = Board(printed.puzzle, filled=printed.solved.solution, labels=style.labels)
            yield Panel(board, caption_solution(printed.solved, caption))


def caption_solution(solved: Solved, caption: str) -> str:
    """Return what is written above a solution: the caption of its puzzle, after the reason if there is no solution."""
    return ": ".join(filter(None, [solved.reason, caption]))


def number_captions(puzzles: Sequence[PrintedPuzzle]) -> list[str]:
    """Return the names of the puzzles, numbered if there are several."""
    if len(puzzles) == 1:
        return [puzzles[0].name]
    numbered = enumerate(puzzles, start=1)
    return [f"{number}. {printed.name}" if printed.name else str(number) for number, printed in numbered]
