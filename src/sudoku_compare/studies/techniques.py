"""What share does each level of technique solve without a guess, and what does each add?

The cheapest technique that leads on is used, always. So the level that a puzzle needs is the dearest technique used:
below it, the walk is the same up to where that was needed, and stuck there.
"""

from collections.abc import Iterable
from itertools import accumulate
from typing import NamedTuple

from ..core.puzzle import Puzzle
from ..techniques import LEVELS, TECHNIQUES, Reached, Step, walk
from .outcome import Chart, Column, Kind, Outcome, Shown, Table, Value
from .workload import ALL, Posed, Work, by_tier, overall, percent

QUESTION = "What share does each level of technique solve without a guess, and what does each add?"
USED = tuple(technique.name for technique in TECHNIQUES if not technique.assumes_uniqueness)
SINGLES, PAIRS = "hidden-single", "naked-pair"
KNOWN_AS = {SINGLES: "singles alone", PAIRS: "singles and naked pairs"}


class Walked(NamedTuple):
    """Of one puzzle: the level that solves it, if one does, and the steps that made use of a naked pair."""

    level: str | None
    pairs: tuple[Step, ...]
    puzzle: Puzzle


def study(work: Work) -> Outcome:
    tiers = by_tier(work.each(_look))
    everything = overall(tiers)
    return Outcome(
        QUESTION,
        tuple(_answers(everything)),
        (_table(tiers),),
        (_chart(tiers),),
        tuple(_by_pairs(everything)),
        work.left_out,
    )


def _look(posed: Posed) -> Walked:
    walked = walk(posed.puzzle, tick=posed.watch.tick)
    used = {step.technique for step in walked.steps}
    dearest = max(used, key=LEVELS.index, default=USED[0])
    pairs = tuple(step for step in walked.steps if step.technique == PAIRS)
    return Walked(dearest if walked.outcome is Reached.SOLVED else None, pairs, posed.puzzle)


def _shares(walked: list[Walked]) -> list[tuple[str, float, float]]:
    """For each level what share it solves, and what it adds to the level before."""
    added = [sum(one.level == level for one in walked) / len(walked) for level in USED]
    return list(zip(USED, accumulate(added), added, strict=True))


def _table(tiers: dict[str, list[Walked]]) -> Table:
    columns = [Column("level", Kind.TEXT), *(Column(tier, Kind.SHARE) for tier in tiers), Column("adds", Kind.SHARE)]
    shares = {tier: _shares(walked) for tier, walked in tiers.items()}
    last = list(shares.values())[-1] if shares else []
    rows: list[tuple[Value, ...]] = []
    for number, (level, _, added) in enumerate(last):
        rows.append((level, *(of_tier[number][1] for of_tier in shares.values()), added))
    return Table("Solved without a guess by this technique and those above it", tuple(columns), tuple(rows))


def _answers(walked: list[Walked]) -> Iterable[str]:
    if not walked:
        return
    for level, solved, _ in _shares(walked):
        if level in KNOWN_AS:
            yield f"{level} and below ({KNOWN_AS[level]}): {solved:.1%} are solved."
    short = [one for one in walked if one.level is None]
    before = sum(one.level not in (None, USED[-1]) for one in walked)
    yield f"Every technique but {USED[-1]}: {percent(before, len(walked))}."
    yield f"With {USED[-1]}: {percent(len(walked) - len(short), len(walked))}; {len(short):,} are left."
    paired = sum(one.level == PAIRS for one in walked)
    stuck = sum(one.level not in USED[: USED.index(PAIRS)] for one in walked)
    avoided = f"Naked pairs do avoid branching: of {stuck:,} puzzles on which singles get stuck, they are enough for"
    if paired:
        yield f"{avoided} {paired:,} ({percent(paired, stuck)})."
    else:
        yield f"Naked pairs are enough for none of the {stuck:,} puzzles on which singles get stuck."


def _by_pairs(walked: list[Walked]) -> Iterable[Shown]:
    """A board that shows it, with as few uses of a pair as any."""
    paired = min((one for one in walked if one.level == PAIRS), key=lambda one: len(one.pairs), default=None)
    if paired:
        yield Shown(f"what a naked pair solves without a branch: {paired.pairs[0].reason}", paired.puzzle)


def _chart(tiers: dict[str, list[Walked]]) -> Chart:
    values: list[dict[str, Value]] = [
        {"level": level, "tier": tier, "solved": solved}
        for tier, walked in tiers.items()
        if tier != ALL
        for level, solved, _ in _shares(walked)
    ]
    title = "Solved without a guess by this technique and those before it"
    return Chart("techniques", title, "level", "solved", tuple(values), "tier", Kind.SHARE, "line")
