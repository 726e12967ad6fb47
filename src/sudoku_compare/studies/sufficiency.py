"""Do disjunctive syllogism and indirect proof solve every puzzle, and how deep must the proof nest?

That they do is no matter of measurement: where syllogism stops, one value after the other is assumed, and a cell has
only so many. What can be measured is the depth: 0 if syllogism alone is enough; 1 if it is together with striking
candidates whose assumption fails by syllogism; 2 if the assumptions within may fail so in turn; and so on.
"""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from ..core.puzzle import Puzzle
from ..explanation.depth import depth_of
from .outcome import Chart, Column, Kind, Outcome, Shown, Table, Value
from .workload import Posed, Work, by_tier, overall, percent

QUESTION = "Do disjunctive syllogism and indirect proof solve every puzzle, and at what depth?"
MEANINGS = (
    "syllogism alone",
    "refuting single candidates by syllogism",
    "refuting with a further refutation inside",
)


class Proven(NamedTuple):
    depth: int
    puzzle: Puzzle


def study(work: Work) -> Outcome:
    tiers = by_tier(work.each(_look))
    everything = overall(tiers)
    depths = range(1 + max((one.depth for one in everything), default=0))
    return Outcome(
        QUESTION,
        tuple(_answers(everything, work.left_out["no answer in time"])),
        (_table(tiers, depths),),
        (_chart(tiers, depths),),
        tuple(_deepest(everything)),
        work.left_out,
    )


def _look(posed: Posed) -> Proven:
    return Proven(depth_of(posed.puzzle, posed.solution, posed.watch.tick), posed.puzzle)


def _answers(proven: list[Proven], late: int) -> Iterable[str]:
    if proven and not late:
        yield f"Yes: all {len(proven):,} are solved by these two alone."
    elif proven:
        yield f"{len(proven):,} are solved by these two alone, and {late:,} were not settled in time."
    for depth, count in sorted(Counter(one.depth for one in proven).items()):
        meaning = f" ({MEANINGS[depth]})" if depth < len(MEANINGS) else ""
        yield f"depth {depth}{meaning}: {count:,}, {percent(count, len(proven))}."


def _table(tiers: dict[str, list[Proven]], depths: range) -> Table:
    columns = [Column("tier", Kind.TEXT), Column("puzzles"), *(Column(f"depth {depth}") for depth in depths)]
    rows: list[tuple[Value, ...]] = []
    for tier, proven in tiers.items():
        counts = Counter(one.depth for one in proven)
        rows.append((tier, len(proven), *(counts[depth] for depth in depths)))
    return Table("Depth of reductio", tuple(columns), tuple(rows))


def _deepest(proven: list[Proven]) -> Iterable[Shown]:
    deepest = max(proven, key=lambda one: one.depth, default=None)
    if deepest and deepest.depth:
        yield Shown(f"depth {deepest.depth}", deepest.puzzle)


def _chart(tiers: dict[str, list[Proven]], depths: range) -> Chart:
    values: list[dict[str, Value]] = [
        {"tier": tier, "depth": f"depth {depth}", "share": sum(one.depth == depth for one in proven) / len(proven)}
        for tier, proven in tiers.items()
        for depth in depths
    ]
    return Chart("sufficiency", "Depth of reductio by tier", "tier", "share", tuple(values), "depth", Kind.SHARE)
