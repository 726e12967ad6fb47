"""A trace describes the actual search: independent code replays it, and rejects it if anything is changed."""

import dataclasses
import json
import re
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given, settings

from making import CLASH, EASY, EASY_SOLUTION, ESCARGOT, NONE, TWO, hopeless, puzzle_with_holes
from strategies import BOXES, puzzles
from sudoku_compare import Ending, Limits, Puzzle
from sudoku_compare.checking.rejection import Rejected
from sudoku_compare.checking.trace_replay import Replay
from sudoku_compare.core.errors import PuzzleError
from sudoku_compare.core.shape import shape_of_box, shape_of_side
from sudoku_compare.core.trace_steps import (
    Assume,
    Closed,
    Cut,
    End,
    Solution,
    Step,
    as_json,
    from_json,
)
from sudoku_compare.engines.reductio.engine import Reductio
from sudoku_compare.engines.reductio.search_trace import trace
from sudoku_compare.explanation.trace_words import Line, TraceWriter
from traces import NESTED, trace_steps

BROKEN = "....897.......3842.2.4.6.1.352.....78.........6...2...53......9...9..2.....8..4.."  # refuted on both ways
TEXTS = (EASY, EASY_SOLUTION, ESCARGOT, NONE, TWO, CLASH, NESTED, BROKEN, "." * 16, "." * 81, "1.....2..3.....4")


def replay_all(puzzle: Puzzle | str, steps: list[Step]) -> Replay:
    replay = Replay(Puzzle.from_text(puzzle) if isinstance(puzzle, str) else puzzle)
    for step in steps:
        replay.follow(step)
    replay.finish()
    return replay


def holds(puzzle: str, steps: list[Step]) -> bool:
    try:
        replay_all(puzzle, steps)
    except Rejected:
        return False
    return True


def check_against_the_engine(puzzle: Puzzle, solutions: int) -> None:
    steps = trace_steps(puzzle, solutions)
    replay_all(puzzle, steps)
    answer = Reductio().search(puzzle, Limits(solutions))
    end = steps[-1]
    assert isinstance(end, End)
    counts = {"assumptions": end.assumptions, "contradictions": end.contradictions, "deepest": end.deepest}
    assert (counts, end.ending) == (answer.counts, answer.ending)
    assert [step.grid for step in steps if isinstance(step, Solution)] == list(answer.solutions)


@pytest.mark.parametrize("limit", [1, 2, 40])
@pytest.mark.parametrize("text", TEXTS)
def test_a_trace_holds_and_has_the_counts_of_the_engine(text: str, limit: int) -> None:
    check_against_the_engine(Puzzle.from_text(text), limit)


@settings(max_examples=60, deadline=None)
@given(puzzles([shape_of_box(*box) for box in [*BOXES, (2, 5), (1, 5), (4, 4)]]))
def test_the_trace_of_any_puzzle_holds(puzzle: Puzzle) -> None:
    check_against_the_engine(puzzle, 2)


@pytest.mark.parametrize(("side", "kept"), [(25, 0.75), (36, 0.8), (49, 0.9)])
def test_large_boards_can_be_traced(side: int, kept: float) -> None:
    check_against_the_engine(puzzle_with_holes(shape_of_side(side), kept, seed=side), 2)


def test_a_deep_search_can_be_traced() -> None:
    empty = Puzzle(shape_of_side(16), bytes(256))
    assert replay_all(empty, trace_steps(empty, 1)).deepest > 100


def test_a_search_that_runs_out_of_time_is_traced_up_to_that_point() -> None:
    steps: list[Step] = []
    end = trace(hopeless(), Limits(2, seconds=0.5), steps.append)
    assert end.ending == Ending.TIMED_OUT
    assert end.assumptions > 0
    replay_all(hopeless(), steps)


def other_values(step: Step, field: str, side: int) -> Iterator[object]:
    """Yield other values for a field: the neighbours and limits of a number, a list with one item more or less."""
    value = getattr(step, field)
    match value:
        case int():
            top = {"cell": side * side - 1, "by": side * side - 1, "unit": 3 * side - 1, "value": side}
            yield from {value - 1, value + 1, 0, 1, -1, top.get(field, value + 2), 10**6} - {value}
        case tuple():
            yield from ((*value, 1), value[1:]) if value else ((1,),)
        case bytes():
            yield from (value[::-1], value[1:], bytes(len(value)))
        case str():
            yield from {"exhausted", "enough", "timed_out", "solved"} - {value}


# Fields with more than one true value: another known value may remove the same candidate, another unit may have one
# place left, another cell may have no candidate; and a search may end sooner than it could.
ALSO_TRUE = {
    ("prune", "by"),
    ("hidden_single", "unit"),
    ("no_candidate", "cell"),
    ("no_place", "value"),
    ("no_place", "unit"),
    ("clash", "unit"),
    ("end", "ending"),
}
ALL = {
    "prune": {"cell", "value", "by"},
    "naked_single": {"cell", "value"},
    "hidden_single": {"cell", "value", "unit"},
    "assume": {"cell", "value", "hypothetical", "depth", "candidates", "refuted", "solved"},
    "no_candidate": {"cell"},
    "no_place": {"value", "unit"},
    "clash": {"cell", "by", "value", "unit"},
    "exhausted": {"cell"},
    "solution": {"number", "grid"},
    "closed": {"cell", "value", "hypothetical", "solutions"},
    "end": {"ending", "solutions", "assumptions", "contradictions", "deepest"},
}


def samples(steps: list[Step]) -> list[int]:
    """Return the number of every step, but only one in 23 of the frequent kinds."""
    many = ("prune", "naked_single", "hidden_single")
    return [number for number, step in enumerate(steps) if step.kind not in many or number % 23 == 0]


@pytest.mark.slow
@pytest.mark.parametrize("text", [NESTED, BROKEN, TWO, CLASH, "." * 16])
def test_a_trace_with_a_changed_step_is_rejected(text: str) -> None:
    steps, side = trace_steps(text), Puzzle.from_text(text).shape.side
    for number in samples(steps):
        step = steps[number]
        for field in dataclasses.fields(step):
            for other in other_values(step, field.name, side):
                changed = dataclasses.replace(step, **{field.name: other})
                if changed == step:
                    continue  # a grid that is the same backwards
                accepted = holds(text, [*steps[:number], changed, *steps[number + 1 :]])
                assert not accepted or (step.kind, field.name) in ALSO_TRUE, (number, step, changed)


def test_each_field_of_each_kind_of_step_matters() -> None:
    rejected: dict[str, set[str]] = {kind: set() for kind in ALL}
    for text in (NESTED, BROKEN, TWO, CLASH):
        steps, side = trace_steps(text), Puzzle.from_text(text).shape.side
        for number in samples(steps):
            step = steps[number]
            for field in {field.name for field in dataclasses.fields(step)} - rejected[step.kind]:
                changes = [dataclasses.replace(step, **{field: other}) for other in other_values(step, field, side)]
                if not all(holds(text, [*steps[:number], changed, *steps[number + 1 :]]) for changed in changes):
                    rejected[step.kind].add(field)
    assert rejected == ALL


@pytest.mark.parametrize("text", [NESTED, BROKEN, TWO, CLASH])
def test_a_trace_with_a_missing_or_repeated_step_is_rejected(text: str) -> None:
    steps = trace_steps(text)
    for number in samples(steps):
        assert not holds(text, [*steps[:number], *steps[number + 1 :]]), ("missing", steps[number])
        assert not holds(text, [*steps[: number + 1], *steps[number:]]), ("twice", steps[number])


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("depth", [0, 1, 3])
def test_a_cut_trace_says_how_much_was_cut(text: str, depth: int) -> None:
    whole, cut = trace_steps(text, 3), trace_steps(text, 3, depth)
    left_out = [step for step in cut if isinstance(step, Cut)]
    assert all(step.depth <= depth for step in cut if isinstance(step, Assume))
    for name, kinds in {
        "assumptions": {"assume"},
        "inferences": {"prune", "naked_single", "hidden_single"},
        "contradictions": {"no_candidate", "no_place", "clash"},
        "solutions": {"solution"},
    }.items():
        counted = sum(step.kind in kinds for step in cut) + sum(getattr(step, name) for step in left_out)
        assert counted == sum(step.kind in kinds for step in whole), name
    there = set(whole)
    assert all(step in there for step in cut if not isinstance(step, Cut))
    replay = replay_all(text, cut)
    assert replay.on_trust == sum(step.assumptions for step in left_out)


@pytest.mark.parametrize(
    ("field", "why"),
    [
        ("depth", "no scope is cut here"),
        ("assumptions", "expected hypothetical 7"),  # of the assumption after the cut
        ("contradictions", "the counts are different"),
        ("solutions", "the scope has 2 solutions"),
    ],
)
def test_a_wrong_cut_is_rejected(field: str, why: str) -> None:
    steps = trace_steps(NESTED, 2, 1)
    assert holds(NESTED, steps)
    [(number, cut)] = [(number, step) for number, step in enumerate(steps) if isinstance(step, Cut)]
    changed = dataclasses.replace(cut, **{field: getattr(cut, field) + 1})
    with pytest.raises(Rejected, match=why):
        replay_all(NESTED, [*steps[:number], changed, *steps[number + 1 :]])


@pytest.mark.parametrize("text", TEXTS)
def test_a_trace_survives_the_way_to_json_and_back(text: str) -> None:
    shape = Puzzle.from_text(text).shape
    steps = trace_steps(text)
    assert [from_json(json.loads(json.dumps(as_json(step, shape))), shape) for step in steps] == steps


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"kind": "guess"},
        {"kind": "naked_single", "cell": "r1c1"},
        {"kind": "naked_single", "cell": "r1", "value": 1},
        {"kind": "naked_single", "cell": "r0c0", "value": 1},
        {"kind": "naked_single", "cell": 7, "value": 1},
        {"kind": "hidden_single", "cell": "r1c1", "value": 1, "unit": "line 1"},
        {"kind": "hidden_single", "cell": "r1c1", "value": 1, "unit": 3},
        {"kind": "solution", "number": 1, "grid": "12"},
    ],
)
def test_json_that_is_not_a_step_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(PuzzleError, match="step of a trace"):
        from_json(wrong, shape_of_side(9))


NAME = r"r\d+c\d+"
KNOWN = re.compile(
    rf"({NAME}) = (\w+)(?: \(given\)| \(HP\d+\)|(, its only candidate left)|, the only place left in (\w+ \d+))"
    rf"(?:: ~(\w+) at ((?:{NAME}(?:, )?)+))?"
)
SENTENCES = {
    "no_candidate": re.compile(rf"invalid: ({NAME}) has no candidate left"),
    "no_place": re.compile(r"invalid: (\w+) has no place left in (\w+ \d+)"),
    "clash": re.compile(rf"invalid: (\w+) is given twice in (\w+ \d+): ({NAME}) and ({NAME})"),
    "exhausted": re.compile(rf"invalid: every candidate of ({NAME}) is refuted"),
    "solution": re.compile(r"VALID, every cell solved: solution (\d+), (\w+)"),
    "assume": re.compile(rf"({NAME}) = \[([\w^*+, ]+)\] HP(\d+)"),
    "closed": re.compile(
        rf"(?:.* -> )?({NAME}) = \[.*?(\w+)\^.*\] HP(\d+) -> (?:invalid|VALID, (\d+) solutions? found in it)"
    ),
}


def facts_of_line(line: Line) -> list[tuple[str, ...]]:
    """Return what a sentence says, read by an independent parser."""
    if found := KNOWN.fullmatch(line.text):
        cell, value, naked, unit, removed, cells = found.groups()
        known = [("naked_single", cell, value)] if naked else [("hidden_single", cell, value, unit)] if unit else []
        assert removed in (None, value)
        return [*known, *[("prune", peer, value, cell) for peer in (cells or "").split(", ") if peer]]
    for kind, pattern in SENTENCES.items():
        if found := pattern.fullmatch(line.text):
            return [(kind, *(group or "0" for group in found.groups()))]
    assert line.kind == "end", line
    return []


def facts_of_step(step: Step, puzzle: Puzzle) -> list[tuple[str, ...]]:
    data = as_json(step, puzzle.shape)
    if isinstance(step, Assume):
        marks = {step.value: "^", **dict.fromkeys(step.refuted, "*"), **dict.fromkeys(step.solved, "+")}
        shown = ", ".join(f"{value}{marks.get(value, '')}" for value in step.candidates)
        return [("assume", data["cell"], shown, str(step.hypothetical))]
    order = {"clash": ("value", "unit", "by", "cell")}.get(step.kind, list(data)[1:])
    return [] if isinstance(step, End) else [(step.kind, *(str(data[name]) for name in order))]


@pytest.mark.parametrize("text", [ESCARGOT, NESTED, BROKEN, NONE, TWO, CLASH, "." * 16])
def test_the_text_describes_every_step_and_nothing_else(text: str) -> None:
    puzzle = Puzzle.from_text(text)
    lines: list[Line] = []
    words = TraceWriter(puzzle, lines.append)
    steps = trace_steps(text)
    for step in steps:
        words(step)
    long = [line for line in lines if " more) -> " in line.text]  # a chain with its middle left out
    facts = [fact for line in lines for fact in facts_of_line(line)]
    assert facts == [fact for step in steps for fact in facts_of_step(step, puzzle)]
    assert bool(long) == (text == ESCARGOT)


def test_the_notation_is_the_original_one() -> None:
    lines: list[Line] = []
    words = TraceWriter(Puzzle.from_text(NESTED), lines.append)
    for step in trace_steps(NESTED):
        words(step)
    shown = [line.text for line in lines if line.kind in ("assume", "refuted", "valid")]
    chain = re.compile(r"(r\dc\d = \[\d[\^*+]?(, \d[\^*+]?)+\] HP\d+ -> )+(invalid|VALID, 1 solution found in it)")
    assert all(chain.fullmatch(text) for text in shown if "->" in text)
    assert any(re.search(r"HP\d+ -> r\dc\d = \[\d\*, \d\^\] HP\d+ -> invalid", text) for text in shown)
    depths = Counter(line.depth for line in lines if line.kind == "assume")
    assert depths[0] == 2
    assert depths[1] > 0


def test_a_closed_scope_counts_its_solutions() -> None:
    closed = [step.solutions for step in trace_steps(NESTED) if isinstance(step, Closed)]
    assert sorted(set(closed)) == [0, 1]
