"""Steps as lines: LRAT with hints, DRUP without, and deletions in long proofs."""

import pytest

from sudoku_compare.evidence.proofs import proof_form
from sudoku_compare.evidence.proofs.hints import HintedStep
from sudoku_compare.evidence.proofs.proof_form import format_drup, format_lrat

STEPS = [
    HintedStep(11, (1, -2), (3, 4), is_helper=False),
    HintedStep(12, (5,), (11, 7), is_helper=True),
    HintedStep(13, (6,), (3, 9), is_helper=False),
    HintedStep(14, (2, 3), (12, 13), is_helper=False),
    HintedStep(15, (), (14, 13, 4), is_helper=False),
]


def test_a_short_proof_has_no_deletions() -> None:
    assert format_lrat(STEPS) == [
        "11 1 -2 0 3 4 0",
        "12 5 0 11 7 0",
        "13 6 0 3 9 0",
        "14 2 3 0 12 13 0",
        "15 0 14 13 4 0",
    ]
    assert format_drup(STEPS) == ["1 -2 0", "6 0", "2 3 0", "0"]


@pytest.mark.parametrize(("fewest", "has_deletions"), [(5, True), (6, False)])
def test_a_long_proof_deletes_steps_after_their_last_use(
    fewest: int, has_deletions: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proof_form, "FEWEST_STEPS", fewest)
    lrat, drup = format_lrat(STEPS), format_drup(STEPS)
    assert ("12 d 11 0" in lrat, "d 1 -2 0" in drup) == (has_deletions, has_deletions)
    if has_deletions:
        assert [line for line in lrat if " d " in line] == ["12 d 11 0", "14 d 12 0", "15 d 14 13 0"]
        assert drup == ["1 -2 0", "6 0", "2 3 0", "d 1 -2 0", "0", "d 2 3 0"]  # the helper step needs the first
