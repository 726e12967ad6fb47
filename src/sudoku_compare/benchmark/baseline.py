"""Compare a run with an earlier one, the baseline: has anything become worse? Used by CI.

Verdicts and counts are the same on every machine, so a different verdict or a higher count is a regression. Times are
not the same. They are compared as ratios between engines of the same run, with an interval; if the interval leaves the
question open, the result is a warning.
"""

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from ..core.errors import OptionError, SourceError
from .facts import RunFacts
from .record import Record
from .statistics import PEAKS, Interval, bootstrap_median, puzzles_with_times

SCHEMA = 1
MORE_COUNTED = 1.10  # a count that grows by more than this factor is a regression
SLACK = 20  # a count may always grow by this much: for small counts, ten percent means nothing
SLOWER = 3.0  # factor by which a ratio of processor times may grow; between idle and loaded, one machine differed by 2
MOST_NAMED = 5  # puzzles in a message


class Claim(NamedTuple):
    """What an engine found about a puzzle."""

    verdict: str
    counts: Mapping[str, int]


Claims = Mapping[str, Mapping[str, Claim]]  # by puzzle and engine


@dataclass(frozen=True, slots=True)
class Baseline:
    """What a later run is compared with."""

    collection: str
    fingerprint: str
    packages: Mapping[str, str | None]
    first: str | None  # the engine to which the ratios relate, if known
    ratios: Mapping[str, Interval]  # processor time of each other engine to that of the first
    puzzles: Claims

    @property
    def engines(self) -> list[str]:
        return list(dict.fromkeys(chain.from_iterable(self.puzzles.values())))

    def as_json(self) -> dict[str, Any]:
        """Return the baseline as one JSON object."""
        return {
            "schema": SCHEMA,
            "collection": self.collection,
            "fingerprint": self.fingerprint,
            "packages": dict(self.packages),
            "first": self.first,
            "ratios": {engine: list(ratio) for engine, ratio in self.ratios.items()},
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
            values["packages"],
            values.get("first"),
            {engine: Interval(*ratio) for engine, ratio in values["ratios"].items()},
            {
                id: {engine: Claim(*claim) for engine, claim in claims.items()}
                for id, claims in values["puzzles"].items()
            },
        )


@dataclass(frozen=True, slots=True)
class Comparison:
    """How a run compares with its baseline."""

    regressions: tuple[str, ...]
    warnings: tuple[str, ...]


def make_baseline(record: Record) -> Baseline:
    """Return the baseline that this run makes for later runs."""
    facts = record.facts
    ids = {row.number: row.id for row in record.puzzles()}
    puzzles: dict[str, dict[str, Claim]] = {}
    for one in record.measurements():
        if one.round == 0:
            puzzles.setdefault(ids[one.puzzle], {})[one.engine] = Claim(one.verdict, one.counts)
    ratios = _compute_ratios(record)
    return Baseline(facts.collection, facts.fingerprint, facts.environment.packages, facts.engines[0], ratios, puzzles)


def _compute_ratios(record: Record) -> dict[str, Interval]:
    """Compare processor times puzzle by puzzle: load on the machine stretches them less than elapsed times."""
    first_engine, *others = record.facts.engines
    ratios: dict[str, list[float]] = {engine: [] for engine in others}
    for _, times in puzzles_with_times(record):
        first = times[first_engine].cpu if first_engine in times else None
        for engine, time in times.items():
            if engine in ratios and first and time.cpu:
                ratios[engine].append(time.cpu / first)
    return {engine: bootstrap_median(values) for engine, values in ratios.items()}


def save_baseline(path: Path, baseline: Baseline) -> None:
    """Write the baseline with one line per puzzle, so that a diff can be read; raise OSError if that fails."""
    values = baseline.as_json()
    puzzles = [f"    {json.dumps(id)}: {json.dumps(claims)}" for id, claims in values.pop("puzzles").items()]
    head = [f"  {json.dumps(name)}: {json.dumps(value)}," for name, value in values.items()]
    path.write_text("\n".join(["{", *head, '  "puzzles": {', ",\n".join(puzzles), "  }", "}"]) + "\n")


def load_baseline(path: Path) -> Baseline:
    """Read a baseline; raise SourceError if the file is not one."""
    try:
        values = json.loads(path.read_text())
    except OSError as error:
        raise SourceError(f"{path}: {error.strerror}; expected a baseline") from error
    except ValueError as error:
        raise SourceError(f"{path}: not a baseline: expected JSON") from error
    if not isinstance(values, dict) or values.get("schema") != SCHEMA:
        raise SourceError(f'{path}: not a baseline: expected a JSON object with "schema": {SCHEMA}')
    try:
        return Baseline.from_json(values)
    except ValueError as error:
        raise SourceError(f"{path}: damaged baseline ({error}); save a new one") from error


def _is_complete(values: Mapping[str, Any]) -> bool:
    """Check everything that a comparison needs, so that an error is reported before the run, not after it."""
    kinds = {"collection": str, "fingerprint": str, "packages": dict, "ratios": dict, "puzzles": dict}
    return (
        all(isinstance(values.get(name), kind) for name, kind in kinds.items())
        and isinstance(values.get("first"), str | None)
        and all(map(_is_ratio, values["ratios"].values()))
        and all(isinstance(claims, dict) for claims in values["puzzles"].values())
        and all(_is_claim(claim) for claims in values["puzzles"].values() for claim in claims.values())
    )


def _is_ratio(ratio: object) -> bool:
    """Return whether this is a median with its interval, or three nulls."""
    if not isinstance(ratio, list) or len(ratio) != 3:
        return False
    return all(map(_is_positive, ratio)) or ratio == [None] * 3


def _is_positive(figure: object) -> bool:
    """Return whether this is a finite number above 0. No run would ever be slower than NaN or infinity."""
    return isinstance(figure, int | float) and not isinstance(figure, bool) and 0 < figure < math.inf


def _is_claim(claim: object) -> bool:
    match claim:
        case [str(), dict() as counts]:
            return all(type(count) is int for count in counts.values())
    return False


def refuse_unrelated(path: Path, baseline: Baseline, facts: RunFacts) -> None:
    """Raise if the baseline has different puzzles than the run, or none of its engines."""
    if baseline.fingerprint != facts.fingerprint:
        raise OptionError(
            f"{path}: the baseline has other puzzles ({baseline.collection}): measure the same number of puzzles, "
            f"with the same seed, from the same files"
        )
    if not set(baseline.engines) & set(facts.engines):
        engines = ", ".join(baseline.engines) or "none"
        raise OptionError(f"{path}: the baseline has other engines ({engines}): measure at least one of them")


def compare_to_baseline(baseline: Baseline, now: Baseline) -> Comparison:
    """Find what is worse now, or may be worse; `now` is the baseline that the run itself makes."""
    regressions: list[str] = []
    warnings: list[str] = []
    engines = [engine for engine in now.engines if engine in baseline.engines]
    missing = set(baseline.engines) - set(engines)
    if missing:
        warnings.append(f"not in this run: {', '.join(sorted(missing))}")
    for engine in engines:
        regressions += _compare_verdicts(engine, baseline.puzzles, now.puzzles)
        regressions += _compare_counts(engine, baseline.puzzles, now.puzzles)
    if baseline.first in (None, now.first):
        slower, perhaps_slower = _compare_times(baseline.ratios, now.ratios)
        regressions += slower
        warnings += perhaps_slower
    else:
        warnings.append(f"times are not compared: the ratios of the baseline relate to {baseline.first}")
    if baseline.packages != now.packages and regressions:
        warnings.append(f"packages were {dict(baseline.packages)} and are now {dict(now.packages)}")
    return Comparison(tuple(regressions), tuple(warnings))


def _compare_verdicts(engine: str, before: Claims, now: Claims) -> Iterable[str]:
    for id, claims in before.items():
        if engine in claims:
            was = claims[engine].verdict
            is_now = now[id][engine].verdict if engine in now.get(id, {}) else "missing"
            if was != is_now:
                yield f"{engine}: {id} was {was} and is now {is_now}"


def _compare_counts(engine: str, before: Claims, now: Claims) -> Iterable[str]:
    in_both = [id for id, claims in before.items() if engine in claims and engine in now.get(id, {})]
    pairs = {id: (before[id][engine].counts, now[id][engine].counts) for id in in_both}
    for name in dict.fromkeys(name for old, _ in pairs.values() for name in old if name not in PEAKS):
        growth = {id: new.get(name, 0) - old.get(name, 0) for id, (old, new) in pairs.items()}
        was = sum(old.get(name, 0) for old, _ in pairs.values())
        is_now = was + sum(growth.values())
        if is_now > max(MORE_COUNTED * was, was + SLACK):
            worst = sorted(growth, key=lambda id: -growth[id])[:MOST_NAMED]
            named = ", ".join(f"{id} (+{growth[id]:,})" for id in worst if growth[id] > 0)
            yield f"{engine}: {name} were {was:,} and are now {is_now:,}; largest increases: {named}"


def _compare_times(before: Mapping[str, Interval], now: Mapping[str, Interval]) -> tuple[list[str], list[str]]:
    """Return which engines are slower, and which may be."""
    slower, perhaps_slower = [], []
    for engine, (ratio, low, high) in now.items():
        was = before[engine].median if engine in before else None
        if ratio is None or low is None or high is None or was is None:
            continue
        takes = f"takes {ratio:.3g} times the processor time of the first engine ({low:.3g} to {high:.3g})"
        message = f"{engine}: {takes}, was {was:.3g}"
        if low > SLOWER * was:
            slower.append(message)
        elif high > SLOWER * was:
            perhaps_slower.append(f"{message}: inconclusive")
    return slower, perhaps_slower
