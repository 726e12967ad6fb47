"""The result of `uniqueness` as a picture: the board with marked cells, a legend, and the evidence in sentences."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from ..comparison.reason import format_reason
from ..core.puzzle import Grid, Puzzle
from ..core.shape import Cell
from ..display.svg_board import Board
from ..display.svg_marks import Mark
from ..display.svg_sheet import LegendItem, Panel, Words, draw_picture
from .result import (
    MultipleEvidence,
    Placement,
    UniqueEvidence,
    UniquenessResult,
    UnknownEvidence,
    UnsolvableEvidence,
)
from .text import format_sentences

CONFLICT = LegendItem("given of a minimal conflict: these givens cannot all be true", Mark.RING)
CLASH = LegendItem("given that clashes: an equal given is in the same row, column or box", Mark.HATCHED)
DIFFERS = LegendItem("differs between the two solutions: both values are shown", Mark.HALVED)
ADDED = LegendItem("additional given that makes the solution unique", Mark.FRAME)
REDUNDANT = LegendItem("redundant given: it can be removed on its own", Mark.DASHED_RING)
SOLVED = LegendItem("lighter: the solution")
SAME = LegendItem("lighter: the same in these two solutions")
CHECKED = LegendItem("lighter: a solution, checked")


def draw_result(result: UniquenessResult) -> str:
    """Return the picture of a result as SVG."""
    entry = result.comparison.entry
    panels, legend = _choose_panels(result)
    verdict = str(result.comparison.verdict)
    title = f"{entry.name}: {verdict}" if entry.name else verdict
    reason = f"{verdict}: {format_reason(result.comparison)}"
    return draw_picture(panels, Words(title, legend, [reason, *format_sentences(result)]))


def find_clashing_cells(puzzle: Puzzle) -> set[Cell]:
    """Return the cells whose given has an equal one in the same unit."""
    givens = puzzle.givens
    pairs = (pair for unit in puzzle.shape.units for pair in combinations([c for c in unit if givens[c]], 2))
    return {cell for one, other in pairs if givens[one] == givens[other] for cell in (one, other)}


def _choose_panels(result: UniquenessResult) -> tuple[list[Panel], list[LegendItem]]:
    puzzle, solution = result.comparison.puzzle, result.comparison.solution
    match result.evidence:
        case UnsolvableEvidence(conflict=conflict):
            conflicting = {placement.cell for placement in conflict or ()}
            return _mark(puzzle, {CONFLICT: conflicting, CLASH: find_clashing_cells(puzzle)})
        case UniqueEvidence(redundant_givens=redundant):
            panels, legend = _mark(puzzle, {REDUNDANT: [placement.cell for placement in redundant or ()]}, solution)
            return panels, [*legend, *_legend_of_filled(puzzle, SOLVED)]
        case MultipleEvidence() as evidence if solution:
            return _draw_multiple(puzzle, solution, evidence)
        case MultipleEvidence() | UnknownEvidence():
            panels, legend = _mark(puzzle, {}, solution)
            return panels, [*legend, *([CHECKED] if solution else [])]


def _draw_multiple(puzzle: Puzzle, solution: Grid, evidence: MultipleEvidence) -> tuple[list[Panel], list[LegendItem]]:
    """Return the two solutions on one board, and beside it the puzzle with the additional givens."""
    both = {cell: (solution[cell], evidence.second_solution[cell]) for cell in evidence.differs_at}
    marks = dict.fromkeys(both, (Mark.HALVED,))
    legend = [DIFFERS, SAME]
    solutions = Board(puzzle, filled=solution, alternatives=both, marks=marks, labels=True)
    if evidence.additional_givens is None:
        return [Panel(solutions, "Two solutions")], legend
    added = evidence.additional_givens.add
    marks_of_added = {placement.cell: (Mark.FRAME,) for placement in added}
    extended = Board(_add_givens(puzzle, added), marks=marks_of_added, labels=True)
    return [Panel(solutions, "Two solutions"), Panel(extended, "With additional givens")], [*legend, ADDED]


def _mark(
    puzzle: Puzzle, marked: Mapping[LegendItem, Iterable[Cell]], filled: Grid | None = None
) -> tuple[list[Panel], list[LegendItem]]:
    """Return a board with these cells marked, and the legend for the marks that occur."""
    marks: dict[Cell, list[Mark]] = {}
    for item, cells in marked.items():
        for cell in cells:
            marks.setdefault(cell, []).append(item.mark or Mark.RING)
    used = [item for item in marked if any(item.mark in each for each in marks.values())]
    return [Panel(Board(puzzle, filled=filled, marks=marks, labels=True))], used


def _legend_of_filled(puzzle: Puzzle, item: LegendItem) -> list[LegendItem]:
    return [item] if 0 in puzzle.givens else []


def _add_givens(puzzle: Puzzle, placements: Sequence[Placement]) -> Puzzle:
    givens = bytearray(puzzle.givens)
    for placement in placements:
        givens[placement.cell] = placement.value
    return Puzzle(puzzle.shape, bytes(givens))
