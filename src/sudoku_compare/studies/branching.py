"""How many assumptions do boards need, one within the other?

Two answers. The fewest: known beforehand, so many right values let disjunctive syllogism finish. And the most that are
in force at once in a search that does not know, and has to refute every other value too.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from statistics import mean
from typing import NamedTuple

from ..core.answer import Stopwatch
from ..core.puzzle import Puzzle
from ..engines.reductio.engine import Scope, Search
from ..engines.reductio.propagation import (
    Board,
    Candidate,
    Contradiction,
    Fields,
    assert_places,
    begin,
    fields_of,
    syllogize,
)
from .outcome import Chart, Column, Kind, Outcome, Shown, Table, Value
from .workload import Posed, Work, by_tier, overall, percent

QUESTION = "How many assumptions do boards need, one within the other?"


class FirstOfTwo(Search):
    """Assumes as people do who fork: on the first cell with two candidates, or with the fewest."""

    def _choose(self, board: Board) -> Scope:
        side, width = self.fields.side, self.fields.width
        cells = [(board >> cell * width) & ((1 << side) - 1) for cell in self.puzzle.shape.cells]
        counts = [values.bit_count() or side + 1 for values in cells]
        cell = counts.index(min(counts))
        return Scope(board, cell * width, cells[cell], len(self.trail), self.depth + 1)


class Need(NamedTuple):
    """Of one puzzle."""

    fewest: int
    reductio: int
    first_of_two: int
    puzzle: Puzzle


def study(work: Work) -> Outcome:
    tiers = by_tier(work.each(_need))
    everything = overall(tiers)
    return Outcome(
        QUESTION,
        tuple(_answers(everything)),
        (_fewest_table(tiers), _nested_table(tiers)),
        (_chart(everything),),
        tuple(_examples(everything)),
        work.left_out,
    )


def _need(posed: Posed) -> Need:
    puzzle, watch = posed.puzzle, posed.watch
    reductio, first_of_two = (
        _deepest(search(puzzle, fields_of(puzzle.shape), watch)) for search in (Search, FirstOfTwo)
    )
    return Need(fewest_assumptions(posed), reductio, first_of_two, puzzle)


def _deepest(search: Search) -> int:
    for _ in search.solutions():
        pass
    return search.deepest


def fewest_assumptions(posed: Posed) -> int:
    """The fewest right values that, known, let syllogism finish."""
    fields, watch = fields_of(posed.puzzle.shape), posed.watch
    board = _syllogized(fields, begin(fields, posed.puzzle.givens, [], watch.tick), None, watch)
    if not board:
        return 0
    right = [(cell, value) for cell, value in enumerate(posed.solution)]
    boards = [(board, 0)]
    assumed = 0
    while True:
        assumed += 1
        next_boards = []
        for further, start in _assumed(fields, boards, right, watch):
            if not further:
                return assumed
            next_boards.append((further, start))
        boards = next_boards


def _assumed(
    fields: Fields, boards: list[tuple[Board, int]], right: list[Candidate], watch: Stopwatch
) -> Iterator[tuple[Board, int]]:
    """Each board with one more right value known, later in reading order than those before: each set once."""
    for board, start in boards:
        for place in range(start, len(right)):
            bit = fields.positions(*right[place])[0]
            if board >> bit & 1:
                yield _syllogized(fields, board, 1 << bit, watch), place + 1


def _syllogized(fields: Fields, board: Board, asserted: Board | None, watch: Stopwatch) -> Board:
    try:
        return syllogize(fields, board, assert_places(fields, board) if asserted is None else asserted, [], watch.tick)
    except Contradiction as error:
        raise AssertionError("a right value led to a contradiction") from error


def _fewest_table(tiers: dict[str, list[Need]]) -> Table:
    most = max((need.fewest for needs in tiers.values() for need in needs), default=0)
    columns = [Column("tier", Kind.TEXT), Column("puzzles"), *(Column(f"{n} assumptions") for n in range(most + 1))]
    rows: list[tuple[Value, ...]] = []
    for tier, needs in tiers.items():
        counts = Counter(need.fewest for need in needs)
        rows.append((tier, len(needs), *(counts[n] for n in range(most + 1))))
    return Table("The fewest right assumptions that are enough", tuple(columns), tuple(rows))


def _nested_table(tiers: dict[str, list[Need]]) -> Table:
    columns = (
        Column("tier", Kind.TEXT),
        Column("reductio, mean", Kind.MEAN),
        Column("reductio, most"),
        Column("first of two, mean", Kind.MEAN),
        Column("first of two, most"),
    )
    rows = [
        (tier, *_nested([n.reductio for n in needs]), *_nested([n.first_of_two for n in needs]))
        for tier, needs in tiers.items()
    ]
    return Table("Assumptions in force at once, in a search that settles uniqueness", columns, tuple(rows))


def _nested(depths: list[int]) -> tuple[float, int]:
    return mean(depths), max(depths)


def _answers(needs: list[Need]) -> Iterable[str]:
    counts = Counter(need.fewest for need in needs)
    for fewest, count in sorted(counts.items()):
        word = (
            "no assumption" if fewest == 0 else "1 right assumption" if fewest == 1 else f"{fewest} right assumptions"
        )
        yield f"{percent(count, len(needs))} need {word} ({count:,} of {len(needs):,})."
    if needs:
        yield (
            f"A search that has to find the right ones nests up to {max(n.reductio for n in needs)} "
            f"(reductio) and {max(n.first_of_two for n in needs)} (first cell with two candidates)."
        )


def _examples(needs: list[Need]) -> Iterable[Shown]:
    hardest = max(needs, key=lambda need: need.fewest, default=None)
    if hardest and hardest.fewest > 1:
        yield Shown(f"no single assumption is enough: it takes {hardest.fewest}", hardest.puzzle)


def _chart(needs: list[Need]) -> Chart:
    values: list[dict[str, Value]] = []
    most = max((max(need.fewest, need.reductio, need.first_of_two) for need in needs), default=0)
    for measure in ("fewest", "reductio", "first_of_two"):
        counts = Counter(getattr(need, measure) for need in needs)
        name = measure.replace("_", " ")
        values += [{"measure": name, "assumptions": n, "puzzles": counts[n]} for n in range(most + 1)]
    return Chart("branching", "Assumptions, one within the other", "assumptions", "puzzles", tuple(values), "measure")
