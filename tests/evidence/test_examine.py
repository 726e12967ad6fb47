"""Compares the evidence with brute force on small boards, and with the engines on larger ones."""

import random
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from making import CLASH, EASY, ESCARGOT, NONE, TWO, hopeless, puzzle_with_holes, solutions_4x4, unique_with_holes
from sudoku_compare import Limits, Puzzle, Verdict
from sudoku_compare.comparison.compare import compare, engines_by_text
from sudoku_compare.comparison.reason import UnknownReason, find_unknown_reason
from sudoku_compare.core.answer import Stopwatch
from sudoku_compare.core.entry import Entry
from sudoku_compare.core.shape import shape_of_side
from sudoku_compare.engines.reductio.engine import Reductio
from sudoku_compare.evidence import certificate, conflict, redundant_givens, solution_count
from sudoku_compare.evidence.additional_givens import find_additional_givens
from sudoku_compare.evidence.examine import EvidenceOptions, examine
from sudoku_compare.evidence.result import (
    MissingReason,
    MultipleEvidence,
    Placement,
    UniqueEvidence,
    UniquenessResult,
    UnknownEvidence,
    UnsolvableEvidence,
)
from sudoku_compare.evidence.solution_count import SolutionCount, count_solutions, find_fixed_cells

FOUR = shape_of_side(4)
grids_4x4 = st.lists(st.sampled_from([0, 0, 0, 1, 2, 3, 4]), min_size=16, max_size=16).map(bytes)


def examine_puzzle(puzzle: Puzzle | str, **options: object) -> UniquenessResult:
    asked = Puzzle.from_text(puzzle) if isinstance(puzzle, str) else puzzle
    comparison = compare(Entry("puzzle", asked), engines_by_text(["reductio", "sat"]), Limits(2, 30))
    return examine(comparison, EvidenceOptions(**{"seconds": 30.0, **options}))  # type: ignore[arg-type]


def watch(seconds: float = 30.0) -> Stopwatch:
    return Stopwatch(Limits(seconds=seconds))


def with_values(givens: bytes, values: tuple[Placement, ...]) -> bytes:
    changed = bytearray(givens)
    for cell, value in values:
        changed[cell] = value
    return bytes(changed)


def fewest_to_add(solutions: list[bytes]) -> int:
    """Try all sets of cells of all solutions."""
    for size in range(17):
        for cells in combinations(range(16), size):
            seen = [bytes(solution[cell] for cell in cells) for solution in solutions]
            if any(seen.count(values) == 1 for values in seen):
                return size
    raise AssertionError("the whole solution is enough")


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(grids_4x4)
def test_the_evidence_for_any_4x4_matches_brute_force(givens: bytes) -> None:
    puzzle, solutions = Puzzle(FOUR, givens), solutions_4x4(givens)
    result = examine_puzzle(puzzle)
    assert not result.comparison.judgement.objections
    match result.evidence:
        case UniqueEvidence() as evidence:
            redundant = [s for s in range(16) if givens[s] and len(solutions_4x4(with_values(givens, ((s, 0),)))) == 1]  # type: ignore[arg-type]
            assert [cell for cell, _ in evidence.redundant_givens or ()] == redundant
            assert evidence.certificate
        case MultipleEvidence() as evidence:
            assert (evidence.count, evidence.count_is_exact) == (len(solutions), True)
            same = [s for s in range(16) if not givens[s] and len({solution[s] for solution in solutions}) == 1]
            assert list(evidence.fixed_cells or ()) == same
            assert evidence.additional_givens
            assert evidence.additional_givens.proven_smallest
            assert len(solutions_4x4(with_values(givens, evidence.additional_givens.add))) == 1
            assert len(evidence.additional_givens.add) == fewest_to_add(solutions)
        case UnsolvableEvidence() as evidence:
            assert evidence.conflict
            assert evidence.confirmed_by == "cpsat"
            check_conflict(puzzle, evidence.conflict)
            assert {fix[:3] for fix in evidence.fixes or ()} == set(fixes_by_trying(givens))
        case other:
            raise AssertionError(other)


def check_conflict(puzzle: Puzzle, conflict: tuple[Placement, ...]) -> None:
    """Check that there is no solution with all givens of the conflict, and one without any one of them."""
    empty = bytes(len(puzzle.givens))
    assert all(puzzle.givens[cell] == value for cell, value in conflict)
    assert not Reductio().search(Puzzle(puzzle.shape, with_values(empty, conflict)), Limits(1)).solutions
    for left_out in conflict:
        others = tuple(placed for placed in conflict if placed != left_out)
        assert Reductio().search(Puzzle(puzzle.shape, with_values(empty, others)), Limits(1)).solutions


def fixes_by_trying(givens: bytes) -> list[tuple[int, int, int | None]]:
    fixes: list[tuple[int, int, int | None]] = []
    for cell, was in enumerate(givens):
        for to in range(5) if was else ():
            if to != was and len(solutions_4x4(with_values(givens, ((cell, to),)))) == 1:  # type: ignore[arg-type]
                fixes.append((cell, was, to or None))
    return fixes


@pytest.mark.parametrize("seed", range(8))
def test_a_mistyped_given_is_found(seed: int) -> None:
    rng = random.Random(seed)
    right = unique_with_holes(shape_of_side(9), 0.45, seed)
    while True:
        cell, value = rng.choice([s for s, given in enumerate(right.givens) if given]), rng.randint(1, 9)
        typed = Puzzle(right.shape, with_values(right.givens, (Placement(cell, value),)))
        if not Reductio().search(typed, Limits(1)).solutions:
            break
    evidence = examine_puzzle(typed).evidence
    assert isinstance(evidence, UnsolvableEvidence)
    assert evidence.conflict
    check_conflict(typed, evidence.conflict)
    assert (cell, value, right.givens[cell]) in [fix[:3] for fix in evidence.fixes or ()]


def test_clashing_givens_are_the_conflict() -> None:
    evidence = examine_puzzle(CLASH).evidence
    assert isinstance(evidence, UnsolvableEvidence)
    assert evidence.conflict == (Placement(0, 5), Placement(1, 5))
    assert evidence.fixes == ()  # one given does not make a puzzle unique


@pytest.mark.parametrize("prover", ["sat", "reductio"])
def test_the_certificate_names_the_prover_and_the_claim(prover: str) -> None:
    for text, has_solution in ((ESCARGOT, True), (NONE, False)):
        evidence = examine_puzzle(text, proof_from=prover).evidence
        assert isinstance(evidence, UniqueEvidence | UnsolvableEvidence)
        assert evidence.certificate
        assert evidence.certificate.prover == {"sat": "cadical153", "reductio": "reductio"}[prover]
        assert (evidence.certificate.claim is not None) == has_solution
        assert evidence.certificate.proof[-1] == "0"


def test_redundant_givens_are_found() -> None:
    minimal, other = examine_puzzle(ESCARGOT).evidence, examine_puzzle(EASY).evidence
    assert isinstance(minimal, UniqueEvidence)
    assert isinstance(other, UniqueEvidence)
    assert (minimal.is_minimal, minimal.redundant_givens) == (True, ())
    assert other.is_minimal is False
    puzzle = Puzzle.from_text(EASY)
    for cell, value in enumerate(puzzle.givens):
        if value:
            rest = Puzzle(puzzle.shape, with_values(puzzle.givens, (Placement(cell, 0),)))
            is_redundant = len(Reductio().search(rest, Limits(2)).solutions) == 1
            assert (Placement(cell, value) in (other.redundant_givens or ())) == is_redundant


@pytest.mark.slow
def test_solutions_are_counted_up_to_the_limit() -> None:
    for count, expected in ((1000, (2, True)), (2, (2, False)), (3, (2, True))):
        evidence = examine_puzzle(TWO, count_limit=count).evidence
        assert isinstance(evidence, MultipleEvidence)
        assert (evidence.count, evidence.count_is_exact) == expected
    many = examine_puzzle("1" + "." * 80, count_limit=500, seconds=2.0).evidence
    assert isinstance(many, MultipleEvidence)
    assert (many.count, many.count_is_exact) == (500, False)


@pytest.mark.parametrize("seed", [2, 3, 5])
def test_fixed_cells_and_additional_givens_do_not_depend_on_how_many_solutions_are_known(seed: int) -> None:
    puzzle = puzzle_with_holes(shape_of_side(9), 0.38, seed)
    counted = count_solutions(puzzle, 2000, watch())
    assert counted.is_exact
    few = SolutionCount(counted.solutions[:2], is_exact=False)
    assert find_fixed_cells(puzzle, counted, watch()) == find_fixed_cells(puzzle, few, watch())
    found = [find_additional_givens(puzzle, known, watch()) for known in (counted, few)]
    assert all(givens.proven_smallest for givens in found)
    assert len(found[0].add) == len(found[1].add)
    for givens in found:
        completed = Puzzle(puzzle.shape, with_values(puzzle.givens, givens.add))
        assert len(Reductio().search(completed, Limits(2)).solutions) == 1


def test_more_than_three_additional_givens_are_found_by_hitting_sets() -> None:
    """An empty 4x4 needs four: no set of three is enough, so solution after solution is tried as the target."""
    counted = count_solutions(Puzzle(FOUR, bytes(16)), 1000, watch())
    assert len(counted.solutions) == 288
    givens = find_additional_givens(Puzzle(FOUR, bytes(16)), counted, watch())
    assert (len(givens.add), givens.proven_smallest) == (4, True)


def test_parts_for_which_time_ran_out_are_missing_with_the_reason() -> None:
    evidence = examine_puzzle(unique_with_holes(shape_of_side(25), 0.8), seconds=0.001).evidence
    assert isinstance(evidence, UniqueEvidence)
    assert (evidence.certificate, evidence.is_minimal) == (None, None)
    assert set(evidence.missing) == {"certificate", "redundant_givens"}
    assert all(missing.because is MissingReason.TIMED_OUT for missing in evidence.missing.values())
    assert all("time ran out" in missing.message for missing in evidence.missing.values())
    several = examine_puzzle("." * 81, seconds=0.3, count_limit=1_000_000).evidence
    assert isinstance(several, MultipleEvidence)
    assert not several.count_is_exact
    assert several.additional_givens
    assert not several.additional_givens.proven_smallest
    assert several.missing["count"].because is MissingReason.TIMED_OUT


def test_an_unknown_verdict_stays_unknown() -> None:
    comparison = compare(Entry("hopeless", hopeless()), engines_by_text(["reductio"]), Limits(2, 0.2))
    result = examine(comparison, EvidenceOptions(seconds=0.2))
    assert (result.comparison.verdict, result.evidence) == (Verdict.UNKNOWN, UnknownEvidence(0))


def lie_about_proofs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(certificate, "proof_lines", lambda clauses, watch: ["5 0", "0"])


def lie_about_unsatisfiability(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(certificate, "proof_lines", lambda clauses, watch: None)


def lie_about_reductio(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redundant_givens, "has_only_solution", lambda puzzle, solution, watch: False)


def lie_about_confirming(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conflict, "CONFIRMING", "wrong")
    monkeypatch.setattr(conflict, "load_engine", lambda text: Reductio())
    monkeypatch.setattr(conflict, "keep_givens", lambda puzzle, givens: Puzzle(puzzle.shape, bytes(len(puzzle.givens))))
    monkeypatch.setattr(conflict, "require_solution", lambda puzzle, solution: None)


def miss_a_solution(monkeypatch: pytest.MonkeyPatch) -> None:
    search = solution_count.Search

    class Forgetful(search):  # type: ignore[misc, valid-type]
        def solutions(self):  # type: ignore[no-untyped-def]
            yield from list(super().solutions())[1:]

    monkeypatch.setattr(solution_count, "Search", Forgetful)


@pytest.mark.parametrize(
    ("fault", "text", "verdict", "objection"),
    [
        (lie_about_proofs, ESCARGOT, Verdict.UNKNOWN, "cadical153: its proof is invalid: proof.drup, line 1"),
        (lie_about_unsatisfiability, ESCARGOT, Verdict.UNKNOWN, "found a solution that should not exist"),
        (lie_about_unsatisfiability, NONE, Verdict.UNKNOWN, "found a solution that should not exist"),
        (lie_about_reductio, EASY, Verdict.UNIQUE, "reductio found otherwise"),
        (lie_about_confirming, NONE, Verdict.UNSOLVABLE, "wrong: found a solution of givens"),
        (miss_a_solution, TWO, Verdict.MULTIPLE, "sat found another one"),
    ],
)
def test_evidence_that_contradicts_the_verdict_is_an_objection(
    fault: object, text: str, verdict: Verdict, objection: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    fault(monkeypatch)  # type: ignore[operator]
    result = examine_puzzle(text)
    comparison = result.comparison
    assert (comparison.verdict, comparison.judgement.agreed) == (verdict, False)
    assert any(objection in text for text in comparison.judgement.objections)
    assert any(missing.because is MissingReason.OBJECTION for missing in result.evidence.missing.values())
    unknown_because = UnknownReason.CONTRADICTION if verdict is Verdict.UNKNOWN else None
    assert find_unknown_reason(comparison) is unknown_because
