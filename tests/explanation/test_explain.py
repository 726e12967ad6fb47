"""Explanations rest on solutions that the checker has accepted."""

import pytest

from making import EASY, EASY_SOLUTION, ESCARGOT, TWO
from sudoku_compare import Answer, Ending, Limits, Puzzle, Verdict
from sudoku_compare.checking.solution import find_fault
from sudoku_compare.core.errors import PuzzleError
from sudoku_compare.engines.reductio.engine import Reductio
from sudoku_compare.explanation.explain import explain
from sudoku_compare.techniques import LEVELS, position_of

RIGHT = Puzzle.from_text(EASY_SOLUTION).givens
WRONG = {
    "two values are swapped": RIGHT[:2] + RIGHT[3:4] + RIGHT[2:3] + RIGHT[4:],
    "a given is changed, and so is every such value": RIGHT.translate(bytes([0, 2, 1, *range(3, 256)])),
    "a cell is empty": RIGHT[:2] + bytes(1) + RIGHT[3:],
    "a cell is missing": RIGHT[:-1],
}


def give(monkeypatch: pytest.MonkeyPatch, *solutions: bytes) -> None:
    """Let the engine that settles a puzzle give these solutions."""

    class Given(Reductio):
        def search(self, puzzle: Puzzle, limits: Limits) -> Answer:
            return Answer(solutions, Ending.EXHAUSTED if len(solutions) < 2 else Ending.ENOUGH)

    monkeypatch.setattr("sudoku_compare.explanation.explain.Reductio", Given)


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_solution_is_not_explained(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    give(monkeypatch, WRONG[case])
    with pytest.raises(AssertionError) as raised:
        explain(Puzzle.from_text(EASY))
    fault = find_fault(Puzzle.from_text(EASY), WRONG[case])
    assert fault
    assert str(raised.value) == f"the engine returned a wrong solution: {fault}"


def test_every_one_of_several_solutions_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = Puzzle.from_text(TWO)
    one, other = Reductio().search(puzzle, Limits(2)).solutions
    for solutions in ((RIGHT, other), (one, RIGHT)):
        give(monkeypatch, *solutions)
        with pytest.raises(AssertionError, match=r"^the engine returned a wrong solution: "):
            explain(puzzle)
    give(monkeypatch, one, other)
    assert explain(puzzle).verdict == "multiple"


def test_a_right_solution_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    give(monkeypatch, RIGHT)
    explanation = explain(Puzzle.from_text(EASY))
    assert (explanation.verdict, explanation.solution, explanation.finished) == ("unique", RIGHT, True)


def candidates_of(puzzle: Puzzle) -> tuple[tuple[int, ...], ...]:
    masks = position_of(puzzle).candidates
    return tuple(tuple(value for value in puzzle.shape.values if mask >> value & 1) for mask in masks)


def test_an_explanation_starts_with_the_candidates_that_someone_has_left() -> None:
    puzzle = Puzzle.from_text(ESCARGOT)
    without = explain(puzzle, max_steps=2)
    assert without.solution
    candidates = list(candidates_of(puzzle))
    cell = next(cell for cell, left in enumerate(candidates) if len(left) == 2)
    value = without.solution[cell]
    candidates[cell] = (value,)
    explanation = explain(puzzle, candidates=tuple(candidates), max_steps=2)
    assert next(explanation.positions()).candidates[cell] == 1 << value
    assert ((cell, value),) in [step.placed for step in explanation.steps]
    assert ((cell, value),) not in [step.placed for step in without.steps]
    [excluded] = explanation.to_dict()["excluded"]
    assert (excluded["cell"], excluded["value"] != value) == (puzzle.shape.name_of(cell), True)
    assert without.to_dict()["excluded"] == []


def test_candidates_without_the_solution_are_refused() -> None:
    puzzle = Puzzle.from_text(EASY)
    candidates = list(candidates_of(puzzle))
    cell = next(cell for cell, left in enumerate(candidates) if len(left) == 2)
    candidates[cell] = tuple(value for value in candidates[cell] if value != RIGHT[cell])
    with pytest.raises(
        PuzzleError, match=rf"expected {RIGHT[cell]}, which is the solution, among the candidates, found"
    ):
        explain(puzzle, candidates=tuple(candidates))


def test_candidates_that_agree_with_no_solution_do_not_make_the_puzzle_unsolvable() -> None:
    puzzle = Puzzle.from_text("1... .... .... ...2")
    candidates: list[tuple[int, ...]] = [()] * 16
    candidates[1] = candidates[2] = (4,)
    explanation = explain(puzzle, candidates=tuple(candidates))
    assert explanation.verdict is Verdict.MULTIPLE
    assert not explanation.finished
    assert explanation.end == "2 has no place left in row 1: no solution agrees with the candidates that are left"


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("text", ["1... ..2. .3.. ...4", "14.. ..2. .3.. ...4", EASY])
def test_every_level_is_enough_for_an_explanation_to_the_end(level: str, text: str) -> None:
    explanation = explain(text, level)
    assert explanation.finished
    *_, position = explanation.positions()
    assert explanation.verdict is Verdict.UNSOLVABLE or bytes(position.grid) == explanation.solution
