"""Steps drawn as text."""

from known_positions import read_known_positions
from sudoku_compare import Puzzle, explain
from sudoku_compare.explanation.text import board_lines
from sudoku_compare.techniques import find_technique


def test_the_solved_corners_of_an_avoidable_rectangle_are_marked() -> None:
    known = next(known for known in read_known_positions() if known.technique == "avoidable-rectangle")
    position = known.make()
    step = next(find_technique(known.technique).find(position))
    explanation = explain(Puzzle(position.geometry.shape, bytes(position.grid)))
    lines = board_lines(explanation, position, step, width=200, coloured=False)
    marked = [cell for line in lines for cell in line.plain.replace("|", " ").split() if cell.endswith("*")]
    solved = [f"{position.grid[cell]}*" for cell, _ in step.pattern if position.grid[cell]]
    assert len(solved) == 3
    assert sorted(mark for mark in marked if mark in solved) == sorted(solved)
    assert len(marked) == 4
