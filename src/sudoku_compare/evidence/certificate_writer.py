"""Writes a certificate as a folder that `verify`, or a proof checker made for SAT, can check."""

from pathlib import Path

from ..checking.certificate_folder import FORMULA, PROOF, PUZZLE, SOLUTION, text_of_puzzle, text_of_solution
from ..core.errors import OutputError
from ..core.puzzle import Puzzle
from ..engines.sat.dimacs import dimacs_lines
from .findings import Certificate

README = "README.txt"


def write_certificate(folder: Path, puzzle: Puzzle, certificate: Certificate) -> None:
    """Write it, in place of one that was there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / PUZZLE).write_text(text_of_puzzle(puzzle))
        (folder / SOLUTION).write_text(text_of_solution(certificate.claim, puzzle.shape))
        (folder / README).write_text(_readme(certificate))
        with (folder / FORMULA).open("w") as file:
            file.writelines(dimacs_lines(puzzle, certificate.claim))
        with (folder / PROOF).open("w") as file:
            file.writelines(f"{line}\n" for line in certificate.proof)
    except OSError as error:
        where = error.filename or folder
        raise OutputError(f"{where}: {error.strerror}; --certificate takes a folder to write to") from error


def remove_certificate(folder: Path) -> None:
    """One that was there does not stay to be taken for that of another puzzle."""
    for name in (PUZZLE, SOLUTION, FORMULA, PROOF, README):
        try:
            (folder / name).unlink(missing_ok=True)
        except OSError as error:
            raise OutputError(f"{folder / name}: {error.strerror}; --certificate takes a folder to write to") from error


def _readme(certificate: Certificate) -> str:
    if certificate.claim is None:
        claim, says = "has no solution", "the rules and the givens"
    else:
        claim, says = "has no solution but the one in solution.txt", "the rules, the givens, and `not this solution`"
    return f"""A certificate that the puzzle in {PUZZLE} {claim}.

{PUZZLE}     the puzzle, one symbol a cell in reading order
{SOLUTION}   its solution, or the word none
{FORMULA}    {says}, as clauses (DIMACS); comments tell the variables
{PROOF}     why no values satisfy them all, step by step (DRUP), by {certificate.prover}

To check the proof with a program that has nothing to do with the one that wrote it:

    drat-trim {FORMULA} {PROOF}

It ends with `s VERIFIED`. (drat-trim: https://github.com/marijnheule/drat-trim)
That the formula is the puzzle's can be seen from its comments, and is checked together with the rest by

    sudoku-compare verify FOLDER
"""
