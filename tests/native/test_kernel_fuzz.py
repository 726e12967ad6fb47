"""The kernel against the other engines: on 5,000 puzzles with `pytest`, on 100,000 more with `pytest -m long`."""

from collections import Counter
from random import Random

import pytest

from kernel_puzzles import strewn, strewn_of
from sudoku_compare import Ending, Limits, Puzzle
from sudoku_compare.checking.solution import all_stand, refute
from sudoku_compare.core.shape import shape_of_box
from sudoku_compare.engines.registry import load_engine
from sudoku_compare.native.settle import CELLS, Settled, settle_many

IN_ONE_TEST = 1000
ORDINARY = range(5)
LONG = range(100, 200)
SINGLE_CALLS = 5  # one puzzle in so many goes through the engine too
OTHERS = 50  # and one in so many to the engines that others wrote

seeds = pytest.mark.parametrize("seed", [*ORDINARY, *(pytest.param(seed, marks=pytest.mark.long) for seed in LONG)])


def settled(puzzles: list[Puzzle]) -> Settled:
    return settle_many(b"".join(puzzle.givens for puzzle in puzzles))


def first_solutions(settled: Settled) -> list[bytes]:
    return [bytes(settled.solutions[start : start + CELLS]) for start in range(0, len(settled.solutions), CELLS)]


@seeds
def test_a_batch_says_of_every_puzzle_what_reductio_says(seed: int) -> None:
    puzzles = strewn(seed, IN_ONE_TEST)
    reductio = load_engine("reductio")
    answers = [reductio.search(puzzle, Limits(2)).solutions for puzzle in puzzles]
    batch = settled(puzzles)
    wrong = [p.text for p, found, sure in zip(puzzles, batch.found, answers, strict=True) if found != len(sure)]
    assert not wrong
    firsts = first_solutions(batch)
    assert all_stand([(p, first) for p, first, found in zip(puzzles, firsts, batch.found, strict=True) if found])
    assert all(first == bytes(CELLS) for first, found in zip(firsts, batch.found, strict=True) if not found)
    assert min(Counter(batch.found)[verdict] for verdict in (0, 1, 2)) > IN_ONE_TEST // 10


@seeds
def test_single_calls_say_what_the_batch_says(seed: int) -> None:
    puzzles = strewn(seed, IN_ONE_TEST)[::SINGLE_CALLS]
    batch = settled(puzzles)
    kernel = load_engine("kernel")
    for puzzle, found, first, assumptions in zip(
        puzzles, batch.found, first_solutions(batch), batch.assumptions, strict=True
    ):
        answer = kernel.search(puzzle, Limits(2))
        assert len(set(answer.solutions)) == found, puzzle.text
        assert answer.ending is (Ending.ENOUGH if found == 2 else Ending.EXHAUSTED)
        assert not any(refute(puzzle, solution) for solution in answer.solutions), puzzle.text
        assert answer.solutions[:1] == ((first,) if found else ())
        assert answer.counts["assumptions"] == assumptions


@seeds
@pytest.mark.parametrize("other", ["sat", "cpsat"])
def test_engines_that_others_wrote_say_the_same(seed: int, other: str) -> None:
    puzzles = Random(seed).sample(strewn(seed, IN_ONE_TEST), IN_ONE_TEST // OTHERS)
    engine = load_engine(other)
    answers = [len(engine.search(puzzle, Limits(2)).solutions) for puzzle in puzzles]
    assert list(settled(puzzles).found) == answers


@seeds
@pytest.mark.parametrize("box", [(2, 2), (2, 3), (3, 2), (2, 4), (1, 7), (3, 4), (4, 4)])
def test_other_sizes_say_what_reductio_says(seed: int, box: tuple[int, int]) -> None:
    puzzles = strewn_of(shape_of_box(*box), seed, 12 if box[0] > 2 else 30)
    kernel, reductio = load_engine("kernel"), load_engine("reductio")
    for puzzle in puzzles:
        answer = kernel.search(puzzle, Limits(3))
        assert len(set(answer.solutions)) == len(reductio.search(puzzle, Limits(3)).solutions), puzzle.text
        assert not any(refute(puzzle, solution) for solution in answer.solutions), puzzle.text
