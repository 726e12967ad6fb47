"""The house rules: who may import whom, and that everything is told."""

import subprocess
import sys
from pathlib import Path

import click
import pytest

from conftest import ROOT
from sudoku_compare.cli import COMMANDS, cli


def test_imports_point_one_way() -> None:
    lint = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run([lint], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_and_option_has_help_and_the_command_stands_in_the_readme(name: str) -> None:
    command = cli.get_command(click.Context(cli), name)
    assert command
    assert command.help
    assert f"sudoku-compare {name}" in (ROOT / "README.md").read_text()
    assert all(option.help for option in command.params if isinstance(option, click.Option))


@pytest.mark.parametrize("module", ["pysat", "ortools", "rich", "numpy", "importlib.metadata", "difflib"])
def test_help_needs_nothing_heavy(module: str) -> None:
    code = f"import sys, sudoku_compare.cli; sys.exit({module!r} in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_the_library_offers_what_it_names() -> None:
    import sudoku_compare

    for name in sudoku_compare.__all__:
        assert getattr(sudoku_compare, name)
    with pytest.raises(AttributeError):
        sudoku_compare.nothing  # noqa: B018
