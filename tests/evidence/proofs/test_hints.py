"""Hints: every step names all clauses that it uses, and helper steps keep the lists short."""

from pathlib import Path

import pytest

from making import ESCARGOT
from sudoku_compare import Puzzle
from sudoku_compare.checking.certificate_folder import verify
from sudoku_compare.evidence.certificate import PROVERS, certify
from sudoku_compare.evidence.certificate_writer import write_certificate
from sudoku_compare.evidence.proofs import hints, proof_form
from sudoku_compare.evidence.proofs.hints import HintedStep, add_hints
from sudoku_compare.evidence.proofs.trimming import Inference, NeededStep, ProofStep, TrimmedProof, trim_proof
from sudoku_compare.evidence.result import ProofFormat
from witnesses import watch


def trim(formula: list[list[int]], proof: list[list[int]]) -> list[HintedStep]:
    return add_hints(trim_proof(9, enumerate(formula, 1), map(ProofStep, proof), lambda: None))


def test_what_follows_from_a_given_is_repeated_and_what_takes_more_is_a_helper_step() -> None:
    assert trim([[1], [-1, 2], [-2]], []) == [HintedStep(4, (), (1, 2, 3), is_helper=False)]
    chain = [[1], [-1, 2], [-2, 3], [-3, 4], [-4, 5], [-5]]
    assert trim(chain, []) == [
        HintedStep(7, (4,), (1, 2, 3, 4), is_helper=True),
        HintedStep(8, (), (7, 5, 6), is_helper=False),
    ]


def test_what_is_left_of_a_clause_that_is_used_again_is_a_helper_step() -> None:
    formula = [[-9], [9, 1, 2], [9, 1, -2], [-1, 3, 4], [-1, 3, -4], [-1, -3, 4], [-1, -3, -4]]
    steps = trim(formula, [[1], [-1, 3], []])
    assert steps[-1].literals == ()
    assert [step.literals for step in steps if not step.is_helper][:1] == [(1,)]


def test_a_contradiction_that_comes_early_ends_the_proof() -> None:
    """A step that became shorter contradicts what is fixed; nothing after it is needed."""
    proof = TrimmedProof(
        steps=(
            NeededStep(3, (2,), (Inference(0, 2),), fixed=0),
            NeededStep(4, (), (Inference(0, 1),), fixed=2),
        ),
        fixed=(Inference(-2, 1), Inference(5, 3)),
        clauses={1: (-2,), 2: (2,), 3: (5, 2)},
        count=2,
    )
    assert add_hints(proof) == [
        HintedStep(3, (2,), (2,), is_helper=False),
        HintedStep(4, (), (1, 3), is_helper=False),
    ]


@pytest.mark.parametrize("prover", ["sat", "reductio"])
@pytest.mark.parametrize("proof_format", ["lrat", "drup"])
@pytest.mark.parametrize(("inline", "uses"), [(1, 1), (1, 99), (9, 2), (99, 99)])
def test_a_proof_holds_whatever_the_helper_steps_and_with_deletions(
    prover: str,
    proof_format: str,
    inline: int,
    uses: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hints, "MOST_INLINE", inline)
    monkeypatch.setattr(hints, "FEWEST_USES", uses)
    monkeypatch.setattr(proof_form, "FEWEST_STEPS", 0)
    puzzle = Puzzle.from_text(ESCARGOT)
    solution = Puzzle.from_text(
        "162857493534129678789643521475312986913586742628794135356478219241935867897261354"
    ).givens
    found = certify(puzzle, solution, PROVERS[prover], watch(), ProofFormat(proof_format))
    assert any(line.startswith("d") or " d " in line for line in found.proof)
    write_certificate(tmp_path, puzzle, found)
    assert verify(tmp_path, lambda: None).steps == found.steps
