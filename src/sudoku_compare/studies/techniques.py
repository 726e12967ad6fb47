"""What share of puzzles does each technique level solve without a guess, and what does each add?

The solver always applies the cheapest technique that makes progress. Therefore the level that a puzzle needs is the
most expensive technique that was used: at a lower level, the solver takes the same steps up to that point and gets
stuck. Whether naked pairs are enough where singles get stuck is a question of its own, because other techniques come
between them in the list.
"""

from collections.abc import Iterable, Mapping
from itertools import accumulate
from typing import NamedTuple

from ..core.puzzle import Puzzle
from ..techniques import LEVELS, TECHNIQUES, Reached, Step, find_technique, follow, position_of, techniques_up_to, walk
from .outcome import Chart, Column, Example, Kind, Mark, Outcome, Table, Value
from .workload import ALL, Subject, Workload, examine_all, format_percent

QUESTION = "What share of puzzles does each technique level solve without a guess, and what does each add?"
USED = tuple(technique.name for technique in TECHNIQUES if not technique.assumes_uniqueness)
SINGLES, PAIRS = "naked-single", "naked-pair"
KNOWN_AS = {SINGLES: "singles alone", PAIRS: "singles, locked candidates and naked pairs"}


class Walk(NamedTuple):
    """The level that solves a puzzle, if one does."""

    level: str | None
    pairs: tuple[Step, ...]  # the naked pairs, if singles get stuck but singles and naked pairs solve it
    puzzle: Puzzle

    @property
    def needs_more_than_singles(self) -> bool:
        return self.level not in USED[: USED.index(SINGLES) + 1]


def study(work: Workload) -> Outcome:
    """Find the level that each puzzle needs."""
    findings = examine_all(work, find_level)
    return Outcome(
        QUESTION,
        tuple(_make_answers(findings.all)),
        (_make_table(findings.tiers),),
        (_make_chart(findings.tiers),),
        tuple(_choose_examples(findings.all)),
        findings.left_out,
    )


def find_level(subject: Subject) -> Walk:
    """Solve a puzzle with all techniques, and return the level that it needs."""
    walked = walk(subject.puzzle, tick=subject.watch.tick)
    used = {step.technique for step in walked.steps}
    highest = max(used, key=LEVELS.index, default=USED[0])
    pairs = _find_sufficient_pairs(subject) if LEVELS.index(highest) > LEVELS.index(SINGLES) else ()
    return Walk(highest if walked.outcome is Reached.SOLVED else None, pairs, subject.puzzle)


def _find_sufficient_pairs(subject: Subject) -> tuple[Step, ...]:
    """Return the naked pairs that solve a puzzle together with singles; none if they do not solve it."""
    position = position_of(subject.puzzle, subject.watch.tick)
    steps = tuple(follow(position, (*techniques_up_to(SINGLES), find_technique(PAIRS))))
    return () if position.open else tuple(step for step in steps if step.technique == PAIRS)


def _compute_shares(walks: list[Walk]) -> list[tuple[str, float, float]]:
    """Return for each level the share that it solves, and what it adds to the level before."""
    added = [sum(one.level == level for one in walks) / len(walks) for level in USED]
    return list(zip(USED, accumulate(added), added, strict=True))


def _make_table(tiers: Mapping[str, list[Walk]]) -> Table:
    columns = [Column("level", Kind.TEXT), *(Column(tier, Kind.SHARE) for tier in tiers), Column("adds", Kind.SHARE)]
    shares = {tier: _compute_shares(walks) for tier, walks in tiers.items()}
    last = list(shares.values())[-1] if shares else []
    rows: list[tuple[Value, ...]] = []
    for number, (level, _, added) in enumerate(last):
        rows.append((level, *(of_tier[number][1] for of_tier in shares.values()), added))
    return Table("Solved without a guess, by this technique and those above it", tuple(columns), tuple(rows))


def _make_answers(walks: list[Walk]) -> Iterable[str]:
    if not walks:
        return
    for level, solved, _ in _compute_shares(walks):
        if level in KNOWN_AS:
            yield f"{level} and below ({KNOWN_AS[level]}) solve {solved:.1%} of the puzzles."
    unsolved = [one for one in walks if one.level is None]
    before = sum(one.level not in (None, USED[-1]) for one in walks)
    yield f"All techniques except {USED[-1]} solve {format_percent(before, len(walks))}."
    solved_share = format_percent(len(walks) - len(unsolved), len(walks))
    yield f"With {USED[-1]}, they solve {solved_share}; still unsolved: {len(unsolved):,}."
    paired = sum(bool(one.pairs) for one in walks)
    stuck = sum(one.needs_more_than_singles for one in walks)
    if not stuck:
        yield "Naked pairs are not needed: singles get stuck on none of the puzzles."
    elif paired:
        share = f"{paired:,} of the {stuck:,} puzzles ({format_percent(paired, stuck)})"
        yield f"Naked pairs can avoid branching: they are enough for {share} on which singles get stuck."
    else:
        yield f"Naked pairs are enough for none of the puzzles on which singles get stuck ({stuck:,})."


def _choose_examples(walks: list[Walk]) -> Iterable[Example]:
    """Yield a puzzle that naked pairs solve, with the fewest uses of a pair."""
    paired = min((one for one in walks if one.pairs), key=lambda one: len(one.pairs), default=None)
    if paired:
        yield Example(f"solved with a naked pair, without branching: {paired.pairs[0].reason}", paired.puzzle)


def _make_chart(tiers: Mapping[str, list[Walk]]) -> Chart:
    values: list[dict[str, Value]] = [
        {"level": level, "tier": tier, "solved": solved}
        for tier, walks in tiers.items()
        if tier != ALL
        for level, solved, _ in _compute_shares(walks)
    ]
    title = "Solved without a guess, by this technique and those before it"
    return Chart("techniques", title, "level", "solved", tuple(values), "tier", Kind.SHARE, Mark.LINE)
