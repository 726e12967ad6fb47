"""What a command imports: nothing that takes long to load and is not needed."""

import subprocess
import sys
from pathlib import Path

import pytest

from making import EASY

HEAVY = ("pandas", "numpy", "scipy", "pyarrow", "ortools.sat.python.cp_model", "pysat.formula", "dask", "starlette")
COMMANDS = [
    ["solve", EASY],
    ["solve", EASY, "--json"],
    ["solve", EASY, "--all"],
    ["uniqueness", EASY, "--lines"],
    ["explain", EASY, "--lines"],
    ["scan", "puzzles.txt"],
    ["generate", "--n", "1", "--size", "4", "--seed", "1"],
    ["export", EASY, "--format", "svg"],
    ["test", "1", "--seed", "1"],
    ["engines"],
]
SHOW = (
    "import sys; from sudoku_compare.__main__ import main\ntry: main()\nfinally: print(*sys.modules, file=sys.stderr)"
)


def list_modules(folder: Path, *words: str) -> set[str]:
    """Return the modules that a command has imported when it ends."""
    command = [sys.executable, "-c", SHOW, *words]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return set(done.stderr.split())


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: " ".join(word for word in words if word != EASY))
def test_a_command_for_9x9_puzzles_imports_nothing_heavy(tmp_path: Path, words: list[str]) -> None:
    (tmp_path / "puzzles.txt").write_text(f"{EASY}\n")
    modules = list_modules(tmp_path, *words)
    proves = words[0] == "uniqueness"  # PySAT's other solvers write proofs
    assert not modules.intersection(HEAVY) - ({"pysat.formula"} if proves else set())


def test_the_list_of_commands_imports_no_command(tmp_path: Path) -> None:
    ours = {name for name in list_modules(tmp_path, "--help") if name.startswith("sudoku_compare.")}
    assert not ours & {"sudoku_compare.cli.solve", "sudoku_compare.core.puzzle", "sudoku_compare.core.shape"}
