"""`sudoku-compare test N`."""

from typing import TYPE_CHECKING

import click

from .choices import engine_option, timeout_option
from .exit_codes import ExitCode

if TYPE_CHECKING:
    from ..comparison.selftest import Tried

MOST = 1000  # puzzles: more are a benchmark
SEEDS = 1_000_000  # of which one is taken where none is given

TEST_CODES = """\b
Exit codes:
  0    every puzzle passed
  1    one failed; it is printed
  2    a mistake in the call; the message says what would do
  130  interrupted"""


@click.command(epilog=TEST_CODES)
@click.argument("number", metavar="N", type=click.IntRange(1, MOST), default=10)
@engine_option
@timeout_option(60, "Per engine and puzzle; inf for no limit.")
@click.option(
    "--seed", type=click.IntRange(min=0), help="To draw the same puzzles again; another one each time if not."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line and puzzle.")
def test(number: int, engines: tuple[str, ...], timeout: float, seed: int | None, as_json: bool) -> ExitCode:
    """Test the engines on N puzzles (1 to 1,000), drawn at random from the shipped ones whose solution is known.

    Shows the computed and the given solution of each, and how many have passed. A puzzle passes if the verdict is
    `unique` and the solutions are the same; the first that does not ends the test and is printed.
    """
    from ..comparison.compare import engines_by_text
    from ..comparison.selftest import drawn, trial
    from ..core.answer import Limits
    from ..engines.registry import DEFAULT

    if seed is None:
        import secrets

        seed = secrets.randbelow(SEEDS)
    chosen = engines_by_text(engines or DEFAULT)
    show = _show_json if as_json else _show
    entries = drawn(number, seed)
    passed = 0
    for tried in trial(entries, chosen, Limits(2, timeout)):
        passed += tried.passed
        show(tried, passed, seed)
    if not as_json:
        click.echo(f"{passed:,} of {len(entries):,} passed; seed {seed} draws the same ones again")
    return ExitCode.OK if passed == len(entries) else ExitCode.OBJECTION


def _show_json(tried: "Tried", passed: int, seed: int) -> None:
    import json

    from ..comparison.facts import as_json
    from ..core.puzzle import compact

    given = compact(tried.given, tried.comparison.puzzle.shape)
    trial = {"number": tried.number, "given": given, "passed": tried.passed, "passed_so_far": passed, "seed": seed}
    click.echo(json.dumps(as_json(tried.comparison) | {"trial": trial}))


def _show(tried: "Tried", passed: int, seed: int) -> None:
    from ..core.puzzle import compact

    comparison = tried.comparison
    shape = comparison.puzzle.shape
    word = "passed" if tried.passed else "FAILED"
    computed = compact(comparison.solution, shape) if comparison.solution else "none"
    click.echo(f"{tried.number}  {comparison.entry.id}  {word}")
    click.echo(f"  computed  {computed}\n  given     {compact(tried.given, shape)}")
    if not tried.passed:
        _show_failure(tried)


def _show_failure(tried: "Tried") -> None:
    """The puzzle itself, what was made of it, and the command to look at it alone."""
    from ..comparison.facts import reason
    from ..display.board import draw

    comparison = tried.comparison
    puzzle = comparison.puzzle
    click.echo(f"  puzzle    {puzzle.text}\n")
    for line in draw(puzzle.shape, puzzle.givens):
        click.echo(f"  {line.plain}")
    click.echo(f"\n{comparison.verdict}: {reason(comparison)}")
    for objection in comparison.judgement.objections:
        click.echo(f"objection: {objection}")
