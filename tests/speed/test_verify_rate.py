"""How much faster proofs are verified with hints than without: `pytest -m bench`."""

import os
from pathlib import Path
from statistics import median
from time import process_time

import pytest

from making import load_shipped
from sudoku_compare import Limits, Puzzle
from sudoku_compare.checking.certificate_folder import PROOFS, verify
from sudoku_compare.core.answer import Stopwatch
from sudoku_compare.engines.reductio.engine import Reductio
from sudoku_compare.evidence.certificate import DEFAULT_PROVER, PROVERS, certify
from sudoku_compare.evidence.certificate_writer import write_certificate
from sudoku_compare.evidence.result import ProofFormat

pytestmark = pytest.mark.bench

PUZZLES = 60
ROUNDS = 7


@pytest.mark.parametrize(("name", "least"), [("hard", 6.5), ("extreme", 6)])
def test_hints_make_verifying_several_times_as_fast(name: str, least: float, tmp_path: Path) -> None:
    """Processor time for the same trimmed proofs, interleaved; a first round fills the caches."""
    puzzles = [puzzle for puzzle in load_shipped(name) if puzzle.shape.side == 9][:PUZZLES]
    folders = {proof_format: write_all(puzzles, tmp_path / proof_format) for proof_format in PROOFS}
    rounds = [{form: measure(found) for form, found in folders.items()} for _ in range(1 + ROUNDS)][1:]
    ratio = median(times["drup"] / times["lrat"] for times in rounds)
    times = {form: median(one[form] for one in rounds) * 1000 / len(puzzles) for form in PROOFS}
    shown = " / ".join(f"{times[form]:.2f} ms ({form})" for form in ("drup", "lrat"))
    print(f"\n{name}: {shown} per certificate = {ratio:.1f} (load {os.getloadavg()[0]:.1f})")
    assert ratio >= least


def write_all(puzzles: list[Puzzle], folder: Path) -> list[Path]:
    """Write a certificate per puzzle, in the format after which the folder is named, and return their folders."""
    folders = []
    for number, puzzle in enumerate(puzzles):
        [solution] = Reductio().search(puzzle, Limits(2)).solutions
        proof = certify(puzzle, solution, PROVERS[DEFAULT_PROVER], Stopwatch(Limits()), ProofFormat(folder.name))
        folders.append(folder / str(number))
        write_certificate(folders[-1], puzzle, proof)
    return folders


def measure(folders: list[Path]) -> float:
    """Return the processor time of verifying all certificates, in seconds."""
    start = process_time()
    for folder in folders:
        verify(folder, Stopwatch(Limits(seconds=600)).tick)
    return process_time() - start
