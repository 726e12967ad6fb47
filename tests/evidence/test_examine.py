"""The evidence against brute force on small boards, and against the engines on larger ones."""

import random
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from making import CLASH, EASY, ESCARGOT, NONE, TWO, hopeless, puzzle_with_holes, solutions_4x4, unique_with_holes
from sudoku_compare import Limits, Puzzle, Verdict
from sudoku_compare.comparison.compare import Comparison, compare, engines_by_text
from sudoku_compare.core.answer import Stopwatch
from sudoku_compare.core.entry import Entry
from sudoku_compare.core.shape import shape_of_side
from sudoku_compare.engines.reductio.engine import Reductio
from sudoku_compare.evidence import (
    certificate,
    conflict,
)
from sudoku_compare.evidence import (
    redundant_givens as minimality,
)
from sudoku_compare.evidence import (
    solution_count as multiplicity,
)
from sudoku_compare.evidence.additional_givens import find_repair
from sudoku_compare.evidence.examine import Inquiry, examine
from sudoku_compare.evidence.findings import OfMultiple, OfUnique, OfUnknown, OfUnsolvable, Placed
from sudoku_compare.evidence.solution_count import Counted, count_solutions, fixed_cells

FOUR = shape_of_side(4)
grids_4x4 = st.lists(st.sampled_from([0, 0, 0, 1, 2, 3, 4]), min_size=16, max_size=16).map(bytes)


def examined(puzzle: Puzzle | str, **inquiry: object) -> Comparison:
    asked = Puzzle.from_text(puzzle) if isinstance(puzzle, str) else puzzle
    comparison = compare(Entry("puzzle", asked), engines_by_text(["reductio", "sat"]), Limits(2, 30))
    return examine(comparison, Inquiry(**{"seconds": 30.0, **inquiry}))  # type: ignore[arg-type]


def watch(seconds: float = 30.0) -> Stopwatch:
    return Stopwatch(Limits(seconds=seconds))


def with_values(givens: bytes, values: tuple[Placed, ...]) -> bytes:
    changed = bytearray(givens)
    for cell, value in values:
        changed[cell] = value
    return bytes(changed)


def fewest_to_add(solutions: list[bytes]) -> int:
    """By trying all sets of cells of all solutions."""
    for size in range(17):
        for cells in combinations(range(16), size):
            seen = [bytes(solution[cell] for cell in cells) for solution in solutions]
            if any(seen.count(values) == 1 for values in seen):
                return size
    raise AssertionError("the whole solution would do")


@settings(max_examples=60, deadline=None)
@given(grids_4x4)
def test_the_evidence_of_any_4x4_is_what_trying_everything_finds(givens: bytes) -> None:
    puzzle, solutions = Puzzle(FOUR, givens), solutions_4x4(givens)
    comparison = examined(puzzle)
    assert not comparison.judgement.objections
    match comparison.evidence:
        case OfUnique() as evidence:
            needless = [s for s in range(16) if givens[s] and len(solutions_4x4(with_values(givens, ((s, 0),)))) == 1]  # type: ignore[arg-type]
            assert [cell for cell, _ in evidence.redundant_givens or ()] == needless
            assert evidence.certificate
        case OfMultiple() as evidence:
            assert (evidence.count, evidence.count_is_exact) == (len(solutions), True)
            same = [s for s in range(16) if not givens[s] and len({solution[s] for solution in solutions}) == 1]
            assert list(evidence.fixed_cells or ()) == same
            assert evidence.repair
            assert evidence.repair.proven_smallest
            assert len(solutions_4x4(with_values(givens, evidence.repair.add))) == 1
            assert len(evidence.repair.add) == fewest_to_add(solutions)
        case OfUnsolvable() as evidence:
            assert evidence.conflict
            assert evidence.confirmed_by == "cpsat"
            check_conflict(puzzle, evidence.conflict)
            assert {fix[:3] for fix in evidence.fixes or ()} == set(fixes_by_trying(givens))
        case other:
            raise AssertionError(other)


def check_conflict(puzzle: Puzzle, conflict: tuple[Placed, ...]) -> None:
    """No solution with all of them, one with all but any one of them."""
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
        typed = Puzzle(right.shape, with_values(right.givens, (Placed(cell, value),)))
        if not Reductio().search(typed, Limits(1)).solutions:
            break
    evidence = examined(typed).evidence
    assert isinstance(evidence, OfUnsolvable)
    assert evidence.conflict
    check_conflict(typed, evidence.conflict)
    assert (cell, value, right.givens[cell]) in [fix[:3] for fix in evidence.fixes or ()]


def test_fixes_that_leave_an_easier_puzzle_come_first() -> None:
    evidence = examined(NONE).evidence
    assert isinstance(evidence, OfUnsolvable)
    assert evidence.fixes
    keys = [(fix.assumptions, fix.to is None) for fix in evidence.fixes]
    assert keys == sorted(keys)
    for cell, _was, to, assumptions in evidence.fixes:
        puzzle = Puzzle.from_text(NONE)
        mended = Puzzle(puzzle.shape, with_values(puzzle.givens, (Placed(cell, to or 0),)))
        answer = Reductio().search(mended, Limits(2))
        assert (len(answer.solutions), answer.counts["assumptions"]) == (1, assumptions)


def test_givens_that_clash_are_the_conflict() -> None:
    evidence = examined(CLASH).evidence
    assert isinstance(evidence, OfUnsolvable)
    assert evidence.conflict == (Placed(0, 5), Placed(1, 5))
    assert evidence.fixes == ()  # two givens less one make no unique puzzle


@pytest.mark.parametrize("prover", ["sat", "reductio"])
def test_the_certificate_tells_who_proved_what(prover: str) -> None:
    for text, has_solution in ((ESCARGOT, True), (NONE, False)):
        evidence = examined(text, proof_from=prover).evidence
        assert isinstance(evidence, OfUnique | OfUnsolvable)
        assert evidence.certificate
        assert evidence.certificate.prover == {"sat": "cadical153", "reductio": "reductio"}[prover]
        assert (evidence.certificate.claim is not None) == has_solution
        assert evidence.certificate.proof[-1] == "0"


def test_a_minimal_puzzle_and_one_that_is_not() -> None:
    minimal, other = examined(ESCARGOT).evidence, examined(EASY).evidence
    assert isinstance(minimal, OfUnique)
    assert isinstance(other, OfUnique)
    assert (minimal.minimal, minimal.redundant_givens) == (True, ())
    assert other.minimal is False
    puzzle = Puzzle.from_text(EASY)
    for cell, value in enumerate(puzzle.givens):
        if value:
            rest = Puzzle(puzzle.shape, with_values(puzzle.givens, (Placed(cell, 0),)))
            is_redundant = len(Reductio().search(rest, Limits(2)).solutions) == 1
            assert (Placed(cell, value) in (other.redundant_givens or ())) == is_redundant


def test_solutions_are_counted_up_to_the_limit() -> None:
    for count, expected in ((1000, (2, True)), (2, (2, False)), (3, (2, True))):
        evidence = examined(TWO, count=count).evidence
        assert isinstance(evidence, OfMultiple)
        assert (evidence.count, evidence.count_is_exact) == expected
    many = examined("1" + "." * 80, count=500, seconds=2.0).evidence
    assert isinstance(many, OfMultiple)
    assert (many.count, many.count_is_exact) == (500, False)


@pytest.mark.parametrize("seed", [2, 3, 5])
def test_how_far_was_counted_changes_neither_what_is_fixed_nor_the_fewest_to_add(seed: int) -> None:
    puzzle = puzzle_with_holes(shape_of_side(9), 0.38, seed)
    counted = count_solutions(puzzle, 2000, watch())
    assert counted.is_exact
    few = Counted(counted.solutions[:2], is_exact=False)
    assert fixed_cells(puzzle, counted, watch()) == fixed_cells(puzzle, few, watch())
    repairs = [find_repair(puzzle, known, watch()) for known in (counted, few)]
    assert all(repair.proven_smallest for repair in repairs)
    assert len(repairs[0].add) == len(repairs[1].add)
    for repair in repairs:
        repaired = Puzzle(puzzle.shape, with_values(puzzle.givens, repair.add))
        assert len(Reductio().search(repaired, Limits(2)).solutions) == 1


def test_a_repair_beyond_what_can_be_tried_is_found_by_hitting_sets() -> None:
    """An empty 4x4 takes four values: all sets of three are tried in vain, then solution by solution."""
    counted = count_solutions(Puzzle(FOUR, bytes(16)), 1000, watch())
    assert len(counted.solutions) == 288
    repair = find_repair(Puzzle(FOUR, bytes(16)), counted, watch())
    assert (len(repair.add), repair.proven_smallest) == (4, True)


def test_time_that_runs_out_leaves_parts_open_and_says_so() -> None:
    evidence = examined(unique_with_holes(shape_of_side(25), 0.8), seconds=0.001).evidence
    assert isinstance(evidence, OfUnique)
    assert (evidence.certificate, evidence.minimal) == (None, None)
    assert set(evidence.open) == {"certificate", "minimal"}
    assert all("time ran out" in reason for reason in evidence.open.values())
    several = examined("." * 81, seconds=0.3, count=1_000_000).evidence
    assert isinstance(several, OfMultiple)
    assert not several.count_is_exact
    assert several.repair
    assert not several.repair.proven_smallest
    assert "time ran out" in several.open["count"]


def test_an_unknown_verdict_stays_unknown() -> None:
    comparison = compare(Entry("hopeless", hopeless()), engines_by_text(["reductio"]), Limits(2, 0.2))
    result = examine(comparison, Inquiry(seconds=0.2))
    assert (result.verdict, result.evidence) == (Verdict.UNKNOWN, OfUnknown(0))


def lie_about_proofs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(certificate, "proof_lines", lambda clauses, watch: ["5 0", "0"])


def lie_about_unsatisfiability(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(certificate, "proof_lines", lambda clauses, watch: None)


def lie_about_reductio(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(minimality, "has_only", lambda puzzle, solution, watch: False)


def lie_about_confirming(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conflict, "CONFIRMING", "wrong")
    monkeypatch.setattr(conflict, "load_engine", lambda text: Reductio())
    monkeypatch.setattr(conflict, "only", lambda puzzle, givens: Puzzle(puzzle.shape, bytes(len(puzzle.givens))))
    monkeypatch.setattr(conflict, "must_solve", lambda puzzle, solution: None)


def miss_a_solution(monkeypatch: pytest.MonkeyPatch) -> None:
    search = multiplicity.Search

    class Forgetful(search):  # type: ignore[misc, valid-type]
        def solutions(self):  # type: ignore[no-untyped-def]
            yield from list(super().solutions())[1:]

    monkeypatch.setattr(multiplicity, "Search", Forgetful)


@pytest.mark.parametrize(
    ("fault", "text", "verdict", "objection"),
    [
        (lie_about_proofs, ESCARGOT, Verdict.UNKNOWN, "cadical153: its proof does not stand: proof.drup, line 1"),
        (lie_about_unsatisfiability, ESCARGOT, Verdict.UNKNOWN, "finds a solution that is said not to exist"),
        (lie_about_unsatisfiability, NONE, Verdict.UNKNOWN, "finds a solution that is said not to exist"),
        (lie_about_reductio, EASY, Verdict.UNIQUE, "reductio finds otherwise"),
        (lie_about_confirming, NONE, Verdict.UNSOLVABLE, "wrong: finds a solution of givens"),
        (miss_a_solution, TWO, Verdict.MULTIPLE, "sat finds another one"),
    ],
)
def test_evidence_that_contradicts_the_verdict_is_an_objection(
    fault: object, text: str, verdict: Verdict, objection: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    fault(monkeypatch)  # type: ignore[operator]
    result = examined(text)
    assert (result.verdict, result.judgement.agreed) == (verdict, False)
    assert any(objection in told for told in result.judgement.objections)
