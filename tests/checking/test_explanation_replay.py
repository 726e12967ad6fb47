"""Explanations of puzzles without a solution that hold, and changed ones, each refused."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest

from making import CLASH, NONE
from sudoku_compare import Puzzle, explain
from sudoku_compare.checking.certificate_folder import Rejected
from sudoku_compare.checking.explanation_replay import ExplanationReplay, replay_contradiction
from sudoku_compare.checking.step_rules import step_rules
from sudoku_compare.explanation.contradiction import Contradiction
from sudoku_compare.techniques import HIGHEST, Line, Step, find_technique, position_of

NAMED = ".6..31...5....2..9...4......2...9..1...6..8..7.5.......3..6.4.....3.4...2.1.....5"
ASSUMING = "5.8....9......63..........78......13.2....9...746.......95.1...1..47......6.9...2"


@cache
def contradiction_of(text: str) -> Contradiction:
    """Return why a puzzle has no solution, for one of them with few techniques, so that the steps need assumptions."""
    found = explain(text, "naked-pair" if text == ASSUMING else HIGHEST).contradiction
    assert found
    return found


def replay(found: Contradiction) -> int:
    return replay_contradiction(found.start, found.steps, found.reason)


@pytest.mark.parametrize("text", [NONE, CLASH, NAMED, ASSUMING])
def test_an_explanation_holds(text: str) -> None:
    found = contradiction_of(text)
    assert replay(found) == len(found.steps)


def change_step(text: str, number: int, change: Callable[[Step], Step]) -> Contradiction:
    found = contradiction_of(text)
    steps = list(found.steps)
    steps[number] = change(steps[number])
    return replace(found, steps=tuple(steps))


def place_next_value(step: Step) -> Step:
    [(cell, value)] = step.placed
    return replace(step, placed=((cell, value % 9 + 1),))


def remove_elsewhere(step: Step) -> Step:
    return replace(step, removed=(*step.removed, ((step.removed[0][0] + 40) % 81, step.removed[0][1])))


def number_of(text: str, wanted: Callable[[Step], bool]) -> int:
    return next(number for number, step in enumerate(contradiction_of(text).steps) if wanted(step))


def places(step: Step) -> bool:
    return bool(step.placed)


def removes(step: Step) -> bool:
    return not step.placed and not step.refutation


def assumes(step: Step) -> bool:
    return step.refutation is not None


@pytest.mark.parametrize("number", range(len(contradiction_of(NAMED).steps)))
def test_every_step_is_needed(number: int) -> None:
    found = contradiction_of(NAMED)
    with pytest.raises(Rejected):
        replay(replace(found, steps=found.steps[:number] + found.steps[number + 1 :]))


def test_every_given_is_used() -> None:
    found = contradiction_of(NONE)
    for cell, _ in found.givens:
        with pytest.raises(Rejected, match="do not end in this"):
            replay(replace(found, start=found.start.with_value(cell, 0)))


TAMPERED: dict[str, tuple[Callable[[Step], bool], Callable[[Step], Step], str]] = {
    "another value is placed": (places, place_next_value, "step .*: "),
    "a value is placed off the board": (places, lambda step: replace(step, placed=((81, 1),)), "not on the board"),
    "a value outside the range is placed": (places, lambda step: replace(step, placed=((0, 10),)), "not on the board"),
    "more is removed than the value excludes": (places, remove_elsewhere, "the value does not exclude"),
    "more is removed than the pattern excludes": (removes, remove_elsewhere, "does not follow from the pattern"),
    "the pattern is missing": (removes, lambda step: replace(step, pattern=()), "does not follow from the pattern"),
    "nothing is removed": (removes, lambda step: replace(step, removed=()), "neither places nor removes"),
    "a single is called another": (
        lambda step: step.technique == "hidden-single",
        lambda step: replace(step, technique="naked-single"),
        "not the only one left",
    ),
}


@pytest.mark.parametrize("case", TAMPERED)
def test_a_changed_step_is_refused(case: str) -> None:
    wanted, change, message = TAMPERED[case]
    with pytest.raises(Rejected, match=message):
        replay(change_step(NAMED, number_of(NAMED, wanted), change))


def change_refutation(**changes: object) -> Contradiction:
    def change(step: Step) -> Step:
        assert step.refutation
        return replace(step, refutation=replace(step.refutation, **changes))  # type: ignore[arg-type]

    return change_step(ASSUMING, number_of(ASSUMING, assumes), change)


def lines_of_first_assumption() -> tuple[Line, ...]:
    refutation = contradiction_of(ASSUMING).steps[number_of(ASSUMING, assumes)].refutation
    assert refutation
    return refutation.lines


def test_an_assumption_without_its_lines_is_refused() -> None:
    with pytest.raises(Rejected, match="does not lead to this"):
        replay(change_refutation(lines=()))


@pytest.mark.parametrize("number", range(len(lines_of_first_assumption())))
def test_every_line_under_an_assumption_is_needed_and_checked(number: int) -> None:
    lines = lines_of_first_assumption()
    with pytest.raises(Rejected):
        replay(change_refutation(lines=lines[:number] + lines[number + 1 :]))
    wrong = replace(lines[number], value=lines[number].value % 9 + 1)
    with pytest.raises(Rejected):
        replay(change_refutation(lines=(*lines[:number], wrong, *lines[number + 1 :])))
    unfounded = replace(lines[number], holds=False)
    with pytest.raises(Rejected, match="no refutation of what it excludes"):
        replay(change_refutation(lines=(*lines[:number], unfounded, *lines[number + 1 :])))
    renamed = replace(lines[number], reason="it is so")
    with pytest.raises(Rejected, match="does not follow from those before it"):
        replay(change_refutation(lines=(*lines[:number], renamed, *lines[number + 1 :])))


def test_another_assumption_or_contradiction_is_refused() -> None:
    with pytest.raises(Rejected, match="other than the one it assumes"):
        replay(change_refutation(assumed=(0, 1)))
    for text, message in (("r1c1 has no candidate left", "does not lead"), ("it fails", "unknown contradiction")):
        with pytest.raises(Rejected, match=message):
            replay(change_refutation(contradiction=text))


@pytest.mark.parametrize(
    ("reason", "message"),
    [
        ("r1c1 has no candidate left", "do not end in this"),
        ("1 has no place left in row 1", "do not end in this"),
        ("4 is given twice in row 2: r2c1 and r2c3", "unknown contradiction"),
        ("", "unknown contradiction"),
    ],
)
def test_another_end_is_refused(reason: str, message: str) -> None:
    with pytest.raises(Rejected, match=message):
        replay(replace(contradiction_of(NAMED), reason=reason))


def test_candidates_that_someone_has_left_count() -> None:
    puzzle = Puzzle.from_text("1" + "." * 15)
    kept = [(), (1,), *[()] * 14]
    ExplanationReplay(puzzle, kept).finish("r1c2 has no candidate left")
    with pytest.raises(Rejected):
        ExplanationReplay(puzzle).finish("r1c2 has no candidate left")


@pytest.mark.parametrize("box", [(2, 2), (2, 3), (3, 2), (3, 3), (2, 5), (4, 4)])
def test_the_groups_are_the_cells_and_the_places_in_each_unit(box: tuple[int, int]) -> None:
    from sudoku_compare.core.shape import shape_of_box

    rules, shape = step_rules(*box), shape_of_box(*box)
    wanted = {frozenset(rules.number(cell, value) for value in shape.values) for cell in shape.cells}
    wanted |= {frozenset(rules.number(cell, value) for cell in unit) for unit in shape.units for value in shape.values}
    assert {frozenset(group) for group in rules.groups} == wanted
    names = {rules.name_group(group) for group in range(len(rules.groups))}
    assert names == {(shape.name_of(cell), None) for cell in shape.cells} | {
        (shape.unit_name(unit), value) for unit in range(len(shape.units)) for value in shape.values
    }


def test_a_step_that_assumes_uniqueness_is_refused() -> None:
    puzzle = Puzzle.from_text("...31....3......4......2....7..8...2.......54.1..6..3..29.38.1.7531....984.7...63")
    steps = explain(puzzle, find_technique("unique-rectangle").name, given_unique=True).steps
    number = next(number for number, step in enumerate(steps) if step.technique == "unique-rectangle")
    replay_of = ExplanationReplay(puzzle)
    for step in steps[:number]:
        replay_of.follow(step)
    with pytest.raises(Rejected, match="does not follow from the pattern"):
        replay_of.follow(steps[number])


def test_the_position_of_the_givens_is_the_one_of_the_techniques() -> None:
    puzzle = Puzzle.from_text(NAMED)
    absent = step_rules(3, 3).exclude_all(puzzle.givens)
    for cell, left in enumerate(position_of(puzzle).candidates):
        for value in puzzle.shape.values:
            assert (left >> value & 1) != (absent >> step_rules(3, 3).number(cell, value) & 1)
