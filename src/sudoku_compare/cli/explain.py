"""`sudoku-compare explain FILE`."""

from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .choices import box_option, line_name, timeout_option
from .exit_codes import ExitCode, combine_codes
from .messages import complain

if TYPE_CHECKING:
    from ..core.entry import Entry
    from ..core.errors import UserError
    from ..core.shape import Shape
    from ..explanation.explain import Explanation


EXPLAIN_CODES = """\b
Exit codes:
  0    unique, and explained to the end (or as far as was asked)
  2    a mistake in the call or in the file; the message says what would do
  3    unsolvable
  4    multiple
  5    unknown: time ran out
  130  interrupted
For many puzzles the first that applies of 2, 5, 3, 4, 0."""


@click.command(epilog=EXPLAIN_CODES)
@click.argument("file")
@click.option("--hint", is_flag=True, help="The next step only.")
@click.option("--step", type=click.IntRange(min=1), metavar="N", help="This step only, counted from 1.")
@click.option("--rating", "rating_only", is_flag=True, help="The rating only, a line a puzzle.")
@click.option("--level", metavar="TECHNIQUE", help="The last technique that may be used; all of them where not given.")
@click.option(
    "--given-unique", is_flag=True, help="Also use unique rectangles, which assume that there is one solution."
)
@click.option(
    "--html",
    "page",
    metavar="PATH",
    type=click.Path(path_type=Path),
    help="Also write a page with the board at each step; of several puzzles, pages in this folder.",
)
@click.option(
    "--boards/--lines", default=None, help="Draw the board at every step, or at none; by default, not at singles."
)
@timeout_option(60, "Per puzzle; inf for no limit.")
@box_option
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line and puzzle.")
def explain(
    file: str,
    hint: bool,
    step: int | None,
    rating_only: bool,
    level: str | None,
    given_unique: bool,
    page: Path | None,
    boards: bool | None,
    timeout: float,
    shape: "Shape | None",
    as_json: bool,
) -> ExitCode:
    """Solve each puzzle of FILE as people do: numbered steps, each with its reason, and how hard they are.

    \b
    Techniques, the cheapest first: naked-single, hidden-single, naked-pair, pointing, claiming, hidden-pair,
    naked-triple, hidden-triple, naked-quad, hidden-quad, x-wing, swordfish, jellyfish, xy-wing, xyz-wing,
    w-wing, simple-colouring, xy-chain, unique-rectangle, forcing.

    Where they run out, steps called reductio go on with assumptions inside assumptions, so that every puzzle that has
    one solution or none is explained to its end. FILE is a path (packed with gzip or not), - for standard input, or the
    puzzle itself as text.
    """
    from ..core.entry import Entry
    from ..core.errors import OptionError
    from ..explanation.explain import explain as explained
    from ..techniques import HIGHEST, techniques_up_to
    from .explain_printer import ExplanationPrinter

    techniques_up_to(level or HIGHEST, given_unique=given_unique)  # a mistake in it is told before anything is read
    if rating_only and (hint or step):
        raise OptionError("--rating is of the whole explanation, --hint and --step are one step; one of them will do")
    if hint and step:
        raise OptionError("--hint is step 1, and --step chooses another; one of the two will do")
    only = 1 if hint else step
    printer = ExplanationPrinter(only, as_json=as_json, rating_only=rating_only, boards=boards)
    max_steps = None if page or rating_only else only
    items = _items(file, shape)
    start = list(islice(items, 2)) if page else []
    codes = {ExitCode.OK}
    for item in chain(start, items):
        if not isinstance(item, Entry):
            complain(item)
            codes.add(ExitCode.ERROR)
            continue
        found = explained(item.puzzle, level or HIGHEST, given_unique=given_unique, max_steps=max_steps, seconds=timeout)
        codes.add(printer.print(item, found))
        if page:
            _write_page(page if len(start) == 1 else page / f"{line_name(item.id)}.html", item, found)
    return combine_codes(codes)


def _items(file: str, shape: "Shape | None") -> "Iterator[Entry | UserError]":
    from ..formats.collection import read_collection
    from ..formats.source import open_source

    return read_collection(open_source(file), shape)


def _write_page(path: Path, entry: "Entry", explanation: "Explanation") -> None:
    from ..display.html import write_page
    from ..explanation.page import steps_page

    write_page(path, steps_page(entry, explanation))
    complain(f"page written to {path}")
