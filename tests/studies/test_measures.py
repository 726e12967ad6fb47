"""What the studies measure, held to other ways of finding the same."""

import math
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from making import EASY, ESCARGOT, puzzle_with_holes, solutions_4x4, unique_with_holes
from sudoku_compare import Limits, Puzzle
from sudoku_compare.core.answer import Stopwatch
from sudoku_compare.core.shape import Shape, shape_of_box, shape_of_side
from sudoku_compare.engines.reductio.engine import Reductio
from sudoku_compare.engines.reductio.propagation import Board, assert_places, begin, fields_of
from sudoku_compare.explanation.depth import depth_of
from sudoku_compare.formats.shipped import load_shipped
from sudoku_compare.studies.branching import fewest_assumptions
from sudoku_compare.studies.elimination_rules import Rule, both, follow, in_every_unit, lone, lone_first, nothing
from sudoku_compare.studies.encodings import Loaded
from sudoku_compare.studies.grid_classes import all_boards, class_sizes, symmetries
from sudoku_compare.studies.random_walk import estimate
from sudoku_compare.studies.random_walk import walk as random_walk
from sudoku_compare.studies.reading_order import tries_following, tries_plain
from sudoku_compare.studies.techniques import USED
from sudoku_compare.studies.techniques import _look as look_by_techniques
from sudoku_compare.studies.workload import Posed, only_solution
from sudoku_compare.techniques import LEVELS, Reached, walk

RULES = (nothing, lone, in_every_unit, both, lone_first)
SOME = [entry for tier in ("easy", "medium", "hard", "extreme") for entry in load_shipped(tier)[:6]]


def no_tick() -> None:
    pass


def posed(puzzle: Puzzle) -> Posed:
    watch = Stopwatch(Limits())
    solution = only_solution(puzzle, watch)
    assert solution
    return Posed(puzzle, solution, watch)


def followed(puzzle: Puzzle, rule: Rule) -> Board:
    fields = fields_of(puzzle.shape)
    board = begin(fields, puzzle.givens, [], no_tick)
    return follow(fields, board, rule(fields, assert_places(fields, board)), rule, no_tick)[0]


def test_there_are_288_boards_of_4x4_in_two_classes() -> None:
    shape = shape_of_side(4)
    boards = all_boards(shape)
    assert boards == sorted(solutions_4x4(bytes(16)))
    assert class_sizes(boards, shape) == [192, 96]
    assert len({_canonical(board) for board in boards}) == 2


def _canonical(board: bytes) -> tuple[int, ...]:
    """The least of all boards of its class, by trying every order of rows and columns and both ways to look at it."""
    orders = [(0, 1, 2, 3), (1, 0, 2, 3), (0, 1, 3, 2), (1, 0, 3, 2)]
    orders += [(*order[2:], *order[:2]) for order in orders]
    looks = []
    for rows in orders:
        for columns in orders:
            seen = [board[4 * row + column] for row in rows for column in columns]
            for look in (seen, [seen[4 * (n % 4) + n // 4] for n in range(16)]):
                names: dict[int, int] = {}
                looks.append(tuple(names.setdefault(value, len(names)) for value in look))
    return min(looks)


@pytest.mark.parametrize("box", [(2, 2), (2, 3), (3, 2), (3, 3)])
def test_a_symmetry_keeps_boards_boards(box: tuple[int, int]) -> None:
    shape = shape_of_box(*box)
    board = puzzle_with_holes(shape, 1.0, seed=1).givens
    steps = list(symmetries(shape))
    assert len(steps) > shape.side
    for cells, values in steps:
        other = Puzzle(shape, bytes(values[board[cell]] for cell in cells))
        assert sorted(cells) == list(shape.cells)
        assert 0 not in other.givens
        assert other.find_clash() is None


@pytest.mark.parametrize(("box", "size"), [((2, 2), 8 * 8 * 2), ((2, 3), 48 * 72)])
def test_the_symmetries_make_every_order_of_rows_and_columns_that_the_boxes_allow(
    box: tuple[int, int], size: int
) -> None:
    shape = shape_of_box(*box)
    steps = {tuple(cells) for cells, _ in symmetries(shape)}
    reached = {tuple(shape.cells)}
    edge = list(reached)
    while edge:
        order = edge.pop()
        further = {tuple(order[cell] for cell in step) for step in steps} - reached
        reached |= further
        edge += further
    assert len(reached) == size


@pytest.mark.parametrize(
    ("side", "walks", "exactly"), [(4, 300, 288), (6, 300, 28_200_960), (9, 300, 6_670_903_752_021_072_936_960)]
)
def test_the_interval_of_an_estimate_holds_the_exact_number(side: int, walks: int, exactly: int) -> None:
    for seed in range(2):
        rng = Random(seed)
        found = estimate(side, [random_walk(shape_of_side(side), rng, no_tick) for _ in range(walks)])
        assert found.low <= math.log(exactly) <= found.high
        assert found.error < 0.15


def test_an_estimate_is_the_mean_and_a_contradiction_counts_as_nothing() -> None:
    found = estimate(4, [math.log(300), math.log(100), -math.inf, math.log(200)])
    assert found.log == pytest.approx(math.log(150))
    assert found.error == pytest.approx(math.sqrt((150**2 + 50**2 + 150**2 + 50**2) / 3 / 4) / 150)
    assert estimate(4, [-math.inf, -math.inf]).log == -math.inf


@settings(max_examples=40, deadline=None)
@given(st.sampled_from([(2, 2), (2, 3), (3, 3)]), st.integers(0, 10**6), st.floats(0.35, 0.9))
def test_a_rule_never_strikes_the_solution_and_a_stronger_one_leaves_no_more(
    box: tuple[int, int], seed: int, kept: float
) -> None:
    shape = shape_of_box(*box)
    puzzle = puzzle_with_holes(shape, kept, seed)
    solution = puzzle_with_holes(shape, 1.0, seed).givens
    boards = {rule: followed(puzzle, rule) for rule in RULES}
    fields = fields_of(shape)
    for board in boards.values():
        for cell in shape.cells:
            is_open = board >> cell * fields.width + fields.side & 1
            assert not is_open or board >> fields.positions(cell, solution[cell])[0] & 1
    weakest_first = [boards[rule] for rule in (nothing, lone, in_every_unit, both)]
    assert all(stronger & weaker == stronger for weaker, stronger in pairwise(weakest_first))
    assert boards[lone_first] == boards[both]


def test_the_only_choice_of_seed_003_is_weaker_than_asserting() -> None:
    [puzzle] = [entry.puzzle for entry in load_shipped("hard")[:1]]
    assert followed(puzzle, both).bit_count() < followed(puzzle, in_every_unit).bit_count()


def plain_tries(puzzle: Puzzle) -> int:
    """Backtracking as everybody writes it: recursive, on a list."""
    shape, grid, tries = puzzle.shape, list(puzzle.givens), 0

    def fill() -> bool:
        nonlocal tries
        if 0 not in grid:
            return True
        cell = grid.index(0)
        for value in shape.values:
            if all(grid[peer] != value for peer in shape.peers_of(cell)):
                tries += 1
                grid[cell] = value
                if fill():
                    return True
        grid[cell] = 0
        return False

    assert fill()
    return tries


@pytest.mark.parametrize("puzzle", [Puzzle.from_text("1... ..2. .3.. ...4"), *(entry.puzzle for entry in SOME[:6])])
def test_a_search_without_a_rule_tries_what_plain_backtracking_tries(puzzle: Puzzle) -> None:
    asked = posed(puzzle)
    assert tries_plain(fields_of(puzzle.shape), followed(puzzle, nothing), asked) == plain_tries(puzzle)


def test_following_a_rule_saves_tries_and_what_is_solved_needs_none() -> None:
    for entry in SOME:
        asked, fields = posed(entry.puzzle), fields_of(entry.puzzle.shape)
        board = followed(entry.puzzle, both)
        assert tries_following(fields, board, both, asked) <= tries_plain(fields, board, asked)
        assert (tries_following(fields, board, both, asked) == 0) == (board == 0)


def test_a_search_that_would_take_too_long_is_cut_off() -> None:
    puzzle = next(entry.puzzle for entry in load_shipped("classics") if entry.name.startswith("against brute force"))
    assert tries_plain(fields_of(puzzle.shape), followed(puzzle, nothing), posed(puzzle)) == math.inf


def assumptions_with(puzzle: Puzzle) -> int:
    return Reductio().search(puzzle, Limits(2)).counts["assumptions"]


@pytest.mark.parametrize("entry", SOME[12:], ids=lambda entry: entry.id)
def test_one_assumption_is_enough_if_some_right_value_lets_syllogism_finish(entry: object) -> None:
    asked = posed(entry.puzzle)  # type: ignore[attr-defined]
    empty = [cell for cell, value in enumerate(asked.puzzle.givens) if not value]
    by_one = any(assumptions_with(asked.puzzle.with_value(s, asked.solution[s])) == 0 for s in empty)
    expected = 0 if assumptions_with(asked.puzzle) == 0 else 1 if by_one else 2
    assert min(2, fewest_assumptions(asked)) == expected


def test_known_needs_of_assumptions() -> None:
    assert fewest_assumptions(posed(Puzzle.from_text(EASY))) == 0
    assert fewest_assumptions(posed(Puzzle.from_text(ESCARGOT))) == 2


@pytest.fixture(scope="module")
def rules_as_clauses() -> dict[str, Loaded]:
    return {encoding: Loaded(shape_of_side(9), encoding) for encoding in ("minimal", "efficient", "extended")}


@pytest.mark.parametrize("entry", SOME[::3], ids=lambda entry: entry.id)
def test_unit_propagation_is_pruning_and_in_the_extended_encoding_asserting_too(
    entry: object, rules_as_clauses: dict[str, Loaded]
) -> None:
    asked = posed(entry.puzzle)  # type: ignore[attr-defined]
    for encoding, rule in (("minimal", lone), ("efficient", lone), ("extended", both)):
        rules = rules_as_clauses[encoding]
        givens = [rules.formula.variable(s, value) for s, value in enumerate(asked.puzzle.givens) if value]
        known = rules.known(givens)
        assert known is not None
        fields = fields_of(asked.puzzle.shape)
        decided = {s for s in asked.puzzle.shape.cells if not followed(asked.puzzle, rule) >> s * fields.width + 9 & 1}
        assert {(literal - 1) // 9 for literal in known if literal > 0} == decided


@pytest.mark.parametrize("text", [EASY, ESCARGOT, *(entry.puzzle.text for entry in SOME[6::4])])
def test_failed_literals_solve_what_has_a_depth_of_one_and_nothing_deeper_here(
    text: str, rules_as_clauses: dict[str, Loaded]
) -> None:
    asked, rules = posed(Puzzle.from_text(text)), rules_as_clauses["extended"]
    givens = [rules.formula.variable(s, value) for s, value in enumerate(asked.puzzle.givens) if value]
    known = rules.without_failed_literals(givens, asked.watch)
    is_shallow = depth_of(asked.puzzle, asked.solution, no_tick) <= 1
    assert rules.is_solved(known) == is_shallow
    right = {rules.formula.variable(cell, value) for cell, value in enumerate(asked.solution)}
    assert {literal for literal in known if literal > 0} <= right


def test_the_clauses_of_the_rules_are_as_many_as_are_known(rules_as_clauses: dict[str, Loaded]) -> None:
    assert [rules.clauses for rules in rules_as_clauses.values()] == [7371, 10287, 10530]


@pytest.mark.parametrize("entry", SOME[6::2], ids=lambda entry: entry.id)
def test_the_level_of_a_puzzle_solves_it_and_the_one_below_does_not(entry: object) -> None:
    asked = posed(entry.puzzle)  # type: ignore[attr-defined]
    level = look_by_techniques(asked).level
    assert level
    assert walk(asked.puzzle, level).outcome is Reached.SOLVED
    below = LEVELS.index(level) - 1
    assert below < 0 or walk(asked.puzzle, LEVELS[below]).outcome is Reached.STUCK
    assert level in USED


def test_other_shapes_are_measured_alike() -> None:
    shape: Shape = shape_of_box(2, 3)
    asked = posed(unique_with_holes(shape, 0.4))
    assert fewest_assumptions(asked) >= 0
    assert tries_plain(fields_of(shape), followed(asked.puzzle, nothing), asked) == plain_tries(asked.puzzle)
