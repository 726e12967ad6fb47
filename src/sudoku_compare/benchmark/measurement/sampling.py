"""The puzzles of a benchmark or a study: numbered, in tiers, from files or from the shipped collections."""

import hashlib
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice, zip_longest
from pathlib import Path
from random import Random
from typing import NamedTuple

from ...core.entry import Entry, Expected
from ...core.errors import UserError
from ...core.random_source import shuffle
from ...core.shape import Shape
from ...core.text import make_printable
from ...formats.collection import read_collection
from ...formats.format import ReadOptions
from ...formats.isomorphism import random_isomorph
from ...formats.shipped import TIERS, load_shipped
from ...formats.source import open_source

Complain = Callable[[UserError], None]


class Case(NamedTuple):
    """A puzzle of the run, with its number in the run."""

    number: int
    tier: str
    entry: Entry


class Census(NamedTuple):
    """What a collection holds. Different puzzles, lines or expected results give a different fingerprint."""

    fingerprint: str
    puzzles: int
    shapes: tuple[Shape, ...]


def draw_shipped(number: int, seed: int) -> Iterator[Case]:
    """Yield a random sample of the shipped puzzles."""
    return draw_evenly((Case(0, tier, entry) for tier in TIERS for entry in load_shipped(tier)), number, seed)


def draw_evenly(cases: Iterable[Case], number: int, seed: int) -> Iterator[Case]:
    """Yield a random sample with the same number of puzzles from each tier, or all of a tier that has fewer."""
    tiers: dict[str, list[Case]] = {}
    for case in cases:
        tiers.setdefault(case.tier, []).append(case)
    in_random_order = [shuffle(of_tier, Random(f"{seed}/{tier}")) for tier, of_tier in tiers.items()]
    in_turn = filter(None, chain.from_iterable(zip_longest(*in_random_order)))
    order = list(tiers)
    sample = sorted(islice(in_turn, min(number, sys.maxsize)), key=lambda case: order.index(case.tier))
    for count, case in enumerate(sample):
        yield case._replace(number=count)


def read_files(
    names: Sequence[str], shape: Shape | None, complain: Complain, paths: Sequence[str] = ()
) -> Iterator[Case]:
    """Yield every puzzle of these collections, each of which is a tier.

    `complain` is called with each error in a file. `paths` says where the files are now, if they have moved.
    """
    number = 0
    for name, path in zip(names, paths or names, strict=True):
        source = replace(open_source(path), name=name) if path != name else open_source(path)
        tier = _name_tier(name, names)
        for item in read_collection(source, ReadOptions(shape)):
            if isinstance(item, Entry):
                yield Case(number, tier, replace(item, id=make_printable(item.id)))
                number += 1
            else:
                complain(item)


def _name_tier(name: str, names: Sequence[str]) -> str:
    """Return the file's own name, or the whole path if several files have that name."""
    own = Path(name).name
    return make_printable(own if [Path(other).name for other in names].count(own) == 1 else name)


def add_isomorphs(
    cases: Iterable[Case], number: int, seed: int, is_needed: Callable[[int], bool] = lambda number: True
) -> Iterator[Case]:
    """Yield each puzzle followed by `number` random isomorphs of it.

    A case whose number in the run is not needed is left out; its isomorph is not even made, which takes far longer.
    """
    count = 0
    for case in cases:
        for copy in range(number + 1):
            if is_needed(count):
                yield Case(count, case.tier, _copy_as_isomorph(case, copy, seed) if copy else case.entry)
            count += 1


def _copy_as_isomorph(case: Case, copy: int, seed: int) -> Entry:
    """Return one of the isomorphs of a puzzle, which does not depend on the others."""
    entry = case.entry
    expected = entry.expected and Expected(entry.expected.solutions)  # the solution of an isomorph is a different grid
    puzzle = random_isomorph(entry.puzzle, Random(f"{seed}/{case.number}/{copy}"))
    return Entry(f"{entry.id}~{copy}", puzzle, expected, entry.name)


def take_census(originals: Iterable[Case], isomorphs: int = 0, seed: int = 0) -> Census:
    """Count the puzzles with their isomorphs, collect the shapes, and compute the fingerprint.

    The isomorphs follow from the originals, their number and the seed, so they need not be made.
    """
    digest, count, shapes = hashlib.sha256(), 0, dict[Shape, None]()
    for case in originals:
        entry, puzzle = case.entry, case.entry.puzzle
        line = entry.id.rpartition(":")[2]  # the file may move
        expected = (entry.expected.solutions, entry.expected.solution) if entry.expected else None
        digest.update(f"{case.tier} {line} {puzzle.shape.box_height} {puzzle.text} {expected}\n".encode())
        shapes[puzzle.shape] = None
        count += 1
    if isomorphs:
        digest.update(f"{isomorphs} isomorphs of each, seed {seed}\n".encode())
    return Census(digest.hexdigest(), count * (isomorphs + 1), tuple(shapes))
