"""No technique ever removes a value of a solution."""

import random
from collections import Counter
from functools import cache
from itertools import islice
from pathlib import Path

import pytest

from making import position_around, scrambled_solution, solutions_4x4
from sudoku_compare import Puzzle
from sudoku_compare.core.shape import shape_of_box
from sudoku_compare.generation.generate import PuzzleSpec, generate
from sudoku_compare.techniques import (
    TECHNIQUES,
    Position,
    Reached,
    Technique,
    follow,
    position_of,
    techniques_up_to,
    walk,
)

DATA = Path(__file__).parents[2] / "data"
POSITIONS = {(2, 2): 1000, (2, 3): 600, (3, 2): 200, (1, 5): 100, (2, 4): 60, (3, 3): 120, (4, 4): 3}  # by box
ALWAYS_SOUND = [technique for technique in TECHNIQUES if not technique.assumes_uniqueness]
ASSUMING = [technique for technique in TECHNIQUES if technique.assumes_uniqueness]


def count_sound_steps(technique: Technique, position: Position, solution: bytes) -> int:
    """Return how many steps the technique finds; none may contradict the solution."""
    number = 0
    for step in islice(technique.find(position), 50):
        number += 1
        wrong = [(cell, value) for cell, value in step.removed if solution[cell] == value]
        assert not wrong, (technique.name, step.reason)
        assert all(solution[cell] == value for cell, value in step.placed), (technique.name, step.reason)
        assert step.placed or step.removed
        assert all(position.candidates[cell] >> value & 1 for cell, value in step.removed), "it was removed before"
    return number


@pytest.mark.slow
@pytest.mark.parametrize("box", POSITIONS)
def test_no_technique_removes_a_value_of_the_solution(box: tuple[int, int]) -> None:
    shape, rng, found = shape_of_box(*box), random.Random(str(box)), Counter[str]()
    for number in range(POSITIONS[box]):
        solution = scrambled_solution(shape, number)
        position = position_around(solution, shape, rng)
        for technique in ALWAYS_SOUND:
            found[technique.name] += count_sound_steps(technique, position, solution)
    if box in ((2, 3), (3, 3)):  # other boards have no room for some techniques
        assert min(found[technique.name] for technique in ALWAYS_SOUND) >= 10, found


@cache
def shipped() -> list[tuple[Puzzle, bytes]]:
    """Return puzzles with a unique solution, each with that solution."""
    lines = [
        line for tier in ("easy", "medium", "hard") for line in (DATA / f"{tier}.txt").read_text().splitlines()[1:]
    ]
    texts = [line.split(":") for line in lines[::6]]
    return [(Puzzle.from_text(text), Puzzle.from_text(solution).givens) for text, _, solution in texts]


def test_no_step_on_the_way_through_a_puzzle_removes_a_value_of_its_solution() -> None:
    steps = rectangles = 0
    techniques = techniques_up_to("xy-chain")
    for puzzle, solution in shipped():
        position = position_of(puzzle)
        for step in follow(position, techniques):
            steps += 1
            assert all(solution[cell] != value for cell, value in step.removed), step.reason
            if not step.placed:
                rectangles += count_sound_steps(ASSUMING[0], position, solution)
    assert steps > 15_000
    assert rectangles > 100


def test_unique_rectangles_are_sound_on_other_shapes() -> None:
    found = 0
    for box in ((2, 3), (3, 2), (2, 4)):
        for made in islice(generate(PuzzleSpec(shape_of_box(*box), minimal=True), 11), 30):
            position = position_of(made.puzzle)
            assert made.solution
            for _ in follow(position, techniques_up_to("claiming")):
                found += count_sound_steps(ASSUMING[0], position, made.solution)
    assert found > 50


@pytest.mark.parametrize("seed", range(40))
def test_candidates_of_any_of_several_solutions_are_kept(seed: int) -> None:
    rng = random.Random(seed)
    solution = scrambled_solution(shape_of_box(2, 2), seed)
    puzzle = Puzzle(shape_of_box(2, 2), bytes(value if rng.random() < 0.2 else 0 for value in solution))
    solutions = solutions_4x4(puzzle.givens)
    walked = walk(puzzle)
    assert walked.outcome is (Reached.SOLVED if len(solutions) == 1 else Reached.STUCK)
    for one in solutions:
        assert all(walked.position.candidates[cell] >> value & 1 for cell, value in enumerate(one))


@pytest.mark.parametrize(("tier", "never"), [("unsolvable", Reached.SOLVED), ("multiple", Reached.CONTRADICTION)])
def test_a_puzzle_without_a_unique_solution_is_not_reported_as_one_with(tier: str, never: Reached) -> None:
    outcomes = Counter(
        walk(Puzzle.from_text(line.split(":")[0]), "xy-chain").outcome
        for line in (DATA / f"{tier}.txt").read_text().splitlines()[1:200:2]
    )
    assert set(outcomes) <= {Reached.STUCK, Reached.CONTRADICTION} - {never}
    assert tier == "multiple" or outcomes[Reached.CONTRADICTION] > 50
