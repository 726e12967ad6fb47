"""Names of files without their folders: a page that is passed on should not reveal where its author keeps files."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import PurePath

from ...core.text import hide_folder
from ..statistics.pairs import PairStats
from ..statistics.summary import EngineStats, Summary


def shorten_paths(names: Iterable[str]) -> dict[str, str]:
    """Return each path with only as many of its last parts as tell it from the others.

    >>> shorten_paths(["/a/b/x.txt", "/a/c/x.txt", "y.txt"])
    {'/a/b/x.txt': 'b/x.txt', '/a/c/x.txt': 'c/x.txt', 'y.txt': 'y.txt'}
    """
    all_names = list(dict.fromkeys(names))
    short = {name: hide_folder(name) for name in all_names}
    for length in range(2, max((len(PurePath(name).parts) for name in all_names), default=0) + 1):
        alike = [name for name in all_names if list(short.values()).count(short[name]) > 1]
        short |= {name: "/".join(PurePath(name).parts[-length:]) for name in alike}
    return short


def hide_folders(summary: Summary) -> Summary:
    """Return the summary with short names of puzzles and tiers."""
    tiers = shorten_paths(row.tier for row in summary.rows)
    return replace(
        summary,
        objections=tuple(replace(one, puzzle=hide_folder(one.puzzle)) for one in summary.objections),
        rows=_shorten_rows(summary.rows, tiers),
        pairs=_shorten_pairs(summary.pairs, tiers),
        machines=tuple(
            replace(one, rows=_shorten_rows(one.rows, tiers), pairs=_shorten_pairs(one.pairs, tiers))
            for one in summary.machines
        ),
    )


def _shorten_rows(rows: Iterable[EngineStats], tiers: Mapping[str, str]) -> tuple[EngineStats, ...]:
    return tuple(
        replace(row, tier=tiers.get(row.tier, row.tier), slowest_id=hide_folder(row.slowest_id)) for row in rows
    )


def _shorten_pairs(pairs: Iterable[PairStats], tiers: Mapping[str, str]) -> tuple[PairStats, ...]:
    return tuple(replace(pair, tier=tiers.get(pair.tier, pair.tier)) for pair in pairs)
