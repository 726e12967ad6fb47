"""The list of formats that can be read. To add a format, write a module and add its `FORMAT` here."""

from . import (
    givens_list,
    json_documents,
    lines_and_boards,
    links,
    npy,
    opensudoku,
    pencilmarks,
    printed_arrays,
    spreadsheet,
)

FORMATS = (
    lines_and_boards.FORMAT,
    pencilmarks.FORMAT,
    spreadsheet.FORMAT,
    json_documents.FORMAT,
    printed_arrays.FORMAT,
    npy.FORMAT,
    givens_list.FORMAT,
    opensudoku.FORMAT,
    links.FORMAT,
)
