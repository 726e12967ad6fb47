"""Writes puzzles as pictures and pages, with solutions that the engines found and the checker confirmed."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ..core.verdict import Verdict
from ..display.numbers import format_count
from ..display.printing import PrintedPuzzle, PrintStyle, Solved, count_pages, draw_pages, draw_puzzle
from .exit_codes import ExitCode, code_of_verdicts
from .messages import complain
from .status_line import StatusLine

if TYPE_CHECKING:
    from ..comparison.compare import Comparison
    from ..core.entry import Entry
    from .export_output import Output

SECONDS = 60.0  # for each engine to solve a puzzle
REASONS = {
    Verdict.UNSOLVABLE: "No solution",
    Verdict.MULTIPLE: "Several solutions",
    Verdict.UNKNOWN: "Solution not found",
}


@dataclass(frozen=True, slots=True)
class PrintRequest:
    """What the user wants to have printed, and how."""

    form: str
    style: PrintStyle
    solution: bool
    per_page: int | None  # None for a picture of each puzzle


def write_prints(
    entries: "Iterator[Entry]", request: PrintRequest, output: "Output", status: StatusLine
) -> list[ExitCode]:
    """Write the puzzles; return an exit code for each solution that was asked for."""
    preparer = _Preparer(request.solution, status)
    if request.per_page is None:
        for number, (entry, path) in enumerate(output.assign_paths(entries, f".{request.form}"), start=1):
            _write_picture(draw_puzzle(preparer.prepare(entry), request.style), request.form, output, path)
            status.show(format_count(number, "picture") + " written")
        return preparer.codes
    puzzles = []
    for entry in entries:
        puzzles.append(preparer.prepare(entry))
        status.show(format_count(len(puzzles), "puzzle") + (" settled" if request.solution else " read"))
    if puzzles:
        _write_pages(puzzles, request, request.per_page, output, status)
    return preparer.codes


class _Preparer:
    """Makes entries ready to be printed, and notes an exit code for each solution that it looked for."""

    def __init__(self, solution: bool, status: StatusLine) -> None:
        self._solution = solution
        self._status = status
        self.codes: list[ExitCode] = []

    def prepare(self, entry: "Entry") -> PrintedPuzzle:
        """Return the puzzle, with its solution if that is wanted."""
        if not self._solution:
            return PrintedPuzzle(entry.puzzle, entry.name, candidates=entry.candidates)
        comparison = _ask_engines(entry)
        objections = comparison.judgement.objections
        self.codes.append(code_of_verdicts([comparison.verdict], objections=bool(objections), errors=False))
        for objection in objections:
            self._complain(f"{entry.id}: objection: {objection}")
        if comparison.verdict is not Verdict.UNIQUE:
            self._complain(f"{entry.id}: {comparison.verdict}; no solution is drawn")
        return PrintedPuzzle(entry.puzzle, entry.name, _choose_solution(comparison), entry.candidates)

    def _complain(self, message: str) -> None:
        self._status.clear()
        complain(message)


def _ask_engines(entry: "Entry") -> "Comparison":
    from ..comparison.compare import compare, engines_by_text
    from ..core.answer import Limits
    from ..core.names import DEFAULT_ENGINES

    return compare(entry, engines_by_text(DEFAULT_ENGINES), Limits(2, SECONDS))


def _choose_solution(comparison: "Comparison") -> Solved:
    """Return the only solution of a puzzle, or else the reason why none is drawn."""
    if comparison.verdict is Verdict.UNIQUE:
        return Solved(comparison.solution)
    return Solved(None, REASONS[comparison.verdict])


def _write_picture(svg: str, form: str, output: "Output", path: Path | None) -> None:
    from ..display.sheet_files import make_png

    if form == "png":
        output.write_bytes(make_png(svg), path)
    else:
        output.write_bytes(f"{svg}\n".encode(), path)


def _write_pages(
    puzzles: Sequence[PrintedPuzzle], request: PrintRequest, per_page: int, output: "Output", status: StatusLine
) -> None:
    from ..display.latex import latex_lines
    from ..display.sheet_files import make_html, make_pdf

    total = count_pages(puzzles, per_page)
    pages = draw_pages(puzzles, request.style, per_page, with_margins=request.form != "html")
    shown = _show_progress(pages, total, status)
    match request.form:
        case "pdf":
            output.write_bytes(make_pdf(shown))
        case "html":
            heading = request.style.title or format_count(len(puzzles), "puzzle")
            output.write_bytes(make_html(shown, heading).encode())
        case "latex":
            output.write_bytes("".join(latex_lines(puzzles, request.style.title)).encode())
        case form:
            for page, path in zip(shown, output.assign_page_paths(total, f".{form}"), strict=True):
                _write_picture(page, form, output, path)


def _show_progress(pages: Iterable[str], total: int, status: StatusLine) -> Iterator[str]:
    for number, page in enumerate(pages, start=1):
        status.show(f"drawing page {number:,} of {total:,}")
        yield page
