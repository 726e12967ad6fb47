"""Generated puzzles have the requested properties and are the same on every machine."""

from random import Random

import pytest

from conftest import Run
from sudoku_compare import Limits, Puzzle
from sudoku_compare.checking.solution import find_fault
from sudoku_compare.core.errors import OptionError
from sudoku_compare.core.shape import shape_of_box, shape_of_side
from sudoku_compare.engines.registry import load_engine
from sudoku_compare.formats.isomorphism import random_isomorph
from sudoku_compare.generation.generate import GeneratedPuzzle, PuzzleSpec, generate, random_board
from sudoku_compare.running.place import ThisProcess

NINE = shape_of_side(9)
SAT = load_engine("sat")
EXPECTED = [
    "# sudoku-compare generate --n 2 --size 9 --seed 11 --givens 30-34",
    "4.....7.6.......42.1.2..5..8....5.79...3..85..4..68321794...2.3..58.9...6........:1"
    ":452183796378596142916274538831425679269317854547968321794651283125839467683742915",
    "..348..1.9...1.583.1....6...3..6745...2..1378.....3...38..54....2.6...3...9.3.1.6:1"
    ":253486719964712583817395624138967452692541378745823961386154297421679835579238146",
]


def generate_some(spec: PuzzleSpec, number: int, seed: int = 1) -> list[GeneratedPuzzle]:
    return list(generate(spec, seed, number, ThisProcess()))


def count(puzzle: Puzzle) -> int:
    """Count the solutions, up to two, with an engine that the generator does not use."""
    return len(SAT.search(puzzle, Limits(2)).solutions)


@pytest.mark.parametrize(
    ("spec", "number"),
    [
        (PuzzleSpec(shape_of_side(4)), 5),
        (PuzzleSpec(shape_of_box(3, 2)), 5),
        (PuzzleSpec(NINE, fewest_givens=30, most_givens=33), 5),
        (PuzzleSpec(NINE, minimal=True), 3),
        (PuzzleSpec(NINE, hard=True), 1),
        (PuzzleSpec(NINE, "multiple"), 4),
        (PuzzleSpec(NINE, "multiple", fewest_givens=15, most_givens=18), 3),
        (PuzzleSpec(NINE, "unsolvable"), 4),
        (PuzzleSpec(shape_of_side(16), fewest_givens=130, most_givens=140), 1),
        (PuzzleSpec(shape_of_side(25)), 1),
        (PuzzleSpec(shape_of_side(25), "multiple"), 1),
        (PuzzleSpec(shape_of_side(25), "unsolvable"), 1),
    ],
)
def test_puzzles_have_the_requested_properties(spec: PuzzleSpec, number: int) -> None:
    for puzzle, expected, solution in ((m.puzzle, m.count, m.solution) for m in generate_some(spec, number)):
        assert count(puzzle) == expected == {"unique": 1, "multiple": 2, "unsolvable": 0}[spec.kind]
        assert puzzle.find_clash() is None
        assert spec.fewest_givens <= puzzle.count_givens() <= (spec.most_givens or len(puzzle.givens))
        assert (solution is not None) == (spec.kind != "unsolvable")
        if solution:
            assert find_fault(puzzle, solution) is None
        if spec.minimal or spec.hard:
            givens = [cell for cell, value in enumerate(puzzle.givens) if value]
            assert all(count(puzzle.with_value(cell, 0)) == 2 for cell in givens)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        (PuzzleSpec(NINE, most_givens=9), "^found no such puzzle in 200 attempts; allow more givens or a wider range$"),
        pytest.param(
            PuzzleSpec(shape_of_side(4), fewest_givens=14, hard=True),
            r"^found no such puzzle in 20 attempts; allow fewer givens \(a hard puzzle is minimal\) or a wider range$",
            marks=pytest.mark.slow,
        ),
    ],
)
def test_an_impossible_spec_is_an_error(spec: PuzzleSpec, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        next(generate(spec, 0, 1, ThisProcess()))


def test_hard_puzzles_need_more_assumptions_than_minimal_ones() -> None:
    hard, minimal = generate_some(PuzzleSpec(NINE, hard=True), 3), generate_some(PuzzleSpec(NINE, minimal=True), 12)
    assert min(m.assumptions for m in hard) > sorted(m.assumptions for m in minimal)[6]


def test_the_same_seed_gives_the_same_puzzles_on_every_machine(sudoku_compare: Run) -> None:
    done = sudoku_compare("generate", "--n", "2", "--seed", "11", "--givens", "30-34")
    assert done.stdout.splitlines() == EXPECTED
    assert (
        sudoku_compare("generate", "--n", "1", "--seed", "12", "--givens", "30-34").stdout.splitlines()[1]
        not in EXPECTED
    )


@pytest.mark.parametrize("shape", [shape_of_side(4), shape_of_box(3, 2), NINE, shape_of_side(12), shape_of_side(25)])
def test_random_boards_are_full_valid_and_different(shape: object) -> None:
    boards = {random_board(shape, Random(seed)) for seed in range(6)}  # type: ignore[arg-type]
    assert len(boards) == 6
    for board in boards:
        assert find_fault(Puzzle(shape, bytes(len(board))), board) is None  # type: ignore[arg-type]


def test_an_isomorph_is_a_different_puzzle_with_the_same_number_of_solutions() -> None:
    for m in generate_some(PuzzleSpec(NINE, minimal=True), 2) + generate_some(PuzzleSpec(NINE, "multiple"), 2):
        other = random_isomorph(m.puzzle, Random(5))
        assert other.givens != m.puzzle.givens
        assert count(other) == m.count


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--givens", "40-30"], "expected a number or a range, as in 28-32"),
        (["--givens", "x"], "expected a number or a range, as in 28-32"),
        (["--givens", "82"], "--givens 82-82: a 9x9 puzzle has 81 cells"),
        (["--givens", "82-90"], "--givens 82-90: a 9x9 puzzle has 81 cells"),
        (["--givens", "3-5"], "found no such puzzle in 200 attempts; allow more givens"),
        (
            ["--size", "25", "--minimal"],
            "--minimal with --size 25: deciding whether a given is necessary may take days",
        ),
        (["--n", "0"], "--n"),
        (["--size", "7"], "--size"),
        (["--out", "/nonexistent/file"], "cannot write /nonexistent/file: No such file or directory"),
    ],
)
def test_an_impossible_request_is_one_line_of_error(sudoku_compare: Run, arguments: list[str], message: str) -> None:
    done = sudoku_compare("generate", *arguments)
    assert done.returncode == 2
    assert message in done.stderr
    hint = "Try 'sudoku-compare generate --help'.\n"
    assert done.stderr.removesuffix(hint).count("\n") == 1
