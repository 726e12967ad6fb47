"""Conflicts and fixes: compared with brute force on 4x4, and confirmed by another engine."""

from contextlib import nullcontext

import pytest

from sudoku_compare import Limits, Puzzle
from sudoku_compare.core.answer import Answer, Ending, OutOfTime
from sudoku_compare.engines.reductio.engine import Reductio
from sudoku_compare.evidence import conflict
from sudoku_compare.evidence.confirmation import Objection, keep_givens
from sudoku_compare.evidence.conflict import confirm_conflict, find_conflict, find_fixes
from sudoku_compare.evidence.result import Fix, Placement
from sudoku_compare.evidence.variants import SettledVariant
from witnesses import FOUR, Witness, draw_4x4_with, list_solutions, make_sat_lie, stop_after_two_solutions, watch

UNSOLVABLE = [puzzle for givens in (4, 5, 7) for puzzle in draw_4x4_with(range(1), givens, 5, spoiled=True)]
MISTYPED = Puzzle.from_text("1... ..2. .3.. ...1")  # r4c4 was a 4
GIVENS = (Placement(0, 1), Placement(6, 2), Placement(9, 3), Placement(15, 1))
[RIGHT] = list_solutions(MISTYPED.with_value(15, 4))


@pytest.mark.parametrize("puzzle", UNSOLVABLE, ids=lambda puzzle: puzzle.text)
def test_a_conflict_has_no_solution_but_one_without_any_of_its_givens(puzzle: Puzzle) -> None:
    found = find_conflict(puzzle, watch())
    assert found == tuple(sorted(found))
    assert all(puzzle.givens[given.cell] == given.value for given in found)
    assert not list_solutions(keep_givens(puzzle, found))
    for given in found:
        assert list_solutions(keep_givens(puzzle, tuple(other for other in found if other != given)))


def test_a_puzzle_with_a_solution_has_no_conflict() -> None:
    with pytest.raises(Objection) as objection:
        find_conflict(Puzzle(FOUR, RIGHT), watch())
    assert str(objection.value) == "sat: found a solution of a puzzle that should have none"


def test_a_given_is_necessary_only_if_the_solution_without_it_is_correct(monkeypatch: pytest.MonkeyPatch) -> None:
    make_sat_lie(monkeypatch, conflict, "oracle_of_rules", lambda truth: truth and bytes(16))
    with pytest.raises(Objection, match=r"^evidence: not a solution: r1c1: expected 1 to 4, found 0$"):
        find_conflict(MISTYPED, watch())


def test_a_solution_must_contain_the_other_givens_of_the_conflict(monkeypatch: pytest.MonkeyPatch) -> None:
    clash = Puzzle.from_text("11.. .... .... ....")
    swapped = bytes(3 - value if value < 3 else value for value in RIGHT)  # a full board that starts with 2
    make_sat_lie(monkeypatch, conflict, "oracle_of_rules", lambda truth: truth and swapped)
    with pytest.raises(Objection, match=r"^evidence: not a solution: r1c[12]: expected the given 1"):
        find_conflict(clash, watch())


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        (Answer((), Ending.EXHAUSTED), nullcontext("cpsat")),
        (
            Answer((), Ending.FAILED, detail="no memory"),
            pytest.raises(RuntimeError, match=r"^cpsat failed: no memory$"),
        ),
        (Answer((), Ending.TIMED_OUT), pytest.raises(OutOfTime)),
        (Answer((), Ending.STUCK), pytest.raises(OutOfTime)),
        (Answer((), Ending.ENOUGH), pytest.raises(OutOfTime)),
        (
            Answer((RIGHT,), Ending.ENOUGH),
            pytest.raises(
                Objection, match=r"^cpsat: found a solution of givens that are in conflict according to sat$"
            ),
        ),
        (Answer((RIGHT,), Ending.EXHAUSTED), pytest.raises(Objection, match="cpsat: found a solution")),
        (Answer((RIGHT,), Ending.FAILED), pytest.raises(Objection, match="cpsat: found a solution")),
    ],
    ids=lambda value: f"{value.ending}-{len(value.solutions)}" if isinstance(value, Answer) else "",
)
def test_only_an_exhausted_search_without_solutions_confirms_a_conflict(
    answer: Answer, outcome: nullcontext[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = Witness(answer)
    monkeypatch.setattr(conflict, "load_engine", lambda text: {"cpsat": engine}[text])
    with outcome as expected:
        assert confirm_conflict(MISTYPED, GIVENS[:2], watch(60)) == expected
    [(asked, limits)] = engine.asked
    assert asked.text == "1.....2........."
    assert limits.solutions == 1
    assert 0 < limits.seconds <= 60


def test_a_conflict_is_not_confirmed_without_time() -> None:
    late = watch()
    late.stop()
    with pytest.raises(OutOfTime):
        confirm_conflict(MISTYPED, GIVENS, late)


def test_cpsat_confirms_a_conflict() -> None:
    assert confirm_conflict(MISTYPED, GIVENS, watch()) == "cpsat"


def list_fixes(puzzle: Puzzle) -> set[tuple[int, int, int | None]]:
    """Try every change and every removal of every given."""
    return {
        (cell, was, to or None)
        for cell, was in enumerate(puzzle.givens)
        for to in range(5)
        if was and to != was and len(list_solutions(puzzle.with_value(cell, to))) == 1
    }


@pytest.mark.parametrize("puzzle", UNSOLVABLE, ids=lambda puzzle: puzzle.text)
def test_the_fixes_of_a_4x4_match_brute_force(puzzle: Puzzle) -> None:
    fixes = find_fixes(puzzle, find_conflict(puzzle, watch()), watch())
    assert len(fixes) == len(list_fixes(puzzle))
    assert {(fix.cell, fix.was, fix.to) for fix in fixes} == list_fixes(puzzle)


def test_fixes_that_leave_an_easier_puzzle_come_first() -> None:
    puzzle = Puzzle.from_text("......8....1.4..253..2.9.67.38..4...9....5.8316.8..4..7..4.3..1...786.4.......6..")
    fixes = find_fixes(puzzle, find_conflict(puzzle, watch()), watch())
    assert fixes == (Fix(29, 8, 7, 0), Fix(29, 8, None, 0), Fix(54, 7, 8, 4), Fix(54, 7, None, 4))
    for fix in fixes:
        answer = Reductio().search(puzzle.with_value(fix.cell, fix.to or 0), Limits(2))
        assert (len(answer.solutions), answer.counts["assumptions"]) == (1, fix.assumptions)


def test_among_equally_easy_puzzles_changes_come_before_removals() -> None:
    puzzle = Puzzle.from_text("..4. ...2 .1.1 3...")
    assert find_fixes(puzzle, (Placement(9, 1), Placement(11, 1)), watch()) == (
        Fix(9, 1, 4, 0),
        Fix(11, 1, 3, 0),
        Fix(11, 1, 4, 0),
        Fix(9, 1, None, 0),
    )


def test_the_changes_of_every_given_are_tried() -> None:
    """Without either given of the conflict there are several solutions, and changes of both help."""
    puzzle = Puzzle.from_text(".... 3..3 .... .23.")
    found = find_conflict(puzzle, watch())
    assert all(len(list_solutions(puzzle.with_value(given.cell, 0))) > 1 for given in found)
    fixes = find_fixes(puzzle, found, watch())
    assert {fix.cell for fix in fixes} == {given.cell for given in found}
    assert {(fix.cell, fix.was, fix.to) for fix in fixes} == list_fixes(puzzle)


@pytest.mark.parametrize(
    ("text", "solutions_without", "claim", "found"),
    [
        ("1... .... .... ...1", (RIGHT,), "removing r4c4", "several solutions"),
        ("11.. .... .... ...1", (RIGHT,), "removing r4c4", "no solution"),
        ("1... .... .... ...1", (RIGHT, RIGHT), "r4c4=2", "several solutions"),
        ("11.. .... .... ...1", (RIGHT, RIGHT), "r4c4=2", "no solution"),
    ],
)
def test_a_fix_that_reductio_refutes_is_an_objection(
    text: str, solutions_without: tuple[bytes, ...], claim: str, found: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def settle(puzzles: list[Puzzle], watch: object) -> list[SettledVariant]:
        return [SettledVariant((RIGHT,) if puzzle.givens[15] else solutions_without, "kernel") for puzzle in puzzles]

    monkeypatch.setattr(conflict, "settle_variants", settle)
    stop_after_two_solutions(monkeypatch)
    with pytest.raises(Objection) as objection:
        find_fixes(Puzzle.from_text(text), (Placement(15, 1),), watch())
    assert str(objection.value) == f"kernel claimed that {claim} makes the puzzle unique, but reductio found {found}"
