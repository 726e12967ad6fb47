"""The faults of the programs from which this one grew, each with a case that fails if the fault is copied."""

from pathlib import Path

import pytest

from making import ESCARGOT, NONE, TWO
from sudoku_compare import Ending, Limits, Puzzle, solve
from sudoku_compare.engines.reductio.propagation import assert_places, begin, fields_of, syllogize
from sudoku_compare.engines.registry import load_engine

CLASSICS = Path(__file__).parents[2] / "data" / "classics.txt"
NORVIGS_IMPOSSIBLE = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."
SEVENTEEN = ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6..."
EASTER_MONSTER = "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1"
FATA_MORGANA = "........3..1..56...9..4..7......9.5.7.......8.5.4.2....8..2..9...35..1..6........"


def candidates_after_syllogizing(text: str) -> list[int]:
    """Return the number of candidates of each undecided cell before the first assumption."""
    fields = fields_of(Puzzle.from_text(text).shape)
    trail: list[tuple[int, int]] = []
    board = begin(fields, Puzzle.from_text(text).givens, trail, lambda: None)
    board = syllogize(fields, board, assert_places(fields, board), trail, lambda: None)
    known = {cell for cell, _ in trail}
    return [
        sum(board >> fields.positions(cell, value)[0] & 1 for value in range(1, 10))
        for cell in range(81)
        if cell not in known
    ]


def test_seed_000_picks_a_solved_cell_if_no_cell_has_two_candidates() -> None:
    assert min(candidates_after_syllogizing(EASTER_MONSTER)) > 2
    assert solve(EASTER_MONSTER).verdict == "unique"


@pytest.mark.parametrize(("text", "verdict"), [(TWO, "multiple"), (NONE, "unsolvable"), (FATA_MORGANA, "unique")])
def test_seed_000_confuses_no_solution_one_and_several(text: str, verdict: str) -> None:
    result = solve(text, ["reductio"])
    assert (result.verdict, result.judgement.objections) == (verdict, ())


def test_seed_000_gives_up_after_some_assumptions_and_calls_it_a_verdict() -> None:
    puzzle = Puzzle.from_text(NORVIGS_IMPOSSIBLE)
    answer = load_engine("reductio").search(puzzle, Limits(2))
    assert (answer.solutions, answer.ending) == ((), Ending.EXHAUSTED)
    assert answer.counts["assumptions"] > 100_000
    cut_short = load_engine("reductio").search(puzzle, Limits(2, seconds=0.01))
    assert cut_short.ending is Ending.TIMED_OUT


def test_seed_000_calls_another_puzzle_ai_escargot() -> None:
    names = {line.partition("#")[2].strip(): line for line in CLASSICS.read_text().splitlines() if ":" in line}
    assert names["AI Escargot (Arto Inkala, 2006)"].startswith("1....7.9..3..2...8")
    assert names["Inkala 2012, often mistaken for AI Escargot"].startswith("8..........36")


def test_seed_002_says_unsolvable_when_its_rules_run_out() -> None:
    assert candidates_after_syllogizing(ESCARGOT), "singles alone leave cells open"
    assert solve(ESCARGOT).verdict == "unique"


def test_seed_003_requires_a_hidden_single_in_row_column_and_box_at_once() -> None:
    assert candidates_after_syllogizing(SEVENTEEN) == [], "hidden singles in any one unit are enough"


def test_seed_004_cannot_make_an_assumption_within_an_assumption() -> None:
    answer = load_engine("reductio").search(Puzzle.from_text(FATA_MORGANA), Limits(2))
    assert len(answer.solutions) == 1
    assert answer.counts["deepest"] >= 2
