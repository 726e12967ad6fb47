"""Run the real commands with a hostile engine between honest ones, and check what must hold whatever it does."""

import json
import math
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from conftest import PROGRAM
from hostile.marking import VARIABLE, list_survivors
from sudoku_compare.benchmark.recording.record import Record

PROGRAMS = Path(__file__).with_name("programs")
HONEST = ("kernel", "backtrack")  # they do not share a method
TIME_OUT = 2.0  # seconds, for engines that hang: a new interpreter must be able to answer within them
PATIENCE = 120.0  # seconds for a command

UNIQUE = "..4.2....3.....1"
TWO = ".2....1.....3..1"
LAST_SOLUTIONS = {UNIQUE: "3142241313244231", TWO: "1243431221343421"}  # that the SAT solver of this folder finds
TRUTH = {  # the verdict on each puzzle; the one with two solutions comes after the one at which engines fail
    ".32..4.........3": "unique",
    UNIQUE: "unique",
    TWO: "multiple",
    "3...1..34....2..": "unsolvable",
    "...12...42......": "unique",
}
CODES = {"unique": 0, "multiple": 4, "unsolvable": 3, "unknown": 5}

DESCRIPTIONS = """
[lines]
protocol = "lines"
command = ["./lines"]
options.fault = { default = "none", arguments = ["{value}"], help = "what it does wrong" }
options.puzzle = { default = "0", arguments = ["{value}"], help = "the puzzle at which it does so" }

[sat-program]
protocol = "sat"
command = ["./sat", "{input}"]
options.fault = { default = "none", arguments = ["{value}"], help = "what it does wrong" }
options.solution = { default = "0", arguments = ["{value}"], help = "the solution at which it does so" }
"""


def make_folder(folder: Path) -> Path:
    """Fill a folder with the puzzles, the programs and their descriptions."""
    (folder / "puzzles.txt").write_text("\n".join(TRUTH) + "\n")
    (folder / "hostile.toml").write_text(DESCRIPTIONS)
    for name in ("lines", "sat"):
        script = folder / name
        script.write_text(f'#!/bin/sh\nexec {sys.executable} -I -S {PROGRAMS / name}.py "$@"\n')
        script.chmod(0o755)
    return folder


def name_engine(form: str, fault: str, puzzle: str) -> str:
    """Return the engine of this form with this fault; `puzzle` is the one at which it has the fault."""
    if form == "sat-program":
        return f"{form}:fault={fault},solution={LAST_SOLUTIONS[puzzle]}"
    return f"{'plug_in:Hostile' if form == 'plug-in' else form}:fault={fault},puzzle={puzzle}"


@dataclass(frozen=True)
class Outcome:
    """What a command printed, and its exit code."""

    code: int
    output: str
    errors: str

    def check(self) -> None:
        """Check that the command ended properly and printed nothing that would control a terminal."""
        assert self.code in (0, 1, 3, 4, 5), self
        for text in (self.output, self.errors):
            assert "Traceback" not in text, text
            assert text.replace("\n", "").isprintable(), text


def run_command(folder: Path, mark: str, *arguments: str, **variables: str) -> Outcome:
    """Run a command in this folder."""
    path = os.pathsep.join(filter(None, [str(PROGRAMS), os.environ.get("PYTHONPATH")]))
    done = subprocess.run(
        [PROGRAM, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": path, VARIABLE: mark, **variables},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=PATIENCE,
    )
    return Outcome(done.returncode, done.stdout.decode(errors="backslashreplace"), done.stderr.decode())


@dataclass(frozen=True)
class EngineAnswer:
    """What was recorded of one engine on one puzzle."""

    ending: str
    verdict: str
    detail: str
    total: float  # seconds, by the clock that counts
    reported: float  # seconds


@dataclass(frozen=True)
class Results:
    """What a command says about each puzzle: the verdict if it prints one, the objections, and the answers."""

    code: int
    errors: str  # what it wrote to standard error
    verdicts: dict[str, str]
    objections: list[str]
    answers: dict[str, dict[str, EngineAnswer]]  # by puzzle and engine


def run_commands(folder: Path, mark: str, engine: str, *options: str) -> dict[str, Results]:
    """Run `solve`, `uniqueness` and `bench` side by side, check what must always hold, and return the results."""
    (folder / "record.sqlite").unlink(missing_ok=True)
    common = ["puzzles.txt", "--engine-file", "hostile.toml", "--timeout", "30", *options, "--json"]
    common += ["--engine", HONEST[0], "--engine", engine]
    tasks = {
        "solve": ["solve", *common, "--engine", HONEST[1]],
        "uniqueness": ["uniqueness", "--verdict-only", *common, "--engine", HONEST[1]],
        "bench": ["bench", *common, "--out", "./record.sqlite"],  # with one honest engine less, which takes a second
    }
    with ThreadPoolExecutor() as pool:
        running = {name: pool.submit(run_command, folder, mark, *words) for name, words in tasks.items()}
        outcomes = {name: future.result() for name, future in running.items()}
    assert list_survivors(mark) == []
    outcomes["report"] = run_command(folder, mark, "report", "./record.sqlite")
    for outcome in outcomes.values():
        outcome.check()
    results = {name: read_lines(outcomes[name]) for name in ("solve", "uniqueness")}
    results["bench"] = read_record(outcomes["bench"], folder / "record.sqlite")
    for result in results.values():
        check_results(result)
    return results


def read_lines(outcome: Outcome) -> Results:
    """Return what `solve` and `uniqueness` print as JSON."""
    rows = [json.loads(line, parse_constant=refuse_constant) for line in outcome.output.splitlines()]
    answers = {row["givens"]: {one["engine"]: _read_answer(one) for one in row["engines"]} for row in rows}
    objections = [text for row in rows for text in row["objections"]]
    verdicts = {row["givens"]: row["verdict"] for row in rows}
    return Results(outcome.code, outcome.errors, verdicts, objections, answers)


def refuse_constant(name: str) -> float:
    """Refuse NaN and Infinity, which are not JSON."""
    raise ValueError(name)


def _read_answer(row: dict[str, Any]) -> EngineAnswer:
    seconds = row["seconds"]
    reported = seconds["build"] + (seconds["first"] or 0) + seconds["settle"]
    total = reported if seconds["outer"] is None else seconds["outer"]
    return EngineAnswer(row["ending"], row["verdict"], row["detail"], total, reported)


def read_record(outcome: Outcome, path: Path) -> Results:
    """Return what `bench` has recorded; what it prints has to be JSON."""
    json.loads(outcome.output, parse_constant=refuse_constant)
    with Record.open(path) as record:
        puzzles = {row.number: row.givens for row in record.puzzles()}
        answers: dict[str, dict[str, EngineAnswer]] = {givens: {} for givens in puzzles.values()}
        for one in record.measurements():
            answer = EngineAnswer(one.ending, one.verdict, one.detail, one.total, one.reported)
            answers[puzzles[one.puzzle]][one.engine] = answer
        objections = [text for _, _, text in record.objections()]
    return Results(outcome.code, outcome.errors, {}, objections, answers)


def check_results(results: Results) -> None:
    """Check that no verdict is a lie, and that the run went on: every engine was asked about every puzzle."""
    assert list(results.answers) == list(TRUTH)
    for givens, answers in results.answers.items():
        assert len(answers) == (3 if results.verdicts else 2)
        for name in answers.keys() & HONEST:
            assert (answers[name].verdict, answers[name].detail) == (TRUTH[givens], "")
        for answer in answers.values():
            assert math.isfinite(answer.total)
            assert answer.total >= 0
            assert answer.detail.isprintable()
            assert len(answer.detail) <= 500
    for givens, verdict in results.verdicts.items():
        assert verdict in (TRUTH[givens], "unknown")
    if not results.objections:
        assert results.verdicts in ({}, TRUTH), "two honest engines agree"
