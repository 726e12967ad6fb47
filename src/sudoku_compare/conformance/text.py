"""The result of a check as text for people."""

from textwrap import wrap

from ..core.puzzle import LARGEST_COMPACT_SIDE, Puzzle
from ..core.text import join_words, make_printable
from ..display.numbers import format_count
from .check import Conformance
from .promise_result import PromiseResult

STATUS = {True: "kept", False: "broken", None: "untested"}
INDENT = 29  # columns before the details: those of the longest status and of the longest name, and spaces
NARROW_INDENT = 4  # columns before the details on a narrow terminal, where they come below the status and the name
LARGEST_SHOWN = 16  # side of a board whose puzzle is shown
NARROWEST = 72  # columns; on a narrower terminal, the details are below the status and the name


def format_result(result: PromiseResult, width: int | None = None) -> list[str]:
    """Return a result as lines of at most `width` columns, or as one line if there is no width."""
    start = f"{STATUS[result.is_kept]:<8}  {result.name:<17}  "
    detail = make_printable(result.detail)
    if width is None:
        puzzle = f"; puzzle: {result.puzzle.text}" if result.puzzle else ""
        return [f"{start}{detail}{puzzle}"]
    is_narrow = width < NARROWEST
    indent = NARROW_INDENT if is_narrow else INDENT
    is_shown = result.puzzle is not None and result.puzzle.shape.side <= LARGEST_SHOWN
    rows = wrap(format_rows(result.puzzle), width - indent) if result.puzzle and is_shown else []
    details = wrap(detail, width - indent) + rows
    first = [start.rstrip()] if is_narrow or not details else [start + details.pop(0)]
    return [*first, *(" " * indent + line for line in details)]


def format_rows(puzzle: Puzzle) -> str:
    """Return the puzzle with spaces between its rows, which can be wrapped and still be read as a puzzle."""
    side, text = puzzle.shape.side, puzzle.text
    if side > LARGEST_COMPACT_SIDE:
        return text
    return " ".join(text[start : start + side] for start in range(0, len(text), side))


def format_summary(conformance: Conformance, width: int) -> list[str]:
    """Return lines that say how many promises were kept, and name the others."""
    broken = [result.name for result in conformance.results if result.is_kept is False]
    untested = [result.name for result in conformance.results if result.is_kept is None]
    total = format_count(len(conformance.results), "promise")
    parts = [f"{conformance.engine} breaks {len(broken)} of {total}: {join_words(broken)}"] if broken else []
    parts += [f"{conformance.engine} keeps {len(conformance.results) - len(untested)} of {total}"] if not broken else []
    parts += [f"not tested: {join_words(untested)}"] if untested else []
    return wrap(make_printable("; ".join(parts)), width, subsequent_indent="  ")
