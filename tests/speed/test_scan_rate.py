"""How fast `scan --out` is, compared with the search alone: `pytest -s -m bench tests/speed/test_scan_rate.py`.

The least time that a scan with two jobs can take is that of two threads that only settle the puzzles. The scan also
reads the file, checks every solution, and formats and writes a line for each puzzle. On easy puzzles, reading and
writing alone take a sixth of the time of the scan, so the promise is lower there.
"""

import json
import os
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from time import monotonic

import pytest

from conftest import PROGRAM
from isomorph_lines import NAMES, make_lines
from sudoku_compare.formats.batch_reader import LARGEST_BLOCK
from sudoku_compare.native.settle import IS_COMPILED, settle_many

pytestmark = [pytest.mark.bench, pytest.mark.skipif(not IS_COMPILED, reason="the promise is about the compiled kernel")]

PUZZLES = 2_000_000
AT_ONCE = LARGEST_BLOCK // 82 * 82  # bytes in a call of settle_many: whole lines, as in a batch of a scan
ROUNDS = 5
THREADS = 2


@pytest.mark.skipif((os.cpu_count() or 1) < THREADS, reason="needs two cores")
@pytest.mark.parametrize(("names", "least"), [(NAMES, 0.8), (("easy",), 0.6)], ids=["mixture", "easy"])
def test_a_scan_with_output_takes_little_longer_than_the_search(
    tmp_path: Path, names: tuple[str, ...], least: float
) -> None:
    """Elapsed time without the start of the program, interleaved; needs two cores without other work."""
    source = tmp_path / "puzzles.txt"
    with source.open("wb") as file:
        file.writelines(make_lines(PUZZLES, names=names))
    blocks = [block.replace(b"\n", b"") for block in read_blocks(source)]
    ratios = [settle_all(blocks) / scan_all(source) for _ in range(ROUNDS)]
    puzzles = ", ".join(names)
    print(f"\n{puzzles}: scan --out has {median(ratios):.2f} of the rate of the search (load {os.getloadavg()[0]:.1f})")
    assert median(ratios) >= least


def read_blocks(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while block := file.read(AT_ONCE):
            yield block


def settle_all(blocks: list[bytes]) -> float:
    """Return the seconds that two threads take to settle all blocks."""
    waiting, lock = iter(blocks), threading.Lock()

    def work() -> None:
        while True:
            with lock:
                block = next(waiting, None)
            if block is None:
                return
            settle_many(block)

    threads = [threading.Thread(target=work) for _ in range(THREADS)]
    start = monotonic()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return monotonic() - start


def scan_all(source: Path) -> float:
    """Return the seconds that a scan takes, without the start of the program."""
    out = source.with_name("out.csv")
    command = [PROGRAM, "scan", source.name, "--jobs", str(THREADS), "--out", out.name, "--json"]
    printed = subprocess.run(command, check=True, capture_output=True, cwd=source.parent).stdout
    out.unlink()  # otherwise, the system writes it to the disk during the next round
    return float(json.loads(printed)["seconds"])
