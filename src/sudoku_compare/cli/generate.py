"""`sudoku-compare generate`."""

import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..core.errors import OptionError, output_to
from ..core.names import PUZZLE_KINDS
from .cluster_option import add_cluster_options, choose_cluster
from .exit_codes import ExitCode, describe_codes

if TYPE_CHECKING:
    from ..core.shape import Shape
    from ..generation.generate import GeneratedPuzzle

CODES = describe_codes(
    [ExitCode.OK, ExitCode.ERROR, ExitCode.INTERRUPTED],
    {
        ExitCode.OK: "all puzzles were generated",
        ExitCode.ERROR: "error in the command, or no such puzzle was found",
    },
    parts="",
)
SIZES = ("4", "6", "8", "9", "10", "12", "15", "16", "20", "25")
LONGEST_RANGE = 9  # characters, as in 1234-1234


def _read_givens(ctx: click.Context, option: click.Parameter, text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    fewest, _, most = text.partition("-")
    most = most or fewest
    if not (fewest.isdecimal() and most.isdecimal() and len(text) <= LONGEST_RANGE and int(fewest) <= int(most)):
        raise click.BadParameter(f"expected a number or a range, as in 28-32, found {text!r}")
    return int(fewest), int(most)


@click.command(epilog=CODES)
@click.option(
    "--n", "number", type=click.IntRange(min=1), metavar="N", default=1, show_default=True, help="Number of puzzles."
)
@click.option(
    "--size",
    type=click.Choice(SIZES),
    metavar="SIDE",
    default="9",
    show_default=True,
    help=f"Cells per row: {', '.join(SIZES[:-1])} or {SIZES[-1]}.",
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    metavar="N",
    default=0,
    show_default=True,
    help="Random seed; the same seed gives the same puzzles on every machine.",
)
@click.option("--minimal", is_flag=True, help="Make every given necessary (sizes up to 16).")
@click.option("--givens", metavar="MIN-MAX", callback=_read_givens, help="Number of givens.")
@click.option(
    "--hard",
    is_flag=True,
    help="Swap givens to make the search longer; up to size 16 the puzzles are also minimal. Each may take minutes.",
)
@click.option(
    "--kind",
    type=click.Choice(PUZZLE_KINDS),
    metavar="KIND",
    default=PUZZLE_KINDS[0],
    show_default=True,
    help="One solution (unique), several (multiple) or none (unsolvable; no two givens clash).",
)
@add_cluster_options
@click.option(
    "--out", metavar="FILE", type=click.Path(path_type=Path), help="Write to this file instead of standard output."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per puzzle (JSON Lines).")
def generate(
    number: int,
    size: str,
    seed: int,
    minimal: bool,
    givens: tuple[int, int] | None,
    hard: bool,
    kind: str,
    cluster: str | None,
    cluster_timeout: float,
    out: Path | None,
    as_json: bool,
) -> ExitCode:
    """Generate puzzles, each with its checked solution.

    Prints one line per puzzle, `puzzle:count:solution`, below a comment with the command. A count of 2 means several
    solutions, of which one is printed. Without --givens, givens are removed as long as the solution is known to stay
    unique.
    """
    from ..core.shape import shape_of_side
    from ..generation.generate import PuzzleSpec
    from ..generation.generate import generate as generate_puzzles
    from ..running.place import ThisProcess, open_place

    shape = shape_of_side(int(size))
    fewest, most = givens or (0, None)
    _refuse_impossible(shape, givens, minimal=minimal)
    spec = PuzzleSpec(shape, kind, fewest, most, minimal, hard)
    command = f"--n {number} --size {size} --seed {seed}" + " --minimal" * minimal + " --hard" * hard
    command += f" --givens {fewest}-{most}" * bool(givens) + f" --kind {kind}" * (kind != PUZZLE_KINDS[0])
    with ExitStack() as stack:
        place = stack.enter_context(open_place(choose_cluster(cluster, cluster_timeout), ThisProcess()))
        file = sys.stdout
        if out:
            stack.enter_context(output_to("--out", out))
            file = stack.enter_context(out.open("w"))
        if not as_json:
            print(f"# sudoku-compare generate {command}", file=file, flush=True)
        for made in generate_puzzles(spec, seed, number, place):
            print(_format_json(made) if as_json else made.line(), file=file, flush=True)
    return ExitCode.OK


def _format_json(made: "GeneratedPuzzle") -> str:
    import json

    from ..generation.generated_puzzles import to_json

    return json.dumps(to_json(made))


def _refuse_impossible(shape: "Shape", givens: tuple[int, int] | None, *, minimal: bool) -> None:
    from ..generation.generate import LARGEST_SETTLED

    if givens and givens[1] > len(shape.cells):
        raise OptionError(f"--givens {givens[0]}-{givens[1]}: a {shape} puzzle has {len(shape.cells)} cells")
    if minimal and shape.side > LARGEST_SETTLED:
        raise OptionError(
            f"--minimal with --size {shape.side}: deciding whether a given is necessary may take days; "
            f"choose a size up to {LARGEST_SETTLED}, or use --givens"
        )
