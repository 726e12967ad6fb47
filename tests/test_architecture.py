"""The house rules: who may import whom, and that everything is told."""

import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

from conftest import ROOT
from sudoku_compare.cli import COMMANDS, cli
from sudoku_compare.engines.models import MODEL_FORMATS
from sudoku_compare.engines.registry import DEFAULT
from sudoku_compare.formats.writers import COLLECTION_FORMATS
from sudoku_compare.generation.generate import KINDS
from sudoku_compare.studies import registry as study
from sudoku_compare.techniques import LEVELS


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


def _option(command: str, name: str) -> click.Option:
    found = cli.get_command(click.Context(cli), command)
    assert found
    return next(option for option in found.params if isinstance(option, click.Option) and option.name == name)


def test_the_help_of_explain_names_the_techniques_in_their_order() -> None:
    command = cli.get_command(click.Context(cli), "explain")
    assert command
    assert command.help
    told = re.search(r"Techniques, from easy to hard: ([^.]*)\.", command.help)
    assert told
    assert tuple(re.split(r",\s+", told[1])) == LEVELS


@pytest.mark.parametrize("name", ["solve", "bench", "classic", "test"])
def test_the_help_of_engine_names_those_that_are_asked_by_default(name: str) -> None:
    assert f"; {', '.join(DEFAULT)} where not given." in (_option(name, "engines").help or "")


def test_puzzles_can_be_asked_for_of_every_kind_there_is() -> None:
    kind = _option("generate", "kind").type
    assert isinstance(kind, click.Choice)
    assert tuple(kind.choices) == KINDS


def test_every_form_that_can_be_written_can_be_chosen_and_is_told() -> None:
    form, command = _option("export", "form").type, cli.get_command(click.Context(cli), "export")
    assert isinstance(form, click.Choice)
    assert tuple(form.choices) == (*MODEL_FORMATS, *COLLECTION_FORMATS)
    assert command
    assert all(re.search(rf"(^|\s){name}  ", command.help or "") for name in form.choices)


def test_every_module_that_asks_a_question_is_a_listed_study() -> None:
    folder = Path(study.__file__).parent
    asking = {file.stem for file in folder.glob("*.py") if re.search(r"^QUESTION = ", file.read_text(), re.MULTILINE)}
    assert asking == set(study.STUDIES)
    assert set(study.WITHOUT_PUZZLES) <= asking
