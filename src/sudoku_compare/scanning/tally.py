"""What a scan adds up to, in memory that does not grow with it."""

from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from ..core.verdict import Verdict
from ..display.numbers import format_duration
from .cross_check import CrossCheck
from .duplicates import Duplicate
from .scan import Objection, Outcome

MOST_LISTED = 1000  # objections and duplicates that are kept for the summary as JSON; all are counted

MOST_FAILURES = 3  # reasons that are told

ON_TRUST = "that there is no (other) solution rests on the kernel alone"


@dataclass(slots=True)
class ScanTally:
    name: str  # of the source
    started: float = field(default_factory=monotonic)
    puzzles: int = 0
    mistakes: int = 0
    objections: int = 0
    listed: list[Objection] = field(default_factory=list)
    verdicts: dict[Verdict, int] = field(default_factory=dict)
    assumptions: int = 0
    cross_check: CrossCheck | None = None
    duplicates: "DuplicateTally | None" = None

    def add(self, outcome: Outcome) -> None:
        self.puzzles += len(outcome.batch)
        for verdict, count in outcome.verdicts().items():
            self.verdicts[verdict] = self.verdicts.get(verdict, 0) + count
        self.assumptions += sum(outcome.assumptions)
        self.assumptions += sum(c.results[0].answer.counts.get("assumptions", 0) for _, c in outcome.others)

    def add_objections(self, objections: list[Objection]) -> None:
        self.objections += len(objections)
        self.listed += objections[: MOST_LISTED - len(self.listed)]

    def as_text(self) -> str:
        seconds = monotonic() - self.started
        verdicts = ", ".join(f"{count:,} {verdict}" for verdict, count in self._counted()) or "none"
        puzzles = "1 puzzle" if self.puzzles == 1 else f"{self.puzzles:,} puzzles"
        rate = f"{self.puzzles / seconds:,.0f} a second"
        lines = [f"{puzzles} in {format_duration(seconds)} ({rate}): {verdicts}", f"objections: {self.objections:,}"]
        if self.mistakes:
            lines[1] += f"; could not be read: {self.mistakes:,}"
        if self.duplicates:
            lines.append(self.duplicates.as_text())
        lines.append(f"checked: every solution; {ON_TRUST}")
        if self.cross_check:
            lines[-1] += f", except for {_cross_check_as_text(self.cross_check)}"
        return "\n".join(lines)

    def as_json(self) -> dict[str, Any]:
        seconds = monotonic() - self.started
        check = self.cross_check
        return {
            "file": self.name,
            "puzzles": self.puzzles,
            "seconds": seconds,
            "puzzles_per_second": self.puzzles / seconds,
            "verdicts": {str(verdict): count for verdict, count in self._counted()},
            "assumptions": self.assumptions,
            "could_not_be_read": self.mistakes,
            "objections": self.objections,
            "objections_listed": [objection._asdict() for objection in self.listed],
            "isomorphs": self.duplicates.as_json() if self.duplicates else None,
            "checked": f"every solution; {ON_TRUST}, but for what was cross-checked",
            "cross_check": {
                "asked": check.asked,
                "agreed": check.agreed,
                "open": check.open,
                "failures": sorted(check.failures),
            }
            if check
            else None,
        }

    def _counted(self) -> list[tuple[Verdict, int]]:
        return [(verdict, count) for verdict, count in self.verdicts.items() if count]


@dataclass(slots=True)
class DuplicateTally:
    """Puzzles that are another one over again, but for names and places."""

    same: int = 0  # to the letter
    isomorphs: int = 0
    listed: list[Duplicate] = field(default_factory=list)

    def add(self, duplicate: Duplicate) -> None:
        self.same += duplicate.is_same
        self.isomorphs += not duplicate.is_same
        if len(self.listed) < MOST_LISTED:
            self.listed.append(duplicate)

    def as_text(self) -> str:
        return f"over again: {self.same:,} to the letter, {self.isomorphs:,} more but for names and places"

    def as_json(self) -> dict[str, Any]:
        return {
            "same": self.same,
            "isomorphic": self.isomorphs,
            "listed": [duplicate._asdict() for duplicate in self.listed],
        }


def _cross_check_as_text(check: CrossCheck) -> str:
    text = f"{check.asked:,} that sat and cpsat were asked as well: {check.agreed:,} agreed"
    why = f" ({'; '.join(sorted(check.failures)[:MOST_FAILURES])})" if check.failures else ""
    return text + (f", {check.open:,} left open{why}" if check.open else "")
