"""A trial of the engines on puzzles whose solutions are known: do they compute what the collection gives?"""

from collections.abc import Iterator, Mapping
from itertools import chain
from random import Random
from typing import NamedTuple

from ..core.answer import Limits
from ..core.entry import Entry
from ..core.errors import UserError
from ..core.puzzle import Grid
from ..core.random_source import shuffle
from ..core.verdict import Verdict
from ..engines.protocol import Engine
from ..formats.shipped import CLASSICS, TIERS, load_shipped
from .compare import Comparison, compare_all


class Tried(NamedTuple):
    """One puzzle of a trial, by its number in it."""

    number: int
    comparison: Comparison
    given: Grid
    passed: bool


def known() -> list[Entry]:
    """Every shipped puzzle that comes with its one solution."""
    entries = chain.from_iterable(load_shipped(tier) for tier in (CLASSICS, *TIERS))
    return [entry for entry in entries if entry.only_solution]


def drawn(number: int, seed: int) -> list[Entry]:
    """So many of them at random; the same for the same seed."""
    return shuffle(known(), Random(f"{seed}/trial"))[:number]


def trial(entries: list[Entry], engines: Mapping[str, Engine], limits: Limits) -> Iterator[Tried]:
    """Each puzzle put to the engines, up to the first that they get wrong or cannot settle."""
    for number, item in enumerate(chain.from_iterable(compare_all(entries, engines, limits)), 1):
        if isinstance(item, UserError):
            raise item
        tried = _tried(number, item)
        yield tried
        if not tried.passed:
            return


def _tried(number: int, comparison: Comparison) -> Tried:
    given = comparison.entry.only_solution or b""
    right = comparison.verdict is Verdict.UNIQUE and comparison.solution == given
    return Tried(number, comparison, given, right and not comparison.judgement.objections)
