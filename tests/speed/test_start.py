"""How long the program takes to start, compared with what it cannot do without: `pytest -m bench`."""

import os
import shutil
import sys
from pathlib import Path
from statistics import median

import pytest

from making import EASY

pytestmark = pytest.mark.bench

ROUNDS = 11
PROGRAM = shutil.which("sudoku-compare", path=str(Path(sys.executable).parent)) or "sudoku-compare"
CASES = {
    "solve by three engines / import of cp_model": (
        [PROGRAM, "solve", EASY],
        [sys.executable, "-c", "from ortools.sat.python import cp_model"],
        0.4,
    ),
    "--help / import of click": ([PROGRAM, "--help"], [sys.executable, "-c", "import click"], 1.5),
}


@pytest.mark.parametrize("case", CASES)
def test_the_program_starts_quickly(case: str, tmp_path: Path) -> None:
    """Processor time, interleaved; the bytecode is written by a first run, as an installation does."""
    ours, reference, most = CASES[case]
    variables = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    variables["PYTHONPYCACHEPREFIX"] = str(tmp_path)
    pairs = [(measure_cpu(ours, variables), measure_cpu(reference, variables)) for _ in range(1 + ROUNDS)][1:]
    mine, theirs = (median(times) for times in zip(*pairs, strict=True))
    print(f"\n{case}: {mine * 1000:.0f} / {theirs * 1000:.0f} ms = {mine / theirs:.2f} (load {os.getloadavg()[0]:.1f})")
    assert mine / theirs <= most


def measure_cpu(command: list[str], variables: dict[str, str]) -> float:
    """Return the processor time of a command in seconds."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    actions = [(os.POSIX_SPAWN_DUP2, nowhere, 1), (os.POSIX_SPAWN_DUP2, nowhere, 2)]
    child = os.posix_spawn(command[0], command, variables, file_actions=actions)
    os.close(nowhere)
    _, status, usage = os.wait4(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0
    return usage.ru_utime + usage.ru_stime
