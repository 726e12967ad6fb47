"""The list of formats that can be read. To add a format, write a module and add its `FORMAT` here."""

from .documents import givens_list, json_documents, npy, opensudoku, printed_arrays
from .links import link_lines
from .text import lines_and_boards, pencilmarks, spreadsheet

FORMATS = (
    lines_and_boards.FORMAT,
    pencilmarks.FORMAT,
    spreadsheet.FORMAT,
    json_documents.FORMAT,
    printed_arrays.FORMAT,
    npy.FORMAT,
    givens_list.FORMAT,
    opensudoku.FORMAT,
    link_lines.FORMAT,
)
