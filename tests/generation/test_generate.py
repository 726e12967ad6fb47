"""Generated puzzles are what was asked for, and the same everywhere."""

from itertools import islice
from random import Random

import pytest

from conftest import Run
from sudoku_compare import Limits, Puzzle
from sudoku_compare.checking.solution import refute
from sudoku_compare.core.shape import shape_of_box, shape_of_side
from sudoku_compare.engines.registry import load_engine
from sudoku_compare.formats.isomorphism import isomorph
from sudoku_compare.generation.generate import Made, Wish, generate, random_board

NINE = shape_of_side(9)
SAT = load_engine("sat")
EXPECTED = [
    "# sudoku-compare generate --n 2 --size 9 --seed 11 --givens 30-34",
    "4.....7.6.......42.1.2..5..8....5.79...3..85..4..68321794...2.3..58.9...6........:1"
    ":452183796378596142916274538831425679269317854547968321794651283125839467683742915",
    "..348..1.9...1.583.1....6...3..6745...2..1378.....3...38..54....2.6...3...9.3.1.6:1"
    ":253486719964712583817395624138967452692541378745823961386154297421679835579238146",
]


def made(wish: Wish, number: int, seed: int = 1) -> list[Made]:
    return list(islice(generate(wish, seed), number))


def count(puzzle: Puzzle) -> int:
    """By an engine that has no part in generating."""
    return len(SAT.search(puzzle, Limits(2)).solutions)


@pytest.mark.parametrize(
    ("wish", "number"),
    [
        (Wish(shape_of_side(4)), 5),
        (Wish(shape_of_box(3, 2)), 5),
        (Wish(NINE, fewest_givens=30, most_givens=33), 5),
        (Wish(NINE, minimal=True), 3),
        (Wish(NINE, hard=True), 1),
        (Wish(NINE, "multiple"), 4),
        (Wish(NINE, "multiple", fewest_givens=15, most_givens=18), 3),
        (Wish(NINE, "unsolvable"), 4),
        (Wish(shape_of_side(16), fewest_givens=130, most_givens=140), 1),
        (Wish(shape_of_side(25)), 1),
        (Wish(shape_of_side(25), "multiple"), 1),
        (Wish(shape_of_side(25), "unsolvable"), 1),
    ],
)
def test_puzzles_are_what_was_wished_for(wish: Wish, number: int) -> None:
    for puzzle, expected, solution in ((m.puzzle, m.count, m.solution) for m in made(wish, number)):
        assert count(puzzle) == expected == {"unique": 1, "multiple": 2, "unsolvable": 0}[wish.kind]
        assert puzzle.clash() is None
        assert wish.fewest_givens <= puzzle.count_givens() <= (wish.most_givens or len(puzzle.givens))
        assert (solution is not None) == (wish.kind != "unsolvable")
        if solution:
            assert refute(puzzle, solution) is None
        if wish.minimal or wish.hard:
            givens = [cell for cell, value in enumerate(puzzle.givens) if value]
            assert all(count(puzzle.with_value(cell, 0)) == 2 for cell in givens)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--size", "25", "--minimal"], "may take days to see; a size up to 16 would do"),
        (["--givens", "5-9"], "no such puzzle in 200 attempts; more givens"),
        (["--givens", "82"], "a 9x9 board has 81 cells"),
    ],
)
def test_a_wish_that_cannot_be_met_is_one_line(arguments: list[str], message: str, sudoku_compare: Run) -> None:
    done = sudoku_compare("generate", *arguments)
    assert (done.returncode, done.stderr.count("\n"), message in done.stderr) == (2, 1, True)


def test_hard_puzzles_cost_more_assumptions() -> None:
    hard, minimal = made(Wish(NINE, hard=True), 3), made(Wish(NINE, minimal=True), 12)
    assert min(m.assumptions for m in hard) > sorted(m.assumptions for m in minimal)[6]


def test_the_same_seed_gives_the_same_puzzles_on_every_machine(sudoku_compare: Run) -> None:
    done = sudoku_compare("generate", "--n", "2", "--seed", "11", "--givens", "30-34")
    assert done.stdout.splitlines() == EXPECTED
    assert (
        sudoku_compare("generate", "--n", "1", "--seed", "12", "--givens", "30-34").stdout.splitlines()[1]
        not in EXPECTED
    )


@pytest.mark.parametrize("shape", [shape_of_side(4), shape_of_box(3, 2), NINE, shape_of_side(12), shape_of_side(25)])
def test_random_boards_are_full_boards_and_differ(shape: object) -> None:
    boards = {random_board(shape, Random(seed)) for seed in range(6)}  # type: ignore[arg-type]
    assert len(boards) == 6
    for board in boards:
        assert refute(Puzzle(shape, bytes(len(board))), board) is None  # type: ignore[arg-type]


def test_an_isomorph_is_another_puzzle_with_as_many_solutions() -> None:
    for m in made(Wish(NINE, minimal=True), 2) + made(Wish(NINE, "multiple"), 2):
        other = isomorph(m.puzzle, Random(5))
        assert other.givens != m.puzzle.givens
        assert count(other) == m.count


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--givens", "40-30"], "a range such as 28-32 would do"),
        (["--givens", "x"], "a range such as 28-32 would do"),
        (["--givens", "82-90"], "a 9x9 board has 81 cells"),
        (["--givens", "3-5"], "no such puzzle"),
        (["--n", "0"], "--n"),
        (["--size", "7"], "--size"),
        (["--out", "/nonexistent/file"], "another path would do"),
    ],
)
def test_a_wish_that_cannot_be_is_a_mistake(sudoku_compare: Run, arguments: list[str], message: str) -> None:
    done = sudoku_compare("generate", *arguments)
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stderr.count("\n") == 1
