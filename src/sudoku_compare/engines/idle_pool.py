"""Loaded objects that are kept from one search to the next, each used by one search at a time."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Generic, TypeVar

Item = TypeVar("Item")


class IdlePool(Generic[Item]):
    """Lends objects that are slow to make. It is thread-safe: a list's `pop` and `append` are atomic."""

    def __init__(self, make: Callable[..., Item]) -> None:
        self._make = make
        self._idle: dict[tuple[Any, ...], list[Item]] = {}

    @contextmanager
    def borrow(self, *key: Any) -> Iterator[Item]:
        """Lend an idle object that was made from this key, or a new one.

        An object whose use ends with an exception may be in any state, so it is not kept.
        """
        idle = self._idle.setdefault(key, [])
        try:
            item = idle.pop()
        except IndexError:
            item = self._make(*key)
        yield item
        idle.append(item)

    def empty(self) -> list[Item]:
        """Forget all idle objects and return them."""
        idle = [item for items in self._idle.values() for item in items]
        self._idle.clear()
        return idle
