"""Remote pairs, chains, almost locked sets, Sue de Coq and forcing chains: where they apply, and where they do not."""

import pytest

from sudoku_compare import Puzzle
from sudoku_compare.techniques import Position, find_technique, position_of


def read_candidates(text: str) -> set[tuple[int, int]]:
    """Return candidates that are given as value, row and column: `742` is 7 in r4c2."""
    return {((int(row) - 1) * 9 + int(column) - 1, int(value)) for value, row, column in text.split()}


def restrict(*rules: str) -> Position:
    """Return an empty 9x9 board on which some cells have few candidates, or units few places for a value.

    `r1c1 12` leaves 1 and 2 in a cell; `row 1: 5 in r1c2 r1c7` leaves a value only these places.
    """
    position = position_of(Puzzle.from_text("." * 81))
    shape = position.geometry.shape
    number_of = {shape.name_of(cell): cell for cell in shape.cells}
    for rule in rules:
        where, _, places = rule.partition(": ")
        if places:
            value, kept = int(places[0]), {number_of[name] for name in places.split()[2:]}
            unit = next(unit for number, unit in enumerate(shape.units) if shape.unit_name(number) == where)
            for cell in set(unit) - kept:
                position.remove(cell, value)
        else:
            name, values = rule.split()
            for value in shape.values:
                if str(value) not in values:
                    position.remove(number_of[name], value)
    return position


JOINED = ("row 8: 2 in r8c2 r8c3", "box 7: 2 in r8c2 r8c3", "r2c6 23", "row 6: 3 in r6c2 r6c6")
SMALL = (  # a technique, a position with nothing else in it, and what is removed: nothing if it must not apply
    ("remote-pairs", ("r1c1 12", "r1c5 12", "r5c5 12", "r5c8 12"), "118 151 218 251"),
    ("remote-pairs", ("r1c1 12", "r1c5 12", "r5c5 12"), ""),  # an odd number of cells: both ends have the same value
    ("remote-pairs", ("r1c1 12", "r1c5 12", "r5c5 13", "r5c8 12"), ""),  # another pair on the way
    ("remote-pairs", ("r1c1 12", "r1c5 12", "r5c5 123", "r5c8 12"), ""),  # a third candidate on the way
    ("remote-pairs", ("r1c1 12", "r1c5 12", "r6c4 12", "r6c8 12"), ""),  # cells that do not see each other
    ("x-chain", ("row 2: 5 in r2c1 r2c5", "row 7: 5 in r7c2 r7c5"), "581 591 512 532"),  # two rows, joined by column 5
    ("x-chain", ("row 2: 5 in r2c1 r2c5 r2c9", "row 7: 5 in r7c2 r7c5"), ""),  # a third place
    ("x-chain", ("row 2: 5 in r2c1 r2c5", "row 7: 5 in r7c2 r7c6"), ""),  # nothing joins the rows
    ("x-chain", ("row 2: 5 in r2c1 r2c5", "row 7: 6 in r7c2 r7c5"), ""),  # two values
    ("aic", ("r2c1 12", "r2c5 23", "r7c5 31"), "171"),  # an XY-Wing is the shortest AIC through cells
    ("aic", ("r2c1 12", "r2c5 234", "r7c5 31"), ""),
    ("aic", ("r2c1 12", "r2c5 23", "r7c6 31"), ""),
    ("aic", ("r2c1 15", "row 2: 5 in r2c1 r2c5 r2c7", "column 5: 5 in r2c5 r7c5"), ""),
    ("aic", ("r2c1 15", "r7c5 15", "column 3: 5 in r2c3 r7c3"), "125 171"),  # a W-Wing
    ("grouped-aic", ("box 1: 5 in r1c1 r1c2 r3c3", "row 7: 5 in r7c3 r7c8"), "518"),
    ("grouped-aic", ("box 1: 5 in r1c1 r1c2 r2c2 r3c3", "row 7: 5 in r7c3 r7c8"), ""),  # the rest is no group
    ("grouped-aic", ("box 1: 5 in r1c1 r1c2 r3c3", "row 7: 5 in r7c4 r7c8"), ""),  # nothing joins them
    ("als-xz", ("r1c1 12", "r1c2 23", "r5c1 14", "r5c3 43"), "313 323 333 342 352 362"),  # x = 1, z = 3
    ("als-xz", ("r1c1 12", "r1c2 23", "r5c1 14", "r5c3 435"), ""),  # two cells with four values
    ("als-xz", ("r1c1 12", "r1c2 23", "r5c5 14", "r5c6 43"), ""),  # no value is restricted
    ("als-xy-wing", ("r1c1 13", "r1c5 12", "r5c5 23"), "351"),
    ("als-xy-wing", ("r1c1 13", "r1c5 124", "r5c5 23"), ""),
    ("als-xy-wing", ("r1c1 13", "r1c5 12", "r5c6 23"), ""),
    (
        "sue-de-coq",
        ("r1c1 1234", "r1c2 1234", "r1c7 12", "r2c1 34"),
        "113 114 115 116 118 119 213 214 215 216 218 219 313 322 323 331 332 333 413 422 423 431 432 433",
    ),
    ("sue-de-coq", ("r1c1 12345", "r1c2 1234", "r1c7 12", "r2c1 34"), ""),  # five values in four cells
    ("sue-de-coq", ("r1c1 1234", "r1c2 1234", "r1c7 12", "r2c1 24"), ""),  # 2 has room in the line and in the box
    (
        "forcing-chain",  # three places for 2 in row 1
        ("row 1: 2 in r1c2 r1c3 r1c5", *JOINED),
        "262",
    ),
    ("forcing-chain", ("row 1: 2 in r1c2 r1c3 r1c5 r1c9", *JOINED), ""),  # a place from which nothing follows
    ("forcing-chain", ("r1c1 123", "r1c5 14", "r5c1 24", "r2c2 34"), ""),  # no cell sees all three
    ("forcing-chain", ("r1c1 123", "r1c5 14", "r1c8 24", "r2c2 34"), "412 413"),
)


@pytest.mark.parametrize(("name", "rules", "expected"), SMALL)
def test_a_technique_applies_only_where_all_of_its_pattern_is_there(
    name: str, rules: tuple[str, ...], expected: str
) -> None:
    steps = list(find_technique(name).find(restrict(*rules)))
    if expected:
        assert {one for step in steps for one in step.removed} == read_candidates(expected)
    else:
        assert steps == []
