"""How fast a program is asked line by line, beside the bare program: `pytest -m bench tests/speed -s`.

The program is the kernel. Bare means that it reads a file and writes to nowhere, without its start.
"""

import subprocess
import sys
from pathlib import Path
from statistics import median
from time import perf_counter

import pytest

from making import load_shipped
from sudoku_compare import Ending, Limits, Puzzle
from sudoku_compare.engines.external.description import Description
from sudoku_compare.engines.external.line_program import LineProgram
from sudoku_compare.engines.external.programs import make_program_class

PROGRAM = Path(__file__).parents[2] / "docs" / "examples" / "kernel_lines.py"
PUZZLES = 100_000
ROUNDS = 7
LEAST = 0.9  # of the bare rate


@pytest.mark.bench
def test_a_line_program_is_asked_at_90_percent_of_its_bare_rate(tmp_path: Path) -> None:
    shipped = [puzzle for name in ("easy", "medium", "hard") for puzzle in load_shipped(name)]
    puzzles = (shipped * (PUZZLES // len(shipped) + 1))[:PUZZLES]
    engine = make_program_class(Description("kernel-lines", "lines", (sys.executable, str(PROGRAM), "{limit}")))()
    assert isinstance(engine, LineProgram)
    full, empty = tmp_path / "puzzles.txt", tmp_path / "empty.txt"
    full.write_text("".join(f"{puzzle.text}\n" for puzzle in puzzles))
    empty.write_text("")
    engine.search_many(puzzles[:100], Limits(2, 10))  # starts it
    rounds = [(time_bare(full) - time_bare(empty), time_asking(engine, puzzles)) for _ in range(ROUNDS)]
    bare, asked = (PUZZLES / median(times) for times in zip(*rounds, strict=True))
    ratio = median(before / after for before, after in rounds)
    print(f"\nbare {bare:,.0f} per second, asked {asked:,.0f} per second, ratio {ratio:.2f}")
    assert ratio >= LEAST


def time_bare(path: Path) -> float:
    start = perf_counter()
    with path.open("rb") as file:
        subprocess.run([sys.executable, PROGRAM, "2"], stdin=file, stdout=subprocess.DEVNULL, check=True)
    return perf_counter() - start


def time_asking(engine: LineProgram, puzzles: list[Puzzle]) -> float:
    start = perf_counter()
    answers = engine.search_many(puzzles, Limits(2, 10))
    elapsed = perf_counter() - start
    assert len(answers) == len(puzzles)
    assert all(answer.ending is Ending.EXHAUSTED for answer in answers)
    return elapsed
