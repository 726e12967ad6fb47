"""`sudoku-compare generate`."""

import sys
from contextlib import ExitStack
from itertools import islice
from pathlib import Path

import click

from ..core.errors import OptionError, output_to
from .exit_codes import ExitCode

CODES = """\b
Exit codes:
  0    as many as were asked for
  2    a mistake in the call, or no such puzzle was found
  130  interrupted"""
SIZES = ("4", "6", "8", "9", "10", "12", "15", "16", "20", "25")


def _read_givens(ctx: click.Context, option: click.Parameter, text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    fewest, _, most = text.partition("-")
    most = most or fewest
    if not (fewest.isdecimal() and most.isdecimal() and len(text) <= 9 and int(fewest) <= int(most)):
        raise OptionError(f"--givens {text}: a range such as 28-32 would do")
    return int(fewest), int(most)


@click.command(epilog=CODES)
@click.option("--n", "number", type=click.IntRange(min=1), default=1, show_default=True, help="How many.")
@click.option("--size", type=click.Choice(SIZES), default="9", show_default=True, help="Cells in a row.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Another one, other puzzles.")
@click.option("--minimal", is_flag=True, help="No given can go without another solution coming; up to size 16.")
@click.option("--givens", metavar="A-B", callback=_read_givens, help="How many givens, at least and at most.")
@click.option(
    "--hard",
    is_flag=True,
    help="Swap givens and keep what costs the engines more assumptions; minimal too, up to size 16, of which each may "
    "take minutes.",
)
@click.option(
    "--kind",
    type=click.Choice(["unique", "multiple", "unsolvable"]),
    default="unique",
    show_default=True,
    help="One solution, several or none; without one, no two givens clash.",
)
@click.option("--out", metavar="FILE", type=click.Path(path_type=Path), help="Where to, if not to standard output.")
def generate(
    number: int,
    size: str,
    seed: int,
    minimal: bool,
    givens: tuple[int, int] | None,
    hard: bool,
    kind: str,
    out: Path | None,
) -> ExitCode:
    """Make puzzles: the same ones for the same seed on every machine, each with its verdict and solution, checked.

    A line a puzzle, as `puzzle:count:solution` (a count of 2 stands for several, of which one is told), below a line
    with the command. Without --givens, none is left that is seen to be needless.
    """
    from ..core.shape import shape_of_side
    from ..generation.generate import LARGEST_SETTLED, PuzzleSpec
    from ..generation.generate import generate as generated

    shape = shape_of_side(int(size))
    fewest, most = givens or (0, None)
    if most is not None and most > len(shape.cells):
        raise OptionError(f"--givens {fewest}-{most}: a {shape} board has {len(shape.cells)} cells")
    if minimal and shape.side > LARGEST_SETTLED:
        raise OptionError(
            f"--minimal with --size {size}: whether a given is needed may take days to see; "
            f"a size up to {LARGEST_SETTLED} would do, or --givens"
        )
    spec = PuzzleSpec(shape, kind, fewest, most, minimal, hard)
    command = f"--n {number} --size {size} --seed {seed}" + " --minimal" * minimal + " --hard" * hard
    command += f" --givens {fewest}-{most}" * bool(givens) + f" --kind {kind}" * (kind != "unique")
    with ExitStack() as stack:
        file = sys.stdout
        if out:
            stack.enter_context(output_to("--out", out))
            file = stack.enter_context(out.open("w"))
        print(f"# sudoku-compare generate {command}", file=file, flush=True)
        for made in islice(generated(spec, seed), number):
            print(made.line(), file=file, flush=True)
    return ExitCode.OK
