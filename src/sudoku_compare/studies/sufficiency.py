"""Do disjunctive syllogism and indirect proof solve every puzzle, and how deep must the proof nest?

It is clear without measurement that they do: where syllogism stops, each value of a cell is assumed in turn, and there
are finitely many. What can be measured is the depth: 0 if syllogism alone suffices; 1 if it suffices once candidates
whose assumption fails by syllogism are removed; 2 if those assumptions may themselves use such refutations; and so on.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ..core.puzzle import Puzzle
from ..display.numbers import format_count
from ..explanation.depth import depth_of
from .outcome import Chart, Column, Example, Kind, Outcome, Table, Value
from .workload import TOO_LATE, Subject, Workload, examine_all, format_percent

QUESTION = "Do disjunctive syllogism and indirect proof solve every puzzle, and how deep must the proof nest?"
MEANINGS = (
    "syllogism alone",
    "candidates refuted by syllogism",
    "refutations with a further refutation inside",
)


class Proof(NamedTuple):
    """The depth of the proof for one puzzle."""

    depth: int
    puzzle: Puzzle


def study(work: Workload) -> Outcome:
    """Measure the depth of the proof for each puzzle."""
    findings = examine_all(work, _measure_depth)
    depths = range(1 + max((proof.depth for proof in findings.all), default=0))
    return Outcome(
        QUESTION,
        tuple(_make_answers(findings.all, findings.left_out.get(TOO_LATE, 0))),
        (_make_table(findings.tiers, depths),),
        (_make_chart(findings.tiers, depths),),
        tuple(_choose_examples(findings.all)),
        findings.left_out,
    )


def _measure_depth(subject: Subject) -> Proof:
    return Proof(depth_of(subject.puzzle, subject.solution, subject.watch.tick), subject.puzzle)


def _make_answers(proofs: list[Proof], late: int) -> Iterable[str]:
    if proofs and not late:
        yield f"Yes: these two alone solve every puzzle ({len(proofs):,} of {len(proofs):,})."
    elif proofs:
        yield f"These two alone solve {format_count(len(proofs), 'puzzle')}; not settled in time: {late:,}."
    for depth, count in sorted(Counter(proof.depth for proof in proofs).items()):
        meaning = f" ({MEANINGS[depth]})" if depth < len(MEANINGS) else ""
        yield f"Depth {depth}{meaning}: {format_count(count, 'puzzle')}, {format_percent(count, len(proofs))}."


def _make_table(tiers: Mapping[str, list[Proof]], depths: range) -> Table:
    columns = [Column("tier", Kind.TEXT), Column("puzzles"), *(Column(f"depth {depth}") for depth in depths)]
    rows: list[tuple[Value, ...]] = []
    for tier, proofs in tiers.items():
        counts = Counter(proof.depth for proof in proofs)
        rows.append((tier, len(proofs), *(counts[depth] for depth in depths)))
    return Table("Depth of the proof", tuple(columns), tuple(rows))


def _choose_examples(proofs: list[Proof]) -> Iterable[Example]:
    deepest = max(proofs, key=lambda proof: proof.depth, default=None)
    if deepest and deepest.depth:
        yield Example(f"depth {deepest.depth}", deepest.puzzle)


def _make_chart(tiers: Mapping[str, list[Proof]], depths: range) -> Chart:
    values: list[dict[str, Value]] = [
        {"tier": tier, "depth": f"depth {depth}", "share": sum(proof.depth == depth for proof in proofs) / len(proofs)}
        for tier, proofs in tiers.items()
        for depth in depths
    ]
    return Chart("sufficiency", "Depth of the proof by tier", "tier", "share", tuple(values), "depth", Kind.SHARE)
