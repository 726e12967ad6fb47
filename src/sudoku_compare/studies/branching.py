"""How many nested assumptions do puzzles need?

There are two answers. The first is the smallest number of correct values that, once known, let disjunctive syllogism
solve the puzzle. The second is the largest number in force at once in a search that does not know these values and also
has to refute all others. Two searches are compared: `reductio`, and a plain one that branches on the first cell with
the minimum remaining values (MRV).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from statistics import mean
from typing import NamedTuple

from ..core.answer import Stopwatch
from ..core.puzzle import Puzzle
from ..display.numbers import format_count
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
from .outcome import Chart, Column, Example, Kind, Mark, Outcome, Table, Value
from .workload import Subject, Workload, examine_all, format_percent

QUESTION = "How many nested assumptions do puzzles need?"


class MrvSearch(Search):
    """A search that branches on the first cell with the minimum remaining values (MRV)."""

    def _choose(self, board: Board) -> Scope:
        side, width = self.fields.side, self.fields.width
        cells = [(board >> cell * width) & ((1 << side) - 1) for cell in self.puzzle.shape.cells]
        counts = [values.bit_count() or side + 1 for values in cells]
        cell = counts.index(min(counts))
        return Scope(board, cell * width, cells[cell], len(self.trail), self.depth + 1)


class Need(NamedTuple):
    """How many assumptions one puzzle needs."""

    fewest: int
    reductio: int  # the most that are nested in its search
    mrv: int  # the most that are nested in the MRV search
    puzzle: Puzzle


def study(work: Workload) -> Outcome:
    """Count the fewest assumptions that suffice, and the most that a search nests."""
    findings = examine_all(work, _measure)
    return Outcome(
        QUESTION,
        tuple(_make_answers(findings.all)),
        (_make_fewest_table(findings.tiers), _make_nesting_table(findings.tiers)),
        (_make_chart(findings.all),),
        tuple(_choose_examples(findings.all)),
        findings.left_out,
    )


def _measure(subject: Subject) -> Need:
    puzzle, watch = subject.puzzle, subject.watch
    reductio, mrv = (_measure_depth(search(puzzle, fields_of(puzzle.shape), watch)) for search in (Search, MrvSearch))
    return Need(count_fewest_assumptions(subject), reductio, mrv, puzzle)


def _measure_depth(search: Search) -> int:
    for _ in search.solutions():
        pass
    return search.deepest


def count_fewest_assumptions(subject: Subject) -> int:
    """Return the smallest number of correct values that, once known, let syllogism solve the puzzle."""
    fields, watch = fields_of(subject.puzzle.shape), subject.watch
    board = _propagate(fields, begin(fields, subject.puzzle.givens, [], watch.tick), None, watch)
    if not board:
        return 0
    correct = list(enumerate(subject.solution))
    boards = [(board, 0)]
    assumed = 0
    while True:
        assumed += 1
        next_boards = []
        for further, start in _assume_one_more(fields, boards, correct, watch):
            if not further:
                return assumed
            next_boards.append((further, start))
        boards = next_boards


def _assume_one_more(
    fields: Fields, boards: list[tuple[Board, int]], correct: list[Candidate], watch: Stopwatch
) -> Iterator[tuple[Board, int]]:
    """Yield each board with one more correct value, later in reading order than the others, so that no set repeats."""
    for board, start in boards:
        for place in range(start, len(correct)):
            bit = fields.positions(*correct[place])[0]
            if board >> bit & 1:
                yield _propagate(fields, board, 1 << bit, watch), place + 1


def _propagate(fields: Fields, board: Board, asserted: Board | None, watch: Stopwatch) -> Board:
    try:
        return syllogize(fields, board, assert_places(fields, board) if asserted is None else asserted, [], watch.tick)
    except Contradiction as error:
        raise AssertionError("a correct value led to a contradiction") from error


def _make_fewest_table(tiers: Mapping[str, list[Need]]) -> Table:
    most = max((need.fewest for needs in tiers.values() for need in needs), default=0)
    columns = [
        Column("tier", Kind.TEXT),
        Column("puzzles"),
        *(Column(format_count(n, "assumption")) for n in range(most + 1)),
    ]
    rows: list[tuple[Value, ...]] = []
    for tier, needs in tiers.items():
        counts = Counter(need.fewest for need in needs)
        rows.append((tier, len(needs), *(counts[n] for n in range(most + 1))))
    return Table("The fewest correct assumptions that suffice", tuple(columns), tuple(rows))


def _make_nesting_table(tiers: Mapping[str, list[Need]]) -> Table:
    columns = (
        Column("tier", Kind.TEXT),
        Column("reductio, mean", Kind.MEAN),
        Column("reductio, most"),
        Column("MRV, mean", Kind.MEAN),
        Column("MRV, most"),
    )
    rows = [
        (tier, *_compute_mean_and_most([n.reductio for n in needs]), *_compute_mean_and_most([n.mrv for n in needs]))
        for tier, needs in tiers.items()
    ]
    return Table("Nested assumptions in a search that settles uniqueness", columns, tuple(rows))


def _compute_mean_and_most(depths: list[int]) -> tuple[float, int]:
    return mean(depths), max(depths)


def _make_answers(needs: list[Need]) -> Iterable[str]:
    counts = Counter(need.fewest for need in needs)
    for fewest, count in sorted(counts.items()):
        share = f"{format_percent(count, len(needs))} of the puzzles ({count:,} of {len(needs):,})"
        yield f"{share} need {format_count(fewest, 'assumption')}."
    if needs:
        yield (
            f"A search that has to find them nests up to {max(n.reductio for n in needs)} (reductio) or "
            f"{max(n.mrv for n in needs)} (first cell with the minimum remaining values, MRV)."
        )


def _choose_examples(needs: list[Need]) -> Iterable[Example]:
    hardest = max(needs, key=lambda need: need.fewest, default=None)
    if hardest and hardest.fewest > 1:
        yield Example(f"one assumption is not enough: this puzzle needs {hardest.fewest}", hardest.puzzle)


def _make_chart(needs: list[Need]) -> Chart:
    values: list[dict[str, Value]] = []
    most = max((max(need.fewest, need.reductio, need.mrv) for need in needs), default=0)
    for field, name in (("fewest", "fewest"), ("reductio", "reductio"), ("mrv", "MRV")):
        counts = Counter(getattr(need, field) for need in needs)
        values += [{"measure": name, "assumptions": n, "puzzles": counts[n]} for n in range(most + 1)]
    return Chart("branching", "Nested assumptions", "assumptions", "puzzles", tuple(values), "measure", mark=Mark.LINE)
