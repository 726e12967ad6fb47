"""What a long run adds up to, in memory that does not grow with it."""

from dataclasses import dataclass, field
from time import monotonic

from ..core.verdict import EngineResult, Verdict
from .compare import Comparison
from .facts import duration


@dataclass(slots=True)
class Share:
    """One engine's part in a run; times in seconds, summed over all puzzles."""

    settled: int = 0
    build: float = 0.0
    first: float = 0.0
    settle: float = 0.0
    slowest: float = 0.0
    slowest_id: str = ""

    @property
    def total(self) -> float:
        return self.build + self.first + self.settle

    def add(self, result: EngineResult, id: str) -> None:
        seconds = result.answer.seconds
        self.settled += result.verdict is not Verdict.UNKNOWN
        self.build += seconds.build
        self.first += seconds.first or 0.0
        self.settle += seconds.settle
        if seconds.total > self.slowest:
            self.slowest, self.slowest_id = seconds.total, id


@dataclass(slots=True)
class Tally:
    started: float = field(default_factory=monotonic)
    puzzles: int = 0
    mistakes: int = 0  # what could not be read
    objections: int = 0  # puzzles with at least one
    verdicts: dict[Verdict, int] = field(default_factory=dict)
    engines: dict[str, Share] = field(default_factory=dict)

    def add(self, comparison: Comparison) -> None:
        self.puzzles += 1
        self.objections += bool(comparison.judgement.objections)
        self.verdicts[comparison.verdict] = self.verdicts.get(comparison.verdict, 0) + 1
        for result in comparison.results:
            if result.engine not in self.engines:
                self.engines[result.engine] = Share()
            self.engines[result.engine].add(result, comparison.entry.id)

    def as_text(self) -> str:
        """How many of each verdict, and below it each engine's part; times are summed over all puzzles."""
        verdicts = ", ".join(f"{count:,} {verdict}" for verdict, count in self.verdicts.items())
        puzzles = "1 puzzle" if self.puzzles == 1 else f"{self.puzzles:,} puzzles"
        took = duration(monotonic() - self.started)
        lines = [f"{puzzles} in {took}: {verdicts}; {self.objections:,} with objections"]
        for engine, share in self.engines.items():
            parts = ", ".join(f"{part} {duration(getattr(share, part))}" for part in ("build", "first", "settle"))
            slowest = f"slowest {duration(share.slowest)} ({share.slowest_id})"
            mean = f"mean {duration(share.total / self.puzzles)}"
            lines.append(f"{engine}: {share.settled:,} settled; {mean}, {slowest}; {parts}")
        return "\n".join(lines)
