"""What the tests of studies share."""

from sudoku_compare import Limits, Puzzle
from sudoku_compare.core.answer import Stopwatch
from sudoku_compare.engines.reductio.propagation import Board, assert_places, begin, fields_of
from sudoku_compare.formats.shipped import load_shipped
from sudoku_compare.studies.elimination_rules import Rule, follow
from sudoku_compare.studies.workload import Subject, find_only_solution

SOME = [entry for tier in ("easy", "medium", "hard", "extreme") for entry in load_shipped(tier)[:6]]


def no_tick() -> None:
    pass


def make_subject(puzzle: Puzzle) -> Subject:
    watch = Stopwatch(Limits())
    solution = find_only_solution(puzzle, watch)
    assert solution
    return Subject(puzzle, solution, watch)


def follow_rule(puzzle: Puzzle, rule: Rule) -> Board:
    """Return what the rule leaves of the puzzle."""
    fields = fields_of(puzzle.shape)
    board = begin(fields, puzzle.givens, [], no_tick)
    return follow(fields, board, rule(fields, assert_places(fields, board)), rule, no_tick)[0]
