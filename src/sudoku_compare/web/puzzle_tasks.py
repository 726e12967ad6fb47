"""Tasks about one puzzle: settle it, explain it, trace the search, read and write it."""

import base64
import binascii
import io
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from ..comparison.compare import Comparison, compare
from ..comparison.race import race
from ..core.answer import Limits
from ..core.entry import Candidates, Entry
from ..core.errors import OptionError, PuzzleError, UserError
from ..core.puzzle import Puzzle
from ..evidence.examine import EvidenceOptions, examine
from ..evidence.progress import Progress
from ..evidence.result import UniquenessResult
from ..explanation.explain import Explanation, explain
from ..formats.format import ReadOptions
from ..formats.source import Source
from ..reading.sources import read_source
from .fields import Fields, check_size
from .sending import Sender
from .settings import LARGEST_BODY, Settings

if TYPE_CHECKING:
    from ..explanation.mistakes import Mistakes

MOST_LINES = 20_000  # of a trace; a page with more would be slow
LINES_TOGETHER = 500  # lines of a trace in one message
TOO_LONG = f"only the first {MOST_LINES:,} lines are shown; solve --trace-html writes a page with all of them"
MOST_PUZZLES = 1000  # that are listed of a text that was pasted
MOST_ERRORS = 20
FORMATS = ("svg", "line", "grid", "fpuzzles", "sudokupad", "sudokuwiki", "sudokuexchange", "lisudoku")


def settle(fields: Fields, sender: Sender, settings: Settings) -> None:
    """Let the engines race, then collect the evidence.

    Sends `engine` for each answer, `comparison` (the object of `solve --json`), `progress`, and `result` (the object of
    `uniqueness --json`).
    """
    from ..comparison.json_form import result_to_json

    entry, limits = _read_entry(fields), _read_limits(fields, settings)
    for found in race(entry, fields.read_engines(), limits):
        if not isinstance(found, Comparison):
            sender.send("engine", result_to_json(entry.puzzle.shape, found))
            continue
        sender.send("comparison", found.to_dict())
        if not fields.read_flag("verdict_only"):
            sender.send("result", _examine(found, limits, sender).to_dict())


def _examine(comparison: Comparison, limits: Limits, sender: Sender) -> UniquenessResult:
    def observe(progress: Progress) -> None:
        sender.send("progress", {"part": progress.part, "seconds": progress.seconds, "text": str(progress)})

    return examine(comparison, EvidenceOptions(limits), observe)


def pack_certificate(fields: Fields, sender: Sender, settings: Settings) -> None:
    """Prove the verdict again, and send the certificate as a ZIP file of the folder that `verify` checks."""
    entry, limits = _read_entry(fields), _read_limits(fields, settings)
    result = examine(compare(entry, fields.read_engines(), limits), EvidenceOptions(limits))
    data = io.BytesIO()
    with TemporaryDirectory() as folder:
        certificate = Path(folder, "certificate")
        result.write_certificate(certificate)
        with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
            for path in sorted(certificate.iterdir()):
                archive.write(path, f"certificate/{path.name}")
    sender.send_file("certificate.zip", "application/zip", data.getvalue())


def explain_position(fields: Fields, sender: Sender, settings: Settings) -> None:
    """Explain a puzzle from the position that the user has reached.

    Sends `mistakes` if the request has digits or candidates, and `explanation` (the object of `explain --json`) unless
    there are mistakes.
    """
    mistakes = _find_mistakes(fields)
    if mistakes:
        sender.send("mistakes", mistakes.to_dict())
    if not mistakes or not mistakes.has_any:
        sender.send("explanation", _explain(fields).to_dict())


def _find_mistakes(fields: Fields) -> "Mistakes | None":
    """Return what is wrong in the user's position; None if there is nothing in it but the puzzle."""
    from ..explanation.mistakes import find_mistakes

    puzzle, (position, candidates) = fields.read_puzzle(), _read_position(fields)
    if position == puzzle and candidates is None:
        return None
    return find_mistakes(puzzle, position, candidates, fields.read_seconds())


def _explain(fields: Fields) -> Explanation:
    position, candidates = _read_position(fields)
    entry, given_unique = replace(_read_entry(fields), puzzle=position), fields.read_flag("given_unique")
    return explain(entry, given_unique=given_unique, candidates=candidates, seconds=fields.read_seconds())


def _read_position(fields: Fields) -> tuple[Puzzle, tuple[Candidates, ...] | None]:
    """Return the puzzle with the user's own digits, and the candidates that the user has left."""
    puzzle = fields.read_puzzle()
    position = fields.read_digits(puzzle) or puzzle
    return position, fields.read_candidates(position)


def write_page(fields: Fields, sender: Sender, settings: Settings) -> None:
    """Send the page of `explain --html`, which works without a server, for the position that the user has reached."""
    from ..explanation.page import explanation_page

    mistakes = _find_mistakes(fields)
    if mistakes and mistakes.has_any:
        raise UserError("there are mistakes on the board; Explain says which")
    page = explanation_page(_read_entry(fields), _explain(fields))
    sender.send_file("sudoku.html", "text/html; charset=utf-8", page.encode())


def trace_search(fields: Fields, sender: Sender, settings: Settings) -> None:
    """Send the search of reductio as sentences, several in each message `lines`, and at the end `replayed`."""
    from ..explanation.trace_lines import TraceTooLong, trace_as_lines

    puzzle, limits = fields.read_puzzle(), _read_limits(fields, settings)
    pending: list[dict[str, Any]] = []

    def put(line: dict[str, Any]) -> None:
        pending.append(line)
        if len(pending) >= LINES_TOGETHER:
            sender.send("lines", pending)
            pending.clear()

    try:
        replayed = trace_as_lines(puzzle, limits, put, MOST_LINES)
    except TraceTooLong:
        replayed = {"text": TOO_LONG, "holds": None}
    sender.send("lines", pending)
    sender.send("replayed", replayed)


def read_text(fields: Fields, sender: Sender, settings: Settings) -> None:
    """Read puzzles from a text, a link or a file in any format; send them as `puzzles`."""
    data = _read_data(fields)
    name = fields.read_text("name", default="") or "text"
    source = Source(name, io.BufferedReader(io.BytesIO(data)), len(data))
    found: list[dict[str, Any]] = []
    errors: list[str] = []
    for item in read_shown(source, ReadOptions(fields.read_shape(), with_candidates=True)):
        if isinstance(item, UserError):
            errors.append(str(item))
        else:
            found.append(describe_entry(item))
        if len(found) >= MOST_PUZZLES or len(errors) >= MOST_ERRORS:
            break
    sender.send("puzzles", {"puzzles": found, "errors": errors})


def _read_data(fields: Fields) -> bytes:
    text = fields.read_text("text", most=LARGEST_BODY)
    if not fields.read_flag("is_base64"):
        return text.encode()
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError) as error:
        raise UserError(f"text: expected base64: {error}") from error


def read_shown(source: Source, options: ReadOptions) -> Iterator[Entry | UserError]:
    """Yield the puzzles of a source, with an error in place of each that cannot be read, or is too large to show."""
    for item in read_source(source, options):
        yield item if isinstance(item, UserError) else _refuse_large(item)


def _refuse_large(entry: Entry) -> Entry | PuzzleError:
    try:
        check_size(entry.puzzle)
    except PuzzleError as error:
        return PuzzleError(f"{entry.id}: {error}")
    return entry


def describe_entry(entry: Entry) -> dict[str, Any]:
    """Return what the page needs to show a puzzle of a collection."""
    puzzle = entry.puzzle
    candidates = entry.candidates and [list(kept) for kept in entry.candidates]
    return {
        "id": entry.id,
        "name": entry.name,
        "size": puzzle.shape.side,
        "box": puzzle.shape.box,
        "givens": puzzle.text,
        "candidates": candidates,
    }


def export(fields: Fields, sender: Sender, settings: Settings) -> None:
    """Send the puzzle in another format, as `text`."""
    from ..display.printing import PrintedPuzzle, PrintStyle, draw_puzzle
    from ..formats.writing.writers import WRITERS

    entry, form = _read_entry(fields), fields.read_text("format")
    if form not in FORMATS:
        raise OptionError(f"format: expected one of {', '.join(FORMATS)}, found {form!r}")
    if form == "svg":
        text = draw_puzzle(PrintedPuzzle(entry.puzzle, entry.name), PrintStyle())
    else:
        text = "".join(WRITERS[form].write([entry]))
    sender.send("text", {"text": text.rstrip("\n") + "\n" * (form == "grid")})


def list_engines(fields: Fields, sender: Sender, settings: Settings) -> None:
    """Send the object of `engines --json`."""
    from ..engines.catalog import make_catalog

    sender.send("engines", make_catalog().as_json())


def _read_entry(fields: Fields) -> Entry:
    return Entry(
        fields.read_text("id", default="text:1"), fields.read_puzzle(), name=fields.read_text("name", default="")
    )


def _read_limits(fields: Fields, settings: Settings) -> Limits:
    return Limits(2, fields.read_seconds(), memory=settings.memory)
