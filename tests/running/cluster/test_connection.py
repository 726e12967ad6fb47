"""The connection to a scheduler: what a client of Dask says becomes events. The client is a fake one."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import pytest

from sudoku_compare.running.cluster import connection
from sudoku_compare.running.cluster.address import SchedulerAddress
from sudoku_compare.running.cluster.connection import Connection, Inbox
from sudoku_compare.running.cluster.events import (
    Event,
    GoneWorker,
    NoReply,
    ProgressReport,
    Reply,
    SchedulerGone,
    WorkersGone,
    WorkersSeen,
)

Listing = dict[str, str]  # the status of each worker, by its address


class FakeClient:
    """A client of Dask whose scheduler lists what a test wants."""

    def __init__(self) -> None:
        self.status = "running"
        self.scheduler = self
        self.loop = SimpleNamespace(add_callback=lambda function, *arguments: self.callbacks.append(function))
        self.callbacks: list[Any] = []
        self.listings: list[Listing | Exception] = []  # what the scheduler says, one after the other; the last again
        self.expected: set[str] = set()  # workers that were asked to leave
        self.results: dict[str, Any] = {}  # by the keys of futures; an exception is raised
        self.cancelled: list[str] = []
        self.submitted: list[dict[str, Any]] = []
        self.publish: Callable[[tuple[float, Any]], None] = lambda event: None

    def subscribe_topic(self, topic: str, handler: Callable[[tuple[float, Any]], None]) -> None:
        self.publish = handler

    def submit(self, function: object, *arguments: Any, **options: Any) -> str:
        self.submitted.append(options)
        key: str = options["key"]
        return key

    def cancel(self, futures: list[str], **options: object) -> None:
        self.cancelled += futures

    async def gather(self, future: str, *, asynchronous: bool) -> Any:
        result = self.results[future]
        if isinstance(result, BaseException):
            raise result
        return result

    async def identity(self, *, n_workers: int) -> Any:
        assert n_workers == -1  # all of them
        listing = self.listings.pop(0) if len(self.listings) > 1 else self.listings[0]
        if isinstance(listing, Exception):
            raise listing
        return {"workers": {address: {"status": status} for address, status in listing.items()}}

    async def events(self, *, topic: str) -> list[tuple[float, dict[str, Any]]]:
        removal = {"action": "remove-worker", "expected": topic in self.expected}
        return [(0.0, {"action": "add-worker"}), (1.0, removal)]


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch) -> FakeClient:
    fake = FakeClient()

    @contextmanager
    def open_client(address: object) -> Iterator[FakeClient]:
        yield fake

    monkeypatch.setattr(connection, "open_client", open_client)
    monkeypatch.setattr(connection, "POLL", 0.0)
    monkeypatch.setattr(connection, "SETTLING", 0.0)
    return fake


@pytest.fixture
def connected(client: FakeClient) -> Connection:
    return Connection(SchedulerAddress("tcp://head:8786"))


def find_events(inbox: Inbox) -> list[Event]:
    events: list[Event] = []
    while event := inbox.wait(0):
        events.append(event)
    return events


def look(connected: Connection, client: FakeClient, *listings: Listing) -> None:
    """Look at the workers once; the scheduler may be asked several times."""
    client.listings = list(listings)
    asyncio.run(connected._look())


def seen(*addresses: str) -> WorkersSeen:
    return WorkersSeen(frozenset(addresses))


def test_workers_are_seen_unless_they_are_about_to_leave(connected: Connection, client: FakeClient) -> None:
    with connected.open_inbox() as inbox:
        look(connected, client, {"w1": "running", "w2": "closing_gracefully"})
        assert find_events(inbox) == [seen(), seen("w1")]
    with connected.open_inbox() as late:
        assert find_events(late) == [seen("w1")]


def test_workers_that_are_lost_together_are_one_event(connected: Connection, client: FakeClient) -> None:
    look(connected, client, dict.fromkeys(["w1", "w2", "w3"], "running"))
    client.expected.add("w2")
    with connected.open_inbox() as inbox:
        look(connected, client, {"w3": "running"})
        gone = WorkersGone((GoneWorker("w1", was_asked_to_leave=False), GoneWorker("w2", was_asked_to_leave=True)))
        assert find_events(inbox) == [seen("w1", "w2", "w3"), gone, seen("w3")]
        look(connected, client, {"w3": "running"})
        assert find_events(inbox) == [seen("w3")]


def test_workers_that_are_lost_a_moment_after_another_one_are_lost_together_with_it(
    connected: Connection, client: FakeClient
) -> None:
    look(connected, client, dict.fromkeys(["w1", "w2"], "running"))
    with connected.open_inbox() as inbox:
        look(connected, client, {"w2": "running"}, {})
        gone = WorkersGone((GoneWorker("w1", was_asked_to_leave=False), GoneWorker("w2", was_asked_to_leave=False)))
        assert find_events(inbox)[1:] == [gone, seen()]


def test_what_a_worker_reported_before_it_was_lost_comes_before_the_loss(
    connected: Connection, client: FakeClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    look(connected, client, {"w1": "running"})

    async def publish_meanwhile(seconds: float) -> None:
        client.publish((0.0, [3, 0]))

    monkeypatch.setattr(connection.asyncio, "sleep", publish_meanwhile)
    with connected.open_inbox() as inbox:
        look(connected, client, {})
        _, progress, gone, _ = find_events(inbox)
    assert progress == ProgressReport(3, 0)
    assert isinstance(gone, WorkersGone)


def test_progress_and_losses_reach_every_inbox_that_is_open(connected: Connection, client: FakeClient) -> None:
    with connected.open_inbox() as first, connected.open_inbox() as second:
        client.publish((0.0, [3, 17]))
        assert find_events(first)[1:] == find_events(second)[1:] == [ProgressReport(3, 17)]
    client.publish((0.0, [3, 18]))
    assert find_events(first) == []


@pytest.mark.parametrize(
    ("last", "reason"),
    [(OSError("broken\npipe"), "broken"), (TimeoutError(), "TimeoutError")],
)
def test_a_scheduler_that_does_not_answer_ends_the_watch(
    last: Exception, reason: str, connected: Connection, client: FakeClient
) -> None:
    client.listings = [{"w1": "running"}, {"w1": "running"}, last]
    with connected.open_inbox() as inbox:
        asyncio.run(connected._watch())
        assert find_events(inbox) == [seen(), seen("w1"), seen("w1"), SchedulerGone(reason)]
    with connected.open_inbox() as late:
        assert find_events(late) == [SchedulerGone(reason)]


@pytest.mark.parametrize("is_error", [False, True])
def test_a_connection_that_was_closed_ends_the_watch(is_error: bool, connected: Connection, client: FakeClient) -> None:
    client.listings = [OSError("broken pipe") if is_error else {}]
    client.status = "connecting"
    with connected.open_inbox() as inbox:
        asyncio.run(connected._watch())
        assert find_events(inbox) == [seen(), SchedulerGone("the connection was closed")]


def test_a_message_is_sent_to_one_worker_and_its_reply_has_its_number(
    connected: Connection, client: FakeClient
) -> None:
    with connected.open_inbox() as inbox:
        number = inbox.send("w1", b"message")
        [options] = client.submitted
        assert (options["workers"], options["allow_other_workers"]) == (["w1"], False)
        client.results[options["key"]] = b"reply"
        asyncio.run(connected._collect(inbox, number, options["key"]))
        assert find_events(inbox)[1:] == [Reply(number, b"reply")]
    assert client.cancelled == []  # nothing is left


@pytest.mark.parametrize(
    ("error", "reason"), [(RuntimeError("killed\nmore"), "killed"), (asyncio.CancelledError(), "CancelledError")]
)
def test_a_message_that_dask_gives_up_has_no_reply(
    error: BaseException, reason: str, connected: Connection, client: FakeClient
) -> None:
    with connected.open_inbox() as inbox:
        number = inbox.send("w1", b"message")
        client.results[client.submitted[0]["key"]] = error
        asyncio.run(connected._collect(inbox, number, client.submitted[0]["key"]))
        assert find_events(inbox)[1:] == [NoReply(number, reason)]


def test_messages_that_are_lost_with_the_connection_end_the_run_even_if_it_is_made_again(
    connected: Connection, client: FakeClient
) -> None:
    client.listings = [{}]
    with connected.open_inbox() as inbox:
        number = inbox.send("w1", b"message")
        client.results[client.submitted[0]["key"]] = asyncio.CancelledError()
        client.status = "connecting"
        asyncio.run(connected._collect(inbox, number, client.submitted[0]["key"]))
        assert find_events(inbox)[1:] == []
        client.status = "running"
        assert connected._is_lost()
        asyncio.run(connected._watch())
        assert find_events(inbox) == [SchedulerGone("the connection was closed")]


def test_a_message_that_fails_a_moment_before_the_connection_is_known_to_be_lost_is_lost_with_it(
    connected: Connection, client: FakeClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise a worker would be reported as lost, and its tasks might be blamed."""

    async def lose_connection(seconds: float) -> None:
        client.status = "connecting"

    monkeypatch.setattr(connection.asyncio, "sleep", lose_connection)
    with connected.open_inbox() as inbox:
        number = inbox.send("w1", b"message")
        client.results[client.submitted[0]["key"]] = OSError("Stream is closed")
        asyncio.run(connected._collect(inbox, number, client.submitted[0]["key"]))
        assert find_events(inbox)[1:] == []
    assert connected._is_lost()


def test_what_an_inbox_has_sent_is_forgotten_at_its_end(connected: Connection, client: FakeClient) -> None:
    with connected.open_inbox() as inbox:
        first, second = inbox.send("w1", b"message"), inbox.evaluate("w1", "source", "expression")
        inbox.cancel(first)
        assert client.cancelled == [client.submitted[0]["key"]]
    assert second > first
    assert client.cancelled == [options["key"] for options in client.submitted]
