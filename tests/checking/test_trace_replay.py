"""Traces that hold, and wrong steps, each rejected for its own reason."""

import dataclasses
from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest

from making import CLASH, EASY, EASY_SOLUTION, ESCARGOT, NONE, TWO, unique_with_holes
from sudoku_compare import Puzzle
from sudoku_compare.checking.rejection import Rejected
from sudoku_compare.checking.trace_replay import Replay
from sudoku_compare.core.shape import shape_of_box
from sudoku_compare.core.trace_steps import (
    Abandoned,
    Assume,
    Clash,
    Closed,
    Cut,
    End,
    Exhausted,
    Lone,
    NoPlace,
    NoValue,
    Place,
    Prune,
    Solution,
    Step,
)
from traces import NESTED, trace_steps

BROKEN = "....897.......3842.2.4.6.1.352.....78.........6...2...53......9...9..2.....8..4.."  # refuted on both ways
EMPTY, SMALL = "." * 16, "1.....2..3.....4"
WIDE, TALL = unique_with_holes(shape_of_box(2, 4), 0.3), unique_with_holes(shape_of_box(3, 2), 0.3)


def start(puzzle: Puzzle | str) -> Replay:
    return Replay(Puzzle.from_text(puzzle) if isinstance(puzzle, str) else puzzle)


def replay_all(puzzle: Puzzle | str, steps: Sequence[Step]) -> Replay:
    replay = start(puzzle)
    for step in steps:
        replay.follow(step)
    replay.finish()
    return replay


@cache
def trace_of(puzzle: Puzzle | str) -> tuple[Step, ...]:
    return tuple(trace_steps(puzzle))


def before(kind: type[Step], nth: int = 1, puzzle: Puzzle | str = NESTED) -> tuple[Step, ...]:
    """Return the steps of a trace before the given step of a kind; `nth` counts from 1."""
    steps = trace_of(puzzle)
    places = [place for place, step in enumerate(steps) if isinstance(step, kind)]
    return steps[: places[nth - 1]]


def after(kind: type[Step], nth: int = 1, puzzle: Puzzle | str = NESTED) -> tuple[Step, ...]:
    """Return the same steps including that step."""
    return trace_of(puzzle)[: len(before(kind, nth, puzzle)) + 1]


def changed(kind: type[Step], nth: int = 1, puzzle: Puzzle | str = NESTED, **fields: Any) -> Step:
    """Return the given step of a kind with some fields changed."""
    return dataclasses.replace(after(kind, nth, puzzle)[-1], **fields)


CLASHES = "1..1" + "." * 12, "1......." + "1.......", "1....1.." + "." * 8  # in a row, in a column and in a box
VALID: list[tuple[Puzzle | str, Sequence[Step], tuple[int, int, int, int, int]]] = [
    # solutions, assumptions, contradictions, deepest, assumptions taken on trust
    (EASY, trace_steps(EASY), (1, 0, 0, 0, 0)),
    (EASY_SOLUTION, trace_steps(EASY_SOLUTION), (1, 0, 0, 0, 0)),
    (NONE, trace_steps(NONE), (0, 0, 1, 0, 0)),
    (NESTED, trace_steps(NESTED), (1, 6, 3, 3, 0)),
    (BROKEN, trace_steps(BROKEN), (0, 2, 2, 1, 0)),
    (TWO, trace_steps(TWO), (2, 2, 0, 1, 0)),
    (TWO, trace_steps(TWO, 1), (1, 1, 0, 1, 0)),
    (EMPTY, trace_steps(EMPTY, 1), (1, 6, 0, 6, 0)),
    (EMPTY, trace_steps(EMPTY, 3), (3, 9, 0, 7, 0)),
    (SMALL, trace_steps(SMALL), (1, 0, 0, 0, 0)),
    (WIDE, trace_steps(WIDE), (1, 0, 0, 0, 0)),
    (TALL, trace_steps(TALL), (1, 0, 0, 0, 0)),
    (CLASH, trace_steps(CLASH), (0, 0, 1, 0, 0)),
    (CLASHES[0], [Clash(3, 0, 1, 0), End("exhausted", 0, 0, 1, 0)], (0, 0, 1, 0, 0)),
    (CLASHES[1], [Clash(8, 0, 1, 4), End("exhausted", 0, 0, 1, 0)], (0, 0, 1, 0, 0)),
    (CLASHES[2], [Clash(5, 0, 1, 8), End("exhausted", 0, 0, 1, 0)], (0, 0, 1, 0, 0)),
    (CLASHES[2], [Clash(0, 5, 1, 8), End("exhausted", 0, 0, 1, 0)], (0, 0, 1, 0, 0)),
    (NESTED, trace_steps(NESTED, 2, 0), (1, 6, 3, 0, 6)),
    (NESTED, trace_steps(NESTED, 2, 1), (1, 6, 3, 1, 4)),
    (NESTED, trace_steps(NESTED, 2, 2), (1, 6, 3, 2, 2)),
    (BROKEN, trace_steps(BROKEN, 2, 0), (0, 2, 2, 0, 2)),
    (ESCARGOT, trace_steps(ESCARGOT, 2, 1), (1, 100, 50, 1, 98)),  # cut in two places
    (NESTED, [*before(Assume), Cut(0, 1, 0, 0, 1), End("exhausted", 1, 1, 0, 5)], (1, 1, 0, 0, 1)),
    (NESTED, [End("timed_out", 0, 0, 0, 0)], (0, 0, 0, 0, 0)),
    (NESTED, [*after(Assume), End("timed_out", 0, 1, 0, 1)], (0, 1, 0, 1, 0)),
    (NESTED, [*after(Solution), End("timed_out", 1, 2, 0, 2)], (1, 2, 0, 2, 0)),
    (NESTED, [*after(Solution), End("enough", 1, 2, 0, 2)], (1, 2, 0, 2, 0)),
]


@pytest.mark.parametrize(("puzzle", "steps", "counts"), VALID)
def test_a_true_trace_holds_and_its_steps_are_counted(
    puzzle: Puzzle | str, steps: Sequence[Step], counts: tuple[int, int, int, int, int]
) -> None:
    replay = replay_all(puzzle, steps)
    found = replay.solutions, replay.assumptions, replay.contradictions, replay.deepest, replay.on_trust
    assert found == counts
    assert replay.steps == len(steps) + 1


Wrong = tuple[Sequence[Step], Step, str]
CUT = trace_steps(NESTED, 2, 0)[:-1]  # ends with Cut(0, 6, 108, 3, 1)
WITHOUT_SOLUTION = Cut(0, 6, 108, 3, 0)
FIRST = changed(Assume)  # r9c8 (79): 7 or 8
WRONG_INFERENCES: list[Wrong] = [
    (after(NoValue), Prune(0, 1, 1), "this scope allows no more inferences"),
    (after(Solution), Lone(0, 3), "this scope allows no more inferences"),
    (after(Closed), Place(0, 3, 0), "this scope allows no more inferences"),
    (CUT, Prune(79, 7, 1), "this scope allows no more inferences"),
    ([], Prune(0, 5, 1), "the value is not known there"),
    ([], Prune(0, 9, 0), "the value is not known there"),
    ([], Prune(2, 6, 2), "the value is not known there"),  # a given does not remove itself
    ([], Prune(2, 6, 45), "the cells are not peers"),
    (before(Place), Prune(0, 9, 1), "the cell does not have this candidate"),
    (before(Assume), Lone(79, 1), "the cell does not have this candidate"),
    (before(Assume), Lone(79, 7), "the cell has other candidates"),
    (before(Assume), Place(79, 7, 8), "the unit has another place, or not this one"),
    (before(Assume), Place(79, 7, 0), "the unit has another place, or not this one"),
    (before(Assume), Place(79, 7, 1), "the unit has another place, or not this one"),  # its place there is r2c5
    (before(Assume), Lone(1, 9), "the cell is known already"),
    (before(Assume), Place(1, 9, 0), "the cell is known already"),
    ([], Prune(-1, 5, 1), "it is not on the board"),
    ([], Prune(81, 5, 1), "it is not on the board"),
    ([], Prune(0, 0, 1), "it is not on the board"),
    ([], Prune(0, 10, 1), "it is not on the board"),
    ([], Prune(0, 9, -1), "it is not on the board"),
    ([], Prune(0, 9, 81), "it is not on the board"),
    (before(Assume), Place(79, 7, -1), "it is not on the board"),
    (before(Assume), Place(79, 7, 27), "it is not on the board"),
]
WRONG_ASSUMPTIONS: list[Wrong] = [
    (before(Assume), changed(Assume, cell=-1), "it is not on the board"),
    (before(Assume), changed(Assume, cell=81), "it is not on the board"),
    (before(Assume), changed(Assume, value=0), "it is not on the board"),
    (before(Assume), changed(Assume, value=10), "it is not on the board"),
    (after(NoValue), FIRST, "this scope has ended"),
    (after(Solution), FIRST, "this scope has ended"),
    (before(Assume), changed(Assume, cell=1), "the cell is known already"),
    (before(Assume), changed(Assume, value=9), "this value is not one to try here"),
    (after(Closed), changed(Assume, 2), "this value is not one to try here"),  # it was tried before
    (before(Assume, 3), changed(Assume, 3, cell=75), "this value is not one to try here"),  # the choice is r9c5
    (CUT, FIRST, "this value is not one to try here"),
    (before(Assume), changed(Assume, candidates=(7,)), "the cell has other candidates"),
    (before(Assume), changed(Assume, candidates=(8, 7)), "the cell has other candidates"),
    (before(Assume), changed(Assume, refuted=(8,)), "the refuted values are different"),
    (before(Assume, 5), changed(Assume, 5, refuted=()), "the refuted values are different"),
    (before(Assume, 6), changed(Assume, 6, refuted=(7,), solved=()), "the refuted values are different"),
    (before(Assume, 6), changed(Assume, 6, solved=()), "the values that led to solutions are different"),
    (before(Assume, 6), changed(Assume, 6, solved=(8,)), "the values that led to solutions are different"),
    (before(Assume, 5), changed(Assume, 5, refuted=(1, 1)), "a value is named twice"),
    (before(Assume, 6), changed(Assume, 6, solved=(7, 7)), "a value is named twice"),
    (before(Assume), changed(Assume, hypothetical=0), "expected hypothetical 1"),
    (before(Assume, 3), changed(Assume, 3, hypothetical=2), "expected hypothetical 3"),
    (before(Assume), changed(Assume, depth=0), "expected depth 1"),
    (before(Assume, 2), changed(Assume, 2, depth=1), "expected depth 2"),
    (before(Lone), FIRST, "more follows: r4c9 has one candidate left, or none"),
    (before(NoValue), FIRST, "more follows: r2c3 has one candidate left, or none"),
    (before(Place, 14), FIRST, "more follows: a value has one place left, or none"),
]
WRONG_CONTRADICTIONS: list[Wrong] = [
    (before(Assume), NoValue(-1), "it is not on the board"),
    (before(Assume), NoValue(81), "it is not on the board"),
    (before(Assume), NoValue(79), "the cell has a candidate left"),
    (before(NoValue), NoValue(1), "the cell has a candidate left"),
    (before(Assume), NoPlace(0, 8), "it is not on the board"),
    (before(Assume), NoPlace(10, 8), "it is not on the board"),
    (before(Assume), NoPlace(7, -1), "it is not on the board"),
    (before(Assume), NoPlace(7, 27), "it is not on the board"),
    (before(Assume), NoPlace(7, 8), "the unit has a place left"),
    (before(NoPlace), NoPlace(6, 8), "the unit has a place left"),
    (after(NoValue), NoValue(11), "this scope has already ended"),
    (after(Solution), NoPlace(7, 8), "this scope has already ended"),
    (after(Closed), NoValue(11), "this scope has already ended"),
    ([], Clash(1, 2, 9, 0), "the value is not given twice"),
    ([], Clash(1, 21, 9, 18), "the cells are not both in the unit"),
    ([], Clash(1, 2, 9, 3), "the cells are not both in the unit"),
    ([], Clash(0, 1, 9, 0), "the value is not given twice"),  # r1c1 is not given
    ([], Clash(1, 0, 9, 0), "the value is not given twice"),
    ([], Clash(0, 3, 9, 0), "the value is not given twice"),
    ([], Clash(1, 1, 9, 0), "expected two different cells"),
    ([], Clash(-1, 1, 9, 0), "expected two different cells"),
    ([], Clash(1, -1, 9, 0), "expected two different cells"),
    ([], Clash(81, 1, 9, 0), "it is not on the board"),
    ([], Clash(1, 81, 9, 0), "it is not on the board"),
    ([], Clash(0, 1, 0, 0), "it is not on the board"),
    ([], Clash(0, 1, 10, 0), "it is not on the board"),
    ([], Clash(0, 1, 9, -1), "it is not on the board"),
    ([], Clash(0, 1, 9, 27), "it is not on the board"),
]
WRONG_ENDS_OF_A_SCOPE: list[Wrong] = [
    (before(Assume), Exhausted(79), "not everything was tried"),
    (after(Closed), Exhausted(76), "not everything was tried"),
    (after(NoValue), Exhausted(75), "not everything was tried"),
    (after(Exhausted), Exhausted(75), "not everything was tried"),
    (before(Exhausted), Exhausted(76), "the choice was made in another cell"),
    (after(Closed, 4), Exhausted(76), "a solution was found in this scope"),
    (before(End), Exhausted(79), "a solution was found in this scope"),
    (CUT, Exhausted(79), "a solution was found in this scope"),
    (after(Solution), Solution(2, changed(Solution).grid), "this scope has already ended"),
    (after(Closed), Solution(2, changed(Solution).grid), "this scope has already ended"),
    (CUT, Solution(2, changed(Solution).grid), "this scope has already ended"),
    (before(Assume), Solution(1, bytes(81)), "a cell is undecided"),
    (before(Solution), changed(Solution, grid=bytes(81)), "the grid differs from the known values"),
    (before(Solution), changed(Solution, number=0), "expected solution 1"),
    (before(Solution), changed(Solution, number=2), "expected solution 1"),
    (before(Assume), Closed(79, 7, 1, 0), "no assumption is in force"),
    (before(Closed), changed(Closed, cell=79), "another assumption is in force"),
    (before(Closed), changed(Closed, value=2), "another assumption is in force"),
    (before(Closed), changed(Closed, hypothetical=1), "expected hypothetical 2"),
    (before(Closed), changed(Closed, solutions=0), "the scope has 1 solutions"),
    (before(Closed, 2), changed(Closed, 2, solutions=1), "the scope has 0 solutions"),
    (before(Assume, 2), Closed(79, 7, 1, 0), "its scope has not ended"),
    (after(Closed), Closed(79, 7, 1, 1), "its scope has not ended"),  # one solution, but not everything was tried
    (before(Exhausted), Closed(76, 2, 3, 0), "its scope has not ended"),
    (before(Assume), Abandoned(79, 7, 1), "no assumption is in force"),
    (before(Assume, 2), Abandoned(79, 8, 1), "another assumption is in force"),
    (before(Assume, 2), Abandoned(79, 7, 2), "expected hypothetical 1"),
    (before(Closed), Abandoned(changed(Closed).cell, changed(Closed).value, 2), "a solution was found in this scope"),
    (after(Closed), Abandoned(79, 7, 1), "a solution was found in this scope"),
    (before(Assume), Cut(1, 1, 0, 0, 0), "no scope is cut here"),
    (before(Assume), Cut(-1, 1, 0, 0, 0), "no scope is cut here"),
    (before(Assume), Cut(0, 0, 0, 0, 0), "no scope is cut here"),
    (after(NoValue), Cut(3, 1, 0, 0, 0), "this scope has already ended"),
    (after(Closed), Cut(1, 1, 0, 0, 0), "this scope has already ended"),
    (CUT, Cut(0, 1, 0, 0, 0), "this scope has already ended"),
]
WRONG_ENDS_OF_A_TRACE: list[Wrong] = [
    (trace_of(NESTED), Prune(0, 1, 1), "it comes after the end of the trace"),
    (trace_of(NESTED), changed(End), "it comes after the end of the trace"),
    (before(End), changed(End, ending="solved"), "unknown ending"),
    (before(Assume), End("exhausted", 0, 0, 0, 0), "something was left untried"),
    ((*before(Assume, 2), Abandoned(79, 7, 1)), End("exhausted", 0, 1, 0, 1), "something was left untried"),
    (after(NoValue), End("exhausted", 1, 4, 1, 3), "something was left untried"),
    (after(Closed, 5), End("exhausted", 1, 5, 2, 3), "something was left untried"),
    ([*before(Assume), WITHOUT_SOLUTION], End("exhausted", 0, 6, 3, 3), "the refutation of the last choice is missing"),
    (before(Assume), End("enough", 0, 0, 0, 0), "no solution was found"),
    (before(End), changed(End, solutions=0), "the counts are different"),
    (before(End), changed(End, assumptions=5), "the counts are different"),
    (before(End), changed(End, contradictions=4), "the counts are different"),
    (CUT, changed(End, assumptions=0), "the counts are different"),
    (before(End), changed(End, deepest=2), "the depth is different"),
]
UNCLEARED: list[Wrong] = [
    ([], step, "9 is still a candidate in a peer of r1c2")
    for step in (
        Lone(0, 3),
        FIRST,
        NoValue(0),
        Solution(1, bytes(81)),
        Cut(0, 1, 0, 0, 0),
        End("exhausted", 0, 0, 0, 0),
        End("enough", 0, 0, 0, 0),
    )
]


@pytest.mark.parametrize(
    ("steps", "wrong", "why"),
    WRONG_INFERENCES
    + WRONG_ASSUMPTIONS
    + WRONG_CONTRADICTIONS
    + WRONG_ENDS_OF_A_SCOPE
    + WRONG_ENDS_OF_A_TRACE
    + UNCLEARED,
)
def test_a_wrong_step_is_rejected_for_its_own_reason(steps: Sequence[Step], wrong: Step, why: str) -> None:
    replay = start(NESTED)
    for step in steps:
        replay.follow(step)
    with pytest.raises(Rejected) as rejected:
        replay.follow(wrong)
    assert str(rejected.value) == f"step {len(steps) + 1}: {why}"


def test_nothing_may_be_assumed_while_a_value_has_no_place() -> None:
    replay = start(ESCARGOT)
    for step in before(NoPlace, 1, ESCARGOT):
        replay.follow(step)
    with pytest.raises(Rejected, match=r": more follows: a value has one place left, or none$"):
        replay.follow(Assume(3, 4, replay.assumptions + 1, replay.deepest, (4, 5), (), ()))


@pytest.mark.parametrize("steps", [(), before(End)])
def test_a_trace_without_an_end_is_rejected(steps: Sequence[Step]) -> None:
    with pytest.raises(Rejected) as rejected:
        replay_all(NESTED, steps)
    assert str(rejected.value) == f"step {len(steps) + 1}: the end of the trace is missing"


def test_a_given_cannot_be_removed_to_refute_a_puzzle_with_a_solution() -> None:
    steps = Prune(0, 5, 0), NoValue(0), End("exhausted", 0, 0, 1, 0)
    with pytest.raises(Rejected, match=r"^step 1: the value is not known there$"):
        replay_all(EASY, steps)


def test_the_refutation_of_the_last_choice_must_not_be_missing() -> None:
    with pytest.raises(Rejected, match=r": the refutation of the last choice is missing$"):
        replay_all(BROKEN, [*before(Exhausted, 1, BROKEN), trace_of(BROKEN)[-1]])


def test_a_full_board_that_breaks_the_rules_is_not_a_solution() -> None:
    """The givens remove each other, so that no candidate is left that a known value should have removed."""
    puzzle = Puzzle.from_text("1243" + "3421" + "4312" + "2131")  # the last 1 should be 4
    steps = [Prune(7, 1, 15), Prune(10, 1, 15), Prune(13, 1, 15), Prune(15, 1, 13)]
    replay = start(puzzle)
    for step in steps:
        replay.follow(step)
    with pytest.raises(Rejected, match=r"^step 5: a unit is not complete$"):
        replay.follow(Solution(1, puzzle.givens))


@pytest.mark.parametrize("puzzle", [SMALL, WIDE, TALL, EMPTY], ids=["4x4", "8x8", "6x6", "empty"])
def test_no_step_may_be_missing_or_repeated(puzzle: Puzzle | str) -> None:
    steps = trace_of(puzzle)
    for number in range(len(steps)):
        with pytest.raises(Rejected):
            replay_all(puzzle, steps[:number] + steps[number + 1 :])
        with pytest.raises(Rejected):
            replay_all(puzzle, steps[: number + 1] + steps[number:])


@pytest.mark.parametrize(("number", "name"), [(1, "r1c1"), (2, "r2c3"), (3, "r3c2"), (4, "r4c4")])
def test_the_cell_whose_peers_keep_its_value_is_named(number: int, name: str) -> None:
    """In this trace, the first steps remove the values of the four givens in turn."""
    value = {1: 1, 2: 2, 3: 3, 4: 4}[number]
    steps = [step for step in trace_of(SMALL)[:28] if not (isinstance(step, Prune) and step.value == value)]
    replay = start(SMALL)
    for step in steps:
        replay.follow(step)
    with pytest.raises(Rejected, match=rf": {value} is still a candidate in a peer of {name}$"):
        replay.follow(trace_of(SMALL)[28])


@pytest.mark.parametrize(("puzzle", "other"), [(ESCARGOT, NESTED), (EASY_SOLUTION, EASY), (NESTED, EASY)])
def test_the_trace_of_another_puzzle_is_rejected(puzzle: str, other: str) -> None:
    with pytest.raises(Rejected):
        replay_all(puzzle, trace_of(other))
