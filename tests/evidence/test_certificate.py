"""Certificates: proofs of both provers, checked before they are returned."""

from pathlib import Path

import pytest

from making import ESCARGOT, NONE
from sudoku_compare import Limits, Puzzle
from sudoku_compare.checking.certificate_folder import verify
from sudoku_compare.core.answer import OutOfTime
from sudoku_compare.core.errors import OptionError
from sudoku_compare.engines.reductio.engine import Reductio
from sudoku_compare.engines.sat import oracle
from sudoku_compare.evidence.certificate import PROVERS, Prover, certify, load_prover
from sudoku_compare.evidence.certificate_writer import write_certificate
from sudoku_compare.evidence.confirmation import Objection
from sudoku_compare.evidence.result import Certificate
from witnesses import FOUR, draw_4x4_with, list_solutions, watch

each_prover = pytest.mark.parametrize("prover", ["sat", "reductio"])
UNIQUE = Puzzle.from_text("1... ..2. .3.. ...4")
[SOLUTION] = list_solutions(UNIQUE)
CLASH = Puzzle.from_text("11.. .... .... ....")
RULES = 384  # clauses of a 4x4: 16 cells and 12 units with 4 values each, and 6 pairs for each of these 64


def claim_of(puzzle: Puzzle) -> bytes | None:
    return next(iter(Reductio().search(puzzle, Limits(1)).solutions), None)


def test_sat_is_the_first_prover() -> None:
    assert list(PROVERS) == ["sat", "reductio"]


@each_prover
def test_a_prover_is_loaded_by_its_name(prover: str) -> None:
    assert load_prover(prover, Limits()) is PROVERS[prover]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("kernel", "engine kernel: it writes no proofs; expected one of sat, reductio"),
        ("reductoi", "unknown engine 'reductoi'; did you mean reductio?"),
        ("sat:encoding=minimal", "engine sat:encoding=minimal: it writes no proofs; expected one of sat, reductio"),
    ],
)
def test_only_an_engine_that_writes_proofs_is_a_prover(text: str, message: str) -> None:
    with pytest.raises(OptionError) as error:
        load_prover(text, Limits())
    assert str(error.value).startswith(message)  # the names of programs on this machine may follow


@each_prover
@pytest.mark.parametrize(
    "puzzle",
    [
        *draw_4x4_with(range(1, 2), 4, 3),
        *draw_4x4_with(range(1, 2), 7, 3),
        *draw_4x4_with(range(1), 5, 3, spoiled=True),
        Puzzle.from_text(ESCARGOT),
        Puzzle.from_text(NONE),
    ],
    ids=lambda puzzle: puzzle.text,
)
def test_a_certificate_proves_its_claim(puzzle: Puzzle, prover: str, tmp_path: Path) -> None:
    claim = claim_of(puzzle)
    found = certify(puzzle, claim, PROVERS[prover], watch())
    assert (found.claim, found.prover) == (claim, {"sat": "cadical153", "reductio": "reductio"}[prover])
    assert found.steps == sum(not line.startswith("d") for line in found.proof)
    assert found.proof_bytes == len("".join(f"{line}\n" for line in found.proof))
    write_certificate(tmp_path, puzzle, found)
    assert verify(tmp_path, lambda: None) == (puzzle, claim, found.clauses, found.steps)


@pytest.mark.parametrize(("puzzle", "claim", "clauses"), [(UNIQUE, SOLUTION, RULES + 4 + 1), (CLASH, None, RULES + 2)])
def test_the_proof_of_a_search_without_assumptions_is_one_step(
    puzzle: Puzzle, claim: bytes | None, clauses: int
) -> None:
    found = certify(puzzle, claim, PROVERS["reductio"], watch())
    assert found == Certificate(claim, "reductio", ("0",), 1, clauses=clauses)


def test_the_steps_of_a_proof_are_counted_without_its_deletions() -> None:
    good = certify(UNIQUE, SOLUTION, Prover("good", lambda *claim: ["-2 0", "d -2 0", "0"]), watch())
    assert (good.proof, good.steps) == (("-2 0", "d -2 0", "0"), 2)
    bad = Prover("bad", lambda *claim: ["d 5 6 0", "17 0", "0"])
    with pytest.raises(Objection) as objection:
        certify(Puzzle(FOUR, bytes(16)), SOLUTION, bad, watch())
    assert str(objection.value) == (
        "bad: its proof is invalid: proof.drup, line 2: the clause 17 does not follow from the lines before"
    )


def test_a_proof_may_have_only_the_variables_of_the_puzzle() -> None:
    with pytest.raises(Objection, match=r"^mine: its proof is invalid: line 2: expected variables from 1 to 64$"):
        certify(UNIQUE, SOLUTION, Prover("mine", lambda *claim: ["-2 0", "65 0", "0"]), watch())


@each_prover
def test_a_wrong_claim_is_an_objection(prover: str) -> None:
    several = Puzzle.from_text("1... ...2 .3.. ....")
    solution = list_solutions(several)[0]
    with pytest.raises(Objection) as objection:
        certify(several, solution, PROVERS[prover], watch())
    wrong = (
        "cadical153: found a solution that should not exist" if prover == "sat" else "reductio: its proof is invalid: "
    )
    assert str(objection.value).startswith(wrong)
    with pytest.raises(Objection):
        certify(UNIQUE, None, PROVERS[prover], watch())


@each_prover
def test_a_claim_that_is_not_a_solution_is_an_objection(prover: str) -> None:
    with pytest.raises(Objection, match=r"its proof is invalid: solution.txt: not a solution: r1c1|found a solution"):
        certify(UNIQUE, bytes(16), PROVERS[prover], watch())


@each_prover
def test_a_certificate_needs_time(prover: str) -> None:
    late = watch()
    late.stop()
    with pytest.raises(OutOfTime):
        certify(UNIQUE, SOLUTION, PROVERS[prover], late)


def test_a_formula_that_is_too_large_is_out_of_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(oracle, "MOST_CLAUSES", 100)
    with pytest.raises(oracle.OutOfReach):
        certify(UNIQUE, SOLUTION, PROVERS["sat"], watch())
