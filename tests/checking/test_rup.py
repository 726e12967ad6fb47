"""Compares the proof checker with brute force and with simple unit propagation."""

from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudoku_compare.checking import rup
from sudoku_compare.checking.rup import Refutation, TooLarge

VARIABLES = 5
literals = st.integers(1, VARIABLES).flatmap(lambda variable: st.sampled_from([variable, -variable]))
clauses = st.lists(literals, max_size=4)
steps = st.lists(st.tuples(st.booleans(), clauses), max_size=12)


def entails(formula: list[list[int]], clause: list[int]) -> bool:
    """Whether every assignment that satisfies the formula satisfies the clause."""
    for values in product((False, True), repeat=VARIABLES):

        def holds(clause: list[int], values: tuple[bool, ...] = values) -> bool:
            return any(values[abs(literal) - 1] == (literal > 0) for literal in clause)

        if all(map(holds, formula)) and not holds(clause):
            return False
    return True


def follows_by_propagation(formula: list[list[int]], clause: list[int]) -> bool:
    true = {-literal for literal in clause}
    while True:
        if any(-literal in true for literal in true):
            return True
        left = [{literal for literal in c if -literal not in true} for c in formula if not true.intersection(c)]
        if set() in left:
            return True
        units = set().union(*(c for c in left if len(c) == 1)) - true
        if not units:
            return False
        true |= units


@pytest.fixture(params=[2, rup.LONG], scope="module", autouse=True)
def long(request: pytest.FixtureRequest) -> Iterator[None]:
    """Repeat each test so that duplicates are found by hashing even in short clauses."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rup, "LONG", request.param)
        yield


@settings(max_examples=200)
@given(st.lists(clauses, max_size=12), steps)
def test_accepted_steps_are_entailed_and_steps_found_by_simple_propagation_are_accepted(
    formula: list[list[int]], proof: list[tuple[bool, list[int]]]
) -> None:
    refutation = Refutation(VARIABLES)
    for clause in formula:
        refutation.add(clause)
    for is_dropped, clause in proof:
        if is_dropped:
            refutation.drop_step(clause)
        elif refutation.add_step(clause):
            assert entails(formula, clause)
        else:
            assert not follows_by_propagation(formula, clause)
    if refutation.is_complete:
        assert entails(formula, [])


@settings(max_examples=200)
@given(st.lists(clauses, max_size=12), st.lists(clauses, max_size=8))
def test_without_deletions_it_accepts_what_simple_propagation_accepts(
    formula: list[list[int]], proof: list[list[int]]
) -> None:
    refutation = Refutation(VARIABLES)
    for clause in formula:
        refutation.add(clause)
    taken = list(formula)
    for clause in proof:
        assert refutation.add_step(clause) == follows_by_propagation(taken, clause)
        if follows_by_propagation(taken, clause):
            taken.append(clause)


@pytest.mark.parametrize("length", [1, 2, 3, 31, 32, 33])
def test_a_repeated_literal_counts_once_however_long_the_clause_is(length: int) -> None:
    refutation = Refutation(4)
    refutation.add([1] * length)
    refutation.add([-1, 2, 3])
    assert not refutation.add_step([2])
    refutation.add([-1, 2, -3])
    assert refutation.add_step([2])  # follows only if 1 is known before anything is assumed
    assert sorted(Refutation(4).add([1, 2, 3, *[4] * length])) == [1, 2, 3, 4]


def test_a_step_can_be_deleted_but_a_clause_of_the_formula_cannot() -> None:
    refutation = Refutation(4)
    for clause in ([1, 2, 3], [1, 2, -3], [-4, -1], [-4, -2]):
        refutation.add(clause)
    assert refutation.add_step([1, 2])
    assert refutation.add_step([-4])
    refutation.drop_step([2, 1])
    refutation.drop_step([1, 2, 3])
    assert refutation.add_step([1, 2])


@pytest.mark.parametrize(("dropped", "is_still_there"), [(0, True), (1, True), (2, False)])
def test_a_step_that_was_added_twice_must_be_deleted_twice(dropped: int, is_still_there: bool) -> None:
    refutation = Refutation(4)
    for clause in ([1, 2, 3, 4], [1, 2, 3, -4], [1, 2, -3, 4], [1, 2, -3, -4]):
        refutation.add(clause)
    assert refutation.add_step([1, 2, 3])
    assert refutation.add_step([3, 2, 1])
    for _ in range(dropped):
        refutation.drop_step([2, 1, 3])
    assert refutation.add_step([1, 2]) == is_still_there  # follows only from that step


def test_a_proof_that_needs_too_much_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rup, "MOST_LITERALS", 10)
    refutation = Refutation(9)
    refutation.add([1, 2])
    for _ in range(1000):
        assert refutation.add_step([1, 2, 3])  # a repeated step is kept once
    for _ in range(1000):
        refutation.drop_step([1, 2, 3])
    for other in (4, 5, 6):
        assert refutation.add_step([1, 2, other])
    with pytest.raises(TooLarge):
        refutation.add_step([1, 2, 7])


def test_steps_with_exactly_as_many_literals_as_allowed_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rup, "MOST_LITERALS", 6)
    refutation = Refutation(9)
    refutation.add([1, 2])
    assert refutation.add_step([1, 2, 3])
    assert refutation.add_step([1, 2, 4])
    refutation.drop_step([1, 2, 3])
    assert refutation.add_step([1, 2, 5])
    with pytest.raises(TooLarge):
        refutation.add_step([1, 2, 6])


CUBE = [
    [x * 1, y * 2, z * 3, 4] for x in (1, -1) for y in (1, -1) for z in (1, -1)
]  # 4 is true, but not by propagation


@pytest.mark.parametrize(
    ("step", "conclusion"),
    [
        ([2, 3, 4], [3, 4]),  # watched: needed for the conclusion, which propagation alone does not find
        ([3, 4], [4]),  # an implication
    ],
)
def test_a_deleted_step_is_gone_until_it_is_added_again(step: list[int], conclusion: list[int]) -> None:
    helpers = [clause for clause in ([2, 3, 4], [-2, 3, 4], [-3, 4, 2], [-3, 4, -2]) if clause != step]

    def prepare() -> Refutation:
        refutation = Refutation(4)
        for clause in CUBE:
            refutation.add(clause)
        return refutation

    assert not prepare().add_step(conclusion)
    refutation = prepare()
    for clause in helpers:
        assert refutation.add_step(clause)
    assert refutation.add_step(step)
    refutation.drop_step(step)
    assert refutation.add_step(step)
    assert refutation.add_step(conclusion)


@pytest.mark.parametrize("deleted", [[1, 2], [2, 1]])
def test_a_deleted_implication_no_longer_propagates(deleted: list[int]) -> None:
    for assumed, derived in ((1, 2), (2, 1)):
        refutation = Refutation(4)
        for clause in ([1, 2, 3], [1, 2, -3]):
            refutation.add(clause)
        assert refutation.add_step([1, 2])
        refutation.drop_step(deleted)
        refutation.add([-derived, 4, 3])
        refutation.add([-derived, 4, -3])
        assert not refutation.add_step([assumed, 4]), (assumed, derived)


def test_other_clauses_stay_when_a_step_is_deleted() -> None:
    refutation = Refutation(5)
    for clause in ([1, 2, 3], [1, 2, -3]):
        refutation.add(clause)
    assert refutation.add_step([1, 2, 4])
    assert refutation.add_step([1, 2, 5])
    refutation.drop_step([1, 2, 4])
    assert refutation.add_step([1, 2])


def test_nothing_is_kept_of_a_clause_that_says_nothing_new() -> None:
    refutation = Refutation(4)
    assert refutation.add([1]) == []
    assert refutation.add([1, 2, 3]) == []
    assert refutation.add([-1, 2, 3]) == [2, 3]
    assert not refutation.is_complete
    assert refutation.add([-1]) == []
    assert refutation.is_complete


@pytest.mark.parametrize("step", [[1, 3, 6], [1, 5, 7]])
def test_a_clause_that_an_assumption_satisfied_is_used_again_by_later_steps(step: list[int]) -> None:
    refutation = Refutation(8)
    refutation.add([1, 2, 3])
    refutation.add([1, 4, 5])
    assert not refutation.add_step([1, -2])  # assumes that 1 is false and 2 is true
    for clause in ([-2, 6, 8], [-2, 6, -8], [-4, 7, 8], [-4, 7, -8]):
        refutation.add(clause)
    assert refutation.add_step(step)
