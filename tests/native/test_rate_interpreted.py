"""The compiled and the interpreted code of the rating find the same steps, ratings and depths."""

from array import array
from types import ModuleType
from typing import Any

import pytest

from interpreted import load_interpreted
from making import EASY, ESCARGOT, NONE, load_shipped
from sudoku_compare import Puzzle
from sudoku_compare.native import (
    rate_candidates,
    rate_chains,
    rate_dynamic,
    rate_position,
    rate_steps,
    rate_trail,
    rate_uniqueness,
)

pytestmark = pytest.mark.skipif(not rate_trail.IS_COMPILED, reason="the rating is not compiled")

MODULES: list[ModuleType] = [  # each one after those that it imports, which must be interpreted already by then
    *(rate_candidates, rate_position, rate_uniqueness),
    *(rate_steps, rate_chains, rate_dynamic, rate_trail),
]
COMPILED = {module.__name__.rpartition(".")[2]: module for module in MODULES}
PLAIN = {name: load_interpreted(f"native.{name}") for name in COMPILED}
CASES = [
    Puzzle.from_text(EASY),
    Puzzle.from_text(NONE),
    Puzzle.from_text("1... ..2. .3.. ...4"),
    *load_shipped("medium")[:3],
    *load_shipped("hard")[:3],
    *(pytest.param(puzzle, marks=pytest.mark.slow) for puzzle in load_shipped("extreme")[:3]),
    pytest.param(Puzzle.from_text(ESCARGOT), marks=pytest.mark.slow),
    pytest.param(load_shipped("16x16")[2], marks=pytest.mark.slow),
]
FINDERS: list[tuple[str, tuple[int, ...]]] = [
    ("find_full_houses", ()),
    ("find_hidden_singles_in_boxes", ()),
    ("find_pointing", (True,)),
    ("find_claiming", (True,)),
    ("find_hidden_sets", (2, True)),
    ("find_all_singles", ()),
    ("find_pointing", (False,)),
    ("find_claiming", (False,)),
    ("find_naked_sets", (2,)),
    ("find_fish", (2,)),
    ("find_hidden_sets", (3, False)),
    ("find_wings", (2,)),
    ("find_wings", (3,)),
]


def follow(modules: dict[str, ModuleType], puzzle: Puzzle) -> list[Any]:
    """Return everything that simple steps find, and then one search of each kind."""
    shape = puzzle.shape
    units, _, members = modules["rate_position"].make_geometry(shape.box_height, shape.box_width)
    position = modules["rate_position"].Position(shape.box_height, shape.box_width, puzzle.givens)
    found: list[Any] = []
    for name, arguments in FINDERS:
        found += [getattr(position, name)(*arguments), position.candidates(), position.state()]
    candidates, removed = (array("Q", [0]) * len(shape.cells) for _ in range(2))
    position.copy_candidates(candidates)
    uniqueness = modules["rate_uniqueness"].UniquenessSteps(shape.side, units, members, candidates)
    for length, size in [(4, 0), (4, 2), (6, 0)]:
        found.append(list(uniqueness.find_loops(length, size)))
    found += [list(uniqueness.find_grave(several)) for several in (False, True)]
    chains = modules["rate_chains"].Chains(shape.side, units, candidates)
    if not chains.tables()[1] or position.state()[2]:
        return found
    for mode in range(3):
        chains.find_chains(mode, 0, 0)
        found += [chains.lowest(), chains.collect(chains.lowest(), removed), list(removed)]
    chains.find_multiple_chains(0)
    found += [chains.lowest(), chains.collect(90, removed), list(removed)]
    return found + search_nets(modules, chains.tables())


def search_nets(modules: dict[str, ModuleType], tables: tuple[Any, ...]) -> list[Any]:
    found: list[Any] = []
    cells = array("Q", [0]) * tables[0]
    for base in (75, 85, 90):
        nets = modules["rate_dynamic"].Nets(tables, base > 75)
        nets.find_nets(base, 0)
        if base > 75:
            nets.combine(base)
        found += [nets.lowest(), nets.collect(nets.lowest(), cells), list(cells)]
    trail = modules["rate_trail"].Trail(tables, None, lambda: None)
    trail.assume(0)
    found += [trail.size(), trail.refuted()]
    trail.undo(0)
    return [*found, trail.size(), trail.eliminate_once(1), trail.size(), trail.refuted()]


@pytest.mark.parametrize(
    ("module", "name"), [("rate_position", "Position"), ("rate_chains", "Chains"), ("rate_dynamic", "Nets")]
)
def test_an_interpreted_class_is_built_on_interpreted_classes(module: str, name: str) -> None:
    *kinds, _ = getattr(PLAIN[module], name).__mro__
    assert len(kinds) == 2
    assert all(kind.__module__.startswith("interpreted_native.") for kind in kinds)
    assert not any(kind.__module__.startswith("interpreted_") for kind in getattr(COMPILED[module], name).__mro__)


@pytest.mark.parametrize("puzzle", CASES, ids=lambda puzzle: puzzle.text[:20])
def test_compiled_and_interpreted_code_find_the_same(puzzle: Puzzle) -> None:
    assert follow(COMPILED, puzzle) == follow(PLAIN, puzzle)


@pytest.mark.parametrize(
    ("box", "givens", "message"),
    [
        ((3, 3), bytes(80), "expected 81 cells, found 80"),
        ((2, 2), bytes([5] * 16), "expected givens of 1 to 4, found 5"),
        ((10, 10), bytes(10000), "expected a side of at most 64, found 100"),
    ],
)
@pytest.mark.parametrize("modules", [COMPILED, PLAIN], ids=["compiled", "interpreted"])
def test_a_position_is_checked(
    modules: dict[str, ModuleType], box: tuple[int, int], givens: bytes, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        modules["rate_position"].Position(*box, givens)
