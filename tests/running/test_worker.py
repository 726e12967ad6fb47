"""Worker processes: order, traffic, death and silence."""

import math
import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import pytest

from conftest import PROGRAM
from making import EASY, NONE, TWO, hopeless, puzzle_with_holes
from processes import find_children, is_running, let_work, wait_for
from sudoku_compare import Answer, Ending, Limits, Puzzle, Verdict
from sudoku_compare.comparison.compare import FEW, Comparison, compare, compare_all, engines_by_text
from sudoku_compare.core.answer import GRACE, Seconds
from sudoku_compare.core.entry import Entry
from sudoku_compare.core.errors import UserError
from sudoku_compare.core.shape import shape_of_side
from sudoku_compare.engines.hosting.guard import START_UP
from sudoku_compare.engines.reductio.engine import Reductio
from sudoku_compare.engines.registry import load_engine
from sudoku_compare.running import worker
from sudoku_compare.running.task_queue import Answers
from sudoku_compare.running.worker import LocalWorker, Question, Worker
from witnesses import FakeEngine, ForeignEngine, die_instead_of_searching, sleep_instead_of_searching

LIMITS = Limits(2, 120)  # seconds: a 100x100 on a busy machine takes more than 30


def facts(answers: list[tuple[Answer, ...]]) -> list[list[tuple[object, ...]]]:
    return [[(a.solutions, a.ending, dict(a.counts), a.detail) for a in of_one] for of_one in answers]


def receive_all(beside: Worker) -> list[Answers]:
    answers = []
    while beside.unanswered:
        answers += beside.receive()
    return answers


def test_answers_come_in_order_and_equal_those_of_a_search_in_this_process() -> None:
    engines = [load_engine("reductio"), load_engine("sat")]
    puzzles = [Puzzle.from_text(text) for text in (EASY, NONE, TWO, "1.....2..3.....4")]
    with Worker(engines, LIMITS) as beside:
        beside.send([Question(puzzle, (0, 1)) for puzzle in puzzles[:3]])
        beside.send([Question(puzzle, (0, 1)) for puzzle in puzzles[3:]])
        answers = receive_all(beside)
    assert facts(answers) == facts([tuple(e.search(p, LIMITS) for e in engines) for p in puzzles])


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [None, 1, 3])
def test_many_puzzles_are_compared_as_each_alone_and_errors_keep_their_places(jobs: int | None) -> None:
    shapes = [shape_of_side(side) for side in (4, 9, 100, 6)]
    puzzles = [puzzle_with_holes(shapes[n % 4 if n % 50 == 2 else n % 2], 0.9, seed=n) for n in range(300)]
    items: list[Entry | UserError] = [Entry(str(n), puzzle) for n, puzzle in enumerate(puzzles)]
    for place in (0, 7, 8, 250, 302):
        items.insert(place, UserError(f"bad {place}"))
    engines = engines_by_text(["reductio"])
    results = [result for batch in compare_all(items, engines, LIMITS, jobs=jobs) for result in batch]
    assert len(results) == len(items)
    for item, result in zip(items, results, strict=True):
        if isinstance(item, UserError):
            assert result is item
        else:
            assert isinstance(result, Comparison)
            assert (result.entry, result.judgement) == (item, compare(item, engines, LIMITS).judgement)


def test_large_boards_among_many_errors_do_not_block_the_pipes() -> None:
    small, large = puzzle_with_holes(shape_of_side(4), 0.9, 1), puzzle_with_holes(shape_of_side(36), 1.0, 1)
    items: list[Entry | UserError] = [Entry("small", small)] * 201
    for _ in range(200):
        items += [*[UserError("bad")] * 11, Entry("large", large)]
    done = sum(len(batch) for batch in compare_all(items, engines_by_text(["reductio"]), LIMITS))
    assert done == len(items)
    hundred = puzzle_with_holes(shape_of_side(100), 1.0, 1)
    with Worker([Reductio()], LIMITS) as beside:
        beside.send([Question(hundred, (0,))] * 30)
        answers = receive_all(beside)
    assert len(answers) == 30


def test_no_answer_is_lost_if_a_worker_dies(monkeypatch: pytest.MonkeyPatch) -> None:
    die_instead_of_searching(Puzzle.from_text(TWO), monkeypatch)
    entries = [Entry(str(n), Puzzle.from_text(TWO if n == 23 else EASY)) for n in range(40)]
    batches = compare_all(entries, engines_by_text(["reductio"]), LIMITS)
    verdicts = [result.verdict for batch in batches for result in batch if isinstance(result, Comparison)]
    assert verdicts == [Verdict.MULTIPLE if n == 23 else Verdict.UNIQUE for n in range(40)]


@pytest.mark.slow
def test_no_answer_is_lost_if_a_worker_falls_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    sleep_instead_of_searching(Puzzle.from_text(TWO), monkeypatch)
    monkeypatch.setattr(worker, "START_UP", 0.1)
    with Worker([Reductio()], Limits(2, 0.5)) as beside:
        beside.send([Question(Puzzle.from_text(text), (0,)) for text in (EASY, TWO, NONE)])
        answers = receive_all(beside)
    assert [len(answer.solutions) for [answer] in answers] == [1, 2, 0]


def test_what_an_engine_prints_is_discarded(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    def search(self: Reductio, puzzle: Puzzle, limits: Limits) -> Answer:
        os.system("echo noise; echo noise >&2")
        return Answer((), Ending.TIMED_OUT)

    monkeypatch.setattr(Reductio, "search", search)
    with Worker([Reductio()], LIMITS) as beside:
        beside.send([Question(Puzzle.from_text(EASY), (0,))])
        assert beside.receive()[0][0].ending is Ending.TIMED_OUT
    assert capfd.readouterr() == ("", "")


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_worker_does_not_outlive_the_process_that_started_it(tmp_path: Path) -> None:
    """Even in the middle of an endless search, in which it neither reads nor writes."""
    path = tmp_path / "puzzles.txt"
    path.write_text(f"{hopeless().text}\n" * (FEW + 1))  # more, so that workers are started
    command = [PROGRAM, "solve", str(path), "--engine", "reductio", "--timeout", "inf", "--jobs", "3"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    children: list[int] = []
    try:
        wait_for(lambda: len(find_children(process.pid)) == 3)
        children = find_children(process.pid)
        for child in children:
            let_work(child, 0.1)
        process.kill()
        process.wait()
        wait_for(lambda: not any(map(is_running, children)))
    finally:
        process.kill()
        for child in filter(is_running, children):
            os.kill(child, signal.SIGKILL)


@dataclass(frozen=True)
class Timed(FakeEngine):
    """Returns certain times, after it has used some processor time."""

    name: ClassVar = "timed"

    seconds: Seconds
    cpu: float = 0.0

    def search(self, puzzle: Puzzle, limits: Limits) -> Answer:
        end = time.process_time() + self.cpu
        while time.process_time() < end:
            pass
        return Answer((), Ending.EXHAUSTED, self.seconds)


@pytest.mark.parametrize("start", [Worker, LocalWorker])
@pytest.mark.parametrize("first", [2.0, None])
def test_the_parts_of_the_time_keep_their_places(start: type[Worker | LocalWorker], first: float | None) -> None:
    beside = start([Timed(Seconds(1.0, first, 4.0), cpu=0.05)], LIMITS)
    beside.send([Question(Puzzle.from_text(EASY), (0,))])
    [[answer]] = beside.receive()
    beside.close()
    assert (answer.seconds.build, answer.seconds.first, answer.seconds.settle) == (1.0, first, 4.0)
    assert answer.seconds.cpu is not None
    assert answer.seconds.cpu >= 0.05


@dataclass(frozen=True)
class TimedElsewhere(ForeignEngine):
    """Uses some processor time in a process of its own, and reports less."""

    name: ClassVar = "timed"

    def search(self, puzzle: Puzzle, limits: Limits) -> Answer:
        return Timed(Seconds(settle=0.001), cpu=0.05).search(puzzle, limits)


@pytest.mark.parametrize("start", [Worker, LocalWorker])
def test_the_times_of_a_search_in_a_process_of_its_own_are_measured_outside(
    start: type[Worker | LocalWorker],
) -> None:
    beside = start([TimedElsewhere(), load_engine("sat:solver=lingeling")], LIMITS)
    beside.send([Question(Puzzle.from_text(EASY), (0, 1))])
    [[foreign, built_in]] = beside.receive()
    beside.close()
    assert (foreign.ending, foreign.seconds.reported) == (Ending.EXHAUSTED, 0.001)
    assert foreign.seconds.cpu is not None
    assert foreign.seconds.cpu >= 0.05
    assert foreign.seconds.total == foreign.seconds.outer
    assert foreign.seconds.total >= 0.05
    assert built_in.ending is Ending.EXHAUSTED
    assert built_in.seconds.outer is None  # its own clock can be trusted
    assert built_in.seconds.cpu is not None
    assert 0 < built_in.seconds.cpu < 5


@pytest.mark.parametrize("engines", [1, 2, 5])
@pytest.mark.parametrize("seconds", [0.5, 30.0])
def test_a_worker_counts_as_silent_only_after_the_time_of_all_its_engines(engines: int, seconds: float) -> None:
    """They search one after the other, and the worker sends all their answers together.

    Each may overrun by GRACE, and may first have to start a process.
    """
    with Worker([Reductio()] * engines, Limits(2, seconds)) as beside:
        assert beside.patience is not None
        longest = engines * (seconds + GRACE + START_UP)
        assert longest < beside.patience < longest + 10 * engines  # some more to stop that process, but not forever


@pytest.mark.parametrize("seconds", [math.inf, 1e6])
def test_a_worker_without_a_time_limit_never_counts_as_silent(seconds: float) -> None:
    with Worker([Reductio()], Limits(2, seconds)) as beside:
        assert beside.patience is None


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_questions_to_a_worker_that_has_died_are_answered_by_the_next_one() -> None:
    before = set(find_children(os.getpid()))
    with Worker([load_engine("reductio")], LIMITS) as beside:
        [process] = set(find_children(os.getpid())) - before
        os.kill(process, signal.SIGKILL)
        wait_for(lambda: not is_running(process))
        beside.send([Question(Puzzle.from_text(EASY), (0,))] * 3)
        assert [answer.ending for (answer,) in receive_all(beside)] == [Ending.EXHAUSTED] * 3


def test_the_detail_of_an_answer_arrives(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = Answer((), Ending.STUCK, detail="out of rules")
    monkeypatch.setattr(Reductio, "search", lambda self, puzzle, limits: answer)
    with Worker([Reductio()], LIMITS) as beside:
        beside.send([Question(Puzzle.from_text(EASY), (0,))])
        [[received]] = receive_all(beside)
    assert (received.ending, received.detail) == (Ending.STUCK, "out of rules")
