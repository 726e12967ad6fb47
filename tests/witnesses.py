"""For tests of evidence: engines whose answer is fixed, a clock that runs out, and brute force on 4x4."""

import random
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import Any, ClassVar

import pytest

from making import solutions_4x4
from sudoku_compare import Limits, Puzzle
from sudoku_compare.core.answer import Answer, OutOfTime, Stopwatch
from sudoku_compare.core.shape import shape_of_side
from sudoku_compare.engines.reductio.engine import Search
from sudoku_compare.engines.sat.oracle import Oracle
from sudoku_compare.evidence import confirmation

FOUR = shape_of_side(4)
Lie = Callable[[bytes | None], bytes | None]


@dataclass(frozen=True)
class Witness:
    """An engine that always gives the same answer, and remembers what it was asked."""

    answer: Answer
    asked: list[tuple[Puzzle, Limits]] = field(default_factory=list)

    name: ClassVar = "witness"
    package: ClassVar = None
    distribution: ClassVar = None
    counted: ClassVar = {}
    stoppable: ClassVar = True

    def search(self, puzzle: Puzzle, limits: Limits) -> Answer:
        self.asked.append((puzzle, limits))
        return self.answer


class Ticks(Stopwatch):
    """A stopwatch whose time runs out after so many checks, however long they take."""

    def __init__(self, ticks: int) -> None:
        super().__init__(Limits(seconds=600))
        self.ticks = ticks

    def tick(self) -> None:
        self.ticks -= 1
        if self.ticks < 0:
            self.stop()
            raise OutOfTime


def watch(seconds: float = 600.0) -> Stopwatch:
    return Stopwatch(Limits(seconds=seconds))


def make_sat_lie(monkeypatch: pytest.MonkeyPatch, module: object, name: str, lie: Lie) -> None:
    """Replace `oracle` or `oracle_of_rules` in a module: every solution goes through `lie`."""
    open_honest: Callable[..., AbstractContextManager[Oracle]] = getattr(module, name)

    @contextmanager
    def open_lying(*arguments: Any) -> Iterator[Oracle]:
        with open_honest(*arguments) as rules:
            tell_truth = rules.solution
            rules.solution = lambda assumptions=(): lie(tell_truth(assumptions))  # type: ignore[method-assign]
            yield rules

    monkeypatch.setattr(module, name, open_lying)


def stop_after_two_solutions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the search by reductio that confirms the evidence fail if it is asked for a third solution."""

    class Limited(Search):
        def solutions(self) -> Iterator[bytes]:
            for number, solution in enumerate(super().solutions()):
                assert number < 2, "two solutions are enough"
                yield solution

    monkeypatch.setattr(confirmation, "Search", Limited)


@cache
def _full_boards() -> list[bytes]:
    return solutions_4x4(bytes(16))


def list_solutions(puzzle: Puzzle) -> list[bytes]:
    """Return every solution of a 4x4 puzzle: those of the 288 full boards that contain the givens."""
    givens = [(cell, value) for cell, value in enumerate(puzzle.givens) if value]
    return [board for board in _full_boards() if all(board[cell] == value for cell, value in givens)]


def draw_4x4(seed: int, givens: int, *, spoiled: bool = False) -> Puzzle:
    """Return a full 4x4 board with so many cells left; if it is spoiled, one of them has another value."""
    rng = random.Random(seed)
    board = rng.choice(_full_boards())
    cells = rng.sample(range(16), givens)
    puzzle = Puzzle(FOUR, bytes(value if cell in cells else 0 for cell, value in enumerate(board)))
    return puzzle.with_value(cells[0], board[cells[0]] % 4 + 1) if spoiled else puzzle


def draw_4x4_with(solutions: range, givens: int, count: int, *, spoiled: bool = False) -> list[Puzzle]:
    """Return the first so many of these puzzles whose number of solutions is in the range."""
    drawn = (draw_4x4(seed, givens, spoiled=spoiled) for seed in range(10_000))
    chosen = (puzzle for puzzle in drawn if len(list_solutions(puzzle)) in solutions)
    return [next(chosen) for _ in range(count)]
