"""Why a verdict is unknown, as one word and as a sentence."""

import pytest

from making import EASY, EASY_SOLUTION
from sudoku_compare import Answer, Ending, Limits, Puzzle
from sudoku_compare.checking.judge import judge
from sudoku_compare.comparison.compare import Comparison
from sudoku_compare.comparison.json_form import to_json
from sudoku_compare.comparison.reason import find_unknown_reason, format_reason
from sudoku_compare.core.entry import Entry
from sudoku_compare.core.verdict import EngineResult, claimed_verdict

PUZZLE, SOLUTION = Puzzle.from_text(EASY), Puzzle.from_text(EASY_SOLUTION).givens
SETTLED = Answer((SOLUTION,), Ending.EXHAUSTED)
NONE_FOUND = Answer((), Ending.EXHAUSTED)
TIMED_OUT = Answer((), Ending.TIMED_OUT)
ONE_THEN_TIMED_OUT = Answer((SOLUTION,), Ending.TIMED_OUT)
STUCK = Answer((), Ending.STUCK)
FAILED = Answer((), Ending.FAILED)


def compare_answers(*answers: Answer, methods: str = "") -> Comparison:
    """Compare the answers of engine0, engine1, ...; without the words `methods`, they have nothing in common."""
    names = [f"engine{number}" for number in range(len(answers))]
    results = tuple(
        EngineResult(name, answer, claimed_verdict(answer), method)
        for name, answer, method in zip(names, answers, methods.split() or names, strict=True)
    )
    return Comparison(Entry("puzzle", PUZZLE), results, judge(PUZZLE, results, Limits(2)))


@pytest.mark.parametrize(
    ("answers", "because", "sentence"),
    [
        ([SETTLED, SETTLED], None, "exactly one solution, checked; settled by engine0 and engine1"),
        ([SETTLED, NONE_FOUND], "contradiction", "the answers contradict each other"),
        ([SETTLED, NONE_FOUND, TIMED_OUT], "contradiction", "the answers contradict each other"),
        ([TIMED_OUT, TIMED_OUT], "timed_out", "time ran out: no solution found; allow more time"),
        ([TIMED_OUT, STUCK], "timed_out", "time ran out: no solution found; allow more time"),
        (
            [ONE_THEN_TIMED_OUT, FAILED],
            "timed_out",
            "time ran out: found a solution, but not whether it is the only one; allow more time",
        ),
        (
            [SETTLED, TIMED_OUT],
            "timed_out",
            "only engine0 settled it (unique), and one witness is not enough; allow more time",
        ),
        (
            [FAILED, NONE_FOUND],
            "one_witness",
            "only engine1 settled it (unsolvable), and one witness is not enough; ask another engine",
        ),
        ([STUCK, FAILED], "stuck", "no engine could settle it: no solution found; ask another engine"),
        ([FAILED, FAILED], "failed", "every engine failed"),
    ],
)
def test_the_reason_for_each_combination_of_answers(answers: list[Answer], because: str | None, sentence: str) -> None:
    comparison = compare_answers(*answers)
    assert find_unknown_reason(comparison) == because
    assert format_reason(comparison) == sentence
    facts = to_json(comparison)
    assert (facts["unknown_because"], facts["reason"]) == (because, sentence)
    assert (facts["verdict"] == "unknown") == (because is not None)


@pytest.mark.parametrize(
    ("answers", "methods", "shared"),
    [
        (
            [SETTLED] * 3,
            "cnf cnf reductio",
            "settled by engine0, engine1 and engine2; engine0 and engine1 share one encoding (cnf): 2 witnesses about "
            "the search, 1 about the encoding",
        ),
        (
            [NONE_FOUND] * 5,
            "cnf walk cnf cnf walk",
            "settled by engine0, engine1, engine2, engine3 and engine4; engine0, engine2 and engine3 share one "
            "encoding (cnf): 3 witnesses about the search, 1 about the encoding; engine1 and engine4 share one method "
            "(walk): 1 witness",
        ),
        ([SETTLED, SETTLED, TIMED_OUT], "cnf reductio cnf", "settled by engine0 and engine1"),
        ([SETTLED, FAILED, SETTLED], "cnf cnf reductio", "settled by engine0 and engine2"),
    ],
)
def test_the_reason_says_which_engines_are_not_independent(answers: list[Answer], methods: str, shared: str) -> None:
    start = "exactly one solution, checked; " if answers[0] is SETTLED else "no solution; "
    assert format_reason(compare_answers(*answers, methods=methods)) == start + shared
