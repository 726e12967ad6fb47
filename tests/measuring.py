"""What the tests of benchmarks share: facts of a run, cases, an engine with a fault, and the command itself."""

import os
import signal
import sqlite3
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

from conftest import PROGRAM
from making import EASY, TWO
from sudoku_compare import Answer, Ending, Limits, Puzzle
from sudoku_compare.benchmark.gate.baseline import Baseline
from sudoku_compare.benchmark.measurement.sampling import Case
from sudoku_compare.benchmark.recording.facts import Environment, RunFacts
from sudoku_compare.benchmark.recording.record import TABLES, Measurement, PuzzleRow, Record
from sudoku_compare.core.entry import Entry
from sudoku_compare.engines.reductio.engine import Reductio
from sudoku_compare.running.machine import Machine
from witnesses import ForeignEngine

FACTS = RunFacts(
    environment=Environment(cpu="a CPU", system="a system", python="3.11", version="1", commit="abc", packages={}),
    engines=("reductio", "wrong"),
    started="2024-01-01T00:00:00+00:00",
    collection="some puzzles",
    files=("p.txt",),
    folder="/somewhere",
    number=None,
    box=None,
    seconds=5.0,
    rounds=1,
    seed=0,
    isomorphs=0,
    jobs=1,
    fingerprint="0123",
)


MACHINE = Machine(
    host="here", cpu="a CPU", cores=2, memory=4_000_000_000, system="a system", python="3.11", isolation=None
)


def make_facts(**changes: Any) -> RunFacts:
    return replace(FACTS, **changes)


def make_baseline_of(**changes: Any) -> Baseline:
    """Return a baseline without puzzles and times, with these changes."""
    return replace(Baseline("two puzzles", "0123", "a CPU", "3.11", {"python-sat": "1"}, {}, {}), **changes)


def make_cases(*texts: str) -> list[Case]:
    return [Case(n, "tier", Entry(f"p{n}", Puzzle.from_text(text))) for n, text in enumerate(texts)]


def make_measurement(engine: str, settle: float = 1.0, **changes: Any) -> Measurement:
    """Return a measurement of a search that settled its puzzle in this time, with these changes."""
    one = Measurement(0, engine, 0, "unique", "exhausted", 0.0, 0.0, settle, None, None, 1, {}, "")
    return one._replace(**changes)


def make_record(facts: RunFacts, *puzzles: list[Measurement], tiers: str = "") -> Record:
    """Return a record, in memory, of the puzzles p0, p1, ... with these measurements; a tier has one letter."""
    record = make_empty_record(facts)
    _add_puzzles(record, puzzles, tiers)
    return record


def _add_puzzles(record: Record, puzzles: Sequence[list[Measurement]], tiers: str) -> None:
    for number, several in enumerate(puzzles):
        row = make_numbered_puzzle(number, tiers[number] if tiers else "tier")
        record.add(row, [one._replace(puzzle=number) for one in several], [])
    record.commit()


def make_machine(number: int, **changes: Any) -> Machine:
    """Return a machine that differs from `MACHINE` in its host, and in these changes."""
    return replace(MACHINE, host=f"node{number}", **changes)


def make_cluster_record(
    facts: RunFacts, machines: Sequence[Machine], *puzzles: list[Measurement], tiers: str = ""
) -> Record:
    """Return a record as `make_record` does; each measurement has the number of its machine, from 1."""
    record = make_empty_record(facts, machines)
    _add_puzzles(record, puzzles, tiers)
    return record


def make_local_machine(facts: RunFacts) -> Machine:
    """Return the machine that the facts of a run describe."""
    environment = facts.environment
    return replace(MACHINE, cpu=environment.cpu, system=environment.system, python=environment.python)


def make_empty_record(facts: RunFacts, machines: Sequence[Machine] = ()) -> Record:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.executescript(TABLES)
    record = Record(Path("in memory"), facts, connection, is_resumed=False)
    for machine in machines or [make_local_machine(facts)]:
        record.find_or_add_machine(machine)
    return record


def make_numbered_puzzle(number: int, tier: str = "tier") -> PuzzleRow:
    return PuzzleRow(number, f"p{number}", tier, "3x3", EASY)


def run_bench(*arguments: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    return run_command("bench", *arguments, folder=folder)


def run_command(*arguments: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([PROGRAM, *arguments], cwd=folder, capture_output=True, text=True, timeout=300)


@dataclass(frozen=True)
class Faulty(ForeignEngine):
    """An engine with a fault on one puzzle."""

    name: ClassVar = "wrong"

    fault: str = "lie"

    def search(self, puzzle: Puzzle, limits: Limits) -> Answer:
        if puzzle != Puzzle.from_text(TWO):
            return Reductio().search(puzzle, limits)
        match self.fault:
            case "lie":
                return Answer((), Ending.EXHAUSTED)
            case "crash":
                os.kill(os.getpid(), signal.SIGKILL)
            case "print":
                os.system("echo noise; echo noise >&2")
                return Reductio().search(puzzle, limits)
            case "hang":
                time.sleep(3600)
        raise ZeroDivisionError
