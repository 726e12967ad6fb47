"""The links of a step are true: what each kind claims about its candidates holds in the position."""

import random
from collections import Counter
from itertools import islice, pairwise

import pytest

from known_positions import read_known_positions
from making import position_around, scrambled_solution
from met_positions import meet_positions
from sudoku_compare.core.shape import shape_of_box
from sudoku_compare.techniques import Candidate, Link, LinkKind, Position, Step, find_technique

CHAINED = (
    "xy-wing",
    "xyz-wing",
    "w-wing",
    "skyscraper",
    "two-string-kite",
    "empty-rectangle",
    "simple-colouring",
    "xy-chain",
)
LOOSE = ("xyz-wing", "empty-rectangle", "simple-colouring")  # their links form a tree, not one chain
ALTERNATING = ("remote-pairs", "x-chain", "aic", "grouped-aic")
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


def is_group_link_true(position: Position, link: Link) -> bool:
    """Return whether at least one end of a strong link is true, and at most one of a weak one; ends may be groups."""
    source, target = link.source_group or (link.source,), link.target_group or (link.target,)
    if link.kind is LinkKind.WEAK:
        return all(is_weak(position, one, other) for one in source for other in target)
    if len(source) == len(target) == 1:
        return is_strong(position, *source, *target)
    value, cells = link.source[1], {cell for cell, _ in (*source, *target)}
    units = position.geometry.shape.units
    places = [{cell for cell in unit if position.candidates[cell] >> value & 1} for unit in units]
    return link.target[1] == value and cells in places


@pytest.mark.parametrize("name", ALTERNATING)
def test_the_links_of_a_chain_alternate_and_are_what_their_kinds_claim(name: str) -> None:
    steps = 0
    for position, _ in islice(meet_positions(shape_of_box(2, 3), seed=3), 150 if name == "remote-pairs" else 40):
        for step in islice(find_technique(name).find(position), 20):
            steps += 1
            assert all(is_group_link_true(position, link) for link in step.links), step
            assert {one for link in step.links for one in link.candidates()} <= set(step.pattern)
            kinds = [link.kind for link in step.links]
            assert all(one is not other for one, other in pairwise(kinds))
            assert kinds[0] is LinkKind.STRONG
            assert (kinds[-1] is LinkKind.WEAK) == ("loop" in step.reason)
    assert steps > (0 if name == "remote-pairs" else 5)


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


def test_the_links_of_rectangles_are_strong() -> None:
    kinds = Counter[str]()
    for known in read_known_positions():
        if known.applies and known.word in ("type 4", "type 6", "hidden"):
            position = known.make()
            for step in find_technique(known.technique).find(position):
                assert all(is_true(position, link) and link.kind is LinkKind.STRONG for link in step.links)
                kinds[known.word] += len(step.links)
    assert min(kinds.values()) > 2, kinds


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
