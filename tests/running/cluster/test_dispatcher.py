"""Handing out tasks to workers that are slow, lost, asked to leave, or ended by a task: on a simulated cluster."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
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
from sudoku_compare.running.cluster import dispatcher, lane, membership
from sudoku_compare.running.cluster.dispatcher import BATCHES, Dispatcher
from sudoku_compare.running.cluster.events import GoneWorker, NoReply, ProgressReport, SchedulerGone, WorkersGone
from sudoku_compare.running.cluster.lane import LARGEST_BATCH
from sudoku_compare.running.cluster.trial import LOSSES_BEFORE_BLAME, MANY
from sudoku_compare.running.task_queue import LostAttempt, OrderedQueue, TaskResult, UnorderedQueue

PATIENCE = 10.0  # seconds of the simulation
AHEAD = 8

Results = list[TaskResult[LetterTask, Any]]


@pytest.fixture(autouse=True, scope="module")
def simulated_time_and_software() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dispatcher, "monotonic", CLOCK.read)
        patch.setattr(lane, "BATCH_SECONDS", 0.15)
        patch.setattr(lane, "UNCERTAIN", 0.05)
        patch.setattr(membership.worker_probe, "describe_installation", lambda: INSTALLATION)
        yield


def start(cluster: SimulatedCluster, tasks: list[LetterTask]) -> Iterator[Results]:
    inbox: Any = cluster
    return Dispatcher(inbox, LetterWork(), cluster.report, PATIENCE).run(UnorderedQueue(iter(tasks)))


def run(cluster: SimulatedCluster, tasks: list[LetterTask]) -> Results:
    return [answered for together in start(cluster, tasks) for answered in together]


def find_key(task: LetterTask) -> Any:
    return task.key


def run_in_order(cluster: SimulatedCluster, tasks: Iterable[LetterTask | None]) -> list[tuple[LetterTask, Any]]:
    def make_task(slot: Any, task: LetterTask) -> LetterTask:
        return task._replace(key=slot)

    inbox: Any = cluster
    queue: OrderedQueue[LetterTask, LetterTask, Any] = OrderedQueue(
        iter(tasks), make_task, lambda task: task.key, AHEAD
    )
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


def find_numbers_on_trial(cluster: SimulatedCluster, letters: str = "ab") -> set[int]:
    """Return the numbers of the tasks that were sent in parts."""
    return {task.number for _, batch in cluster.sent for task in batch if task.letters != letters}


def test_only_the_batch_that_a_lost_worker_had_begun_is_on_trial() -> None:
    cluster, tasks = SimulatedCluster(1), make_tasks(BATCHES)

    def scenario() -> Iterator[None]:
        yield from until_busy(cluster)
        [worker] = find_workers(cluster)
        assert len(worker.messages) == BATCHES
        cluster.lose(worker)
        yield

    cluster.scenario = scenario()
    expect_every_task_once(run(cluster, tasks), tasks, failed=set())
    assert find_numbers_on_trial(cluster) == {0}


def test_a_task_that_waits_behind_another_run_is_not_blamed_for_what_that_run_does() -> None:
    """Each worker that is lost was busy with another run, and had not begun the only task of this one."""
    cluster, tasks = SimulatedCluster(1), make_tasks(1)

    def scenario() -> Iterator[None]:
        for _ in range(LOSSES_BEFORE_BLAME - 1):
            find_workers(cluster)[0].is_busy_elsewhere = True
            yield from until_busy(cluster)
            cluster.lose(*find_workers(cluster))
            yield

    cluster.scenario = scenario()
    [answered] = run(cluster, tasks)
    assert answered.result == ("A", "B")
    assert answered.execution.lost == ()
    assert find_numbers_on_trial(cluster) == set()


@pytest.mark.parametrize("letters", ["a", "ab"])
def test_a_poisonous_part_fails_even_if_the_reports_that_it_was_begun_are_always_lost(letters: str) -> None:
    poison = {(1, "a")}
    cluster, tasks = SimulatedCluster(2, poison=poison, reports_beginnings=False), make_tasks(6, letters)
    expect_every_task_once(run(cluster, tasks), tasks, failed=poison)
    assert cluster.executed[(1, "a")] <= 2 * LOSSES_BEFORE_BLAME


def test_a_process_that_ends_is_blamed_on_its_batch_even_if_the_next_one_has_been_begun() -> None:
    """The report that the next batch begins may overtake the reply to the first one."""
    cluster, tasks = SimulatedCluster(1, ends_process=True), make_tasks(3)

    def scenario() -> Iterator[None]:
        yield from until_busy(cluster)
        [worker] = find_workers(cluster)
        cluster.end_process(worker)
        cluster.events.reverse()
        yield

    cluster.scenario = scenario()
    expect_every_task_once(run(cluster, tasks), tasks, failed=set())
    assert find_numbers_on_trial(cluster) == {0}


def test_a_batch_is_done_if_the_next_one_was_begun_although_its_reply_is_lost() -> None:
    """It is executed again, and neither blamed nor missing from the attempts."""
    cluster, tasks = SimulatedCluster(1), make_tasks(BATCHES)

    def scenario() -> Iterator[None]:
        yield from until_busy(cluster)
        [worker] = find_workers(cluster)
        cluster.work(worker)
        del cluster.events[-BATCHES]  # the reply, which comes before the report that the next batch begins
        cluster.lose(worker)
        yield

    cluster.scenario = scenario()
    results = run(cluster, tasks)
    expect_every_task_once(results, tasks, failed=set())
    assert find_numbers_on_trial(cluster) == {1}
    assert [len(answered.execution.lost) for answered in results] == [1, 1]


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
    on_trial = find_numbers_on_trial(cluster)
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


def test_a_machine_without_a_name_is_called_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simulated_cluster.make_machine", lambda host: replace(make_machine(host), host=None))
    cluster = SimulatedCluster(1, poison={(0, "a")})
    [answered] = run(cluster, make_tasks(1, "a"))
    assert answered.result[0].endswith("the worker was lost on an unknown host")
    assert cluster.reports[0] == "worker w1 on an unknown host was lost; its tasks are done again"


def test_the_failure_says_how_often_and_why() -> None:
    cluster = SimulatedCluster(1, poison={(0, "a")}, ends_process=True)
    [answered] = run(cluster, make_tasks(1, "a"))
    reason = "its process was ended by SIGKILL on host of w1"
    assert answered.result == (f"failed: 2 attempts gave no result; in the last one, {reason}",)


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
        for _ in range(LOSSES_BEFORE_BLAME - 1):
            yield from until_busy(cluster, 3)
            cluster.lose(*find_workers(cluster))
            yield

    cluster.scenario = scenario()
    expect_every_task_once(run(cluster, tasks), tasks, failed=set())
    assert all(task.letters == "ab" for _, batch in cluster.sent for task in batch)  # none was on trial


def test_losses_of_other_kinds_do_not_count_as_losses_together() -> None:
    cluster, tasks = SimulatedCluster(2), make_tasks(2)

    def scenario() -> Iterator[None]:
        for _ in range(LOSSES_BEFORE_BLAME):
            yield from until_busy(cluster, 2)
            cluster.lose(*find_workers(cluster), asked=True)
            yield
        for _ in range(LOSSES_BEFORE_BLAME - 1):
            yield from until_busy(cluster, 2)
            cluster.lose(*find_workers(cluster))
            yield

    cluster.scenario = scenario()
    results = run(cluster, tasks)
    assert {len(answered.execution.lost) for answered in results} == {2 * LOSSES_BEFORE_BLAME - 1}
    assert find_numbers_on_trial(cluster) == set()


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


def test_a_batch_that_is_reported_as_done_is_not_on_trial() -> None:
    """Its reply is lost with the worker, which had not begun the next one."""
    cluster, tasks = SimulatedCluster(1), make_tasks(3)

    def scenario() -> Iterator[None]:
        yield from until_busy(cluster)
        [worker] = find_workers(cluster)
        cluster.events.append(ProgressReport(next(iter(worker.messages)), 1))
        cluster.lose(worker)
        yield

    cluster.scenario = scenario()
    expect_every_task_once(run(cluster, tasks), tasks, failed=set())
    assert find_numbers_on_trial(cluster) == set()


@pytest.mark.parametrize("letters", ["a", "ab"])
def test_a_process_that_always_ends_after_its_last_task_fails_all_the_same(letters: str) -> None:
    """As if the results could not be sent."""
    cluster, tasks = SimulatedCluster(1, ends_process=True), make_tasks(1, letters)

    def scenario() -> Iterator[None]:
        while True:
            yield from until_busy(cluster)
            [worker] = find_workers(cluster)
            cluster.events.append(ProgressReport(next(iter(worker.messages)), 1))
            cluster.end_process(worker)
            yield

    cluster.scenario = scenario()
    [answered] = run(cluster, tasks)
    assert len(find_failed([answered])) == len(letters)


@pytest.mark.parametrize("is_on_trial", [False, True])
def test_a_worker_that_cannot_start_a_process_any_more_is_refused_and_the_others_do_its_tasks(
    is_on_trial: bool,
) -> None:
    cluster, tasks = SimulatedCluster(1, ends_process=True), make_tasks(4)

    def scenario() -> Iterator[None]:
        yield from until_busy(cluster)
        [worker] = find_workers(cluster)
        if is_on_trial:
            cluster.end_process(worker)
            yield
        worker.problem = "No space left on device"
        cluster.work(worker)
        cluster.join()
        yield

    cluster.scenario = scenario()
    results = run(cluster, tasks)
    expect_every_task_once(results, tasks, failed=set())
    assert {machine.host for answered in results for machine in answered.execution.machines} == {"host of w2"}
    assert cluster.reports == ["worker w1 is refused: No space left on device"]
    assert find_numbers_on_trial(cluster) == ({0} if is_on_trial else set())
    assert sum(len(answered.execution.lost) for answered in results) == is_on_trial


def test_a_run_without_a_worker_that_can_start_a_process_names_the_reason() -> None:
    cluster = SimulatedCluster(1)
    find_workers(cluster)[0].problem = "No space left on device"
    with pytest.raises(ClusterError) as failed:
        run(cluster, make_tasks(1))
    assert str(failed.value).endswith(" for 10 seconds: w1: No space left on device")


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


def test_a_batch_is_not_larger_than_a_message_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dispatcher, "MOST_BYTES", 500)
    cluster, tasks = SimulatedCluster(2), make_tasks(2000)
    for worker in find_workers(cluster):
        worker.pace = FAST
    expect_every_task_once(run(cluster, tasks), tasks, failed=set())
    assert 250 < max(cluster.bytes) <= 500


def test_a_task_that_is_larger_than_a_message_should_be_is_sent_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dispatcher, "MOST_BYTES", 10)
    cluster, tasks = SimulatedCluster(2), make_tasks(20)
    expect_every_task_once(run(cluster, tasks), tasks, failed=set())
    assert set(cluster.sizes) == {1}


def count_sent_twice(cluster: SimulatedCluster) -> int:
    """Return how many tasks were taken from a worker and given to another one, or sent again."""
    return sum(number - 1 for number in Counter(task for _, batch in cluster.sent for task in batch).values())


def test_a_worker_that_has_nothing_to_do_gets_half_of_the_last_batch_of_another_one() -> None:
    cluster, tasks = SimulatedCluster(1), make_tasks(2)

    def scenario() -> Iterator[None]:
        yield from until_busy(cluster)
        cluster.join()
        yield from until_busy(cluster, 2)

    cluster.scenario = scenario()
    results = run(cluster, tasks)
    assert {answered.execution.machines[0].host for answered in results} == {"host of w1", "host of w2"}
    assert count_sent_twice(cluster) == 1


def test_a_batch_that_has_been_begun_is_not_shared() -> None:
    """The reply to the batch before it comes later than the report that this one begins."""
    cluster, tasks = SimulatedCluster(1), make_tasks(2)

    def scenario() -> Iterator[None]:
        yield from until_busy(cluster)
        [worker] = find_workers(cluster)
        cluster.work(worker)
        reply = cluster.events.popleft()
        other = cluster.join()
        for _ in range(3):
            yield
            cluster.work(other)
        cluster.events.append(reply)
        yield

    cluster.scenario = scenario()
    expect_every_task_once(run(cluster, tasks), tasks, failed=set())
    assert count_sent_twice(cluster) == 0
    assert set(cluster.executed.values()) == {1}


def test_batches_are_not_shared_while_more_tasks_may_come() -> None:
    """A caller that asks for turns again and again, and a full queue, leave workers idle, but only for a moment."""
    cluster, tasks = SimulatedCluster(2), make_tasks(60)

    def with_turns() -> Iterator[LetterTask | None]:
        for task in tasks:
            yield None
            yield task

    def scenario() -> Iterator[None]:
        yield from until_busy(cluster, 2)
        _, fast = find_workers(cluster)
        for _ in range(4 * AHEAD):  # the queue is soon full: the first task is not done
            cluster.work(fast)
            yield

    cluster.scenario = scenario()
    pairs = run_in_order(cluster, with_turns())
    assert [task.number for task, _ in pairs] == list(range(60))
    assert count_sent_twice(cluster) == 0


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
    assert find_numbers_on_trial(cluster) == {1}


def test_a_worker_that_never_joined_may_be_lost() -> None:
    cluster = SimulatedCluster(1)
    cluster.events.append(WorkersGone((GoneWorker("unknown", was_asked_to_leave=False),)))
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
    "be busy elsewhere": lambda cluster, worker: setattr(worker, "is_busy_elsewhere", True),
    "be free": lambda cluster, worker: cluster.free(worker),
    "be unable to start a process": lambda cluster, worker: setattr(worker, "problem", "No space left on device"),
    "let the dispatcher work": lambda cluster, worker: None,
}


def play(cluster: SimulatedCluster, actions: list[Action]) -> Iterator[None]:
    """Do these actions, each with one of the workers; then all workers work, and muted ones are lost."""
    for action, choice in actions:
        if workers := find_workers(cluster):
            ACTIONS[action](cluster, workers[choice % len(workers)])
        if action != "work silently":
            yield
    for worker in find_workers(cluster):
        cluster.free(worker)
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
    reports_beginnings=st.booleans(),
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
    reports_beginnings: bool,
    actions: list[Action],
) -> None:
    cluster = SimulatedCluster(poison=poison, ends_process=ends_process, reports_beginnings=reports_beginnings)
    tasks = make_tasks(number, letters)
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
