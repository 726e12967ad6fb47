"""Several workers share the work, and answers come in order or as soon as they are known."""

import time
from collections.abc import Iterable, Iterator
from itertools import count
from pathlib import Path

import pytest

from making import EASY, NONE, TWO
from processes import time_limit, wait_for
from sudoku_compare import Answer, Limits, Puzzle
from sudoku_compare.core.entry import Entry
from sudoku_compare.core.errors import OptionError, UserError
from sudoku_compare.engines.reductio.engine import Reductio
from sudoku_compare.engines.registry import load_engine
from sudoku_compare.running import worker, worker_pool
from sudoku_compare.running.task_queue import Task
from sudoku_compare.running.worker import QUICK
from sudoku_compare.running.worker_pool import AHEAD, BATCHES, AnsweredItems, Item, WorkerPool
from witnesses import sleep_instead_of_searching

LIMITS = Limits(2, 30)
JOBS = 2
SLOW = 300  # the position of a puzzle that takes long


def search(items: Iterable[Item | None], jobs: int) -> Iterator[AnsweredItems]:
    with WorkerPool([Reductio()], LIMITS, jobs, together=True) as pool:
        yield from pool.run_in_order(items)


class Releases:
    """Files that the slow searches of the workers wait for: the n-th search of a worker for the n-th release."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def release(self, number: int = 0) -> None:
        (self._folder / str(number)).touch()

    def wait(self, number: int) -> None:
        try:
            wait_for((self._folder / str(number)).exists)
        except AssertionError:
            (self._folder / "missing").touch()
            raise

    def is_any_missing(self) -> bool:
        return (self._folder / "missing").exists()


@pytest.fixture
def slow_at_two(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Releases]:
    """Make the search for TWO wait until the test releases it; if that does not happen, the test fails."""
    search = Reductio.search
    slow = Puzzle.from_text(TWO)
    releases = Releases(tmp_path)
    numbers = count()

    def search_slowly(self: Reductio, puzzle: Puzzle, limits: Limits) -> Answer:
        if puzzle == slow:
            time.sleep(2 * QUICK)  # after that, a worker sends an answer without waiting for the next one
            releases.wait(next(numbers))
        return search(self, puzzle, limits)

    monkeypatch.setattr(Reductio, "search", search_slowly)
    yield releases
    assert not releases.is_any_missing()


def count_solutions(answers: tuple[Answer, ...]) -> list[int]:
    return [len(answer.solutions) for answer in answers]


def test_answers_come_in_order_and_what_is_read_ahead_of_a_slow_puzzle_is_bounded(slow_at_two: Releases) -> None:
    read = 0

    def entries() -> Iterator[Entry]:
        nonlocal read
        for number in range(SLOW + 4 * AHEAD):
            read += 1
            if read == SLOW + AHEAD:
                slow_at_two.release()
            yield Entry(str(number), Puzzle.from_text(TWO if number == SLOW else EASY))

    seen: list[str] = []
    found: list[list[int]] = []
    ahead = 0
    for batch in search(entries(), JOBS):
        ahead = max(ahead, read - len(seen))
        seen += [item.id for item, _ in batch if isinstance(item, Entry)]
        found += [count_solutions(answers) for _, answers in batch]
    assert seen == [str(number) for number in range(read)]
    assert found[SLOW] == [2]
    assert AHEAD <= ahead <= 2 * AHEAD * JOBS  # a full window is handed out, and another one has been read


def test_an_answer_is_not_kept_back_for_a_slow_puzzle_after_it(slow_at_two: Releases) -> None:
    """Each slow search continues only after the answer to the previous one has been yielded."""
    slow_at_two.release(0)
    entries = [Entry(str(n), Puzzle.from_text(TWO if n >= SLOW else EASY)) for n in range(SLOW + 3)]
    found: list[list[int]] = []
    for batch in search(entries, 1):
        found += [count_solutions(answers) for _, answers in batch]
        slow_at_two.release(len(found) - SLOW)
    assert found == [[1]] * SLOW + [[2]] * 3


@pytest.mark.parametrize("errors", [1, 3 * AHEAD * JOBS])
@pytest.mark.parametrize("puzzles", [0, 5])
def test_errors_keep_their_places(errors: int, puzzles: int) -> None:
    entries = [Entry(str(number), Puzzle.from_text(EASY)) for number in range(puzzles)]
    items = [*[UserError("bad")] * errors, *entries, *[UserError("bad")] * errors]
    results = [pair for batch in search(items, JOBS) for pair in batch]
    assert [item for item, _ in results] == items
    assert [count_solutions(answers) for _, answers in results] == [[]] * errors + [[1]] * puzzles + [[]] * errors


def test_without_an_order_a_slow_puzzle_holds_up_nothing_but_its_own_worker(slow_at_two: Releases) -> None:
    tasks = [Task(number, Puzzle.from_text(TWO if number == 0 else EASY), (0,)) for number in range(50)]
    found: dict[int, list[int]] = {}
    with WorkerPool([Reductio()], LIMITS, JOBS) as pool:
        for answered in pool.run(tasks):
            found.update({task.key: count_solutions(answers) for task, answers, _ in answered})
            if len(found) >= 50 - BATCHES:  # all but those that the slow worker was sent at once
                slow_at_two.release()
    assert found == {number: [2 if number == 0 else 1] for number in range(50)}


def test_all_workers_that_fall_silent_at_once_are_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    sleep_instead_of_searching(Puzzle.from_text(TWO), monkeypatch)
    monkeypatch.setattr(worker, "GRACE", 0.0)
    monkeypatch.setattr(worker, "START_UP", 0.1)
    tasks = [Task(n, Puzzle.from_text(EASY if n % BATCHES else TWO), (0,)) for n in range(JOBS * BATCHES)]
    with time_limit(), WorkerPool([Reductio()], Limits(2, 0.1), JOBS) as pool:
        keys = [task.key for answered in pool.run(tasks) for task, *_ in answered]
    assert sorted(keys) == list(range(JOBS * BATCHES))


def test_each_task_has_its_own_order_of_engines() -> None:
    engines = [load_engine("reductio"), load_engine("bifurcation")]
    orders = [(0, 1), (1, 0), (1,), (0,)] * 10
    tasks = [Task(number, Puzzle.from_text(NONE), order) for number, order in enumerate(orders)]
    with WorkerPool(engines, LIMITS, JOBS) as pool:
        pool.warm_up([Puzzle.from_text(EASY)])
        answers = {task.key: answers for answered in pool.run(tasks) for task, answers, _ in answered}
    for number, order in enumerate(orders):
        assert [set(answer.counts) for answer in answers[number]] == [set(engines[n].counted) for n in order]


def test_without_fork_one_job_runs_here_and_more_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_pool, "can_start_workers", lambda: False)
    monkeypatch.delattr("os.fork")
    tasks = [Task(text, Puzzle.from_text(text), (0,)) for text in (EASY, TWO, NONE)]
    with WorkerPool([Reductio()], LIMITS, 1) as pool:
        pool.warm_up([Puzzle.from_text(EASY)])
        found = [(task.key, answers) for answered in pool.run(tasks) for task, answers, _ in answered]
    assert [(text, count_solutions(answers)) for text, answers in found] == [(EASY, [1]), (TWO, [2]), (NONE, [0])]
    assert all(answer.seconds.cpu is not None for _, answers in found for answer in answers)
    with pytest.raises(OptionError) as refused:
        WorkerPool([Reductio()], LIMITS, 2)
    assert str(refused.value) == "this system cannot start worker processes, so only one job can run at a time"


def test_an_item_none_gives_the_caller_a_turn_at_once() -> None:
    read: list[int] = []

    def entries() -> Iterator[Entry | None]:
        for number in range(300):
            read.append(number)
            yield None
            yield Entry(str(number), Puzzle.from_text(EASY))

    seen: list[str] = []
    for turn, batch in enumerate(search(entries(), JOBS), start=1):
        assert turn >= len(read)
        seen += [item.id for item, _ in batch if isinstance(item, Entry)]
    assert seen == [str(number) for number in read]
