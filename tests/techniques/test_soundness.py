"""No technique ever removes a value of a solution."""

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import count, islice
from pathlib import Path

import pytest

from making import position_around, scrambled_solution, solutions_4x4
from sudoku_compare import Puzzle
from sudoku_compare.core.shape import shape_of_box
from sudoku_compare.generation.generate import PuzzleSpec, generate
from sudoku_compare.running.place import ThisProcess
from sudoku_compare.techniques import (
    TECHNIQUES,
    Position,
    Reached,
    Step,
    Technique,
    follow,
    position_of,
    techniques_up_to,
    walk,
)
from sudoku_compare.techniques.bit_geometry import members

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
        common = [technique for technique in ALWAYS_SOUND if technique.name != "remote-pairs"]
        assert min(found[technique.name] for technique in common) >= 10, found


@cache
def shipped() -> list[tuple[Puzzle, bytes]]:
    """Return puzzles with a unique solution, each with that solution."""
    lines = [
        line for tier in ("easy", "medium", "hard") for line in (DATA / f"{tier}.txt").read_text().splitlines()[1:]
    ]
    texts = [line.split(":") for line in lines[::6]]
    return [(Puzzle.from_text(text), Puzzle.from_text(solution).givens) for text, _, solution in texts]


def test_no_step_on_the_way_through_a_puzzle_removes_a_value_of_its_solution() -> None:
    steps = assuming = 0
    techniques = techniques_up_to("xy-chain")
    for puzzle, solution in shipped():
        position = position_of(puzzle)
        for step in follow(position, techniques):
            steps += 1
            assert all(solution[cell] != value for cell, value in step.removed), step.reason
            if not step.placed:
                assuming += sum(count_sound_steps(technique, position, solution) for technique in ASSUMING)
    assert steps > 15_000
    assert assuming > 100


def stray(position: Position, solution: bytes, rng: random.Random) -> Position:
    """Return the position after some more cells were solved, and some more wrong candidates removed, by any means."""
    twin, shape = position.copy(), position.geometry.shape
    solved, kept = rng.choice([0, 0, 0.2, 0.4]), rng.choice([0.3, 0.6, 0.8, 0.9])
    for cell in members(position.open):
        if rng.random() < solved:
            value = solution[cell]
            twin.apply(Step("", "", ((cell, value),), twin.excluded_by(cell, value)))
    for cell in members(twin.open):
        for value in members(twin.candidates[cell]):
            if value != solution[cell] and rng.random() > kept:
                twin.remove(cell, value)
    assert all(twin.candidates[cell] >> solution[cell] & 1 for cell in shape.cells)
    return twin


def walk_positions(puzzle: Puzzle, solution: bytes, rng: random.Random) -> Iterator[Position]:
    """Yield positions on the way through a puzzle with a unique solution, and others that have strayed from them."""
    position = position_of(puzzle)
    for step in follow(position, techniques_up_to("xyz-wing")):
        if not step.placed or rng.random() < 0.1:
            yield position
            yield stray(position, solution, rng)
    for _ in range(4):
        yield stray(position_of(puzzle), solution, rng)


def count_in_walks(box: tuple[int, int], number: int, seed: int) -> Counter[str]:
    """Return how many steps each technique finds in this many positions; none may contradict the solution."""
    rng, found = random.Random(seed), Counter[str]()
    for batch in count(1000 * seed):
        for made in generate(PuzzleSpec(shape_of_box(*box), minimal=True), batch, 20, ThisProcess()):
            assert made.solution
            for position in walk_positions(made.puzzle, made.solution, rng):
                if found["positions"] == number:
                    return found
                found["positions"] += 1
                for technique in TECHNIQUES if position.open else ():
                    found[technique.name] += count_sound_steps(technique, position, made.solution)
    raise AssertionError("batches do not end")


@pytest.mark.parametrize("box", [(2, 3), (2, 4), (3, 3)])
def test_no_step_in_a_walk_removes_a_value_of_the_only_solution(box: tuple[int, int]) -> None:
    found = count_in_walks(box, 40, seed=1)
    assert sum(found.values()) > 1000
    assert found["unique-rectangle"] > 5


@pytest.mark.long
@pytest.mark.parametrize("seed", range(20))
def test_no_step_in_100000_positions_removes_a_value_of_the_only_solution(seed: int) -> None:
    found = count_in_walks((3, 3), 5_000, seed)
    print(dict(found))
    assert min(found[technique.name] for technique in TECHNIQUES if technique.name != "bug+1") > 10, found


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
