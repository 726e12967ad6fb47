"""Several workers, answers in the order of the questions."""

import time
from collections.abc import Iterator

import pytest

from making import EASY, TWO
from sudoku_compare import Answer, Limits, Puzzle
from sudoku_compare.core.entry import Entry
from sudoku_compare.engines.reductio.engine import Reductio
from sudoku_compare.running.relay import AHEAD, LARGEST_BATCH, LONG_RUN, searched_by_workers

LIMITS = Limits(2, 30)
JOBS = 2
SLOW = LONG_RUN + LARGEST_BATCH + 5  # the place of a puzzle that takes long


@pytest.fixture
def slow_at_two(monkeypatch: pytest.MonkeyPatch) -> None:
    search = Reductio.search
    slow = Puzzle.from_text(TWO)

    def search_slowly(self: Reductio, puzzle: Puzzle, limits: Limits) -> Answer:
        if puzzle == slow:
            time.sleep(0.5)
        return search(self, puzzle, limits)

    monkeypatch.setattr(Reductio, "search", search_slowly)


@pytest.mark.usefixtures("slow_at_two")
def test_no_more_is_read_ahead_of_a_slow_puzzle_than_the_workers_can_have_and_it_is_not_kept_for_the_rest() -> None:
    read = 0

    def entries() -> Iterator[Entry]:
        nonlocal read
        for number in range(LONG_RUN + 40 * LARGEST_BATCH):
            read += 1
            yield Entry(str(number), Puzzle.from_text(TWO if number == SLOW else EASY))

    seen: list[str] = []
    ahead = 0
    for batch in searched_by_workers(entries(), [Reductio()], LIMITS, JOBS):
        ahead = max(ahead, read - len(seen))
        assert str(SLOW) not in [item.id for item, _ in batch[:-1] if isinstance(item, Entry)]
        seen += [item.id for item, _ in batch if isinstance(item, Entry)]
    assert seen == [str(number) for number in range(read)]
    assert ahead <= (AHEAD * JOBS + 1) * LARGEST_BATCH


def test_an_item_none_yields_an_empty_batch_at_once() -> None:
    read: list[int] = []

    def entries() -> Iterator[Entry | None]:
        for number in range(LONG_RUN + 2 * LARGEST_BATCH):
            read.append(number)
            yield None
            yield Entry(str(number), Puzzle.from_text(EASY))

    seen: list[str] = []
    empty = 0
    for batch in searched_by_workers(entries(), [Reductio()], LIMITS, JOBS):
        empty += not batch
        assert empty == len(read)
        seen += [item.id for item, _ in batch if isinstance(item, Entry)]
    assert seen == [str(number) for number in read]
