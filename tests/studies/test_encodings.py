"""What unit propagation and failed literals do, compared with the propagation rules."""

import pytest

from making import EASY, ESCARGOT
from studying import SOME, follow_rule, make_subject, no_tick
from sudoku_compare import Puzzle
from sudoku_compare.core.entry import Entry
from sudoku_compare.core.shape import shape_of_side
from sudoku_compare.engines.reductio.propagation import fields_of
from sudoku_compare.explanation.depth import depth_of
from sudoku_compare.studies.elimination_rules import (
    see_all_singles,
    see_naked_singles,
)
from sudoku_compare.studies.encodings import LoadedRules


@pytest.fixture(scope="module")
def rules_as_clauses() -> dict[str, LoadedRules]:
    return {encoding: LoadedRules(shape_of_side(9), encoding) for encoding in ("minimal", "efficient", "extended")}


@pytest.mark.parametrize("entry", SOME[::3], ids=lambda entry: entry.id)
def test_unit_propagation_finds_naked_singles_and_with_the_extended_encoding_hidden_ones_too(
    entry: Entry, rules_as_clauses: dict[str, LoadedRules]
) -> None:
    subject = make_subject(entry.puzzle)
    for encoding, rule in (
        ("minimal", see_naked_singles),
        ("efficient", see_naked_singles),
        ("extended", see_all_singles),
    ):
        rules = rules_as_clauses[encoding]
        givens = [rules.formula.variable(cell, value) for cell, value in enumerate(subject.puzzle.givens) if value]
        known = rules.propagate(givens)
        assert known is not None
        fields = fields_of(subject.puzzle.shape)
        board = follow_rule(subject.puzzle, rule)
        decided = {cell for cell in subject.puzzle.shape.cells if not board >> cell * fields.width + fields.side & 1}
        assert {(literal - 1) // 9 for literal in known if literal > 0} == decided


@pytest.mark.parametrize("text", [EASY, ESCARGOT, *(entry.puzzle.text for entry in SOME[6::4])])
def test_failed_literals_solve_exactly_the_puzzles_of_depth_one_here(
    text: str, rules_as_clauses: dict[str, LoadedRules]
) -> None:
    subject, rules = make_subject(Puzzle.from_text(text)), rules_as_clauses["extended"]
    givens = [rules.formula.variable(cell, value) for cell, value in enumerate(subject.puzzle.givens) if value]
    known = rules.refute_failed_literals(givens, subject.watch)
    is_shallow = depth_of(subject.puzzle, subject.solution, no_tick) <= 1
    assert rules.is_solved(known) == is_shallow
    correct = {rules.formula.variable(cell, value) for cell, value in enumerate(subject.solution)}
    assert {literal for literal in known if literal > 0} <= correct


def test_the_rules_have_the_known_number_of_clauses(rules_as_clauses: dict[str, LoadedRules]) -> None:
    assert [rules.clauses for rules in rules_as_clauses.values()] == [7371, 10287, 10530]
