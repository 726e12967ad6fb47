"""Chains and sets never remove a value of the solution, on positions that are met while puzzles are solved."""

from itertools import islice

import pytest

from met_positions import meet_positions
from sudoku_compare.core.shape import shape_of_box
from sudoku_compare.techniques import find_technique

NAMES = (
    "remote-pairs",
    "x-chain",
    "sue-de-coq",
    "als-xz",
    "als-xy-wing",
    "aic",
    "grouped-aic",
    "forcing-chain",
    "forcing-net",
)
MOST_STEPS = 10  # that are checked per position
RARE = {"remote-pairs", "sue-de-coq"}


def check_positions(name: str, box: tuple[int, int], number: int) -> int:
    """Check a technique on this many positions, and return how many steps it found."""
    find, steps = find_technique(name).find, 0
    for position, solution in islice(meet_positions(shape_of_box(*box), seed=number), number):
        for step in islice(find(position), MOST_STEPS):
            steps += 1
            assert step.removed
            assert all(solution[cell] != value for cell, value in step.removed), step.reason
            assert all(position.candidates[cell] >> value & 1 for cell, value in step.removed), step.reason
    return steps


@pytest.mark.parametrize("name", NAMES)
def test_no_chain_or_set_removes_a_value_of_the_solution(name: str) -> None:
    assert check_positions(name, (2, 3), 60) >= (0 if name in RARE else 20)


@pytest.mark.long
@pytest.mark.parametrize(("box", "number"), [((3, 3), 50_000), ((2, 3), 40_000), ((2, 4), 10_000)])
@pytest.mark.parametrize("name", NAMES)
def test_no_chain_or_set_removes_a_value_of_the_solution_of_very_many(
    name: str, box: tuple[int, int], number: int
) -> None:
    assert check_positions(name, box, number) > 100
