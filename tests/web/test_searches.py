"""The queue in which requests wait."""

import asyncio

import pytest

from sudoku_compare.web import searches
from sudoku_compare.web.searches import Busy, Queue, _wait_for_turn


def test_as_many_tasks_run_as_there_are_places_and_the_next_one_follows_in_order() -> None:
    async def act() -> None:
        queue = Queue(2)
        tickets = [queue.enter() for _ in range(5)]
        assert [ticket.done() for ticket in tickets] == [True, True, False, False, False]
        assert [queue.count_before(ticket) for ticket in tickets[2:]] == [0, 1, 2]
        queue.leave(tickets[1])
        assert [ticket.done() for ticket in tickets[2:]] == [True, False, False]
        queue.leave(tickets[3])  # it does not want to wait
        queue.leave(tickets[0])
        assert tickets[4].done()
        for ticket in (tickets[2], tickets[4]):
            queue.leave(ticket)
        assert [queue.enter().done() for _ in range(3)] == [True, True, False]

    asyncio.run(act())


def test_a_queue_that_is_full_is_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searches, "MOST_WAITING", 2)

    async def act() -> None:
        queue = Queue(1)
        tickets = [queue.enter() for _ in range(3)]
        with pytest.raises(Busy):
            queue.enter()
        queue.leave(tickets[2])
        assert not queue.enter().done()

    asyncio.run(act())


def test_who_waits_hears_of_each_change_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searches, "QUEUE_POLL", 0.001)

    async def act() -> list[int]:
        queue = Queue(1)
        first, second, third = (queue.enter() for _ in range(3))
        heard = []
        async for before in _wait_for_turn(queue, third):
            heard.append(before)
            asyncio.get_running_loop().call_later(0.02, queue.leave, first if before else second)
        return heard

    assert asyncio.run(act()) == [1, 0]


def test_a_client_that_goes_away_at_the_moment_of_its_turn_is_not_served() -> None:
    async def act() -> bool:
        queue = Queue(1)
        first, second = queue.enter(), queue.enter()

        async def wait() -> None:
            async for _ in _wait_for_turn(queue, second):
                pass

        waiting = asyncio.ensure_future(wait())
        await asyncio.sleep(0.01)
        queue.leave(first)
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.wait([waiting])
        return waiting.cancelled()

    assert asyncio.run(act())
