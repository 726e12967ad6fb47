"""Turn groups of rows into Arrow tables and write them as Parquet.

Only this module imports pyarrow, and it is imported late because that takes long.
"""

from array import array
from collections.abc import Iterator, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from ...core.puzzle import compact
from ...core.verdict import Verdict
from ..results import VERDICTS, count_assumptions
from .row_group import CODES, OtherRow, RowGroup, SolutionFormat, escape_name

COMPRESSION_LEVEL = 1  # of zstd: higher levels make digits larger, not smaller, and take twice as long
PAGE_SIZE = 4 << 20  # bytes before compression; smaller pages take longer to write, and more space


def _make_texts(texts: Sequence[str]) -> Any:
    """Return a column of texts. `pa.array` would import pandas, which takes half a second."""
    encoded = [text.encode() for text in texts]
    ends = array("i", accumulate(map(len, encoded), initial=0))
    return pa.StringArray.from_buffers(len(texts), pa.py_buffer(ends), pa.py_buffer(b"".join(encoded)))


_VERDICTS = _make_texts([*(str(VERDICTS[code]) for code in CODES), str(Verdict.UNKNOWN)])
_CODED_TEXT = pa.dictionary(pa.int32(), pa.string())
_SOLUTION_TYPES: dict[SolutionFormat, Any] = {"text": pa.string(), "packed": pa.binary()}


def make_schema(solution_format: SolutionFormat, *, with_isomorphs: bool) -> Any:
    """Return the columns of the files."""
    fields = [
        pa.field("file", _CODED_TEXT, nullable=False),
        pa.field("line", pa.int64(), nullable=False),
        pa.field("verdict", pa.dictionary(pa.int8(), pa.string()), nullable=False),
        pa.field("solution", _SOLUTION_TYPES[solution_format]),
        pa.field("assumptions", pa.uint32()),
    ]
    return pa.schema([*fields, pa.field("isomorph_of", pa.string())] if with_isomorphs else fields)


class PartFile:
    """A Parquet file that is being written, one group of rows after the other."""

    def __init__(self, path: Path, solution_format: SolutionFormat, *, with_isomorphs: bool) -> None:
        self._schema = make_schema(solution_format, with_isomorphs=with_isomorphs)
        encodings = {"line": "DELTA_BINARY_PACKED", "solution": "DELTA_LENGTH_BYTE_ARRAY"}
        texts = ["solution"] if solution_format == "text" else []  # worth compressing; other columns are small as coded
        if with_isomorphs:
            encodings["isomorph_of"] = "DELTA_BYTE_ARRAY"
            texts.append("isomorph_of")
        self._writer = pq.ParquetWriter(
            path,
            self._schema,
            compression={name: "zstd" if name in texts else "none" for name in self._schema.names},
            compression_level=dict.fromkeys(texts, COMPRESSION_LEVEL),
            use_dictionary=["file", "verdict", "assumptions"],
            column_encoding=encodings,
            write_statistics=["file", "line", "verdict", "assumptions"],
            data_page_size=PAGE_SIZE,
        )

    def write(self, group: RowGroup) -> None:
        """Compress and write the rows of a group. Other threads can work meanwhile."""
        pieces = [piece for piece in _make_pieces(group, self._schema) if piece.num_rows]
        table = pa.Table.from_batches(pieces, self._schema).unify_dictionaries()
        self._writer.write_table(table, row_group_size=max(1, table.num_rows))

    def close(self) -> None:
        """Write the end of the file."""
        self._writer.close()


def _make_pieces(group: RowGroup, schema: Any) -> Iterator[Any]:
    """Yield the rows in the order of their puzzles; some pieces may be empty."""
    nines, done = _make_nines(group, schema), 0
    for other in group.others:
        yield nines.slice(done, other.before - done)
        yield _make_other(other, schema)
        done = other.before
    yield nines.slice(done)


def _make_nines(group: RowGroup, schema: Any) -> Any:
    """Return the rows of the 9x9 puzzles; the columns are the buffers of the group."""
    ends, data, bits = map(pa.py_buffer, (group.ends, group.data, group.bits))
    columns = [
        pa.DictionaryArray.from_arrays(_wrap(group.file_codes, pa.int32()), _make_texts(group.files)),
        _wrap(group.lines, pa.int64()),
        pa.DictionaryArray.from_arrays(_wrap(group.verdict_codes, pa.int8()), _VERDICTS),
        pa.Array.from_buffers(schema.field("solution").type, group.nine_count, [bits, ends, data]),
        _wrap(group.assumptions, pa.uint32()),
    ]
    if group.with_isomorphs:
        columns.append(pa.array(group.isomorphs, pa.string()))
    return pa.RecordBatch.from_arrays(columns, schema=schema)


def _wrap(buffer: Any, kind: Any) -> Any:
    """Return a column without nulls that is this buffer; nothing is copied."""
    data = pa.py_buffer(buffer)
    return pa.Array.from_buffers(kind, data.size * 8 // kind.bit_width, [None, data])


def _make_other(other: OtherRow, schema: Any) -> Any:
    """Return the row of a puzzle that is not 9x9."""
    comparison = other.comparison
    name, _, line = comparison.entry.id.rpartition(":")
    solution = comparison.solution if comparison.verdict is not Verdict.UNKNOWN else None
    values: dict[str, Any] = {
        "file": escape_name(name),
        "line": int(line),
        "verdict": str(comparison.verdict),
        "solution": compact(solution, comparison.puzzle.shape) if solution else None,
        "assumptions": count_assumptions(comparison),
        "isomorph_of": other.isomorph_of,
    }
    return pa.RecordBatch.from_pylist([values], schema)
