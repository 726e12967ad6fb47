"""Batches for the tests of the stages of a scan."""

import io

from sudoku_compare.formats.batch_reader import Batch, read_batches
from sudoku_compare.formats.source import Source

END = ""  # a blank line: with it the reader knows that a puzzle that may have several lines is complete


def source_of(*lines: str, name: str = "file") -> Source:
    """Return a source with these lines."""
    text = "".join(f"{line}\n" for line in (*lines, END)).encode()
    return Source(name, io.BufferedReader(io.BytesIO(text)), len(text))


def batches_of(*lines: str, name: str = "file") -> list[Batch]:
    """Return all batches of a source with these lines; the last is empty."""
    return list(read_batches(source_of(*lines, name=name)))


def batch_of(*lines: str, name: str = "file") -> Batch:
    """Return the only batch of a source with these few lines."""
    batch, end = batches_of(*lines, name=name)
    assert not len(end)
    return batch
