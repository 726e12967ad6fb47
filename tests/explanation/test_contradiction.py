"""Why puzzles have no solution: which givens, which steps, and how short."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from making import CLASH, NONE
from sudoku_compare import Puzzle, Verdict
from sudoku_compare.checking.explanation_replay import replay_contradiction
from sudoku_compare.core.answer import Ending, Limits, OutOfTime, Stopwatch
from sudoku_compare.core.puzzle import cyclic_board
from sudoku_compare.core.shape import shape_of_box
from sudoku_compare.engines.kernel import Kernel
from sudoku_compare.engines.reductio.engine import Reductio
from sudoku_compare.explanation import contradiction_search
from sudoku_compare.explanation.broken_words import describe_broken
from sudoku_compare.explanation.contradiction import Contradiction
from sudoku_compare.explanation.derivation import ASSUMPTION, length_of
from sudoku_compare.explanation.explain import Explanation, explain
from sudoku_compare.explanation.unsolvable import explain_contradiction
from sudoku_compare.techniques import HIGHEST, TECHNIQUES, assume_uniqueness, techniques_up_to

NAMED = ".6..31...5....2..9...4......2...9..1...6..8..7.5.......3..6.4.....3.4...2.1.....5"
UNORDERED = (  # a step can be checked in its round, but not after the other steps of the round have been taken
    ".8..51......6...2...........3....8.55.74...........16.4.6....7.....35...2........",
    "...........5.9.17..3...2..84..........94..3...7.86...4..75.8...2.......1..19...56",
)
ASSUMING = "5.8....9......63..........78......13.2....9...746.......95.1...1..47......6.9...2"


def with_two_rows_open(box: tuple[int, int], *, kept: int) -> Puzzle:
    """Return a full board without its first two rows, but with the first value of the second row in the first one.

    The two rows could be exchanged, but the given that is kept at this place of the first row prevents it.
    """
    shape = shape_of_box(*box)
    board = Puzzle(shape, cyclic_board(shape))
    puzzle = Puzzle(shape, bytes(2 * shape.side) + board.givens[2 * shape.side :])
    return puzzle.with_value(kept, board.givens[kept]).with_value(0, board.givens[shape.side])


CASES: dict[str, tuple[Puzzle, str, int]] = {  # the puzzle, the contradiction, and the largest number of steps
    "clashing givens": (Puzzle.from_text(CLASH), "5 is given twice in row 1: r1c1 and r1c2", 0),
    "a cell without a candidate": (Puzzle.from_text("123. ...4 .... ...."), "r1c4 has no candidate left", 0),
    "a value without a place": (Puzzle.from_text("1... ..1. ...2 ...3"), "1 has no place left in column 4", 0),
    "a cell without a candidate in a large puzzle": (Puzzle.from_text(NONE), "r5c1 has no candidate left", 0),
    "a 4x4 that needs a step": (Puzzle.from_text("14.. ..2. .3.. ...4"), "", 4),
    "a 6x6": (with_two_rows_open((3, 2), kept=4), "", 2),
    "a 16x16": (with_two_rows_open((4, 4), kept=12), "", 6),
    "techniques": (Puzzle.from_text(NAMED), "", 12),
    "assumptions": (Puzzle.from_text(ASSUMING), "", 40),
    "a round whose order matters": (Puzzle.from_text(UNORDERED[0]), "", 12),
    "another round whose order matters": (Puzzle.from_text(UNORDERED[1]), "", 12),
}


@cache
def explain_once(puzzle: Puzzle) -> Explanation:
    """Explain a puzzle, one of them with few techniques, so that the steps need assumptions."""
    return explain(puzzle, "naked-pair" if puzzle.text == ASSUMING else HIGHEST)


def require_contradiction(explanation: Explanation) -> Contradiction:
    assert (explanation.verdict, explanation.finished) == (Verdict.UNSOLVABLE, True)
    assert explanation.contradiction
    return explanation.contradiction


@pytest.mark.parametrize("case", CASES)
def test_the_steps_lead_from_the_givens_to_the_contradiction(case: str) -> None:
    puzzle, reason, most = CASES[case]
    explanation = explain_once(puzzle)
    found = require_contradiction(explanation)
    assert reason in found.reason
    assert explanation.end == f"{found.reason}: there is no solution"
    assert len(explanation.steps) <= most
    assert replay_contradiction(explanation.start, explanation.steps, found.reason) == len(explanation.steps)
    assert found.is_complete


@pytest.mark.parametrize("case", CASES)
def test_the_givens_of_a_contradiction_are_in_conflict(case: str) -> None:
    puzzle = CASES[case][0]
    found = require_contradiction(explain_once(puzzle))
    assert all(puzzle.givens[cell] == value for cell, value in found.givens)
    answer = Reductio().search(found.start, Limits(1))
    assert (answer.ending, answer.solutions) == (Ending.EXHAUSTED, ())


def test_assumptions_are_made_only_where_the_techniques_are_not_enough() -> None:
    assert not any(step.refutation for step in explain_once(Puzzle.from_text(NAMED)).steps)
    assert any(step.refutation for step in explain_once(Puzzle.from_text(ASSUMING)).steps)


def test_a_level_without_assumptions_is_completed_by_reductio() -> None:
    explanation = explain(NAMED, "naked-pair")
    found = require_contradiction(explanation)
    names = [technique.name for technique in techniques_up_to("naked-pair")]
    assert {step.technique for step in explanation.steps} <= {*names, "reductio"}
    replay_contradiction(explanation.start, explanation.steps, found.reason)


@pytest.mark.parametrize("text", [NAMED])
def test_no_step_assumes_a_unique_solution(text: str) -> None:
    assert any(technique.assumes_uniqueness for technique in TECHNIQUES)
    assert not assume_uniqueness(explain(text, given_unique=True).steps)


def test_more_attempts_make_the_explanation_shorter(monkeypatch: pytest.MonkeyPatch) -> None:
    shortest = require_contradiction(explain_once(Puzzle.from_text(NAMED))).length
    monkeypatch.setattr(contradiction_search.ContradictionSearch, "_list_attempts", lambda self, *, assume: iter(()))
    assert shortest < require_contradiction(explain(NAMED)).length


def test_an_assumption_counts_more_than_a_step() -> None:
    steps = explain_once(Puzzle.from_text(ASSUMING)).steps
    [first, *_] = [step for step in steps if step.refutation]
    assert first.refutation
    assert length_of([first]) == ASSUMPTION + len(first.refutation.lines)
    assert length_of([step for step in steps if not step.refutation]) == sum(not step.refutation for step in steps)


def test_the_explanation_is_the_same_every_time() -> None:
    again = explain(Puzzle.from_text(NAMED))
    assert again.to_dict() == explain_once(Puzzle.from_text(NAMED)).to_dict()


def test_candidates_that_someone_has_left_take_part() -> None:
    puzzle = Puzzle.from_text(NAMED)
    candidates = tuple((7,) if cell in (12, 13) else () for cell in puzzle.shape.cells)  # r2c4 and r2c5: 7 twice
    explanation = explain(puzzle, candidates=candidates)
    found = require_contradiction(explanation)
    assert len(explanation.steps) <= 1
    replay_contradiction(explanation.start, explanation.steps, found.reason, candidates)


def test_candidates_of_givens_do_not_take_the_place_of_the_givens() -> None:
    puzzle = Puzzle.from_text("34.....3..341...")
    candidates = tuple((value,) if value else puzzle.shape.values for value in puzzle.givens)
    found = require_contradiction(explain(puzzle, candidates=tuple(map(tuple, candidates))))
    assert not Kernel().search(found.start, Limits(1)).solutions


def test_the_words_tell_if_the_conflict_is_one_of_candidates() -> None:
    puzzle = Puzzle.from_text(NAMED)
    candidates = tuple((7,) if cell in (12, 13) else () for cell in puzzle.shape.cells)
    [conflict, *_] = describe_broken(explain(puzzle, candidates=candidates))
    assert conflict.startswith(
        ("conflict: with the candidates that are left", "conflict: the candidates that are left")
    )


def test_the_words_name_the_givens_and_say_that_the_steps_were_checked() -> None:
    conflict, check = describe_broken(explain_once(Puzzle.from_text(NONE)))
    assert check == "checked: the contradiction follows without any step"
    assert conflict == (
        "conflict: these 9 givens cannot all be true: r2c1=8, r4c1=6, r5c2=2, r5c4=7, r5c5=1, r5c6=3, r5c7=4, r5c8=5, "
        "r8c1=9; the other 19 play no part"
    )
    assert describe_broken(explain_once(Puzzle.from_text(NAMED)))[1].endswith("steps follow, without any assumption")
    assert "with an assumption" in describe_broken(explain_once(Puzzle.from_text(ASSUMING)))[1]


def test_givens_that_play_no_part_are_listed_as_unused() -> None:
    explanation = explain_once(Puzzle.from_text(NONE))
    assert explanation.unused_givens == {
        cell: value
        for cell, value in enumerate(explanation.puzzle.givens)
        if value and (cell, value) not in require_contradiction(explanation).givens
    }
    assert not explain("1... ..2. .3.. ...4").unused_givens


class ShortWatch(Stopwatch):
    """Time runs out after a number of looks at the clock."""

    def __init__(self, looks: int) -> None:
        super().__init__(Limits())
        self._looks = looks

    def tick(self) -> None:
        self._looks -= 1
        if self._looks < 0:
            raise OutOfTime


def test_an_explanation_that_was_cut_off_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sudoku_compare.explanation.explain.Stopwatch", lambda limits: ShortWatch(12))
    explanation = explain(NAMED)
    assert (explanation.verdict, explanation.finished, explanation.contradiction) == (Verdict.UNSOLVABLE, False, None)
    assert explanation.end == "time ran out before the contradiction was found; allow more time"
    assert explanation.steps, "the steps that were found are shown"
    assert not describe_broken(explanation)


def test_a_search_for_a_shorter_way_that_was_cut_off_says_so() -> None:
    puzzle, techniques = Puzzle.from_text(NAMED), techniques_up_to()
    assert explain_contradiction(puzzle, techniques, None, ShortWatch(0)) == ((), None)
    whole = explain_once(puzzle).contradiction
    cut_off = (explain_contradiction(puzzle, techniques, None, ShortWatch(looks)) for looks in range(100, 5000, 100))
    steps, found = next((steps, found) for steps, found in cut_off if found)
    assert whole
    assert found
    assert (found.is_complete, whole.is_complete) == (False, True)
    assert replay_contradiction(found.start, steps, found.reason) == len(steps)


def test_a_hint_is_the_first_step() -> None:
    hint = explain(NAMED, max_steps=1)
    assert hint.steps == explain_once(Puzzle.from_text(NAMED)).steps[:1]
    assert (hint.finished, hint.end) == (False, "more steps follow: there is no solution")


def test_equal_givens_of_a_large_board_need_no_tables_of_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sudoku_compare.checking.explanation_replay.step_rules", None)
    shape = shape_of_box(8, 8)
    puzzle = Puzzle(shape, bytes(len(shape.cells))).with_value(3, 60).with_value(9, 60)
    explanation = explain(puzzle)
    assert explanation.end == "60 is given twice in row 1: r1c4 and r1c10: there is no solution"
    assert explanation.finished


def test_values_that_are_given_twice_are_shown_as_in_the_puzzle() -> None:
    explanation = explain(Puzzle.from_text("G" + "." * 14 + "G" + "." * 240))
    assert explanation.end == "G is given twice in row 1: r1c1 and r1c16: there is no solution"


def test_no_steps_are_looked_for_on_a_board_that_is_too_large() -> None:
    shape = shape_of_box(7, 7)
    puzzle = Puzzle(shape, bytes([*range(1, 49), 0, *bytes(48), 49]).ljust(len(shape.cells), b"\0"))
    explanation = explain(puzzle)
    assert (explanation.verdict, explanation.finished, explanation.steps) == (Verdict.UNSOLVABLE, False, ())
    assert explanation.end == "there is no solution; steps that show it are looked for up to 36x36"


FULL = Puzzle.from_text("417369825632158947958724316825437169791586432346912758289643571573291684164875293")


@settings(max_examples=15, deadline=None)
@given(st.sets(st.integers(0, 80), min_size=20, max_size=50), st.integers(0, 80), st.integers(1, 9))
def test_any_puzzle_without_a_solution_is_explained(kept: set[int], cell: int, value: int) -> None:
    givens = bytes(known if place in kept else 0 for place, known in enumerate(FULL.givens))
    puzzle = Puzzle(FULL.shape, givens).with_value(cell, value)
    if Kernel().search(puzzle, Limits(1)).solutions:
        return
    explanation = explain(puzzle)
    found = require_contradiction(explanation)
    assert replay_contradiction(explanation.start, explanation.steps, found.reason) == len(explanation.steps)


@pytest.mark.parametrize(
    ("text", "left", "conflict"),
    [
        (
            NAMED,
            {0: (5,)},
            "conflict: this given does not agree with the candidates that are left: r2c1=5; the other 21 play no part",
        ),
        (
            ".4.. ..2. 1.3. ....",
            dict.fromkeys(range(12, 16), (1, 2, 3)),
            "conflict: the candidates that are left exclude every solution, whatever the givens are",
        ),
    ],
)
def test_a_conflict_with_candidates_is_worded_by_the_number_of_its_givens(
    text: str, left: dict[int, tuple[int, ...]], conflict: str
) -> None:
    puzzle = Puzzle.from_text(text)
    candidates = tuple(left.get(cell, ()) for cell in range(len(puzzle.givens)))
    assert describe_broken(explain(puzzle, candidates=candidates))[0] == conflict
