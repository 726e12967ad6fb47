"""Objects that are kept from one use to the next, such as loaded solvers and running programs."""

import math
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Any, Generic, TypeVar

Item = TypeVar("Item")


class IdlePool(Generic[Item]):
    """Lends objects that are slow to make, each to one user at a time.

    It is thread-safe. A fork of this process starts with an empty pool: it must not use the pipes of its parent.
    Objects of the `most` keys that were used last are kept. An idle object that is unusable by now is discarded.
    """

    def __init__(
        self,
        make: Callable[..., Item],
        discard: Callable[[Item], None] = lambda item: None,
        *,
        most: float = math.inf,
        is_unusable: Callable[[Item], bool] = lambda item: False,
    ) -> None:
        self._make = make
        self._discard = discard
        self._most = most
        self._is_unusable = is_unusable
        self._lock = Lock()
        self._idle: dict[tuple[Any, ...], list[Item]] = {}
        self._owner = os.getpid()

    @contextmanager
    def borrow(self, *key: Any) -> Iterator[Item]:
        """Lend an idle object that was made from this key, or a new one.

        An object whose use ends with an exception may be in any state, so it is discarded.
        """
        if self._owner != os.getpid():
            self._owner, self._idle, self._lock = os.getpid(), {}, Lock()
        item = self._take(key) or self._make(*key)
        try:
            yield item
        except BaseException:
            self._discard(item)
            raise
        for old in self._give_back(key, item):
            self._discard(old)

    def _take(self, key: tuple[Any, ...]) -> Item | None:
        """Return an idle object that can still be used, or None; discard those that cannot."""
        while True:
            try:
                with self._lock:
                    item = self._idle[key].pop()
            except (KeyError, IndexError):
                return None
            if not self._is_unusable(item):
                return item
            self._discard(item)

    def _give_back(self, key: tuple[Any, ...], item: Item) -> list[Item]:
        """Keep the object; if there are too many, return those of the key that was not used for the longest time."""
        with self._lock:
            self._idle[key] = [*self._idle.pop(key, []), item]  # as the last key
            return self._idle.pop(next(iter(self._idle))) if len(self._idle) > self._most else []

    def empty(self) -> list[Item]:
        """Forget all idle objects and return them."""
        idle = [item for items in self._idle.values() for item in items]
        self._idle.clear()
        return idle
