"""Benchmarks as pandas data frames: run one, or read its record. Only this module imports pandas.

The frame is the table that `tidy_table` describes: one row per puzzle, engine and round, and one column per count.
"""

import math
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from ..core.errors import OptionError, UserError
from ..core.names import DEFAULT_ENGINES
from ..core.puzzle import Puzzle
from ..core.shape import Shape, shape_of_box, shape_of_side
from .measurement.plan import BenchRequest
from .recording.facts import RULES
from .recording.record import Record
from .recording.results_folder import record_path
from .report.tidy_table import COLUMNS, find_count_names, iterate_rows, list_columns
from .session import PreparedRun, prepare

if TYPE_CHECKING:
    from pandas import DataFrame, Series

Collection = str | Path | Puzzle

WHOLE_NUMBERS = ("puzzle", "round")
TIMES = ("build", "first", "settle", "total", "cpu")


def bench(
    puzzles_or_files: Collection | Iterable[Collection] = (),
    *,
    number: int | None = None,
    engines: str | Iterable[str] = DEFAULT_ENGINES,
    timeout: float = 10.0,
    rounds: int = 1,
    seed: int = 0,
    isomorphs: int = 0,
    jobs: int = 1,
    box: tuple[int, int] | None = None,
    record: str | None = None,
) -> "DataFrame":
    """Measure engines side by side, as the command `bench` does, and return the measurements as a data frame.

    Parameters: `puzzles_or_files` are files, puzzles as text, or `Puzzle` objects, one or several (default: the
    shipped puzzles). `number` is the size of a random sample (default: 1000 of the shipped puzzles, or every puzzle of
    a file). `timeout` is in seconds per engine and puzzle; `math.inf` means no limit. `box` is the height and width of
    the boxes. `record` is where to keep the measurements: a path, or the name of a record in results/; without it,
    nothing is kept. The other parameters are the options of the command.

    The frame has one row per puzzle, engine and round: times in seconds, NaN where a value is missing.
    `attrs["facts"]` says what was run and where, `attrs["preparations"]` what each engine prepares once per process and
    shape, and `attrs["objections"]` lists the answers that contradict each other or fail the check.

    Raises OptionError, PuzzleError or SourceError if the request or a line of a file is invalid, and RecordError if
    the record exists. Nothing is printed.

    >>> frame = bench("1.....2..3.....4", engines=["reductio", "kernel"], rounds=2)
    >>> frame[["engine", "round", "verdict", "count_assumptions"]].sort_values(["engine", "round"])
         engine  round verdict  count_assumptions
    0    kernel      0  unique                  0
    1    kernel      1  unique                  0
    2  reductio      0  unique                  0
    3  reductio      1  unique                  0
    """
    chosen = (engines,) if isinstance(engines, str) else tuple(engines)
    if not chosen or not all(isinstance(one, str) for one in chosen):
        raise OptionError(f"engines: expected names of engines, found {chosen!r}")
    _check_options(number=number, rounds=rounds, seed=seed, isomorphs=isomorphs, jobs=jobs)
    collections = [puzzles_or_files] if isinstance(puzzles_or_files, Collection) else list(puzzles_or_files)
    request = BenchRequest(
        collections=tuple(one.text if isinstance(one, Puzzle) else str(one) for one in collections),
        number=number,
        engines=chosen,
        timeout=_check_timeout(timeout),
        rounds=rounds,
        seed=seed,
        isomorphs=isomorphs,
        jobs=jobs,
        shape=shape_of_box(*box) if box else _find_common_shape(collections),
    )
    return _measure(request, record)


def read_record(name: str | Path) -> "DataFrame":
    """Return the measurements of a benchmark record as a data frame.

    `name` is a file, or the name of a record in results/. The frame is that of `bench`: one row per puzzle, engine and
    round, with the facts of the run in `attrs["facts"]`. It is also what `pandas.read_csv` makes of the output of
    `sudoku-compare report NAME --format csv`.

    Raises RecordError if the record is missing or damaged.
    """
    with Record.open(record_path(str(name))) as record:
        return _make_frame(record)


def _check_options(**options: int | None) -> None:
    for name, value in options.items():
        if not RULES[name].is_valid(value):
            raise OptionError(f"{name}: expected {RULES[name].expected}, found {value!r}")


def _check_timeout(timeout: float) -> float:
    if not isinstance(timeout, int | float) or timeout is True or not timeout > 0:
        raise OptionError(f"timeout: expected seconds greater than 0, or math.inf for no limit, found {timeout!r}")
    return float(timeout)


def _find_common_shape(collections: Iterable[Collection]) -> Shape | None:
    """Return the shape of the `Puzzle` objects if their text does not determine it."""
    shapes = {one.shape for one in collections if isinstance(one, Puzzle)}
    if all(shape == shape_of_side(shape.side) for shape in shapes):
        return None
    if len(shapes) > 1:
        boxes = ", ".join(sorted(shape.box for shape in shapes))
        raise OptionError(f"puzzles: expected boxes of one shape, found {boxes}: measure each shape by itself")
    return shapes.pop()


def _measure(request: BenchRequest, name: str | None) -> "DataFrame":
    run = prepare(request, _raise)
    with _create_record(run, name) as record:
        for _ in run.measure(record):
            pass
        return _make_frame(record)


def _raise(error: UserError) -> None:
    """Stop at the first error in a file: a program that asks for a data frame does not read messages."""
    raise error


@contextmanager
def _create_record(run: PreparedRun, name: str | None) -> Iterator[Record]:
    """Create the record; without a name, in a folder that is removed afterwards."""
    if name is not None:
        with run.create_record(name) as record:
            yield record
        return
    with (
        TemporaryDirectory(prefix="sudoku-compare-") as folder,
        run.create_record(str(Path(folder) / "record.sqlite")) as record,
    ):
        yield record


def _make_frame(record: Record) -> "DataFrame":
    from pandas import DataFrame

    counts = find_count_names(record)
    values: dict[str, list[Any]] = {column: [] for column in list_columns(counts)}
    for row in iterate_rows(record, counts):
        for column, value in zip(values.values(), row, strict=True):
            column.append(value)
    frame = DataFrame({column: _make_series(column, texts) for column, texts in values.items()})
    frame.attrs["facts"] = record.facts.as_json()
    frame.attrs["preparations"] = [asdict(row) for row in record.preparations()]
    frame.attrs["objections"] = [
        {"puzzle": puzzle, "round": round, "text": text} for puzzle, round, text in record.objections()
    ]
    return frame


def _make_series(column: str, values: list[Any]) -> "Series[Any]":
    """Return a column. Its type does not depend on whether values are missing, except for counts: NaN makes floats."""
    from pandas import Series

    if column in TIMES:
        return Series(values, dtype="float64")
    if column not in COLUMNS or column in WHOLE_NUMBERS:
        return Series(values)
    text = Series(["text"]).dtype  # depends on the version of pandas
    return Series([math.nan if value is None else value for value in values], dtype=text)
