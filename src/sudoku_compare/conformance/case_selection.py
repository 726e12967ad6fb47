"""Choose the cases that an engine is asked: the same ones each time, of several sizes and all verdicts.

What is known about them comes from the shipped collections, from `written_puzzles`, or from how they were made; no
engine is asked for it.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import cycle, islice
from random import Random

from ..core.entry import SEVERAL, Entry
from ..core.errors import PuzzleError
from ..core.puzzle import Grid, Puzzle
from ..core.shape import Shape, shape_of_box, shape_of_side
from ..formats.shipped import CLASSICS, load_shipped
from .case import Case
from .derived_cases import add_wrong_given, derive_multiple, derive_unique, derive_unsolvable
from .special_cases import SMALL, make_small_cases, make_special_cases
from .written_puzzles import MINIMAL_SIDES, PUZZLES

CASES = 200
SHARES = {  # height and width of the boxes, and how many of the cases have them
    (2, 2): 24,
    (2, 3): 14,
    (3, 2): 10,
    (2, 4): 10,
    (4, 2): 6,
    (3, 3): 96,
    (2, 5): 6,
    (3, 4): 6,
    (4, 3): 4,
    (4, 4): 10,
    (5, 5): 6,
    (1, 5): 3,
    (5, 1): 3,
    (1, 7): 2,
}
SHARE_OF_OTHERS = 6
USUAL_SIDES = (4, 6, 8, 9, 10, 12, 16, 25)  # of the shapes above, those that the number of cells implies
NINE = shape_of_box(3, 3)
TIERS_OF_NINE = ("easy", "unsolvable", "multiple", "medium", "hard", "unsolvable", "multiple", "extreme")
FEWEST_GIVENS = 18  # of a classic; with fewer, a simple search takes seconds
EXACT_COUNTS = {  # of the classics that are named after their number of solutions
    "two solutions": 2,
    "three solutions": 3,
    "four solutions": 4,
    "ten solutions": 10,
    "125 solutions": 125,
}


@cache
def choose_cases(sides: tuple[int, ...] | None = None, count: int = CASES) -> tuple[Case, ...]:
    """Return cases for an engine that takes boards of these sides, from small to large boards; None means any."""
    shares = _choose_shares(sides)
    total = sum(shares.values())
    done, chosen = 0, list[Case]()
    for shape, share in sorted(shares.items(), key=lambda item: item[0].side):
        done += share
        chosen += islice(_make_cases(shape), round(count * done / total) - len(chosen))
    return tuple(chosen)


def _choose_shares(sides: tuple[int, ...] | None) -> dict[Shape, int]:
    if sides is None:
        return {shape_of_box(*box): share for box, share in SHARES.items()}
    shapes = [choose_shape(side) for side in dict.fromkeys(sides)]
    return {shape: SHARES.get((shape.box_height, shape.box_width), SHARE_OF_OTHERS) for shape in shapes}


def choose_shape(side: int) -> Shape:
    """Return the usual shape of this side, or that with boxes of one row if there is none."""
    try:
        return shape_of_side(side)
    except PuzzleError:
        return shape_of_box(1, side)


def _make_cases(shape: Shape) -> Iterator[Case]:
    """Yield cases of one shape, without end, alternating between their sources."""
    sources: list[Iterator[Case]] = [make_special_cases(shape)]
    if shape == NINE:
        tiers = {tier: _read_shipped(tier, shape) for tier in TIERS_OF_NINE}
        sources += [_read_shipped(CLASSICS, shape), *(tiers[tier] for tier in TIERS_OF_NINE)]
    elif shape == SMALL:
        sources += [make_small_cases()]
    else:
        sources += [_find_puzzles(shape), derive_multiple(shape), derive_unsolvable(shape)]
    sources += [derive_unique(shape)]
    return _alternate(sources)


def _alternate(sources: Sequence[Iterator[Case]]) -> Iterator[Case]:
    """Yield one case of each source in turn; a source may end, or be listed more than once."""
    for source in cycle(sources):
        yield from islice(source, 1)


def _find_puzzles(shape: Shape) -> Iterator[Case]:
    """Yield the shipped or written puzzles of a shape, which are harder than those that are derived."""
    if shape.box in ("4x4", "5x5"):
        return _read_shipped(str(shape), shape)
    return _vary_written(shape)


def _read_shipped(name: str, shape: Shape) -> Iterator[Case]:
    """Yield the cases of a shipped collection.

    The first of the classics are those with a known number of solutions, and the first large boards those with the most
    givens, which are the easiest.
    """
    entries = [entry for entry in load_shipped(name) if entry.puzzle.shape == shape]
    if name == CLASSICS:
        entries = [entry for entry in entries if entry.puzzle.count_givens() >= FEWEST_GIVENS]
        entries.sort(key=lambda entry: entry.name not in EXACT_COUNTS)
    elif shape != NINE:
        entries.sort(key=lambda entry: -entry.puzzle.count_givens())
    yield from map(_to_case, entries)


def _to_case(entry: Entry) -> Case:
    if entry.expected is None or entry.expected.solutions is None:
        raise AssertionError(f"{entry.id}: a shipped puzzle has a count")
    solutions = EXACT_COUNTS.get(entry.name, entry.expected.solutions)
    is_exact = solutions != SEVERAL or entry.name in EXACT_COUNTS
    return Case(entry.id, entry.puzzle, solutions, entry.expected.solution, is_exact)


def _vary_written(shape: Shape) -> Iterator[Case]:
    """Yield each written puzzle of this shape as it is, with a wrong given, and, if it is minimal, without a given."""
    usual = choose_shape(shape.side)
    texts = iter(PUZZLES.get(shape.side, ()))
    for number, (puzzle_text, solution_text) in enumerate(zip(texts, texts, strict=True), 1):
        puzzle, solution = (Puzzle.from_text(text, usual).givens for text in (puzzle_text, solution_text))
        if shape != usual:
            puzzle, solution = _transpose(puzzle, shape.side), _transpose(solution, shape.side)
        case = Case(f"written {number}", Puzzle(shape, puzzle), 1, solution)
        yield case
        wrong = add_wrong_given(case, Random(case.name))
        if wrong:
            yield Case(f"{case.name} with a wrong given", wrong, 0)
        if shape.side in MINIMAL_SIDES:
            given = next(cell for cell, value in enumerate(puzzle) if value)
            name = f"{case.name} without a given"
            yield Case(name, case.puzzle.with_value(given, 0), SEVERAL, solution, is_exact=False)


def _transpose(grid: Grid, side: int) -> Grid:
    return b"".join(grid[column::side] for column in range(side))
