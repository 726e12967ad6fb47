"""The answers of a line program to many puzzles, made when somebody looks at them.

Most answers of a fast program are a single solution. Making an `Answer` of each takes as long as reading all the rest.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import overload

from ...core.answer import Answer, Ending, Seconds
from ...core.puzzle import Grid


class LineAnswerList(Sequence[Answer]):
    """Answers in the order of the puzzles. A grid stands for the answer that it is the only solution."""

    def __init__(self) -> None:
        self._items: list[Grid | Answer] = []
        self._starts: list[int] = []  # the place of the first grid of each group
        self._times: list[Seconds] = []  # of each answer of a group

    def add_only_solutions(self, solutions: Sequence[Grid], time: Seconds) -> None:
        """Add an answer for each of these, which says that there is no other solution, after this time."""
        self._starts.append(len(self._items))
        self._times.append(time)
        self._items += solutions

    def add(self, answer: Answer) -> None:
        """Add an answer of any kind."""
        self._items.append(answer)

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[Answer]:
        return (self._make(place) for place in range(len(self._items)))

    @overload
    def __getitem__(self, place: int) -> Answer: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[Answer]: ...

    def __getitem__(self, place: int | slice) -> Answer | Sequence[Answer]:
        places = range(len(self._items))[place]
        return self._make(places) if isinstance(places, int) else [self._make(one) for one in places]

    def _make(self, place: int) -> Answer:
        item = self._items[place]
        if isinstance(item, Answer):
            return item
        return Answer((item,), Ending.EXHAUSTED, self._times[bisect_right(self._starts, place) - 1])
