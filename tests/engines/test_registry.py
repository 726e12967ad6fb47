"""Engines by name, their options, their descriptions, and what makes two of them one witness."""

import dataclasses
import re
from dataclasses import dataclass
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import ClassVar

import pytest

from making import EASY
from sudoku_compare import Answer, Ending, Limits, Puzzle
from sudoku_compare.comparison.compare import compare
from sudoku_compare.core.entry import Entry
from sudoku_compare.core.errors import OptionError
from sudoku_compare.engines import registry
from sudoku_compare.engines.catalog import describe_engines
from sudoku_compare.engines.options import format_engine, option
from sudoku_compare.engines.protocol import Engine, find_method
from sudoku_compare.engines.registry import BUILT_IN, load_engine, load_engine_class
from sudoku_compare.engines.sat.engine import Sat


@dataclass(frozen=True)
class Slow:
    """Never finds anything.

    And says so at length.
    """

    name: ClassVar = "slow"
    package: ClassVar = None
    distribution: ClassVar = None
    counted: ClassVar = {}
    stoppable: ClassVar = True

    seed: int = option(0, "random seed")

    def search(self, puzzle: Puzzle, limits: Limits) -> Answer:
        return Answer((), Ending.TIMED_OUT)


@dataclass(frozen=True)
class OtherSat(Sat):
    """Solves the formula of `sat` too, under another name."""

    name: ClassVar = "other"


def compare_engines(*engines: Engine) -> str:
    return compare(Entry("", Puzzle.from_text(EASY)), {format_engine(e): e for e in engines}, Limits(2)).verdict


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("redctio", "unknown engine 'redctio'; did you mean reductio?"),
        ("sat:solvr=x", "engine sat: unknown option 'solvr'; did you mean solver?"),
        ("sat:solver", "engine sat: option 'solver' needs a value, as in solver=minisat22"),
        ("sat:encoding=minimum", "engine sat: encoding=minimum: did you mean minimal?"),
        ("sat:reduced=1", "engine sat: reduced=1: expected true or false"),
        ("cpsat:workers=-1", "engine cpsat: workers=-1: expected a whole number of at most 9 digits"),
        ("cpsat:seed=1234567890", "engine cpsat: seed=1234567890: expected a whole number of at most 9 digits"),
    ],
)
def test_a_configuration_that_cannot_be_read_is_refused_with_a_reason(text: str, message: str) -> None:
    with pytest.raises(OptionError) as error:
        load_engine(text)
    assert str(error.value) == message


def test_a_configuration_is_text_without_what_is_the_default() -> None:
    assert format_engine(load_engine("sat:encoding=extended,solver=glucose4")) == "sat:solver=glucose4"
    assert format_engine(load_engine("sat")) == "sat"


def test_every_built_in_engine_declares_a_method_of_its_own() -> None:
    """They share no code, as the import contract "Engines do not import each other" checks."""
    methods = [vars(load_engine_class(name))["method"] for name in BUILT_IN]
    assert len(set(methods)) == len(BUILT_IN)


def test_the_method_of_an_engine_that_declares_none_is_its_name() -> None:
    assert find_method(Slow()) == find_method(Slow) == "slow"


def test_another_engine_on_the_formula_of_sat_is_not_a_second_witness() -> None:
    sat, other, cpsat, late = load_engine("sat"), OtherSat(), load_engine("cpsat"), Slow()
    assert compare_engines(sat, other, late) == "unknown"
    assert compare_engines(sat, load_engine("sat:solver=glucose4"), late) == "unknown"
    assert compare_engines(sat, cpsat, late) == "unique"
    assert compare_engines(sat, other) == "unique"  # no independent engine was asked


def test_the_catalog_describes_every_built_in_engine() -> None:
    described = {description.name: description for description in describe_engines()}
    assert list(described)[: len(BUILT_IN)] == list(BUILT_IN)
    for name, description in described.items():
        assert description.about, name
        assert all(text for text in description.counts.values()), name
        assert all(known.help for known in description.options), name
        assert description.as_json()["method"] == description.method
    text = described["sat"].as_text()
    assert text.startswith("sat  (method: cnf; uses python-sat ")
    assert "\n  option encoding=extended: " in text
    assert "[minimal, efficient, extended]\n" in text
    assert "\n  count  conflicts: " in text


def test_the_catalog_says_how_to_install_what_is_missing() -> None:
    [sat] = [description for description in describe_engines() if description.name == "sat"]
    missing = dataclasses.replace(sat, installed=False, version=None)
    assert "not installed: pip install python-sat" in missing.as_text()


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("absent_module:Engine", "ModuleNotFoundError: No module named 'absent_module'"),
        ("leaving_plug_in:Engine", "SystemExit: 0"),
        ("math:Engine", "has no attribute 'Engine'"),
        ("math:sqrt", "expected a frozen dataclass"),
    ],
)
def test_a_plug_in_that_cannot_be_loaded_is_an_error_in_one_line_and_does_not_hide_the_others(
    value: str, reason: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "leaving_plug_in.py").write_text("raise SystemExit(0)")
    monkeypatch.syspath_prepend(tmp_path)
    point = EntryPoint("broken", value, registry.GROUP)
    monkeypatch.setattr(registry, "_find_plug_ins", lambda: {"broken": point})
    with pytest.raises(OptionError, match=re.escape(reason)):
        load_engine("broken")
    described = {engine.name: engine for engine in describe_engines()}
    assert list(described) == [*BUILT_IN, "broken"]
    assert reason in described["broken"].about
    assert not described["broken"].installed
