"""Memory for duplicates is estimated before the scan starts."""

import gzip
import os
from array import array
from pathlib import Path

import pytest

from conftest import Run
from making import EASY
from sudoku_compare.native.duplicate_table import DuplicateTable
from sudoku_compare.scanning import duplicate_memory
from sudoku_compare.scanning.duplicate_memory import FULLEST, SLOT, estimate_need, read_available_memory


def write_sparse(path: Path, size: int) -> str:
    """Write a file that has this size and takes no space."""
    path.write_text(f"{EASY}\n")
    os.truncate(path, size)
    return str(path)


def test_puzzles_are_counted_from_the_sizes_of_all_files(tmp_path: Path) -> None:
    packed = tmp_path / "packed.gz"
    packed.write_bytes(gzip.compress(os.urandom(50_000)))
    files = [write_sparse(tmp_path / "a", 82 * 1000), str(packed), EASY, "-", str(tmp_path), str(tmp_path / "missing")]
    assert estimate_need(files).puzzles == 1000 + packed.stat().st_size // 25


@pytest.mark.parametrize("count", [1, 600, 700, 5000, 20_000])
def test_the_estimate_is_the_table_that_is_needed_and_the_one_before_it(tmp_path: Path, count: int) -> None:
    forms, numbers = os.urandom(81 * count), memoryview(array("Q", range(1, count + 1)))
    table = DuplicateTable()
    table.find_or_add(bytearray(forms), bytearray(forms), numbers, array("Q", bytes(8 * count)), bytearray(count))
    need = estimate_need([write_sparse(tmp_path / "file", 82 * count)])
    assert need.puzzles == count
    assert need.bytes <= 145 * count or count < 1024 * FULLEST
    assert need.bytes >= 1.5 * 48 * count
    assert need.bytes % (SLOT * 1536) == 0


def test_the_system_says_how_much_memory_is_available(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "meminfo").write_text("MemTotal: 30 kB\nMemAvailable:    20 kB\n")
    monkeypatch.setattr(duplicate_memory, "MEMORY_FILE", tmp_path / "meminfo")
    assert read_available_memory() == 20 * 1024
    monkeypatch.setattr(duplicate_memory, "MEMORY_FILE", tmp_path / "missing")
    assert read_available_memory() is None


@pytest.mark.skipif(read_available_memory() is None, reason="this system does not say how much memory is available")
def test_a_scan_that_memory_does_not_hold_does_not_start(sudoku_compare: Run, tmp_path: Path) -> None:
    path = write_sparse(tmp_path / "large.txt", 1 << 42)
    done = sudoku_compare("scan", path, "--isomorphs")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(
        "sudoku-compare: --isomorphs: up to 53,634,713,550 puzzles need 6,597.1 GB of memory, and "
    )
    assert done.stderr.endswith(" GB are available; scan fewer files, or start anyway with --ignore-memory\n")


def test_the_check_can_be_left_out(sudoku_compare: Run, tmp_path: Path) -> None:
    (tmp_path / "small.txt").write_text(f"{EASY}\n")
    assert sudoku_compare("scan", str(tmp_path / "small.txt"), "--isomorphs", "--ignore-memory").returncode == 0
