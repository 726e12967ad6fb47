"""The example solvers of docs/examples, ready to run."""

import shutil
import subprocess
from pathlib import Path

import pytest

from conftest import ROOT

EXAMPLES = ROOT / "docs" / "examples"


def copy_examples(folder: Path) -> Path:
    """Copy the examples to a folder, compile the solver in C as the document says, and return the folder."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        pytest.skip("there is no C compiler for docs/examples/solver.c")
    shutil.copytree(EXAMPLES, folder, dirs_exist_ok=True)
    warnings = ["-Wall", "-Wextra", "-Werror"]
    subprocess.run([compiler, "-O2", *warnings, "-o", "mysolver", "solver.c"], cwd=folder, check=True)
    return folder
