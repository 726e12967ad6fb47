"""The process in which a worker does its work: a real child, without Dask."""

import asyncio
import errno
import operator
import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import worker_functions
from making import EASY, NONE, TWO, hopeless
from processes import find_children, is_running, let_work, wait_for
from sudoku_compare import Ending, Limits, Puzzle
from sudoku_compare.engines.protocol import Engine
from sudoku_compare.engines.registry import load_engine
from sudoku_compare.running.cluster import worker_side
from sudoku_compare.running.cluster.engine_texts import write_engines
from sudoku_compare.running.cluster.work import (
    BatchReply,
    FunctionWork,
    ItemError,
    ItemTask,
    Outcome,
    ProcessEnded,
    Readiness,
    RemoteFunction,
    RemoteSearch,
    SearchWork,
    SentWork,
)
from sudoku_compare.running.cluster.worker_side import MOST_PROCESSES, Message
from sudoku_compare.running.machine import describe_machine
from sudoku_compare.running.task_queue import Task

TESTS = Path(__file__).parents[2]
PIPE = 10_000_000  # bytes: far more than a pipe holds


@pytest.fixture(autouse=True)
def ended_processes(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let children import the modules of the tests, and end them after each test."""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, [str(TESTS), os.environ.get("PYTHONPATH")])))
    yield
    worker_side._close_all()
    worker_side._processes.clear()


def send_function(function: Callable[[Any], Any], engine_files: tuple[str, ...] = ()) -> bytes:
    return pickle.dumps(SentWork(engine_files, RemoteFunction(function)))


def prepare(work: bytes) -> Any:
    return pickle.loads(worker_side._handle(Message(work, None), lambda done: None))


def do(work: bytes, tasks: list[Any], note: Callable[[int], None] = lambda done: None) -> Any:
    return pickle.loads(worker_side._handle(Message(work, pickle.dumps(tasks)), note))


def find_values(reply: Any) -> list[Any]:
    assert isinstance(reply, BatchReply), reply
    assert all(not outcome.error and not outcome.bug for outcome in reply.outcomes), reply
    return [outcome.value for outcome in reply.outcomes]


def make_search(*engines: Engine, seconds: float = 60, together: bool = False, examples: tuple[str, ...] = ()) -> Any:
    puzzles = tuple(map(Puzzle.from_text, examples))
    return SearchWork(RemoteSearch(*write_engines(engines), Limits(2, seconds), together, puzzles))


def search(work: SearchWork, *tasks: Task[Any]) -> list[Any]:
    reply = do(pickle.dumps(SentWork((), work.remote)), [work.pack(task) for task in tasks])
    assert isinstance(reply, BatchReply), reply
    return [work.unpack(task, outcome) for task, outcome in zip(tasks, reply.outcomes, strict=True)]


def test_a_process_that_is_prepared_says_on_which_machine_it_runs() -> None:
    assert prepare(send_function(worker_functions.double)) == Readiness(describe_machine())


@pytest.mark.parametrize("together", [True, False])
def test_searches_in_the_process_give_what_the_engines_give_here(together: bool) -> None:
    engines = [load_engine("reductio"), load_engine("sat:solver=glucose4"), load_engine("kernel")]
    work = make_search(*engines, together=together, examples=(EASY,))
    tasks = [Task(None, Puzzle.from_text(text), (2, 0, 1)) for text in (EASY, TWO, NONE, "1.....2..3.....4")]
    answers = search(work, *tasks)
    for task, row in zip(tasks, answers, strict=True):
        for number, answer in zip(task.order, row, strict=True):
            here = engines[number].search(task.puzzle, Limits(2, 60))
            assert (answer.solutions, answer.ending, answer.counts) == (here.solutions, here.ending, here.counts)
            assert answer.seconds.total > 0


def test_an_engine_that_crashes_its_process_fails_and_the_others_answer() -> None:
    work = make_search(load_engine("worker_functions:Crasher"), load_engine("reductio"))
    tasks = [Task(None, Puzzle.from_text(text), (0, 1)) for text in (EASY, TWO)]
    answers = search(work, *tasks)
    endings = [[answer.ending for answer in row] for row in answers]
    assert endings == [[Ending.FAILED, Ending.EXHAUSTED], [Ending.FAILED, Ending.ENOUGH]]
    assert "SIGSEGV" in answers[0][0].detail


def test_an_engine_that_is_not_there_is_a_problem_from_the_start() -> None:
    work = RemoteSearch(("no-such-engine",), {}, Limits(2, 10), together=False, examples=())
    readiness = prepare(pickle.dumps(SentWork((), work)))
    assert readiness.machine is None
    assert readiness.problem.startswith("unknown engine 'no-such-engine'")


def test_the_engine_files_of_the_coordinator_are_known() -> None:
    text = '[mine]\nprotocol = "lines"\ncommand = ["sh", "-c", "cat"]\n'
    work = RemoteSearch(("mine",), {"mine": None}, Limits(2, 10), together=False, examples=())
    assert prepare(pickle.dumps(SentWork((text,), work))) == Readiness(describe_machine())


def test_what_dask_sets_for_its_own_memory_does_not_slow_down_the_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(worker_side.NOT_INHERITED, "65536")
    monkeypatch.setenv("OF_THE_USER", "kept")
    reply = do(send_function(worker_functions.find_variable), [worker_side.NOT_INHERITED, "OF_THE_USER"])
    assert find_values(reply) == [None, "kept"]


def test_results_come_in_order_and_what_a_function_prints_is_discarded() -> None:
    reply = do(send_function(worker_functions.double), [1, "a", [2]])
    assert find_values(reply) == [2, "aa", [2, 2]]
    assert reply.seconds > 0


def test_the_progress_is_noted_while_a_batch_is_done() -> None:
    noted: list[int] = []
    reply = do(send_function(worker_functions.double_slowly), list(range(6)), noted.append)
    assert find_values(reply) == [0, 2, 4, 6, 8, 10]
    assert noted == [0, 1, 2, 3, 4, 5, 6]


def test_quick_tasks_are_not_noted_one_by_one() -> None:
    noted: list[int] = []
    find_values(do(send_function(worker_functions.find_process), list(range(2000)), noted.append))
    assert len(noted) < 200


def test_the_progress_of_searches_is_noted() -> None:
    work = make_search(load_engine("backtrack:propagate=false"))
    tasks = [work.pack(Task(None, Puzzle.from_text(TWO), (0,)))] * 80
    noted: list[int] = []
    assert len(find_values(do(pickle.dumps(SentWork((), work.remote)), tasks, noted.append))) == 80
    assert noted
    assert noted == sorted(noted)
    assert noted[-1] <= 80


def test_an_error_that_the_user_can_fix_is_the_outcome_of_its_item_only() -> None:
    work = FunctionWork(RemoteFunction(worker_functions.raise_user_error), None)
    reply = do(send_function(worker_functions.raise_user_error), ["a", "b"])
    assert reply.outcomes == [Outcome(error="not possible: a"), Outcome(error="not possible: b")]
    result = work.unpack(ItemTask(None, "a"), reply.outcomes[0])
    assert isinstance(result, ItemError)
    assert str(result.error) == "not possible: a"


def test_a_bug_comes_back_with_its_traceback_and_the_process_lives_on() -> None:
    work = send_function(worker_functions.divide_by_zero)
    for _ in range(2):
        [outcome] = do(work, [1]).outcomes
        assert "in divide_by_zero" in outcome.bug
        assert outcome.bug.rstrip().endswith("ZeroDivisionError: division by zero")
    assert len(worker_side._processes) == 1


def test_a_result_that_cannot_be_sent_is_a_bug_and_not_the_end_of_the_process() -> None:
    reply = do(send_function(worker_functions.make_unpicklable), [1, 2])
    assert isinstance(reply, BatchReply)
    assert ["pickle" in outcome.bug for outcome in reply.outcomes] == [True, True]


@pytest.mark.parametrize("name", ["SIGKILL", "SIGSEGV"])
def test_a_process_that_is_ended_by_a_signal_says_so_and_another_one_takes_over(name: str) -> None:
    work = send_function(worker_functions.end_by)
    assert do(work, [signal.Signals[name]]) == ProcessEnded(f"its process was ended by {name}")
    assert do(work, [0]).outcomes == [Outcome(None)]


def test_a_process_that_exits_says_with_which_code() -> None:
    assert do(send_function(worker_functions.exit_with), [7]) == ProcessEnded("its process exited with 7")


def test_a_process_that_ended_between_two_messages_has_ended() -> None:
    work = send_function(worker_functions.find_process)
    [process] = find_values(do(work, [None]))
    os.kill(process, signal.SIGKILL)
    wait_for(lambda: not is_running(process))
    assert do(work, [None]) == ProcessEnded("its process was ended by SIGKILL")
    [other] = find_values(do(work, [None]))
    assert other != process


def test_work_that_the_worker_cannot_load_is_a_problem_that_names_the_reason() -> None:
    readiness = prepare(send_function(worker_functions.NotThere()))
    assert isinstance(readiness, Readiness)
    assert readiness.machine is None
    assert "No module named 'missing'" in readiness.problem


class NeedsFile:
    """A function that can only be loaded while a file exists, like an engine whose program may disappear."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __reduce__(self) -> Any:
        return eval, (f"open({str(self._path)!r}).close() or abs",)

    def __call__(self, number: int) -> int:
        return abs(number)


def test_a_process_that_cannot_be_started_again_is_a_problem_of_the_worker_and_not_of_the_tasks(
    tmp_path: Path,
) -> None:
    """As after the end of the first process; what is missing may be there the next time."""
    path = tmp_path / "engine"
    path.touch()
    work = send_function(NeedsFile(path))
    assert find_values(do(work, [-1])) == [1]
    path.unlink()
    worker_side._processes[work]._process.kill()
    worker_side._processes[work]._process.wait()
    assert do(work, [-1]) == ProcessEnded("its process was ended by SIGKILL")
    noted: list[int] = []
    for _ in range(2):
        readiness = do(work, [-1], noted.append)
        assert isinstance(readiness, Readiness)
        assert readiness.machine is None
        assert readiness.problem.startswith("FileNotFoundError: ")
    assert noted == []  # no task was begun
    assert not worker_side._processes
    path.touch()
    assert find_values(do(work, [-1])) == [1]


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize("name", ["Popen", "TemporaryDirectory"])
def test_a_system_that_starts_no_process_is_a_problem_that_names_the_reason(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*arguments: object, **options: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(worker_side.subprocess if name == "Popen" else worker_side, name, fail)
    before = count_open_files()
    for work in map(send_function, [worker_functions.double, worker_functions.measure]):
        assert do(work, [1]) == Readiness(None, "cannot start a process: No space left on device")
    assert count_open_files() == before
    assert not worker_side._processes


def test_a_batch_whose_process_ends_before_it_is_ready_is_not_begun() -> None:
    noted: list[int] = []
    work = send_function(worker_functions.EndsWhenLoaded())  # type: ignore[arg-type]
    assert do(work, [1], noted.append) == Readiness(None, "its process was ended by SIGKILL")
    assert noted == []


class FakeWorker:
    """A Dask worker with a loop in another thread, whose scheduler remembers what it is sent."""

    def __init__(self) -> None:
        self.loop = SimpleNamespace(asyncio_loop=asyncio.new_event_loop())
        self.scheduler = self
        self.sent: list[dict[str, Any]] = []
        self.problem: Exception | None = None

    async def log_event(self, **message: Any) -> None:
        await asyncio.sleep(0.05)
        if self.problem:
            raise self.problem
        self.sent.append(message)


@pytest.fixture
def fake_worker() -> Iterator[FakeWorker]:
    worker = FakeWorker()
    loop = worker.loop.asyncio_loop
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    yield worker
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()


def test_the_report_of_a_beginning_has_been_sent_before_the_first_task_begins(fake_worker: FakeWorker) -> None:
    worker_side._report_beginning(fake_worker, "topic", 7)
    assert fake_worker.sent == [{"topic": "topic", "msg": [7, 0], "reply": False}]


def test_a_beginning_that_cannot_be_reported_does_not_keep_the_tasks_from_being_done(fake_worker: FakeWorker) -> None:
    fake_worker.problem = OSError("the scheduler is gone")
    worker_side._report_beginning(fake_worker, "topic", 7)
    assert fake_worker.sent == []


def count_open_files() -> int:
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_process_that_ends_while_it_is_prepared_says_how_and_leaves_nothing_open() -> None:
    work = send_function(worker_functions.EndsWhenLoaded())  # type: ignore[arg-type]
    prepare(work)
    before = count_open_files()
    assert prepare(work) == Readiness(None, "its process was ended by SIGKILL")
    assert count_open_files() == before
    assert not worker_side._processes


def test_large_messages_pass_in_both_directions() -> None:
    assert find_values(do(send_function(worker_functions.measure), [b"x" * PIPE, b"y"])) == [PIPE, 1]
    [large] = find_values(do(send_function(worker_functions.repeat), [PIPE]))
    assert large == b"x" * PIPE


def test_large_work_passes() -> None:
    work = send_function(partial(operator.contains, b"x" * PIPE))
    assert find_values(do(work, [b"x", b"y"])) == [True, False]


def test_several_works_have_a_process_each_and_the_one_that_was_not_used_for_longest_is_ended() -> None:
    works = [send_function(worker_functions.find_process, (f"# {number}",)) for number in range(MOST_PROCESSES + 1)]
    processes = [find_values(do(work, [None]))[0] for work in works[:-1]]
    assert len(set(processes)) == MOST_PROCESSES
    assert find_values(do(works[0], [None])) == processes[:1]  # the second is now the one that was not used for longest
    [new] = find_values(do(works[-1], [None]))
    assert new not in processes
    assert [is_running(process) for process in processes] == [True, False, *[True] * (MOST_PROCESSES - 2)]
    assert len(worker_side._processes) == MOST_PROCESSES


def test_at_the_end_of_the_worker_every_process_is_ended() -> None:
    [process] = find_values(do(send_function(worker_functions.find_process), [None]))
    worker_side._close_all()
    assert not is_running(process)


def handle_in_a_worker(work: bytes, tasks: list[Any]) -> "subprocess.Popen[bytes]":
    """Start a process that handles a message as a worker does."""
    code = (
        "import pickle, sys\n"
        "from sudoku_compare.running.cluster import worker_side\n"
        "worker_side._handle(worker_side.Message(*pickle.load(sys.stdin.buffer)), lambda done: None)"
    )
    worker = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE)
    assert worker.stdin
    worker.stdin.write(pickle.dumps((work, pickle.dumps(tasks))))
    worker.stdin.close()
    return worker


def find_descendants(process: int) -> list[int]:
    children = find_children(process)
    return children + [one for child in children for one in find_descendants(child)]


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_the_process_does_not_outlive_its_worker(tmp_path: Path) -> None:
    """Even if the worker is killed while a function never returns."""
    path = tmp_path / "process"
    worker = handle_in_a_worker(send_function(worker_functions.wait_forever), [str(path)])
    try:
        process = int(wait_for(lambda: path.exists() and path.read_text()))
        assert find_children(worker.pid) == [process]
    finally:
        worker.kill()
        worker.wait()
    wait_for(lambda: not is_running(process))


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_no_process_that_searches_outlives_the_worker() -> None:
    search = make_search(load_engine("reductio"), seconds=1000)
    task = search.pack(Task(None, hopeless(), (0,)))
    worker = handle_in_a_worker(pickle.dumps(SentWork((), search.remote)), [task])
    try:
        wait_for(lambda: len(find_descendants(worker.pid)) >= 2)  # the process that works, and the one that searches
        let_work(worker.pid, 0.5)
        descendants = find_descendants(worker.pid)
    finally:
        worker.kill()
        worker.wait()
    wait_for(lambda: not any(map(is_running, descendants)))
