"""What the engine `logic` claims, and what it does not."""

import pytest

from making import EASY, ESCARGOT, NONE, TWO
from sudoku_compare import Ending, Limits, Puzzle, solve
from sudoku_compare.comparison.reason import format_reason
from sudoku_compare.core.errors import OptionError
from sudoku_compare.core.names import DEFAULT_ENGINES
from sudoku_compare.engines.options import format_engine
from sudoku_compare.engines.registry import load_engine

RECTANGLE = "...31....3......4......2....7..8...2.......54.1..6..3..29.38.1.7531....984.7...63"
WITH_A_RECTANGLE = (  # puzzle, verdict, and the number of solutions found if uniqueness is assumed
    ("...........1....353..4....5.46.1.5..", "multiple", 1),
    ("..4..316..2.....6.........2...5....4", "multiple", 1),
    ("..5.7...2..1..85.47........3.9..7........243..5..64..99...86....8...526..........", "unsolvable", 0),
)
NORVIGS_IMPOSSIBLE = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."


def search(text: str, engine: str = "logic", solutions: int = 2) -> tuple[Ending, int, str]:
    answer = load_engine(engine).search(Puzzle.from_text(text), Limits(solutions))
    return answer.ending, len(answer.solutions), answer.detail


def test_what_the_techniques_prove_is_claimed() -> None:
    assert search(EASY) == (Ending.EXHAUSTED, 1, "")
    assert search(EASY, solutions=1) == (Ending.ENOUGH, 1, "")
    assert search(NONE) == (Ending.EXHAUSTED, 0, "")


@pytest.mark.parametrize(
    ("text", "engine"), [(ESCARGOT, "logic"), (TWO, "logic"), (NORVIGS_IMPOSSIBLE, "logic:level=naked-single")]
)
def test_nothing_is_claimed_if_the_techniques_run_out(text: str, engine: str) -> None:
    ending, solutions, detail = search(text, engine)
    assert (ending, solutions) == (Ending.STUCK, 0)
    assert "cells open" in detail
    result = solve(text, [engine])
    assert (result.verdict, result.judgement.objections) == ("unknown", ())


def test_an_engine_that_assumes_uniqueness_does_not_claim_it() -> None:
    engine = "logic:level=unique-rectangle,given_unique=true"
    ending, solutions, detail = search(RECTANGLE, engine)
    assert (ending, solutions) == (Ending.STUCK, 1)
    assert "assumed that the solution is unique" in detail
    assert search(RECTANGLE, engine, solutions=1) == (Ending.ENOUGH, 1, "")
    assert solve(RECTANGLE, [engine]).verdict == "unknown"
    assert solve(RECTANGLE, [engine], first=True).verdict == "solved"
    assert search(EASY, engine)[0] is Ending.EXHAUSTED, "no rectangle was needed"


@pytest.mark.parametrize(("text", "verdict", "found"), WITH_A_RECTANGLE)
def test_a_wrong_assumption_of_uniqueness_refutes_nothing(text: str, verdict: str, found: int) -> None:
    ending, solutions, detail = search(text, "logic:given_unique=true")
    assert (ending, solutions) == (Ending.STUCK, found)
    assert "assumed that the solution is unique" in detail
    result = solve(text, ["reductio", "sat", "logic:given_unique=true"])
    assert (result.verdict, result.judgement.objections) == (verdict, ())


@pytest.mark.parametrize(
    ("engines", "expected"),
    [
        (["logic"], "no engine could settle it: no solution found; ask another engine"),
        (
            ["reductio", "logic"],
            "only reductio settled it (unique), and one witness is not enough; ask another engine",
        ),
    ],
)
def test_more_time_is_not_suggested_if_an_engine_is_stuck(engines: list[str], expected: str) -> None:
    assert format_reason(solve(ESCARGOT, engines)) == expected


def test_a_flag_without_effect_is_refused() -> None:
    with pytest.raises(OptionError, match="expected unique-rectangle or higher"):
        load_engine("logic:level=x-wing,given_unique=true")
    with pytest.raises(OptionError, match="did you mean naked-pair"):
        load_engine("logic:level=naked-pear")


@pytest.mark.parametrize("level", ["X-Wing", "x wing", "x_wing"])
def test_a_level_in_any_spelling_is_stored_under_its_standard_name(level: str) -> None:
    assert format_engine(load_engine(f"logic:level={level}")) == "logic:level=x-wing"
    assert format_engine(load_engine("logic:level=cofio-single")) == "logic:level=hidden-single"


def test_logic_is_asked_only_if_it_is_chosen() -> None:
    assert "logic" not in DEFAULT_ENGINES
    assert [result.engine for result in solve(EASY).results] == list(DEFAULT_ENGINES)
