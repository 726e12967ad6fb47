"""Compressed files are read like the files in them, and damage is reported after the puzzles before it."""

import io
import random
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import Run
from making import EASY, ESCARGOT
from sudoku_compare.core.entry import Entry
from sudoku_compare.core.errors import SourceError
from sudoku_compare.formats.collection import read_collection
from sudoku_compare.formats.source import Source

zstandard = pytest.importorskip("zstandard", reason="zstandard is not installed")

LINES = f"{EASY}\n{ESCARGOT}\n".encode()


def pack(data: bytes) -> bytes:
    packed: bytes = zstandard.compress(data)
    return packed


def read(data: bytes, *, is_file: bool = True) -> list[object]:
    return list(read_collection(Source("file", io.BufferedReader(io.BytesIO(data)), len(data) if is_file else None)))


@pytest.mark.parametrize("is_file", [True, False])
@pytest.mark.parametrize(
    ("data", "count"),
    [(pack(LINES), 2), (pack(LINES) + pack(LINES), 4), (pack(LINES * 5000), 10_000), (pack(b"") + pack(LINES), 2)],
    ids=["one frame", "two frames", "many puzzles", "an empty frame first"],
)
def test_a_zstd_file_is_read_like_the_file_in_it(data: bytes, count: int, is_file: bool) -> None:
    items = read(data, is_file=is_file)
    assert [item.id for item in items if isinstance(item, Entry)] == [f"file:{n}" for n in range(1, count + 1)]
    assert len(items) == count


@pytest.mark.parametrize(
    ("data", "good"),
    [
        (pack(LINES)[:-3], 0),
        (pack(LINES) + pack(LINES)[:-3], 2),
        (pack(LINES) + b"junk", 2),
        (pack(b"")[:4] + random.Random(1).randbytes(50), 0),
    ],
    ids=["cut", "second frame cut", "junk at the end", "no frame"],
)
def test_damage_is_reported_after_the_puzzles_before_it(data: bytes, good: int) -> None:
    items = read(data)
    assert sum(isinstance(item, Entry) for item in items) == good
    assert [str(item).startswith("file: damaged zstd file (") for item in items if isinstance(item, SourceError)] == [
        True
    ]


def test_the_command_line_reads_a_zstd_file(sudoku_compare: Run, tmp_path: Path) -> None:
    path = tmp_path / "two.zst"
    path.write_bytes(pack(LINES))
    assert "2 puzzles in " in sudoku_compare("scan", str(path)).stdout
    assert "2 puzzles in " in sudoku_compare("scan", "-", input=path.read_bytes()).stdout


def test_without_the_library_one_line_says_what_to_install(sudoku_compare: Run, tmp_path: Path) -> None:
    (tmp_path / "zstandard.py").write_text("raise ImportError\n")
    path = tmp_path / "two.zst"
    path.write_bytes(pack(LINES))
    for command in ("scan", "solve"):
        done = sudoku_compare(command, str(path), PYTHONPATH=str(tmp_path))
        assert done.returncode == 2
        assert done.stderr == (
            f"sudoku-compare: {path}: reading zstd files needs the package zstandard; install sudoku-compare[zstd]\n"
        )


def test_the_library_is_not_imported_for_other_files() -> None:
    code = f"import sys; from sudoku_compare import read; read({EASY!r}); sys.exit('zstandard' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
