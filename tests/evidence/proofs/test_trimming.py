"""Trimming keeps what the contradiction needs, and refuses what proves nothing."""

from itertools import combinations, product
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sudoku_compare.checking.hinted_refutation import HintedRefutation
from sudoku_compare.checking.rup import Refutation
from sudoku_compare.core.answer import OutOfTime
from sudoku_compare.evidence.proofs.hints import HintedStep, add_hints
from sudoku_compare.evidence.proofs.trimming import NoProof, ProofStep, TrimmedProof, trim_proof

VARIABLES = 4
CUBE = [[x * 1, y * 2, z * 3] for x, y, z in product((1, -1), repeat=3)]  # unsatisfiable, but not by propagation


def trim(formula: list[list[int]], proof: list[ProofStep]) -> TrimmedProof:
    return trim_proof(VARIABLES, enumerate(formula, 1), proof, lambda: None)


def add(*literals: int) -> ProofStep:
    return ProofStep(list(literals))


def delete(*literals: int) -> ProofStep:
    return ProofStep(list(literals), is_deletion=True)


def literals_of(proof: TrimmedProof) -> list[tuple[int, ...]]:
    return [step.literals for step in proof.steps]


def check(formula: list[list[int]], steps: list[HintedStep]) -> None:
    """Check the steps with both checkers."""
    plain = Refutation(VARIABLES)
    for clause in formula:
        plain.add(clause)
    numbered = {b"%d" % number: tuple(clause) for number, clause in enumerate(formula, 1)}
    hinted = HintedRefutation(numbered, len(formula), VARIABLES)
    for step in steps:
        hinted.add_step(b"%d" % step.number, step.literals, [b"%d" % hint for hint in step.hints])
        assert step.is_helper or plain.add_step(step.literals)
    assert steps[-1].literals == ()
    assert plain.is_complete


NEEDED = [add(1, 2), add(1), add(-1, 2)]


@pytest.mark.parametrize(
    "proof",
    [
        [*NEEDED, add()],
        NEEDED,  # the contradiction is found without being named
        [add(1, 2, 4), *NEEDED, add()],
        [add(4, -4), *NEEDED, add()],
        [*NEEDED[:2], delete(1, 2), NEEDED[2], add()],
        [add(1, 2), delete(3, 4), delete(1, 2, 3), *NEEDED[1:], add()],  # neither is a step
        [*NEEDED[:2], delete(1), NEEDED[2], add()],  # a reason stays
        [add(2, 1), delete(1, 2), *NEEDED, add()],
        [*NEEDED, add(), add(4), add()],
    ],
)
def test_needless_steps_are_dropped(proof: list[ProofStep]) -> None:
    trimmed = trim(CUBE, proof)
    assert [set(literals) for literals in literals_of(trimmed)] == [{1, 2}, {1}, {2}, set()]
    check(CUBE, add_hints(trimmed))


def test_a_step_that_does_not_follow_does_no_harm_if_it_is_not_needed() -> None:
    assert len(trim(CUBE, [add(4), *NEEDED, add()]).steps) == 4


def test_a_deleted_step_is_used_no_more() -> None:
    proof = [add(1, 2), delete(1, 2), add(1), add()]
    with pytest.raises(NoProof, match=r"^line 3: the clause 1 does not follow from the lines before$"):
        trim(CUBE, [*proof[:3], add(2), add(-2)])


@pytest.mark.parametrize(
    ("proof", "problem"),
    [
        ([], "it ends before the contradiction"),
        ([add(1, 2)], "it ends before the contradiction"),
        ([add()], "line 1: the contradiction does not follow from the lines before"),
        ([add(1, 2), delete(), add(1)], "line 2: the contradiction does not follow from the lines before"),
        ([add(1), add(2), add()], "line 1: the clause 1 does not follow from the lines before"),
    ],
)
def test_what_proves_nothing_is_refused(proof: list[ProofStep], problem: str) -> None:
    with pytest.raises(NoProof) as refused:
        trim(CUBE, proof)
    assert str(refused.value) == problem


@pytest.mark.parametrize("formula", [[[]], [[1], [-1]], [[1], [-1, 2], [-2, 3], [-3, -1]]])
def test_a_formula_that_propagation_refutes_needs_no_step(formula: list[list[int]]) -> None:
    trimmed = trim([[4], *formula, [-2]], [])
    assert literals_of(trimmed) == [()]
    check([[4], *formula, [-2]], add_hints(trimmed))


def test_the_clock_is_checked() -> None:
    def run_out() -> None:
        raise OutOfTime

    with pytest.raises(OutOfTime):
        trim_proof(VARIABLES, enumerate(CUBE, 1), NEEDED, run_out)


LITERALS = st.sampled_from([-4, -3, -2, -1, 1, 2, 3, 4])
FORMULAS = st.lists(st.lists(LITERALS, min_size=1, max_size=3, unique_by=abs), min_size=6, max_size=30)
ALL_CLAUSES = [  # the long ones first: each follows from the two that have one literal more
    [sign * variable for sign, variable in zip(signs, variables, strict=True)]
    for size in (4, 3, 2, 1)
    for variables in combinations(range(1, VARIABLES + 1), size)
    for signs in product((1, -1), repeat=size)
]


@given(FORMULAS, st.randoms(use_true_random=False), st.data())
def test_the_proof_of_any_formula_can_be_trimmed_and_checked(
    formula: list[list[int]], chance: Random, data: st.DataObject
) -> None:
    """Every clause that the formula implies, the longest first, is a proof if the formula has no model."""
    models = product((1, -1), repeat=VARIABLES)
    assume(not any(all(any(model[abs(x) - 1] * x > 0 for x in clause) for clause in formula) for model in models))
    proof = [ProofStep(chance.sample(clause, len(clause))) for clause in ALL_CLAUSES]
    for place in sorted(data.draw(st.lists(st.integers(1, 60), max_size=5)), reverse=True):
        proof.insert(place, delete(*proof[place // 2].literals) if len(proof[place // 2].literals) == 4 else proof[0])
    try:
        trimmed = trim(formula, proof)
    except NoProof:
        assert any(step.is_deletion for step in proof)
        return
    check(formula, add_hints(trimmed))
