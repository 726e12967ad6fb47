"""`bench` from Python: measure engines side by side, or read the record of an earlier run."""

import math
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ..comparison.engine_choice import choose_engines
from ..core.arguments import wrong_type
from ..core.entry import Entry
from ..core.errors import OptionError, UserError
from ..core.names import DEFAULT_ENGINES
from ..core.puzzle import Puzzle
from ..core.shape import Shape, shape_of_side
from ..engines.protocol import Engine
from ..reading.one_puzzle import to_shape
from .measurement.plan import BenchRequest
from .recording.facts import RULES
from .recording.record import Record
from .recording.results_folder import record_path
from .result import Benchmark, make_benchmark
from .session import PreparedRun, prepare

Collection = str | Path | Puzzle | Entry


def bench(
    puzzles_or_files: Collection | Iterable[Collection] = (),
    *,
    number: int | None = None,
    engines: str | Engine | Iterable[str | Engine] = DEFAULT_ENGINES,
    timeout: float = 10.0,
    cpu_time: float = math.inf,
    memory: int | None = None,
    rounds: int = 1,
    seed: int = 0,
    isomorphs: int = 0,
    jobs: int = 1,
    box: tuple[int, int] | None = None,
    record: str | None = None,
    cluster: str | None = None,
) -> Benchmark:
    """Measure engines side by side, as the command `bench` does.

    Parameters: `puzzles_or_files` are files, puzzles as text, `Puzzle` objects or entries, one or several (default: the
    shipped puzzles). `number` is the size of a random sample (default: 1000 of the shipped puzzles, or every puzzle of
    a file). `engines` are engines as text or as objects, one or several. `timeout` is in seconds per engine and puzzle;
    `math.inf` means no limit; `cpu_time` is the same in processor time, and `memory` is in bytes per engine. `box` is
    the height and width of the boxes. `record` is where to keep the measurements: a path, or the name of a record in
    results/; without it, nothing is kept. `cluster` is the address of a Dask scheduler, or `local:N` for N worker
    processes on this machine, instead of `jobs`. The other parameters are the options of the command.

    Returns the numbers and the measurements; `to_dataframe()` has one row per puzzle, engine and round.

    Raises OptionError, PuzzleError or SourceError if the request or a line of a file is invalid, RecordError if the
    record exists, ClusterError if the cluster cannot be used, and TypeError for an argument of a wrong type. Nothing is
    printed.

    >>> result = bench("1.....2..3.....4", engines=["reductio", "kernel"], rounds=2)
    >>> result
    <Benchmark of reductio, kernel on 1 puzzle>
    >>> frame = result.to_dataframe()
    >>> frame[["engine", "round", "verdict", "count_assumptions"]].sort_values(["engine", "round"])
         engine  round verdict  count_assumptions
    0    kernel      0  unique                  0
    1    kernel      1  unique                  0
    2  reductio      0  unique                  0
    3  reductio      1  unique                  0
    """
    chosen = choose_engines(engines)
    _check_options(number=number, rounds=rounds, seed=seed, isomorphs=isomorphs, jobs=jobs)
    puzzles = _list_puzzles(puzzles_or_files)
    request = BenchRequest(
        collections=tuple(one.text if isinstance(one, Puzzle) else str(one) for one in puzzles),
        number=number,
        engines=tuple(chosen.values()),
        timeout=_check_timeout(timeout),
        rounds=rounds,
        seed=seed,
        isomorphs=isomorphs,
        jobs=jobs,
        cpu_time=cpu_time,
        memory=memory,
        shape=to_shape(box) or _find_common_shape(puzzles),
        cluster=cluster,
    )
    return _measure(request, record)


def read_record(name: str | Path) -> Benchmark:
    """Return the benchmark that a record holds.

    `name` is a file, or the name of a record in results/. `to_dict()` is the JSON of `sudoku-compare report NAME`, and
    `to_dataframe()` its CSV.

    Raises RecordError if the record is missing or damaged.
    """
    if not isinstance(name, str | os.PathLike):
        raise wrong_type("name", "a path, or the name of a record", name)
    with Record.open(record_path(str(name))) as record:
        return make_benchmark(record)


def _list_puzzles(puzzles: Any) -> list[str | Path | Puzzle]:
    if isinstance(puzzles, Collection):
        puzzles = [puzzles]
    elif not isinstance(puzzles, Iterable):
        raise wrong_type("puzzles_or_files", "files, puzzles as text or Puzzle objects", puzzles)
    listed = [one.puzzle if isinstance(one, Entry) else one for one in puzzles]
    for one in listed:
        if not isinstance(one, Collection):
            raise wrong_type("puzzles_or_files", "a file, a puzzle as text or a Puzzle", one)
    return listed


def _check_options(**options: int | None) -> None:
    for name, value in options.items():
        if not RULES[name].is_valid(value):
            raise OptionError(f"{name}: expected {RULES[name].expected}, found {value!r}")


def _check_timeout(timeout: float) -> float:
    if not isinstance(timeout, int | float) or timeout is True or not timeout > 0:
        raise OptionError(f"timeout: expected seconds greater than 0, or math.inf for no limit, found {timeout!r}")
    return float(timeout)


def _find_common_shape(puzzles: Iterable[str | Path | Puzzle]) -> Shape | None:
    """Return the shape of the `Puzzle` objects if their text does not determine it."""
    shapes = {one.shape for one in puzzles if isinstance(one, Puzzle)}
    if all(shape == shape_of_side(shape.side) for shape in shapes):
        return None
    if len(shapes) > 1:
        boxes = ", ".join(sorted(shape.box for shape in shapes))
        raise OptionError(f"puzzles: expected boxes of one shape, found {boxes}: measure each shape by itself")
    return shapes.pop()


def _measure(request: BenchRequest, name: str | None) -> Benchmark:
    run = prepare(request, _raise)
    with run.open_place() as place, _create_record(run, name) as record:
        for _ in run.measure(record, place=place):
            pass
        return make_benchmark(record)


def _raise(error: UserError) -> None:
    """Stop at the first error in a file: a program does not read messages."""
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
