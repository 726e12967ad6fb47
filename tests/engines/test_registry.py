"""Engines by name, their options, their descriptions, and what makes two of them one witness."""

import re
import sys
from dataclasses import dataclass
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import ClassVar

import pytest

from making import EASY
from sudoku_compare import Answer, Ending, Limits, Puzzle
from sudoku_compare.benchmark.measurement.calibration import Calibration
from sudoku_compare.cli.engine_list import format_engine_entry
from sudoku_compare.comparison.compare import compare
from sudoku_compare.core.entry import Entry
from sudoku_compare.core.errors import OptionError
from sudoku_compare.core.names import BUILT_IN_ENGINES
from sudoku_compare.engines import plug_ins
from sudoku_compare.engines.catalog import describe_engines
from sudoku_compare.engines.kernel import Kernel
from sudoku_compare.engines.options import format_engine, option
from sudoku_compare.engines.protocol import Engine, Origin, enforces_limits, find_method, find_origin, is_complete
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


def test_the_names_that_no_program_may_have_are_those_of_the_built_in_engines() -> None:
    assert tuple(BUILT_IN) == BUILT_IN_ENGINES


def test_every_built_in_engine_but_tabu_declares_a_method_of_its_own() -> None:
    """They share no code, as the import contract "Engines do not import each other" checks, but the singles of tabu."""
    methods = {name: vars(load_engine_class(name))["method"] for name in BUILT_IN}
    assert methods.pop("tabu") == "kernel"
    assert len(set(methods.values())) == len(methods)


def test_the_method_of_an_engine_that_declares_none_is_its_name() -> None:
    assert find_method(Slow()) == find_method(Slow) == "slow"


def test_another_engine_on_the_formula_of_sat_is_not_a_second_witness() -> None:
    sat, other, cpsat, late = load_engine("sat"), OtherSat(), load_engine("cpsat"), Slow()
    assert compare_engines(sat, other, late) == "unknown"
    assert compare_engines(sat, load_engine("sat:solver=glucose4"), late) == "unknown"
    assert compare_engines(sat, cpsat, late) == "unique"
    assert compare_engines(sat, other) == "unique"  # no independent engine was asked


def test_only_an_engine_of_this_program_is_built_in() -> None:
    assert {find_origin(load_engine(name)) for name in BUILT_IN} == {Origin.BUILT_IN}
    assert find_origin(OtherSat()) is Origin.OBJECT
    assert find_origin(Calibration()) is Origin.INTERNAL
    assert [enforces_limits(engine) for engine in (Kernel(), OtherSat(), Calibration())] == [False, False, True]


def test_the_catalog_describes_every_built_in_engine() -> None:
    described = {description.name: description for description in describe_engines()}
    assert list(described)[: len(BUILT_IN)] == list(BUILT_IN)
    for name, description in described.items():
        assert description.problem is None, name
        assert (description.kind == "built-in") == (name in BUILT_IN)
        assert description.about, name
        assert all(text for text in description.counts.values()), name
        assert all(known.help for known in description.options), name
        assert description.as_json()["method"] == description.method


PLUG_IN = """
from dataclasses import dataclass
from typing import ClassVar
from sudoku_compare import Engine, load_engine
from sudoku_compare.engines.options import option

@dataclass(frozen=True)
class Deep(Engine):
    \"\"\"Searches deeply.

    And more.
    \"\"\"

    name: ClassVar = "called otherwise"
    method: ClassVar = "cnf"
    complete: ClassVar = False
    package: ClassVar = "absent_parent.child"
    distribution: ClassVar = "python-absent"
    counted: ClassVar = {"tries": "values tried"}

    depth: int = option(3, "how deep")
    order: str = option("up", "which way", ["up", "down"])
    careful: bool = option(False, "whether to look twice")

    def search(self, puzzle, limits):
        return load_engine("backtrack").search(puzzle, limits)
"""


def register(values: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Have other packages register these engines, by name."""
    points = {name: EntryPoint(name, value, plug_ins.GROUP) for name, value in values.items()}
    monkeypatch.setattr(plug_ins, "_find_entry_points", lambda: points)


@pytest.mark.usefixtures("new_plug_ins")
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
    (tmp_path / "deep_plug_in.py").write_text(PLUG_IN)
    monkeypatch.syspath_prepend(tmp_path)
    register({"broken": value, "deep": "deep_plug_in:Deep"}, monkeypatch)
    with pytest.raises(OptionError, match=re.escape(reason)):
        load_engine("broken")
    described = {engine.name: engine for engine in describe_engines()}
    assert list(described)[: len(BUILT_IN)] == list(BUILT_IN)
    assert list(described)[-2:] == ["broken", "deep"]
    assert described["deep"].problem is None
    broken = described["broken"]
    assert (broken.method, broken.kind, broken.installed) == (None, None, False)
    assert reason in str(broken.problem)
    assert format_engine_entry(broken, 200)[0] == "broken  (cannot be loaded)"
    assert reason in format_engine_entry(broken, 200)[1]
    assert broken.as_json()["problem"] == broken.problem


@pytest.mark.usefixtures("new_plug_ins")
def test_a_plug_in_stands_for_the_class_of_the_other_package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """It has the name under which it is registered, and its module is not imported here."""
    (tmp_path / "deep_plug_in.py").write_text(PLUG_IN)
    monkeypatch.syspath_prepend(tmp_path)
    register({"deep": "deep_plug_in:Deep"}, monkeypatch)
    engine = load_engine("deep:order=down,careful=true")
    assert format_engine(engine) == "deep:order=down,careful=true"
    assert "deep_plug_in" not in sys.modules
    assert (find_method(engine), is_complete(engine), engine.counted) == ("cnf", False, {"tries": "values tried"})
    assert engine.search(Puzzle.from_text(EASY), Limits(2)).ending is Ending.EXHAUSTED
    [deep] = [description for description in describe_engines() if description.name == "deep"]
    assert format_engine_entry(deep, 80) == [
        "deep  (plug-in; method: cnf; not installed: pip install python-absent)",
        "  Searches deeply.",
        "  option depth=3: how deep",
        "  option order=up: which way [up, down]",
        "  option careful=false: whether to look twice [true, false]",
        "  count  tries: values tried",
    ]
    with pytest.raises(OptionError, match="engine deep: order=sideways: expected one of up, down"):
        load_engine("deep:order=sideways")
