"""What searches cost: processor time and memory, measured in a new interpreter."""

from pathlib import Path

import pytest

from making import EASY
from sudoku_compare import Puzzle
from sudoku_compare.benchmark.measurement.preparation import make_simple_puzzle
from sudoku_compare.core.answer import Ending, Limits
from sudoku_compare.core.shape import shape_of_side
from sudoku_compare.engines.registry import load_engine
from sudoku_compare.running.search_cost import measure_cost

FIRST = make_simple_puzzle(shape_of_side(4))
LIMITS = Limits(2, 60.0)
GREEDY = """
from dataclasses import dataclass
from typing import ClassVar

from sudoku_compare import Engine
from sudoku_compare.core.answer import Answer, Ending, Seconds

@dataclass(frozen=True)
class Greedy(Engine):
    name: ClassVar[str] = "greedy"

    def search(self, puzzle, limits):
        if puzzle.shape.side == 9:
            {action}
        return Answer((), Ending.EXHAUSTED, Seconds(0.0, None, 0.0))
"""


def test_the_answers_are_those_of_the_engine() -> None:
    puzzle = Puzzle.from_text(EASY)
    cost = measure_cost(load_engine("sat"), FIRST, [puzzle, FIRST], LIMITS)
    assert [answer.ending for answer in cost.answers] == [Ending.EXHAUSTED, Ending.EXHAUSTED]
    assert cost.answers[0].solutions == load_engine("sat").search(puzzle, LIMITS).solutions
    assert all(answer.seconds.total > 0 for answer in cost.answers)


def test_memory_grows_with_the_board_and_leaves_out_what_was_loaded_before() -> None:
    small, large = (
        measure_cost(load_engine("sat"), FIRST, [make_simple_puzzle(shape_of_side(side))], LIMITS).memory
        for side in (4, 49)
    )
    assert small is not None
    assert large is not None
    assert small < 3_000_000  # the interpreter alone takes more
    assert large > small + 3_000_000


def test_a_process_that_ends_early_leaves_the_answers_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "greedy.py").write_text(GREEDY.format(action="__import__('os')._exit(3)"))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.syspath_prepend(tmp_path)
    engine = load_engine("greedy:Greedy")
    cost = measure_cost(engine, FIRST, [FIRST, Puzzle.from_text(EASY), FIRST], LIMITS)
    assert cost.memory is None  # the engine searches in another process
    assert [answer.ending for answer in cost.answers] == [Ending.EXHAUSTED, Ending.FAILED, Ending.EXHAUSTED]


def test_a_search_that_does_not_stop_is_ended() -> None:
    hard = Puzzle(shape_of_side(49), bytes(49 * 49))
    cost = measure_cost(load_engine("backtrack"), FIRST, [hard], Limits(2, 0.5))
    assert [answer.ending for answer in cost.answers] in ([], [Ending.TIMED_OUT])
