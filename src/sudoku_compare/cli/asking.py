"""What the commands that solve do alike: put puzzles to engines, and print what may be believed of each."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ..compare import compare_all, engines_by_text
from ..engines import DEFAULT
from .printer import Printer

if TYPE_CHECKING:
    from ..engine import Limits
    from ..entries import Entry
    from ..errors import UserError
    from ..report.tally import Tally
    from ..source import Source


def ask_engines(
    source: "Source",
    items: "Iterable[Entry | UserError]",
    engines: Sequence[str],
    limits: "Limits",
    *,
    as_json: bool,
    boards: bool | None = None,
) -> "Tally":
    """Print a comparison for each puzzle as it comes; the tally of them has the exit code."""
    chosen = engines_by_text(engines or DEFAULT)
    with Printer(source, as_json=as_json, boards=boards) as printer:
        for batch in compare_all(printer.peeked(items), chosen, limits, live=source.size is None):
            printer.show(batch)
    return printer.tally
