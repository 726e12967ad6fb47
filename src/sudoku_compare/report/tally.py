"""What a long run adds up to, in memory that does not grow with it."""

from dataclasses import dataclass, field

from ..compare import Comparison
from ..verdict import Testimony, Verdict


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

    def add(self, testimony: Testimony, id: str) -> None:
        seconds = testimony.answer.seconds
        self.settled += testimony.verdict is not Verdict.UNKNOWN
        self.build += seconds.build
        self.first += seconds.first or 0.0
        self.settle += seconds.settle
        if seconds.total > self.slowest:
            self.slowest, self.slowest_id = seconds.total, id


@dataclass(slots=True)
class Tally:
    puzzles: int = 0
    mistakes: int = 0  # what could not be read
    objections: int = 0  # puzzles with at least one
    verdicts: dict[Verdict, int] = field(default_factory=dict)
    engines: dict[str, Share] = field(default_factory=dict)

    def add(self, comparison: Comparison) -> None:
        self.puzzles += 1
        self.objections += bool(comparison.judgement.objections)
        self.verdicts[comparison.verdict] = self.verdicts.get(comparison.verdict, 0) + 1
        for testimony in comparison.testimonies:
            if testimony.engine not in self.engines:
                self.engines[testimony.engine] = Share()
            self.engines[testimony.engine].add(testimony, comparison.entry.id)

    def exit_code(self) -> int:
        """The first that applies of: an objection, a mistake in the file, unknown, unsolvable, multiple."""
        if self.objections:
            return 1
        if self.mistakes:
            return 2
        codes = {Verdict.UNKNOWN: 5, Verdict.UNSOLVABLE: 3, Verdict.MULTIPLE: 4}
        return next((code for verdict, code in codes.items() if self.verdicts.get(verdict)), 0)
