"""`sudoku-compare verify DIR`."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .choices import timeout_option
from .exit_codes import ExitCode, combine_codes
from .messages import complain

if TYPE_CHECKING:
    from ..checking.certificate_folder import Certified
    from ..core.puzzle import Puzzle

VERIFY_CODES = """\b
Exit codes:
  0    every certificate holds
  1    one was rejected; the reason is told
  2    a file is missing or cannot be read
  5    time ran out, or it is too large to check
  130  interrupted
For many folders the first that applies of 1, 2, 5, 0."""


@click.command(epilog=VERIFY_CODES)
@click.argument("folders", metavar="DIR...", nargs=-1, required=True, type=click.Path(path_type=Path))
@timeout_option(600, "For each certificate; inf for no limit.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line and certificate.")
def verify(folders: tuple[Path, ...], timeout: float, as_json: bool) -> ExitCode:
    """Check what `uniqueness --certificate DIR` wrote, believing nothing in it.

    The formula is rebuilt from the puzzle and compared, the solution checked by arithmetic, the proof followed step by
    step. Neither a SAT solver nor the encoder has a part in that. DIR may also hold several such folders.
    """
    codes = {_verify_one(folder, timeout, as_json=as_json) for given in folders for folder in _certificates(given)}
    return combine_codes(codes)


def _certificates(folder: Path) -> Iterator[Path]:
    """The folder itself, and those in it that are or should be certificates."""
    try:
        inner = sorted(path for path in folder.iterdir() if path.name.startswith("line-") or _has_any(path))
    except OSError:
        inner = []  # `verify` says what is wrong with it
    if _has_any(folder) or not inner:
        yield folder
    yield from inner


def _has_any(folder: Path) -> bool:
    """Whether there is any part of a certificate in it, be it readable or not."""
    from ..checking.certificate_folder import FORMULA, PROOF, PUZZLE, SOLUTION

    try:
        return any(
            (folder / name).is_symlink() or (folder / name).exists() for name in (PUZZLE, SOLUTION, FORMULA, PROOF)
        )
    except OSError:
        return False


def _shown(folder: Path) -> str:
    """Its name, in one line whatever stands in it."""
    return "".join(letter if letter.isprintable() else "?" for letter in str(folder))


def _verify_one(folder: Path, timeout: float, *, as_json: bool) -> ExitCode:
    from ..checking.certificate_folder import OutOfReach, Rejected, verify
    from ..core.answer import Limits, OutOfTime, Stopwatch
    from ..core.errors import UserError

    outcome: Certified | None = None
    try:
        outcome = verify(folder, Stopwatch(Limits(seconds=timeout)).tick)
        code, word, reason = ExitCode.OK, "holds", ""
    except Rejected as error:
        code, word, reason = ExitCode.OBJECTION, "rejected", str(error)
    except OutOfTime:
        code, word, reason = (
            ExitCode.UNKNOWN,
            "unknown",
            f"time ran out after {timeout:g} s; a longer --timeout may help",
        )
    except OutOfReach as error:
        code, word, reason = ExitCode.UNKNOWN, "unknown", f"too large: {error}"
    except MemoryError:
        code, word, reason = ExitCode.UNKNOWN, "unknown", "out of memory"
    except UserError as error:
        code, word, reason = ExitCode.ERROR, "unreadable", str(error)
    if as_json:
        _print_json(folder, word, reason, outcome)
    elif outcome:
        _print(folder, outcome)
    elif word == "unreadable":
        complain(reason)
    else:
        click.echo(f"{_shown(folder)}  {word}: {reason}")
    return code


def _print(folder: Path, outcome: "Certified") -> None:
    from ..core.puzzle import compact

    puzzle, solution = outcome.puzzle, outcome.solution
    steps = "1 step" if outcome.steps == 1 else f"{outcome.steps:,} steps"
    what = "no solution" if solution is None else f"one solution, {compact(solution, puzzle.shape)}"
    checked = f"{steps} followed, {outcome.clauses:,} clauses compared"
    click.echo(f"{_shown(folder)}  holds: {puzzle.text} ({_boxes(puzzle)}) has {what}; {checked}")


def _boxes(puzzle: "Puzzle") -> str:
    """Part of what was proven: with other boxes it would be another puzzle."""
    return f"{puzzle.shape}, boxes {puzzle.shape.box}"


def _print_json(folder: Path, word: str, reason: str, outcome: "Certified | None") -> None:
    import json

    from ..core.puzzle import compact

    solution = outcome and outcome.solution
    facts = {
        "certificate": str(folder),
        "result": word,
        "reason": reason,
        "givens": outcome and outcome.puzzle.text,
        "box": outcome and outcome.puzzle.shape.box,
        "verdict": outcome and ("unique" if solution else "unsolvable"),
        "solution": outcome and solution and compact(solution, outcome.puzzle.shape),
        "steps": outcome and outcome.steps,
        "clauses": outcome and outcome.clauses,
    }
    click.echo(json.dumps(facts))
