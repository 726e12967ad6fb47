"""Handing out tasks to workers that are slow, lost, asked to leave, or ended by a task: on a simulated cluster."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulated_cluster import (
    CLOCK,
    FAST,
    INSTALLATION,
    LetterTask,
    LetterWork,
    Part,
    SimulatedCluster,
    SimulatedWorker,
    make_machine,
    make_tasks,
)
from sudoku_compare.core.errors import ClusterError
from sudoku_compare.running.cluster import dispatcher, membership
from sudoku_compare.running.cluster.connection import NoReply, Progressed, SchedulerGone, WorkerGone
from sudoku_compare.running.cluster.dispatcher import BATCHES, LARGEST_BATCH, MOST_INNOCENT, Dispatcher
from sudoku_compare.running.cluster.trial import MANY
from sudoku_compare.running.task_queue import Answered, AsAnswered, InOrder, LostAttempt

PATIENCE = 10.0  # seconds of the simulation
AHEAD = 8

Results = list[Answered[LetterTask, Any]]


@pytest.fixture(autouse=True, scope="module")
def simulated_time_and_software() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dispatcher, "monotonic", CLOCK.read)
        patch.setattr(dispatcher, "BATCH_SECONDS", 0.15)
        patch.setattr(dispatcher, "UNCERTAIN", 0.05)
        patch.setattr(membership.worker_probe, "describe_installation", lambda: INSTALLATION)
        yield


def start(cluster: SimulatedCluster, tasks: list[LetterTask]) -> Iterator[Results]:
    inbox: Any = cluster
    return Dispatcher(inbox, LetterWork(), cluster.report, PATIENCE).run(AsAnswered(iter(tasks)))


def run(cluster: SimulatedCluster, tasks: list[LetterTask]) -> Results:
    return [answered for together in start(cluster, tasks) for answered in together]


def run_in_order(cluster: SimulatedCluster, tasks: list[LetterTask]) -> list[tuple[LetterTask, Any]]:
    def make_task(slot: Any, task: LetterTask) -> LetterTask:
        return task._replace(key=slot)

    inbox: Any = cluster
    queue: InOrder[LetterTask, LetterTask, Any] = InOrder(iter(tasks), make_task, lambda task: task.key, AHEAD)
    together = Dispatcher(inbox, LetterWork(), cluster.report, PATIENCE).run(queue)
    return [pair for pairs in together for pair in pairs]


def find_failed(results: Results) -> set[Part]:
    return {
        part
        for answered in results
        for part, letter in zip(answered.task.parts, answered.result, strict=True)
        if letter.startswith("failed")
    }


def expect_every_task_once(results: Results, tasks: list[LetterTask], failed: set[Part]) -> None:
    """Every task has one result, with the right letters, except for those of the parts that failed."""
    assert sorted(answered.task.number for answered in results) == [task.number for task in tasks]
    assert find_failed(results) == failed
    for answered in results:
        for part, letter in zip(answered.task.parts, answered.result, strict=True):
            assert part in failed or letter == part[1].upper()


def until_busy(cluster: SimulatedCluster, workers: int = 1) -> Iterator[None]:
    """Let the dispatcher continue until this many workers have batches."""
    while (
        sum(None not in worker.messages.values() and bool(worker.messages) for worker in find_workers(cluster))
        < workers
    ):
        join_all_new(cluster)
        yield


def join_all_new(cluster: SimulatedCluster) -> None:
    for worker in find_workers(cluster):
        if None in worker.messages.values():
            cluster.work(worker)


def find_workers(cluster: SimulatedCluster) -> list[SimulatedWorker]:
    return list(cluster.workers.values())


@pytest.mark.parametrize("pace", [1.0, FAST])
@pytest.mark.parametrize("workers", [1, 3])
@pytest.mark.parametrize("number", [0, 1, 2, 700])
def test_every_task_gets_exactly_one_result(number: int, workers: int, pace: float) -> None:
    cluster, tasks = SimulatedCluster(workers), make_tasks(number)
    for worker in find_workers(cluster):
        worker.pace = pace
    expect_every_task_once(run(cluster, tasks), tasks, failed=set())
    assert set(cluster.executed.values()) <= {1}


@pytest.mark.parametrize("ends_process", [True, False])
def test_results_come_in_order_even_if_workers_are_lost(ends_process: bool) -> None:
    cluster, tasks = SimulatedCluster(3, poison={(5, "a"), (30, "b")}, ends_process=ends_process), make_tasks(60)
    pairs = run_in_order(cluster, tasks)
    assert [task.number for task, _ in pairs] == list(range(60))
    failed = [task.number for task, result in pairs if result != ("A", "B")]
    assert failed == [5, 30]


def test_all_workers_share_the_tasks_and_one_that_joins_later_gets_some() -> None:
    cluster, tasks = SimulatedCluster(2), make_tasks(60)

    def scenario() -> Iterator[None]:
        yield from until_busy(cluster, 2)
        for turn in range(20):
            for worker in find_workers(cluster):
                cluster.work(worker)
            if turn == 5:
                cluster.join()
            yield

    cluster.scenario = scenario()
    results = run(cluster, tasks)
    expect_every_task_once(results, tasks, failed=set())
    hosts = Counter(answered.execution.machines[0].host for answered in results)
    assert set(hosts) == {"host of w1", "host of w2", "host of w3"}
    assert min(hosts.values()) > 10


def test_every_task_that_a_lost_worker_had_not_done_is_on_trial() -> None:
    cluster, tasks = SimulatedCluster(1), make_tasks(BATCHES)

    def scenario() -> Iterator[None]:
        yield from until_busy(cluster)
        [worker] = find_workers(cluster)
        assert len(worker.messages) == BATCHES
        cluster.lose(worker)
        yield

    cluster.scenario = scenario()
    expect_every_task_once(run(cluster, tasks), tasks, failed=set())
    again = [batch for address, batch in cluster.sent if address == "w2"]
    assert sorted(task.letters for batch in again for task in batch) == ["a", "a", "b", "b"]
    assert {task.number for batch in again for task in batch if task.letters != "ab"} == {0, 1}


def test_tasks_that_are_reported_as_done_are_not_on_trial() -> None:
    cluster, tasks = SimulatedCluster(1), make_tasks(400, "ab")
    lost: list[list[LetterTask]] = []

    def scenario() -> Iterator[None]:
        yield from until_busy(cluster)
        [worker] = find_workers(cluster)
        worker.pace = 0.01  # ten tasks in the time that is uncertain
        while len(batch := next(iter(worker.messages.values())) or []) < 15:
            cluster.work(worker)
            yield
        for _ in range(3):
            cluster.work(worker)
        lost.append(batch)
        cluster.lose(worker)
        yield

    cluster.scenario = scenario()
    expect_every_task_once(run(cluster, tasks), tasks, failed=set())
    on_trial = {task.number for _, batch in cluster.sent for task in batch if task.letters != "ab"}
    assert len(lost[0]) == 15
    assert on_trial.isdisjoint(task.number for task in lost[0][:3])
    assert on_trial.issuperset(task.number for task in lost[0][3:])


@pytest.mark.parametrize("ends_process", [True, False])
@pytest.mark.parametrize("place", [0, 1, 7, 19])
@pytest.mark.parametrize("letter", "abc")
def test_a_poisonous_part_fails_after_exactly_two_attempts_and_nothing_else_fails(
    letter: str, place: int, ends_process: bool
) -> None:
    poison = {(place, letter)}
    cluster, tasks = SimulatedCluster(2, poison=poison, ends_process=ends_process), make_tasks(20, "abc")
    results = run(cluster, tasks)
    expect_every_task_once(results, tasks, failed=poison)
    assert cluster.executed[(place, letter)] == 2
    others = {part: number for part, number in cluster.executed.items() if part[0] != place}
    assert set(others.values()) == {1}


def test_the_failure_says_how_often_and_why() -> None:
    cluster = SimulatedCluster(1, poison={(0, "a")}, ends_process=True)
    [answered] = run(cluster, make_tasks(1, "a"))
    reason = "its process was ended by SIGKILL on host of w1"
    assert answered.result == (f"failed: 2 workers were lost while they worked on it, the last because {reason}",)


def test_several_poisonous_parts_are_all_found() -> None:
    poison = {(0, "a"), (0, "b"), (1, "b"), (13, "a"), (29, "a"), (29, "b")}
    cluster, tasks = SimulatedCluster(3, poison=poison), make_tasks(30)
    expect_every_task_once(run(cluster, tasks), tasks, failed=poison)


def test_after_an_unexplained_loss_a_part_is_blamed_after_four_attempts() -> None:
    cluster, tasks = SimulatedCluster(1, poison={(9, "b")}), make_tasks(10)

    def scenario() -> Iterator[None]:
        yield from until_busy(cluster)
        cluster.lose(*find_workers(cluster))  # an accident: its suspect is then done without harm
        yield

    cluster.scenario = scenario()
    results = run(cluster, tasks)
    expect_every_task_once(results, tasks, failed={(9, "b")})
    assert cluster.executed[(9, "b")] == 4


def test_losses_that_are_explained_leave_two_attempts_for_the_next_poisonous_part() -> None:
    poison = {(0, "a"), (7, "b"), (15, "a")}
    cluster, tasks = SimulatedCluster(1, poison=poison), make_tasks(20)
    expect_every_task_once(run(cluster, tasks), tasks, failed=poison)
    assert {cluster.executed[part] for part in poison} == {2}


def find_letters(cluster: SimulatedCluster) -> list[str]:
    """Return the letters of the tasks that the workers have."""
    batches = [batch or [] for worker in find_workers(cluster) for batch in worker.messages.values()]
    return [task.letters for batch in batches for task in batch]


def lose_worker_with(cluster: SimulatedCluster, letters: str) -> Iterator[None]:
    """Lose the only worker as soon as it has these letters of a task, and nothing else of it."""
    while find_letters(cluster)[:1] != [letters]:
        for worker in find_workers(cluster):
            cluster.work(worker)
        yield
    cluster.lose(*find_workers(cluster))
    yield


def test_a_loss_is_explained_by_one_part_only() -> None:
    """Three accidents: one with a whole task, one with its part a, one with its part b."""
    cluster, tasks = SimulatedCluster(1), make_tasks(3)

    def scenario() -> Iterator[None]:
        for letters in ("ab", "a", "b"):
            yield from lose_worker_with(cluster, letters)

    cluster.scenario = scenario()
    expect_every_task_once(run(cluster, tasks), tasks, failed=set())


def test_many_tasks_that_were_set_aside_get_one_more_attempt() -> None:
    """Accidents in pairs, each of which looks as if another task had ended two workers."""
    cluster, tasks = SimulatedCluster(1), make_tasks(20)

    def scenario() -> Iterator[None]:
        for _ in range(MANY):
            yield from lose_worker_with(cluster, "ab")
            yield from lose_worker_with(cluster, "a")

    cluster.scenario = scenario()
    expect_every_task_once(run(cluster, tasks), tasks, failed=set())
    assert sum(number > 1 for number in cluster.suspected.values()) >= MANY


def test_many_poisonous_parts_fail_after_three_attempts() -> None:
    poison = {(number, "a") for number in range(0, 2 * MANY, 2)}
    cluster, tasks = SimulatedCluster(1, poison=poison), make_tasks(20)
    expect_every_task_once(run(cluster, tasks), tasks, failed=poison)
    assert {cluster.executed[part] for part in poison} == {3}


def test_a_process_that_ends_on_a_living_worker_is_a_loss_of_its_only_part() -> None:
    """Parts are sent one by one, and never to two workers at the same time; the task ends once."""
    cluster, tasks = SimulatedCluster(1, ends_process=True), make_tasks(1, "abc")

    def scenario() -> Iterator[None]:
        yield from until_busy(cluster)
        [worker] = find_workers(cluster)
        cluster.end_process(worker)  # the task is now on trial
        yield
        assert [task.letters for batch in worker.messages.values() for task in batch or []] == ["a"]
        other = cluster.join()  # to which the parts could wrongly be sent
        yield
        cluster.work(other)
        cluster.end_process(worker)
        yield
        assert not other.messages
        assert [task.letters for batch in worker.messages.values() for task in batch or []] == ["b"]

    cluster.scenario = scenario()
    results = run(cluster, tasks)
    expect_every_task_once(results, tasks, failed={(0, "a")})
    assert cluster.executed[(0, "b")] == cluster.executed[(0, "c")] == 1


def test_workers_that_are_lost_together_blame_nobody() -> None:
    cluster, tasks = SimulatedCluster(3), make_tasks(12)

    def scenario() -> Iterator[None]:
        for _ in range(MOST_INNOCENT - 1):
            yield from until_busy(cluster, 3)
            cluster.lose(*find_workers(cluster))
            yield

    cluster.scenario = scenario()
    expect_every_task_once(run(cluster, tasks), tasks, failed=set())
    assert all(task.letters == "ab" for _, batch in cluster.sent for task in batch)  # none was on trial


def test_poisonous_tasks_that_always_end_their_workers_together_are_found_all_the_same() -> None:
    poison = {(0, "a"), (1, "a"), (2, "b")}
    cluster, tasks = SimulatedCluster(3, poison=poison), make_tasks(15)
    expect_every_task_once(run(cluster, tasks), tasks, failed=poison)


def test_a_worker_that_is_asked_to_leave_blames_nobody() -> None:
    cluster, tasks = SimulatedCluster(1), make_tasks(5)

    def scenario() -> Iterator[None]:
        for _ in range(5):
            yield from until_busy(cluster)
            cluster.lose(*find_workers(cluster), asked=True)
            yield

    cluster.scenario = scenario()
    expect_every_task_once(run(cluster, tasks), tasks, failed=set())
    assert all(task.letters == "ab" for _, batch in cluster.sent for task in batch)
    assert "worker w1 on host of w1 was asked to leave; its tasks are done again" in cluster.reports


def test_a_part_on_trial_is_not_blamed_for_a_worker_that_is_asked_to_leave() -> None:
    cluster, tasks = SimulatedCluster(1), make_tasks(1)

    def scenario() -> Iterator[None]:
        for turn in range(6):
            yield from until_busy(cluster)
            cluster.lose(*find_workers(cluster), asked=turn > 0)
            yield

    cluster.scenario = scenario()
    results = run(cluster, tasks)
    expect_every_task_once(results, tasks, failed=set())
    assert any(task.letters == "a" for _, batch in cluster.sent for task in batch)  # it was on trial


@pytest.mark.parametrize("asked", [True, False])
def test_late_answers_of_a_lost_worker_are_ignored(asked: bool) -> None:
    cluster, tasks = SimulatedCluster(2), make_tasks(8)

    def scenario() -> Iterator[None]:
        yield from until_busy(cluster, 2)
        cluster.lose(find_workers(cluster)[0], asked=asked, is_late=True)
        yield

    cluster.scenario = scenario()
    results = run(cluster, tasks)
    expect_every_task_once(results, tasks, failed=set())
    assert "host of w1" not in {machine.host for answered in results for machine in answered.execution.machines}


def test_what_a_lost_worker_had_is_cancelled() -> None:
    cluster = SimulatedCluster(1)
    numbers: list[int] = []

    def scenario() -> Iterator[None]:
        yield from until_busy(cluster)
        [worker] = find_workers(cluster)
        numbers.extend(worker.messages)
        cluster.lose(worker)
        yield

    cluster.scenario = scenario()
    run(cluster, make_tasks(5))
    assert cluster.cancelled == set(numbers)
    assert len(numbers) == BATCHES


def test_a_message_that_dask_gives_up_counts_as_a_loss() -> None:
    cluster, tasks = SimulatedCluster(1), make_tasks(1, "a")

    def scenario() -> Iterator[None]:
        for _ in range(2):
            yield from until_busy(cluster)
            [worker] = find_workers(cluster)
            cluster.give_up(worker, next(iter(worker.messages)))
            yield

    cluster.scenario = scenario()
    results = run(cluster, tasks)
    expect_every_task_once(results, tasks, failed={(0, "a")})
    assert "KilledWorker" in results[0].result[0]


def test_if_dask_gives_up_all_messages_of_a_worker_only_the_first_is_blamed() -> None:
    """As a scheduler does that allows no failures, when the worker ends; the parts behind the first were not begun."""
    cluster, tasks = SimulatedCluster(1), make_tasks(1, "abc")

    def scenario() -> Iterator[None]:
        for _ in range(2):
            yield from until_busy(cluster)
            [worker] = find_workers(cluster)
            for number in list(worker.messages):
                cluster.events.append(NoReply(number, "KilledWorker"))
            cluster.lose(worker)
            yield

    cluster.scenario = scenario()
    expect_every_task_once(run(cluster, tasks), tasks, failed={(0, "a")})


def test_if_dask_forgets_the_messages_of_all_workers_nobody_is_blamed() -> None:
    """As when another user restarts the cluster."""
    cluster, tasks = SimulatedCluster(3), make_tasks(12)

    def scenario() -> Iterator[None]:
        for _ in range(5):
            yield from until_busy(cluster, 3)
            for worker in find_workers(cluster):
                for number in list(worker.messages):
                    cluster.give_up(worker, number, "CancelledError")
            yield

    cluster.scenario = scenario()
    expect_every_task_once(run(cluster, tasks), tasks, failed=set())


def test_progress_of_a_whole_batch_clears_it_and_the_next_one_is_on_trial() -> None:
    """The reply is lost with the worker, but its progress says that it was already doing the next batch."""
    cluster, tasks = SimulatedCluster(1), make_tasks(3)

    def scenario() -> Iterator[None]:
        yield from until_busy(cluster)
        [worker] = find_workers(cluster)
        cluster.events.append(Progressed(next(iter(worker.messages)), 1))
        cluster.lose(worker)
        yield

    cluster.scenario = scenario()
    expect_every_task_once(run(cluster, tasks), tasks, failed=set())
    assert {task.number for _, batch in cluster.sent for task in batch if task.letters != "ab"} == {1}


def test_the_lack_of_a_worker_is_reported_and_then_the_run_fails() -> None:
    cluster = SimulatedCluster(0)
    with pytest.raises(ClusterError) as failed:
        run(cluster, make_tasks(1))
    assert str(failed.value) == "the cluster had no worker that can take part for 10 seconds"
    assert cluster.reports == ["the cluster has no worker that can take part; waiting for one, up to 10 s"]
    assert PATIENCE < CLOCK.now < PATIENCE + 1


def test_workers_that_have_not_replied_yet_are_not_reported_as_unfit() -> None:
    cluster = SimulatedCluster(1)
    [worker] = find_workers(cluster)
    worker.is_muted = True
    with pytest.raises(ClusterError) as failed:
        run(cluster, make_tasks(1))
    assert cluster.reports == ["no worker is ready yet; waiting for one, up to 10 s"]
    assert str(failed.value).endswith(" for 10 seconds: w1: no reply yet, it may be busy with another run")


def test_the_failure_for_want_of_workers_names_the_refusals(monkeypatch: pytest.MonkeyPatch) -> None:
    cluster = SimulatedCluster(2)
    refusal = "sudoku-compare 0.9 there, 1.0 here"
    monkeypatch.setattr("simulated_cluster.INSTALLATION", {**INSTALLATION, "sudoku-compare": "0.9"})
    with pytest.raises(ClusterError) as failed:
        run(cluster, make_tasks(1))
    assert str(failed.value).endswith(f" for 10 seconds: w1: {refusal}; w2: {refusal}")


def test_the_patience_starts_anew_whenever_a_worker_is_lost() -> None:
    cluster, tasks = SimulatedCluster(1, replace=False), make_tasks(5)

    def scenario() -> Iterator[None]:
        for _ in range(3):
            yield from until_busy(cluster)
            cluster.lose(*find_workers(cluster), asked=True)
            yield
            start = CLOCK.now
            while CLOCK.now < start + PATIENCE - 1:
                yield
            cluster.join()
            yield

    cluster.scenario = scenario()
    expect_every_task_once(run(cluster, tasks), tasks, failed=set())
    warnings = [line for line in cluster.reports if "waiting for one" in line]
    assert len(warnings) == 3


def test_a_caller_that_takes_long_does_not_use_up_the_patience() -> None:
    """While it was busy, the only worker was lost: the run waits for another one from now on, not from before that."""
    cluster, tasks = SimulatedCluster(1, replace=False), make_tasks(10)
    results: Results = []
    for number, together in enumerate(start(cluster, tasks)):
        results += together
        if number == 0:
            CLOCK.now += 2 * PATIENCE
            cluster.lose(*find_workers(cluster), asked=True)
            cluster.scenario = join_after(cluster, PATIENCE / 2)
    expect_every_task_once(results, tasks, failed=set())


def join_after(cluster: SimulatedCluster, seconds: float) -> Iterator[None]:
    start = CLOCK.now
    while CLOCK.now < start + seconds:
        yield
    cluster.join()
    yield


def test_a_run_whose_last_worker_leaves_with_its_last_answer_is_complete() -> None:
    cluster, tasks = SimulatedCluster(1, replace=False), make_tasks(1)

    def scenario() -> Iterator[None]:
        yield from until_busy(cluster)
        [worker] = find_workers(cluster)
        cluster.work(worker)
        cluster.lose(worker, asked=True)
        yield

    cluster.scenario = scenario()
    expect_every_task_once(run(cluster, tasks), tasks, failed=set())
    assert CLOCK.now < PATIENCE


def test_a_scheduler_that_is_gone_ends_the_run() -> None:
    cluster = SimulatedCluster(1)

    def scenario() -> Iterator[None]:
        yield from until_busy(cluster)
        cluster.events.append(SchedulerGone("it closed the connection"))
        yield

    cluster.scenario = scenario()
    with pytest.raises(ClusterError) as failed:
        run(cluster, make_tasks(5))
    assert str(failed.value) == "the scheduler is gone: it closed the connection"


def test_a_bug_on_a_worker_is_an_error_with_the_traceback() -> None:
    cluster = SimulatedCluster(1)
    cluster.bug = "Traceback ...\nZeroDivisionError: division by zero"
    with pytest.raises(RuntimeError) as failed:
        run(cluster, make_tasks(1))
    assert str(failed.value) == f"on a worker of the cluster:\n{cluster.bug}"


def test_batches_grow_for_fast_tasks_and_shrink_for_slow_ones() -> None:
    cluster = SimulatedCluster(1)
    [worker] = find_workers(cluster)

    def scenario() -> Iterator[None]:
        yield from until_busy(cluster)
        for pace, batches in ((1e-9, 11), (0.049, 8), (1.0, 5)):
            worker.pace = pace
            start = len(cluster.sizes)
            while len(cluster.sizes) < start + batches:
                cluster.work(worker)
                yield

    cluster.scenario = scenario()
    run(cluster, make_tasks(2400))
    assert cluster.sizes[:2] == [1, 1]
    assert [cluster.sizes[1 + number] for number in range(1, 9)] == [2, 4, 8, 16, 32, 64, 128, 256]
    assert max(cluster.sizes) == LARGEST_BATCH
    assert cluster.sizes[13:21] == [3] * 8  # 0.15 seconds of work
    assert cluster.sizes[21:26] == [1] * 5


def lose_the_first_worker(cluster: SimulatedCluster) -> Iterator[None]:
    yield from until_busy(cluster)
    cluster.lose(find_workers(cluster)[0])
    yield


def test_an_answer_names_its_machine_and_no_lost_attempts() -> None:
    [answered] = run(SimulatedCluster(1), make_tasks(1))
    assert answered.execution == ((make_machine("host of w1"),), ())


def test_only_tasks_that_were_begun_have_lost_attempts() -> None:
    cluster = SimulatedCluster(1)
    cluster.scenario = lose_the_first_worker(cluster)
    results = run(cluster, make_tasks(3))
    lost = {answered.task.number: answered.execution.lost for answered in results}
    assert lost == {0: (LostAttempt(make_machine("host of w1"), "the worker was lost"),), 1: (), 2: ()}


def test_tasks_that_were_done_before_the_loss_have_lost_attempts_too() -> None:
    """They are executed twice, so a reader must be able to see it."""
    cluster, tasks = SimulatedCluster(1), make_tasks(40)
    done: list[LetterTask] = []

    def scenario() -> Iterator[None]:
        yield from until_busy(cluster)
        [worker] = find_workers(cluster)
        while len(batch := next(iter(worker.messages.values())) or []) < 4:
            worker.pace = 0.0375 * 0.99  # four tasks in a batch; one more in the time that is uncertain
            cluster.work(worker)
            yield
        cluster.work(worker)
        done.extend(batch)
        cluster.lose(worker)
        yield

    cluster.scenario = scenario()
    results = run(cluster, tasks)
    lost = {answered.task.number for answered in results if answered.execution.lost}
    assert lost == {task.number for task in done[:3]}  # the one that is done, and two that may have been begun
    assert {task.number for _, batch in cluster.sent for task in batch if task.letters != "ab"}.issuperset(
        task.number for task in done[1:]
    )


def test_a_task_on_trial_names_one_machine_per_part_and_every_lost_attempt() -> None:
    cluster, tasks = SimulatedCluster(1, poison={(0, "b")}), make_tasks(1, "abc")
    [answered] = run(cluster, tasks)
    assert [machine.host for machine in answered.execution.machines] == ["host of w2", "host of w2", "host of w3"]
    lost = [(attempt.machine, attempt.reason) for attempt in answered.execution.lost]
    assert lost == [(make_machine(f"host of {name}"), "the worker was lost") for name in ("w1", "w2")]


def test_a_process_that_ends_is_a_lost_attempt_with_its_reason() -> None:
    cluster = SimulatedCluster(1, poison={(0, "a")}, ends_process=True)
    [answered] = run(cluster, make_tasks(1, "a"))
    assert [attempt.reason for attempt in answered.execution.lost] == ["its process was ended by SIGKILL"] * 2


def test_a_process_that_ends_is_on_trial_even_if_the_answer_before_it_is_still_on_its_way() -> None:
    cluster, tasks = SimulatedCluster(1, ends_process=True), make_tasks(3)

    def scenario() -> Iterator[None]:
        yield from until_busy(cluster)
        [worker] = find_workers(cluster)
        cluster.work(worker)
        cluster.end_process(worker)
        cluster.events.reverse()
        yield

    cluster.scenario = scenario()
    results = run(cluster, tasks)
    expect_every_task_once(results, tasks, failed=set())
    assert [len(answered.execution.lost) for answered in sorted(results, key=lambda one: one.task)] == [0, 1, 0]
    assert {task.number for _, batch in cluster.sent for task in batch if task.letters != "ab"} == {1}


def test_a_worker_that_never_joined_may_be_lost() -> None:
    cluster = SimulatedCluster(1)
    cluster.events.append(WorkerGone("unknown", was_asked_to_leave=False))
    tasks = make_tasks(3)
    expect_every_task_once(run(cluster, tasks), tasks, failed=set())
    assert cluster.reports == []


Action = tuple[str, int]
ACTIONS: dict[str, Callable[[SimulatedCluster, SimulatedWorker], object]] = {
    "work": lambda cluster, worker: cluster.work(worker),
    "work silently": lambda cluster, worker: cluster.work(worker, with_progress=False),
    "be muted": lambda cluster, worker: setattr(worker, "is_muted", True),
    "be lost": lambda cluster, worker: cluster.lose(worker),
    "be lost and answer late": lambda cluster, worker: cluster.lose(worker, is_late=True),
    "leave": lambda cluster, worker: cluster.lose(worker, asked=True),
    "leave and answer late": lambda cluster, worker: cluster.lose(worker, asked=True, is_late=True),
    "end its process": lambda cluster, worker: cluster.end_process(worker),
    "give up": lambda cluster, worker: worker.messages and cluster.give_up(worker, next(iter(worker.messages))),
    "join": lambda cluster, worker: cluster.join(),
    "be lost with all": lambda cluster, worker: cluster.lose(*find_workers(cluster)),
    "let the dispatcher work": lambda cluster, worker: None,
}


def play(cluster: SimulatedCluster, actions: list[Action]) -> Iterator[None]:
    """Do these actions, each with one of the workers; then all workers work, and muted ones are lost."""
    for action, choice in actions:
        if workers := find_workers(cluster):
            ACTIONS[action](cluster, workers[choice % len(workers)])
        if action != "work silently":
            yield
    if muted := [worker for worker in find_workers(cluster) if worker.is_muted]:
        cluster.lose(*muted)
    cluster.join()  # all others may have been refused
    yield


@given(
    number=st.integers(0, 25),
    letters=st.sampled_from(["a", "ab", "abc"]),
    workers=st.integers(1, 4),
    pace=st.sampled_from([1.0, 0.03, FAST]),
    poison=st.sets(st.tuples(st.integers(0, 25), st.sampled_from("abc")), max_size=4),
    ends_process=st.booleans(),
    actions=st.lists(st.tuples(st.sampled_from(sorted(ACTIONS)), st.integers(0, 7)), max_size=60),
)
@settings(max_examples=200)
def test_whatever_happens_every_task_gets_one_result_and_only_suspects_can_fail(
    number: int,
    letters: str,
    workers: int,
    pace: float,
    poison: set[Part],
    ends_process: bool,
    actions: list[Action],
) -> None:
    cluster, tasks = SimulatedCluster(poison=poison, ends_process=ends_process), make_tasks(number, letters)
    cluster.pace = pace
    for _ in range(workers):
        cluster.join()
    cluster.scenario = play(cluster, actions)
    results = run(cluster, tasks)
    failed = find_failed(results)
    expect_every_task_once(results, tasks, failed)
    assert poison.intersection(part for task in tasks for part in task.parts) <= failed
    for part in failed:
        assert part in poison or cluster.suspected[part] >= 2
    for answered in results:
        assert len(answered.execution.machines) in (1, len(letters))
