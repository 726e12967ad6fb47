"""How much does each rule prune, and what does that save a search?

What is left before any search, by each rule; and how many values a search in reading order tries until it has the
solution: with the rule followed once, before it begins, or after each value.
"""

import math
from collections.abc import Iterable
from statistics import fmean, median
from typing import NamedTuple

from ..engines.reductio.propagation import Board, Fields, assert_places, begin, fields_of
from .elimination_rules import Rule, both, follow, in_every_unit, lone, nothing
from .outcome import Chart, Column, Kind, Outcome, Table, Value
from .reading_order import MOST_TRIES, tries_following, tries_plain
from .workload import ALL, Posed, Work, by_tier, overall

QUESTION = "How much does each rule prune, and what does that save a search?"
NO_RULE = "the givens alone"
RULES: dict[str, Rule] = {
    NO_RULE: nothing,
    "prune": lone,
    "prune and assert where row, column and box agree": in_every_unit,
    "prune and assert": both,
}
LIMIT = f"until it has the solution (-: over {MOST_TRIES:,})"
ONCE, THROUGHOUT = "before it", "after each value"


class Left(NamedTuple):
    """Of one puzzle by one rule, before any search: candidates and cells."""

    rule: str
    candidates: int
    cells: int
    of_candidates: int
    of_cells: int


class Cost(NamedTuple):
    """Of one puzzle: the values tried, infinite where the search was cut off."""

    rule: str
    when: str
    tries: float


class Seen(NamedTuple):
    left: list[Left]
    costs: list[Cost]


def study(work: Work) -> Outcome:
    tiers = by_tier(work.each(_look))
    everything = overall(tiers)
    left = [row for tier, seen in tiers.items() for row in _left_rows(tier, seen)]
    costs = [row for tier, seen in tiers.items() for row in _cost_rows(tier, seen)]
    return Outcome(
        QUESTION,
        tuple(_answers(everything)),
        (
            Table("What each rule leaves before any search", LEFT_COLUMNS, tuple(left)),
            Table(f"What a search in reading order then tries, {LIMIT}", COST_COLUMNS, tuple(costs)),
        ),
        (_left_chart(left), _cost_chart(costs)),
        left_out=work.left_out,
    )


def _look(posed: Posed) -> Seen:
    fields, tick = fields_of(posed.puzzle.shape), posed.watch.tick
    givens = begin(fields, posed.puzzle.givens, [], tick)
    boards = {
        name: follow(fields, givens, rule(fields, assert_places(fields, givens)), rule, tick)[0]
        for name, rule in RULES.items()
    }
    costs = [Cost(name, ONCE, tries_plain(fields, board, posed)) for name, board in boards.items()]
    costs += [
        Cost(name, THROUGHOUT, tries_following(fields, boards[name], rule, posed))
        for name, rule in RULES.items()
        if name != NO_RULE
    ]
    return Seen([_left(fields, name, board, posed) for name, board in boards.items()], costs)


def _left(fields: Fields, rule: str, board: Board, posed: Posed) -> Left:
    shape = posed.puzzle.shape
    empty = posed.puzzle.givens.count(0)
    candidates = (board & fields.in_cells).bit_count()
    return Left(rule, candidates, (board & fields.cell_guards).bit_count(), empty * shape.side, empty)


LEFT_COLUMNS = (
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


def _left_rows(tier: str, seen: list[Seen]) -> Iterable[tuple[Value, ...]]:
    for number, rule in enumerate(RULES):
        left = [one.left[number] for one in seen]
        yield (
            tier,
            rule,
            sum(one.candidates for one in left) / max(1, sum(one.of_candidates for one in left)),
            1 - sum(one.cells for one in left) / max(1, sum(one.of_cells for one in left)),
            fmean(one.cells == 0 for one in left),
        )


def _cost_rows(tier: str, seen: list[Seen]) -> Iterable[tuple[Value, ...]]:
    for number, cost in enumerate(seen[0].costs):
        tries = [one.costs[number].tries for one in seen]
        middle = median(tries)
        told = round(middle) if math.isfinite(middle) else None
        yield tier, cost.rule, cost.when, told, sum(map(math.isinf, tries))


def _answers(seen: list[Seen]) -> Iterable[str]:
    if not seen:
        return
    left = {str(row[1]): row for row in _left_rows(ALL, seen)}
    for rule, (_, _, candidates, decided, solved) in left.items():
        yield (
            f"{rule}: {candidates:.1%} of the candidates are left, {decided:.1%} of the cells decided, "
            f"{solved:.1%} of the puzzles solved."
        )
    costs = {(str(row[1]), str(row[2])): row[3] for row in _cost_rows(ALL, seen)}
    told = {key: "over " + f"{MOST_TRIES:,}" if tries is None else f"{tries:,}" for key, tries in costs.items()}
    yield (
        f"In the middle a search in reading order tries {told[NO_RULE, ONCE]} values without a rule, "
        f"{told['prune', ONCE]} after pruning once, {told['prune and assert', ONCE]} after pruning and asserting once; "
        f"{told['prune', THROUGHOUT]} when it prunes after each value, "
        f"{told['prune and assert', THROUGHOUT]} when it asserts too."
    )


def _left_chart(rows: list[tuple[Value, ...]]) -> Chart:
    values = tuple({"tier": row[0], "rule": row[1], "candidates left": row[2]} for row in rows)
    title = "Candidates left before any search, of all on the empty cells"
    return Chart("pruned", title, "tier", "candidates left", values, "rule", Kind.SHARE)


def _cost_chart(rows: list[tuple[Value, ...]]) -> Chart:
    values = tuple(
        {"tier": tier, "rule": f"{rule}, {when}", "median tries": MOST_TRIES if tries is None else tries or 1}
        for tier, rule, when, tries, _ in rows
    )
    title = f"Values tried in reading order, median (cut off at {MOST_TRIES:,}; no bar: one or none)"
    return Chart("tries", title, "tier", "median tries", values, "rule", is_log=True)
