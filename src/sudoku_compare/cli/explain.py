"""`sudoku-compare explain FILE...`."""

from collections.abc import Callable
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .choices import files_argument, reading_options, timeout_option
from .exit_codes import ExitCode, combine_codes
from .messages import complain

if TYPE_CHECKING:
    from ..core.entry import Entry
    from ..explanation.explain import Explanation
    from .inputs import Inputs, Reading


EXPLAIN_CODES = """\b
Exit codes:
  0    unique, and explained to the end (or as far as requested)
  2    error in the command or in the input
  3    unsolvable
  4    multiple
  5    unknown: time ran out, or the board is too large
  130  interrupted
Several puzzles: the first of 2, 5, 3, 4, 0 that applies."""


@click.command(epilog=EXPLAIN_CODES)
@files_argument
@click.option("--hint", is_flag=True, help="Print only the next step.")
@click.option("--step", type=click.IntRange(min=1), metavar="N", help="Print only step N, counted from 1.")
@click.option(
    "--rating", "rating_only", is_flag=True, help="Print only the rating, one line per puzzle, without steps."
)
@click.option("--level", metavar="TECHNIQUE", help="The hardest technique to use.  [default: all techniques]")
@click.option(
    "--given-unique",
    is_flag=True,
    help="Also use unique-rectangle, avoidable-rectangle and bug+1, which assume that the solution is unique.",
)
@click.option(
    "--candidates",
    "with_candidates",
    is_flag=True,
    help="Start with the candidates in FILE, if it has any, instead of all that the givens leave.",
)
@click.option(
    "--html",
    "page",
    metavar="PATH",
    type=click.Path(path_type=Path),
    help="Write a page with a board and all steps; for several puzzles, a folder of pages. - is standard output.",
)
@click.option(
    "--boards/--lines", default=None, help="Draw the board at every step or at none.  [default: not at singles]"
)
@timeout_option(60, "Time limit per puzzle; inf for no limit.")
@reading_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per puzzle (JSON Lines).")
def explain(
    files: tuple[str, ...],
    hint: bool,
    step: int | None,
    rating_only: bool,
    level: str | None,
    given_unique: bool,
    with_candidates: bool,
    page: Path | None,
    boards: bool | None,
    timeout: float,
    reading: "Reading",
    as_json: bool,
) -> ExitCode:
    """Explain each puzzle as a person would solve it: numbered steps with reasons, and a rating.

    Techniques, from easy to hard: full-house, hidden-single, naked-single, pointing, claiming, naked-pair,
    x-wing, hidden-pair, naked-triple, swordfish, hidden-triple, xy-wing, xyz-wing, w-wing, unique-rectangle,
    avoidable-rectangle, naked-quad, jellyfish, hidden-quad, bug+1, skyscraper, two-string-kite,
    empty-rectangle, finned-x-wing, simple-colouring, remote-pairs, finned-swordfish,
    finned-jellyfish, x-chain, sue-de-coq, xy-chain, als-xz, als-xy-wing, aic, grouped-aic, forcing-chain,
    forcing-net. Upper case, spaces and underscores are accepted.

    Where they are not enough, steps called reductio use nested assumptions, so that every puzzle with one
    solution or none is explained to the end. If there is no solution, the steps lead from givens that cannot
    all be true to a contradiction, by the shortest path found. If there are several solutions, the steps hold
    in all of them, and the open cells and a deadly pattern are listed after the steps.

    FILE is a path (gzip or zstd is unpacked), - for standard input, or the puzzle itself as text.
    """
    from ..explanation.explain import explain as explain_puzzle
    from ..techniques import HIGHEST, techniques_up_to
    from .inputs import Inputs

    _check_combination(hint=hint, step=step, rating_only=rating_only, page=page, as_json=as_json)
    if rating_only:
        _check_rating_options(level, given_unique=given_unique, with_candidates=with_candidates)
    techniques_up_to(level or HIGHEST, given_unique=given_unique)  # report a wrong level before anything is read
    only = 1 if hint else step
    show = _open_printer(only, as_json=as_json, rating_only=rating_only, boards=boards, page=page)
    max_steps = None if page or rating_only else only
    inputs = Inputs(files, reading.with_candidates() if with_candidates else reading, outputs=[page])
    if rating_only and not page:
        return _print_ratings(inputs, timeout, as_json=as_json)

    def explain_entry(entry: "Entry") -> "Explanation":
        return explain_puzzle(
            entry.puzzle,
            level or HIGHEST,
            given_unique=given_unique,
            candidates=entry.candidates,
            max_steps=max_steps,
            seconds=timeout,
        )

    return _explain_all(inputs, explain_entry, show, page)


def _explain_all(
    inputs: "Inputs",
    explain_entry: "Callable[[Entry], Explanation]",
    show: "Callable[[Entry, Explanation], ExitCode]",
    page: Path | None,
) -> ExitCode:
    """Explain and show each puzzle, and write its page if wanted."""
    from ..core.entry import Entry
    from ..core.errors import PuzzleError
    from .file_names import FileNames

    items, names = inputs.entries(), FileNames(with_input=inputs.has_several)
    start = list(islice(items, 2)) if page else []
    codes = {ExitCode.OK}
    for item in chain(start, items):
        if not isinstance(item, Entry):
            complain(item)
            codes.add(ExitCode.ERROR)
            continue
        try:
            found = explain_entry(item)
        except PuzzleError as error:
            complain(f"{item.id}: {error}")
            codes.add(ExitCode.ERROR)
            continue
        codes.add(show(item, found))
        if page:
            _write_page(page, item, found, f"{names.choose(item.id)}.html" if len(start) > 1 else None)
    return combine_codes(codes)


def _check_combination(*, hint: bool, step: int | None, rating_only: bool, page: Path | None, as_json: bool) -> None:
    from ..core.errors import OptionError
    from ..display.page import check_folder_of, is_standard_output

    if rating_only and (hint or step):
        raise OptionError("--rating is about the whole puzzle: it cannot be combined with --hint or --step")
    if hint and step:
        raise OptionError("--hint is the same as --step 1: it cannot be combined with --step")
    if page and is_standard_output(page) and (as_json or hint or step or rating_only):
        raise OptionError("--html - writes only the page to standard output; drop the other output options")
    if page:
        check_folder_of(page)


def _check_rating_options(level: str | None, *, given_unique: bool, with_candidates: bool) -> None:
    from ..core.errors import OptionError

    for option, is_used in {"level": level, "given-unique": given_unique, "candidates": with_candidates}.items():
        if is_used:
            raise OptionError(f"--rating does not depend on the steps: it cannot be combined with --{option}")


def _print_ratings(inputs: "Inputs", timeout: float, *, as_json: bool) -> ExitCode:
    """Print the rating of each puzzle, without explaining it."""
    from ..core.entry import Entry
    from ..explanation.rating import rate
    from .explain_printer import code_of_rating, print_rating

    codes = {ExitCode.OK}
    for item in inputs.entries():
        if isinstance(item, Entry):
            rated = rate(item.puzzle, timeout)
            print_rating(item, rated, as_json=as_json)
            codes.add(code_of_rating(rated))
        else:
            complain(item)
            codes.add(ExitCode.ERROR)
    return combine_codes(codes)


def _open_printer(
    only: int | None, *, as_json: bool, rating_only: bool, boards: bool | None, page: Path | None
) -> "Callable[[Entry, Explanation], ExitCode]":
    """Return a function that prints an explanation; it prints nothing if the page goes to standard output."""
    from ..display.page import is_standard_output
    from .explain_printer import ExplanationPrinter, code_of_explanation

    if page and is_standard_output(page):
        return lambda entry, explanation: code_of_explanation(explanation)
    return ExplanationPrinter(only, as_json=as_json, rating_only=rating_only, boards=boards).print


def _write_page(path: Path, entry: "Entry", explanation: "Explanation", name: str | None) -> None:
    """Write a page to the path, or under this name to the folder at the path."""
    from ..core.errors import OptionError, output_to
    from ..display.page import is_standard_output, write_page
    from ..explanation.page import explanation_page

    is_output = is_standard_output(path)
    if name:
        if is_output:
            raise OptionError("--html -: expected one puzzle, found several; name a folder for their pages")
        with output_to("--html", path):
            path.mkdir(exist_ok=True)
        path /= name
    write_page(path, explanation_page(entry, explanation))
    if not is_output:
        complain(f"page written to {path}")
