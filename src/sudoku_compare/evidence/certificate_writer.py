"""Writes a certificate as a folder that `sudoku-compare verify`, or any checker of LRAT or DRUP proofs, can check."""

from pathlib import Path

from ..checking.certificate_folder import (
    FILES,
    FORMULA,
    PROOFS,
    PUZZLE,
    format_puzzle_file,
    format_solution_file,
)
from ..checking.proof_check import SOLUTION
from ..core.errors import OutputError
from ..core.puzzle import Puzzle
from ..engines.sat.dimacs import dimacs_lines
from .result import Certificate, ProofFormat

README = "README.txt"


def write_certificate(folder: Path, puzzle: Puzzle, certificate: Certificate) -> None:
    """Write the certificate to the folder, and replace an earlier one. Raises OutputError."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name in PROOFS.values():
            (folder / name).unlink(missing_ok=True)  # of an earlier certificate, perhaps in the other format
        (folder / PUZZLE).write_text(format_puzzle_file(puzzle))
        (folder / SOLUTION).write_text(format_solution_file(certificate.claim, puzzle.shape))
        (folder / README).write_text(_format_readme(certificate))
        with (folder / FORMULA).open("w") as file:
            file.writelines(dimacs_lines(puzzle, certificate.claim))
        with (folder / PROOFS[certificate.proof_format]).open("w") as file:
            file.writelines(f"{line}\n" for line in certificate.proof)
    except OSError as error:
        raise _output_error(error, folder) from error


def remove_certificate(folder: Path) -> None:
    """Remove an earlier certificate, so that nobody mistakes it for that of another puzzle. Raises OutputError."""
    for name in (*FILES, README):
        try:
            (folder / name).unlink(missing_ok=True)
        except OSError as error:
            raise _output_error(error, folder / name) from error


def _output_error(error: OSError, path: Path) -> OutputError:
    return OutputError(f"certificate: expected a writable folder, found {error.filename or path}: {error.strerror}")


def _format_readme(certificate: Certificate) -> str:
    if certificate.claim is None:
        claim, content = "has no solution", "the rules and the givens"
    else:
        claim, content = f"has only the solution in {SOLUTION}", "the rules, the givens and `not this solution`"
    proof, has_hints = PROOFS[certificate.proof_format], certificate.proof_format is ProofFormat.LRAT
    name, checker = ("LRAT, with hints", "lrat-check") if has_hints else ("DRUP", "drat-trim")
    return f"""A certificate that the puzzle in {PUZZLE} {claim}.

{PUZZLE}     the puzzle, one symbol per cell in reading order
{SOLUTION}   its solution, or the word none
{FORMULA}    {content}, as clauses (DIMACS); comments explain the variables
{proof}     a proof ({name}) by {certificate.prover} that the clauses cannot all be true

To check the proof with an independent program:

    {checker} {FORMULA} {proof}

It prints `{"c VERIFIED" if has_hints else "s VERIFIED"}`. ({checker}: https://github.com/marijnheule/drat-trim)
To check the proof, and that the formula is that of the puzzle:

    sudoku-compare verify FOLDER
"""
