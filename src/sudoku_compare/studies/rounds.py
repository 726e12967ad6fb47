"""How many rounds of elimination, each enabled by the one before, can a puzzle need?

A round asserts at once everything that follows from the current board. Naked singles (called lone
constraints in seed 001, see docs/studies.md) look at cells, hidden singles (COFIO constraints there) at units.
"""

from collections import Counter
from collections.abc import Iterable
from statistics import median
from typing import NamedTuple

from ..core.puzzle import Puzzle
from ..display.numbers import format_count
from ..engines.reductio.propagation import assert_places, begin, fields_of
from .elimination_rules import Rule, follow, see_all_singles, see_naked_singles, see_naked_singles_first
from .outcome import Chart, Column, Example, Kind, Mark, Outcome, Table, Value
from .workload import Subject, Workload, examine_all, format_percent

QUESTION = "How many rounds of elimination, each enabled by the one before, can a puzzle need?"

NAKED_FIRST = "hidden singles only when no naked single is left"
ORDERS: dict[str, Rule] = {
    "naked singles only": see_naked_singles,
    "naked and hidden singles at once": see_all_singles,
    NAKED_FIRST: see_naked_singles_first,
}


class Run(NamedTuple):
    """What following the rules in one order does to one puzzle."""

    order: str
    rounds: int
    is_solved: bool
    puzzle: Puzzle


def study(work: Workload) -> Outcome:
    """Count the rounds that each puzzle needs in each order."""
    findings = examine_all(work, _count_rounds)
    runs = [run for of_puzzle in findings.all for run in of_puzzle]
    rows = [
        _make_row(tier, order, of_order)
        for tier, found in findings.tiers.items()
        for order, of_order in _group_by_order(found).items()
    ]
    columns = (
        ("tier", Kind.TEXT),
        ("order", Kind.TEXT),
        ("puzzles",),
        ("solved",),
        ("median rounds", Kind.MEAN),
        ("most rounds",),
    )
    return Outcome(
        QUESTION,
        tuple(_make_answers(runs)),
        (Table("Rounds until the puzzle is solved", tuple(Column(*column) for column in columns), tuple(rows)),),
        (_make_chart(runs),),
        tuple(_choose_examples(runs)),
        findings.left_out,
    )


def _count_rounds(subject: Subject) -> list[Run]:
    return [_follow_order(subject, order, rule) for order, rule in ORDERS.items()]


def _follow_order(subject: Subject, order: str, rule: Rule) -> Run:
    fields, tick = fields_of(subject.puzzle.shape), subject.watch.tick
    board = begin(fields, subject.puzzle.givens, [], tick)
    board, rounds = follow(fields, board, rule(fields, assert_places(fields, board)), rule, tick)
    return Run(order, rounds, not board, subject.puzzle)


def _group_by_order(runs: Iterable[list[Run]]) -> dict[str, list[Run]]:
    orders: dict[str, list[Run]] = {order: [] for order in ORDERS}
    for of_puzzle in runs:
        for run in of_puzzle:
            orders[run.order].append(run)
    return orders


def _make_row(tier: str, order: str, runs: list[Run]) -> tuple[str | int | float | None, ...]:
    rounds = [run.rounds for run in runs if run.is_solved]
    return tier, order, len(runs), len(rounds), median(rounds) if rounds else None, max(rounds, default=None)


def _make_answers(runs: list[Run]) -> Iterable[str]:
    for order, of_order in ((order, [run for run in runs if run.order == order]) for order in ORDERS):
        solved = [run.rounds for run in of_order if run.is_solved]
        if of_order and not solved:
            yield f"{order}: no puzzle is solved."
        if solved:
            share = format_percent(len(solved), len(of_order))
            rounds = f"in at most {format_count(max(solved), 'round')}, median {median(solved):g}"
            yield f"{order}: {share} of the puzzles are solved, {rounds}."
    if runs:
        yield "An upper bound: every round decides at least one cell, so there are never more rounds than empty cells."


def _choose_examples(runs: list[Run]) -> Iterable[Example]:
    solved = [run for run in runs if run.is_solved and run.order == NAKED_FIRST]
    if solved:
        longest = max(solved, key=lambda run: run.rounds)
        empty = len(longest.puzzle.givens) - longest.puzzle.count_givens()
        yield Example(f"most rounds: {longest.rounds}, for {empty} empty cells ({longest.order})", longest.puzzle)


def _make_chart(runs: list[Run]) -> Chart:
    counts = Counter((run.order, run.rounds) for run in runs if run.is_solved)
    rounds = range(1 + max((number for _, number in counts), default=0))
    values: tuple[dict[str, Value], ...] = tuple(
        {"order": order, "rounds": number, "puzzles": counts[order, number]} for order in ORDERS for number in rounds
    )
    return Chart("rounds", "Rounds until a puzzle is solved", "rounds", "puzzles", values, "order", mark=Mark.LINE)
