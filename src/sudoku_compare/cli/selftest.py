"""`sudoku-compare test N`."""

from typing import TYPE_CHECKING

import click

from .choices import engine_option, timeout_option
from .exit_codes import ExitCode

if TYPE_CHECKING:
    from ..comparison.selftest import TestedPuzzle

MOST = 1000  # puzzles; more would be a benchmark
SEEDS = 1_000_000  # seeds from which one is chosen by default

TEST_CODES = """\b
Exit codes:
  0    every puzzle passed
  1    a puzzle failed; it is printed
  2    error in the command or in the input
  130  interrupted"""


@click.command(epilog=TEST_CODES)
@click.argument("number", metavar="N", type=click.IntRange(1, MOST), default=10)
@engine_option
@timeout_option(60, "Time limit per engine and puzzle; inf for no limit.")
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    help="Random seed; the same seed gives the same puzzles.  [default: a new one each time]",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per puzzle (JSON Lines).")
def test(number: int, engines: tuple[str, ...], timeout: float, seed: int | None, as_json: bool) -> ExitCode:
    """Test the engines on random puzzles whose solutions are known.

    N is the number of puzzles (1 to 1,000; default 10). They come from the shipped collections. Prints the computed and
    the expected solution of each puzzle, and how many passed. A puzzle passes if the verdict is `unique` and the
    solutions are equal. The first puzzle that fails ends the test and is printed.
    """
    from ..comparison.compare import engines_by_text
    from ..comparison.selftest import draw_puzzles, run_test
    from ..core.answer import Limits
    from ..core.names import DEFAULT_ENGINES

    if seed is None:
        import secrets

        seed = secrets.randbelow(SEEDS)
    chosen = engines_by_text(engines or DEFAULT_ENGINES)
    entries = draw_puzzles(number, seed)
    passed = 0
    for tested in run_test(entries, chosen, Limits(2, timeout)):
        passed += tested.passed
        if as_json:
            _print_json(tested, passed, seed)
        else:
            _print(tested)
    if not as_json:
        click.echo(f"{passed:,} of {len(entries):,} passed; repeat with --seed {seed}")
    return ExitCode.OK if passed == len(entries) else ExitCode.OBJECTION


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

    comparison = tested.comparison
    shape = comparison.puzzle.shape
    computed = compact(comparison.solution, shape) if comparison.solution else "none"
    click.echo(f"{tested.number}  {comparison.entry.id}  {'passed' if tested.passed else 'FAILED'}")
    click.echo(f"  computed  {computed}\n  expected  {compact(tested.expected, shape)}")
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
