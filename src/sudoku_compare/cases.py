"""Puzzles in tiers, numbered, as benchmarks and studies take them: from files, or of the shipped ones."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import chain, islice, zip_longest
from pathlib import Path
from random import Random
from typing import NamedTuple

from .chance import shuffled
from .collection import read_collection
from .entries import Entry
from .errors import UserError
from .reader import printable
from .shape import Shape
from .shipped import TIERS, shipped
from .source import open_source

Complain = Callable[[UserError], None]


class Case(NamedTuple):
    """A puzzle of the run, by its number in it."""

    number: int
    tier: str
    entry: Entry


def sampled(number: int, seed: int) -> Iterator[Case]:
    """So many of the shipped puzzles."""
    return evenly((Case(0, tier, entry) for tier in TIERS for entry in shipped(tier)), number, seed)


def evenly(cases: Iterable[Case], number: int, seed: int) -> Iterator[Case]:
    """So many of these, at random: as many of each tier as of any other, or all that it has."""
    tiers: dict[str, list[Case]] = {}
    for case in cases:
        tiers.setdefault(case.tier, []).append(case)
    in_random_order = [shuffled(of_tier, Random(f"{seed}/{tier}")) for tier, of_tier in tiers.items()]
    in_turn = filter(None, chain.from_iterable(zip_longest(*in_random_order)))
    order = list(tiers)
    chosen = sorted(islice(in_turn, number), key=lambda case: order.index(case.tier))
    for count, case in enumerate(chosen):
        yield case._replace(number=count)


def from_files(
    paths: Iterable[str], shape: Shape | None, complain: Complain, folder: Path | None = None
) -> Iterator[Case]:
    """Every puzzle of these collections, each of which is a tier; what cannot be read is complained of.

    Paths are from that folder, if not from here; what puzzles are called follows from the paths alone.
    """
    number = 0
    for path in paths:
        tier = printable(Path(path).name)
        is_elsewhere = folder is not None and (folder / path).exists()
        source = replace(open_source(str(folder / path)), name=path) if folder and is_elsewhere else open_source(path)
        for item in read_collection(source, shape):
            if isinstance(item, Entry):
                yield Case(number, tier, item._replace(id=printable(item.id)))
                number += 1
            else:
                complain(item)
