"""Steps that follow from their hints, and those that do not."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudoku_compare.checking import hinted_refutation
from sudoku_compare.checking.hinted_refutation import HintedRefutation, StepFault, wrap_literals
from sudoku_compare.checking.rup import TooLarge

FORMULA = {b"1": (1, 2), b"2": (-1, 2), b"3": (-2, 3), b"4": (-2, -3, 4), b"5": (-4,)}


VARIABLES = 4


def refute() -> HintedRefutation:
    return HintedRefutation(dict(FORMULA), 5, VARIABLES)


@pytest.mark.parametrize(
    ("literals", "hints"),
    [
        ([2], [b"1", b"2"]),
        ([2], [b"2", b"1"]),
        ([2, 4], [b"1", b"2"]),
        ([-2], [b"5", b"3", b"4"]),
        ([-2, 4], [b"3", b"4"]),
        ([1, 3], [b"1", b"3"]),
        ([-4], [b"5"]),
    ],
)
def test_a_step_follows_if_its_hints_lead_to_a_contradiction(literals: list[int], hints: list[bytes]) -> None:
    refute().add_step(b"6", literals, hints)


@pytest.mark.parametrize("literal", [0, 5, -5, 9, -9, 13, 10**20])
def test_a_step_with_other_variables_is_refused(literal: int) -> None:
    """Wrapped, 5 would be -4, which does follow."""
    for literals in ([literal], [-4, literal]):
        with pytest.raises(StepFault, match=r"^expected variables from 1 to 4$"):
            refute().add_step(b"6", literals, [b"5"])


NOT_NEEDED = "a hint is not needed: its clause is already true, or comes after a contradiction"


@pytest.mark.parametrize(
    ("literals", "hints", "fault"),
    [
        ([2], [], "the hints do not end in a contradiction"),
        ([2], [b"1"], "the hints do not end in a contradiction"),
        ([], [b"1"], "hint 1: more than one literal of its clause is not false yet"),
        ([-2], [b"4", b"3", b"5"], "hint 4: more than one literal of its clause is not false yet"),
        ([2], [b"1", b"2", b"3"], "hint 3: more than one literal of its clause is not false yet"),
        ([2], [b"1", b"2", b"2"], NOT_NEEDED),
        ([2], [b"1", b"1", b"2"], NOT_NEEDED),
        ([2], [b"1", b"2", b"1", b"2"], NOT_NEEDED),
        ([2], [b"6"], "hint 6: no clause before this step has this number, or it was deleted"),
        ([2], [b"0"], "hint 0: no clause before this step has this number, or it was deleted"),
        ([2], [b"01", b"2"], "hint 01: no clause before this step has this number, or it was deleted"),
        ([2], [b"\xff"], "hint \ufffd: no clause before this step has this number, or it was deleted"),
        ([2], [b"9" * 99], f"hint {'9' * 20}: no clause before this step has this number, or it was deleted"),
        (
            [2],
            [b"-1", b"2"],
            "hint -1: negative hints (RAT) are not accepted; every step must follow by unit propagation (RUP)",
        ),
    ],
)
def test_a_step_that_does_not_follow_is_refused(literals: list[int], hints: list[bytes], fault: str) -> None:
    with pytest.raises(StepFault) as refused:
        refute().add_step(b"6", literals, hints)
    assert str(refused.value) == fault


def test_later_steps_use_earlier_ones() -> None:
    refutation = refute()
    refutation.add_step(b"6", [2], [b"1", b"2"])
    refutation.add_step(b"99", [3], [b"6", b"3"])
    refutation.add_step(b"100", [], [b"6", b"99", b"5", b"4"])


@pytest.mark.parametrize(("number", "least"), [(b"1", 5), (b"5", 5)])
def test_a_number_of_the_formula_cannot_be_used_again(number: bytes, least: int) -> None:
    with pytest.raises(StepFault, match=f"^expected a number above {least}, found {int(number)}$"):
        refute().add_step(number, [2], [b"1", b"2"])


def test_the_numbers_of_steps_increase() -> None:
    refutation = refute()
    refutation.add_step(b"10", [2], [b"1", b"2"])
    for number in (b"9", b"10"):
        with pytest.raises(StepFault, match=f"^expected a number above 10, found {int(number)}$"):
            refutation.add_step(number, [2], [b"1", b"2"])
    refutation.add_step(b"11", [2], [b"1", b"2"])


@pytest.mark.parametrize("deleted", [b"3", b"6"])
def test_a_deleted_clause_can_neither_be_used_nor_deleted_again(deleted: bytes) -> None:
    refutation = refute()
    refutation.add_step(b"6", [2], [b"1", b"2"])
    refutation.drop([b"1", deleted])
    with pytest.raises(StepFault, match=f"^hint {int(deleted)}: no clause before this step has this number"):
        refutation.add_step(b"7", [3], [deleted, b"3"])
    with pytest.raises(StepFault, match=f"^there is no clause {int(deleted)} to delete$"):
        refutation.drop([deleted])


def test_a_step_that_was_refused_does_not_exist() -> None:
    refutation = refute()
    with pytest.raises(StepFault):
        refutation.add_step(b"6", [1], [b"1"])
    with pytest.raises(StepFault):
        refutation.add_step(b"7", [1], [b"6"])
    refutation.add_step(b"6", [2], [b"1", b"2"])


def test_only_the_literals_of_steps_that_are_kept_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hinted_refutation, "MOST_LITERALS", 4)
    refutation = refute()
    refutation.drop([b"5"])  # a clause of the formula makes no room
    refutation.add_step(b"6", [2, 3], [b"1", b"2"])
    refutation.add_step(b"7", [2, 4], [b"1", b"2"])
    refutation.drop([b"6"])
    refutation.add_step(b"8", [2, 4], [b"1", b"2"])
    with pytest.raises(TooLarge):
        refutation.add_step(b"9", [2], [b"1", b"2"])


def test_nothing_of_a_refused_step_is_left_for_the_next_one() -> None:
    refutation = refute()
    for literals, hints in (([], [b"5", b"1"]), ([2, -3], [b"1", b"1"]), ([1], [b"2"]), ([], [b"5", b"9"])):
        with pytest.raises(StepFault):
            refutation.add_step(b"6", literals, hints)
        for unproven in ([], [1], [2], [-1], [4]):
            for hint in FORMULA:
                with pytest.raises(StepFault):
                    refutation.add_step(b"6", unproven, [hint])


def test_wrapped_literals_are_the_same_places_of_a_list_that_is_indexed_by_literal() -> None:
    signed = [*range(-VARIABLES, VARIABLES + 1)]
    places = [*range(2 * VARIABLES + 1)]
    wrapped = wrap_literals(signed, VARIABLES)
    assert [places[literal] for literal in signed] == [*wrapped]
    assert min(wrapped) == 0  # an index that does not count from the end


LITERALS = st.sampled_from([-4, -3, -2, -1, 1, 2, 3, 4])
CLAUSES = st.lists(LITERALS, max_size=3).map(tuple)


def is_satisfied(clause: tuple[int, ...], model: tuple[bool, ...]) -> bool:
    return any(model[abs(literal) - 1] == (literal > 0) for literal in clause)


FORMULAS = st.lists(CLAUSES, min_size=3, max_size=8)
PROOFS = st.lists(st.tuples(CLAUSES, st.lists(st.integers(1, 9))), max_size=6)


def number_clauses(formula: list[tuple[int, ...]]) -> dict[bytes, tuple[int, ...]]:
    return {b"%d" % number: clause for number, clause in enumerate(formula, 1)}


@given(FORMULAS, PROOFS)
def test_whatever_is_accepted_is_implied(
    formula: list[tuple[int, ...]], steps: list[tuple[tuple[int, ...], list[int]]]
) -> None:
    refutation = HintedRefutation(number_clauses(formula), len(formula), VARIABLES)
    models = [
        model
        for model in product((False, True), repeat=VARIABLES)
        if all(is_satisfied(clause, model) for clause in formula)
    ]
    for number, (literals, hints) in enumerate(steps, len(formula) + 1):
        if follows(refutation, number, literals, hints):
            assert all(is_satisfied(literals, model) for model in models)


def follows(refutation: HintedRefutation, number: int, literals: tuple[int, ...], hints: list[int]) -> bool:
    try:
        refutation.add_step(b"%d" % number, literals, [b"%d" % hint for hint in hints])
    except StepFault:
        return False
    return True


@given(FORMULAS, PROOFS)
def test_exactly_the_steps_are_accepted_that_follow_by_the_definition(
    formula: list[tuple[int, ...]], steps: list[tuple[tuple[int, ...], list[int]]]
) -> None:
    """Whether the literals of the formula are wrapped makes no difference."""
    wrapped = [wrap_literals(clause, VARIABLES) for clause in formula]
    checkers = [HintedRefutation(number_clauses(one), len(formula), VARIABLES) for one in (formula, wrapped)]
    clauses = dict(enumerate(formula, 1))
    for number, (literals, hints) in enumerate(steps, len(formula) + 1):
        expected = follows_by_definition(clauses, literals, hints)
        assert [follows(checker, number, literals, hints) for checker in checkers] == [expected, expected]
        if expected:
            clauses[number] = literals


def follows_by_definition(clauses: dict[int, tuple[int, ...]], literals: tuple[int, ...], hints: list[int]) -> bool:
    true = {-literal for literal in literals}
    left = [0]
    for hint in hints:
        left = [literal for literal in clauses.get(hint, (1, 1)) if -literal not in true]
        if len(left) > 1 or hint not in clauses or (left and left[0] in true) or 0 in true:
            return False
        true.add(left[0] if left else 0)
    return not left
