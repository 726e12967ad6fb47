"""The list of formats that puzzles can be written in. To add one, write a function and add a `Writer` here."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from ...core.entry import Entry
from ..documents import givens_list, json_documents, opensudoku, printed_arrays
from ..links import fpuzzles, lisudoku, sudokuexchange, sudokupad, sudokuwiki
from . import grid_writers, line_writers
from .line_writers import write_links


@dataclass(frozen=True, slots=True)
class Writer:
    """A format that puzzles can be written in.

    `write` yields the text of a document piece by piece. It raises OptionError at a puzzle that the format cannot hold.
    """

    name: str  # on the command line
    extension: str  # of a file
    write: Callable[[Iterable[Entry]], Iterator[str]]
    holds_several: bool = True  # puzzles in one document


WRITERS = {
    writer.name: writer
    for writer in (
        Writer("line", ".txt", line_writers.write_lines),
        Writer("grid", ".txt", grid_writers.write_grids),
        Writer("csv", ".csv", line_writers.write_csv),
        Writer("sdk", ".sdk", grid_writers.write_sdk, holds_several=False),
        Writer("sdm", ".sdm", grid_writers.write_sdm),
        Writer("ss", ".ss", grid_writers.write_ss, holds_several=False),
        Writer("hodoku", ".txt", grid_writers.write_hodoku),
        Writer("opensudoku", ".opensudoku", opensudoku.write),
        Writer("fpuzzles", ".txt", write_links(fpuzzles.format_link)),
        Writer("fpuzzles-json", ".jsonl", fpuzzles.write_objects),
        Writer("sudokupad", ".txt", write_links(sudokupad.format_link)),
        Writer("sudokuwiki", ".txt", write_links(sudokuwiki.format_link)),
        Writer("sudokuexchange", ".txt", write_links(sudokuexchange.format_link)),
        Writer("lisudoku", ".txt", write_links(lisudoku.format_link)),
        Writer("json", ".json", json_documents.write),
        Writer("python", ".txt", printed_arrays.write_python),
        Writer("numpy", ".txt", printed_arrays.write_numpy),
        Writer("givens", ".txt", givens_list.write),
    )
}
