"""The list of engines as text."""

from dataclasses import replace

import pytest

from conftest import Run
from sudoku_compare.cli.engine_list import format_catalog, format_engine_entry
from sudoku_compare.engines.catalog import Catalog, EngineDescription, describe_engines
from sudoku_compare.engines.options import Option

PROGRAM = EngineDescription(
    "mine",
    "A program of mine that searches in a way that takes more than forty columns to describe.",
    "mine",
    "program",
    protocol="lines",
    command=["./mine", "--limit", "{limit}"],
    source="engines.toml",
    options=[Option("seed", "0", (), "random seed, which decides which of several solutions is found first")],
)


def test_an_engine_has_its_options_and_counts_below_its_name() -> None:
    [sat] = [engine for engine in describe_engines() if engine.name == "sat"]
    text = "\n".join(format_engine_entry(sat, 200))
    assert text.startswith("sat  (method: cnf; uses python-sat ")
    assert "\n  option encoding=extended: " in text
    assert "[minimal, efficient, extended]\n" in text
    assert "\n  count  conflicts: " in text


def test_a_missing_package_is_shown_with_the_way_to_install_it() -> None:
    [sat] = [engine for engine in describe_engines() if engine.name == "sat"]
    missing = replace(sat, installed=False, version=None)
    assert "not installed: pip install python-sat" in format_engine_entry(missing, 100)[0]


def test_long_lines_continue_below_their_beginning() -> None:
    assert format_engine_entry(PROGRAM, 40) == [
        "mine  (program of unknown version;",
        "  protocol: lines; method: mine)",
        "  A program of mine that searches in a",
        "  way that takes more than forty columns",
        "  to describe.",
        "  runs   ./mine --limit {limit}",
        "  from   engines.toml",
        "  option seed=0: random seed, which",
        "         decides which of several",
        "         solutions is found first",
    ]


@pytest.mark.parametrize("width", [40, 60, 80])
def test_no_line_of_the_list_is_wider_than_the_terminal(width: int, sudoku_compare: Run) -> None:
    output = sudoku_compare("engines", COLUMNS=str(width)).stdout
    assert max(map(len, output.splitlines())) <= width
    assert "reductio  (" in output


def test_problems_and_missing_programs_come_last() -> None:
    broken = EngineDescription("deep", "", None, None, problem="no module\x1b[2J")
    catalog = Catalog((PROGRAM, broken), ("kissat", "glucose"), ("engines.toml: not TOML",))
    assert format_catalog(catalog, 100).split("\n\n")[1:] == [
        "deep  (cannot be loaded)\n  no module?[2J",
        "problem: engines.toml: not TOML",
        "not on the PATH, but ready to use if installed: kissat, glucose",
    ]
