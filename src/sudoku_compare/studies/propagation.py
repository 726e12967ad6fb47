"""How many candidates does each propagation rule remove, and how much search does that save?

Two measurements: what each rule leaves before any search; and how many values a search in reading order tries until it
finds the solution, if the rule is followed once before the search, or after each value. Following naked singles alone
is arc consistency on the pairwise constraints, which AC-3 computes.
"""

import math
from collections.abc import Iterable
from statistics import fmean, median
from typing import NamedTuple

from ..engines.reductio.propagation import Board, Fields, assert_places, begin, fields_of
from .elimination_rules import Rule, follow, see_agreeing_singles, see_all_singles, see_naked_singles, see_nothing
from .outcome import Chart, Column, Kind, Mark, Outcome, Table, Value
from .reading_order import MOST_TRIES, count_tries, count_tries_following
from .workload import ALL, Subject, Workload, examine_all

QUESTION = "How many candidates does each propagation rule remove, and how much search does that save?"
NO_RULE = "no rule"
NAKED_SINGLES = "naked singles (AC-3)"
ALL_SINGLES = "naked and hidden singles"
RULES: dict[str, Rule] = {
    NO_RULE: see_nothing,
    NAKED_SINGLES: see_naked_singles,
    "naked singles, and hidden singles where row, column and box agree": see_agreeing_singles,
    ALL_SINGLES: see_all_singles,
}
ONCE, THROUGHOUT = "before the search", "after each value"


class Remainder(NamedTuple):
    """What a rule leaves of one puzzle before any search."""

    candidates: int
    cells: int  # without a value
    all_candidates: int  # of the empty cells
    all_cells: int  # that are empty


class Cost(NamedTuple):
    """How many values a search tries on one puzzle; infinite if it was cut off."""

    rule: str
    when: str
    tries: float


class Measurement(NamedTuple):
    """What was measured on one puzzle."""

    remainders: list[Remainder]  # rule by rule
    costs: list[Cost]


def study(work: Workload) -> Outcome:
    """Measure what each rule leaves, and what a search then costs."""
    findings = examine_all(work, _measure)
    remainders = [row for tier, measured in findings.tiers.items() for row in _make_remainder_rows(tier, measured)]
    costs = [row for tier, measured in findings.tiers.items() for row in _make_cost_rows(tier, measured)]
    cost_title = f"Values that a search in reading order tries until it finds the solution (-: over {MOST_TRIES:,})"
    return Outcome(
        QUESTION,
        tuple(_make_answers(findings.all)),
        (
            Table("What each rule leaves before any search", REMAINDER_COLUMNS, tuple(remainders)),
            Table(cost_title, COST_COLUMNS, tuple(costs)),
        ),
        (_make_remainder_chart(remainders), _make_cost_chart(costs)),
        left_out=findings.left_out,
    )


def _measure(subject: Subject) -> Measurement:
    fields, tick = fields_of(subject.puzzle.shape), subject.watch.tick
    givens = begin(fields, subject.puzzle.givens, [], tick)
    boards = {
        name: follow(fields, givens, rule(fields, assert_places(fields, givens)), rule, tick)[0]
        for name, rule in RULES.items()
    }
    costs = [Cost(name, ONCE, count_tries(fields, board, subject)) for name, board in boards.items()]
    costs += [
        Cost(name, THROUGHOUT, count_tries_following(fields, boards[name], rule, subject))
        for name, rule in RULES.items()
        if name != NO_RULE
    ]
    return Measurement([_count_remainder(fields, board, subject) for board in boards.values()], costs)


def _count_remainder(fields: Fields, board: Board, subject: Subject) -> Remainder:
    shape = subject.puzzle.shape
    empty = subject.puzzle.givens.count(0)
    candidates = (board & fields.in_cells).bit_count()
    return Remainder(candidates, (board & fields.cell_guards).bit_count(), empty * shape.side, empty)


REMAINDER_COLUMNS = (
    Column("tier", Kind.TEXT),
    Column("rule", Kind.TEXT),
    Column("candidates left", Kind.SHARE),
    Column("cells decided", Kind.SHARE),
    Column("solved", Kind.SHARE),
)
COST_COLUMNS = (
    Column("tier", Kind.TEXT),
    Column("rule", Kind.TEXT),
    Column("followed", Kind.TEXT),
    Column("median tries"),
    Column(f"cut off at {MOST_TRIES:,}"),
)


def _make_remainder_rows(tier: str, measured: list[Measurement]) -> Iterable[tuple[Value, ...]]:
    for number, rule in enumerate(RULES):
        left = [one.remainders[number] for one in measured]
        yield (
            tier,
            rule,
            sum(one.candidates for one in left) / max(1, sum(one.all_candidates for one in left)),
            1 - sum(one.cells for one in left) / max(1, sum(one.all_cells for one in left)),
            fmean(one.cells == 0 for one in left),
        )


def _make_cost_rows(tier: str, measured: list[Measurement]) -> Iterable[tuple[Value, ...]]:
    for number, cost in enumerate(measured[0].costs):
        tries = [one.costs[number].tries for one in measured]
        middle = median(tries)
        shown = round(middle) if math.isfinite(middle) else None
        yield tier, cost.rule, cost.when, shown, sum(map(math.isinf, tries))


def _make_answers(measured: list[Measurement]) -> Iterable[str]:
    if not measured:
        return
    for _, rule, candidates, decided, solved in _make_remainder_rows(ALL, measured):
        yield (
            f"{rule}: {candidates:.1%} of the candidates are left, {decided:.1%} of the cells are decided, "
            f"{solved:.1%} of the puzzles are solved."
        )
    tries = {
        (row[1], row[2]): f"over {MOST_TRIES:,}" if row[3] is None else f"{row[3]:,}"
        for row in _make_cost_rows(ALL, measured)
    }
    yield (
        f"The median search in reading order tries {tries[NO_RULE, ONCE]} values without a rule; "
        f"{tries[NAKED_SINGLES, ONCE]} if naked singles are followed once before it, "
        f"{tries[ALL_SINGLES, ONCE]} with hidden singles too; "
        f"{tries[NAKED_SINGLES, THROUGHOUT]} if naked singles are followed after each value, "
        f"{tries[ALL_SINGLES, THROUGHOUT]} with hidden singles too."
    )


def _make_remainder_chart(rows: list[tuple[Value, ...]]) -> Chart:
    values = tuple({"tier": row[0], "rule": row[1], "candidates left": row[2]} for row in rows)
    title = "Candidates left before any search, as a share of all candidates of the empty cells"
    return Chart("pruned", title, "tier", "candidates left", values, "rule", Kind.SHARE)


def _make_cost_chart(rows: list[tuple[Value, ...]]) -> Chart:
    values = tuple(
        {
            "tier": tier,
            "rule": f"{rule}, {when}",
            "median tries": MOST_TRIES if tries is None else tries,
            "label": f"over {MOST_TRIES:,}" if tries is None else f"{tries:,}",
        }
        for tier, rule, when, tries, _ in rows
    )
    title = "Median number of values that a search in reading order tries"
    note = f"Logarithmic axis, which has no zero: 0 is drawn at 1. A search is cut off at {MOST_TRIES:,} values."
    return Chart("tries", title, "tier", "median tries", values, "rule", mark=Mark.DOT, note=note)
