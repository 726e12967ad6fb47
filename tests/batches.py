"""Batches for the tests of the stages of a scan."""

import io
from dataclasses import replace

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
    """Return what a source with these few lines holds; a board at its end comes in a batch of its own."""
    batch, end = batches_of(*lines, name=name)
    assert not len(end.line_numbers)
    others = [(len(batch.line_numbers), entry) for _, entry in end.other_entries]
    return replace(batch, other_entries=batch.other_entries + others, errors=batch.errors + end.errors)
