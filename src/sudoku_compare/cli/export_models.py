"""Writes puzzles as models for other programs, and says how large a large one will be."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..display.numbers import format_count
from .messages import complain
from .status_line import StatusLine

if TYPE_CHECKING:
    from ..core.entry import Entry
    from ..engines.models import ModelFormat
    from .export_output import Output

LARGE = 10_000_000  # clauses, which take a second and some 150 MB
MEGABYTE = 1_000_000


def write_models(entries: "Iterator[Entry]", form: str, output: "Output", status: StatusLine) -> None:
    """Write each puzzle as a document of its own."""
    from ..engines.models import MODEL_FORMATS

    model = MODEL_FORMATS[form]
    for entry, path in output.assign_paths(entries, model.extension):
        count = model.count(entry.puzzle)
        if count >= LARGE:
            status.clear()
            variables = f"{entry.puzzle.shape.side**3:,} variables"
            complain(f"{entry.id}: writing {variables} and {format_count(count, model.noun)}")
        pieces = model.write(entry.puzzle) if output.is_terminal else _show_progress(model, entry, status)
        output.write_text(pieces, path)


def _show_progress(model: "ModelFormat", entry: "Entry", status: StatusLine) -> Iterator[str]:
    """Yield the pieces of a model, and show how much of it has been written."""
    size, written = format_count(model.count(entry.puzzle), model.noun), 0
    for piece in model.write(entry.puzzle):
        yield piece
        written += len(piece)
        status.show(f"{entry.id}: {written / MEGABYTE:,.0f} MB of {size} written")
