"""`sudoku-compare verify DIR`."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from ..core.text import make_printable
from .choices import timeout_option
from .exit_codes import ExitCode, combine_codes
from .messages import complain

if TYPE_CHECKING:
    from ..checking.certificate_folder import Certified

CERTIFICATE_NAME = re.compile(r"(^|-)line-\d")  # of the folders that `uniqueness` writes for several puzzles
VERIFY_CODES = """\b
Exit codes:
  0    every certificate holds
  1    a certificate was rejected; the reason is printed
  2    a file is missing or cannot be read
  5    time ran out, or a certificate is too large to check
  130  interrupted
Several certificates: the first of 1, 2, 5, 0 that applies."""


class Outcome(NamedTuple):
    """The result for one folder."""

    code: ExitCode
    word: str  # holds, rejected, unknown or unreadable
    reason: str = ""
    certified: "Certified | None" = None


@click.command(epilog=VERIFY_CODES)
@click.argument("folders", metavar="DIR...", nargs=-1, required=True, type=click.Path(path_type=Path))
@timeout_option(600, "Time limit per certificate; inf for no limit.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per certificate (JSON Lines).")
def verify(folders: tuple[Path, ...], timeout: float, as_json: bool) -> ExitCode:
    """Check certificates written by `uniqueness --certificate DIR`.

    Nothing in the folder is trusted: the formula is rebuilt from the puzzle and compared, the solution is checked by
    arithmetic, and the proof is checked step by step. No SAT solver and no encoder is involved. The proof can be
    proof.lrat, with hints, or proof.drup, without. DIR can also be a folder that contains such folders.
    """
    codes = []
    for folder in (found for given in folders for found in _find_certificates(given)):
        outcome = _verify(folder, timeout)
        _print_json(folder, outcome) if as_json else _print(folder, outcome)
        codes.append(outcome.code)
    return combine_codes(codes)


def _find_certificates(folder: Path) -> Iterator[Path]:
    """Yield the folder itself, and all folders in it that are or should be certificates."""
    try:
        inner = sorted(path for path in folder.iterdir() if CERTIFICATE_NAME.search(path.name) or _has_any_file(path))
    except OSError:
        inner = []  # checking the folder itself reports the error
    if _has_any_file(folder) or not inner:
        yield folder
    yield from inner


def _has_any_file(folder: Path) -> bool:
    """Return whether this is a folder that contains any file of a certificate, readable or not."""
    from ..checking.certificate_folder import FILES

    try:
        return not {path.name for path in folder.iterdir()}.isdisjoint(FILES)
    except OSError:
        return False


def _verify(folder: Path, timeout: float) -> Outcome:
    from ..checking.certificate_folder import verify
    from ..checking.rejection import CertificateTooLarge, Rejected
    from ..core.answer import Limits, OutOfTime, Stopwatch
    from ..core.errors import UserError

    try:
        return Outcome(ExitCode.OK, "holds", certified=verify(folder, Stopwatch(Limits(seconds=timeout)).tick))
    except Rejected as error:
        return Outcome(ExitCode.OBJECTION, "rejected", str(error))
    except OutOfTime:
        return Outcome(ExitCode.UNKNOWN, "unknown", f"time ran out after {timeout:g} s; try a longer --timeout")
    except CertificateTooLarge as error:
        return Outcome(ExitCode.UNKNOWN, "unknown", f"too large: {error}")
    except MemoryError:
        return Outcome(ExitCode.UNKNOWN, "unknown", "out of memory")
    except UserError as error:
        return Outcome(ExitCode.ERROR, "unreadable", str(error))


def _print(folder: Path, outcome: Outcome) -> None:
    name = make_printable(str(folder))
    if outcome.certified:
        click.echo(f"{name}  holds: {_format(outcome.certified)}")
    elif outcome.word == "unreadable":
        complain(outcome.reason)
    else:
        click.echo(f"{name}  {outcome.word}: {make_printable(outcome.reason)}")


def _format(certified: "Certified") -> str:
    from ..core.puzzle import compact
    from ..display.numbers import format_count

    puzzle, solution = certified.puzzle, certified.solution
    what = "no solution" if solution is None else f"one solution, {compact(solution, puzzle.shape)}"
    checked = f"checked {format_count(certified.steps, 'step')} and {format_count(certified.clauses, 'clause')}"
    # The boxes are part of what is proven: with other boxes, it would be a different puzzle.
    return f"{puzzle.text} ({puzzle.shape}, boxes {puzzle.shape.box}) has {what}; {checked}"


def _print_json(folder: Path, outcome: Outcome) -> None:
    import json

    facts = {"certificate": str(folder), "result": outcome.word, "reason": outcome.reason}
    click.echo(json.dumps(facts | _to_json(outcome.certified)))


def _to_json(certified: "Certified | None") -> dict[str, Any]:
    from ..core.puzzle import compact

    if certified is None:
        return dict.fromkeys(("givens", "box", "verdict", "solution", "proof_format", "steps", "clauses"))
    puzzle, solution = certified.puzzle, certified.solution
    return {
        "givens": puzzle.text,
        "box": puzzle.shape.box,
        "verdict": "unsolvable" if solution is None else "unique",
        "solution": None if solution is None else compact(solution, puzzle.shape),
        "proof_format": certified.proof_format,
        "steps": certified.steps,
        "clauses": certified.clauses,
    }
