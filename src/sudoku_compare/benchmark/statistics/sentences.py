"""The result of a benchmark in a few sentences: which engine was faster than which, by how much, on which puzzles."""

import math
from collections.abc import Mapping, Sequence
from statistics import median

from ...core.text import join_words
from ...display.numbers import format_count, format_duration, format_interval, format_ratio
from .inference import FEWEST
from .pairs import PairStats, PooledTimes, Times, compare_engines, keep_common

SHORTEST = 1e-9  # seconds: zero has no logarithm
NUMBERS = {2: "both", 3: "all three", 4: "all four", 5: "all five", 6: "all six"}


def write_sentences(times: Times, families: Sequence[int] = ()) -> tuple[str, ...]:
    """Return the sentences for these times of all engines; NaN is the time of a puzzle that was not settled."""
    settled = {engine: sum(not math.isnan(time) for time in several) for engine, several in times.items()}
    able = {engine: several for engine, several in times.items() if settled[engine]}
    total = max((len(several) for several in times.values()), default=0)
    sentences = _compare(able, families) if len(able) > 1 else _describe_alone(able)
    return (*sentences, *_describe_unsettled(settled, total))


def write_machine_sentences(pooled: PooledTimes, settled: Mapping[str, int], total: int) -> tuple[str, ...]:
    """Return the sentences for times of several machines, of which only the ratios on one machine are used.

    `settled` says how many of the `total` puzzles each engine settled, whatever the machine.
    """
    able = {engine: times for engine, times in pooled.times.items() if settled[engine]}
    sentences = _compare(able, pooled.families, pooled.puzzles) if len(able) > 1 else []
    return (*sentences, *_describe_unsettled(settled, total))


def _describe_alone(times: Times) -> list[str]:
    for engine, several in times.items():
        settled = [time for time in several if not math.isnan(time)]
        middle = format_duration(median(settled))
        return [f"{engine} settled {format_count(len(settled), 'puzzle')}; its median time was {middle}."]
    return []


def _describe_unsettled(settled: Mapping[str, int], total: int) -> list[str]:
    """Return a sentence if an engine did not settle all puzzles."""
    if all(number == total for number in settled.values()):
        return []
    parts = [f"{engine} settled {'all' if number == total else f'{number:,}'}" for engine, number in settled.items()]
    return [f"Of {format_count(total, 'puzzle')}, {join_words(parts)}."]


def _compare(times: Times, families: Sequence[int], puzzles: Sequence[int] = ()) -> list[str]:
    """Compare the fastest engine with each of the others, on the puzzles that all of them settled."""
    common, families, puzzles = keep_common(times, families, puzzles)
    number = len(set(puzzles)) or len(next(iter(common.values())))
    if not number:
        return [f"No puzzle was settled by {_count_engines(len(times))} of {join_words(list(times))}."]
    fastest = min(common, key=lambda engine: sum(math.log(max(time, SHORTEST)) for time in common[engine]))
    in_order = {fastest: common[fastest], **common}
    pairs = [pair for pair in compare_engines("", in_order, families, puzzles) if pair.other == fastest]
    where = f"on {format_count(number, 'puzzle')} that {_count_engines(len(times))} settled"
    faster = [pair for pair in pairs if _is_clear(pair)]
    sentences = [f"{fastest} was {join_words(_describe_ratios(faster))} {where}{_warn(pairs)}."] if faster else []
    return sentences + [_describe_unclear(pair, where) for pair in pairs if pair not in faster]


def _is_clear(pair: PairStats) -> bool:
    """Return whether nothing speaks against calling the other engine faster: neither the test nor the interval."""
    least = pair.ratio if pair.ratio_low is None else pair.ratio_low
    return pair.is_significant is not False and least is not None and least > 1


def _describe_ratios(pairs: Sequence[PairStats]) -> list[str]:
    texts = []
    for place, pair in enumerate(pairs):
        text = f"{format_ratio(pair.ratio)} times as fast as {pair.engine}"
        if pair.ratio_low is not None:
            label = "95% interval " if place == 0 else ""
            text += f" ({label}{format_ratio(pair.ratio_low)} to {format_ratio(pair.ratio_high)})"
        texts.append(text)
    return texts


def _warn(pairs: Sequence[PairStats]) -> str:
    return (
        ""
        if all(pair.ratio_low is not None for pair in pairs)
        else f" (fewer than {FEWEST} independent ones: no interval, no test)"
    )


def _describe_unclear(pair: PairStats, where: str) -> str:
    names = f"between {pair.other} and {pair.engine} {where}"
    if pair.is_significant is False:
        return f"There was no significant difference {names} (p = {pair.p_value:.2g}, Wilcoxon signed-rank test)."
    if pair.ratio is None:
        return f"There was no difference {names} that could be measured."
    ratio = format_interval(pair.ratio, pair.ratio_low, pair.ratio_high)
    return f"There was no clear difference {names}: the median ratio of their times was {ratio}."


def _count_engines(number: int) -> str:
    return NUMBERS.get(number, f"all {number}")
