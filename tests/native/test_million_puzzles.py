"""One million random 9x9 puzzles: the kernel settles all, reductio one in ten and SAT one in a hundred; all agree.

`pytest -m long -s tests/native/test_million_puzzles.py` prints the table of docs/testing.md.
"""

import os
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from itertools import chain
from multiprocessing import get_context
from typing import NamedTuple

import pytest

from kernel_puzzles import random_puzzles
from sudoku_compare import Ending, Limits, Puzzle
from sudoku_compare.checking.solution import are_solutions
from sudoku_compare.core.versions import find_version
from sudoku_compare.engines.registry import load_engine
from sudoku_compare.native.settle import settle_many

SHARDS, PUZZLES_PER_SHARD = 1000, 1000
FIRST_SEED = 10_000  # other puzzles than those of the other tests
EVERY = {"reductio": 10, "sat": 100}  # the engine gets one puzzle in 10, or in 100
NAMES = ("unsolvable", "unique", "multiple")


class Shard(NamedTuple):
    """What was compared, and the puzzles about which the engines do not agree."""

    verdicts: Counter[str]
    compared: Counter[tuple[str, str]]  # engine and verdict
    wrong: list[str]


def compare_shard(seed: int) -> Shard:
    puzzles = random_puzzles(seed, PUZZLES_PER_SHARD)
    settled = settle_many(b"".join(puzzle.givens for puzzle in puzzles), keep=2)
    solutions = [settled.solutions_of(number) for number in range(len(puzzles))]
    found = [(puzzle, solution) for puzzle, some in zip(puzzles, solutions, strict=True) for solution in some]
    wrong = [] if are_solutions(found) else [f"seed {seed}: the kernel returned a grid that is not a solution"]
    wrong += [
        f"kernel: one solution twice: {p.text}"
        for p, some in zip(puzzles, solutions, strict=True)
        if len(set(some)) < len(some)
    ]
    compared: Counter[tuple[str, str]] = Counter()
    for engine, every in EVERY.items():
        for number in range(seed % every, len(puzzles), every):  # over all shards, every kind of puzzle is chosen
            compared[engine, NAMES[len(solutions[number])]] += 1
            if not agrees(engine, puzzles[number], solutions[number]):
                wrong.append(f"{engine}: {puzzles[number].text}")
    return Shard(Counter(NAMES[len(some)] for some in solutions), compared, wrong)


def agrees(engine: str, puzzle: Puzzle, solutions: tuple[bytes, ...]) -> bool:
    """Whether the engine finds as many solutions, all of them true, and the same one if there is only one."""
    answer = load_engine(engine).search(puzzle, Limits(2))
    return (
        len(set(answer.solutions)) == len(solutions)
        and answer.ending is (Ending.ENOUGH if len(solutions) == 2 else Ending.EXHAUSTED)
        and are_solutions([(puzzle, solution) for solution in answer.solutions])
        and (len(solutions) == 2 or answer.solutions == solutions)
    )


@pytest.mark.long
def test_one_million_puzzles_have_the_same_verdict_by_every_engine() -> None:
    verdicts: Counter[str] = Counter()
    compared: Counter[tuple[str, str]] = Counter()
    wrong: list[str] = []
    with ProcessPoolExecutor(os.cpu_count(), get_context("fork")) as pool:
        for shard in pool.map(compare_shard, range(FIRST_SEED, FIRST_SEED + SHARDS)):
            verdicts += shard.verdicts
            compared += shard.compared
            wrong += shard.wrong
    print("\n", *format_table(verdicts, compared, len(wrong)), sep="\n")
    assert not wrong
    assert verdicts.total() == SHARDS * PUZZLES_PER_SHARD
    assert {engine: sum(n for (name, _), n in compared.items() if name == engine) for engine in EVERY} == {
        engine: verdicts.total() // every for engine, every in EVERY.items()
    }
    assert min(chain(verdicts.values(), compared.values())) > 0


def format_table(verdicts: Counter[str], compared: Counter[tuple[str, str]], disagreements: int) -> list[str]:
    """Return the lines of docs/testing.md."""
    counts = {"kernel": verdicts, **{e: Counter({n: compared[e, n] for n in NAMES}) for e in EVERY}}
    rows = [
        f"| {engine} | {count.total():,} | " + " | ".join(f"{count[name]:,}" for name in NAMES) + " |"
        for engine, count in counts.items()
    ]
    today = datetime.now(UTC).date()
    return [
        f"| engine | puzzles | {' | '.join(NAMES)} |",
        "|---|--:|--:|--:|--:|",
        *rows,
        "",
        f"{disagreements} disagreements; {today}, version {find_version('sudoku-compare')}.",
    ]
