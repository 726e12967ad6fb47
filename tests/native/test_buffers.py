"""Buffers that are not cleared."""

from typing import Any

import pytest

from interpreted import load_interpreted
from sudoku_compare.native import buffers


@pytest.mark.parametrize("size", [0, 1, 81, 100_000])
@pytest.mark.parametrize("module", [buffers, load_interpreted("native.buffers")], ids=["compiled", "interpreted"])
def test_a_buffer_has_its_size_and_can_be_written(module: Any, size: int) -> None:
    buffer = module.make_buffer(size)
    assert type(buffer) is bytearray
    assert len(buffer) == size
    buffer[:] = b"x" * size
    assert buffer == b"x" * size
