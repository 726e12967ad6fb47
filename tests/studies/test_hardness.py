"""`study hardness`: instances, times, peaks and comparisons, against other ways to compute them."""

import re
from collections import Counter
from random import Random
from statistics import fmean, median
from typing import Any, ClassVar

import pytest

from making import EASY, ESCARGOT, NONE, TWO, boards_4x4, solutions_4x4
from sudoku_compare import Puzzle, Verdict
from sudoku_compare.benchmark.measurement.sampling import Case
from sudoku_compare.core.answer import Answer, Ending, Limits, Seconds
from sudoku_compare.core.entry import Entry
from sudoku_compare.core.shape import Shape, shape_of_side
from sudoku_compare.studies.hardness import study
from sudoku_compare.studies.hardness_instances import Removal, choose_evenly, make_cases, make_instance
from sudoku_compare.studies.hardness_measurement import (
    Observation,
    Timing,
    find_band,
    make_tasks,
    measure_backbone,
    observe_all,
    read_timing,
)
from sudoku_compare.studies.hardness_statistics import (
    BoardKind,
    compare_removals,
    find_peak,
    make_curve,
    make_point,
)
from sudoku_compare.studies.registry import NOTHING, run_study
from sudoku_compare.studies.workload import FAILED, Workload

FOUR, NINE, TWENTY_FIVE = map(shape_of_side, (4, 9, 25))
KIND = BoardKind("9x9", "random")
LIMIT = 2.0


def count_in_units(shape: Shape, cells: set[int]) -> set[int]:
    return {len(cells.intersection(unit)) for unit in shape.units}


@pytest.mark.parametrize("shape", [FOUR, NINE, shape_of_side(6), TWENTY_FIVE], ids=str)
@pytest.mark.parametrize("share", [0.0, 0.31, 0.5, 0.77, 1.0])
def test_balanced_removal_takes_equally_many_cells_from_each_unit(shape: Shape, share: float) -> None:
    number = round(share * len(shape.cells))
    cells = list(choose_evenly(shape, number, Random(f"{shape}{share}")))
    assert len(cells) == len(set(cells)) == number
    counts = count_in_units(shape, set(cells))
    assert max(counts) - min(counts) <= 1


@pytest.mark.parametrize("removal", Removal)
def test_an_instance_has_the_share_of_givens_and_a_solution(removal: Removal) -> None:
    for number in range(30):
        puzzle = make_instance(FOUR, 0.4, removal, Random(number))
        assert puzzle.count_givens() == 6
        assert solutions_4x4(puzzle.givens)
    puzzle = make_instance(TWENTY_FIVE, 0.45, removal, Random(1))
    assert puzzle.count_givens() == round(0.45 * 625)
    holes = {cell for cell, value in enumerate(puzzle.givens) if not value}
    is_balanced = len(count_in_units(TWENTY_FIVE, holes)) <= 2
    assert is_balanced == (removal is Removal.BALANCED)


def test_the_same_seed_makes_the_same_instances_whichever_others_are_made() -> None:
    every = {case.entry.id: case for case in make_cases((4, 9), (30, 50), 3, 7)}
    some = list(make_cases((9,), (50,), 2, 7))
    assert len(every) == 2 * 2 * 2 * 3
    assert all(every[case.entry.id].entry.puzzle == case.entry.puzzle for case in some)
    assert some == list(make_cases((9, 9), (50, 50), 2, 7))
    other = next(make_cases((9,), (50,), 2, 8))
    assert other.entry.puzzle != some[0].entry.puzzle


@pytest.mark.parametrize(("givens", "band"), [(0, 0), (2, 0), (3, 5), (24, 30), (36, 45), (81, 100)])
def test_a_puzzle_belongs_to_the_nearest_band(givens: int, band: int) -> None:
    assert find_band(Puzzle(NINE, bytes([1] * givens + [0] * (81 - givens)))) == band


def test_made_instances_keep_the_share_that_was_asked_for_and_those_of_files_go_to_bands() -> None:
    made = tuple(make_cases((4,), (60, 62, 42), 1, 0))
    observations, _ = observe_all(Workload(made, seconds=20.0, engines=("kernel",)))
    assert [one.percent for one in observations] == [60, 62, 42] * 2
    from_file = [case._replace(entry=Entry(case.entry.id, case.entry.puzzle)) for case in made]
    observations, _ = observe_all(Workload(tuple(from_file), seconds=20.0, engines=("kernel",)))
    assert [one.percent for one in observations] == [65, 65, 45] * 2
    outcome = study(Workload(made, seconds=20.0, engines=("kernel",)))
    shares = [row["given"] for row in outcome.as_json()["tables"][2]["rows"]]
    assert shares == [42, 60, 62] * 2


def test_instances_of_all_kinds_are_measured_in_random_order() -> None:
    cases = tuple(make_cases((4,), (50,), 20, 0))
    keys = [task.key for task in make_tasks(Workload(cases, seed=1), 2)]
    assert sorted(keys) == list(cases)
    removals = [key.tier for key in keys]
    assert 5 < removals[:20].count(Removal.RANDOM) < 15
    assert keys == [task.key for task in make_tasks(Workload(cases, seed=1), 2)]
    assert keys != [task.key for task in make_tasks(Workload(cases, seed=2), 2)]


@pytest.mark.parametrize(
    ("seconds", "time"),
    [
        (Seconds(3.0, None, 1.0), 1.0),
        (Seconds(3.0, None, 1.0, cpu=2.0), 0.5),  # a quarter of the elapsed time was search
        (Seconds(), 0.0),
        (Seconds(3.0, None, 1.0, outer=2.0), 0.0),  # an engine that reports more than was measured
    ],
)
def test_the_time_of_a_search_leaves_out_the_build(seconds: Seconds, time: float) -> None:
    assert read_timing(Answer((), Ending.EXHAUSTED, seconds)) == Timing(time, is_settled=True)


def make_work(*texts: str, engines: tuple[str, ...] = ()) -> Workload:
    cases = [Case(0, "file", Entry(text, Puzzle.from_text(text))) for text in texts]
    return Workload(tuple(cases), seconds=20.0, engines=engines)


def test_engines_are_measured_in_the_order_of_the_puzzles() -> None:
    observations, left_out = observe_all(make_work(EASY, NONE, TWO, ESCARGOT, engines=("reductio", "kernel")))
    assert not left_out
    assert [one.verdict for one in observations] == [
        Verdict.UNIQUE,
        Verdict.UNSOLVABLE,
        Verdict.MULTIPLE,
        Verdict.UNIQUE,
    ]
    assert all(list(one.timings) == ["reductio", "kernel"] for one in observations)
    assert all(timing.is_settled and 0 < timing.seconds < 20 for one in observations for timing in one.timings.values())
    assert [one.backbone for one in observations][::3] == [1.0, 1.0]
    assert observations[1].backbone is None


def test_an_engine_that_gets_stuck_has_not_settled_the_puzzle() -> None:
    [observation], _ = observe_all(make_work(TWO, engines=("logic", "kernel")))
    assert (observation.timings["logic"].is_settled, observation.timings["kernel"].is_settled) == (False, True)


def test_a_backbone_has_the_cells_that_are_equal_in_all_solutions() -> None:
    rng = Random(3)
    seen: Counter[bool] = Counter()
    for board in rng.sample(boards_4x4(), 40):
        givens = bytes(value if rng.random() < 0.35 else 0 for value in board)
        solutions = solutions_4x4(givens)
        if len(solutions) < 2:
            continue
        empty = [cell for cell, given in enumerate(givens) if not given]
        fixed = [cell for cell in empty if len({solution[cell] for solution in solutions}) == 1]
        puzzle = Puzzle(FOUR, givens)
        observation = Observation(puzzle, "", 0, {}, Verdict.MULTIPLE, (solutions[0], solutions[-1]))
        assert measure_backbone(10.0, observation) == pytest.approx(len(fixed) / len(empty))
        seen[bool(fixed)] += 1
    assert min(seen[True], seen[False]) > 3


def make_observation(seconds: float, *, is_settled: bool = True, verdict: Verdict = Verdict.UNIQUE) -> Observation:
    puzzle = Puzzle.from_text(EASY)
    return Observation(puzzle, "random", 40, {"one": Timing(seconds, is_settled)}, verdict, (), 1.0)


def test_the_figures_of_a_point() -> None:
    times = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.1]
    group = [make_observation(seconds) for seconds in times]
    group.append(make_observation(2.0, is_settled=False, verdict=Verdict.UNKNOWN))
    point = make_point(KIND, 40, group, LIMIT)
    [speed] = point.speeds
    assert (point.puzzles, speed.settled) == (12, 11)
    assert speed.share is not None
    assert speed.share.value == 11 / 12
    assert speed.median is not None
    assert speed.median.value == median(times)
    assert speed.par2 is not None
    assert speed.par2.value == pytest.approx((sum(times) + 2 * LIMIT) / 12)
    assert point.unique is not None
    assert point.unique.value == 1  # of those with a verdict


def make_times(rng: Random, mean: float) -> list[float]:
    return [rng.expovariate(1 / mean) for _ in range(30)]


def test_the_peak_is_where_the_mean_is_largest_and_its_interval_has_what_is_not_clearly_lower() -> None:
    rng = Random(5)
    curve = {30: make_times(rng, 0.1), 40: make_times(rng, 2.0), 45: make_times(rng, 2.2), 50: make_times(rng, 0.2)}
    peak = find_peak(KIND, "one", curve)
    assert peak
    means = {percent: fmean(times) for percent, times in curve.items()}
    assert peak.percent.value == max(means, key=means.__getitem__)
    assert (peak.percent.low, peak.percent.high) == (40, 45)
    assert peak.par2 == max(means.values())
    assert not peak.is_at_edge


def test_a_peak_at_the_edge_is_marked() -> None:
    falling = find_peak(KIND, "one", {30: [2.0] * 9, 40: [1.0] * 9})
    rising = find_peak(KIND, "one", {30: [1.0] * 9, 40: [2.0] * 9})
    assert falling
    assert rising
    assert falling.is_at_edge
    assert rising.is_at_edge
    assert (rising.percent.low, rising.percent.value, rising.percent.high) == (40, 40, 40)


def test_there_is_no_peak_where_several_shares_are_equally_hard() -> None:
    assert find_peak(KIND, "one", {30: [4.0] * 9, 40: [4.0] * 9, 50: [1.0] * 9}) is None
    assert find_peak(KIND, "one", {30: [0.2] * 10, 40: [0.2] * 12}) is None  # their means differ by rounding


def test_removals_are_compared_at_their_own_peaks() -> None:
    rng = Random(6)
    random = {30: make_times(rng, 0.5), 40: make_times(rng, 1.0)}
    balanced = {30: make_times(rng, 4.0), 40: make_times(rng, 1.0)}
    comparison = compare_removals("9x9", "one", random, balanced)
    assert comparison
    ratio = comparison.ratio
    assert ratio.value == pytest.approx(fmean(balanced[30]) / max(map(fmean, random.values())))
    assert ratio.low is not None
    assert ratio.high is not None
    assert 1 < ratio.low < ratio.value < ratio.high


@pytest.mark.parametrize("times", [[0.0], [0.0] * 5, [0.0] * 4 + [1.0]])
def test_times_too_short_to_measure_are_not_compared(times: list[float]) -> None:
    assert compare_removals("9x9", "one", {30: times}, {30: [1.0] * len(times)}) is None
    assert compare_removals("9x9", "one", {30: times, 40: [0.5] * 5}, {30: [1.0] * 5, 40: [1.0] * 5})


@pytest.mark.parametrize(("percents", "number"), [((0,), 0), ((100,), 0), ((0, 100), 0), ((0, 50, 100), 1)])
def test_removals_are_compared_only_where_some_cells_are_removed_and_some_are_not(
    percents: tuple[int, ...], number: int
) -> None:
    outcome = study(Workload(tuple(make_cases((4,), percents, 5, 0)), seconds=20.0, engines=("kernel",)))
    assert len(outcome.tables[1].rows) == number
    assert sum("removal takes" in answer for answer in outcome.answers) == number


def test_an_engine_that_settles_nothing_has_no_peak_and_no_comparison() -> None:
    cases = tuple(make_cases((9,), (30, 40), 1, 0))
    outcome = study(Workload(cases, seconds=1e-7, engines=("reductio", "kernel")))
    peaks, comparisons, settled, *_ = outcome.tables
    assert (peaks.rows, comparisons.rows) == ((), ())
    assert len(settled.rows) == 2 * 2 * 2
    assert outcome.answers[0] == "9x9, random: of 2 puzzles, settled within 0.10 us: reductio 0, kernel 0."


def test_one_share_says_nothing_about_larger_ones() -> None:
    outcome = study(make_work(EASY, engines=("kernel",)))
    assert not any("at least half" in answer for answer in outcome.answers)


def test_an_unsettled_instance_counts_twice_the_limit_in_a_curve() -> None:
    groups = {40: [make_observation(0.5), make_observation(1.9, is_settled=False)]}
    assert make_curve(groups, "one", LIMIT) == {40: [0.5, 4.0]}


class _Liar:
    """An engine that says that there is no solution."""

    name = method = "liar"
    package = distribution = None
    counted: ClassVar[dict[str, str]] = {}
    stoppable = True

    def search(self, puzzle: Puzzle, limits: Limits) -> Answer:
        return Answer((), Ending.EXHAUSTED, Seconds())


class _Broken(_Liar):
    """An engine that always fails."""

    name = method = "broken"

    def search(self, puzzle: Puzzle, limits: Limits) -> Answer:
        return Answer((), Ending.FAILED, Seconds())


def test_an_instance_on_which_every_engine_fails_is_left_out() -> None:
    engines: Any = (_Broken(),)
    outcome = run_study("hardness", make_work(EASY, engines=engines))
    assert outcome.left_out == {FAILED: 1}
    assert outcome.answers == (NOTHING,)


def test_instances_with_wrong_answers_are_left_out() -> None:
    engines: Any = ("kernel", _Liar())
    observations, left_out = observe_all(make_work(EASY, NONE, engines=engines))
    assert [one.verdict for one in observations] == [Verdict.UNSOLVABLE]
    assert left_out == {"an answer is wrong, or answers contradict each other": 1}


def test_the_outcome_has_every_figure_and_sentences_made_from_them() -> None:
    cases = tuple(make_cases((4,), (20, 40, 60), 6, 0))
    outcome = study(Workload(cases, seconds=20.0, engines=("kernel", "reductio")))
    peaks, comparisons, settled, times, solutions = outcome.tables
    assert len(peaks.rows) == 2 * 2
    assert [row[:2] for row in comparisons.rows] == [("4x4", "kernel"), ("4x4", "reductio")]
    assert len(settled.rows) == len(times.rows) == 2 * 3 * 2
    uniques = {row[1:3]: row[3] for row in solutions.rows}
    for source, percent in uniques:
        group = [case for case in cases if f" {source}, {percent}% given" in case.entry.id]
        alone = sum(len(solutions_4x4(case.entry.puzzle.givens)) == 1 for case in group)
        assert uniques[source, percent] == alone / len(group)
    assert "4x4, random: of 18 puzzles, settled within 20.0 s: kernel all, reductio all." in outcome.answers
    [hardest] = [
        answer for answer in outcome.answers if answer.startswith("4x4, balanced: the hardest share of givens")
    ]
    assert re.fullmatch(r".* is \d+% for kernel \(PAR-2 .*\); \d+% for reductio \(PAR-2 .*\)\.", hardest)
    half = "4x4, balanced: from 40% of the cells given, at least half of the puzzles have one solution."
    assert half in outcome.answers
    assert any(answer.startswith("4x4, kernel: ") for answer in outcome.answers)


@pytest.mark.parametrize(("number", "has_all"), [(1, False), (5, False), (9, False), (10, True)])
def test_the_outcome_says_why_intervals_are_missing(number: int, has_all: bool) -> None:
    outcome = study(Workload(tuple(make_cases((4,), (40,), number, 0)), seconds=20.0, engines=("kernel",)))
    times = outcome.as_json()["tables"][3]["rows"]
    assert all(row["median low"] and row["PAR-2 low"] for row in times) == has_all
    assert outcome.answers[-1].startswith("Some intervals are missing: those of PAR-2") == (not has_all)
