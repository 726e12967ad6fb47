"""Freed memory is kept where the C library can do so, and nothing fails elsewhere."""

import ctypes
from types import SimpleNamespace
from typing import Any

import pytest

from sudoku_compare.running.memory import LARGEST_BUFFER, MMAP_THRESHOLD, MOST_KEPT, TRIM_THRESHOLD, keep_freed_memory


def replace_library(monkeypatch: pytest.MonkeyPatch, library: Any) -> None:
    monkeypatch.setattr(ctypes, "CDLL", lambda _: library)


def test_the_options_are_those_of_glibc(monkeypatch: pytest.MonkeyPatch) -> None:
    options = {}
    replace_library(monkeypatch, SimpleNamespace(mallopt=options.__setitem__))
    keep_freed_memory()
    assert options == {TRIM_THRESHOLD: MOST_KEPT, MMAP_THRESHOLD: LARGEST_BUFFER} == {-1: 256 << 20, -3: 16 << 20}


def test_another_c_library_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    replace_library(monkeypatch, SimpleNamespace())
    keep_freed_memory()


def test_a_system_without_such_a_library_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: object) -> None:
        raise OSError("no such library")

    monkeypatch.setattr(ctypes, "CDLL", refuse)
    keep_freed_memory()


def test_a_scan_keeps_the_memory_of_its_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    from click.testing import CliRunner

    from sudoku_compare.cli import cli
    from sudoku_compare.running import memory

    calls = []
    monkeypatch.setattr(memory, "keep_freed_memory", lambda: calls.append(1))
    done = CliRunner().invoke(cli, ["scan", "." * 81], standalone_mode=False)
    assert done.return_value == 4
    assert calls == [1]
