"""Verifies the certificate in a folder, trusting nothing in it.

The formula is rebuilt from the puzzle and compared with the one in the folder, the solution is checked by arithmetic,
and the proof is checked step by step. The name of the proof's file says whether its steps have hints.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from os.path import lexists
from pathlib import Path
from stat import S_ISREG
from typing import BinaryIO, NamedTuple

from ..core.errors import PuzzleError, SourceError
from ..core.puzzle import Grid, Puzzle, compact
from ..core.shape import Shape, shape_of_box
from .formula_file import read_formula
from .proof_check import DRUP, LRAT, SOLUTION, check_numbered_steps, check_proof, check_solution
from .proof_text import ClauseReader, HintReader, Malformed, Tick
from .puzzle_clauses import count_puzzle_variables
from .rejection import CertificateTooLarge, Rejected

__all__ = ["CertificateTooLarge", "Certified", "Rejected", "format_puzzle_file", "format_solution_file", "verify"]

PUZZLE, FORMULA = "puzzle.txt", "formula.cnf"
PROOFS = {"lrat": LRAT, "drup": DRUP}  # the name of each format, and of its file
FILES = PUZZLE, SOLUTION, FORMULA, *PROOFS.values()
EXPECTED = f"expected a certificate folder, which contains {PUZZLE}, {SOLUTION}, {FORMULA}, and {LRAT} or {DRUP}"
NO_SOLUTION = "none"  # content of solution.txt if the certificate proves that there is no solution
BOX = re.compile(r"# box ([0-9]{1,3})x([0-9]{1,3})")
LARGEST_TEXT = 100_000  # bytes of a puzzle or a solution


class Certified(NamedTuple):
    """What a valid certificate proves."""

    puzzle: Puzzle
    solution: Grid | None  # the only one; None if the puzzle has no solution
    clauses: int
    steps: int
    proof_format: str  # one of PROOFS


def verify(folder: Path, tick: Tick) -> Certified:
    """Return what the certificate in the folder proves.

    `tick` is called often and may raise an exception to stop. Raises Rejected if the certificate is invalid,
    CertificateTooLarge if it cannot be checked, and SourceError if a file cannot be read.
    """
    try:
        puzzle = _read_puzzle(folder / PUZZLE)
        solution = _read_solution(folder / SOLUTION, puzzle.shape)
        check_solution(puzzle, solution)  # first: the formula contains it
        proof_format = _find_proof_format(folder)
        with _open_file(folder / FORMULA) as formula, _open_file(folder / PROOFS[proof_format]) as proof:
            clauses = read_formula(FORMULA, formula, puzzle, solution, tick)
            count, variables = len(clauses), count_puzzle_variables(puzzle)
            if proof_format == "lrat":
                steps = HintReader(LRAT, proof, variables, tick).read_steps()
                checked = check_numbered_steps(clauses, count, variables, steps)
            else:
                lines = ClauseReader(DRUP, proof, variables, tick).read_clauses()
                checked = check_proof(puzzle, solution, lines, tick)
    except Malformed as error:
        raise Rejected(str(error)) from error
    return Certified(puzzle, solution, count, checked, proof_format)


def _find_proof_format(folder: Path) -> str:
    """Return the format of the proof in the folder: that of the file that exists, whatever kind of file it is."""
    found = [name for name, file in PROOFS.items() if lexists(folder / file)]
    if len(found) > 1:
        raise Rejected(f"expected one proof, found {' and '.join(PROOFS[name] for name in found)}")
    return found[0] if found else "lrat"  # opening it reports that it is missing


def _read_puzzle(path: Path) -> Puzzle:
    first, _, text = _read_text(path).partition("\n")
    box = BOX.fullmatch(first)
    if box is None:
        raise Malformed(f"{path.name}, line 1: expected the size of the boxes, such as '# box 3x3'")
    return _parse_puzzle(path, text, lambda: shape_of_box(int(box[1]), int(box[2])))


def _read_solution(path: Path, shape: Shape) -> Grid | None:
    text = _read_text(path).strip()
    if text == NO_SOLUTION:
        return None
    return _parse_puzzle(path, text, lambda: shape).givens


def _parse_puzzle(path: Path, text: str, shape: Callable[[], Shape]) -> Puzzle:
    try:
        return Puzzle.from_text(text, shape())
    except PuzzleError as error:
        raise Malformed(f"{path.name}: {error}") from error


def _read_text(path: Path) -> str:
    with _open_file(path) as stream:
        data = stream.read(LARGEST_TEXT + 1)
    if len(data) > LARGEST_TEXT:
        raise Malformed(f"{path.name}: more than {LARGEST_TEXT:,} bytes")
    return data.decode("utf-8", "replace")


@contextmanager
def _open_file(path: Path) -> Iterator[BinaryIO]:
    """Open a regular file, or raise SourceError. A pipe or a device might never end."""
    try:
        if not S_ISREG(path.stat().st_mode):
            raise SourceError(f"{path}: not a regular file; {EXPECTED}")
        with path.open("rb") as stream:
            yield stream
    except OSError as error:
        raise SourceError(f"{path}: {error.strerror}; {EXPECTED}") from error


def format_puzzle_file(puzzle: Puzzle) -> str:
    """Return the content of `puzzle.txt`."""
    return f"# box {puzzle.shape.box}\n{puzzle.text}\n"


def format_solution_file(solution: Grid | None, shape: Shape) -> str:
    """Return the content of `solution.txt`."""
    return (NO_SOLUTION if solution is None else compact(solution, shape)) + "\n"
