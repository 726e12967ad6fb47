"""Decide whether run B is worse than run A, by rules that the user chooses. Used by CI.

- `slower:10%`: an engine takes more than 10% longer. The whole 95% interval of the ratio must lie above the limit,
  so that noise does not fail; an interval that contains the limit is a warning. A puzzle that only one of the runs
  settled takes part with its cost in PAR-2, so that an engine that no longer settles anything is not overlooked.
- `verdicts`: an engine contradicts its earlier verdict, or no longer settles a puzzle.
- `counts:10%`: a count of an engine has grown by more than 10%.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from ...core.errors import OptionError, RecordError
from ...display.numbers import format_count
from ..statistics.times import PEAKS
from .comparison import RecordComparison
from .count_changes import CountChange
from .paired_times import EngineComparison

EXPECTED = "expected slower:PERCENT%, counts:PERCENT% or verdicts, as in slower:10%"

MOST_NAMED = 20  # changed verdicts in messages


class RuleKind(StrEnum):
    """What a rule looks at."""

    SLOWER = "slower"
    VERDICTS = "verdicts"
    COUNTS = "counts"


@dataclass(frozen=True, slots=True)
class FailRule:
    """What makes B worse than A; `share` is the growth that is still accepted, such as 0.1."""

    kind: RuleKind
    share: float = 0.0

    def __str__(self) -> str:
        return self.kind if self.kind is RuleKind.VERDICTS else f"{self.kind}:{self.share * 100:g}%"


@dataclass(frozen=True, slots=True)
class Finding:
    """A failure, or a warning if the question is open."""

    text: str
    is_failure: bool

    def as_json(self) -> dict[str, Any]:
        """Return the finding as one JSON object."""
        return asdict(self)


def parse_rule(text: str) -> FailRule:
    """Return the rule that the text describes; raise OptionError if there is none.

    >>> parse_rule("slower:10%")
    FailRule(kind=<RuleKind.SLOWER: 'slower'>, share=0.1)
    """
    if text == RuleKind.VERDICTS:
        return FailRule(RuleKind.VERDICTS)
    match = re.fullmatch(r"(slower|counts):(\d{1,6}(?:\.\d{1,6})?)%", text, re.ASCII)
    if not match:
        raise OptionError(f"{EXPECTED}; found {text!r}")
    return FailRule(RuleKind(match[1]), float(match[2]) / 100)


def apply_rules(comparison: RecordComparison, rules: Iterable[FailRule]) -> list[Finding]:
    """Return what the rules find, rule by rule; nothing if B is not worse than A.

    Raise RecordError if the records have nothing in common: a gate that compares nothing must not pass.
    """
    if not comparison.rows:
        raise RecordError(
            f"{comparison.a.name} and {comparison.b.name} have nothing in common: expected records with at least one "
            f"puzzle and one engine that are the same"
        )
    found = [finding for rule in rules for finding in _CHECKS[rule.kind](comparison, rule.share)]
    return [*found, *_warn_of_missing(comparison)]


def _check_times(comparison: RecordComparison, share: float) -> Iterator[Finding]:
    if not comparison.is_same_machine:
        yield Finding("the times of A and B are not comparable: the machine, the system or Python differs", False)
    if comparison.has_several_machines:
        yield Finding("A or B was measured on several machines: only times of the same machine are compared", False)
    for row in comparison.overall:
        yield from _check_time(row, share)


def _check_time(row: EngineComparison, share: float) -> Iterator[Finding]:
    ratio, limit = row.cost_ratio, 1 + share
    if ratio is None or ratio.low is None or ratio.high is None:
        yield Finding(f"{row.engine}: time not compared: too few puzzles for an interval", False)
        return
    settled = row.settled_a + row.settled_b - row.paired  # in A or B
    lost = row.settled_a - row.paired
    unsettled = f", {lost:,} of which it no longer settles" if lost else ""
    text = (
        f"{row.engine}: takes {ratio.value:.3g} times as long in B as in A (95% interval {ratio.low:.3g} to "
        f"{ratio.high:.3g}, limit {limit:.3g}) on {format_count(settled, 'puzzle')}{unsettled}"
    )
    if ratio.low > limit:
        yield Finding(text, True)
    elif ratio.high > limit:
        yield Finding(f"{text}: inconclusive", False)


def _warn_of_missing(comparison: RecordComparison) -> Iterator[Finding]:
    for name, record in (("A", comparison.a), ("B", comparison.b)):
        for engine in record.unpaired_engines:
            yield Finding(f"{engine}: not compared: only in {name}", False)
    if missing := comparison.a.unpaired.number:
        yield Finding(f"not compared: {format_count(missing, 'puzzle')} of A not in B", False)


def _check_verdicts(comparison: RecordComparison, share: float) -> Iterator[Finding]:
    lost = comparison.lost_verdicts
    for change in lost.listed[:MOST_NAMED]:
        yield Finding(f"{change.engine}: {change.puzzle} is {change.a} in A and {change.b} in B", True)
    if lost.number > MOST_NAMED:
        yield Finding(f"and {format_count(lost.number - MOST_NAMED, 'more changed verdict')}", True)


def _check_counts(comparison: RecordComparison, share: float) -> Iterator[Finding]:
    for change in comparison.counts:
        if change.count not in PEAKS:
            yield from _check_count(change, share)


def _check_count(change: CountChange, share: float) -> Iterator[Finding]:
    if change.a is None or change.b is None:
        yield Finding(
            f"{change.engine}: {change.count} not compared: only in {'A' if change.b is None else 'B'}", False
        )
    elif change.b > change.a * (1 + share):
        named = ", ".join(f"{one.puzzle} ({one.a:,} to {one.b:,})" for one in change.largest if one.b > one.a)
        counts = f"{change.a:,} {change.count} in A, {change.b:,} in B"
        yield Finding(f"{change.engine}: {counts}; largest increases: {named}", True)


_CHECKS: dict[RuleKind, Callable[[RecordComparison, float], Iterator[Finding]]] = {
    RuleKind.SLOWER: _check_times,
    RuleKind.VERDICTS: _check_verdicts,
    RuleKind.COUNTS: _check_counts,
}
