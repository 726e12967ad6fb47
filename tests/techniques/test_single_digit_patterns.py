"""Skyscrapers, two-string kites, empty rectangles and finned fish: drawings, and a search by their definitions."""

import random
from collections.abc import Iterator
from itertools import combinations, permutations, product

import pytest

from making import position_around, scrambled_solution
from sudoku_compare import Puzzle
from sudoku_compare.core.shape import Cell, Shape, shape_of_box
from sudoku_compare.techniques import Position, find_technique, position_of

Places = frozenset[Cell]
VALUE = 5
REST = " ooooooooo" * 9
# The places of one value, row by row: o stays, * is removed, . is no place. Further rows have all places.
DRAWINGS = (
    ("skyscraper", "o...o.... ooooo*ooo ooooo*ooo o....o... oooo*oooo oooo*oooo"),
    ("skyscraper", "o...o...o ooooooooo ooooooooo o....o... ooooooooo ooooooooo"),  # a third place in row 1
    ("skyscraper", "o...o.... ooooooooo ooooooooo .o...o... ooooooooo ooooooooo"),  # no common column
    ("two-string-kite", "ooooooooo ..o....o. .oooooooo .oooooooo .oooooooo .oooooooo ooooooo*o .oooooooo .oooooooo"),
    ("two-string-kite", "ooooooooo ..o....o. .oooooooo .oooooooo .oooooooo .oooooooo ooooooooo .oooooooo ooooooooo"),
    ("two-string-kite", ".oooooooo ..o....o. .oooooooo ooooooooo .oooooooo .oooooooo ooooooooo .oooooooo .oooooooo"),
    ("empty-rectangle", ".o.oooo.o ooooooooo .o.oooo.o ooooooo.o ooooooo.o o*ooooooo ooooooo.o ooooooo.o ooooooo.o"),
    ("empty-rectangle", "oo.oooo.o ooooooooo .o.oooo.o ooooooo.o ooooooo.o ooooooooo ooooooo.o ooooooo.o ooooooo.o"),
    ("empty-rectangle", ".o.oooo.o ooooooooo .o.oooo.o ooooooo.o ooooooo.o ooooooooo ooooooo.o ooooooo.o ooooooooo"),
    ("finned-x-wing", ".o....o.. ooooooooo ooooooooo oooooo*oo .o....oo. oooooo*oo"),
    ("finned-x-wing", ".o....o.. ooooooo.o ooooooo.o oooooo*oo .o.....o. oooooo*oo"),  # sashimi
    ("finned-x-wing", ".o....o.. ooooooooo ooooooooo ooooooooo .o.o..oo. ooooooooo"),  # fins in two boxes
    ("finned-x-wing", ".o....o.. ooooooooo ooooooooo ooooooooo .......oo ooooooooo"),  # nothing but fins in row 5
    ("finned-swordfish", ".o..o.... ooooooooo ooooooooo ....o.oo. oooooo*oo oooooo*oo .o....o.."),
    ("finned-swordfish", ".o..o.... ooooooooo ooooooooo o...o.oo. ooooooooo ooooooooo .o....o.."),  # fins in two boxes
    ("finned-jellyfish", ".o..o.... ooooooooo ooooooooo ..o.o.oo. oooooo*oo oooooo*oo .o....o.. ..o...o.. ooooooooo"),
    ("finned-jellyfish", ".o..o.... ooooooooo ooooooooo ..o.o.oo. ooooooooo ooooooooo .o....o.. ..o...o.o ooooooooo"),
)


@pytest.mark.parametrize(("name", "drawing"), DRAWINGS)
def test_a_drawn_pattern_removes_what_is_marked(name: str, drawing: str) -> None:
    marks = "".join((drawing + REST).split())[:81]
    position = position_of(Puzzle.from_text("." * 81))
    for cell, mark in enumerate(marks):
        if mark == ".":
            position.remove(cell, VALUE)
    found = {places for value, places in find_by_technique(name, position) if value == VALUE}
    expected = frozenset(cell for cell, mark in enumerate(marks) if mark == "*")
    assert found == ({expected} if expected else set())


def find_by_technique(name: str, position: Position) -> set[tuple[int, Places]]:
    """Return for each step the value, and the cells from which it is removed."""
    steps = find_technique(name).find(position)
    return {(step.removed[0][1], frozenset(cell for cell, _ in step.removed)) for step in steps}


def list_lines(shape: Shape, places: Places, kind: int) -> list[Places]:
    """Return the places in each row (0), column (1) or box (2)."""
    return [places & set(shape.units[number]) for number in range(kind * shape.side, (kind + 1) * shape.side)]


def seen_by_both(shape: Shape, places: Places, one: Cell, other: Cell) -> Places:
    return places & set(shape.peers_of(one)) & set(shape.peers_of(other))


def share(shape: Shape, cells: Places | tuple[Cell, ...], kind: int) -> bool:
    """Return whether the cells are in one row, column or box."""
    return len({shape.units_of[cell][kind] for cell in cells}) == 1


def define_skyscraper(shape: Shape, places: Places) -> Iterator[Places]:
    for kind in (0, 1):
        pairs = [line for line in list_lines(shape, places, kind) if len(line) == 2]
        for one, other in permutations(pairs, 2):
            for (foot, top), (foot_2, top_2) in product(permutations(one), permutations(other)):
                if share(shape, (foot, foot_2), 1 - kind) and not share(shape, (top, top_2), 1 - kind):
                    yield seen_by_both(shape, places, top, top_2)


def define_two_string_kite(shape: Shape, places: Places) -> Iterator[Places]:
    rows, columns = ([line for line in list_lines(shape, places, kind) if len(line) == 2] for kind in (0, 1))
    for row, column in product(rows, columns):
        for (near, far), (near_2, far_2) in product(permutations(row), permutations(column)):
            if len({near, far, near_2, far_2}) == 4 and share(shape, (near, near_2), 2):
                yield seen_by_both(shape, places, far, far_2)


def define_empty_rectangle(shape: Shape, places: Places) -> Iterator[Places]:
    for box, row, column in product(range(shape.side), repeat=3):
        inside = list_lines(shape, places, 2)[box]
        across, down = list_lines(shape, places, 0)[row] & inside, list_lines(shape, places, 1)[column] & inside
        if across | down != inside or not across - down or not down - across:
            continue
        for kind, (arm, other_arm) in enumerate(((column, row), (row, column))):
            for pair in list_lines(shape, places, kind):
                for near, far in permutations(pair) if len(pair) == 2 else ():
                    hits = {cell for cell in places if shape.units_of[cell][kind] == shape.units_of[near][kind]}
                    target = find_crossing(shape, far, other_arm, kind)
                    same = shape.units_of[near][1 - kind] == (1 - kind) * shape.side + arm
                    outside = not hits & inside and target not in set(shape.units[2 * shape.side + box])
                    if same and outside:
                        yield places & {target}


def find_crossing(shape: Shape, far: Cell, line: int, kind: int) -> Cell:
    """Return where the line through the far end, across its pair, meets the other arm of the box."""
    return far // shape.side * shape.side + line if kind else line * shape.side + far % shape.side


def define_finned_fish(shape: Shape, places: Places, size: int) -> Iterator[Places]:
    for kind in (0, 1):
        rows, columns = list_lines(shape, places, kind), list_lines(shape, places, 1 - kind)
        for base, cover in product(
            combinations([line for line in rows if len(line) > 1], size), combinations(columns, size)
        ):
            inside, covered = frozenset[Cell]().union(*base), frozenset[Cell]().union(*cover)
            fins = inside - covered
            if (
                fins
                and share(shape, fins, 2)
                and all(line & inside for line in cover)
                and all(b & covered for b in base)
            ):
                yield frozenset(c for c in covered - inside if all(c in shape.peers_of(fin) for fin in fins))


DEFINITIONS = {
    "skyscraper": define_skyscraper,
    "two-string-kite": define_two_string_kite,
    "empty-rectangle": define_empty_rectangle,
    "finned-x-wing": lambda shape, places: define_finned_fish(shape, places, 2),
    "finned-swordfish": lambda shape, places: define_finned_fish(shape, places, 3),
}


@pytest.mark.parametrize("box", [(2, 3), (3, 2), (3, 3)])
@pytest.mark.parametrize("name", DEFINITIONS)
def test_a_technique_finds_exactly_what_its_definition_allows(name: str, box: tuple[int, int]) -> None:
    shape, rng, total = shape_of_box(*box), random.Random(name + str(box)), 0
    for number in range(40 if box == (3, 3) else 100):
        position = position_around(scrambled_solution(shape, number), shape, rng)
        value = rng.choice(shape.values)
        places = frozenset(cell for cell in shape.cells if position.candidates[cell] >> value & 1)
        allowed = {removed for removed in DEFINITIONS[name](shape, places) if removed}
        assert {removed for one, removed in find_by_technique(name, position) if one == value} == allowed
        total += len(allowed)
    assert total >= 5
