"""Compares the evidence with brute force on small boards, and with the engines on larger ones."""

import random
import signal
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from typing import NoReturn

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from making import CLASH, EASY, ESCARGOT, NONE, TWO, hopeless, puzzle_with_holes, solutions_4x4, unique_with_holes
from sudoku_compare import Limits, Puzzle, Verdict, solve, uniqueness
from sudoku_compare.checking.rejection import CertificateTooLarge
from sudoku_compare.comparison.compare import compare, engines_by_text
from sudoku_compare.comparison.reason import UnknownReason, find_unknown_reason
from sudoku_compare.core.answer import Answer, Ending, OutOfTime, Stopwatch
from sudoku_compare.core.entry import Entry
from sudoku_compare.core.shape import shape_of_side
from sudoku_compare.engines.reductio.engine import Reductio
from sudoku_compare.engines.sat import oracle
from sudoku_compare.engines.sat.oracle import OutOfReach
from sudoku_compare.evidence import certificate, conflict, redundant_givens, solution_count
from sudoku_compare.evidence import examine as examine_module
from sudoku_compare.evidence.additional_givens import find_additional_givens
from sudoku_compare.evidence.certificate import PROVERS, Prover
from sudoku_compare.evidence.confirmation import Objection
from sudoku_compare.evidence.examine import EvidenceOptions, examine
from sudoku_compare.evidence.result import (
    AdditionalGivens,
    Missing,
    MissingReason,
    MultipleEvidence,
    Placement,
    UniqueEvidence,
    UniquenessResult,
    UnknownEvidence,
    UnsolvableEvidence,
)
from sudoku_compare.evidence.solution_count import SolutionCount, count_solutions, find_fixed_cells
from witnesses import Witness

FOUR = shape_of_side(4)
grids_4x4 = st.lists(st.sampled_from([0, 0, 0, 1, 2, 3, 4]), min_size=16, max_size=16).map(bytes)


def examine_puzzle(puzzle: Puzzle | str, seconds: float = 30.0, **options: object) -> UniquenessResult:
    asked = Puzzle.from_text(puzzle) if isinstance(puzzle, str) else puzzle
    comparison = compare(Entry("puzzle", asked), engines_by_text(["reductio", "sat"]), Limits(2, 30))
    return examine(comparison, EvidenceOptions(Limits(2, seconds), **options))  # type: ignore[arg-type]


def watch(seconds: float = 30.0) -> Stopwatch:
    return Stopwatch(Limits(seconds=seconds))


def with_values(givens: bytes, values: tuple[Placement, ...]) -> bytes:
    changed = bytearray(givens)
    for one in values:
        changed[one.cell] = one.value
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
            without = {s: with_values(givens, (Placement(s, 0),)) for s in range(16) if givens[s]}
            redundant = [s for s, others in without.items() if len(solutions_4x4(others)) == 1]
            assert [given.cell for given in evidence.redundant_givens or ()] == redundant
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
            assert {(fix.cell, fix.was, fix.to) for fix in evidence.fixes or ()} == set(fixes_by_trying(givens))
        case other:
            raise AssertionError(other)


def check_conflict(puzzle: Puzzle, conflict: tuple[Placement, ...]) -> None:
    """Check that there is no solution with all givens of the conflict, and one without any one of them."""
    empty = bytes(len(puzzle.givens))
    assert all(puzzle.givens[one.cell] == one.value for one in conflict)
    assert not Reductio().search(Puzzle(puzzle.shape, with_values(empty, conflict)), Limits(1)).solutions
    for left_out in conflict:
        others = tuple(placed for placed in conflict if placed != left_out)
        assert Reductio().search(Puzzle(puzzle.shape, with_values(empty, others)), Limits(1)).solutions


def fixes_by_trying(givens: bytes) -> list[tuple[int, int, int | None]]:
    fixes: list[tuple[int, int, int | None]] = []
    for cell, was in enumerate(givens):
        for to in range(5) if was else ():
            if to != was and len(solutions_4x4(with_values(givens, (Placement(cell, to),)))) == 1:
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
    assert (cell, value, right.givens[cell]) in [(fix.cell, fix.was, fix.to) for fix in evidence.fixes or ()]


def test_the_prover_is_loaded_once_and_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def load(text: str, limits: Limits) -> Prover:
        return Prover(f"{text} loaded", PROVERS["sat"].prove)

    monkeypatch.setattr("sudoku_compare.evidence.uniqueness.load_prover", load)
    evidence = uniqueness(EASY, ["reductio", "sat"], proof_from="mine").evidence
    assert isinstance(evidence, UniqueEvidence)
    assert evidence.certificate
    assert evidence.certificate.prover == "mine loaded"


def test_clashing_givens_are_the_conflict() -> None:
    evidence = examine_puzzle(CLASH).evidence
    assert isinstance(evidence, UnsolvableEvidence)
    assert evidence.conflict == (Placement(0, 5), Placement(1, 5))
    assert evidence.fixes == ()  # one given does not make a puzzle unique


@pytest.mark.parametrize("prover", ["sat", "reductio"])
def test_the_certificate_names_the_prover_and_the_claim(prover: str) -> None:
    for text, has_solution in ((ESCARGOT, True), (NONE, False)):
        evidence = examine_puzzle(text, prover=PROVERS[prover]).evidence
        assert isinstance(evidence, UniqueEvidence | UnsolvableEvidence)
        assert evidence.certificate
        assert evidence.certificate.prover == {"sat": "cadical153", "reductio": "reductio"}[prover]
        assert (evidence.certificate.claim is not None) == has_solution
        assert evidence.certificate.proof_format == "lrat"


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
    assert several.missing["count"].because is MissingReason.TIMED_OUT


def test_an_unknown_verdict_stays_unknown() -> None:
    comparison = compare(Entry("hopeless", hopeless()), engines_by_text(["reductio"]), Limits(2, 0.2))
    result = examine(comparison, EvidenceOptions(Limits(2, 0.2)))
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
        (lie_about_proofs, ESCARGOT, Verdict.UNKNOWN, "cadical153: its proof is invalid: line 1: the clause 5"),
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


def find_second(monkeypatch: pytest.MonkeyPatch, count: Callable[[], SolutionCount]) -> MultipleEvidence:
    """Return the evidence for TWO if its solutions are counted in this way."""
    monkeypatch.setattr(examine_module, "count_solutions", lambda puzzle, most, watch, note: count())
    evidence = examine_puzzle(TWO).evidence
    assert isinstance(evidence, MultipleEvidence)
    assert evidence.fixed_cells
    assert evidence.additional_givens == AdditionalGivens(evidence.additional_givens.add, 1)  # type: ignore[union-attr]
    return evidence


def raise_error(error: Exception) -> NoReturn:
    raise error


@pytest.mark.parametrize("known", [0, 1])
def test_the_two_known_solutions_count_if_time_runs_out_before_two_are_counted(
    known: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    [first, _] = Reductio().search(Puzzle.from_text(TWO), Limits(2)).solutions
    evidence = find_second(monkeypatch, lambda: SolutionCount((first,) * known, is_exact=False))
    assert (evidence.count, evidence.count_is_exact) == (2, False)
    assert evidence.missing == {"count": Missing(MissingReason.TIMED_OUT, "time ran out after 30 s; allow more time")}


@pytest.mark.parametrize(
    ("error", "missing"),
    [
        (Objection("wrong"), Missing(MissingReason.OBJECTION, "see the objection")),
        (MemoryError(), Missing(MissingReason.OUT_OF_MEMORY, "out of memory")),
    ],
)
def test_the_two_known_solutions_count_if_counting_fails(
    error: Exception, missing: Missing, monkeypatch: pytest.MonkeyPatch
) -> None:
    evidence = find_second(monkeypatch, lambda: raise_error(error))
    assert (evidence.count, evidence.count_is_exact) == (2, False)
    assert evidence.missing == {"count": missing}


@pytest.mark.parametrize(("limit", "is_exact"), [(1, False), (2, False), (3, True)])
def test_a_count_that_reached_the_limit_is_not_missing(limit: int, is_exact: bool) -> None:
    evidence = examine_puzzle(TWO, count_limit=limit).evidence
    assert isinstance(evidence, MultipleEvidence)
    assert (evidence.count, evidence.count_is_exact, evidence.missing) == (2, is_exact, {})


def test_the_second_solution_differs_where_it_says() -> None:
    result = examine_puzzle(TWO)
    first, second = result.comparison.judgement.solutions
    assert isinstance(result.evidence, MultipleEvidence)
    assert result.evidence.second_solution == second
    assert result.evidence.differs_at == tuple(cell for cell in range(81) if first[cell] != second[cell])


@pytest.mark.parametrize(
    ("ending", "missing"),
    [
        (Ending.FAILED, Missing(MissingReason.FAILED, "RuntimeError: cpsat failed: no memory")),
        (Ending.TIMED_OUT, Missing(MissingReason.TIMED_OUT, "time ran out after 30 s; allow more time")),
        (Ending.STUCK, Missing(MissingReason.TIMED_OUT, "time ran out after 30 s; allow more time")),
    ],
)
def test_an_engine_that_did_not_finish_does_not_confirm_a_conflict(
    ending: Ending, missing: Missing, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = Witness(Answer((), ending, detail="no memory"))
    monkeypatch.setattr(conflict, "load_engine", lambda text: engine)
    result = examine_puzzle(NONE)
    assert isinstance(result.evidence, UnsolvableEvidence)
    assert result.evidence.confirmed_by is None
    assert result.evidence.missing == {"confirmed_by": missing}
    assert result.evidence.conflict
    assert result.evidence.fixes
    assert (result.comparison.verdict, result.comparison.judgement.agreed) == (Verdict.UNSOLVABLE, True)


def test_without_a_conflict_nothing_confirms_or_fixes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(examine_module, "find_conflict", lambda puzzle, watch: raise_error(OutOfTime()))
    evidence = examine_puzzle(NONE).evidence
    assert isinstance(evidence, UnsolvableEvidence)
    assert evidence.certificate
    assert (evidence.conflict, evidence.confirmed_by, evidence.fixes) == (None, None, None)
    needed = Missing(MissingReason.NO_CONFLICT, "needs a conflict, and none was found")
    assert evidence.missing == {
        "conflict": Missing(MissingReason.TIMED_OUT, "time ran out after 30 s; allow more time"),
        "confirmed_by": needed,
        "fixes": needed,
    }


@pytest.mark.parametrize(
    ("error", "because", "message"),
    [
        (OutOfTime(), MissingReason.TIMED_OUT, "time ran out after 90.5 s; allow more time"),
        (ImportError("no pysat"), MissingReason.NOT_INSTALLED, "no pysat; pip install python-sat ortools"),
        (OutOfReach("a million clauses"), MissingReason.TOO_LARGE, "too large: a million clauses"),
        (CertificateTooLarge("many literals"), MissingReason.TOO_LARGE, "too large: many literals"),
        (MemoryError("x"), MissingReason.OUT_OF_MEMORY, "out of memory"),
        (Objection("reductio: wrong"), MissingReason.OBJECTION, "see the objection"),
        (ValueError("first line\nsecond line"), MissingReason.FAILED, "ValueError: first line"),
    ],
)
def test_a_part_that_fails_is_missing_with_its_reason_and_the_others_are_found(
    error: Exception, because: MissingReason, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    comparison = solve(EASY, ["reductio", "sat"])
    monkeypatch.setattr(examine_module, "find_redundant_givens", lambda puzzle, solution, watch: raise_error(error))
    result = examine(comparison, EvidenceOptions(Limits(2, 90.5)))
    assert isinstance(result.evidence, UniqueEvidence)
    assert result.evidence.certificate
    assert result.evidence.redundant_givens is None
    assert result.evidence.missing == {"redundant_givens": Missing(because, message)}
    objections = ("reductio: wrong",) if because is MissingReason.OBJECTION else ()
    assert result.comparison.judgement.objections == objections
    assert result.comparison.judgement.agreed is not bool(objections)
    assert result.comparison.verdict is Verdict.UNIQUE


@pytest.mark.parametrize(
    ("text", "part"),
    [
        (EASY, "certificate"),
        (EASY, "redundant_givens"),
        (TWO, "fixed_cells"),
        (TWO, "additional_givens"),
        (NONE, "certificate"),
        (NONE, "confirmed_by"),
        (NONE, "fixes"),
    ],
)
def test_a_part_that_does_not_finish_is_missing_under_its_own_name(
    text: str, part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    function = {"certificate": "certify", "confirmed_by": "confirm_conflict"}.get(part, f"find_{part}")
    monkeypatch.setattr(examine_module, function, lambda *arguments: raise_error(OutOfTime()))
    evidence = examine_puzzle(text).evidence
    assert getattr(evidence, part) is None
    assert evidence.missing == {part: Missing(MissingReason.TIMED_OUT, "time ran out after 30 s; allow more time")}


def test_objections_are_added_to_the_earlier_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    lie_about_proofs(monkeypatch)
    comparison = solve(ESCARGOT, ["reductio", "sat"])
    comparison = replace(comparison, judgement=replace(comparison.judgement, objections=("earlier",)))
    result = examine(comparison, EvidenceOptions())
    first, *others = result.comparison.judgement.objections
    assert first == "earlier"
    assert len(others) == 1
    assert result.comparison.verdict is Verdict.UNKNOWN
    assert result.comparison.entry == comparison.entry


def test_every_part_has_the_whole_time(monkeypatch: pytest.MonkeyPatch) -> None:
    left = []

    def note_time(puzzle: Puzzle, solution: bytes, *others: object) -> None:
        left.extend(other.left() for other in others if isinstance(other, Stopwatch))

    monkeypatch.setattr(examine_module, "certify", note_time)
    monkeypatch.setattr(examine_module, "find_redundant_givens", note_time)
    examine(solve(EASY, ["reductio", "sat"]), EvidenceOptions(Limits(2, 1000)))
    assert len(left) == 2
    assert all(900 < seconds <= 1000 for seconds in left)


def test_the_default_is_a_minute_for_each_part_and_a_thousand_solutions() -> None:
    assert EvidenceOptions() == EvidenceOptions(Limits(2, 60.0), 1000, PROVERS["sat"])


@pytest.mark.parametrize("error", [TimeoutError("alarm"), KeyboardInterrupt()])
def test_what_a_signal_handler_raises_ends_the_examination(
    error: BaseException, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The part is asked to stop, and the exception reaches the caller instead of becoming a missing part."""

    def handle(number: int, frame: object) -> None:
        raise error

    def wait_for_signal(puzzle: Puzzle, solution: bytes, watch: Stopwatch) -> None:
        signal.raise_signal(signal.SIGUSR1)
        went_on.append(True)  # only the stopwatch ends it, at the next check
        watch.tick()
        went_on.append(True)

    went_on: list[bool] = []

    comparison = solve(EASY, ["reductio", "sat"])
    monkeypatch.setattr(examine_module, "find_redundant_givens", wait_for_signal)
    before = signal.signal(signal.SIGUSR1, handle)
    try:
        with pytest.raises(type(error)):
            examine(comparison, EvidenceOptions())
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert went_on == [True]


def test_without_pysat_the_parts_that_need_it_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (examine_module, oracle):
        monkeypatch.setattr(module, "load", lambda *names: raise_error(ImportError("No module named 'pysat'")))
    evidence = examine_puzzle(NONE).evidence
    assert isinstance(evidence, UnsolvableEvidence)
    absent = Missing(MissingReason.NOT_INSTALLED, "No module named 'pysat'; pip install python-sat ortools")
    assert evidence.missing["certificate"] == evidence.missing["conflict"] == absent


@pytest.mark.parametrize("solutions", [0, 1])
def test_the_evidence_for_an_unknown_verdict_counts_the_solutions(solutions: int) -> None:
    comparison = solve(EASY, ["reductio", "sat"])
    known = comparison.judgement.solutions[:solutions]
    judgement = replace(comparison.judgement, verdict=Verdict.UNKNOWN, solutions=known)
    result = examine(replace(comparison, judgement=judgement), EvidenceOptions())
    assert result.evidence == UnknownEvidence(solutions)
    assert result.comparison.judgement == judgement
