"""The links of a step are true: what each kind claims about its candidates holds in the position."""

import random
from collections import Counter

import pytest

from making import position_around, scrambled_solution
from sudoku_compare.core.shape import shape_of_box
from sudoku_compare.techniques import Candidate, Link, LinkKind, Position, Step, find_technique

CHAINED = ("xy-wing", "xyz-wing", "w-wing", "simple-colouring", "xy-chain")
LOOSE = ("xyz-wing", "simple-colouring")  # their links form a tree, not one chain
POSITIONS = {(2, 3): 400, (3, 3): 120, (2, 4): 60}  # by box


def count_candidates(position: Position, cell: int) -> int:
    return position.candidates[cell].bit_count()


def is_strong(position: Position, one: Candidate, other: Candidate) -> bool:
    """Return whether at least one of the two is true: they are the only ones of a cell, or of a value in a unit."""
    if one[0] == other[0]:
        return one[1] != other[1] and count_candidates(position, one[0]) == 2
    shape = position.geometry.shape
    places = [{c for c in unit if position.candidates[c] >> one[1] & 1} for unit in shape.units]
    return one[1] == other[1] and {one[0], other[0]} in places


def is_weak(position: Position, one: Candidate, other: Candidate) -> bool:
    """Return whether at most one of the two is true."""
    if one[0] == other[0]:
        return one[1] != other[1]
    return one[1] == other[1] and other[0] in position.geometry.shape.peers_of(one[0])


def is_true(position: Position, link: Link) -> bool:
    present = all(position.candidates[cell] >> value & 1 for cell, value in (link.source, link.target))
    claims = {LinkKind.STRONG: is_strong, LinkKind.WEAK: is_weak}
    return present and claims[link.kind](position, link.source, link.target)


def check_chain(step: Step) -> None:
    """Check that the links follow each other, strong and weak in turn, and that the ends see what is removed."""
    for before, after in zip(step.links, step.links[1:], strict=False):
        assert before.target == after.source
        assert before.kind is not after.kind
    first, last = step.links[0], step.links[-1]
    assert first.kind is last.kind is LinkKind.STRONG
    assert first.source[1] == last.target[1] == step.removed[0][1]


@pytest.mark.parametrize("box", POSITIONS)
def test_every_link_is_what_its_kind_claims(box: tuple[int, int]) -> None:
    shape, rng, found = shape_of_box(*box), random.Random(str(box)), Counter[str]()
    for number in range(POSITIONS[box]):
        position = position_around(scrambled_solution(shape, number), shape, rng)
        for name in CHAINED:
            for step in find_technique(name).find(position):
                found[name] += 1
                assert step.links
                assert all(is_true(position, link) for link in step.links), step
                assert {c for link in step.links for c in (link.source, link.target)} <= set(step.pattern)
                if name not in LOOSE:
                    check_chain(step)
    assert min(found[name] for name in CHAINED) > 10, found


def test_the_links_of_simple_colouring_reach_every_place() -> None:
    shape, rng, steps = shape_of_box(3, 3), random.Random(1), 0
    for number in range(60):
        position = position_around(scrambled_solution(shape, number), shape, rng)
        for step in find_technique("simple-colouring").find(position):
            strong = [link for link in step.links if link.kind is LinkKind.STRONG]
            assert {link.target for link in strong} | {strong[0].source} == set(step.pattern)
            assert len(strong) == len(step.pattern) - 1
            steps += 1
    assert steps > 10
