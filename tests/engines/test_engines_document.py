"""The examples in docs/engines.md run."""

import doctest
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

from conftest import ROOT
from making import EASY, NONE, TWO
from sudoku_compare import Ending, Engine, Limits, Puzzle
from sudoku_compare.checking.solution import find_fault
from sudoku_compare.engines.options import configure_engine, list_options
from sudoku_compare.engines.protocol import find_method
from sudoku_compare.engines.registry import BUILT_IN, load_engine_class

DOCUMENT = ROOT / "docs" / "engines.md"
CASES = [(EASY, 1), (TWO, 2), (NONE, 0), ("1" + "." * 15, 72), ("11" + "." * 14, 0)]  # puzzle, number of solutions


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> type[Engine]:
    """The class of the example, from the document."""
    [code] = [
        block for block in re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(), re.DOTALL) if "@data" in block
    ]
    module = ModuleType("patient")
    monkeypatch.setitem(sys.modules, "patient", module)
    exec(compile(code, "patient.py", "exec"), module.__dict__)
    engine: type[Engine] = module.Patient
    return engine


@pytest.mark.parametrize("settings", ["", "order=down"])
@pytest.mark.parametrize(("text", "solutions"), CASES)
def test_the_example_searches(patient: type[Engine], settings: str, text: str, solutions: int) -> None:
    puzzle = Puzzle.from_text(text)
    answer = configure_engine(patient, settings).search(puzzle, Limits(100, seconds=60))
    assert (len(set(answer.solutions)), answer.ending) == (solutions, Ending.EXHAUSTED)
    assert not any(find_fault(puzzle, solution) for solution in answer.solutions)
    assert set(answer.counts) == set(patient.counted)


def test_the_example_keeps_the_limits(patient: type[Engine]) -> None:
    empty = Puzzle.from_text("." * 81)
    assert patient().search(empty, Limits(2)).ending is Ending.ENOUGH
    assert patient().search(Puzzle.from_text(NONE), Limits(2, seconds=1e-9)).ending is Ending.TIMED_OUT
    assert [option.name for option in list_options(patient)] == ["order"]


def test_the_transcript_of_the_document_is_correct() -> None:
    assert doctest.testfile(str(DOCUMENT), module_relative=False).failed == 0


def test_the_document_describes_every_built_in_engine_and_its_method() -> None:
    text = Path(DOCUMENT).read_text()
    for name in BUILT_IN:
        assert f"**`{name}`**" in text
        assert f"| `{name}` | {find_method(load_engine_class(name))} |" in text
