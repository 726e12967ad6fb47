"""The result of a benchmark in memory: its record and the numbers computed from it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from ..core.errors import OptionError, output_to
from ..core.text import suggest
from .recording.record import Record
from .report.tables import make_tables
from .report.tidy_table import COLUMNS, find_count_names, iterate_rows, list_columns
from .statistics.summary import Summary, summarize

if TYPE_CHECKING:
    from ..display.frames import ColumnKind, DataFrame

NUMBERS = ("puzzle", "round", "machine", "cores", "memory")
TIMES = ("build", "first", "settle", "total", "cpu", "outer")


@dataclass(frozen=True, slots=True)
class ChartPicture:
    """A chart as SVG; a notebook shows it."""

    title: str
    svg: str

    def __repr__(self) -> str:
        return f"<ChartPicture {self.title!r}>"

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: Path | str) -> None:
        """Write the SVG to a file. Raises OutputError."""
        with output_to("", path):
            Path(path).write_text(self.svg, encoding="utf-8")


@dataclass(frozen=True, slots=True, repr=False)
class Benchmark:
    """The measurements of engines on puzzles: what `bench` and `read_record` return."""

    summary: Summary  # the numbers that a report shows
    record: bytes  # the content of the record, an SQLite file

    def __repr__(self) -> str:
        puzzles = f"{self.summary.puzzles:,} puzzle{'s' * (self.summary.puzzles != 1)}"
        objections = ", with objections" if self.summary.objections else ""
        return f"<Benchmark of {', '.join(self.summary.facts.engines)} on {puzzles}{objections}>"

    def _repr_html_(self) -> str:
        from ..display.notebook import make_list, make_table

        tables = make_tables(self.summary)[-1:]  # the one of all puzzles
        shown = [make_list([table.title]) + make_table(table.columns, table.rows) for table in tables]
        objections = map(str, self.summary.objections)
        return "".join(shown) + make_list([*self.summary.sentences, *objections])

    def to_dict(self) -> dict[str, Any]:
        """Return the numbers as plain values: the JSON object of the command `bench`."""
        return self.summary.as_json()

    def to_dataframe(self) -> "DataFrame":
        """Return the measurements: one row per puzzle, engine and round.

        The columns are those of `sudoku-compare report NAME --format csv`: times in seconds, NaN where a value is
        missing. `attrs["facts"]` says what was run and where, `attrs["preparations"]` what each engine prepares once
        per process and shape, and `attrs["objections"]` lists answers that contradict each other or fail the check.
        """
        from ..display.frames import make_frame

        with self._open() as record:
            counts = find_count_names(record)
            columns = {name: _choose_kind(name) for name in list_columns(counts)}
            frame = make_frame(columns, iterate_rows(record, counts))
            frame.attrs["facts"] = record.facts.as_json()
            frame.attrs["preparations"] = [asdict(row) for row in record.preparations()]
            frame.attrs["objections"] = [
                {"puzzle": puzzle, "round": round, "text": text} for puzzle, round, text in record.objections()
            ]
        return frame

    def chart(self, name: str = "cactus") -> ChartPicture:
        """Draw one of the charts of the command `report`: cactus, tiers, scatter, split or virtual-best.

        Raises OptionError if there is no such chart of these measurements.
        """
        from ..display.charts import draw_svg
        from .report.charts import make_charts

        with self._open() as record:
            charts = make_charts(record, self.summary)
        if name not in charts:
            raise OptionError(f"chart: unknown chart {name!r}; {suggest(str(name), charts)}")
        return ChartPicture(charts[name].title, draw_svg(charts[name]))

    def save(self, path: Path | str) -> None:
        """Write the record to a file, which the command `report` reads. Raises OutputError."""
        with output_to("", path):
            Path(path).write_bytes(self.record)

    @contextmanager
    def _open(self) -> Iterator[Record]:
        with TemporaryDirectory(prefix="sudoku-compare-") as folder:
            path = Path(folder) / "record.sqlite"
            path.write_bytes(self.record)
            with Record.open(path) as record:
                yield record


def make_benchmark(record: Record) -> Benchmark:
    """Return the benchmark that a record holds."""
    return Benchmark(summarize(record), record.copy_content())


def _choose_kind(column: str) -> "ColumnKind":
    if column in TIMES:
        return "time"
    return "count" if column in NUMBERS or column not in COLUMNS else "text"
