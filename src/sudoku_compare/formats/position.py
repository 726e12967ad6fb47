"""Where reading stopped, so that it can go on there later with the same batches."""

from dataclasses import dataclass
from typing import NamedTuple

from .text.line_kinds import Columns


class LinePosition(NamedTuple):
    """A place in a file at which reading lines can start."""

    offset: int  # in bytes
    line: int  # the number of the line that starts here
    block_size: int  # of the next block, in bytes, so that the batches are the same
    columns: Columns | None = None  # of the table to which the line belongs


@dataclass(frozen=True, slots=True)
class Position:
    """A place between two batches of several sources."""

    source: int = 0  # its number, from 0
    start: LinePosition | None = None  # where to start reading in it; None for its beginning
    skip: int = 0  # batches to leave out from there on
