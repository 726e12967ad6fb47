"""The kernel agrees with the other engines: on 5,000 puzzles with `pytest`, on 100,000 more with `pytest -m long`."""

from collections import Counter
from random import Random

import pytest

from kernel_puzzles import random_puzzles, random_puzzles_of
from sudoku_compare import Ending, Limits, Puzzle
from sudoku_compare.checking.solution import are_solutions, find_fault
from sudoku_compare.core.shape import shape_of_box
from sudoku_compare.engines.registry import load_engine
from sudoku_compare.native.settle import CELLS, SettledBatch, settle_many

PUZZLES_PER_TEST = 1000
ORDINARY = range(5)
LONG = range(100, 200)
SINGLE_CALLS = 5  # one puzzle in 5 also goes through the engine
OTHERS = 50  # one puzzle in 50 also goes to the third-party engines

seeds = pytest.mark.parametrize("seed", [*ORDINARY, *(pytest.param(seed, marks=pytest.mark.long) for seed in LONG)])


def settle(puzzles: list[Puzzle]) -> SettledBatch:
    return settle_many(b"".join(puzzle.givens for puzzle in puzzles))


def first_solutions(settled: SettledBatch) -> list[bytes]:
    return [bytes(settled.solutions[start : start + CELLS]) for start in range(0, len(settled.solutions), CELLS)]


@seeds
def test_a_batch_agrees_with_reductio(seed: int) -> None:
    puzzles = random_puzzles(seed, PUZZLES_PER_TEST)
    reductio = load_engine("reductio")
    answers = [reductio.search(puzzle, Limits(2)).solutions for puzzle in puzzles]
    batch = settle(puzzles)
    wrong = [p.text for p, found, sure in zip(puzzles, batch.found, answers, strict=True) if found != len(sure)]
    assert not wrong
    firsts = first_solutions(batch)
    assert are_solutions([(p, first) for p, first, found in zip(puzzles, firsts, batch.found, strict=True) if found])
    assert all(first == bytes(CELLS) for first, found in zip(firsts, batch.found, strict=True) if not found)
    assert min(Counter(batch.found)[verdict] for verdict in (0, 1, 2)) > PUZZLES_PER_TEST // 10


@seeds
def test_single_calls_agree_with_the_batch(seed: int) -> None:
    puzzles = random_puzzles(seed, PUZZLES_PER_TEST)[::SINGLE_CALLS]
    batch = settle(puzzles)
    kernel = load_engine("kernel")
    for puzzle, found, first, assumptions in zip(
        puzzles, batch.found, first_solutions(batch), batch.assumptions, strict=True
    ):
        answer = kernel.search(puzzle, Limits(2))
        assert len(set(answer.solutions)) == found, puzzle.text
        assert answer.ending is (Ending.ENOUGH if found == 2 else Ending.EXHAUSTED)
        assert not any(find_fault(puzzle, solution) for solution in answer.solutions), puzzle.text
        assert answer.solutions[:1] == ((first,) if found else ())
        assert answer.counts["assumptions"] == assumptions


@seeds
@pytest.mark.parametrize("other", ["sat", "cpsat"])
def test_third_party_engines_agree_with_the_batch(seed: int, other: str) -> None:
    puzzles = Random(seed).sample(random_puzzles(seed, PUZZLES_PER_TEST), PUZZLES_PER_TEST // OTHERS)
    engine = load_engine(other)
    answers = [len(engine.search(puzzle, Limits(2)).solutions) for puzzle in puzzles]
    assert list(settle(puzzles).found) == answers


@seeds
@pytest.mark.parametrize("box", [(2, 2), (2, 3), (3, 2), (2, 4), (1, 7), (3, 4), (4, 4)])
def test_other_sizes_agree_with_reductio(seed: int, box: tuple[int, int]) -> None:
    puzzles = random_puzzles_of(shape_of_box(*box), seed, 12 if box[0] > 2 else 30)
    kernel, reductio = load_engine("kernel"), load_engine("reductio")
    for puzzle in puzzles:
        answer = kernel.search(puzzle, Limits(3))
        assert len(set(answer.solutions)) == len(reductio.search(puzzle, Limits(3)).solutions), puzzle.text
        assert not any(find_fault(puzzle, solution) for solution in answer.solutions), puzzle.text
