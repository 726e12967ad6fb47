"""Several workers share the work, and answers come in order or as soon as they are known."""

import time
from collections.abc import Iterator

import pytest

from making import EASY, NONE, TWO
from sudoku_compare import Answer, Limits, Puzzle
from sudoku_compare.core.entry import Entry
from sudoku_compare.core.errors import OptionError, UserError
from sudoku_compare.engines.reductio.engine import Reductio
from sudoku_compare.engines.registry import load_engine
from sudoku_compare.running import worker_pool
from sudoku_compare.running.worker_pool import AHEAD, Task, WorkerPool, search_in_workers

LIMITS = Limits(2, 30)
JOBS = 2
SLOW = 300  # the position of a puzzle that takes long
DELAY = 0.5  # seconds


@pytest.fixture
def slow_at_two(monkeypatch: pytest.MonkeyPatch) -> None:
    search = Reductio.search
    slow = Puzzle.from_text(TWO)

    def search_slowly(self: Reductio, puzzle: Puzzle, limits: Limits) -> Answer:
        if puzzle == slow:
            time.sleep(DELAY)
        return search(self, puzzle, limits)

    monkeypatch.setattr(Reductio, "search", search_slowly)


def count_solutions(answers: tuple[Answer, ...]) -> list[int]:
    return [len(answer.solutions) for answer in answers]


@pytest.mark.usefixtures("slow_at_two")
def test_answers_come_in_order_and_what_is_read_ahead_of_a_slow_puzzle_is_bounded() -> None:
    read = 0

    def entries() -> Iterator[Entry]:
        nonlocal read
        for number in range(SLOW + 4 * AHEAD):
            read += 1
            yield Entry(str(number), Puzzle.from_text(TWO if number == SLOW else EASY))

    seen: list[str] = []
    ahead = 0
    for batch in search_in_workers(entries(), [Reductio()], LIMITS, JOBS):
        ahead = max(ahead, read - len(seen))
        seen += [item.id for item, _ in batch if isinstance(item, Entry)]
    assert seen == [str(number) for number in range(read)]
    assert AHEAD <= ahead <= 2 * AHEAD * JOBS  # a full window is handed out, and another one has been read


@pytest.mark.usefixtures("slow_at_two")
def test_an_answer_is_not_kept_back_for_a_slow_puzzle_after_it() -> None:
    entries = [Entry(str(n), Puzzle.from_text(TWO if n >= SLOW else EASY)) for n in range(SLOW + 3)]
    arrival: dict[str, float] = {}
    for batch in search_in_workers(entries, [Reductio()], LIMITS, 1):
        arrival.update({item.id: time.monotonic() for item, _ in batch if isinstance(item, Entry)})
    assert arrival[str(SLOW + 1)] - arrival[str(SLOW)] > DELAY / 2
    assert arrival[str(SLOW + 2)] - arrival[str(SLOW + 1)] > DELAY / 2


@pytest.mark.parametrize("errors", [1, 3 * AHEAD * JOBS])
@pytest.mark.parametrize("puzzles", [0, 5])
def test_errors_keep_their_places(errors: int, puzzles: int) -> None:
    entries = [Entry(str(number), Puzzle.from_text(EASY)) for number in range(puzzles)]
    items = [*[UserError("bad")] * errors, *entries, *[UserError("bad")] * errors]
    results = [pair for batch in search_in_workers(items, [Reductio()], LIMITS, JOBS) for pair in batch]
    assert [item for item, _ in results] == items
    assert [count_solutions(answers) for _, answers in results] == [[]] * errors + [[1]] * puzzles + [[]] * errors


@pytest.mark.usefixtures("slow_at_two")
def test_without_an_order_a_slow_puzzle_holds_up_nothing_but_its_own_worker() -> None:
    tasks = [Task(number, Puzzle.from_text(TWO if number == 0 else EASY), (0,)) for number in range(50)]
    with WorkerPool([Reductio()], LIMITS, JOBS) as pool:
        keys = [task.key for answered in pool.run(tasks) for task, _ in answered]
    assert sorted(keys) == list(range(50))
    assert keys.index(0) > len(keys) // 2


def test_each_task_has_its_own_order_of_engines() -> None:
    engines = [load_engine("reductio"), load_engine("bifurcation")]
    orders = [(0, 1), (1, 0), (1,), (0,)] * 10
    tasks = [Task(number, Puzzle.from_text(NONE), order) for number, order in enumerate(orders)]
    with WorkerPool(engines, LIMITS, JOBS) as pool:
        pool.warm_up([Puzzle.from_text(EASY)])
        answers = {task.key: answers for answered in pool.run(tasks) for task, answers in answered}
    for number, order in enumerate(orders):
        assert [set(answer.counts) for answer in answers[number]] == [set(engines[n].counted) for n in order]


def test_without_fork_one_job_runs_here_and_more_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_pool, "can_start_workers", lambda: False)
    tasks = [Task(text, Puzzle.from_text(text), (0,)) for text in (EASY, TWO, NONE)]
    with WorkerPool([Reductio()], LIMITS, 1) as pool:
        pool.warm_up([Puzzle.from_text(EASY)])
        found = [(task.key, answers) for answered in pool.run(tasks) for task, answers in answered]
    assert [(text, count_solutions(answers)) for text, answers in found] == [(EASY, [1]), (TWO, [2]), (NONE, [0])]
    assert all(answer.seconds.cpu is not None for _, answers in found for answer in answers)
    with pytest.raises(OptionError, match="this system cannot start worker processes"):
        WorkerPool([Reductio()], LIMITS, 2)


def test_an_item_none_gives_the_caller_a_turn_at_once() -> None:
    read: list[int] = []

    def entries() -> Iterator[Entry | None]:
        for number in range(300):
            read.append(number)
            yield None
            yield Entry(str(number), Puzzle.from_text(EASY))

    seen: list[str] = []
    for turn, batch in enumerate(search_in_workers(entries(), [Reductio()], LIMITS, JOBS), start=1):
        assert turn >= len(read)
        seen += [item.id for item, _ in batch if isinstance(item, Entry)]
    assert seen == [str(number) for number in read]
