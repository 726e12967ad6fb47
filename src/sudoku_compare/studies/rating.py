"""How well do the ratings agree with known ones?

Each puzzle of a file with known ratings (`rated_puzzles.py`) is rated, and the ratings are compared by rank: Spearman's
and Kendall's correlation do not depend on how the scales are spaced. A known rating has no technique, so its level
follows from thresholds on the scale. If the file has counts after singles and after locked candidates, they are
compared too.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ..benchmark.statistics.inference import Correlation, correlate_kendall, correlate_spearman
from ..core.puzzle import Puzzle
from ..core.verdict import Verdict
from ..display.numbers import format_correlation
from ..explanation.rating import Rating, rate_settled
from ..native.rate_position import Position
from ..techniques import Level
from .outcome import Chart, Column, Example, Kind, Outcome, Table, Value
from .rated_puzzles import KNOWN, LOCKED, SINGLES, Known
from .workload import TOO_LATE, Subject, Workload, examine_all, format_percent

QUESTION = "How well do the ratings agree with known ones?"
THRESHOLDS = (  # the lowest known rating of each level: locked candidates, wings, long X-chains, nishio
    (Level.EXTREME, 7.6),
    (Level.UNFAIR, 6.7),
    (Level.HARD, 4.2),
    (Level.MEDIUM, 2.6),
    (Level.EASY, 0.0),
)
WORST = 5  # disagreements that are shown


class Measured(NamedTuple):
    """The rating of one puzzle, and its counts after simple steps."""

    puzzle: Puzzle
    rating: Rating
    closures: Mapping[str, int]


class Pair(NamedTuple):
    """A measured puzzle with what is known about it."""

    measured: Measured
    known: Known

    @property
    def difference(self) -> float:
        return round(abs((self.measured.rating.value or 0) - self.known.rating), 1)


def study(work: Workload) -> Outcome:
    """Rate each puzzle and compare the ratings with the known ones."""
    findings = examine_all(work, measure)
    pairs = [Pair(one, work.known[one.puzzle.text]) for one in findings.all if one.rating.value is not None]
    late = len(findings.all) - len(pairs)
    left_out = Counter(findings.left_out) + Counter({TOO_LATE: late})
    return Outcome(
        QUESTION,
        tuple(_make_answers(pairs)),
        (_make_confusion(pairs), _make_differences(pairs), *_make_closures(pairs)),
        (_make_chart(pairs),) if pairs else (),
        tuple(_choose_examples(pairs)),
        dict(left_out),
    )


def measure(subject: Subject) -> Measured:
    """Rate a puzzle."""
    rating = rate_settled(subject.puzzle, Verdict.UNIQUE, subject.solution, subject.watch.tick)
    return Measured(subject.puzzle, rating, count_closures(subject.puzzle))


def count_closures(puzzle: Puzzle) -> dict[str, int]:
    """Count the known cells and the candidates after all singles, and the candidates after locked candidates too."""
    shape = puzzle.shape
    position = Position(shape.box_height, shape.box_width, puzzle.givens)
    position.find_all_singles()
    open_cells, singles, _ = position.state()
    while position.find_pointing(False) or position.find_claiming(False):
        position.find_all_singles()
    return {KNOWN: len(shape.cells) - open_cells, SINGLES: singles, LOCKED: position.state()[1]}


def estimate_level(rating: float) -> Level:
    """Return the level that a known rating stands for.

    >>> estimate_level(2.5), estimate_level(2.6)
    (<Level.EASY: 'easy'>, <Level.MEDIUM: 'medium'>)
    """
    return next(level for level, lowest in THRESHOLDS if rating >= lowest)


def _make_answers(pairs: Sequence[Pair]) -> Iterable[str]:
    if not pairs:
        return
    known, rated = [pair.known.rating for pair in pairs], [pair.measured.rating.value or 0 for pair in pairs]
    reason = _explain_no_correlation(known)
    yield f"Spearman's rank correlation with the known ratings: {_format(correlate_spearman(known, rated), reason)}."
    yield f"Kendall's tau-b: {_format(correlate_kendall(known, rated), reason)}."
    equal = sum(pair.difference == 0 for pair in pairs)
    near = sum(pair.difference <= 0.2 for pair in pairs)
    share, near_share = format_percent(equal, len(pairs)), format_percent(near, len(pairs))
    yield f"The same rating to the tenth: {share} of the puzzles; within 0.2: {near_share}."
    same = sum(estimate_level(pair.known.rating) is pair.measured.rating.level for pair in pairs)
    limits = ", ".join(f"{level} from {lowest}" for level, lowest in reversed(THRESHOLDS[:-1]))
    yield f"The same level: {format_percent(same, len(pairs))}; the levels of known ratings: {limits}."


def _explain_no_correlation(known: Sequence[float]) -> str:
    """Return why there is no correlation, if there is none."""
    if len(known) == 1:
        return "none, because there is only one puzzle"
    origin = "known" if len(set(known)) == 1 else "computed"
    return f"none, because all {origin} ratings are equal"


def _format(correlation: Correlation, reason: str) -> str:
    if correlation.value is None:
        return reason
    if correlation.low is None or correlation.high is None:
        return format_correlation(correlation.value)
    interval = f"{format_correlation(correlation.low)} to {format_correlation(correlation.high)}"
    return f"{format_correlation(correlation.value)} (95% interval by Fisher's z: {interval})"


def _make_confusion(pairs: Sequence[Pair]) -> Table:
    counts = Counter((estimate_level(pair.known.rating), pair.measured.rating.level) for pair in pairs)
    rows: list[tuple[Value, ...]] = []
    for known in Level:
        row = [counts[known, rated] for rated in Level]
        rows.append((str(known), sum(row), *row))
    columns = (Column("known", Kind.TEXT), Column("puzzles"), *(Column(f"rated {level}") for level in Level))
    return Table("Levels: known (by threshold) and rated (by technique)", columns, tuple(rows) if pairs else ())


def _list_worst(pairs: Sequence[Pair]) -> list[Pair]:
    """Return the pairs with the largest differences, without those that agree."""
    return [pair for pair in sorted(pairs, key=lambda pair: -pair.difference)[:WORST] if pair.difference]


def _make_differences(pairs: Sequence[Pair]) -> Table:
    rows = tuple(_describe_pair(pair) for pair in _list_worst(pairs))
    columns = (
        Column("known", Kind.MEAN),
        Column("rated", Kind.MEAN),
        Column("hardest", Kind.TEXT),
        Column("depth"),
        Column("puzzle", Kind.TEXT),
    )
    return Table("Largest differences", columns, rows)


def _describe_pair(pair: Pair) -> tuple[Value, ...]:
    rating = pair.measured.rating
    return pair.known.rating, rating.value, rating.hardest, rating.depth, pair.measured.puzzle.text


def _make_closures(pairs: Sequence[Pair]) -> Iterable[Table]:
    rows: list[tuple[Value, ...]] = []
    for name in (KNOWN, SINGLES, LOCKED):
        with_count = [pair for pair in pairs if name in pair.known.closures]
        equal = sum(pair.measured.closures[name] == pair.known.closures[name] for pair in with_count)
        if with_count:
            rows.append((name.replace("_", " "), len(with_count), equal, len(with_count) - equal))
    if rows:
        columns = (Column("count", Kind.TEXT), Column("puzzles"), Column("equal"), Column("different"))
        yield Table("Counts after simple steps", columns, tuple(rows))


def _choose_examples(pairs: Sequence[Pair]) -> Iterable[Example]:
    """Yield the puzzles with the largest differences."""
    for pair in _list_worst(pairs):
        rating = pair.measured.rating
        title = f"known {pair.known.rating}, rated {rating.value} ({rating.hardest})"
        yield Example(title, pair.measured.puzzle)


def _make_chart(pairs: Sequence[Pair]) -> Chart:
    known = Counter(estimate_level(pair.known.rating) for pair in pairs)
    rated = Counter(pair.measured.rating.level for pair in pairs)
    values: list[dict[str, Value]] = [
        {"level": str(level), "rating": name, "puzzles": counts[level]}
        for level in Level
        for name, counts in (("known", known), ("rated", rated))
    ]
    return Chart("rating", "Puzzles by level, as known and as rated", "level", "puzzles", tuple(values), "rating")
