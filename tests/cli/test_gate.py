"""The regression gate at work: the real command, with engines that have become slower and on a busy machine.

The command runs in this process, and its workers are forks of it, so they inherit an engine that is slowed down here.
"""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from time import process_time
from typing import NamedTuple

import pytest

from conftest import ROOT
from sudoku_compare import Answer, Limits, Puzzle
from sudoku_compare.benchmark import session
from sudoku_compare.cli.bench import bench
from sudoku_compare.core.names import DEFAULT_ENGINES
from sudoku_compare.engines.registry import load_engine
from sudoku_compare.formats.shipped import load_shipped

REPEATS = [pytest.param(12, marks=pytest.mark.slow), pytest.param(50, marks=pytest.mark.long)]
PUZZLES = 12  # of each of two tiers: enough for an interval, and quick
FACTOR = 5.0

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="workers are forks")


class Gate(NamedTuple):
    """A saved baseline, and the folder in which runs are compared with it."""

    folder: Path

    def run(self, *options: str, engines: tuple[str, ...] = DEFAULT_ENGINES) -> int:
        """Run the command on the puzzles, and return its exit code."""
        chosen = [option for engine in engines for option in ("--engine", engine)]
        record = next(path for n in count() if not (path := self.folder / f"{n}.sqlite").exists())
        arguments = [str(self.folder / "puzzles.txt"), *chosen, "--out", str(record), *options]
        return int(bench.main(arguments, standalone_mode=False))

    def compare(self, engines: tuple[str, ...] = DEFAULT_ENGINES) -> int:
        """Run these engines and compare them with the baseline; return the exit code."""
        return self.run("--baseline", str(self.folder / "baseline.json"), engines=engines)


@pytest.fixture(autouse=True)
def leave_out_preparations(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not measure what engines prepare, which takes longer than the searches and has no part in the gate."""
    monkeypatch.setattr(session, "measure_preparations", lambda *_: iter(()))


@pytest.fixture(scope="module")
def gate(tmp_path_factory: pytest.TempPathFactory) -> Gate:
    gate = Gate(tmp_path_factory.mktemp("gate"))
    puzzles = [entry.puzzle.text for tier in ("easy", "hard") for entry in load_shipped(tier)[:PUZZLES]]
    (gate.folder / "puzzles.txt").write_text("\n".join(puzzles))
    assert gate.run("--rounds", "3", "--save-baseline", str(gate.folder / "baseline.json")) == 0
    return gate


def slow_down(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make each search of an engine take FACTOR times its processor time."""
    engine = type(load_engine(name))
    search = engine.search

    def search_slowly(self: object, puzzle: Puzzle, limits: Limits) -> Answer:
        start = process_time()
        answer: Answer = search(self, puzzle, limits)
        end = start + FACTOR * (process_time() - start)
        while process_time() < end:
            pass
        return answer

    monkeypatch.setattr(engine, "search", search_slowly)


@contextmanager
def keep_busy() -> Iterator[None]:
    """Run a process that computes all the time."""
    process = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    try:
        yield
    finally:
        process.kill()
        process.wait()


def slower_engines(text: str) -> list[str]:
    """Return the engines that are named as slower on standard error."""
    lines = [line.removeprefix("sudoku-compare: ") for line in text.splitlines()]
    named = [line.removeprefix("regression: ") for line in lines if line.startswith("regression: ")]
    assert all(
        "times the processor time that the baseline predicts from the calibration work" in line for line in named
    )
    return [line.partition(": ")[0] for line in named]


SLOWED: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {  # the engines that are slower, and those that are run
    **{f"{engine} alone": ((engine,), DEFAULT_ENGINES) for engine in DEFAULT_ENGINES},
    "two of three": (("reductio", "sat"), DEFAULT_ENGINES),
    "all": (DEFAULT_ENGINES, DEFAULT_ENGINES),
    "one of two": (("sat",), ("reductio", "sat")),
    "the only one": (("cpsat",), ("cpsat",)),
    "none of two": ((), ("reductio", "cpsat")),
}


@pytest.mark.slow
@pytest.mark.parametrize("case", SLOWED)
def test_exactly_the_engines_that_became_slower_are_named(
    case: str, gate: Gate, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    slower, measured = SLOWED[case]
    for engine in slower:
        slow_down(engine, monkeypatch)
    code = gate.compare(measured)
    assert sorted(slower_engines(capfd.readouterr().err)) == sorted(slower)
    assert code == (6 if slower else 0)


@pytest.mark.slow
def test_an_engine_that_became_slower_is_named_beside_a_busy_process(
    gate: Gate, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    slow_down("reductio", monkeypatch)
    with keep_busy():
        code = gate.compare()
    assert (code, slower_engines(capfd.readouterr().err)) == (6, ["reductio"])


@pytest.mark.parametrize("repeats", REPEATS)
def test_an_unchanged_program_is_never_a_regression(
    repeats: int, gate: Gate, capfd: pytest.CaptureFixture[str]
) -> None:
    codes = [gate.compare() for _ in range(repeats)]
    assert codes == [0] * repeats, capfd.readouterr().err


@pytest.mark.parametrize("repeats", REPEATS)
def test_an_unchanged_program_is_never_a_regression_beside_a_busy_process(
    repeats: int, gate: Gate, capfd: pytest.CaptureFixture[str]
) -> None:
    with keep_busy():
        codes = [gate.compare() for _ in range(repeats)]
    assert codes == [0] * repeats, capfd.readouterr().err


@pytest.mark.long
@pytest.mark.parametrize("is_busy", [False, True])
def test_the_gate_of_ci_gives_no_false_alarm(is_busy: bool, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    repeats = 50
    command = ["--n", "160", "--baseline", str(ROOT / "results" / "baseline.json"), "--out"]

    def run_all() -> list[int]:
        names = [str(tmp_path / f"{n}.sqlite") for n in range(repeats)]
        return [int(bench.main([*command, name], standalone_mode=False)) for name in names]

    if is_busy:
        with keep_busy():
            codes = run_all()
    else:
        codes = run_all()
    assert codes == [0] * repeats, capfd.readouterr().err
