"""Which workers take part in a run, and why others do not."""

import inspect
import json
import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from simulated_cluster import make_machine
from sudoku_compare.running.cluster import worker_probe
from sudoku_compare.running.cluster.events import Event, GoneWorker, NoReply, Reply, WorkersGone, WorkersSeen
from sudoku_compare.running.cluster.membership import (
    MOST_EXAMINATIONS,
    PROBE,
    Membership,
    WorkerJoined,
    WorkerLeft,
    describe_difference,
)
from sudoku_compare.running.cluster.work import Readiness
from sudoku_compare.running.cluster.worker_side import Message

WORK = b"the work"
HERE = worker_probe.describe_installation()
MACHINE = make_machine("node1")


class Messages:
    """An inbox that only remembers what was sent; the number of a message is its place here."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, str, Any]] = []
        self.cancelled: list[int] = []

    def send(self, worker: str, message: bytes) -> int:
        self.sent.append((worker, "prepare", Message(*pickle.loads(message))))
        return len(self.sent) - 1

    def evaluate(self, worker: str, source: str, expression: str) -> int:
        self.sent.append((worker, "probe", (source, expression)))
        return len(self.sent) - 1

    def cancel(self, number: int) -> None:
        self.cancelled.append(number)


class Members:
    """A membership under test, its inbox and what it has reported."""

    def __init__(self) -> None:
        self.messages = Messages()
        self.reports: list[str] = []
        inbox: Any = self.messages
        self.membership = Membership(inbox, WORK, self.reports.append)

    def handle(self, event: Event) -> list[WorkerJoined | WorkerLeft]:
        return list(self.membership.handle(event))

    def see(self, *addresses: str) -> None:
        assert self.handle(WorkersSeen(frozenset(addresses))) == []

    def reply(self, number: int, data: Any) -> list[WorkerJoined | WorkerLeft]:
        return self.handle(Reply(number, data if isinstance(data, dict) else pickle.dumps(data)))


@pytest.fixture
def members() -> Members:
    return Members()


def test_a_worker_with_the_same_software_joins_with_its_machine(members: Members) -> None:
    members.see("w1")
    assert members.membership.is_examining
    assert members.reply(0, dict(HERE)) == []
    assert members.membership.is_examining
    assert members.reply(1, Readiness(MACHINE)) == [WorkerJoined("w1", MACHINE)]
    assert not members.membership.is_examining
    assert [(worker, kind) for worker, kind, _ in members.messages.sent] == [("w1", "probe"), ("w1", "prepare")]
    assert members.messages.sent[0][2] == (inspect.getsource(worker_probe), PROBE)
    assert members.messages.sent[1][2] == Message(WORK, None)
    assert (members.reports, members.membership.refusals) == ([], {})


def test_every_worker_is_examined_once(members: Members) -> None:
    members.see("w2", "w1")
    members.see("w1", "w2", "w3")
    members.see("w3")
    assert [worker for worker, *_ in members.messages.sent] == ["w1", "w2", "w3"]


@pytest.mark.parametrize("name", list(HERE))
@pytest.mark.parametrize("there", ["0.0.1", None])
def test_any_difference_is_refused_with_both_versions(members: Members, name: str, there: str | None) -> None:
    members.see("w1")
    assert members.reply(0, {**HERE, name: there}) == []
    version = "missing" if there is None else "0.0.1"
    reason = f"{name} {version} there, {HERE[name]} here"
    assert members.membership.refusals == {"w1": reason}
    assert members.reports == [f"worker w1 is refused: {reason}"]
    assert len(members.messages.sent) == 1  # it is not prepared
    assert not members.membership.is_examining


def test_every_package_that_decides_about_results_is_compared() -> None:
    assert set(HERE) == {"python", "sudoku-compare", "python-sat", "ortools", "code of sudoku-compare"}
    assert None not in HERE.values()


@pytest.mark.parametrize(
    ("here", "there", "difference"),
    [
        ({"a": "1"}, {"a": "1"}, ""),
        ({"a": "1"}, {"a": "1", "b": "2"}, ""),
        ({"a": None}, {"a": None}, ""),
        ({"a": None}, {"a": "2"}, "a 2 there, missing here"),
        ({"a": "1"}, {}, "a missing there, 1 here"),
        ({"a": "1", "b": "2", "c": "3"}, {"a": "0", "b": "2", "c": "4"}, "a 0 there, 1 here; c 4 there, 3 here"),
    ],
)
def test_a_difference_names_everything_that_differs(
    here: dict[str, str | None], there: dict[str, str | None], difference: str
) -> None:
    assert describe_difference(here, there) == difference


def test_a_worker_that_cannot_do_the_work_is_refused(members: Members) -> None:
    members.see("w1")
    members.reply(0, dict(HERE))
    assert members.reply(1, Readiness(None, "unknown engine 'kissat'")) == []
    assert members.membership.refusals == {"w1": "unknown engine 'kissat'"}
    assert members.reports == ["worker w1 is refused: unknown engine 'kissat'"]


@pytest.mark.parametrize("is_prepared", [True, False])
def test_a_worker_whose_examination_dask_gives_up_again_and_again_is_refused(
    members: Members, is_prepared: bool
) -> None:
    number = 0
    for _ in range(MOST_EXAMINATIONS):
        assert members.membership.refusals == {}
        members.see("w1")
        if is_prepared:
            members.reply(number, dict(HERE))
            number += 1
        assert members.handle(NoReply(number, "KilledWorker")) == []
        assert not members.membership.is_examining
        number += 1
    assert members.membership.refusals == {"w1": "KilledWorker"}
    members.see("w1")
    assert not members.membership.is_examining


@pytest.mark.parametrize("is_prepared", [True, False])
def test_a_worker_that_ends_while_it_is_examined_leaves_and_its_late_reply_is_ignored(
    members: Members, is_prepared: bool
) -> None:
    members.see("w1")
    if is_prepared:
        members.reply(0, dict(HERE))
    assert members.handle(WorkersGone((GoneWorker("w1", was_asked_to_leave=False),))) == [
        WorkerLeft("w1", was_asked_to_leave=False)
    ]
    assert members.messages.cancelled == [int(is_prepared)]
    assert not members.membership.is_examining
    assert members.reply(int(is_prepared), Readiness(MACHINE) if is_prepared else dict(HERE)) == []
    assert len(members.messages.sent) == 1 + is_prepared
    assert members.membership.refusals == {}


def test_a_worker_that_appears_again_is_examined_again(members: Members) -> None:
    members.see("w1")
    members.reply(0, {**HERE, "python": "2.7"})
    assert members.handle(WorkersGone((GoneWorker("w1", was_asked_to_leave=True),))) == [
        WorkerLeft("w1", was_asked_to_leave=True)
    ]
    assert members.membership.refusals == {}
    members.see("w1")
    members.reply(1, dict(HERE))
    assert members.reply(2, Readiness(MACHINE)) == [WorkerJoined("w1", MACHINE)]


def test_a_worker_that_is_dismissed_is_examined_again_if_it_is_still_listed(members: Members) -> None:
    members.see("w1")
    members.reply(0, dict(HERE))
    members.reply(1, Readiness(MACHINE))
    assert members.membership.dismiss("w1", "KilledWorker") == WorkerLeft(
        "w1", was_asked_to_leave=False, reason="KilledWorker"
    )
    members.see("w1")
    assert [(worker, kind) for worker, kind, _ in members.messages.sent][2:] == [("w1", "probe")]


def test_replies_to_other_messages_are_ignored(members: Members) -> None:
    members.see("w1")
    assert members.reply(17, Readiness(MACHINE)) == []
    assert members.handle(NoReply(17, "KilledWorker")) == []
    assert members.membership.refusals == {}


def probe(*options: str, **environment: str) -> dict[str, Any]:
    """Return what the probe says when its source is executed in an empty namespace by another interpreter."""
    code = (
        "import json, sys\n"
        "names = {'source': sys.stdin.read()}\n"
        f"found = eval({'exec(source, globals()) or eval(' + repr(PROBE) + ')'!r}, names)\n"
        "ours = [name for name in sys.modules if name.startswith('sudoku_compare')]\n"
        "print(json.dumps([found, ours]))"
    )
    done = subprocess.run(
        [sys.executable, *options, "-c", code],
        input=inspect.getsource(worker_probe),
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
        check=True,
    )
    found, ours = json.loads(done.stdout)
    assert ours == []
    described: dict[str, Any] = found
    return described


def test_the_probe_needs_nothing_of_this_package_and_says_what_it_says_here() -> None:
    assert probe() == HERE


def test_where_nothing_is_installed_the_probe_says_so() -> None:
    """Isolated and without site-packages."""
    found = probe("-I", "-S")
    assert found == {**dict.fromkeys(HERE), "python": HERE["python"]}


def test_other_code_has_another_fingerprint(tmp_path: Path) -> None:
    package = tmp_path / "sudoku_compare"
    package.mkdir()
    (package / "__init__.py").write_text("raise AssertionError('the probe imports nothing')\n")
    first = probe(PYTHONPATH=str(tmp_path))["code of sudoku-compare"]
    (package / "__init__.py").write_text("raise AssertionError('the probe imports nothing!')\n")
    second = probe(PYTHONPATH=str(tmp_path))["code of sudoku-compare"]
    (package / "__init__.py").rename(package / "other.py")
    third = probe(PYTHONPATH=str(tmp_path))["code of sudoku-compare"]
    assert len({first, second, third, HERE["code of sudoku-compare"], None}) == 5
