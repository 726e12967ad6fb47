"""How many completed grids are there, and how many are essentially different?

All 4x4 grids are generated and divided into classes: two grids are essentially the same if relabelling values,
reordering rows and columns as far as the boxes allow, and transposing turn one into the other. The number of larger
grids is estimated.
"""

import math
from collections.abc import Iterable
from functools import partial
from random import Random

from ..core.answer import Limits, Stopwatch
from ..core.shape import shape_of_side
from .grid_classes import count_classes, list_grids
from .outcome import Chart, Column, Kind, Mark, Outcome, Table, Value
from .random_walk import Estimate, estimate, walk
from .workload import Workload

QUESTION = "How many completed grids are there, and how many are essentially different?"
COUNTED = 4  # side of the grids that are all generated
ESTIMATED = (6, 9, 16)
WALKS = 2000  # for each size
POINTS, FEWEST = 100, 50  # points of the chart, and walks before the first
KNOWN = {6: 28_200_960, 9: 6_670_903_752_021_072_936_960}  # exact numbers, from exhaustive counts by others


def study(work: Workload) -> Outcome:
    """Count the grids of a small shape, and estimate the number of larger ones."""
    shape = shape_of_side(COUNTED)
    grids = list_grids(shape)
    sizes = count_classes(grids, shape)
    logs = _walk_all(work)
    estimates = [estimate(side, logs[side]) for side in ESTIMATED]
    return Outcome(
        QUESTION,
        tuple(_make_answers(len(grids), sizes, estimates)),
        (_make_count_table(len(grids), sizes), _make_estimate_table(estimates)),
        tuple(_make_chart(side, logs[side]) for side in ESTIMATED),
    )


def _walk_all(work: Workload) -> dict[int, list[float]]:
    """Return the walks of each size, taken in turn so that the progress is even."""
    steps = [(side, number) for number in range(work.samples or WALKS) for side in ESTIMATED]
    taken = work.place.map_in_order(partial(_walk_once, work.seed), steps)
    logs: dict[int, list[float]] = {side: [] for side in ESTIMATED}
    for (side, _), log in zip(steps, work.show_progress(taken, len(steps)), strict=True):
        logs[side].append(log)
    return logs


def _walk_once(seed: int, step: tuple[int, int]) -> float:
    """Take a walk with its own random generator, so that it does not matter where it is taken."""
    side, number = step
    return walk(shape_of_side(side), Random(f"{seed}/{side}/{number}"), Stopwatch(Limits()).tick)


def _make_count_table(grids: int, sizes: list[int]) -> Table:
    columns = (
        Column("size", Kind.TEXT),
        Column("grids"),
        Column("essentially different"),
        Column("grids per class", Kind.TEXT),
    )
    row = f"{COUNTED}x{COUNTED}", grids, len(sizes), " + ".join(map(str, sizes))
    return Table("Counted one by one", columns, (row,))


def _make_estimate_table(estimates: list[Estimate]) -> Table:
    columns = (
        Column("size", Kind.TEXT),
        Column("walks"),
        Column("estimate", Kind.LARGE),
        Column("low", Kind.LARGE),
        Column("high", Kind.LARGE),
        Column("exact", Kind.LARGE),
        Column("in the interval", Kind.TEXT),
    )
    rows = tuple(
        (
            f"{e.side}x{e.side}",
            e.walks,
            *map(number_of_log, (e.log, e.low, e.high)),
            KNOWN.get(e.side),
            {True: "yes", False: "no", None: "-"}[_is_in_interval(e)],
        )
        for e in estimates
    )
    return Table("Estimated by random walks, with a 99% interval", columns, rows)


def _is_in_interval(estimate: Estimate) -> bool | None:
    """Return whether the interval contains the exact number; None if either is unknown."""
    known = KNOWN.get(estimate.side)
    if known is None or not math.isfinite(estimate.error):
        return None
    return estimate.low <= math.log(known) <= estimate.high


def number_of_log(log: float) -> float | None:
    """Return the number with this logarithm; None if it is not a finite number."""
    return math.exp(log) if -700 < log < 700 else None


def format_log(log: float) -> str:
    """Format the number with this logarithm as a power of ten with three digits.

    >>> format_log(math.log(6.67e21))
    '6.67e21'
    """
    if not math.isfinite(log):
        return "unknown"
    power = math.floor(log / math.log(10))
    figures = f"{math.exp(log - power * math.log(10)):.2f}"
    return f"1.00e{power + 1}" if figures == "10.00" else f"{figures}e{power}"


def _make_answers(grids: int, sizes: list[int], estimates: list[Estimate]) -> Iterable[str]:
    classes = f"{len(sizes)} essentially different (classes of {' and '.join(map(str, sizes))} grids)"
    yield f"{COUNTED}x{COUNTED}: {grids} grids, {classes}."
    for found in estimates:
        known = KNOWN.get(found.side)
        exact = f"exactly {format_log(math.log(known))}" if known else "the exact number is not known"
        yield f"{found.side}x{found.side}: {describe_estimate(found)}; {exact}."


def describe_estimate(found: Estimate) -> str:
    """Return an estimate with its interval, or why it has none."""
    if not math.isfinite(found.log):
        return "no estimate, because no walk completed a grid"
    if not math.isfinite(found.error):
        return f"about {format_log(found.log)} grids, from too few walks for an interval"
    interval = f"between {format_log(found.low)} and {format_log(found.high)}"
    return f"about {format_log(found.log)} grids, with 99% confidence {interval}"


def _make_chart(side: int, logs: list[float]) -> Chart:
    """Show how the estimate converges, with its interval, and the exact number if it is known."""
    step = max(1, len(logs) // POINTS)
    running = [estimate(side, logs[:walks]) for walks in range(min(len(logs), FEWEST), len(logs) + 1, step)]
    values: tuple[dict[str, Value], ...] = tuple(
        {"walks": e.walks, "grids": number_of_log(e.log), "low": number_of_log(e.low), "high": number_of_log(e.high)}
        for e in running
        if math.isfinite(e.log) and math.isfinite(e.error)
    )
    title = f"Completed {side}x{side} grids: estimate and 99% interval by number of walks"
    return Chart(
        f"grids-{side}x{side}", title, "walks", "grids", values, None, Kind.LARGE, Mark.BAND, truth=KNOWN.get(side)
    )
