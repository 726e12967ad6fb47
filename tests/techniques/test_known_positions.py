"""The techniques do what is known of a position, and nothing where one more candidate breaks the pattern."""

import pytest

from known_positions import KnownPosition, read_known_positions, read_published_positions
from sudoku_compare.core.names import TECHNIQUES
from sudoku_compare.explanation.step_words import describe_conclusion
from sudoku_compare.techniques import Step, find_technique

KNOWN = [
    pytest.param(known, id=f"{known.technique} {number}") for number, known in enumerate(read_known_positions(), 1)
]
APPLYING = [case for case in KNOWN if case.values[0].applies]
FAILING = [case for case in KNOWN if not case.values[0].applies]
PUBLISHED = [pytest.param(known, id=f"{known.technique}: {source}") for known, source in read_published_positions()]
AVOIDABLE = [case for case in APPLYING if case.values[0].technique == "avoidable-rectangle"]


def find_steps(known: KnownPosition) -> dict[str, Step]:
    """Return the steps of the technique, by what they do."""
    position = known.make()
    steps = find_technique(known.technique).find(position)
    word = f"({known.word})" if known.word else ""
    return {describe_conclusion(position.geometry.shape, step): step for step in steps if word in step.reason}


@pytest.mark.parametrize("known", APPLYING)
def test_a_technique_applies_as_known(known: KnownPosition) -> None:
    step = find_steps(known)[known.conclusion]
    assert step.technique == known.technique
    assert step.reason.startswith(find_technique(known.technique).title)
    position = known.make()
    assert all(position.candidates[cell] >> value & 1 for cell, value in (*step.pattern, *step.removed))
    assert len(step.pattern) == len(set(step.pattern)) > 1


@pytest.mark.parametrize("known", PUBLISHED)
def test_a_technique_does_what_a_published_example_says(known: KnownPosition) -> None:
    step = find_steps(known)[known.conclusion]
    assert step.technique == known.technique
    assert step.reason.startswith(find_technique(known.technique).title)


def test_every_technique_has_a_published_example() -> None:
    assert {case.values[0].technique for case in PUBLISHED} == set(TECHNIQUES)


@pytest.mark.parametrize("known", FAILING)
def test_a_technique_does_not_apply_where_its_pattern_is_broken(known: KnownPosition) -> None:
    found = find_steps(known)
    assert known.conclusion not in found if known.conclusion else not found


@pytest.mark.parametrize("known", AVOIDABLE)
def test_no_corner_of_an_avoidable_rectangle_is_given(known: KnownPosition) -> None:
    position = known.make()
    step = find_steps(known)[known.conclusion]
    solved = {cell for cell, _ in step.pattern if position.grid[cell]}
    assert len(solved) == (3 if known.word == "type 1" else 2)
    for cell in solved:
        steps = find_technique("avoidable-rectangle").find(known.make(also_given=cell))
        assert known.conclusion not in [describe_conclusion(position.geometry.shape, one) for one in steps]
