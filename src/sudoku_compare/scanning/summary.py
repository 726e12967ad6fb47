"""The summary of a scan, in memory that does not grow with the collection; its text and its JSON."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from time import monotonic
from typing import Any, Protocol, Self

from ..core.verdict import Verdict
from ..display.numbers import format_count, format_duration
from .results import VERDICTS, WITNESSES, CrossCheckResult, Duplicate, Objection, ScannedBatch

MOST_LISTED = 1000  # objections and duplicates that the JSON lists; all are counted
MOST_FAILURES = 3  # reasons that the text gives

ONLY_CLAIMED = "that there is no (other) solution rests on the kernel alone"


@dataclass(frozen=True, slots=True)
class DuplicateSummary:
    """How many puzzles are duplicates of an earlier one."""

    identical: int = 0
    isomorphic: int = 0  # but not identical
    listed: tuple[Duplicate, ...] = ()

    def add(self, duplicates: tuple[Duplicate, ...]) -> "DuplicateSummary":
        """Return the summary with these counted as well."""
        identical = sum(duplicate.identical for duplicate in duplicates)
        return DuplicateSummary(
            self.identical + identical,
            self.isomorphic + len(duplicates) - identical,
            self.listed + duplicates[: MOST_LISTED - len(self.listed)],
        )

    def as_text(self) -> str:
        return f"duplicates: {self.identical:,} identical, {self.isomorphic:,} isomorphic"

    def as_json(self) -> dict[str, Any]:
        return {
            "identical": self.identical,
            "isomorphic": self.isomorphic,
            "listed": [asdict(duplicate) for duplicate in self.listed],
        }

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Self:
        """Return what `as_json` returned as a value again."""
        listed = tuple(Duplicate(**duplicate) for duplicate in values["listed"])
        return cls(values["identical"], values["isomorphic"], listed)


@dataclass(frozen=True, slots=True)
class CrossCheckSummary:
    """How many puzzles the other engines were asked about, and the outcome."""

    asked: int = 0
    agreed: int = 0
    open: int = 0  # neither confirmed nor refuted
    failures: frozenset[str] = frozenset()

    def add(self, result: CrossCheckResult) -> "CrossCheckSummary":
        """Return the summary with this result counted as well."""
        return CrossCheckSummary(
            self.asked + 1,
            self.agreed + result.is_agreed,
            self.open + result.is_open,
            self.failures | result.failures,
        )

    def as_text(self) -> str:
        asked, witnesses = format_count(self.asked, "puzzle"), " and ".join(WITNESSES)
        text = f"{asked} cross-checked with {witnesses}: {self.agreed:,} agreed"
        reasons = f" ({'; '.join(sorted(self.failures)[:MOST_FAILURES])})" if self.failures else ""
        return text + (f", {self.open:,} left open{reasons}" if self.open else "")

    def as_json(self) -> dict[str, Any]:
        return {
            "asked": self.asked,
            "agreed": self.agreed,
            "open": self.open,
            "failures": sorted(self.failures),
        }

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Self:
        """Return what `as_json` returned as a value again."""
        return cls(values["asked"], values["agreed"], values["open"], frozenset(values["failures"]))


@dataclass(frozen=True, slots=True)
class ScanSummary:
    """What a whole scan found."""

    name: str  # of the source
    seconds: float = 0.0
    puzzles: int = 0
    unreadable: int = 0
    objections: int = 0
    listed_objections: tuple[Objection, ...] = ()
    verdicts: Mapping[Verdict, int] = field(default_factory=dict)  # those that occur
    assumptions: int = 0
    duplicates: DuplicateSummary | None = None  # None if none were looked for
    cross_check: CrossCheckSummary | None = None  # None if there was none

    def add(self, result: ScannedBatch | CrossCheckResult) -> "ScanSummary":
        """Return the summary with this result counted as well."""
        if isinstance(result, CrossCheckResult):
            check = (self.cross_check or CrossCheckSummary()).add(result)
            return replace(self._add_objections(result.objections), cross_check=check)
        settled, duplicates = result.settled, self.duplicates
        if result.duplicates:
            duplicates = (duplicates or DuplicateSummary()).add(result.duplicates.found)
        return replace(
            self._add_objections(settled.objections),
            puzzles=self.puzzles + len(settled.batch),
            unreadable=self.unreadable + len(settled.batch.errors),
            verdicts=_add_counts(self.verdicts, settled.count_verdicts()),
            assumptions=self.assumptions + settled.count_assumptions(),
            duplicates=duplicates,
        )

    def _add_objections(self, objections: tuple[Objection, ...]) -> "ScanSummary":
        if not objections:
            return self
        listed = self.listed_objections + objections[: MOST_LISTED - len(self.listed_objections)]
        return replace(self, objections=self.objections + len(objections), listed_objections=listed)

    @property
    def puzzles_per_second(self) -> float:
        return self.puzzles / self.seconds if self.seconds else 0.0

    def as_text(self) -> str:
        verdicts = ", ".join(f"{count:,} {verdict}" for verdict, count in self.verdicts.items()) or "none"
        rate = f"{self.puzzles_per_second:,.0f} per second"
        pace = f"{format_count(self.puzzles, 'puzzle')} in {format_duration(self.seconds)} ({rate})"
        unreadable = f"; unreadable: {self.unreadable:,}" if self.unreadable else ""
        lines = [f"{pace}: {verdicts}", f"objections: {self.objections:,}{unreadable}"]
        if self.duplicates:
            lines.append(self.duplicates.as_text())
        exception = f", except for {self.cross_check.as_text()}" if self.cross_check else ""
        return "\n".join([*lines, f"checked: every solution; {ONLY_CLAIMED}{exception}"])

    def as_json(self) -> dict[str, Any]:
        exception = ", except for the cross-checked puzzles" if self.cross_check else ""
        return {
            "file": self.name,
            "puzzles": self.puzzles,
            "seconds": self.seconds,
            "puzzles_per_second": self.puzzles_per_second,
            "verdicts": {str(verdict): count for verdict, count in self.verdicts.items()},
            "assumptions": self.assumptions,
            "unreadable": self.unreadable,
            "objections": self.objections,
            "objections_listed": [asdict(objection) for objection in self.listed_objections],
            "duplicates": self.duplicates.as_json() if self.duplicates else None,
            "checked": f"every solution; {ONLY_CLAIMED}{exception}",
            "cross_check": self.cross_check.as_json() if self.cross_check else None,
        }

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Self:
        """Return what `as_json` returned as a value again."""
        duplicates, cross_check = values["duplicates"], values["cross_check"]
        return cls(
            values["file"],
            seconds=values["seconds"],
            puzzles=values["puzzles"],
            unreadable=values["unreadable"],
            objections=values["objections"],
            listed_objections=tuple(Objection(**objection) for objection in values["objections_listed"]),
            verdicts={Verdict(verdict): count for verdict, count in values["verdicts"].items()},
            assumptions=values["assumptions"],
            duplicates=duplicates and DuplicateSummary.from_json(duplicates),
            cross_check=cross_check and CrossCheckSummary.from_json(cross_check),
        )


class BatchRecorder(Protocol):
    """Something that keeps what a scan finds, such as a folder of files."""

    def add(self, batch: ScannedBatch, summary: ScanSummary) -> None:
        """Take the next batch, and the summary that includes it."""

    def finish(self, summary: ScanSummary) -> None:
        """Take the summary of the whole scan, after the last batch."""


def summarize(
    results: Iterable[ScannedBatch | CrossCheckResult], start: ScanSummary, recorder: BatchRecorder | None = None
) -> Iterator[ScannedBatch | CrossCheckResult | ScanSummary]:
    """Pass the results on, and end with the summary of all of them; give the recorder both.

    `start` summarizes what was scanned before.
    """
    started, summary = monotonic(), start

    def add_time(counted: ScanSummary) -> ScanSummary:
        return replace(counted, seconds=start.seconds + monotonic() - started)

    for result in results:
        summary = summary.add(result)
        if recorder and isinstance(result, ScannedBatch):
            recorder.add(result, add_time(summary))
        yield result
    summary = add_time(summary)
    if recorder:
        recorder.finish(summary)
    yield summary


def _add_counts(counts: Mapping[Verdict, int], more: Mapping[Verdict, int]) -> dict[Verdict, int]:
    """Return the sum of both, without verdicts that do not occur, always in the same order."""
    sums = {verdict: counts.get(verdict, 0) + more.get(verdict, 0) for verdict in VERDICTS.values()}
    return {verdict: count for verdict, count in sums.items() if count}
