"""The verdict for each combination of answers."""

import pytest

from making import EASY, EASY_SOLUTION, TWO
from sudoku_compare import Answer, Ending, Limits, Puzzle, Verdict
from sudoku_compare.checking.judge import Judgement, choose_checker, judge
from sudoku_compare.core.entry import SEVERAL, Expected
from sudoku_compare.core.puzzle import compact
from sudoku_compare.core.verdict import EngineResult, claimed_verdict
from sudoku_compare.engines.registry import load_engine

PUZZLE, SOLUTION = Puzzle.from_text(EASY), Puzzle.from_text(EASY_SOLUTION).givens
WRONG = SOLUTION[:-2] + SOLUTION[-1:] + SOLUTION[-2:-1]
PAIR = Puzzle.from_text(TWO)
ONE, OTHER = load_engine("reductio").search(PAIR, Limits(2)).solutions

TWO_ASKED, ONE_ASKED = Limits(2), Limits(1)
FOUND_ALL = Answer((SOLUTION,), Ending.EXHAUSTED)
FOUND_NONE = Answer((), Ending.EXHAUSTED)
OUT_OF_TIME = Answer((), Ending.TIMED_OUT)
FAILED = Answer((), Ending.FAILED)


def judge_answers(
    *answers: Answer, puzzle: Puzzle = PUZZLE, expected: Expected | None = None, limits: Limits = TWO_ASKED
) -> Judgement:
    results = [result(f"engine{number}", answer) for number, answer in enumerate(answers)]
    return judge(puzzle, results, limits, expected)


def result(engine: str, answer: Answer, method: str | None = None) -> EngineResult:
    return EngineResult(engine, answer, claimed_verdict(answer), method or engine)


@pytest.mark.parametrize(
    ("answers", "verdict"),
    [
        ([FOUND_ALL, FOUND_ALL, FOUND_ALL], "unique"),
        ([FOUND_NONE, FOUND_NONE], "unsolvable"),
        ([FOUND_ALL], "unique"),  # only one engine was asked
        ([FOUND_ALL, FOUND_ALL, OUT_OF_TIME], "unique"),
        ([FOUND_ALL, OUT_OF_TIME, OUT_OF_TIME], "unknown"),  # one witness of three
        ([FOUND_NONE, FAILED], "unknown"),
        ([Answer((SOLUTION,), Ending.TIMED_OUT)] * 3, "unknown"),
        ([OUT_OF_TIME, OUT_OF_TIME], "unknown"),
        ([FAILED, FAILED], "unknown"),
    ],
)
def test_that_there_is_no_other_solution_needs_two_witnesses_if_two_were_asked(
    answers: list[Answer], verdict: str
) -> None:
    judgement = judge_answers(*answers)
    assert judgement.verdict == verdict
    assert judgement.objections == ()
    assert judgement.agreed == (verdict != "unknown")


def test_two_different_solutions_prove_multiple_whichever_engines_found_them() -> None:
    cut_short = Answer((ONE,), Ending.TIMED_OUT), Answer((OTHER,), Ending.TIMED_OUT)
    judgement = judge_answers(*cut_short, puzzle=PAIR)
    assert (judgement.verdict, judgement.objections, judgement.agreed) == (Verdict.MULTIPLE, (), True)


@pytest.mark.parametrize(
    ("answers", "verdict", "objection"),
    [
        ([FOUND_ALL, FOUND_NONE], "unknown", "engine1: claimed unsolvable, but missed the solution"),
        ([FOUND_ALL, Answer((WRONG,), Ending.EXHAUSTED)], "unknown", "engine1: not a solution"),
        ([Answer((SOLUTION, SOLUTION), Ending.ENOUGH)], "unknown", "engine0: returned the same solution twice"),
        ([Answer((SOLUTION,), Ending.ENOUGH)], "unknown", "engine0: reported enough with 1 of 2 solutions"),
        ([Answer((), Ending.ENOUGH)], "unknown", "engine0: reported enough with 0 of 2 solutions"),
    ],
)
def test_impossible_answers_are_objections_and_the_verdict_is_unknown(
    answers: list[Answer], verdict: str, objection: str
) -> None:
    judgement = judge_answers(*answers)
    assert judgement.verdict == verdict
    assert not judgement.agreed
    assert any(objection in text for text in judgement.objections)


def test_a_unique_that_misses_a_solution_is_an_objection_and_multiple_is_proven() -> None:
    judgement = judge_answers(Answer((ONE,), Ending.EXHAUSTED), Answer((ONE, OTHER), Ending.ENOUGH), puzzle=PAIR)
    assert judgement.verdict is Verdict.MULTIPLE
    assert not judgement.agreed
    assert "engine0: claimed unique" in judgement.objections[0]


@pytest.mark.parametrize(
    ("answer", "expected", "objection"),
    [
        (FOUND_ALL, Expected(solution=SOLUTION), None),
        (FOUND_ALL, Expected(solution=WRONG), "expected solution: not a solution"),
        (FOUND_ALL, Expected(1, SOLUTION), None),
        (FOUND_ALL, Expected(SEVERAL), "expected multiple, found unique"),
        (FOUND_ALL, Expected(0), "expected unsolvable, found unique"),
        (FOUND_NONE, Expected(1), "expected unique, found unsolvable"),
        (
            FOUND_NONE,
            Expected(solution=SOLUTION),
            f"engine0: claimed unsolvable, but missed the solution {EASY_SOLUTION}",
        ),
        (OUT_OF_TIME, Expected(0), None),
        (OUT_OF_TIME, Expected(1, SOLUTION), None),
    ],
)
def test_what_the_source_expects_is_checked(answer: Answer, expected: Expected, objection: str | None) -> None:
    objections = judge_answers(answer, expected=expected).objections
    assert bool(objections) == bool(objection)
    assert objection is None or objection in objections[0]


def missed(engine: int, claimed: str, solution: bytes) -> str:
    return f"engine{engine}: claimed {claimed}, but missed the solution {compact(solution, PAIR.shape)}"


@pytest.mark.parametrize(
    ("answers", "limits", "expected", "verdict", "objections"),
    [
        (
            [Answer((ONE,), Ending.EXHAUSTED)] * 2,
            TWO_ASKED,
            Expected(solution=OTHER),
            "multiple",
            (missed(0, "unique", OTHER), missed(1, "unique", OTHER)),
        ),
        (
            [Answer((ONE,), Ending.EXHAUSTED), OUT_OF_TIME],
            TWO_ASKED,
            Expected(1, OTHER),
            "multiple",
            (missed(0, "unique", OTHER), "expected unique, found multiple"),
        ),
        (
            [Answer((ONE,), Ending.EXHAUSTED), FOUND_NONE],
            TWO_ASKED,
            Expected(solution=OTHER),
            "multiple",
            (missed(0, "unique", OTHER), missed(1, "unsolvable", ONE)),
        ),
        ([OUT_OF_TIME, FOUND_NONE], TWO_ASKED, Expected(solution=OTHER), "unknown", (missed(1, "unsolvable", OTHER),)),
        ([FOUND_NONE], ONE_ASKED, Expected(solution=OTHER), "solved", (missed(0, "unsolvable", OTHER),)),
        ([Answer((ONE,), Ending.EXHAUSTED)] * 2, TWO_ASKED, Expected(1, ONE), "unique", ()),
        ([Answer((ONE, OTHER), Ending.ENOUGH)] * 2, TWO_ASKED, Expected(SEVERAL, OTHER), "multiple", ()),
        ([Answer((ONE,), Ending.TIMED_OUT)] * 2, TWO_ASKED, Expected(solution=OTHER), "unknown", ()),
        ([Answer((ONE,), Ending.ENOUGH)] * 2, ONE_ASKED, Expected(solution=OTHER), "solved", ()),
    ],
)
def test_an_expected_solution_must_be_among_those_found_only_if_the_engines_claim_to_have_found_all(
    answers: list[Answer], limits: Limits, expected: Expected, verdict: str, objections: tuple[str, ...]
) -> None:
    judgement = judge_answers(*answers, puzzle=PAIR, limits=limits, expected=expected)
    assert (judgement.verdict, judgement.objections) == (verdict, objections)
    assert judgement.agreed == (not objections and verdict != "unknown")
    assert not objections or OTHER in judgement.solutions


@pytest.mark.parametrize(
    ("answer", "limit", "objections"),
    [
        (Answer((), Ending.EXHAUSTED), 1, ()),
        (Answer((ONE,), Ending.ENOUGH), 1, ()),
        (Answer((ONE,), Ending.EXHAUSTED), 1, ("engine0: reported exhausted with 1 of 1 solutions",)),
        (Answer((), Ending.ENOUGH), 1, ("engine0: reported enough with 0 of 1 solutions",)),
        (Answer((ONE, OTHER), Ending.TIMED_OUT), 1, ("engine0: returned 2 solutions, at most 1 expected",)),
        (Answer((ONE, OTHER), Ending.ENOUGH), 2, ()),
        (Answer((ONE, OTHER), Ending.EXHAUSTED), 2, ("engine0: reported exhausted with 2 of 2 solutions",)),
        (Answer((ONE,), Ending.ENOUGH), 2, ("engine0: reported enough with 1 of 2 solutions",)),
        (Answer((ONE, OTHER), Ending.EXHAUSTED), 3, ()),
        (Answer((ONE, OTHER), Ending.ENOUGH), 3, ("engine0: reported enough with 2 of 3 solutions",)),
        (Answer((ONE, ONE), Ending.TIMED_OUT), 3, ("engine0: returned the same solution twice",)),
    ],
)
def test_the_number_of_solutions_must_fit_the_limit_and_the_ending(
    answer: Answer, limit: int, objections: tuple[str, ...]
) -> None:
    judgement = judge_answers(answer, puzzle=PAIR, limits=Limits(limit))
    assert judgement.objections == objections


def test_a_search_for_one_solution_claims_nothing_about_others() -> None:
    found = Answer((SOLUTION,), Ending.ENOUGH)
    assert judge_answers(found, OUT_OF_TIME, limits=ONE_ASKED).verdict is Verdict.SOLVED
    assert judge_answers(found, expected=Expected(SEVERAL), limits=ONE_ASKED).objections == ()
    refused = judge_answers(found, expected=Expected(0), limits=ONE_ASKED)
    assert refused.objections == ("expected unsolvable, found solved",)
    too_many = judge_answers(Answer((ONE, OTHER), Ending.ENOUGH), puzzle=PAIR, limits=ONE_ASKED)
    assert "returned 2 solutions, at most 1 expected" in too_many.objections[0]


@pytest.mark.parametrize(
    ("engines", "verdict"),
    [
        ([("sat", "cnf", FOUND_ALL), ("sat:solver=glucose4", "cnf", FOUND_ALL)], "unique"),  # nothing else was asked
        ([("sat", "cnf", FOUND_ALL), ("other", "cnf", FOUND_ALL), ("cpsat", "cp-sat", OUT_OF_TIME)], "unknown"),
        ([("sat", "cnf", FOUND_ALL), ("other", "cnf", FOUND_ALL), ("cpsat", "cp-sat", FOUND_ALL)], "unique"),
        ([("sat", "cnf", FOUND_ALL), ("sat2", "own", FOUND_ALL), ("cpsat", "cp-sat", OUT_OF_TIME)], "unique"),
        ([("sat", "cnf", FOUND_NONE), ("other", "cnf", FOUND_NONE), ("kernel", "kernel", FAILED)], "unknown"),
    ],
)
def test_engines_that_share_a_method_are_one_witness(engines: list[tuple[str, str, Answer]], verdict: str) -> None:
    results = [result(engine, answer, method) for engine, method, answer in engines]
    assert judge(PUZZLE, results, TWO_ASKED).verdict == verdict


@pytest.mark.parametrize(
    ("grids", "fault"),
    [
        ([SOLUTION, SOLUTION], None),
        ([SOLUTION, WRONG], "r9c8: expected the given 7, found 9"),
    ],
)
def test_the_checker_of_a_batch_finds_the_fault_of_each_grid(grids: list[bytes], fault: str | None) -> None:
    check = choose_checker([(PUZZLE, grid) for grid in grids])
    assert [check(PUZZLE, grid) for grid in grids] == [None, fault]


def test_every_objection_is_kept_in_its_order_and_in_full() -> None:
    judgement = judge_answers(
        Answer((WRONG,), Ending.TIMED_OUT),
        Answer((SOLUTION,), Ending.ENOUGH),
        FOUND_NONE,
        expected=Expected(solution=WRONG),
    )
    assert judgement == Judgement(
        Verdict.UNKNOWN,
        (SOLUTION,),
        False,
        (
            "engine0: not a solution: r9c8: expected the given 7, found 9",
            "engine1: reported enough with 1 of 2 solutions",
            f"engine2: claimed unsolvable, but missed the solution {EASY_SOLUTION}",
            "expected solution: not a solution: r9c8: expected the given 7, found 9",
        ),
    )


def test_an_engine_that_missed_several_solutions_is_named_once() -> None:
    judgement = judge_answers(FOUND_NONE, Answer((ONE, OTHER), Ending.ENOUGH), puzzle=PAIR)
    assert len(judgement.objections) == 1
    assert judgement.solutions == (ONE, OTHER)


def test_without_answers_nothing_is_known() -> None:
    assert judge(PUZZLE, [], TWO_ASKED) == Judgement(Verdict.UNKNOWN, (), False, ())


@pytest.mark.parametrize(("answers", "verdict"), [([FOUND_NONE] * 2, "unsolvable"), ([OUT_OF_TIME] * 2, "unknown")])
def test_a_search_for_one_solution_that_finds_none_has_not_solved_the_puzzle(
    answers: list[Answer], verdict: str
) -> None:
    judgement = judge_answers(*answers, limits=ONE_ASKED)
    assert (judgement.verdict, judgement.solutions, judgement.objections) == (verdict, (), ())
