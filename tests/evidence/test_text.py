"""The evidence as sentences, and as marked cells on the boards."""

import pytest
from rich.console import Console
from rich.text import Text

from evidences import (
    LATE,
    MULTIPLE,
    ONE,
    PROOF,
    PUZZLE,
    REFUTATION,
    TWO,
    UNIQUE,
    UNKNOWN,
    UNSOLVABLE,
    make_comparison,
    multiple,
)
from making import NONE
from sudoku_compare import solve
from sudoku_compare.comparison.text import Rendering
from sudoku_compare.core.puzzle import Puzzle
from sudoku_compare.core.shape import shape_of_side
from sudoku_compare.evidence.result import (
    AdditionalGivens,
    Evidence,
    Fix,
    MultipleEvidence,
    Placement,
    UniqueEvidence,
    UniquenessResult,
    UnknownEvidence,
    UnsolvableEvidence,
)
from sudoku_compare.evidence.text import format_sentences, render

FIX = Fix(0, 5, 3, 0)
NO_FIX = "fix: no change or removal of a single given makes the puzzle unique"
CONFLICT = "minimal conflict: these 2 givens cannot all be true: r1c1=5, r9c9=9; not confirmed"
LISTED = "r1c1=5, r1c2=3, r1c3=6, r1c4=4, r1c5=7, r1c6=8, r1c7=9, r1c8=1, r1c9=2, r2c1=6, r2c2=7, r2c3=2"
TWELVE = "; ".join(f"r1c{column}=3 instead of 5" for column in range(1, 10)) + "".join(
    f"; r2c{column}=3 instead of 5" for column in range(1, 4)
)


def make_fixes(number: int) -> tuple[Fix, ...]:
    return tuple(Fix(cell, 5, 3, 0) for cell in range(number))


@pytest.mark.parametrize(
    ("evidence", "sentences"),
    [
        (
            UNIQUE,
            [
                "certificate: cadical153 proved that there is no other solution (2 steps, "
                "trimmed from 7,000 to 9 bytes, 32 with hints), "
                "and the proof was checked",
                "not minimal: each of these 2 givens can be removed on its own: r1c1=5, r9c9=9",
            ],
        ),
        (
            UniqueEvidence(None, (), {"certificate": LATE}),
            ["minimal: every given is necessary", "certificate: unknown; time ran out after 1 s; allow more time"],
        ),
        (UniqueEvidence(None, ONE), ["not minimal: 1 given is redundant: r1c1=5"]),
        (
            UniqueEvidence(missing={"redundant_givens": LATE}),
            ["redundant givens: unknown; time ran out after 1 s; allow more time"],
        ),
        (
            MULTIPLE,
            [
                "solutions: exactly 2",
                "fixed cells: 2 empty cells have the same value in every solution: r1c6=8, r9c9=9",
                "additional givens: 1 more given makes the puzzle unique (the fewest possible): r1c1=5",
            ],
        ),
        (
            multiple((2,), AdditionalGivens(TWO, 2)),
            [
                "solutions: exactly 2",
                "fixed cells: 1 empty cell has the same value in every solution: r1c3=6",
                "additional givens: 2 more givens make the puzzle unique (the fewest possible): r1c1=5, r9c9=9",
            ],
        ),
        (
            multiple((), AdditionalGivens(TWO, 1)),
            [
                "solutions: exactly 2",
                "fixed cells: no empty cell has the same value in every solution",
                "additional givens: 2 more givens make the puzzle unique (the fewest found; at least 1 is needed): "
                "r1c1=5, r9c9=9",
            ],
        ),
        (
            multiple(tuple(range(12)), AdditionalGivens((*TWO, Placement(1, 3)), 2), 12345),
            [
                "solutions: at least 12,345",
                f"fixed cells: 12 empty cells have the same value in every solution: {LISTED}",
                "additional givens: 3 more givens make the puzzle unique (the fewest found; at least 2 are needed): "
                "r1c1=5, r9c9=9, r1c2=3",
            ],
        ),
        (
            multiple(tuple(range(13)), None),
            [
                "solutions: exactly 2",
                f"fixed cells: 13 empty cells have the same value in every solution: {LISTED}, ...",
            ],
        ),
        (
            MultipleEvidence(2, False, MULTIPLE.second_solution, (2, 3), missing={"count": LATE, "fixed_cells": LATE}),
            [
                "solutions: at least 2",
                "count: unknown; time ran out after 1 s; allow more time",
                "fixed cells: unknown; time ran out after 1 s; allow more time",
            ],
        ),
        (
            UNSOLVABLE,
            [
                "minimal conflict: these 2 givens cannot all be true: r1c1=5, r9c9=9; confirmed by cpsat",
                "fix: any one of these changes makes the puzzle unique, most likely first: r1c1=3 instead of 5; "
                "remove r9c9=9",
                "certificate: reductio proved that there is no solution (1 step, trimmed from 20 to 2 bytes), "
                "and the proof was checked",
            ],
        ),
        (
            UnsolvableEvidence(None, TWO, None, (FIX,)),
            [CONFLICT, "fix: this change makes the puzzle unique: r1c1=3 instead of 5"],
        ),
        (UnsolvableEvidence(None, TWO, None, ()), [CONFLICT, NO_FIX]),
        (
            UnsolvableEvidence(None, TWO, None, make_fixes(12)),
            [CONFLICT, f"fix: any one of these changes makes the puzzle unique, most likely first: {TWELVE}"],
        ),
        (
            UnsolvableEvidence(None, TWO, None, make_fixes(14)),
            [
                CONFLICT,
                f"fix: any one of these changes makes the puzzle unique, most likely first: {TWELVE}; and 2 more",
            ],
        ),
        (
            UnsolvableEvidence(missing={"confirmed_by": LATE}),
            ["confirmed by: unknown; time ran out after 1 s; allow more time"],
        ),
        (UNKNOWN, ["known so far: one solution (shown above), checked"]),
        (
            UnknownEvidence(0, {"count": LATE}),
            ["known so far: no solution was found", "count: unknown; time ran out after 1 s; allow more time"],
        ),
    ],
)
def test_the_evidence_in_sentences(evidence: Evidence, sentences: list[str]) -> None:
    assert format_sentences(UniquenessResult(make_comparison(), evidence)) == sentences


def test_values_above_nine_are_letters_in_sentences() -> None:
    comparison = solve(Puzzle(shape_of_side(16), bytes([1] * 2 + [0] * 254)), ["reductio"])
    evidence = UnsolvableEvidence(
        None, (Placement(0, 12), Placement(1, 11)), None, (Fix(0, 12, 16, 0), Fix(1, 11, None, 0))
    )
    assert format_sentences(UniquenessResult(comparison, evidence)) == [
        "minimal conflict: these 2 givens cannot all be true: r1c1=C, r1c2=B; not confirmed",
        "fix: any one of these changes makes the puzzle unique, most likely first: r1c1=G instead of C; remove r1c2=B",
    ]


def render_on(evidence: Evidence, colours: str | None, text: str | None = None) -> Rendering:
    console = Console(width=100, color_system=colours, force_terminal=bool(colours))  # type: ignore[arg-type]
    comparison = solve(text, ["reductio"]) if text else make_comparison()
    return render(UniquenessResult(comparison, evidence), console)


@pytest.mark.parametrize(
    ("evidence", "titles", "first_row", "last_row"),
    [
        (
            UNIQUE,
            "givens (marked: redundant)    solution",
            "5*3 . | . 7 . | . . .         5 3 4 | 6 7 8 | 9 1 2",
            ". . . | . 8 . | . 7 9*        3 4 5 | 2 8 6 | 1 7 9",
        ),
        (
            UniqueEvidence(PROOF, ()),
            "givens                   solution",
            "5 3 . | . 7 . | . . .    5 3 4 | 6 7 8 | 9 1 2",
            ". . . | . 8 . | . 7 9    3 4 5 | 2 8 6 | 1 7 9",
        ),
        (
            MULTIPLE,
            "givens                   one solution             another solution (marked: differs)",
            "5 3 . | . 7 . | . . .    5 3 4 | 6 7 8 | 9 1 2    5 3 6*| 4*7 8 | 9 1 2",
            ". . . | . 8 . | . 7 9    3 4 5 | 2 8 6 | 1 7 9    3 4 5 | 2 8 6 | 1 7 9",
        ),
        (UNSOLVABLE, "givens (marked: conflict)", "5*3 . | . 7 . | . . .", ". . . | . 8 . | . 7 9*"),
        (
            UNKNOWN,
            "givens                   solution",
            "5 3 . | . 7 . | . . .    5 3 4 | 6 7 8 | 9 1 2",
            ". . . | . 8 . | . 7 9    3 4 5 | 2 8 6 | 1 7 9",
        ),
    ],
)
def test_the_boards_without_colours(evidence: Evidence, titles: str, first_row: str, last_row: str) -> None:
    lines = render_on(evidence, None).boards.plain.splitlines()
    assert [lines[1].strip(), lines[3].strip(), lines[-1].strip()] == [titles, first_row, last_row]


def find_reversed(boards: Text) -> str:
    return "".join(boards.plain[span.start : span.end] for span in boards.spans if "reverse" in str(span.style))


@pytest.mark.parametrize(
    ("evidence", "titles", "marked"),
    [
        (UNIQUE, "givens (marked: redundant)    solution", "59"),
        (MULTIPLE, "one solution             another solution (marked: differs)", "64"),
        (UNSOLVABLE, "givens (marked: conflict)", "59"),
        (UNKNOWN, "5 3 4 | 6 7 8 | 9 1 2", ""),
    ],
)
def test_the_boards_with_colours(evidence: Evidence, titles: str, marked: str) -> None:
    boards = render_on(evidence, "standard").boards
    assert boards.plain.splitlines()[1].strip() == titles
    assert find_reversed(boards) == marked


def test_an_unsolvable_puzzle_without_a_conflict_is_drawn_alone() -> None:
    boards = render_on(UnsolvableEvidence(REFUTATION), None, NONE).boards.plain.splitlines()
    assert boards[1].strip() == ". . 9 | . 2 8 | 7 . ."
    assert len(boards) == 12


def test_the_sentences_are_below_the_verdict_with_bold_heads() -> None:
    _, certificate, minimality, _ = render_on(UNIQUE, None).below
    assert isinstance(certificate, Text)
    assert isinstance(minimality, Text)
    assert [certificate.plain, minimality.plain] == format_sentences(UniquenessResult(make_comparison(), UNIQUE))
    for sentence, head in ((certificate, "certificate"), (minimality, "not minimal")):
        assert [(sentence.plain[span.start : span.end], span.style) for span in sentence.spans] == [(head, "bold")]


def test_the_puzzle_of_the_examples_is_unique() -> None:
    comparison = make_comparison()
    assert (comparison.puzzle, comparison.verdict) == (PUZZLE, "unique")
