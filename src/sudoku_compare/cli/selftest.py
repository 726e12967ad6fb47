"""`sudoku-compare test [FILE...] [N]`."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import click

from .choices import engine_options, limit_options, reading_options
from .exit_codes import ExitCode, combine_codes
from .messages import complain
from .status_line import StatusLine

if TYPE_CHECKING:
    from ..comparison.selftest import DrawnPuzzles, TestedPuzzle
    from ..core.answer import Limits
    from ..core.entry import Entry
    from ..formats.batch_reader import Batch
    from .inputs import Inputs, Reading

DEFAULT = 10  # puzzles
MOST = 1000  # puzzles; more would be a benchmark
LONGEST_NUMBER = 15  # digits; a longer number is a puzzle
SEEDS = 1_000_000  # seeds from which one is chosen by default

TEST_CODES = """\b
Exit codes:
  0    every puzzle passed
  1    a puzzle failed; it is printed
  2    error in the command or in a file; the rest is still tested
  130  interrupted
If several apply: the first of 1, 2, 0."""


def _split_number(ctx: click.Context, argument: click.Parameter, texts: tuple[str, ...]) -> tuple[tuple[str, ...], int]:
    """Return the files and N, which may come before or after the files."""
    numbers = [text for text in texts if text.isdecimal() and text.isascii() and len(text) <= LONGEST_NUMBER]
    if len(numbers) > 1:
        raise click.BadParameter(f"expected one number of puzzles, found {' and '.join(numbers)}")
    if numbers and not 1 <= int(numbers[0]) <= MOST:
        raise click.BadParameter(f"expected a number of puzzles from 1 to {MOST:,}, found {numbers[0]}")
    return tuple(text for text in texts if text not in numbers), int(numbers[0]) if numbers else DEFAULT


@click.command(epilog=TEST_CODES)
@click.argument("pool", metavar="[FILE]... [N]", nargs=-1, callback=_split_number)
@engine_options
@limit_options()
@reading_options
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    help="Random seed; the same seed gives the same puzzles.  [default: a new one each time]",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per puzzle (JSON Lines).")
def test(
    pool: tuple[tuple[str, ...], int],
    engines: tuple[str, ...],
    limits: "Limits",
    reading: "Reading",
    seed: int | None,
    as_json: bool,
) -> ExitCode:
    """Test the engines on random puzzles whose solutions are known.

    N is the number of puzzles (1 to 1,000; default 10). They come from FILE, such as a CSV file with the columns
    quizzes and solutions, or else from the shipped collections. Prints the computed and the expected solution of
    each puzzle, every engine that did not find it and why, and how many passed. A puzzle passes if the verdict is
    `unique` and the solutions are equal. The first puzzle that fails ends the test and is printed. Files may be of
    any size; puzzles without a solution are left out.
    """
    from ..comparison.compare import engines_by_text
    from ..comparison.selftest import draw_puzzles, run_test
    from ..core.names import DEFAULT_ENGINES
    from .inputs import Inputs

    if seed is None:
        import secrets

        seed = secrets.randbelow(SEEDS)
    chosen = engines_by_text(engines or DEFAULT_ENGINES)
    (files, number), errors = pool, 0
    if files:
        entries, errors = _draw_from_files(Inputs(files, reading), number, seed)
    else:
        entries = draw_puzzles(number, seed)
    passed = 0
    for tested in run_test(entries, chosen, limits):
        passed += tested.passed
        if as_json:
            _print_json(tested, passed, seed)
        else:
            _print(tested)
    if not as_json:
        click.echo(f"{passed:,} of {len(entries):,} passed; repeat with --seed {seed}")
    return combine_codes([ExitCode.OBJECTION] * (passed < len(entries)) + [ExitCode.ERROR] * bool(errors))


def _draw_from_files(inputs: "Inputs", number: int, seed: int) -> "tuple[list[Entry], int]":
    """Draw puzzles from the files; return them, and the number of errors in the files, which have been reported."""
    from ..comparison.selftest import draw_from_pool
    from ..core.errors import OptionError

    errors = 0
    with StatusLine() as status:

        def watch(batches: "Iterable[Batch]") -> "Iterator[Batch]":
            nonlocal errors
            puzzles = 0
            for batch in batches:
                for error in batch.errors:
                    status.clear()
                    complain(error)
                errors += len(batch.errors)
                puzzles += len(batch)
                yield batch
                status.show(f"drawing from {inputs.name}: {puzzles:,} puzzles so far")

        drawn = draw_from_pool(watch(inputs.batches()), number, seed)
    if not drawn.entries:
        raise OptionError("no puzzle with a known solution; expected a puzzle and its solution on each line")
    _describe_pool(drawn, number)
    return drawn.entries, errors


def _describe_pool(drawn: "DrawnPuzzles", number: int) -> None:
    from ..display.numbers import format_count

    if drawn.without_solution:
        complain(f"left out: {format_count(drawn.without_solution, 'puzzle')} without a known solution")
    if drawn.with_solution < number:
        known = format_count(drawn.with_solution, "puzzle")
        complain(f"expected {number:,} puzzles to draw, found only {known} with a known solution")


def _print_json(tested: "TestedPuzzle", passed: int, seed: int) -> None:
    import json

    from ..comparison.json_form import to_json
    from ..core.puzzle import compact

    test = {
        "number": tested.number,
        "expected": compact(tested.expected, tested.comparison.puzzle.shape),
        "passed": tested.passed,
        "passed_so_far": passed,
        "seed": seed,
    }
    click.echo(json.dumps(to_json(tested.comparison) | {"test": test}))


def _print(tested: "TestedPuzzle") -> None:
    from ..core.puzzle import compact
    from ..core.text import make_printable

    comparison = tested.comparison
    shape = comparison.puzzle.shape
    computed = compact(comparison.solution, shape) if comparison.solution else "none"
    click.echo(f"{tested.number}  {comparison.entry.id}  {'passed' if tested.passed else 'FAILED'}")
    click.echo(f"  computed  {computed}\n  expected  {compact(tested.expected, shape)}")
    for explanation in tested.explain_engines():
        click.echo(f"  engine    {make_printable(explanation)}")
    if not tested.passed:
        _print_failure(tested)


def _print_failure(tested: "TestedPuzzle") -> None:
    """Print the puzzle, the verdict with its reason, and the objections."""
    from ..comparison.reason import format_reason
    from ..display.board import draw

    comparison = tested.comparison
    puzzle = comparison.puzzle
    click.echo(f"  puzzle    {puzzle.text}\n")
    for line in draw(puzzle.shape, puzzle.givens):
        click.echo(f"  {line.plain}")
    click.echo(f"\n{comparison.verdict}: {format_reason(comparison)}")
    for objection in comparison.judgement.objections:
        click.echo(f"objection: {objection}")
