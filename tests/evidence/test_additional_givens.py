"""Additional givens: compared with brute force on 4x4, valid at any time, and confirmed by a second engine."""

from contextlib import nullcontext
from itertools import combinations
from random import Random

import pytest

from making import TWO
from sudoku_compare import Limits, Puzzle
from sudoku_compare.core.answer import Answer, Ending, OutOfTime
from sudoku_compare.engines.reductio.engine import Reductio
from sudoku_compare.engines.sat.oracle import oracle
from sudoku_compare.evidence import additional_givens
from sudoku_compare.evidence.additional_givens import CONFIRM_SECONDS, find_additional_givens
from sudoku_compare.evidence.additional_givens import _Search as Search
from sudoku_compare.evidence.confirmation import Objection
from sudoku_compare.evidence.result import AdditionalGivens, Placement
from sudoku_compare.evidence.solution_count import SolutionCount
from witnesses import FOUR, Ticks, Witness, draw_4x4_with, list_solutions, make_sat_lie, watch

EMPTY = Puzzle(FOUR, bytes(16))
SEVERAL = [puzzle for givens in (2, 3, 4, 5) for puzzle in draw_4x4_with(range(2, 40), givens, 3)]
THREE = Puzzle.from_text("1... ...2 .3.. ....")
TWELVE = Puzzle.from_text("1234 .... .... ....")  # two givens are needed
FOUR_GRIDS = Puzzle.from_text("1234 3412 .... ....")  # two pairs of rows that can be swapped: two givens are needed

each_puzzle = pytest.mark.parametrize("puzzle", SEVERAL, ids=lambda puzzle: puzzle.text)


def know(puzzle: Puzzle, most: int | None = None, *, is_exact: bool = False) -> SolutionCount:
    return SolutionCount(tuple(list_solutions(puzzle)[:most]), is_exact)


def count_fewest(puzzle: Puzzle) -> int:
    """Try all sets of cells, with the values of all solutions."""
    solutions = list_solutions(puzzle)
    for size in range(17):
        for cells in combinations(range(16), size):
            values = [bytes(solution[cell] for cell in cells) for solution in solutions]
            if any(values.count(some) == 1 for some in set(values)):
                return size
    raise AssertionError("a whole solution is enough")


def check_uniqueness(puzzle: Puzzle, found: AdditionalGivens) -> None:
    assert found.add == tuple(sorted(found.add))
    for given in found.add:
        assert not puzzle.givens[given.cell]
        puzzle = puzzle.with_value(given.cell, given.value)
    assert len(list_solutions(puzzle)) == 1


@pytest.mark.parametrize("largest_tried", [0, 1, 3])
@pytest.mark.parametrize("guesses", [0, 3])
@each_puzzle
def test_the_fewest_givens_are_found_if_all_solutions_are_known(
    puzzle: Puzzle, largest_tried: int, guesses: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(additional_givens, "LARGEST_TRIED", largest_tried)
    monkeypatch.setattr(additional_givens, "GUESSES", guesses)
    found = find_additional_givens(puzzle, know(puzzle, is_exact=True), watch())
    check_uniqueness(puzzle, found)
    assert len(found.add) == found.at_least == count_fewest(puzzle)


@pytest.mark.parametrize(("known", "guesses"), [(1, 0), (2, 3), (5, 0)])
@each_puzzle
def test_the_fewest_givens_are_found_if_few_solutions_are_known(
    puzzle: Puzzle, known: int, guesses: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(additional_givens, "GUESSES", guesses)
    found = find_additional_givens(puzzle, know(puzzle, known), watch())
    check_uniqueness(puzzle, found)
    assert len(found.add) == found.at_least == count_fewest(puzzle)


@pytest.mark.parametrize("known", [1, 3, None])
@pytest.mark.parametrize("givens", [1, 2, 3, 4, 5, 6])
def test_the_fewest_givens_are_found_without_any_luck(
    givens: int, known: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A good guess would hide that the search for a smaller set has missed one."""
    monkeypatch.setattr(Search, "_guess", lambda search, rng: None)
    for puzzle in draw_4x4_with(range(2, 289), givens, 1 if givens == 1 else 15):
        found = find_additional_givens(puzzle, know(puzzle, known, is_exact=known is None), watch())
        check_uniqueness(puzzle, found)
        assert len(found.add) == found.at_least == count_fewest(puzzle)


def list_sets(puzzle: Puzzle, candidates: list[Placement], size: int) -> list[tuple[Placement, ...]]:
    """Try all sets of this many candidates."""
    solutions = [set(map(Placement, range(16), solution)) for solution in list_solutions(puzzle)]
    return [some for some in combinations(candidates, size) if sum(map(set(some).issubset, solutions)) == 1]


@pytest.mark.parametrize(("size", "known"), [(1, None), (1, 1), (2, None), (2, 1), (2, 4), (3, None)])
@pytest.mark.parametrize("puzzle", [TWELVE, FOUR_GRIDS, *SEVERAL[::4]], ids=lambda puzzle: puzzle.text)
def test_every_set_that_leaves_one_solution_is_found_once(puzzle: Puzzle, size: int, known: int | None) -> None:
    with oracle(puzzle, watch()) as rules:
        search = Search(puzzle, know(puzzle, known, is_exact=known is None), rules, watch())
        candidates = search._list_candidates()
        Random(size).shuffle(candidates)
        found = list(map(tuple, search._find_sets(candidates, size)))
    assert found == list_sets(puzzle, candidates, size)


@pytest.mark.parametrize("seed", range(3))
@each_puzzle
def test_a_guess_has_no_placement_that_is_not_needed(puzzle: Puzzle, seed: int) -> None:
    with oracle(puzzle, watch()) as rules:
        search = Search(puzzle, know(puzzle, 2), rules, watch())
        search._guess(Random(seed))
    check_uniqueness(puzzle, AdditionalGivens(tuple(sorted(search.best)), 1))
    fewer = combinations(search.best, len(search.best) - 1)
    assert not any(list_sets(puzzle, list(some), len(some)) for some in fewer)


def test_the_same_set_is_found_in_every_run() -> None:
    found = {find_additional_givens(EMPTY, know(EMPTY, is_exact=True), Ticks(1)) for _ in range(10)}
    assert len(found) == 1


def test_an_empty_4x4_needs_four() -> None:
    for known in (know(EMPTY, is_exact=True), know(EMPTY, 2)):
        found = find_additional_givens(EMPTY, known, watch())
        check_uniqueness(EMPTY, found)
        assert (len(found.add), found.at_least, found.proven_smallest) == (4, 4, True)


def use_hitting_sets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Try no sets of one to three placements, so that the hitting sets have to find them."""
    monkeypatch.setattr(additional_givens, "LARGEST_TRIED", 0)


def test_a_set_is_proven_smallest_if_every_solution_was_the_target(monkeypatch: pytest.MonkeyPatch) -> None:
    use_hitting_sets(monkeypatch)
    found = find_additional_givens(TWELVE, know(TWELVE, is_exact=True), watch())
    check_uniqueness(TWELVE, found)
    assert (len(found.add), found.at_least, found.proven_smallest) == (2, 2, True)


@pytest.mark.parametrize("known", [2, 11, 12])
def test_hitting_sets_prove_nothing_unless_all_solutions_are_known(known: int, monkeypatch: pytest.MonkeyPatch) -> None:
    use_hitting_sets(monkeypatch)
    found = find_additional_givens(TWELVE, know(TWELVE, known), watch())
    check_uniqueness(TWELVE, found)
    assert (len(found.add), found.at_least, found.proven_smallest) == (2, 1, False)


@pytest.mark.parametrize(("most_known", "at_least"), [(2, 1), (11, 1), (12, 2), (13, 2)])
def test_hitting_sets_prove_nothing_if_there_are_too_many_solutions_to_know_all(
    most_known: int, at_least: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_hitting_sets(monkeypatch)
    monkeypatch.setattr(additional_givens, "MOST_KNOWN", most_known)
    found = find_additional_givens(TWELVE, know(TWELVE, is_exact=True), watch())
    check_uniqueness(TWELVE, found)
    assert (len(found.add), found.at_least) == (2, at_least)


@pytest.mark.parametrize("known", [2, 288])
@pytest.mark.parametrize("ticks", [1, 2, 3, 5, 10, 25, 50, 100, 200, 400])
def test_whenever_time_runs_out_the_set_and_the_bound_are_valid(ticks: int, known: int) -> None:
    found = find_additional_givens(EMPTY, know(EMPTY, known, is_exact=known == 288), Ticks(ticks))
    check_uniqueness(EMPTY, found)
    assert 1 <= found.at_least <= 4 <= len(found.add)


def test_the_first_solution_is_enough_if_there_is_no_time_at_all() -> None:
    solutions = list_solutions(THREE)
    found = find_additional_givens(THREE, SolutionCount(tuple(solutions[:2]), False), Ticks(1))
    assert found == AdditionalGivens(
        tuple(Placement(cell, value) for cell, value in enumerate(solutions[0]) if not THREE.givens[cell]),
        1,
    )


def test_one_given_of_a_9x9_is_found() -> None:
    puzzle = Puzzle.from_text(TWO)
    solutions = Reductio().search(puzzle, Limits(3)).solutions
    found = find_additional_givens(puzzle, SolutionCount(solutions, True), watch())
    [added] = found.add
    assert found.at_least == 1
    assert len(Reductio().search(puzzle.with_value(added.cell, added.value), Limits(2)).solutions) == 1


def test_a_solution_that_sat_adds_must_be_one(monkeypatch: pytest.MonkeyPatch) -> None:
    make_sat_lie(monkeypatch, additional_givens, "oracle", lambda truth: truth and bytes(16))
    with pytest.raises(Objection, match=r"^evidence: not a solution: r1c1: expected 1 to 4, found 0$"):
        find_additional_givens(EMPTY, know(EMPTY, 2), watch())


def test_reductio_refutes_a_set_that_is_not_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    make_sat_lie(monkeypatch, additional_givens, "oracle", lambda truth: None)  # no other solution, whatever is asked
    with pytest.raises(Objection) as objection:
        find_additional_givens(EMPTY, know(EMPTY, 2), watch())
    assert str(objection.value) == (
        "sat claimed that the puzzle is unique with 1 more given, but reductio found otherwise"
    )


NOTHING = Answer((), Ending.TIMED_OUT)
REFUTED = r"^sat claimed that the puzzle is unique with 2 more givens, but {} found otherwise$"
SOLVED, OTHER = list_solutions(FOUR_GRIDS)[0], list_solutions(FOUR_GRIDS)[1]


@pytest.mark.parametrize(
    ("reductio", "cpsat", "outcome"),
    [
        (Answer((SOLVED,), Ending.EXHAUSTED), None, nullcontext()),
        (Answer((SOLVED, OTHER), Ending.ENOUGH), None, pytest.raises(Objection, match=REFUTED.format("reductio"))),
        (Answer((SOLVED, OTHER), Ending.EXHAUSTED), None, pytest.raises(Objection, match=REFUTED.format("reductio"))),
        (Answer((SOLVED,), Ending.ENOUGH), None, pytest.raises(Objection, match=REFUTED.format("reductio"))),
        (Answer((), Ending.EXHAUSTED), None, pytest.raises(Objection, match=REFUTED.format("reductio"))),
        (Answer((bytes(16),), Ending.EXHAUSTED), None, pytest.raises(Objection, match="not a solution: r1c1")),
        (Answer((OTHER,), Ending.EXHAUSTED), None, pytest.raises(Objection, match="expected the given")),
        (Answer((SOLVED,), Ending.TIMED_OUT), Answer((SOLVED,), Ending.EXHAUSTED), nullcontext()),
        (Answer((), Ending.FAILED), Answer((SOLVED,), Ending.EXHAUSTED), nullcontext()),
        (NOTHING, Answer((SOLVED, OTHER), Ending.ENOUGH), pytest.raises(Objection, match=REFUTED.format("cpsat"))),
        (NOTHING, Answer((), Ending.EXHAUSTED), pytest.raises(Objection, match=REFUTED.format("cpsat"))),
        (NOTHING, Answer((SOLVED,), Ending.TIMED_OUT), pytest.raises(OutOfTime)),
        (NOTHING, Answer((), Ending.STUCK), pytest.raises(OutOfTime)),
        (Answer((), Ending.FAILED), NOTHING, pytest.raises(OutOfTime)),
        (
            NOTHING,
            Answer((), Ending.FAILED, detail="no ortools"),
            pytest.raises(RuntimeError, match=r"^cpsat failed: no ortools$"),
        ),
    ],
)
def test_another_engine_has_to_confirm_the_set(
    reductio: Answer, cpsat: Answer | None, outcome: nullcontext[None], monkeypatch: pytest.MonkeyPatch
) -> None:
    engines = {"reductio": Witness(reductio), "cpsat": Witness(cpsat or NOTHING)}
    monkeypatch.setattr(additional_givens, "load_engine", engines.__getitem__)
    with outcome:
        find_additional_givens(FOUR_GRIDS, know(FOUR_GRIDS, is_exact=True), watch())
    assert [len(engine.asked) for engine in engines.values()] == [1, 0 if cpsat is None else 1]
    for engine in engines.values():
        for asked, limits in engine.asked:
            assert len(list_solutions(asked)) == 1
            assert asked.count_givens() == 10
            assert limits.solutions == 2


@pytest.mark.parametrize(("ticks", "least", "most"), [(1_000_000, 500, 600), (1, CONFIRM_SECONDS, CONFIRM_SECONDS)])
def test_there_is_always_time_to_confirm(
    ticks: int, least: float, most: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = Witness(NOTHING)
    monkeypatch.setattr(additional_givens, "load_engine", lambda text: engine)
    with pytest.raises(OutOfTime):
        find_additional_givens(THREE, know(THREE, 2), Ticks(ticks))
    assert len(engine.asked) == 2
    assert all(least <= limits.seconds <= most for _, limits in engine.asked)
