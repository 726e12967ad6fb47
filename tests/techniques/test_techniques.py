"""Each technique, in puzzles in which it applies where singles are stuck, and what it removes there."""

import re
from collections import Counter
from pathlib import Path

import pytest

from known_positions import read_known_positions
from making import candidates_of
from sudoku_compare import Puzzle
from sudoku_compare.core.errors import OptionError
from sudoku_compare.explanation.step_words import describe_conclusion
from sudoku_compare.techniques import (
    HIGHEST,
    LEVELS,
    TECHNIQUES,
    find_technique,
    follow,
    next_step,
    position_of,
    techniques_up_to,
)

SETTERS = Path(__file__).parents[2] / "docs" / "setters.md"
WITH_MANY = "1.2...5....38.1....6.....39.7.6...5.42.78.....3.....4......592........73..9......"  # many techniques apply
CASES = (  # a technique, a puzzle, and the first thing that the technique does there once easier singles are stuck
    ("full-house", "53467891267219534819834256785976142342685379171392485696153728428741963.345286179", "r8c9=5"),
    ("full-house", "12345.......................5.......", "r1c6=6"),
    ("naked-single", ".......3715.2.......7...5......8.......1.295.6....3.4..16.4......581.49.4..3..8..", "r2c7=6"),
    ("naked-single", "...5......265......14.....6..4...1..", "r4c5=3"),
    ("hidden-single", "6.7........5.7..8....63..........618.2.9......5......3.....3..44.9....2....18..67", "r2c9=6"),
    ("hidden-single", ".5.....3.2......641.6...2.5..6......", "r1c3=2"),
    (
        "naked-pair",
        "1.2...5....38.1....6.....39.7.6...5.42.78.....3.....4......592........73..9......",
        "removes 4 from r9c4, r9c5 and r9c6; 8 from r9c1 and r9c6",
    ),
    ("naked-pair", "...3.6...25...36...2.5...16.........", "removes 1 from r1c3; 4 from r1c3 and r6c3"),
    (
        "pointing",
        "..9.58.1..........283.........93.67....56..9.........2..2.7....74..8.5..3.5..6.2.",
        "removes 1 from r2c4 and r2c6",
    ),
    ("pointing", "...1......652..64...3....6..1....3..", "removes 4 from r5c3"),
    (
        "claiming",
        "..9.58.1..........283.........93.67....56..9.........2..2.7....74..8.5..3.5..6.2.",
        "removes 6 from r1c2, r2c2 and r2c3",
    ),
    ("claiming", "...1......652..64...3....6..1....3..", "removes 4 from r5c3"),
    (
        "hidden-pair",
        "..9.58.1..........283.........93.67....56..9.........2..2.7....74..8.5..3.5..6.2.",
        "removes 1 from r9c7 and r9c9; 4 from r9c7 and r9c9; 9 from r9c7 and r9c9",
    ),
    ("hidden-pair", "...3.6...25...36...2.5...16.........", "removes 1 from r1c3; 4 from r1c3 and r6c3"),
    (
        "naked-triple",
        "..9.58.1..........283.........93.67....56..9.........2..2.7....74..8.5..3.5..6.2.",
        "removes 1 from r9c7 and r9c9; 4 from r9c7 and r9c9; 9 from r9c7 and r9c9",
    ),
    ("naked-triple", ".....143.....63..5..........2...5..3", "removes 2 from r1c4; 6 from r1c4 and r1c5"),
    (
        "hidden-triple",
        "1.....5.2.4.82.36....7.1.......8.7....4....25.35.6.........2..942.......6..3...8.",
        "removes 4 from r4c9 and r9c9",
    ),
    ("hidden-triple", "....6.42.1..........2.4.13...5......", "removes 1 from r3c6; 3 from r3c1 and r3c4"),
    (
        "naked-quad",
        "....3..7.3...274.....4.9.5....6...1..3....8...12.....98..74.2..........5.63.....1",
        "removes 3 from r4c9; 6 from r5c9",
    ),
    (
        "naked-quad",
        ".7...3.18....2.5..2.....438......4.3...67.......2.....1....587..",
        "removes 1 from r5c5; 5 from r5c5 and r5c7",
    ),
    (
        "hidden-quad",
        "1.2...5....38.1....6.....39.7.6...5.42.78.....3.....4......592........73..9......",
        "removes 4 from r9c4, r9c5 and r9c6; 8 from r9c1 and r9c6",
    ),
    (
        "hidden-quad",
        "...1.62...4....736....1..7..5.4.........8.......68...7...5.78..3",
        "removes 1 from r5c3 and r6c3; 2 from r5c3, r5c4, r6c3 and r6c4",
    ),
    (
        "x-wing",
        "....3..7.3...274.....4.9.5....6...1..3....8...12.....98..74.2..........5.63.....1",
        "removes 3 from r6c7, r7c9 and r8c7",
    ),
    ("x-wing", ".....36...1..5.........44.12.....3..", "removes 5 from r1c4 and r1c5"),
    (
        "swordfish",
        "....3..7.3...274.....4.9.5....6...1..3....8...12.....98..74.2..........5.63.....1",
        "removes 3 from r6c7, r7c9 and r8c7",
    ),
    ("swordfish", ".....36...1..5.........44.12.....3..", "removes 5 from r1c4 and r1c5"),
    (
        "jellyfish",
        ".5..........4...1......89..2.9..76...3..5.8......1...2.9...35....5.26..31....5..7",
        "removes 2 from r1c3, r1c8, r2c3 and r9c8",
    ),
    (
        "jellyfish",
        "...1.62...4....736....1..7..5.4.........8.......68...7...5.78..3",
        "removes 1 from r5c1, r5c3, r5c5, r5c6, r6c3, r6c5 and r6c6",
    ),
    (
        "xy-wing",
        "....6...2....1..49.96..2.179.26.....4.8....2.3...5...1.4............3.5.58...1...",
        "removes 8 from r1c8, r4c7 and r6c7",
    ),
    ("xy-wing", "...5......265......14.....6..4...1..", "removes 2 from r3c3"),
    (
        "xyz-wing",
        "..9.58.1..........283.........93.67....56..9.........2..2.7....74..8.5..3.5..6.2.",
        "removes 1 from r9c7 and r9c9",
    ),
    ("xyz-wing", ".64.12......5.2....4.......3......41", "removes 6 from r3c6"),
    (
        "w-wing",
        "1.2...5....38.1....6.....39.7.6...5.42.78.....3.....4......592........73..9......",
        "removes 4 from r8c2, r8c3 and r9c7",
    ),
    ("w-wing", "...5......265......14.....6..4...1..", "removes 2 from r1c2"),
    (
        "simple-colouring",
        "..9.58.1..........283.........93.67....56..9.........2..2.7....74..8.5..3.5..6.2.",
        "removes 5 from r2c9",
    ),
    ("simple-colouring", "...5......265......14.....6..4...1..", "removes 2 from r3c2"),
    (
        "xy-chain",
        "1.2...5....38.1....6.....39.7.6...5.42.78.....3.....4......592........73..9......",
        "removes 4 from r2c7",
    ),
    ("xy-chain", "..16....2....4.3.6...4...1..65.....3", "removes 6 from r2c2 and r4c1"),
    (
        "unique-rectangle",
        "1.2...5....38.1....6.....39.7.6...5.42.78.....3.....4......592........73..9......",
        "removes 4 from r8c2; 8 from r8c2",
    ),
    ("unique-rectangle", "..13....6.1..........2.52..4...4...2", "removes 6 from r4c5 and r6c4"),
    ("remote-pairs", "...3.6...25...36...2.5...16.........", "removes 1 from r1c3 and r4c5; 4 from r1c3 and r4c5"),
    (
        "remote-pairs",
        "...1.62...4....736....1..7..5.4.........8.......68...7...5.78..3",
        "removes 1 from r7c3; 2 from r7c3",
    ),
    (
        "x-chain",
        "1.2...5....38.1....6.....39.7.6...5.42.78.....3.....4......592........73..9......",
        "removes 8 from r8c1, r8c2, r8c3, r9c1 and r9c2",
    ),
    ("x-chain", "...5......265......14.....6..4...1..", "removes 3 from r1c2"),
    ("sue-de-coq", "..13....6.1..........2.52..4...4...2", "removes 3 from r5c2; 6 from r6c5"),
    (
        "sue-de-coq",
        "...1......9..6.82.....9.5...2..1..761.3.8.4...........9..7......8..51....56.43.9.",
        "removes 1 from r9c7; 3 from r1c7 and r8c7",
    ),
    (
        "als-xz",
        "1.2...5....38.1....6.....39.7.6...5.42.78.....3.....4......592........73..9......",
        "removes 4 from r2c7; 8 from r6c7",
    ),
    ("als-xz", "...5......265......14.....6..4...1..", "removes 2 from r3c3"),
    (
        "als-xy-wing",
        "1.2...5....38.1....6.....39.7.6...5.42.78.....3.....4......592........73..9......",
        "removes 1 from r7c3 and r8c3",
    ),
    ("als-xy-wing", "...5......265......14.....6..4...1..", "removes 3 from r1c3"),
    ("aic", "1.2...5....38.1....6.....39.7.6...5.42.78.....3.....4......592........73..9......", "removes 4 from r2c7"),
    ("aic", "...5......265......14.....6..4...1..", "removes 3 from r1c2"),
    (
        "grouped-aic",
        "1.2...5....38.1....6.....39.7.6...5.42.78.....3.....4......592........73..9......",
        "removes 9 from r2c1",
    ),
    ("grouped-aic", "12345.......................5.......", "removes 5 from r3c6 and r4c6"),
    (
        "forcing-chain",
        "1.2...5....38.1....6.....39.7.6...5.42.78.....3.....4......592........73..9......",
        "removes 2 from r2c5",
    ),
    ("forcing-chain", "12345.......................5.......", "removes 5 from r3c1"),
    (
        "forcing-net",
        "..9.58.1..........283.........93.67....56..9.........2..2.7....74..8.5..3.5..6.2.",
        "removes 6 from r1c2",
    ),
    ("forcing-net", "..16....2....4.3.6...4...1..65.....3", "removes 4 from r2c1"),
)
SINGLES = techniques_up_to("naked-single")
BY_NAME = {technique.name: technique for technique in TECHNIQUES}


@pytest.mark.parametrize(("name", "text", "expected"), CASES)
def test_a_technique_applies_where_singles_are_stuck(name: str, text: str, expected: str) -> None:
    puzzle = Puzzle.from_text(text)
    others = SINGLES[: SINGLES.index(BY_NAME[name])] if BY_NAME[name] in SINGLES else SINGLES
    position = position_of(puzzle)
    list(follow(position, others))
    assert position.open
    assert next_step(position, others) is None
    step = next_step(position, [BY_NAME[name]])
    assert step
    assert (step.technique, describe_conclusion(puzzle.shape, step)) == (name, expected)
    before = candidates_of(position)
    position.apply(step)
    assert candidates_of(position) < before
    assert step.reason.startswith(BY_NAME[name].title)
    assert step.pattern


def test_every_technique_has_two_cases() -> None:
    cases = Counter(
        [name for name, *_ in CASES] + [known.technique for known in read_known_positions() if known.applies]
    )
    assert [name for name in LEVELS if cases[name] < 2] == []


def test_the_list_is_ordered_from_easy_to_hard() -> None:
    ratings = [technique.rating for technique in TECHNIQUES]
    assert ratings == sorted(ratings)
    assert HIGHEST == "forcing-net"


def test_the_table_of_the_documents_has_every_technique_with_its_rating_and_level() -> None:
    rows = re.findall(r"^\| `([\w+-]+)` \| (\d+\.\d) \| (\w+) \| ", SETTERS.read_text(), re.MULTILINE)
    assert rows == [(t.name, str(t.rating), t.level) for t in TECHNIQUES]


def test_a_level_is_the_list_up_to_a_technique() -> None:
    assert [t.name for t in techniques_up_to("hidden-single")] == ["full-house", "hidden-single"]
    assert [t.name for t in techniques_up_to("naked-single")] == ["full-house", "hidden-single", "naked-single"]
    assert "unique-rectangle" not in [t.name for t in techniques_up_to()]
    assert tuple(t.name for t in techniques_up_to(given_unique=True)) == LEVELS
    assert techniques_up_to("X-Wing") == techniques_up_to("x-wing")
    with pytest.raises(OptionError, match="expected unique-rectangle or higher"):
        techniques_up_to("x-wing", given_unique=True)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        *((name, name) for name in LEVELS),
        *((name.upper(), name) for name in LEVELS),
        *((technique.title, technique.name) for technique in TECHNIQUES),
        ("X-Wing", "x-wing"),
        ("xwing", "x-wing"),
        ("Hidden Single", "hidden-single"),
        ("naked_pair", "naked-pair"),
        ("Naked Pairs", "naked-pair"),
        ("lone-single", "naked-single"),
        ("cofio-single", "hidden-single"),
        ("COFIO single", "hidden-single"),
        ("Y-Wing", "xy-wing"),
        ("locked candidates", "claiming"),
        ("Pointing Pairs", "pointing"),
        ("box/line reduction", "claiming"),
        ("simple coloring", "simple-colouring"),
        ("2-String Kite", "two-string-kite"),
        ("Sashimi X-Wing", "finned-x-wing"),
        ("hidden rectangle", "unique-rectangle"),
        ("BUG", "bug+1"),
        ("forcing", "forcing-net"),
        ("Nishio", "forcing-net"),
        ("Nice Loop", "aic"),
        ("remote pair", "remote-pairs"),
    ],
)
def test_a_technique_is_found_in_any_usual_spelling(text: str, name: str) -> None:
    assert find_technique(text).name == name


@pytest.mark.parametrize(
    ("text", "hint"),
    [("x-win", "did you mean"), ("Hidden Sngle", "did you mean hidden-single"), ("", "full-house, hidden-single")],
)
def test_an_unknown_technique_is_refused_with_a_suggestion(text: str, hint: str) -> None:
    with pytest.raises(OptionError, match=f"unknown technique '{text}'; .*{hint}"):
        find_technique(text)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("naked-pair", "Naked pair {4,8} in r9c2, r9c7 (row 9): remove 4 and 8 from all other cells that see both"),
        (
            "w-wing",
            "W-Wing {4,8} in r8c7, r9c2: in column 6, 8 is possible only in r8c6 and r9c6, each of which sees one of "
            "the two cells, so r8c7 and r9c2 cannot both be 8, and one of them is 4: remove 4 from all cells that see "
            "both",
        ),
        (
            "xy-chain",
            "XY-Chain on 4: if r8c7 is not 4, then r8c7 is 8, so r9c7 is 4; either way r8c7 or r9c7 is 4: "
            "remove 4 from all cells that see both",
        ),
    ],
)
def test_the_reason_says_what_is_seen_and_what_follows(name: str, reason: str) -> None:
    position = position_of(Puzzle.from_text(WITH_MANY))
    list(follow(position, SINGLES))
    step = next_step(position, [BY_NAME[name]])
    assert step
    assert step.reason == reason
