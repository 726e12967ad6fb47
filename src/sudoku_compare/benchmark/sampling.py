"""Puzzles in tiers, numbered, as benchmarks and studies take them: from files, or of the shipped ones."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice, zip_longest
from pathlib import Path
from random import Random
from typing import NamedTuple

from ..core.entry import Entry
from ..core.errors import UserError
from ..core.random_source import shuffle
from ..core.shape import Shape
from ..core.text import make_printable
from ..formats.collection import read_collection
from ..formats.shipped import TIERS, load_shipped
from ..formats.source import open_source

Complain = Callable[[UserError], None]


class Case(NamedTuple):
    """A puzzle of the run, by its number in it."""

    number: int
    tier: str
    entry: Entry


def sampled(number: int, seed: int) -> Iterator[Case]:
    """So many of the shipped puzzles."""
    return evenly((Case(0, tier, entry) for tier in TIERS for entry in load_shipped(tier)), number, seed)


def evenly(cases: Iterable[Case], number: int, seed: int) -> Iterator[Case]:
    """So many of these, at random: as many of each tier as of any other, or all that it has."""
    tiers: dict[str, list[Case]] = {}
    for case in cases:
        tiers.setdefault(case.tier, []).append(case)
    in_random_order = [shuffle(of_tier, Random(f"{seed}/{tier}")) for tier, of_tier in tiers.items()]
    in_turn = filter(None, chain.from_iterable(zip_longest(*in_random_order)))
    order = list(tiers)
    chosen = sorted(islice(in_turn, number), key=lambda case: order.index(case.tier))
    for count, case in enumerate(chosen):
        yield case._replace(number=count)


def from_files(
    names: Sequence[str], shape: Shape | None, complain: Complain, places: Sequence[str] = ()
) -> Iterator[Case]:
    """Every puzzle of these collections, each of which is a tier; what cannot be read is complained of.

    The names are their paths, unless they are at other places.
    """
    number = 0
    for name, place in zip(names, places or names, strict=True):
        source = replace(open_source(place), name=name) if place != name else open_source(place)
        tier = _tier(name, names)
        for item in read_collection(source, shape):
            if isinstance(item, Entry):
                yield Case(number, tier, item._replace(id=make_printable(item.id)))
                number += 1
            else:
                complain(item)


def _tier(name: str, names: Sequence[str]) -> str:
    """The file's own name, where that tells it from the others."""
    own = Path(name).name
    return make_printable(own if [Path(other).name for other in names].count(own) == 1 else name)
