"""The totals of a long run, in memory that does not grow with it."""

from dataclasses import dataclass, field
from time import monotonic

from ..core.answer import Ending
from ..core.verdict import EngineResult, Verdict
from ..display.numbers import format_count, format_duration
from .compare import Comparison


@dataclass(slots=True)
class EngineTotals:
    """The totals of one engine; times in seconds, summed over all puzzles."""

    settled: int = 0
    build: float = 0.0
    first: float = 0.0
    settle: float = 0.0
    total: float = 0.0  # measured outside the engine, if the engine is not built in
    slowest: float = 0.0
    slowest_id: str = ""
    failed: int = 0
    first_failure: str = ""  # why the first search failed

    def add(self, result: EngineResult, id: str) -> None:
        seconds = result.answer.seconds
        if result.answer.ending is Ending.FAILED:
            self.first_failure = self.first_failure or result.answer.detail
            self.failed += 1
        self.settled += result.verdict is not Verdict.UNKNOWN
        self.build += seconds.build
        self.first += seconds.first or 0.0
        self.settle += seconds.settle
        self.total += seconds.total
        if seconds.total > self.slowest:
            self.slowest, self.slowest_id = seconds.total, id


@dataclass(slots=True)
class Tally:
    """The totals of a run."""

    started: float = field(default_factory=monotonic)
    puzzles: int = 0
    mistakes: int = 0  # items that could not be read
    objections: int = 0  # puzzles with at least one objection
    verdicts: dict[Verdict, int] = field(default_factory=dict)
    engines: dict[str, EngineTotals] = field(default_factory=dict)

    def add(self, comparison: Comparison) -> None:
        """Count one comparison."""
        self.puzzles += 1
        self.objections += bool(comparison.judgement.objections)
        self.verdicts[comparison.verdict] = self.verdicts.get(comparison.verdict, 0) + 1
        for result in comparison.results:
            if result.engine not in self.engines:
                self.engines[result.engine] = EngineTotals()
            self.engines[result.engine].add(result, comparison.entry.id)

    def format_summary(self) -> str:
        """Return the number of each verdict in one line, followed by one line per engine."""
        verdicts = ", ".join(f"{count:,} {verdict}" for verdict, count in self.verdicts.items())
        puzzles, took = format_count(self.puzzles, "puzzle"), format_duration(monotonic() - self.started)
        lines = [f"{puzzles} in {took}: {verdicts}; {self.objections:,} with objections"]
        return "\n".join(lines + [self._format_engine(*item) for item in self.engines.items()])

    def _format_engine(self, engine: str, totals: EngineTotals) -> str:
        parts = ", ".join(
            f"{part} {format_duration(getattr(totals, part) or None)}" for part in ("build", "first", "settle")
        )
        slowest = f"slowest {format_duration(totals.slowest)} ({totals.slowest_id})"
        mean = f"mean {format_duration(totals.total / self.puzzles)}"
        failed = f", {totals.failed:,} failed, the first with: {totals.first_failure}" if totals.failed else ""
        return f"{engine}: {totals.settled:,} settled{failed}; {mean}, {slowest}; {parts}"
