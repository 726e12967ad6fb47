"""Engines whose answer is fixed or that never answer, a clock that runs out, and random 4x4 puzzles."""

import os
import random
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from typing import Any, ClassVar

import pytest

from making import boards_4x4, solutions_4x4
from sudoku_compare import Limits, Puzzle
from sudoku_compare.core.answer import Answer, OutOfTime, Stopwatch
from sudoku_compare.core.shape import shape_of_side
from sudoku_compare.engines.protocol import Origin
from sudoku_compare.engines.reductio.engine import Reductio, Search
from sudoku_compare.engines.sat.oracle import Oracle
from sudoku_compare.evidence import confirmation

FOUR = shape_of_side(4)
Lie = Callable[[bytes | None], bytes | None]


class ForeignEngine:
    """What an engine must have apart from its name and its search. It runs in a process of its own, as others do."""

    package: ClassVar = None
    distribution: ClassVar = None
    counted: ClassVar = {}
    stoppable: ClassVar = True


class FakeEngine(ForeignEngine):
    """Runs in the process of the test, as a built-in engine does, so that the test can see what it was asked."""

    origin: ClassVar = Origin.INTERNAL


@dataclass(frozen=True)
class Witness(FakeEngine):
    """An engine that always gives the same answer, and remembers what it was asked."""

    answer: Answer
    asked: list[tuple[Puzzle, Limits]] = field(default_factory=list)

    name: ClassVar = "witness"

    def search(self, puzzle: Puzzle, limits: Limits) -> Answer:
        self.asked.append((puzzle, limits))
        return self.answer


def sleep_instead_of_searching(slow: Puzzle, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make `reductio` fall silent at one puzzle; new interpreters do not know of this."""
    search = Reductio.search

    def search_or_sleep(self: Reductio, puzzle: Puzzle, limits: Limits) -> Answer:
        if puzzle == slow:
            time.sleep(3600)
        return search(self, puzzle, limits)

    monkeypatch.setattr(Reductio, "search", search_or_sleep)


def die_instead_of_searching(deadly: Puzzle, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make `reductio` end the process in which it searches, at one puzzle; new interpreters do not know of this."""
    search = Reductio.search

    def search_or_die(self: Reductio, puzzle: Puzzle, limits: Limits) -> Answer:
        if puzzle == deadly:
            os.kill(os.getpid(), signal.SIGKILL)
        return search(self, puzzle, limits)

    monkeypatch.setattr(Reductio, "search", search_or_die)


class Ticks(Stopwatch):
    """A stopwatch whose time runs out after a number of checks, however long they take."""

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


def list_solutions(puzzle: Puzzle) -> list[bytes]:
    """Return every solution of a 4x4 puzzle, found by brute force."""
    return solutions_4x4(puzzle.givens)


def draw_4x4(seed: int, givens: int, *, spoiled: bool = False) -> Puzzle:
    """Return a 4x4 board with this many cells filled; if it is spoiled, one of them has a wrong value."""
    rng = random.Random(seed)
    board = rng.choice(boards_4x4())
    cells = rng.sample(range(16), givens)
    puzzle = Puzzle(FOUR, bytes(value if cell in cells else 0 for cell, value in enumerate(board)))
    return puzzle.with_value(cells[0], board[cells[0]] % 4 + 1) if spoiled else puzzle


def draw_4x4_with(solutions: range, givens: int, count: int, *, spoiled: bool = False) -> list[Puzzle]:
    """Return the first `count` of these puzzles whose number of solutions is in the range."""
    drawn = (draw_4x4(seed, givens, spoiled=spoiled) for seed in range(10_000))
    chosen = (puzzle for puzzle in drawn if len(list_solutions(puzzle)) in solutions)
    return [next(chosen) for _ in range(count)]
