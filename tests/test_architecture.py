"""Rules for the whole package: who may import whom, what costs no start-up time, and which names agree."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import click
import pytest

from conftest import ROOT
from sudoku_compare.cli import COMMANDS, cli
from sudoku_compare.cli.export import FORMATS
from sudoku_compare.core import names
from sudoku_compare.engines.models import MODEL_FORMATS
from sudoku_compare.formats.detection import all_formats
from sudoku_compare.formats.writing.writers import WRITERS
from sudoku_compare.studies import registry as study
from sudoku_compare.techniques import LEVELS


def find_command(name: str) -> click.Command:
    command = cli.get_command(click.Context(cli), name)
    assert command
    return command


def test_every_package_is_installed() -> None:
    source = ROOT / "src"
    found = {".".join(path.parent.relative_to(source).parts) for path in source.rglob("__init__.py")}
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["packages"]
    assert set(listed) == found | {"sudoku_compare.data"}


def test_imports_point_down() -> None:
    lint = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run([lint], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_and_option_has_help_and_the_readme_names_the_command(name: str) -> None:
    command = find_command(name)
    assert command.help
    assert f"sudoku-compare {name}" in (ROOT / "README.md").read_text()
    assert all(option.help for option in command.params if isinstance(option, click.Option))


HEAVY = [
    "pysat",
    "ortools",
    "rich",
    "numpy",
    "pandas",
    "pyarrow",
    "scipy",
    "importlib.metadata",
    "difflib",
    "click.shell_completion",
    "jinja2",
    "zstandard",
]


@pytest.mark.parametrize("module", HEAVY)
def test_the_command_line_starts_without_heavy_modules(module: str) -> None:
    code = f"import sys, sudoku_compare.cli; sys.exit({module!r} in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


@pytest.mark.parametrize("package", ["engines", "techniques", "generation", "formats", "studies", "comparison"])
def test_the_command_line_starts_without_any_feature(package: str) -> None:
    code = f"import sys, sudoku_compare.cli; sys.exit('sudoku_compare.{package}' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_the_names_that_help_shows_are_those_of_the_features() -> None:
    assert names.TECHNIQUES == LEVELS
    assert tuple(MODEL_FORMATS) == names.MODEL_FORMATS
    assert tuple(WRITERS) == names.COLLECTION_FORMATS
    assert tuple(form.name for form in all_formats()) == names.READ_FORMATS
    assert sorted(FORMATS) == sorted({*MODEL_FORMATS, *WRITERS, *names.PICTURE_FORMATS, *names.PAGE_FORMATS})


def test_the_help_of_explain_names_the_techniques_in_their_order() -> None:
    text = " ".join((find_command("explain").help or "").split())
    assert ", ".join(names.TECHNIQUES) in text


def test_the_help_of_export_describes_every_format() -> None:
    text = find_command("export").help or ""
    assert all(re.search(rf"(^|\s){name}(  |,|\n|$)", text) for name in FORMATS)


def test_every_module_with_a_question_is_a_registered_study() -> None:
    folder = Path(study.__file__).parent
    asking = {file.stem for file in folder.glob("*.py") if re.search(r"^QUESTION = ", file.read_text(), re.MULTILINE)}
    assert asking == set(study.STUDIES)
    assert set(study.WITHOUT_PUZZLES) <= asking
