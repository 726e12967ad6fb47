"""Random choices that do not depend on the version of Python: the same seed gives the same result everywhere."""

from random import Random
from typing import TypeVar

Item = TypeVar("Item")


def random_below(rng: Random, limit: int) -> int:
    """Return a random integer from 0 to `limit` - 1."""
    return int(rng.random() * limit)


def shuffle(items: list[Item], rng: Random) -> list[Item]:
    """Return the items in random order; the list itself stays as it is."""
    return [item for _, _, item in sorted((rng.random(), number, item) for number, item in enumerate(items))]
