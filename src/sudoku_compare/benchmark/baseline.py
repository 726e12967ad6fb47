"""Is this run worse than an earlier one? What CI asks.

Verdicts and counts are the same on every machine: there, another verdict or more of a count is a regression. Times are
not. They are compared as ratios between engines of the same run, with an interval, and where that leaves it open the
answer is a warning.
"""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..core.errors import OptionError, SourceError, output_to
from .record import Measurement, Record
from .statistics import PEAKS, Summary, interval, puzzles_with_times

SCHEMA = 1
MORE_COUNTED = 1.10  # times as much of a count as before is a regression
SLACK = 20  # of a count, below which ten percent are next to nothing
SLOWER = 3.0  # times the ratio of processor times: one machine, idle and loaded, was seen to differ by 2
MOST_NAMED = 5  # puzzles


@dataclass(slots=True)
class Held:
    regressions: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)


def baseline_of(record: Record, summary: Summary) -> dict[str, Any]:
    """What a later run is held to: small, and a line a puzzle."""
    ids = {listed.number: listed.id for listed in record.puzzles()}
    puzzles: dict[str, dict[str, Any]] = {}
    for one in _first_rounds(record):
        puzzles.setdefault(ids[one.puzzle], {})[one.engine] = [one.verdict, dict(one.counts)]
    return {
        "schema": SCHEMA,
        "collection": summary.facts["collection"],
        "fingerprint": summary.facts["fingerprint"],
        "packages": summary.facts["packages"],
        "first": summary.facts["engines"][0],
        "ratios": _ratios(record, summary.facts["engines"]),
        "puzzles": puzzles,
    }


def save_baseline(path: Path, baseline: dict[str, Any]) -> None:
    """A line a puzzle, so that a difference can be read."""
    head = {name: value for name, value in baseline.items() if name != "puzzles"}
    lines = [f"  {json.dumps(name)}: {json.dumps(value)}," for name, value in head.items()]
    puzzles = [f"    {json.dumps(id)}: {json.dumps(said)}" for id, said in baseline["puzzles"].items()]
    text = "\n".join(["{", *lines, '  "puzzles": {', ",\n".join(puzzles), "  }", "}"]) + "\n"
    with output_to("--save-baseline", path):
        path.write_text(text)


def load_baseline(path: Path) -> dict[str, Any]:
    try:
        baseline = json.loads(path.read_text())
    except OSError as error:
        raise SourceError(f"--baseline {path}: {error.strerror}; a file that --save-baseline wrote would do") from error
    except ValueError as error:
        raise SourceError(f"--baseline {path}: no JSON; a file that --save-baseline wrote would do") from error
    if not isinstance(baseline, dict) or baseline.get("schema") != SCHEMA:
        raise SourceError(f"--baseline {path}: no baseline of version {SCHEMA}; --save-baseline writes one")
    if not _is_whole(baseline):
        raise SourceError(f"--baseline {path}: damaged; --save-baseline writes another")
    return baseline


def _is_whole(baseline: dict[str, Any]) -> bool:
    """Whether it has all that a run is held to: better known before the run than after it."""
    kinds = {"collection": str, "fingerprint": str, "packages": dict, "ratios": dict, "puzzles": dict}
    return (
        all(isinstance(baseline.get(name), kind) for name, kind in kinds.items())
        and all(_is_ratio(ratio) for ratio in baseline["ratios"].values())
        and all(isinstance(said, dict) for said in baseline["puzzles"].values())
        and all(_is_statement(one) for said in baseline["puzzles"].values() for one in said.values())
    )


def _is_ratio(ratio: object) -> bool:
    """The median and its interval, or nothing known."""
    if not isinstance(ratio, list) or len(ratio) != 3:
        return False
    return all(isinstance(figure, int | float) for figure in ratio) or ratio == [None] * 3


def _is_statement(one: object) -> bool:
    """A verdict and counts."""
    match one:
        case [str(), dict() as counts]:
            return all(type(count) is int for count in counts.values())
    return False


def refuse_what_has_nothing_in_common(path: Path, baseline: dict[str, Any], facts: dict[str, Any]) -> None:
    """Raise if the baseline is of another collection than the run will be, or of other engines."""
    if baseline["fingerprint"] != facts["fingerprint"]:
        was = baseline["collection"]
        raise OptionError(f"--baseline {path}: of other puzzles ({was}); the same --n, --seed and files would do")
    if not set(_engines(baseline)) & set(facts["engines"]):
        were = ", ".join(_engines(baseline)) or "none"
        raise OptionError(f"--baseline {path}: of other engines ({were}); one of them would do, or another baseline")


def hold_to(baseline: dict[str, Any], now: dict[str, Any]) -> Held:
    """What is worse now, or may be; `now` is the baseline that this run would leave."""
    held = Held()
    engines = [engine for engine in _engines(now) if engine in _engines(baseline)]
    missing = set(_engines(baseline)) - set(engines)
    if missing:
        held.warnings.append(f"not in this run: {', '.join(sorted(missing))}")
    for engine in engines:
        _compare_verdicts(engine, baseline["puzzles"], now["puzzles"], held)
        _compare_counts(engine, baseline["puzzles"], now["puzzles"], held)
    if baseline.get("first", now["first"]) == now["first"]:
        _compare_times(baseline["ratios"], now["ratios"], held)
    else:
        held.warnings.append(f"times are not compared: they were put in ratio to {baseline['first']}")
    if baseline["packages"] != now["packages"] and held.regressions:
        held.warnings.append(f"packages were {baseline['packages']} and are {now['packages']}")
    return held


def _engines(baseline: dict[str, Any]) -> list[str]:
    return list(dict.fromkeys(engine for said in baseline["puzzles"].values() for engine in said))


def _first_rounds(record: Record) -> list[Measurement]:
    return [one for one in record.measurements() if one.round == 0]


def _ratios(record: Record, engines: list[str]) -> dict[str, list[float | None]]:
    """Of processor time to the first engine's, puzzle by puzzle: a loaded machine stretches it less than the wall's."""
    ratios: dict[str, list[float]] = {engine: [] for engine in engines[1:]}
    for _, times in puzzles_with_times(record):
        first = times[engines[0]].cpu if engines[0] in times else None
        for engine, time in times.items():
            if engine in ratios and first and time.cpu:
                ratios[engine].append(time.cpu / first)
    return {engine: list(interval(values)) for engine, values in ratios.items()}


def _compare_verdicts(engine: str, before: dict[str, Any], now: dict[str, Any], held: Held) -> None:
    for id, said in before.items():
        if engine not in said:
            continue
        was, is_now = said[engine][0], now[id][engine][0] if engine in now.get(id, {}) else "missing"
        if was != is_now:
            held.regressions.append(f"{engine}: {id} was {was} and is {is_now}")


def _compare_counts(engine: str, before: dict[str, Any], now: dict[str, Any], held: Held) -> None:
    in_both = [id for id, said in before.items() if engine in said and engine in now.get(id, {})]
    pairs = {id: (before[id][engine][1], now[id][engine][1]) for id in in_both}
    for name in dict.fromkeys(name for old, _ in pairs.values() for name in old if name not in PEAKS):
        grown = {id: new.get(name, 0) - old.get(name, 0) for id, (old, new) in pairs.items()}
        was = sum(old.get(name, 0) for old, _ in pairs.values())
        is_now = was + sum(grown.values())
        if is_now > max(MORE_COUNTED * was, was + SLACK):
            worst = sorted(grown, key=lambda id: -grown[id])[:MOST_NAMED]
            named = ", ".join(f"{id} (+{grown[id]:,})" for id in worst if grown[id] > 0)
            held.regressions.append(f"{engine}: {is_now:,} {name} where there were {was:,}, most on {named}")


def _compare_times(before: dict[str, Any], now: dict[str, Any], held: Held) -> None:
    for engine, (ratio, low, high) in now.items():
        was = before.get(engine, [None])[0]
        if ratio is None or was is None:
            continue
        takes = f"takes {ratio:.3g} times the processor time of the first engine ({low:.3g} to {high:.3g})"
        told = f"{engine}: {takes}, was {was:.3g}"
        if low > SLOWER * was:
            held.regressions.append(told)
        elif high > SLOWER * was:
            held.warnings.append(f"{told}: inconclusive")
