"""What is random, by ways that do not depend on Python's version: the same seed gives the same everywhere."""

from random import Random
from typing import TypeVar

Item = TypeVar("Item")


def below(rng: Random, limit: int) -> int:
    """A number from 0 up to the limit."""
    return int(rng.random() * limit)


def shuffled(items: list[Item], rng: Random) -> list[Item]:
    return [item for _, _, item in sorted((rng.random(), number, item) for number, item in enumerate(items))]
