"""How many rounds of elimination, each made possible by the one before, can a puzzle need?

A round asserts at once everything that follows from the board as it is. Lone constraints look at cells, COFIO
constraints at units.
"""

from collections import Counter
from collections.abc import Iterable
from statistics import median
from typing import NamedTuple

from ..core.puzzle import Puzzle
from ..engines.reductio.propagation import assert_places, begin, fields_of
from .elimination_rules import Rule, both, follow, lone, lone_first
from .outcome import Chart, Column, Kind, Outcome, Shown, Table, Value
from .workload import Posed, Work, by_tier, overall, percent

QUESTION = "How many rounds of elimination, each made possible by the one before, can be needed?"

LONE_FIRST = "COFIO where no lone is left"
ORDERS: dict[str, Rule] = {"lone only": lone, "lone and COFIO at once": both, LONE_FIRST: lone_first}


class Run(NamedTuple):
    """Of one puzzle in one order."""

    order: str
    rounds: int
    solved: bool
    puzzle: Puzzle


def study(work: Work) -> Outcome:
    tiers = by_tier(work.each(_runs))
    everything = [run for runs in overall(tiers) for run in runs]
    rows = [_row(tier, order, runs) for tier, found in tiers.items() for order, runs in _by_order(found).items()]
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
        tuple(_answers(everything)),
        (Table("Rounds until the puzzle is solved", tuple(Column(*column) for column in columns), tuple(rows)),),
        (_chart(everything),),
        tuple(_longest(everything)),
        work.left_out,
    )


def _runs(posed: Posed) -> list[Run]:
    return [_run(posed, order, rule) for order, rule in ORDERS.items()]


def _run(posed: Posed, order: str, rule: Rule) -> Run:
    fields, tick = fields_of(posed.puzzle.shape), posed.watch.tick
    board = begin(fields, posed.puzzle.givens, [], tick)
    board, rounds = follow(fields, board, rule(fields, assert_places(fields, board)), rule, tick)
    return Run(order, rounds, not board, posed.puzzle)


def _by_order(runs: Iterable[list[Run]]) -> dict[str, list[Run]]:
    orders: dict[str, list[Run]] = {order: [] for order in ORDERS}
    for of_puzzle in runs:
        for run in of_puzzle:
            orders[run.order].append(run)
    return orders


def _row(tier: str, order: str, runs: list[Run]) -> tuple[str | int | float | None, ...]:
    rounds = [run.rounds for run in runs if run.solved]
    return tier, order, len(runs), len(rounds), median(rounds) if rounds else None, max(rounds, default=None)


def _answers(runs: list[Run]) -> Iterable[str]:
    for order, of_order in ((order, [run for run in runs if run.order == order]) for order in ORDERS):
        solved = [run.rounds for run in of_order if run.solved]
        if of_order and not solved:
            yield f"{order}: none is solved."
        if solved:
            share = percent(len(solved), len(of_order))
            yield f"{order}: {share} are solved, in {max(solved)} rounds at most, {median(solved):g} in the middle."
    if runs:
        yield "A bound: every round decides a cell at least, so there are never more rounds than empty cells."


def _longest(runs: list[Run]) -> Iterable[Shown]:
    solved = [run for run in runs if run.solved and run.order == LONE_FIRST]
    if solved:
        longest = max(solved, key=lambda run: run.rounds)
        empty = len(longest.puzzle.givens) - longest.puzzle.count_givens()
        yield Shown(f"most rounds ({longest.order}): {longest.rounds}, for {empty} empty cells", longest.puzzle)


def _chart(runs: list[Run]) -> Chart:
    counts = Counter((run.order, run.rounds) for run in runs if run.solved)
    rounds = range(1 + max((number for _, number in counts), default=0))
    values: tuple[dict[str, Value], ...] = tuple(
        {"order": order, "rounds": number, "puzzles": counts[order, number]} for order in ORDERS for number in rounds
    )
    return Chart("rounds", "Rounds until a puzzle is solved", "rounds", "puzzles", values, "order")
