"""The environment of a run."""

import platform
from importlib.metadata import version
from pathlib import Path

import pytest

from sudoku_compare.benchmark.measurement import environment
from sudoku_compare.benchmark.measurement.environment import describe_environment
from sudoku_compare.comparison.compare import engines_by_text


def test_the_environment_names_python_and_the_packages_of_the_engines() -> None:
    found = describe_environment(engines_by_text(["reductio", "sat"]).values())
    assert found.python == platform.python_version()
    assert found.packages == {"python-sat": version("python-sat")}
    assert found.version == version("sudoku-compare")
    assert found.cpu


def test_an_engine_without_a_package_adds_none() -> None:
    assert describe_environment(engines_by_text(["reductio"]).values()).packages == {}


def test_a_copy_outside_of_its_repository_has_no_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environment, "__file__", str(tmp_path / "environment.py"))
    assert describe_environment([]).commit is None
