"""The shipped collections."""

from importlib.resources import files

import pytest

from conftest import Run
from sudoku_compare.formats.shipped import TIERS, load_shipped


def test_every_shipped_puzzle_has_an_expected_verdict_and_at_least_3000_are_9x9() -> None:
    entries = [entry for tier in TIERS for entry in load_shipped(tier)]
    assert all(entry.expected for entry in entries)
    assert sum(entry.puzzle.shape.side == 9 for entry in entries) >= 3000


@pytest.mark.parametrize("tier", TIERS)
def test_the_command_in_the_header_of_a_collection_reproduces_it(tier: str, sudoku_compare: Run) -> None:
    lines = (files("sudoku_compare.data") / f"{tier}.txt").read_text().splitlines()
    command = lines[0].removeprefix("# sudoku-compare ").split()
    number = {"extreme": 1, "25x25": 1}.get(tier, 3)
    command[command.index("--n") + 1] = str(number)
    assert sudoku_compare(*command).stdout.splitlines()[1:] == lines[1 : number + 1]
