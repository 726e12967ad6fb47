"""Turn batches into Arrow tables and write them as Parquet. Only this module imports pyarrow, and it is imported late.

The columns of 9x9 puzzles are the buffers of the batch: no Python object is made for a row.
"""

from array import array
from collections.abc import Iterator, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from ...comparison.compare import Comparison
from ...core.puzzle import compact
from ...core.verdict import Verdict
from ...formats.batch_reader import CELLS
from ...native.format9 import write_solutions
from ...native.settle import UNSETTLED
from ..results import VERDICTS, Duplicates, ScannedBatch, SettledBatch, count_assumptions

COMPRESSION_LEVEL = 1  # of zstd: higher levels make digits larger, not smaller, and take twice as long
PAGE_SIZE = 4 << 20  # bytes before compression; smaller pages take longer to write, and more space
CODES = [code for code in VERDICTS if code != UNSETTLED]
UNKNOWN_CODE = len(CODES)  # takes the place of UNSETTLED, so that the codes are 0, 1, 2, ...


def _make_texts(texts: Sequence[str]) -> Any:
    """Return a column of texts. `pa.array` would import pandas, which takes half a second."""
    encoded = [text.encode("utf-8", "backslashreplace") for text in texts]
    ends = array("i", accumulate(map(len, encoded), initial=0))
    return pa.StringArray.from_buffers(len(texts), pa.py_buffer(ends), pa.py_buffer(b"".join(encoded)))


_VERDICTS = _make_texts([*(str(VERDICTS[code]) for code in CODES), str(Verdict.UNKNOWN)])
_CODED_TEXT = pa.dictionary(pa.int32(), pa.string())
_FIELDS = [
    pa.field("file", _CODED_TEXT, nullable=False),
    pa.field("line", pa.int64(), nullable=False),
    pa.field("verdict", pa.dictionary(pa.int8(), pa.string()), nullable=False),
    pa.field("solution", pa.string()),
    pa.field("assumptions", pa.uint32()),
]
_ISOMORPH = pa.field("isomorph_of", pa.string())


def make_schema(*, with_isomorphs: bool) -> Any:
    """Return the columns of the files."""
    return pa.schema([*_FIELDS, _ISOMORPH] if with_isomorphs else _FIELDS)


def make_rows(batch: ScannedBatch) -> list[Any]:
    """Return the rows of a batch as record batches, in the order of its puzzles."""
    settled, duplicates = batch.settled, batch.duplicates
    nines = _make_nines(settled, duplicates)
    rows, done = [], 0
    for before, comparison in settled.others:
        rows += [nines.slice(done, before - done), _make_other(comparison, duplicates)]
        done = before
    return [piece for piece in [*rows, nines.slice(done)] if piece.num_rows]


class PartFile:
    """A Parquet file that is being written, one group of rows after the other."""

    def __init__(self, path: Path, *, with_isomorphs: bool) -> None:
        self._schema = make_schema(with_isomorphs=with_isomorphs)
        encodings = {"line": "DELTA_BINARY_PACKED", "solution": "DELTA_LENGTH_BYTE_ARRAY"}
        if with_isomorphs:
            encodings["isomorph_of"] = "DELTA_BYTE_ARRAY"
        self._writer = pq.ParquetWriter(
            path,
            self._schema,
            compression="zstd",
            compression_level=COMPRESSION_LEVEL,
            use_dictionary=["file", "verdict", "assumptions"],
            column_encoding=encodings,
            write_statistics=["file", "line", "verdict", "assumptions"],
            data_page_size=PAGE_SIZE,
        )

    def write_group(self, rows: Sequence[Any]) -> None:
        """Compress and write rows that `make_rows` returned. Other threads can work meanwhile."""
        table = pa.Table.from_batches(rows, self._schema).unify_dictionaries()
        self._writer.write_table(table, row_group_size=max(1, table.num_rows))

    def close(self) -> None:
        """Write the end of the file."""
        self._writer.close()


def _make_nines(settled: SettledBatch, duplicates: Duplicates | None) -> Any:
    count = len(settled.found)
    codes = settled.found.replace(bytes([UNSETTLED]), bytes([UNKNOWN_CODE]))
    columns = [
        pa.DictionaryArray.from_arrays(_wrap(bytes(4 * count), pa.int32()), _make_texts([settled.batch.name])),
        _wrap(settled.batch.line_numbers, pa.int64()),
        pa.DictionaryArray.from_arrays(_wrap(codes, pa.int8()), _VERDICTS),
        _make_solutions(settled),
        _wrap(settled.assumptions, pa.uint32()),
    ]
    if duplicates:
        columns.append(pa.array(_find_firsts(settled, duplicates), pa.string()))
    return pa.RecordBatch.from_arrays(columns, schema=make_schema(with_isomorphs=duplicates is not None))


def _wrap(buffer: Any, kind: Any) -> Any:
    """Return a column without nulls that is this buffer; nothing is copied."""
    data = pa.py_buffer(buffer)
    return pa.Array.from_buffers(kind, data.size * 8 // kind.bit_width, [None, data])


def _make_solutions(settled: SettledBatch) -> Any:
    count = len(settled.found)
    digits, ends, bits = bytearray(CELLS * count), array("i", bytes(4 * (count + 1))), bytearray(count // 8 + 1)
    write_solutions(settled.found, settled.solutions, digits, ends, bits)
    return pa.StringArray.from_buffers(count, pa.py_buffer(ends), pa.py_buffer(digits), pa.py_buffer(bits))


def _find_firsts(settled: SettledBatch, duplicates: Duplicates) -> list[str | None]:
    """Return the id of the first isomorph of each 9x9 puzzle, or None."""
    if not duplicates.found:
        return [None] * len(settled.found)
    name = _escape(settled.batch.name)
    firsts = [f"{name}:{line}" if line else None for line in duplicates.first_lines]
    for index, id in duplicates.first_elsewhere.items():
        firsts[index] = _escape(id)
    return firsts


def _make_other(comparison: Comparison, duplicates: Duplicates | None) -> Any:
    """Return the row of a puzzle that is not 9x9."""
    name, _, line = comparison.entry.id.rpartition(":")
    solution = comparison.solution if comparison.verdict is not Verdict.UNKNOWN else None
    values: dict[str, Any] = {
        "file": _escape(name),
        "line": int(line),
        "verdict": str(comparison.verdict),
        "solution": compact(solution, comparison.puzzle.shape) if solution else None,
        "assumptions": count_assumptions(comparison),
    }
    if duplicates:
        values["isomorph_of"] = next(_find_first(comparison.entry.id, duplicates), None)
    return pa.RecordBatch.from_pylist([values], make_schema(with_isomorphs=duplicates is not None))


def _find_first(id: str, duplicates: Duplicates) -> Iterator[str]:
    return (_escape(duplicate.isomorph_of) for duplicate in duplicates.found if duplicate.id == id)


def _escape(name: str) -> str:
    """Return the name with everything that UTF-8 cannot encode escaped."""
    return name.encode("utf-8", "backslashreplace").decode()
