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
from sudoku_compare.evidence.proofs.trimming import TrimmedProof
from sudoku_compare.evidence.result import Certificate, ProofFormat
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
@pytest.mark.parametrize("proof_format", ["lrat", "drup"])
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
def test_a_certificate_proves_its_claim(puzzle: Puzzle, prover: str, proof_format: str, tmp_path: Path) -> None:
    claim = claim_of(puzzle)
    found = certify(puzzle, claim, PROVERS[prover], watch(), ProofFormat(proof_format))
    assert found.proof_format == proof_format
    assert (found.claim, found.prover) == (claim, {"sat": "cadical153", "reductio": "reductio"}[prover])
    assert found.steps == sum(" d " not in line and not line.startswith("d") for line in found.proof)
    assert found.proof_bytes == len("".join(f"{line}\n" for line in found.proof))
    assert found.bytes_without_hints <= min(found.proof_bytes, found.prover_bytes)
    write_certificate(tmp_path, puzzle, found)
    assert verify(tmp_path, lambda: None) == (puzzle, claim, found.clauses, found.steps, proof_format)


@pytest.mark.parametrize(("puzzle", "claim", "clauses"), [(UNIQUE, SOLUTION, RULES + 4 + 1), (CLASH, None, RULES + 2)])
def test_the_proof_of_a_search_without_assumptions_is_one_step(
    puzzle: Puzzle, claim: bytes | None, clauses: int
) -> None:
    found = certify(puzzle, claim, PROVERS["reductio"], watch(), ProofFormat.DRUP)
    assert found == Certificate(claim, "reductio", ("0",), ProofFormat.DRUP, 1, clauses, 2, 2)


def test_only_what_the_contradiction_needs_is_kept() -> None:
    lines = ["-2 0", "d -2 0", "0"]  # the clauses contradict each other without any step
    found = certify(UNIQUE, SOLUTION, Prover("wordy", lambda *claim: lines), watch(), ProofFormat.DRUP)
    assert (found.proof, found.steps, found.prover_bytes, found.bytes_without_hints) == (("0",), 1, 14, 2)


EMPTY = Puzzle(FOUR, bytes(16))


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        (["d 5 6 0", "17 0", "0"], "line 3: the contradiction does not follow from the lines before"),
        (["17 0"], "it ends before the contradiction"),
        ([], "it ends before the contradiction"),
        (["1 0", "5 0", "0"], "line 2: the clause 5 does not follow from the lines before"),
        (["1 0", "65 0", "0"], "line 2: expected variables from 1 to 64"),
    ],
)
def test_a_wrong_proof_is_an_objection(lines: list[str], problem: str) -> None:
    with pytest.raises(Objection) as objection:
        certify(EMPTY, SOLUTION, Prover("bad", lambda *claim: lines), watch())
    assert str(objection.value) == f"bad: its proof is invalid: {problem}"


def test_the_checker_has_the_last_word(monkeypatch: pytest.MonkeyPatch) -> None:
    """Trimming is not trusted: a fault in it becomes an objection, never a certificate."""
    monkeypatch.setattr("sudoku_compare.evidence.certificate.format_lrat", lambda steps: ["390 0 1 0"])
    with pytest.raises(
        Objection, match=r"^reductio: its proof is invalid: proof\.lrat, line 1: the contradiction: hint 1"
    ):
        certify(UNIQUE, SOLUTION, PROVERS["reductio"], watch())
    monkeypatch.setattr("sudoku_compare.evidence.certificate.format_drup", lambda steps: ["0"])
    several = Puzzle.from_text("1... ...2 .3.. ....")
    monkeypatch.setattr(
        "sudoku_compare.evidence.certificate.trim_proof", lambda *arguments: TrimmedProof((), (), {}, 1)
    )
    monkeypatch.setattr("sudoku_compare.evidence.certificate.add_hints", lambda proof: [])
    with pytest.raises(Objection, match=r"proof\.drup, line 1: the contradiction does not follow"):
        certify(several, list_solutions(several)[0], PROVERS["reductio"], watch(), ProofFormat.DRUP)


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
