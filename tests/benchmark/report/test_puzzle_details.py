"""What the page shows of one puzzle."""

import pytest

from making import EASY
from sudoku_compare import Puzzle
from sudoku_compare.benchmark.recording.record import PuzzleRow
from sudoku_compare.benchmark.report.chart_data import PuzzleTimes
from sudoku_compare.benchmark.report.puzzle_details import describe_puzzle
from sudoku_compare.core.shape import parse_box

SIX = "1" + "." * 35


@pytest.mark.parametrize(
    ("box", "givens", "command"),
    [
        ("3x3", EASY, f"sudoku-compare solve {EASY}"),
        ("2x3", SIX, f"sudoku-compare solve {SIX}"),
        ("3x2", SIX, f"sudoku-compare solve {SIX} --box 3x2"),
        ("1x5", "1" + "." * 24, f"sudoku-compare solve {'1' + '.' * 24} --box 1x5"),
        ("6x7", " ".join(["1"] + ["0"] * 1763), f"sudoku-compare solve '{' '.join(['1'] + ['0'] * 1763)}'"),
    ],
)
def test_the_command_solves_the_same_puzzle(box: str, givens: str, command: str) -> None:
    shape = parse_box(box)
    assert Puzzle.from_text(givens, shape).text == givens
    details = describe_puzzle(PuzzleTimes(PuzzleRow(0, "p:1", "tier", box, givens), {}), ["sat"])
    assert details["command"] == command
    assert details["box"] == [shape.box_height, shape.box_width]
    assert details["times"] == [["-", "-"]]
    assert details["size"].startswith(f"{shape}, ")
