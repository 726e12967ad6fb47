"""Compare a run with an earlier one, the baseline: has anything become worse? Used by CI.

A different verdict or a higher count is a regression. Times are compared engine by engine, each relative to the
calibration work of its own run, so every engine is watched, whichever others are measured. An engine is slower if the
whole interval says so; if the interval leaves the question open, the result is a warning.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from ...core.errors import OptionError
from ...core.text import join_words
from ...core.verdict import Verdict
from ...display.numbers import format_count
from ..recording.facts import RunFacts
from ..statistics.inference import FEWEST, estimate_median
from ..statistics.times import PEAKS
from .baseline import Baseline, Claims

MORE_COUNTED = 1.10  # a count that grows by more than this factor is a regression
SLACK = 20  # a count may always grow by this much: for small counts, ten percent means nothing
SLOWER = (
    2.0  # factor by which a time may grow; without a change of the program, it was at most 1.32 (docs/decisions.md)
)
MOST_NAMED = 5  # puzzles in a message


@dataclass(frozen=True, slots=True)
class BaselineComparison:
    """How a run compares with its baseline."""

    regressions: tuple[str, ...]
    warnings: tuple[str, ...]
    engines: tuple[str, ...]  # those in both
    not_slower: tuple[str, ...]  # engines whose times were compared and passed

    @property
    def scope(self) -> str:
        """What was compared and found no worse, if there is no regression."""
        if not self.not_slower:
            return "verdicts and counts"
        if self.not_slower == self.engines:
            return "verdicts, counts and times"
        return f"verdicts, counts and the times of {join_words(list(self.not_slower))}"


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


def compare_to_baseline(baseline: Baseline, now: Baseline) -> BaselineComparison:
    """Find what is worse now, or may be worse; `now` is the baseline that the run itself makes."""
    engines = [engine for engine in now.engines if engine in baseline.engines]
    regressions: list[str] = []
    for engine in engines:
        regressions += _compare_verdicts(engine, baseline.puzzles, now.puzzles)
        regressions += _compare_counts(engine, baseline.puzzles, now.puzzles)
    warnings = list(_name_missing(baseline.engines, now.engines))
    not_slower = []
    for engine in engines:
        finding = _compare_times(baseline.times.get(engine, {}), now.times.get(engine, {}))
        if finding is None:
            not_slower.append(engine)
        else:
            (regressions if finding.is_regression else warnings).append(f"{engine}: {finding.text}")
    if regressions:
        warnings += _name_differences(baseline, now)
    return BaselineComparison(tuple(regressions), tuple(warnings), tuple(engines), tuple(not_slower))


def _name_missing(before: list[str], now: list[str]) -> Iterable[str]:
    """Say which engines cannot be compared."""
    for missing, place in ((set(before) - set(now), "this run"), (set(now) - set(before), "the baseline")):
        if missing:
            yield f"engines not compared, missing in {place}: {', '.join(sorted(missing))}"


def _name_differences(before: Baseline, now: Baseline) -> Iterable[str]:
    """Say what may explain a regression apart from a change of the program."""
    if before.cpu != now.cpu:
        yield f"the processor was {before.cpu} and is now {now.cpu}"
    if before.python != now.python:
        yield f"Python was {before.python} and is now {now.python}"
    for name in sorted(before.packages.keys() | now.packages.keys()):
        was, is_now = (packages.get(name) or "missing" for packages in (before.packages, now.packages))
        if was != is_now:
            yield f"{name} was {was} and is now {is_now}"


def _compare_verdicts(engine: str, before: Claims, now: Claims) -> Iterable[str]:
    for id, claims in before.items():
        if engine in claims:
            was = claims[engine].verdict
            is_now = now[id][engine].verdict if engine in now.get(id, {}) else "missing"
            if was not in (is_now, Verdict.UNKNOWN):
                yield f"{engine}: {id} was {was} and is now {is_now}"


def _is_settled(engine: str, claims: Claims, id: str) -> bool:
    """Return whether the engine settled the puzzle: how far an unfinished search came depends on the machine."""
    claim = claims.get(id, {}).get(engine)
    return claim is not None and claim.verdict != Verdict.UNKNOWN


def _compare_counts(engine: str, before: Claims, now: Claims) -> Iterable[str]:
    in_both = [id for id in before if _is_settled(engine, before, id) and _is_settled(engine, now, id)]
    pairs = {id: (before[id][engine].counts, now[id][engine].counts) for id in in_both}
    for name in dict.fromkeys(name for old, _ in pairs.values() for name in old if name not in PEAKS):
        growth = {id: new.get(name, 0) - old.get(name, 0) for id, (old, new) in pairs.items()}
        was = sum(old.get(name, 0) for old, _ in pairs.values())
        is_now = was + sum(growth.values())
        if is_now > max(MORE_COUNTED * was, was + SLACK):
            worst = sorted(growth, key=lambda id: -growth[id])[:MOST_NAMED]
            named = ", ".join(f"{id} (+{growth[id]:,})" for id in worst if growth[id] > 0)
            yield f"{engine}: {name} were {was:,} and are now {is_now:,}; largest increases: {named}"


@dataclass(frozen=True, slots=True)
class _Finding:
    """Why an engine's times do not pass: it is slower, it may be slower, or it could not be compared."""

    text: str
    is_regression: bool = False


def _compare_times(before: Mapping[str, float], now: Mapping[str, float]) -> _Finding | None:
    """Compare an engine's times puzzle by puzzle; return None if it is no slower."""
    in_both = [id for id in before if id in now]
    growth = estimate_median([now[id] / before[id] for id in in_both])
    if growth is None or growth.low is None or growth.high is None:
        known = f"{format_count(len(in_both), 'puzzle')} with a time in both runs"
        return _Finding(f"times are not compared: {known}, expected at least {FEWEST}")
    if growth.high <= SLOWER:
        return None
    text = (
        f"takes {growth.value:.3g} times the processor time that the baseline predicts from the calibration work "
        f"(95% interval {growth.low:.3g} to {growth.high:.3g}, allowed {SLOWER:.3g}): in the median "
        f"{median(now[id] for id in in_both):.3g} times that work, was {median(before[id] for id in in_both):.3g}"
    )
    return _Finding(text, is_regression=True) if growth.low > SLOWER else _Finding(f"{text}: inconclusive")
