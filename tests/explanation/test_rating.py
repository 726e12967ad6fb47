"""The scale of the score."""

import pytest

from sudoku_compare.explanation.rating import REDUCTIO, rating_of, score_of
from sudoku_compare.techniques import LEVELS, Line, Refutation, Step

INNER = Refutation((1, 2), (), "3 has no place left in row 1")
OUTER = Refutation((0, 1), (Line(1, 2, holds=False, reason="its assumption fails", refutation=INNER),), "the same")
DEEPEST = Refutation((2, 2), (Line(0, 1, holds=False, reason="its assumption fails", refutation=OUTER),), "the same")


@pytest.mark.parametrize(
    ("step", "score"),
    [
        (Step("naked-single", ""), 1),
        (Step("naked-pair", ""), 5),
        (Step("x-wing", ""), 15),
        (Step("xy-chain", ""), 40),
        (Step("forcing", "", refutation=INNER), 80),
        (Step(REDUCTIO, "", refutation=OUTER), 320),
        (Step(REDUCTIO, "", refutation=DEEPEST), 720),
    ],
)
def test_the_score_of_a_step(step: Step, score: int) -> None:
    assert score_of(step) == score


def test_a_rating_is_the_sum_of_the_scores_and_names_the_hardest_technique() -> None:
    steps = [Step("x-wing", ""), Step("naked-single", ""), Step("naked-single", "")]
    rating = rating_of(steps, 1)
    assert (rating.hardest, rating.score, rating.depth) == ("x-wing", 17, 1)
    assert rating.techniques == {"naked-single": 2, "x-wing": 1}
    assert rating_of([*steps, Step(REDUCTIO, "", refutation=OUTER)], 2).hardest == REDUCTIO
    assert rating_of([], 0).hardest is None
    assert set(LEVELS) >= set(rating.techniques)
