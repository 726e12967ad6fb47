"""How many full boards are there, and of how many kinds?

4x4 boards are all made, and sorted: two are of one kind if renaming values, reordering rows and columns within what the
boxes allow, and exchanging rows with columns make one of the other. Larger ones are estimated.
"""

import math
from collections.abc import Iterable
from random import Random

from ..core.answer import Limits, Stopwatch
from ..core.shape import shape_of_side
from .grid_classes import all_boards, class_sizes
from .outcome import Chart, Column, Kind, Outcome, Table, Value
from .random_walk import Estimate, estimate, walk
from .workload import Work

QUESTION = "How many full boards are there, and of how many kinds?"
COUNTED = 4  # side of the boards that are all made
ESTIMATED = (6, 9, 16)
WALKS = 2000  # for each
POINTS, FEWEST = 100, 50  # of the chart: how many, and after how many walks the first
KNOWN = {6: 28_200_960, 9: 6_670_903_752_021_072_936_960}  # exactly, from exhaustive counts by others


def study(work: Work) -> Outcome:
    shape = shape_of_side(COUNTED)
    boards = all_boards(shape)
    sizes = class_sizes(boards, shape)
    logs = _walks(work)
    estimates = [estimate(side, logs[side]) for side in ESTIMATED]
    return Outcome(
        QUESTION,
        tuple(_answers(len(boards), sizes, estimates)),
        (_counted(len(boards), sizes), _estimated(estimates)),
        tuple(_chart(side, logs[side]) for side in ESTIMATED),
    )


def _walks(work: Work) -> dict[int, list[float]]:
    """For each size; the sizes in turn, so that whoever watches sees an even pace."""
    walks = work.samples or WALKS
    logs: dict[int, list[float]] = {side: [] for side in ESTIMATED}
    rngs = {side: Random(f"{work.seed}/{side}") for side in ESTIMATED}
    tick = Stopwatch(Limits()).tick
    for side in work.watched([side for _ in range(walks) for side in ESTIMATED]):
        logs[side].append(walk(shape_of_side(side), rngs[side], tick))
    return logs


def _counted(boards: int, sizes: list[int]) -> Table:
    columns = Column("board", Kind.TEXT), Column("boards"), Column("kinds"), Column("boards of each kind", Kind.TEXT)
    row = f"{COUNTED}x{COUNTED}", boards, len(sizes), " + ".join(map(str, sizes))
    return Table("Counted one by one", columns, (row,))


def _estimated(estimates: list[Estimate]) -> Table:
    columns = (
        Column("board", Kind.TEXT),
        Column("walks"),
        Column("estimate", Kind.LARGE),
        Column("low", Kind.LARGE),
        Column("high", Kind.LARGE),
        Column("exactly", Kind.LARGE),
        Column("in the interval", Kind.TEXT),
    )
    rows = tuple(
        (
            f"{e.side}x{e.side}",
            e.walks,
            *map(large, (e.log, e.low, e.high)),
            KNOWN.get(e.side),
            {True: "yes", False: "no", None: "-"}[_holds(e)],
        )
        for e in estimates
    )
    return Table("Estimated by random walks, with a 99% interval", columns, rows)


def _holds(estimate: Estimate) -> bool | None:
    """Whether the interval has the exact number in it, where that is known and there is an interval."""
    known = KNOWN.get(estimate.side)
    return (
        None if known is None or not math.isfinite(estimate.error) else estimate.low <= math.log(known) <= estimate.high
    )


def large(log: float) -> float | None:
    """The number itself; None where it is no number."""
    return math.exp(log) if -700 < log < 700 else None


def told(log: float) -> str:
    """As a power of ten with three figures.

    >>> told(math.log(6.67e21))
    '6.67e21'
    """
    if not math.isfinite(log):
        return "unknown"
    power = math.floor(log / math.log(10))
    figures = f"{math.exp(log - power * math.log(10)):.2f}"
    return f"1.00e{power + 1}" if figures == "10.00" else f"{figures}e{power}"


def _answers(boards: int, sizes: list[int], estimates: list[Estimate]) -> Iterable[str]:
    yield f"{COUNTED}x{COUNTED}: {boards} boards, of {len(sizes)} kinds ({' and '.join(map(str, sizes))} boards)."
    for found in estimates:
        known = KNOWN.get(found.side)
        exact = f"; exactly {told(math.log(known))}" if known else "; the exact number is not known"
        yield (
            f"{found.side}x{found.side}: about {told(found.log)}, "
            f"with 99% confidence between {told(found.low)} and {told(found.high)}{exact}."
        )


def _chart(side: int, logs: list[float]) -> Chart:
    """How the estimate settles as walks come in, with its interval, and the exact number where it is known."""
    step = max(1, len(logs) // POINTS)
    running = [estimate(side, logs[:walks]) for walks in range(min(len(logs), FEWEST), len(logs) + 1, step)]
    values: tuple[dict[str, Value], ...] = tuple(
        {"walks": e.walks, "boards": large(e.log), "low": large(e.low), "high": large(e.high)}
        for e in running
        if math.isfinite(e.log) and math.isfinite(e.error)
    )
    title = f"Full boards of {side}x{side}: the estimate as walks come in, and its 99% interval"
    return Chart(
        f"boards-{side}x{side}", title, "walks", "boards", values, None, Kind.LARGE, "band", truth=KNOWN.get(side)
    )
