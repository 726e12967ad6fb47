"""Collect the rows that are compressed together.

The buffers of the solutions, which are the largest, are used again for the next group. No Python object is made for the
row of a 9x9 puzzle.
"""

from array import array
from typing import Literal, NamedTuple

from ...comparison.compare import Comparison
from ...formats.batch_reader import CELLS
from ...native.format9 import write_solutions
from ...native.settle import UNSETTLED
from ..results import VERDICTS, Duplicates, ScannedBatch, SettledBatch

SolutionFormat = Literal["text", "packed"]

SOLUTION_SIZES: dict[SolutionFormat, int] = {"text": CELLS, "packed": (CELLS + 1) // 2}  # bytes of a 9x9 solution
CODES = [code for code in VERDICTS if code != UNSETTLED]
MOST_ROWS = 122_880  # 10 MB
MOST_OTHER_ROWS = 8192  # of other sizes than 9x9; 60 MB
UNKNOWN_CODE = len(CODES)  # takes the place of UNSETTLED, so that the codes are 0, 1, 2, ...


class OtherRow(NamedTuple):
    """The row of a puzzle that is not 9x9."""

    before: int  # how many 9x9 puzzles of the group are before it
    comparison: Comparison
    isomorph_of: str | None


class RowGroup:
    """The rows of consecutive batches: 9x9 puzzles by columns, the others one by one."""

    def __init__(self, solution_format: SolutionFormat, *, with_isomorphs: bool) -> None:
        self.solution_format = solution_format
        self.with_isomorphs = with_isomorphs
        self.data, self.bits = bytearray(), bytearray()  # of the solutions; they keep their size
        self._clear_columns()

    def __len__(self) -> int:
        return self.nine_count + len(self.others)

    @property
    def nine_count(self) -> int:
        """How many rows of 9x9 puzzles there are."""
        return len(self.lines)

    @property
    def is_full(self) -> bool:
        """Whether the rows should be written now."""
        return len(self) >= MOST_ROWS or len(self.others) >= MOST_OTHER_ROWS

    def clear(self) -> None:
        """Start the next group."""
        self.bits[:] = bytes(len(self.bits))
        self._clear_columns()

    def add(self, scanned: ScannedBatch) -> None:
        """Append the rows of a batch."""
        settled, duplicates = scanned.settled, scanned.duplicates
        for before, comparison in settled.others:
            isomorph = _find_first(comparison.entry.id, duplicates) if duplicates else None
            self.others.append(OtherRow(self.nine_count + before, comparison, isomorph))
        if settled.found:
            self._add_nines(settled, duplicates)

    def _add_nines(self, settled: SettledBatch, duplicates: Duplicates | None) -> None:
        count = len(settled.found)
        self._add_solutions(settled)
        self.file_codes.extend(array("i", [self._find_code(settled.batch.name)]) * count)
        self.lines.frombytes(settled.batch.line_numbers.cast("B"))
        self.verdict_codes += settled.found.replace(bytes([UNSETTLED]), bytes([UNKNOWN_CODE]))
        self.assumptions.frombytes(settled.assumptions.cast("B"))
        if duplicates:
            self.isomorphs += _find_firsts(settled, duplicates)

    def _add_solutions(self, settled: SettledBatch) -> None:
        first, rows = self.nine_count, self.nine_count + len(settled.found)
        self._make_room(rows)
        is_packed = self.solution_format == "packed"
        write_solutions(settled.found, settled.solutions, first, is_packed, self.data, self.ends, self.bits)

    def _make_room(self, rows: int) -> None:
        self.data.extend(bytes(max(0, rows * SOLUTION_SIZES[self.solution_format] - len(self.data))))
        self.bits.extend(bytes(max(0, rows // 8 + 1 - len(self.bits))))
        self.ends.frombytes(bytes(4 * (rows + 1 - len(self.ends))))

    def _find_code(self, file: str) -> int:
        file = escape_name(file)
        if not self.files or self.files[-1] != file:
            self.files.append(file)
        return len(self.files) - 1

    def _clear_columns(self) -> None:
        self.files: list[str] = []  # in their order
        self.file_codes = array("i")  # one item per 9x9 puzzle, as in the columns below
        self.lines = array("Q")
        self.verdict_codes = bytearray()
        self.ends = array("i", [0])  # of the solutions in `data`
        self.assumptions = array("I")
        self.isomorphs: list[str | None] = []
        self.others: list[OtherRow] = []


def name_first_and_last(settled: SettledBatch) -> tuple[str, str]:
    """Return the ids of the first and the last row of a batch that has rows."""
    batch, others = settled.batch, settled.others
    count = len(settled.found)
    first = others[0][1].entry.id if others and others[0][0] == 0 else f"{batch.name}:{batch.line_numbers[0]}"
    last = others[-1][1].entry.id if others and others[-1][0] == count else f"{batch.name}:{batch.line_numbers[-1]}"
    return escape_name(first), escape_name(last)


def escape_name(name: str) -> str:
    """Return the name with everything that UTF-8 cannot encode escaped."""
    return name.encode("utf-8", "backslashreplace").decode()


def _find_firsts(settled: SettledBatch, duplicates: Duplicates) -> list[str | None]:
    """Return the id of the first isomorph of each 9x9 puzzle, or None."""
    if not duplicates.found:
        return [None] * len(settled.found)
    name = escape_name(settled.batch.name)
    firsts = [f"{name}:{line}" if line else None for line in duplicates.first_lines]
    for index, id in duplicates.first_elsewhere.items():
        firsts[index] = escape_name(id)
    return firsts


def _find_first(id: str, duplicates: Duplicates) -> str | None:
    """Return the id of the first isomorph of a puzzle that is not 9x9, or None."""
    found = (escape_name(duplicate.isomorph_of) for duplicate in duplicates.found if duplicate.id == id)
    return next(found, None)
