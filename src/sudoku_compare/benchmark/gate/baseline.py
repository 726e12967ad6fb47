"""The baseline: what a run saves for later runs to be compared with (`regressions`), and its file.

Verdicts and counts are the same on every machine. Times are not: the baseline has the processor time of each search
divided by that of the calibration work beside it.
"""

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import chain, groupby
from operator import attrgetter
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from ...core.errors import SourceError
from ...core.verdict import Verdict
from ..recording.record import Measurement, Record

SCHEMA = 2  # also changes with the calibration work, because times then have another unit
DIGITS = 4  # of a time that are saved


class Claim(NamedTuple):
    """What an engine found about a puzzle."""

    verdict: str
    counts: Mapping[str, int]


Claims = Mapping[str, Mapping[str, Claim]]  # by puzzle and engine
Times = Mapping[str, Mapping[str, float]]  # by engine and puzzle, in units of the calibration work


@dataclass(frozen=True, slots=True)
class Baseline:
    """What a later run is compared with."""

    collection: str
    fingerprint: str
    cpu: str
    python: str
    packages: Mapping[str, str | None]
    times: Times  # only of puzzles that the engine settled
    puzzles: Claims

    @property
    def engines(self) -> list[str]:
        return list(dict.fromkeys(chain.from_iterable(self.puzzles.values())))

    def as_json(self) -> dict[str, Any]:
        """Return the baseline as one JSON object; the times of an engine are in the order of the puzzles."""
        return {
            "schema": SCHEMA,
            "collection": self.collection,
            "fingerprint": self.fingerprint,
            "cpu": self.cpu,
            "python": self.python,
            "packages": dict(self.packages),
            "times": {engine: [times.get(id) for id in self.puzzles] for engine, times in self.times.items()},
            "puzzles": {
                id: {engine: [claim.verdict, dict(claim.counts)] for engine, claim in claims.items()}
                for id, claims in self.puzzles.items()
            },
        }

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> "Baseline":
        """Return the baseline that `as_json` wrote; raise ValueError if it is incomplete or invalid."""
        if not _is_complete(values):
            raise ValueError("incomplete or invalid")
        return cls(
            values["collection"],
            values["fingerprint"],
            values["cpu"],
            values["python"],
            values["packages"],
            {
                engine: {id: time for id, time in zip(values["puzzles"], times, strict=True) if time is not None}
                for engine, times in values["times"].items()
            },
            {
                id: {engine: Claim(*claim) for engine, claim in claims.items()}
                for id, claims in values["puzzles"].items()
            },
        )


def make_baseline(record: Record) -> Baseline:
    """Return the baseline that this run makes for later runs."""
    facts = record.facts
    calibrations = record.calibrations()
    puzzles: dict[str, dict[str, Claim]] = {}
    times: dict[str, dict[str, float]] = {engine: {} for engine in facts.engines}
    for puzzle, rows in record.measurements_by_puzzle():
        for engine, rounds in groupby(rows, key=attrgetter("engine")):
            measurements = list(rounds)
            first = measurements[0]
            puzzles.setdefault(puzzle.id, {})[engine] = Claim(first.verdict, first.counts)
            if time := _divide_by_calibration(measurements, calibrations):
                times[engine][puzzle.id] = time
    machines = record.measuring_machines().values()
    cpu, python = _join_different(one.cpu for one in machines), _join_different(one.python for one in machines)
    return Baseline(facts.collection, facts.fingerprint, cpu, python, facts.environment.packages, times, puzzles)


def _join_different(values: Iterable[str]) -> str:
    """Return what the machines of a run have in common, or else each of their values."""
    return ", ".join(dict.fromkeys(values))


def _divide_by_calibration(
    rounds: list[Measurement], calibrations: Mapping[tuple[int, int, int], float]
) -> float | None:
    """Return an engine's processor time on a puzzle in units of the calibration work (median of the rounds), or None.

    The work counts only if the machine that searched did it. Processor times are stretched less by load on the machine
    than elapsed times. The time of a search that was cut short says nothing about the engine.
    """
    if any(one.verdict == Verdict.UNKNOWN for one in rounds):
        return None
    pairs = [(one.cpu, calibrations.get((one.puzzle, one.round, one.machine))) for one in rounds]
    times = [cpu / work for cpu, work in pairs if cpu and work]
    return float(f"{median(times):.{DIGITS}g}") if times else None


def save_baseline(path: Path, baseline: Baseline) -> None:
    """Write the baseline with one line per puzzle, so that a diff can be read; raise OSError if that fails."""
    values = baseline.as_json()
    puzzles = [f"    {json.dumps(id)}: {json.dumps(claims)}" for id, claims in values.pop("puzzles").items()]
    times = [f"    {json.dumps(engine)}: {json.dumps(times)}" for engine, times in values.pop("times").items()]
    head = [f"  {json.dumps(name)}: {json.dumps(value)}," for name, value in values.items()]
    parts = ["{", *head, '  "times": {', ",\n".join(times), "  },", '  "puzzles": {', ",\n".join(puzzles), "  }", "}"]
    path.write_text("\n".join(parts) + "\n")


def load_baseline(path: Path) -> Baseline:
    """Read a baseline; raise SourceError if the file is not one."""
    try:
        values = json.loads(path.read_text())
    except OSError as error:
        raise SourceError(f"{path}: {error.strerror}; expected a baseline") from error
    except ValueError as error:
        raise SourceError(f"{path}: not a baseline: expected JSON") from error
    schema = values.get("schema") if isinstance(values, dict) else None
    if type(schema) is not int:
        raise SourceError(f'{path}: not a baseline: expected a JSON object with "schema": {SCHEMA}')
    if schema != SCHEMA:
        raise SourceError(f"{path}: expected a baseline of version {SCHEMA}, found version {schema}; save a new one")
    try:
        return Baseline.from_json(values)
    except ValueError as error:
        raise SourceError(f"{path}: damaged baseline ({error}); save a new one") from error


def _is_complete(values: Mapping[str, Any]) -> bool:
    """Check everything that a comparison needs, so that an error is reported before the run, not after it."""
    texts, objects = ("collection", "fingerprint", "cpu", "python"), ("packages", "times", "puzzles")
    return (
        all(isinstance(values.get(name), str) for name in texts)
        and all(isinstance(values.get(name), dict) for name in objects)
        and all(_is_time_list(times, len(values["puzzles"])) for times in values["times"].values())
        and all(isinstance(claims, dict) for claims in values["puzzles"].values())
        and all(_is_claim(claim) for claims in values["puzzles"].values() for claim in claims.values())
    )


def _is_time_list(times: object, puzzles: int) -> bool:
    """Return whether this is a list with a time, or null, for each puzzle."""
    return (
        isinstance(times, list) and len(times) == puzzles and all(time is None or _is_positive(time) for time in times)
    )


def _is_positive(figure: object) -> bool:
    """Return whether this is a finite number above 0. No run would ever be slower than NaN or infinity."""
    return isinstance(figure, int | float) and not isinstance(figure, bool) and 0 < figure < math.inf


def _is_claim(claim: object) -> bool:
    match claim:
        case [str(), dict() as counts]:
            return all(type(count) is int for count in counts.values())
    return False
