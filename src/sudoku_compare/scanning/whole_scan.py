"""`scan` from Python: a whole scan in memory, with a row for each puzzle.

A row takes about half a kilobyte. For collections of many millions, the command line streams its results instead.
"""

import json
import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import IO, TYPE_CHECKING, Any

from ..core.arguments import check_seconds, check_whole_number, wrong_type
from ..core.errors import UserError
from ..core.verdict import Verdict
from ..formats.source import Source
from ..reading.one_puzzle import to_shape
from ..reading.sources import is_file_object, open_any
from ..running.jobs import MOST_JOBS
from ..running.place import ClusterChoice, ThisMachine, open_place
from .results import CrossCheckResult
from .scan import ScanOptions
from .scan import scan as scan_source
from .summary import ScanSummary

if TYPE_CHECKING:
    from ..display.frames import ColumnKind, DataFrame
    from .cross_check import CrossCheck

MOST_SHOWN = 5  # rows that a notebook shows
COLUMNS: "dict[str, ColumnKind]" = {"id": "text", "verdict": "text", "solution": "text", "assumptions": "count"}


@dataclass(frozen=True, slots=True)
class ScanRow:
    """What a scan found out about one puzzle."""

    id: str
    verdict: Verdict
    solution: str | None  # the first solution as text
    assumptions: int | None  # that the kernel made
    isomorph_of: str | None = None  # the id of an earlier isomorphic puzzle, if duplicates were looked for


@dataclass(frozen=True, slots=True, repr=False)
class Scan:
    """A whole scan: a sequence of rows, one per puzzle, and their summary. It is what `scan` returns."""

    rows: tuple[ScanRow, ...]
    summary: ScanSummary
    errors: tuple[UserError, ...]  # what could not be read

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[ScanRow]:
        return iter(self.rows)

    def __getitem__(self, index: int) -> ScanRow:
        return self.rows[index]

    def __repr__(self) -> str:
        return f"<Scan of {self.summary.as_text().splitlines()[0]}>"

    def _repr_html_(self) -> str:
        from ..display.notebook import make_list, make_table

        rows = [[getattr(row, name) for name in COLUMNS] for row in self.rows[:MOST_SHOWN]]
        more = [f"and {len(self) - len(rows):,} more"] if len(rows) < len(self) else []
        return make_list(self.summary.as_text().splitlines()) + make_table(tuple(COLUMNS), rows) + make_list(more)

    def to_dict(self) -> dict[str, Any]:
        """Return the summary as plain values: the JSON object of the command `scan`."""
        return self.summary.as_json()

    def to_dataframe(self) -> "DataFrame":
        """Return a data frame with one row per puzzle, with the columns that the command `scan` writes to a file."""
        from ..display.frames import make_frame

        columns: dict[str, ColumnKind] = {**COLUMNS}
        if self.summary.duplicates is not None:
            columns["isomorph_of"] = "text"
        return make_frame(columns, (list(asdict(row).values())[: len(columns)] for row in self.rows))


def scan(
    source: "str | os.PathLike[str] | IO[Any]",
    *,
    isomorphs: bool = False,
    cross_check: float | None = None,
    seed: int = 0,
    seconds: float = 60.0,
    jobs: int | None = None,
    box: tuple[int, int] | None = None,
    cluster: str | None = None,
) -> Scan:
    """Settle every puzzle of a collection with the kernel engine on all cores, and check every solution.

    Parameters: `source` is what FILE is on the command line (a path, or the text of puzzles), a `Path`, or an open
    file. `isomorphs` looks for duplicates, including isomorphic puzzles. `cross_check` is the share of the puzzles,
    above 0 and up to 1, about which sat and cpsat are asked as well; `seed` draws them. `seconds` limits a long search.
    `jobs` is the number of threads (default: one per core). `box` is the height and width of the boxes. `cluster` is
    the address of a Dask scheduler that shares the work, or `local:N` for N worker processes here, instead of `jobs`.

    Returns a row for each puzzle, all in memory. Lines that are not puzzles are in the attribute `errors`.

    Raises SourceError if the source cannot be opened, ClusterError if the cluster cannot be used, and TypeError or
    ValueError for a wrong argument.

    >>> found = scan("1.....2..3.....4")
    >>> len(found), str(found[0].verdict), found.summary.objections
    (1, 'unique', 0)
    """
    check_seconds("seconds", seconds)
    check_whole_number("seed", seed, at_least=0)
    if jobs is not None:
        check_whole_number("jobs", jobs, at_least=1)
    options = ScanOptions(
        shape=to_shape(box),
        seconds=seconds,
        line_format="jsonl",
        find_duplicates=isomorphs,
        cross_check=None if cross_check is None else _plan_cross_check(cross_check, seed, seconds),
    )
    local = ThisMachine(min(jobs, MOST_JOBS) if jobs else None)
    with open_place(ClusterChoice(cluster) if cluster is not None else None, local) as place:
        return _collect(_open(source), options._replace(place=place))


def _plan_cross_check(share: float, seed: int, seconds: float) -> "CrossCheck":
    from .cross_check import CrossCheck

    if not isinstance(share, int | float) or isinstance(share, bool):
        raise wrong_type("cross_check", "a share above 0, up to 1", share)
    if not 0 < share <= 1:
        raise ValueError(f"cross_check: expected a share above 0, up to 1, found {share}")
    return CrossCheck(share, seed, seconds)


def _open(source: Any) -> Source:
    if isinstance(source, str | os.PathLike) or is_file_object(source):
        return open_any(source)
    raise wrong_type("source", "a path, the text of puzzles, or an open file", source)


def _collect(source: Source, options: ScanOptions) -> Scan:
    rows: list[ScanRow] = []
    errors: list[UserError] = []
    with source.stream:
        for result in scan_source(source, options):
            if isinstance(result, ScanSummary):
                return Scan(tuple(rows), result, tuple(errors))
            if not isinstance(result, CrossCheckResult):
                errors += result.settled.batch.errors
                rows += map(_parse_row, bytes(result.lines).splitlines())
    raise AssertionError("a scan ends with its summary")


def _parse_row(line: bytes) -> ScanRow:
    values = json.loads(line)
    return ScanRow(**values | {"verdict": Verdict(values["verdict"])})
