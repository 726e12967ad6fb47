"""Measure the 9x9 kernel beside other solvers in one process, in turns.

    python tests/speed/kernel_rates.py FILE... --library NAME=PATH:FUNCTION

A file has one puzzle of 81 characters at the start of each line. A library is a shared library with the function

    size_t FUNCTION(const char *lines, size_t count, size_t limit, uint64_t *solutions);

It searches each of `count` puzzles, 81 characters and a newline each, until `limit` solutions are found or the search
is exhausted, keeps none, writes how many solutions it found altogether, and returns how many puzzles it settled.
"""

import argparse
import ctypes
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import NamedTuple

from sudoku_compare.native import solve9
from sudoku_compare.native.settle import CELLS, UNSETTLED, settle_many

LIMIT = 2  # solutions, which settles uniqueness
LINE = CELLS + 1

Solver = Callable[[bytes], int]  # takes lines, and returns the number of solutions


class Row(NamedTuple):
    """The measured times for one file, and how many puzzles and solutions there are."""

    name: str
    puzzles: int
    solutions: set[int]  # one number, if all solvers agree
    times: dict[str, list[float]]  # seconds of processor time in each round


def read_lines(path: str) -> bytes:
    """Return the puzzles of a file in lines of the same length."""
    lines = (line.split(b",")[0][:CELLS] for line in Path(path).read_bytes().splitlines())
    puzzles = [line.replace(b"0", b".") for line in lines if len(line) == CELLS and not line.startswith(b"#")]
    if not puzzles:
        raise SystemExit(f"{path}: expected lines with puzzles of {CELLS} characters")
    return b"\n".join(puzzles) + b"\n"


def make_kernel(instructions: str) -> Solver:
    """Return the kernel with these instructions. It is given the puzzles without line ends, which it does not read."""

    def run(puzzles: bytes) -> int:
        solve9.select_instructions(instructions)
        found = settle_many(puzzles, LIMIT, keep=0).found
        if UNSETTLED in found:
            raise SystemExit("the kernel left a puzzle unsettled")
        return sum(found)

    return run


def load_library(description: str) -> Solver:
    """Return a function of a shared library, PATH:FUNCTION."""
    path, _, name = description.rpartition(":")
    function = getattr(ctypes.CDLL(path), name)
    function.restype = ctypes.c_size_t
    function.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.c_size_t, ctypes.POINTER(ctypes.c_uint64)]

    def run(lines: bytes) -> int:
        solutions, count = ctypes.c_uint64(0), len(lines) // LINE
        settled = function(lines, count, LIMIT, ctypes.byref(solutions))
        if settled != count:
            raise SystemExit(f"{description}: expected {count} settled puzzles, found {settled}")
        return solutions.value

    return run


def measure(path: str, kernels: dict[str, Solver], peers: dict[str, Solver], rounds: int) -> Row:
    """Measure all solvers in each round; another one begins each time. A first round does not count."""
    lines = read_lines(path)
    cells = lines.replace(b"\n", b"")
    turns = [(name, run, cells) for name, run in kernels.items()] + [(name, run, lines) for name, run in peers.items()]
    row = Row(Path(path).stem, len(lines) // LINE, set(), {name: [] for name, _, _ in turns})
    for number in range(rounds + 1):
        for name, run, puzzles in turns:
            start = time.process_time()
            solutions = run(puzzles)
            taken = time.process_time() - start
            row.solutions.add(solutions)
            if number:
                row.times[name].append(taken)
        turns.append(turns.pop(0))
    return row


def format_row(row: Row, peers: dict[str, Solver]) -> str:
    """Return a row of a Markdown table: times in microseconds per puzzle, and how many times as fast as each peer."""
    medians = {name: median(times) for name, times in row.times.items()}
    first = next(iter(medians))
    cells = [f"{1e6 * medians[name] / row.puzzles:.3g} µs" for name in medians if name not in peers]
    for name in peers:
        cells.append(f"{median(b / a for a, b in zip(row.times[first], row.times[name], strict=True)):.2f}")
    return f"| {row.name} | {row.puzzles:,} | {' | '.join(cells)} |"


def main() -> int:
    """Print the table; return 1 if the solvers do not agree about the number of solutions."""
    parser = argparse.ArgumentParser(
        description="Measure the 9x9 kernel beside other solvers in one process, in turns."
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="one puzzle of 81 characters per line")
    parser.add_argument("--library", action="append", default=[], metavar="NAME=PATH:FUNCTION", help="another solver")
    parser.add_argument("--instructions", help="those of the kernel, such as avx2 (default: all, the best first)")
    parser.add_argument("--rounds", type=int, default=9, help="how many times each file is measured (default: 9)")
    options = parser.parse_args()
    names = [options.instructions] if options.instructions else reversed(solve9.list_instructions())
    kernels = {f"kernel ({name})": make_kernel(name) for name in names}
    peers = {name: load_library(rest) for name, _, rest in (text.partition("=") for text in options.library)}
    print(f"| puzzles | number | {' | '.join(kernels)} |" + "".join(f" times as fast as {name} |" for name in peers))
    print("|---|" + "--:|" * (1 + len(kernels) + len(peers)))
    failed = False
    for path in options.files:
        row = measure(path, kernels, peers, options.rounds)
        print(format_row(row, peers), flush=True)
        if len(row.solutions) > 1:
            print(f"{path}: the solvers found different numbers of solutions: {sorted(row.solutions)}", file=sys.stderr)
            failed = True
    print(f"\nmedians of {options.rounds} rounds, processor time; load {os.getloadavg()[0]:.1f}")
    return failed


if __name__ == "__main__":
    raise SystemExit(main())
